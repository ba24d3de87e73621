package brine.graph

import brine.PickleException
import brine.columns.Role
import brine.graph.clustered.{Block, ColumnKey, GraphFile, InColumn, Place}
import brine.shape.{ScalarKind, Shape}

/** A field of all objects of a class: its values in the order in which the objects were written. */
final class GraphField private[graph] (
    val name: String, shape: Shape, file: GraphFile, columns: IndexedSeq[InColumn], role: Int = GraphField.ByShape
):
  def typeName: String = shape.name

  def bytes: Long = columns.iterator.map(_.bytes).sum

  /** Its values say nothing, and are not there. */
  def isUnit: Boolean = isOf(ScalarKind.Unit)

  /** How many values: of a class as many as objects, of elements as many as there are in all. */
  def count: Long = column(0).count

  private def column(level: Int): InColumn =
    val wanted = if role != GraphField.ByShape then role else shapeAt(level) match
      case s: Shape.Scalar => Role.of(s.kind)
      case _               => Role.Codes
    val key = ColumnKey(-1, -1, level, wanted)
    columns.find(c => c.key.level == level && c.key.role == wanted).getOrElse(new InColumn(key))

  private def shapeAt(level: Int): Shape =
    Iterator.iterate(shape) {
      case o: Shape.Optional => Place.unmarked(o.element)
      case m: Shape.Mapped   => Place.unmarked(m.inner)
      case other             => other
    }.drop(level).next()

  /** The values: numbers, strings, options of them; where objects stand, an [[GraphEdge]] for each. */
  def values: Iterator[Any] = at(0)

  private def at(level: Int): Iterator[Any] =
    if level > GraphField.MostLevels then
      throw new PickleException.LimitExceeded(s"$name holds options in options, more than ${GraphField.MostLevels} levels of them")
    val here = column(level)
    def codes: Iterator[Long] = here.blocks.iterator.flatMap(block => GraphField.longs(block))
    shapeAt(level) match
      case _ if role != GraphField.ByShape => codes
      case s: Shape.Scalar if s.kind == ScalarKind.String => here.blocks.iterator.flatMap(block => block.strings.take(block.count))
      case s: Shape.Scalar => codes.map(GraphField.value(s.kind, _))
      case _: Shape.Optional =>
        lazy val contents = at(level + 1) // where there is one: an option may be declared to hold itself
        codes.map {
          case Role.Present  => Some(GraphField.next(contents))
          case Role.None     => None
          case Role.SomeNull => Some(null)
          case _             => null
        }
      case _: Shape.Mapped =>
        lazy val contents = at(level + 1)
        codes.map(code => if code == Role.Present then GraphField.next(contents) else null)
      case _ =>
        codes.map {
          case Role.Present => GraphEdge.New
          case Role.Null    => GraphEdge.Null
          case code if code <= Role.FirstExternal => GraphEdge.External(file.externalName(Role.FirstExternal - code))
          case code         => GraphEdge.Back(code - Role.FirstReference)
        }

  /** Of a field of numbers: what `use` makes of each, one after the other, without boxing. */
  private inline def fold(inline use: Double => Unit): Unit =
    val isSingle = isOf(ScalarKind.Float)
    val isDouble = isOf(ScalarKind.Double)
    if !isNumber then throw new UnsupportedOperationException(s"$name is a ${shape.name}, no number")
    eachChunk { (bits, count) =>
      if isDouble then GraphField.each(bits, count)(b => use(java.lang.Double.longBitsToDouble(b)))
      else if isSingle then GraphField.each(bits, count)(b => use(java.lang.Float.intBitsToFloat(b.toInt).toDouble))
      else GraphField.each(bits, count)(b => use(b.toDouble))
    }

  private inline def eachChunk(inline use: (Array[Long], Int) => Unit): Unit =
    val some = new Array[Long](GraphField.Chunk)
    for block <- column(0).blocks do
      val numbers = block.longs
      var left = block.count
      while left > 0 do
        val count = math.min(left, some.length)
        numbers.next(some, 0, count)
        use(some, count)
        left -= count

  private def isOf(kind: ScalarKind): Boolean = shape match
    case s: Shape.Scalar => s.kind == kind
    case _               => false

  private def isNumber: Boolean = role != GraphField.ByShape || (shape match
    case s: Shape.Scalar => s.kind != ScalarKind.String && s.kind != ScalarKind.Unit
    case _               => false)

  /** Of 32 bits at most. */
  private def isInteger: Boolean =
    isNumber && !isOf(ScalarKind.Long) && !isOf(ScalarKind.Float) && !isOf(ScalarKind.Double)

  /** Of a field of numbers: their sum. */
  def sum: Double =
    var sum = 0.0
    if isInteger then eachChunk((numbers, count) => sum += GraphField.sumOf(numbers, count).toDouble)
    else fold(value => sum += value)
    sum

  /** Of a field of numbers: the least and the greatest, those that are NaN apart; by the footer, where it tells. */
  def range: Option[(Double, Double)] =
    var least = Double.PositiveInfinity
    var greatest = Double.NegativeInfinity
    def meet(value: Double): Unit =
      if value < least then least = value
      if value > greatest then greatest = value
    val blocks = column(0).blocks
    if blocks.forall(_.range != null) then
      for block <- blocks do
        meet(block.range.nn.least)
        meet(block.range.nn.greatest)
    else fold(meet(_))
    Option.when(least <= greatest)((least, greatest))

  override def toString: String = s"$name: $typeName"

private[graph] object GraphField:
  final val ByShape = -1

  /** Each level is a call. */
  final val MostLevels = 500

  /** A loop of so many is compiled as a method, and not when it is half through. */
  final val Chunk = 4096

  inline def each(bits: Array[Long], count: Int)(inline use: Long => Unit): Unit =
    var i = 0
    while i < count do
      use(bits(i))
      i += 1

  /** That of [[Chunk]] numbers of 32 bits, which does not overflow. */
  def sumOf(numbers: Array[Long], count: Int): Long =
    var sum = 0L
    each(numbers, count)(number => sum += number)
    sum

  /** What a code says is there. */
  def next(values: Iterator[Any]): Any =
    if values.hasNext then values.next()
    else throw new PickleException.Malformed("a column of options has more values than what is in them")

  def longs(block: Block): Iterator[Long] =
    val numbers = block.longs
    Iterator.fill(block.count)(numbers.next())

  def value(kind: ScalarKind, bits: Long): Any = kind match
    case ScalarKind.Boolean => bits != 0
    case ScalarKind.Byte    => bits.toByte
    case ScalarKind.Short   => bits.toShort
    case ScalarKind.Char    => bits.toChar
    case ScalarKind.Int     => bits.toInt
    case ScalarKind.Float   => java.lang.Float.intBitsToFloat(bits.toInt)
    case ScalarKind.Double  => java.lang.Double.longBitsToDouble(bits)
    case _                  => bits

/** Where an object stands. */
enum GraphEdge:
  case Null

  /** The object begins here. */
  case New

  /** An object outside of the graph, by its name. */
  case External(name: String)

  /** An object that began before: so many objects have begun since. */
  case Back(objects: Long)
