package brine.graph.clustered.index

import brine.graph.clustered.BinarySearch
import brine.graph.clustered.columns.{Member, Role}
import brine.graph.clustered.file.{Cluster, ColumnAccess, ColumnInput}
import brine.graph.types.ElementsWithoutBytes
import brine.shape.Shape

/** The objects of one type in an index, row by row.
  *
  * @param announced the number of rows in the footer
  * @param expected  the number of rows to make room for
  */
private[graph] final class TypeRows(
    val cluster: Cluster[ColumnInput],
    val announced: Long,
    expected: Long,
    types: TypesByShape
):
  val shape: Shape = cluster.shape

  val isClass: Boolean = shape.isInstanceOf[Shape.Product]
  val isMap: Boolean = shape.isInstanceOf[Shape.Mapping]
  val isCollection: Boolean = isMap || shape.isInstanceOf[Shape.Sequence]
  val isMutableCollection: Boolean = shape.isMutableCollection

  /** The number of rows. */
  var count = 0

  /** The number of the object of each row; [[TypeRows.NoObject]] for an empty collection, [[TypeRows.Hidden]] for an
    * object inside a value of a pickler by hand.
    */
  val numbers: Ints = new Ints(if cluster.shape.isInstanceOf[Shape.Sum] then 0 else expected)

  private val members = edgesOf

  /** The members that may lead to objects, in the order in which they are written; of a map that has any, both. */
  val edges: Array[EdgePlace] = members.map((member, part) => EdgePlace.member(cluster.place(member), part, types))

  /** The numbers of these members. */
  val edgeMembers: Array[Int] = members.map(_._1)

  private def edgesOf: Array[(Int, Shape)] = shape match
    case p: Shape.Product => p.valuesFirst.filterNot(p.isValue(_)).map(field => (field, p.fieldShapes(field)))
    case s: Shape.Sequence if !TypeRows.isValue(s.element) => Array((Member.Element, s.element))
    case m: Shape.Mapping if !TypeRows.isValue(m.key) || !TypeRows.isValue(m.value) =>
      Array((Member.Key, m.key), (Member.Value, m.value))
    case _ => Array.empty

  /** Of a class: for each edge its slots, by row. Of other types one: for all elements, or keys and values in turn, or
    * the objects of an open type.
    */
  val slots: Array[Ints] = shape match
    case _: Shape.Product => edges.map(edge => new Ints(math.min(expected, edge.codes.count)))
    case _: Shape.Open    => Array(new Ints(expected))
    case _                => Array.fill(math.min(1, edges.length))(new Ints(expected))

  /** Of a collection: the number of elements before each row's. */
  val starts: Ints = new Ints(if isCollection then expected else 0)

  /** Of a collection: the number of elements of all rows. */
  var elements = 0

  /** The row with this element. */
  def rowOfElement(element: Int): Int =
    BinarySearch.firstIndex(count)(row => starts(row) > element) - 1

  /** Of an open type: the subtype of each row. */
  val subtypes: Ints = new Ints(0)

  /** All arrays, each with the number of its numbers. */
  def arrays: Seq[(Ints, Long)] = shape match
    case _: Shape.Sum  => Nil
    case _: Shape.Open => Seq(numbers, subtypes, slots(0)).map(_ -> count.toLong)
    case _ =>
      val places = if isCollection then elements.toLong * edges.length else count.toLong
      Seq(numbers -> count.toLong) ++ Option.when(isCollection)(starts -> count.toLong) ++ slots.map(_ -> places)

  /** True if the numbers of a file are in their ranges. */
  def isSound(objects: Int, isSlot: Int => Boolean): Boolean =
    def isStart(row: Int) =
      starts(row) >= (if row == 0 then 0 else starts(row - 1)) && starts(row) <= elements
    val isMapped = isMap && valueMembers.contains(true)
    arrays.forall { (ints, size) =>
      val count = size.toInt
      if ints eq numbers then ints.areAll(count)(n => n >= TypeRows.NoObject && n < objects)
      else if ints eq starts then (0 until count).forall(isStart)
      else if ints eq subtypes then ints.areAll(count)(types.isSubtype)
      else isMapped || ints.areAll(count)(isSlot)
    }

  /** The sizes of collections. */
  val sizes: ColumnInput | Null = if isCollection then cluster.place(Member.Size).column(Role.Codes) else null

  /** The leaves of a family, or the subtypes of an open type. */
  val leaves: ColumnInput | Null = shape match
    case _: Shape.Sum | _: Shape.Open => cluster.place(Member.Leaf).column(Role.Codes)
    case _                            => null

  /** The columns of codes that a pass over all objects moves. */
  def codes: Iterator[ColumnInput] =
    edges.iterator.filter(edge => !TypeRows.isValue(edge.shape)).map(_.codes) ++ Iterator(sizes, leaves).flatMap(
      Option(_)
    )

  /** The most elements that all rows can have: each has a value in a column of the file, except those of Unit. */
  val elementsInColumns: Long = shape match
    case _: Shape.Sequence => valuesOf(Member.Element)
    case _: Shape.Mapping  => math.min(valuesOf(Member.Key), valuesOf(Member.Value))
    case _                 => Long.MaxValue

  private def valuesOf(member: Int): Long =
    val column = columnOf(member)
    if column == null then Long.MaxValue else column.count

  /** The column with one value for each value of a member; null for Unit. */
  def columnOf(member: Int): ColumnInput | Null = Cluster.shapeOf(shape, member) match
    case s: Shape.Scalar if ElementsWithoutBytes.takeNoBytes(s) => null
    case s: Shape.Scalar                                        => cluster.place(member).column(Role.of(s.kind))
    case _                                                      => cluster.place(member).column(Role.Codes)

  /** True for a collection whose elements have values in the file. */
  def hasElements: Boolean = elementsInColumns != Long.MaxValue

  private val valueMembers = edges.map(edge => TypeRows.isValue(edge.shape))

  /** True if the keys (0) or the values (1) of a map with objects are scalars: their slots are positions in a column.
    */
  def isPassed(member: Int): Boolean = valueMembers(member)

  /** The number of keys (0) and of values (1) that a pass has skipped, in a map with objects. */
  val passed: Array[Int] = new Array[Int](edges.length)

  /** For each field of a class: its place if its values are in the order of the rows, else null. */
  lazy val valueFields: Array[EdgePlace | Null] = shape match
    case p: Shape.Product =>
      p.fieldShapes.indices.toArray.map(i => if p.isValue(i) then valueMember(i, p.fieldShapes(i)) else null)
    case _ => Array.empty

  /** For each field of a class: the number of its edge, or -1. */
  lazy val edgeOfField: Array[Int] = shape match
    case p: Shape.Product => p.fieldShapes.indices.toArray.map(edgeMembers.indexOf(_))
    case _                => Array.empty

  /** The places of elements, or of keys and values. */
  lazy val elementPlaces: Array[EdgePlace] = shape match
    case s: Shape.Sequence => Array(valueMember(Member.Element, s.element))
    case m: Shape.Mapping  => Array(valueMember(Member.Key, m.key), valueMember(Member.Value, m.value))
    case _                 => Array.empty

  private def valueMember(member: Int, shape: Shape): EdgePlace =
    EdgePlace.member(cluster.place(member), shape, types)

  /** The names of the classes of arrays. */
  lazy val arrayClasses: ColumnAccess = new ColumnAccess(cluster.place(Member.ArrayClass).column(Role.String))

  lazy val sizeAccess: ColumnAccess = new ColumnAccess(sizes.nn)

  /** The place of the content of a row of an open type. */
  def openContent(row: Int): EdgePlace = contents.computeIfAbsent(
    subtypes(row),
    subtype => EdgePlace.content(cluster.place(Member.Content), types.subtype(subtype), types)
  )
  private val contents = new java.util.HashMap[Int, EdgePlace]

  /** The content of each leaf of a family. */
  lazy val leafPlaces: Array[EdgePlace] = shape match
    case s: Shape.Sum => s.leafShapes.map(EdgePlace.content(cluster.place(Member.Content), _, types))
    case _            => Array.empty

