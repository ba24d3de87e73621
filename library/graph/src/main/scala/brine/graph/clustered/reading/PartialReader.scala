package brine.graph.clustered.reading

import brine.{PickleOptions, PickleReader}
import brine.graph.clustered.columns.{Member, Role}
import brine.graph.clustered.ReadPart
import brine.graph.clustered.file.{ColumnPlace, GraphFile}
import brine.plan.Plan
import brine.shape.Shape

/** Reads a [[ReadPart]] of a graph by this plan, and skips the rest by [[CodeWalker]].
  *
  * A hole in a field or an array is null, a hole in an option `None`. A collection omits it. A map omits the entry if
  * its key is a hole or a scalar; otherwise its value is null. A reference to an object inside a hole is a hole, too.
  * Collections do not count as levels of depth. A collection that begins after the limited number of first objects is
  * empty.
  */
private[clustered] final class PartialReader(
    file: GraphFile,
    root: Shape,
    externals: IndexedSeq[AnyRef],
    whenRead: ((Long, Long) => Unit) | Null,
    isWatched: Boolean,
    part: ReadPart,
    plan: Plan,
    options: PickleOptions
) extends PeekingReader(file, root, externals, whenRead, isWatched, options):
  private val walk = new CodeWalker(this, CodeWalker.IgnoringVisitor, new PicklersByHand(options).add(plan))

  /** The number of enclosing objects. */
  private var objectDepth = 0

  private val holes = new Holes

  /** The number of objects of the graph that were not built, and of collections that became empty. */
  def leftOut: Long = holes.objects + emptied

  private var emptied = 0

  /** True if the object with this number, which has begun, is in a hole. */
  private def isHole(number: Int): Boolean = holes.contains(number)

  /** True if a hole is here, at a place of this type. */
  private def meetsHole(shape: Shape): Boolean = lookAhead(isHoleAhead(shape))

  private def isHoleAhead(shape: Shape): Boolean =
    val code = nextCode()
    if code != Role.Present then isHole(code)
    else
      shape match
        case p: Shape.Product if p.isMutableValue => false
        case _: Shape.Product                     => isBeyond
        case o: Shape.Open =>
          place = cluster(o).place(Member.Leaf)
          isBeyond && isHoleOfClass(subtypeShape(nextCode(), o), o)
        case m: Shape.Mapped =>
          place = place.content
          val inner = ColumnPlace.unmarked(m.inner)
          PartialReader.isOfObjects(inner) && isHoleAhead(inner)
        case s: Shape.Sum =>
          place = cluster(s).place(Member.Leaf)
          val leaf = nextCode()
          isBeyond && s.leafShapes.lift(leaf.toInt).exists(!_.isInstanceOf[Shape.Singleton])
        case _ => false

  /** True if an object of this type is left out at an open place, where it has begun; a value belongs to its owner. */
  private def isHoleOfClass(subtype: Shape, open: Shape.Open): Boolean = ColumnPlace.unmarked(subtype) match
    case p: Shape.Product => !p.isMutableValue
    case s: Shape.Sum =>
      place = cluster(open).place(Member.Content)
      nextCode() == Role.Present && {
        place = cluster(s).place(Member.Leaf)
        val leaf = nextCode()
        s.leafShapes.lift(leaf.toInt).exists(!_.isInstanceOf[Shape.Singleton])
      }
    case _ => false

  private def isHole(code: Long): Boolean = code >= Role.FirstReference && isHole(target(code))

  /** True if an object that begins now is left out. A pickler by hand gets all of its parts. */
  private def isBeyond: Boolean = (objectDepth >= part.depth || objects >= part.firstObjects) && !isByHand

  /** True inside a pickler by hand. */
  private def isByHand: Boolean = isPartByHand || plan.isInstanceOf[Plan.Custom]

  /** Skips the value here. */
  private def leaveOut(pass: => Unit): Unit =
    val from = objects
    pass
    holes.add(from, objects)

  // ---- places of holes

  override def getTag(shape: Shape, arity: Int): Int =
    if isAhead then super.getTag(shape, arity)
    else if PartialReader.isOfObjects(shape) && meetsHole(shape) then
      leaveOut(walk.place(shape))
      PickleReader.NullTag
    else if PartialReader.isCollection(shape) && meetsHole(shape) then
      val ignored = code()
      isEmptied = true
      isTagged = true
      size = 0
      0
    else super.getTag(shape, arity)

  override def beginOptional(shape: Shape.Optional): Int =
    val tag = super.beginOptional(shape)
    val content = ColumnPlace.unmarked(shape.element)
    if tag == PickleReader.Some && PartialReader.isOfObjects(content) && meetsHole(content) then
      leaveOut(walk.inside(shape.element))
      PickleReader.None
    else tag

  override def beginProduct(shape: Shape.Product): Unit =
    super.beginProduct(shape)
    objectDepth += 1

  override def endProduct(shape: Shape.Product): Unit =
    super.endProduct(shape)
    objectDepth -= 1

  // ---- collections

  /** True while an empty collection replaces one inside a hole: nothing is read for it. */
  private var isEmptied = false

  /** The number of remaining elements or entries of each open collection. */
  private var left = new Array[Int](16)

  override def getIdentity(shape: Shape): Int = if isEmptied then -1 else super.getIdentity(shape)
  override def getArrayClass(shape: Shape.Sequence): String | Null =
    if isEmptied then null else super.getArrayClass(shape)

  /** Begins an empty collection that is not in the graph. */
  private def countEmptied(shape: Shape): Unit = if isEmptied then
    isEmptied = false
    cluster(shape).count += 1

  /** Counts elements, since some may be left out, and skips a collection that is left out. */
  private def begun(header: Long, shape: Shape, mayLeaveOut: Boolean): Long =
    if header == PickleReader.NullTag then header
    else
      if depthAround >= left.length then left = java.util.Arrays.copyOf(left, depthAround * 2)
      val size = PickleReader.size(header)
      left(depthAround) = size
      if size > 0 && objects > part.firstObjects && !isByHand then
        leaveOut(passElements(shape))
        left(depthAround) = 0
        emptied += 1
        PickleReader.header(0, hasNulls = true)
      else if mayLeaveOut then PickleReader.header(PickleReader.UnknownSize, hasNulls = true)
      else header

  private def passElements(shape: Shape): Unit = shape match
    case s: Shape.Sequence =>
      s.element match
        case scalar: Shape.Scalar =>
          at(Member.Element)
          walk.scalars(scalar, left(depthAround))
        case element =>
          while take() do
            at(Member.Element)
            walk.place(element)
    case m: Shape.Mapping =>
      while take() do passEntry(m)
    case other => throw new IllegalStateException(other.name)

  private def passEntry(m: Shape.Mapping): Unit =
    at(Member.Key)
    walk.place(m.key)
    at(Member.Value)
    walk.place(m.value)

  private def take(): Boolean =
    left(depthAround) -= 1
    left(depthAround) >= 0

  private def leavesOutElements(shape: Shape.Sequence): Boolean =
    shape.kind != "Array" && PartialReader.isOfObjects(shape.element)

  override def beginSequence(shape: Shape.Sequence): Long =
    countEmptied(shape)
    begun(super.beginSequence(shape), shape, leavesOutElements(shape))

  override def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean =
    var isThere = takeElement()
    if leavesOutElements(shape) then
      while isThere && meetsHole(shape.element) do
        leaveOut(walk.place(shape.element))
        isThere = takeElement()
    isThere

  private def takeElement(): Boolean =
    val isThere = take()
    if isThere then at(Member.Element)
    isThere

  override def beginMapping(shape: Shape.Mapping): Long =
    countEmptied(shape)
    begun(
      super.beginMapping(shape),
      shape,
      PartialReader.isOfObjects(shape.key) || PartialReader.isOfObjects(shape.value)
    )

  override def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean =
    var isThere = take()
    while isThere && isEntryLeftOut(shape) do
      leaveOut(passEntry(shape))
      isThere = take()
    if isThere then at(Member.Key)
    isThere

  /** True if the key is an object in a hole, or a scalar whose value is in a hole: the codes show it before the key is
    * read.
    */
  private def isEntryLeftOut(m: Shape.Mapping): Boolean =
    if PartialReader.isOfObjects(m.key) then
      at(Member.Key)
      meetsHole(m.key)
    else if m.key.isInstanceOf[Shape.Scalar] && PartialReader.isOfObjects(m.value) then
      at(Member.Value)
      meetsHole(m.value)
    else false

