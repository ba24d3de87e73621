package brine.graph

import brine.PickleException
import brine.columns.Role
import brine.graph.clustered.{Block, ColumnKey, GraphFile, InColumn, Place, Values}
import brine.shape.{ScalarKind, Shape}

/** A field of all objects of a class: its values in the order in which the objects were written. */
final class GraphField private[graph] (
    val name: String, shape: Shape, file: GraphFile, columns: IndexedSeq[InColumn], source: GraphField.Source
):
  def typeName: String = shape.name

  def bytes: Long = columns.iterator.map(_.bytes).sum

  private def isSize: Boolean = source.isSize

  /** Its values say nothing, and are not there. */
  def isUnit: Boolean = isOf(ScalarKind.Unit)

  /** How many values: of a class as many as objects, of elements as many as there are in all. */
  def count: Long = if isUnit then 0 else source.count

  private def column(level: Int): InColumn =
    val wanted = if isSize then Role.Codes else shapeAt(level) match
      case s: Shape.Scalar => Role.of(s.kind)
      case _               => Role.Codes
    columns.find(c => c.key.level == level && c.key.role == wanted).getOrElse(new InColumn(ColumnKey(-1, -1, level, wanted)))

  private def shapeAt(level: Int): Shape = shapes.drop(level).next()

  /** The type, and what is inside its options and in place of the types that stand for others. */
  private def shapes: Iterator[Shape] = Iterator.iterate(shape) {
    case o: Shape.Optional => Place.unmarked(o.element)
    case m: Shape.Mapped   => Place.unmarked(m.inner)
    case other             => other
  }

  /** The values, one for each object: numbers, strings, options of them; dates, UUIDs and other standard values as these; objects
    * without fields, as an enum's, by their names; tuples of values as tuples; a [[GraphEdge]] for each other object.
    *
    * Numbers, strings and options of them are read from their columns. The other values need a walk over the graph's codes, about 50
    * nanoseconds for each object; so do edges, where objects of the class lead to each other by an earlier field. Such values are kept
    * until those of all objects before are known.
    *
    * @throws PickleException.IncompatibleShape for a value of a pickler by hand, or one that follows it in a walk
    */
  def values: Iterator[Any] =
    if isSize then codesAt(0)
    else if isUnit then Iterator.empty
    else if isInColumns then inColumns(0)
    else source.walked

  /** Whether the values follow from the columns of this field alone. */
  private def isInColumns: Boolean = innermost match
    case null              => true // each of its values ends, or is refused
    case _: Shape.Scalar   => true
    case s: Shape.Sum      => !s.leafShapes.exists(_.isInstanceOf[Shape.Singleton]) && source.isInOrder
    case p: Shape.Product  => !Values.isOneValue(p) && source.isInOrder
    case _: Shape.Sequence | _: Shape.Mapping | _: Shape.Open => source.isInOrder
    case _                                                    => false

  /** What is inside all options and in place of the types that stand for others; null if the type has no end. */
  private lazy val innermost: Shape | Null =
    shapes.take(GraphField.MostLevels).find(s => !s.isInstanceOf[Shape.Optional] && !s.isInstanceOf[Shape.Mapped]).orNull

  private def codesAt(level: Int): Iterator[Long] = column(level).blocks.iterator.flatMap(block => GraphField.longs(block))

  private def inColumns(level: Int): Iterator[Any] =
    if level > GraphField.MostLevels then
      throw new PickleException.LimitExceeded(s"$name holds options in options, more than ${GraphField.MostLevels} levels of them")
    shapeAt(level) match
      case s: Shape.Scalar if s.kind == ScalarKind.Unit   => Iterator.continually(())
      case s: Shape.Scalar if s.kind == ScalarKind.String => column(level).blocks.iterator.flatMap(block => block.strings.take(block.count))
      case s: Shape.Scalar                                => codesAt(level).map(GraphField.value(s.kind, _))
      case _: Shape.Optional =>
        lazy val contents = inColumns(level + 1) // where there is one: an option may be declared to hold itself
        codesAt(level).map {
          case Role.Present  => Some(GraphField.next(contents))
          case Role.None     => None
          case Role.SomeNull => Some(null)
          case Role.Null     => null
          case other         => throw new PickleException.BadReference(s"code $other at an option, which is a value")
        }
      case _: Shape.Mapped =>
        lazy val contents = inColumns(level + 1)
        codesAt(level).map(code => if code == Role.Present then GraphField.next(contents) else edge(code, null))
      case _ => codesAt(level).map(code => if code == Role.Present then GraphEdge.New else edge(code, GraphEdge.Null))

  /** What is there instead of a new object. */
  private def edge(code: Long, nothing: Any): Any =
    if code == Role.Null then nothing
    else if code <= Role.FirstExternal then GraphEdge.External(file.externalName(Role.FirstExternal - code))
    else if code >= Role.FirstReference then GraphEdge.Back(code - Role.FirstReference)
    else throw new PickleException.Malformed(s"code $code at a ${shape.name}")

  // ---- numbers

  /** Where the numbers of a field of numbers stand: inside options, and in place of types that stand for numbers. */
  private lazy val numbers: (Int, ScalarKind) | Null =
    if isSize then (0, ScalarKind.Long)
    else
      innermost match
        case s: Shape.Scalar if s.kind != ScalarKind.String && s.kind != ScalarKind.Unit => (shapes.indexOf(s), s.kind)
        case _                                                                           => null

  private def kindOfNumbers: ScalarKind = numbersOrRefuse._2
  private def ofNumbers: InColumn = column(numbersOrRefuse._1)

  private def numbersOrRefuse: (Int, ScalarKind) =
    val known = numbers
    if known == null then throw new UnsupportedOperationException(s"expected a column of numbers, found $name, a ${shape.name}")
    known

  /** What `use` makes of each number, one after the other, without boxing. */
  private inline def fold(inline use: Double => Unit): Unit =
    val kind = kindOfNumbers
    eachChunk { (bits, count) =>
      if kind == ScalarKind.Double then GraphField.each(bits, count)(b => use(java.lang.Double.longBitsToDouble(b)))
      else if kind == ScalarKind.Float then GraphField.each(bits, count)(b => use(java.lang.Float.intBitsToFloat(b.toInt).toDouble))
      else GraphField.each(bits, count)(b => use(b.toDouble))
    }

  private inline def eachChunk(inline use: (Array[Long], Int) => Unit): Unit =
    val some = new Array[Long](GraphField.Chunk)
    for block <- ofNumbers.blocks do
      val numbers = block.longs
      var left = block.count
      while left > 0 do
        val count = math.min(left, some.length)
        block.located(numbers.next(some, 0, count))
        use(some, count)
        left -= count

  private def isOf(kind: ScalarKind): Boolean = shape match
    case s: Shape.Scalar => s.kind == kind && !isSize
    case _               => false

  private def isFloating: Boolean = kindOfNumbers == ScalarKind.Float || kindOfNumbers == ScalarKind.Double

  /** The sum of a field of numbers; of options, of those that are there. Of integers it is the exact sum, rounded once. */
  def sum: Double =
    if isFloating then
      var sum = 0.0
      fold(value => sum += value)
      sum
    else exactSum.toDouble

  /** The sum of a field of integers, whatever their size.
    *
    * @throws UnsupportedOperationException for other fields
    */
  def exactSum: BigInt =
    if isFloating then throw new UnsupportedOperationException(s"$name is a ${shape.name}, whose sum is not exact: call `sum`")
    val isLong = kindOfNumbers == ScalarKind.Long
    var sum = BigInt(0)
    eachChunk { (numbers, count) =>
      // The halves of a Long apart, so that neither sum of a chunk overflows.
      if isLong then
        sum += BigInt(GraphField.sumOf(numbers, count)(_ >> 32)) << 32
        sum += GraphField.sumOf(numbers, count)(_ & 0xffffffffL)
      else sum += GraphField.sumOf(numbers, count)(number => number)
    }
    sum

  /** Of a field of numbers, or of options of them: the least and the greatest, those that are NaN apart; by the footer, where it
    * tells.
    */
  def range: Option[(Double, Double)] =
    var least = Double.PositiveInfinity
    var greatest = Double.NegativeInfinity
    def meet(value: Double): Unit =
      if value < least then least = value
      if value > greatest then greatest = value
    val blocks = ofNumbers.blocks
    if blocks.forall(_.range != null) then
      for block <- blocks do
        meet(block.range.nn.least)
        meet(block.range.nn.greatest)
    else fold(meet(_))
    Option.when(least <= greatest)((least, greatest))

  override def toString: String = s"$name: $typeName"

private[graph] object GraphField:
  /** Where a field's values come from, if not from columns. */
  private[graph] trait Source:
    def isSize: Boolean
    def count: Long

    /** Whether the codes of its columns are in the order of its objects. */
    def isInOrder: Boolean

    /** The values, in the order of their objects, by a walk. */
    def walked: Iterator[Any]

  /** Each level is a call. */
  final val MostLevels = 500

  /** A loop of so many is compiled as a method, and not when it is half through. */
  final val Chunk = 4096

  inline def each(bits: Array[Long], count: Int)(inline use: Long => Unit): Unit =
    var i = 0
    while i < count do
      use(bits(i))
      i += 1

  /** The sum of `part` of [[Chunk]] numbers, each of 32 bits, which does not overflow. */
  inline def sumOf(numbers: Array[Long], count: Int)(inline part: Long => Long): Long =
    var sum = 0L
    each(numbers, count)(number => sum += part(number))
    sum

  /** What a code says is there. */
  def next(values: Iterator[Any]): Any =
    if values.hasNext then values.next()
    else throw new PickleException.Malformed("a column of options has more values than contents")

  def longs(block: Block): Iterator[Long] =
    val numbers = block.longs
    Iterator.fill(block.count)(block.located(numbers.next()))

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
