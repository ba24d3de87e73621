package brine.graph.trace

import brine.PickleException
import brine.binary.{BinaryBuilder, BinaryReader, ShapeTable}
import brine.shape.Shape
import brine.wire.{ByteSink, ByteSource}

/** What types there are: those of the value ([[TypeTable.Root]]), those of an object whose class no type told
  * ([[TypeTable.Subtype]], by the subtype's name), what a pickler by hand made ([[TypeTable.Inner]]), or an array whose class its
  * place does not tell ([[TypeTable.ArrayClass]], by the class's name).
  */
private[graph] final class TypeTable(val kind: Int, val name: String, val bytes: Array[Byte], shapeOf: () => Shape):
  lazy val shape: Shape = shapeOf()

  def this(kind: Int, name: String, shape: Shape) = this(kind, name, ShapeTable.of(shape), () => shape)

  def put(sink: ByteSink): Unit =
    sink.putByte(kind)
    if TypeTable.hasName(kind) then Texts.put(name, sink)
    sink.putVarint(bytes.length)
    sink.putBytes(bytes, 0, bytes.length)

private[graph] object TypeTable:
  final val Root = 0
  final val Subtype = 1
  final val Inner = 2

  /** Only in the decoupled format. */
  final val ArrayClass = 3

  private def hasName(kind: Int): Boolean = kind == Subtype || kind == ArrayClass

  /** `at`: where the source begins, for errors; `last`: the last kind that there may be. */
  def get(source: ByteSource, at: Long, last: Int = Inner): TypeTable =
    val kind = source.getByte().toInt
    if kind < Root || kind > last then throw new PickleException.Malformed(s"a table of types of kind $kind")
    val name = if hasName(kind) then Texts.get(source) else ""
    val length = source.getVarint()
    if length < 0 || length > ShapeTable.MostBytes then
      throw new PickleException.Malformed(s"a table of types of ${Integer.toUnsignedString(length)} bytes, more than ${ShapeTable.MostBytes}")
    val from = at + source.offset
    val bytes = source.getBytes(length)
    def shape() =
      try ShapeTable.read(bytes)
      catch case e: PickleException => throw e.movedBy(from)
    new TypeTable(kind, name, bytes, () => shape())

/** Texts outside of columns: as strings in the binary format. */
private[graph] object Texts:
  def put(text: String, sink: ByteSink): Unit = new BinaryBuilder(sink, brine.PickleOptions.Default).putString(text)

  def get(source: ByteSource): String =
    val text = new BinaryReader(source, brine.PickleOptions.Default).getString()
    if text == null then throw new PickleException.Malformed("expected a text, found null")
    text
