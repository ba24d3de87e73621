package brine.graph.types

import brine.{PickleException, ReadBudget}
import brine.binary.{BinaryBuilder, BinaryReader, ShapeTable}
import brine.shape.Shape
import brine.wire.{ByteSink, ByteSource}

/** A table of types, of one of these kinds:
  *
  * - [[TypeTable.Root]]: the types of the value;
  * - [[TypeTable.Subtype]]: the types of an object at an open place, with the subtype's name;
  * - [[TypeTable.Inner]]: the types of values that a pickler by hand makes;
  * - [[TypeTable.ArrayClass]]: the class of an array that differs from its place's, with the class's name.
  */
private[graph] final class TypeTable(val kind: Int, val name: String, val bytes: Array[Byte], shapeOf: () => Shape):
  lazy val shape: Shape = shapeOf()

  /** Reads the table once more: a resolution keeps its shape longer than a graph is read. */
  def again(): Shape = shapeOf()

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

  /** True for an array of references: its class may differ from the class that its place declares. */
  def mayHaveClass(shape: Shape.Sequence): Boolean = shape.isTracked && shape.kind == "Array"

  private def hasName(kind: Int): Boolean = kind == Subtype || kind == ArrayClass

  /** `at`: where the source begins, for errors; `last`: the last kind that there may be; `budget`: that of the read. */
  def get(source: ByteSource, at: Long, budget: ReadBudget, last: Int = Inner): TypeTable =
    val kind = source.getByte().toInt
    if kind < Root || kind > last then throw new PickleException.Malformed(s"invalid kind $kind of a type table")
    val name = if hasName(kind) then Texts.get(source) else ""
    val length = source.getVarint()
    if length < 0 || length > ShapeTable.MostBytes then
      throw new PickleException.Malformed(
        s"a type table claims ${Integer.toUnsignedString(length)} bytes; expected at most ${ShapeTable.MostBytes}"
      )
    val from = at + source.offset
    val bytes = source.getBytes(length)
    def shape() =
      try ShapeTable.read(bytes, budget)
      catch case e: PickleException => throw e.movedBy(from)
    new TypeTable(kind, name, bytes, () => shape())

/** Texts outside of columns: as strings in the binary format. */
private[graph] object Texts:
  def put(text: String, sink: ByteSink): Unit = new BinaryBuilder(sink, brine.PickleOptions.Default).putString(text)

  def get(source: ByteSource): String =
    val text = new BinaryReader(source, brine.PickleOptions.Default).getString()
    if text == null then throw new PickleException.Malformed("expected a text, found null")
    text
