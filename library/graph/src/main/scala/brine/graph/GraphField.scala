package brine.graph

import brine.PickleException
import brine.graph.clustered.columns.Role
import brine.graph.clustered.file.{Block, ColumnInput, ColumnKey, ColumnPlace, GraphFile}
import brine.graph.clustered.parts.ValueReader
import brine.shape.{ScalarKind, Shape}

/** A field of all objects of a class, with its values in the order in which the objects were written. */
final class GraphField private[graph] (
    val name: String,
    shape: Shape,
    file: GraphFile,
    columns: IndexedSeq[ColumnInput],
    source: GraphField.Source
):
  def typeName: String = shape.name

  def bytes: Long = columns.iterator.map(_.bytes).sum

  private def isSize: Boolean = source.isSize

  /** True for a field of Unit, which has no values in the file. */
  def isUnit: Boolean = isOf(ScalarKind.Unit)

  /** The number of values: for a class the number of its objects, for elements the number of all elements. */
  def count: Long = if isUnit then 0 else source.count

  private def column(level: Int): ColumnInput =
    val wanted = if isSize then Role.Codes
    else
      shapeAt(level) match
        case s: Shape.Scalar => Role.of(s.kind)
        case _               => Role.Codes
    columns.find(c => c.key.level == level && c.key.role == wanted).getOrElse(new ColumnInput(ColumnKey(
      -1,
      -1,
      level,
      wanted
    )))

  private def shapeAt(level: Int): Shape = shapes.drop(level).next()

  /** The type, then repeatedly the content of an option or of a mapped type. */
  private def shapes: Iterator[Shape] = Iterator.iterate(shape) {
    case o: Shape.Optional => ColumnPlace.unmarked(o.element)
    case m: Shape.Mapped   => ColumnPlace.unmarked(m.inner)
    case other             => other
  }

  /** Returns the values, one for each object. Numbers, strings, dates, UUIDs and other standard values are themselves,
    * in options if the field is an option. Objects without fields, such as an enum's, are their names. Tuples of values
    * are tuples. Every other object is a [[GraphEdge]].
    *
    * Numbers, strings and options of them come from their columns. Other values need a walk over the graph's codes,
    * about 50 nanoseconds per object. Edges need it, too, if objects of the class lead to each other by an earlier
    * field. A walk keeps values until the values of all earlier objects are known.
    *
    * @throws PickleException.IncompatibleShape for a value of a pickler by hand, or one that follows it in a walk
    */
  def values: Iterator[Any] =
    if isSize then codesAt(0)
    else if isUnit then Iterator.empty
    else if isInColumns then inColumns(0)
    else source.walked

  /** True if the columns of this field alone give its values. */
  private def isInColumns: Boolean = innermost match
    case null             => true // each of its values ends, or is refused
    case _: Shape.Scalar  => true
    case s: Shape.Sum     => !s.leafShapes.exists(_.isInstanceOf[Shape.Singleton]) && source.isInOrder
    case p: Shape.Product => !ValueReader.isOneValue(p) && source.isInOrder
    case _: Shape.Sequence | _: Shape.Mapping | _: Shape.Open => source.isInOrder
    case _                                                    => false

  /** The type inside all options and mapped types; null for a type that contains itself this way. */
  private lazy val innermost: Shape | Null =
    shapes.take(GraphField.MostLevels).find(s =>
      !s.isInstanceOf[Shape.Optional] && !s.isInstanceOf[Shape.Mapped]
    ).orNull

  private def codesAt(level: Int): Iterator[Long] =
    column(level).blocks.iterator.flatMap(block => GraphField.longs(block))

  private def inColumns(level: Int): Iterator[Any] =
    if level > GraphField.MostLevels then
      throw new PickleException.LimitExceeded(
        s"$name holds more than ${GraphField.MostLevels} levels of options in options"
      )
    shapeAt(level) match
      case s: Shape.Scalar if s.kind == ScalarKind.Unit => Iterator.continually(())
      case s: Shape.Scalar if s.kind == ScalarKind.String =>
        column(level).blocks.iterator.flatMap(block => block.strings.take(block.count))
      case s: Shape.Scalar => codesAt(level).map(s.kind.ofBits(_))
      case _: Shape.Optional =>
        lazy val contents = inColumns(level + 1) // lazy: an option may be declared to hold itself
        codesAt(level).map {
          case Role.Present  => Some(GraphField.next(contents))
          case Role.None     => None
          case Role.SomeNull => Some(null)
          case Role.Null     => null
          case other => throw new PickleException.BadReference(s"invalid code $other at an option, which is a value")
        }
      case _: Shape.Mapped =>
        lazy val contents = inColumns(level + 1)
        codesAt(level).map(code => if code == Role.Present then GraphField.next(contents) else edge(code, null))
      case _ => codesAt(level).map(code => if code == Role.Present then GraphEdge.New else edge(code, GraphEdge.Null))

  /** The edge at a place without a new object. */
  private def edge(code: Long, nothing: Any): Any =
    if code == Role.Null then nothing
    else if code <= Role.FirstExternal then GraphEdge.External(file.externalName(Role.FirstExternal - code))
    else if code >= Role.FirstReference then GraphEdge.Back(code - Role.FirstReference)
    else throw new PickleException.Malformed(s"invalid code $code at a ${shape.name}")

  // ---- numbers

  /** The level and the kind of the numbers of a field: inside options and mapped types. */
  private lazy val numbers: (Int, ScalarKind) | Null =
    if isSize then (0, ScalarKind.Long)
    else
      innermost match
        case s: Shape.Scalar if s.kind != ScalarKind.String && s.kind != ScalarKind.Unit => (shapes.indexOf(s), s.kind)
        case _                                                                           => null

  private def kindOfNumbers: ScalarKind = numbersOrRefuse._2
  private def ofNumbers: ColumnInput = column(numbersOrRefuse._1)

  private def numbersOrRefuse: (Int, ScalarKind) =
    val known = numbers
    if known == null then
      throw new UnsupportedOperationException(s"expected a column of numbers, found $name, a ${shape.name}")
    known

  /** Calls `use` with each number, without boxing. */
  private inline def fold(inline use: Double => Unit): Unit =
    val kind = kindOfNumbers
    eachChunk { (bits, count) =>
      if kind == ScalarKind.Double then GraphField.each(bits, count)(b => use(java.lang.Double.longBitsToDouble(b)))
      else if kind == ScalarKind.Float then
        GraphField.each(bits, count)(b => use(java.lang.Float.intBitsToFloat(b.toInt).toDouble))
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

  /** Sums a field of numbers, or the numbers in a field of options. The sum of integers is exact, rounded once. */
  def sum: Double =
    if isFloating then
      var sum = 0.0
      fold(value => sum += value)
      sum
    else exactSum.toDouble

  /** Sums a field of integers, whatever their size.
    *
    * @throws UnsupportedOperationException for other fields
    */
  def exactSum: BigInt =
    if isFloating then
      throw new UnsupportedOperationException(s"$name is a ${shape.name}, whose sum is not exact: call `sum`")
    val isLong = kindOfNumbers == ScalarKind.Long
    var sum = BigInt(0)
    eachChunk { (numbers, count) =>
      // Sums the halves of a Long separately, so that neither sum of a chunk overflows.
      if isLong then
        sum += BigInt(GraphField.sumOf(numbers, count)(_ >> 32)) << 32
        sum += GraphField.sumOf(numbers, count)(_ & 0xffffffffL)
      else sum += GraphField.sumOf(numbers, count)(number => number)
    }
    sum

  /** The minimum and the maximum of a field of numbers or of options of them, without NaN. Uses the footer where it has
    * them.
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
  /** The source of a field's values other than its columns. */
  private[graph] trait Source:
    def isSize: Boolean
    def count: Long

    /** True if the codes of its columns are in the order of its objects. */
    def isInOrder: Boolean

    /** The values, found by a walk, in the order of their objects. */
    def walked: Iterator[Any]

  /** The most levels of options; each level is a call. */
  final val MostLevels = 500

  /** The numbers per chunk: the JIT compiles such a loop as a method, not half through it. */
  final val Chunk = 4096

  inline def each(bits: Array[Long], count: Int)(inline use: Long => Unit): Unit =
    var i = 0
    while i < count do
      use(bits(i))
      i += 1

  /** The sum of `part` of [[Chunk]] numbers of 32 bits each, which does not overflow. */
  inline def sumOf(numbers: Array[Long], count: Int)(inline part: Long => Long): Long =
    var sum = 0L
    each(numbers, count)(number => sum += part(number))
    sum

  /** The value of a code. */
  def next(values: Iterator[Any]): Any =
    if values.hasNext then values.next()
    else throw new PickleException.Malformed("a column of options has more values than contents")

  def longs(block: Block): Iterator[Long] =
    val numbers = block.longs
    Iterator.fill(block.count)(block.located(numbers.next()))

/** The object at a place of a graph. */
enum GraphEdge:
  case Null

  /** An object that begins here. */
  case New

  /** An object outside of the graph, by its name. */
  case External(name: String)

  /** An object that began earlier; `objects` is the number of objects that have begun since. */
  case Back(objects: Long)