private[clustered] object PartialReader:
  /** True for places of objects, also as values of mapped types. */
  @annotation.tailrec
  def isOfObjects(shape: Shape): Boolean = shape match
    case _: Shape.Product | _: Shape.Sum | _: Shape.Open => true
    case m: Shape.Mapped                                 => isOfObjects(m.inner)
    case _                                               => false

  def isCollection(shape: Shape): Boolean = shape.isInstanceOf[Shape.Sequence] || shape.isInstanceOf[Shape.Mapping]

/** The numbers of the objects that were left out, as ascending ranges, and their count. */
private[clustered] final class Holes:
  private var bounds = new Array[Int](16)
  private var count = 0
  private var sum = 0L

  def objects: Long = sum

  def add(from: Int, until: Int): Unit = if until > from then
    sum += until - from
    if count > 0 && bounds(count - 1) == from then bounds(count - 1) = until
    else
      if count == bounds.length then bounds = java.util.Arrays.copyOf(bounds, count * 2)
      bounds(count) = from
      bounds(count + 1) = until
      count += 2

  def contains(number: Int): Boolean =
    val at = java.util.Arrays.binarySearch(bounds, 0, count, number)
    // Inside a range, or at its beginning: the end of a range does not belong to it.
    if at >= 0 then (at & 1) == 0 else ((-at - 1) & 1) == 1