private[graph] object TypeRows:
  final val NoObject = -1
  final val Hidden = -2

  /** True for scalars, options of them and the like: their columns have them in the order of the rows. */
  def isValue(shape: Shape): Boolean = isValue(shape, 0)

  @annotation.tailrec
  private def isValue(shape: Shape, levels: Int): Boolean = shape match
    case _: Shape.Scalar   => true
    case o: Shape.Optional => levels < MostLevels && isValue(o.element, levels + 1)
    case m: Shape.Mapped   => levels < MostLevels && isValue(m.inner, levels + 1)
    case _                 => false

  private final val MostLevels = 20

/** A growing array of numbers. */
private[graph] final class Ints(expected: Long):
  private var all = new Array[Int](math.min(expected, Int.MaxValue - 16).toInt)

  def apply(index: Int): Int = all(index)

  /** Sets a number for which there is room. */
  def set(index: Int, value: Int): Unit = all(index) = value

  def update(index: Int, value: Int): Unit =
    if index >= all.length then grow(index + 1L)
    all(index) = value

  /** Makes room for numbers below `size`. */
  def require(size: Long): Unit = if size > all.length then grow(size)

  private def grow(size: Long): Unit =
    if size > Int.MaxValue - 16 then throw new brine.PickleException.LimitExceeded(s"an index of $size places")
    all = java.util.Arrays.copyOf(all, math.max(size, math.min(all.length * 2L, Int.MaxValue - 16)).toInt.max(16))

  /** True if `is` holds for the first `count` numbers. */
  def areAll(count: Int)(is: Int => Boolean): Boolean =
    var i = 0
    while i < count && is(all(i)) do i += 1
    i == count

  /** The index of a number in the first `count`, which are ascending; negative if it is not there. */
  def search(value: Int, count: Int): Int = java.util.Arrays.binarySearch(all, 0, count, value)

  /** Calls `use` with the index of each of the first `count` numbers for which `is` holds. */
  inline def each(count: Int)(inline is: Int => Boolean)(inline use: Int => Unit): Unit =
    var from = 0
    while from < count do
      // (The JIT compiles the loop of a chunk as a method.)
      val until = math.min(count, from + Ints.Chunk)
      while from < until do
        from = firstOf(from, until)(is)
        if from < until then
          use(from)
          from += 1

  private[index] inline def firstOf(from: Int, until: Int)(inline is: Int => Boolean): Int =
    val numbers = array
    var at = from
    while at < until && !is(numbers(at)) do at += 1
    at

  /** The numbers themselves; more of them may follow the last that was set. */
  def array: Array[Int] = all

private[graph] object Ints:
  final val Chunk = 4096
