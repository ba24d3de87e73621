package brine.graph.clustered.reading

import brine.{HandwrittenCalls, PickleException, Unpickler}
import brine.graph.clustered.columns.{Member, Role}
import brine.evolve.StandardValues
import brine.graph.clustered.file.{Cluster, ColumnInput}
import brine.graph.types.{ElementsWithoutBytes, TypeTable}
import brine.shape.{ScalarKind, Shape}

/** Skips values without building them: reads the codes, counts the scalars and moves the cursors of `reader`. Takes the
  * steps that [[ClusteredReader]] and the plans take together, without their results.
  *
  * Does not recurse. Takes time for each code, and none for a scalar's bytes.
  *
  * @param visitor called at each object and reference
  * @param byHand  finds the pickler for values of a pickler by hand: only that pickler knows their end
  */
private[graph] final class CodeWalker(
    reader: ClusteredReader,
    visitor: CodeWalker.Visitor,
    byHand: Shape.Custom => Unpickler[?] | Null
):
  import CodeWalker.*

  /** The number of open objects and collections that the walk began. */
  private var around = 0
  def depth: Int = around

  // For each of them: the current field or element, and the number of remaining ones.
  private var index = new Array[Int](FirstDepth)
  private var left = new Array[Long](FirstDepth)

  /** The number of the object that begins, -1 if it has none. */
  private var number = -1

  /** Skips the value at the reader's place. */
  def place(shape: Shape): Unit =
    val outer = depth
    begin(shape)
    runTo(outer)

  /** Skips the value inside an option. */
  def inside(shape: Shape): Unit =
    val outer = depth
    beginInside(shape)
    runTo(outer)

  /** Continues until all open objects have ended. A pickler by hand may begin a walk inside a walk. */
  private def runTo(outer: Int): Unit = while depth > outer do step()

  /** Begins the graph's value; [[step]] then walks over it. */
  def start(root: Shape): Unit = beginInside(root)

  /** True at the end. */
  def isEnded: Boolean = depth == 0

  /** Skips one field or element, or the end of its owner. */
  def step(): Unit =
    val top = depth - 1
    val cluster = reader.around(reader.depthAround - 1)
    cluster.shape match
      case p: Shape.Product =>
        val next = cluster.next(index(top) + 1)
        if next < 0 then pop()
        else
          index(top) = next
          reader.place = cluster.place(next)
          if !visitor.takes(cluster, next) then begin(p.fieldShapes(next))
      case s: Shape.Sequence =>
        if !hasNext(top) then pop()
        else
          reader.at(Member.Element)
          if !visitor.takes(cluster, Member.Element) then begin(s.element)
      case m: Shape.Mapping =>
        if !hasNext(top) then pop()
        else if isValue(index(top)) then
          reader.at(Member.Value)
          if !visitor.takes(cluster, Member.Value) then begin(m.value)
        else
          reader.at(Member.Key)
          if !visitor.takes(cluster, Member.Key) then begin(m.key)
      case other => throw new IllegalStateException(other.name)

  private def hasNext(top: Int): Boolean =
    left(top) -= 1
    index(top) += 1
    left(top) >= 0

  private def push(cluster: Cluster[ColumnInput], count: Int): Unit =
    reader.begin(cluster)
    pushed(cluster, count)

  private def pushed(cluster: Cluster[ColumnInput], count: Int): Unit =
    if depth == index.length then
      index = java.util.Arrays.copyOf(index, depth * 2)
      left = java.util.Arrays.copyOf(left, depth * 2)
    index(depth) = -1
    left(depth) = if cluster.shape.isInstanceOf[Shape.Mapping] then count * 2L else count
    around += 1

  private def pop(): Unit =
    reader.end()
    around -= 1

  private def begin(shape: Shape): Unit = shape match
    case s: Shape.Scalar   => scalars(s, 1)
    case o: Shape.Optional => optional(o)
    case s: Shape.Sum      => sum(s)
    case _ =>
      val code = reader.code()
      if code == Role.Present then
        reader.place = reader.place.content
        count(shape)
        body(shape, isTagged = true)
      else met(code)

  /** Begins a value inside an option, where mapped types, picklers by hand and singletons have no marker. */
  private def beginInside(shape: Shape): Unit = shape match
    case _: Shape.Mapped | _: Shape.Custom | _: Shape.Singleton => body(shape, isTagged = false)
    case _                                                      => begin(shape)

  private def met(code: Long): Unit =
    if code >= Role.FirstReference then visitor.refers(reader.target(code))
    else if code <= Role.FirstExternal then visitor.refersOutside(Role.FirstExternal - code)

  private def optional(o: Shape.Optional): Unit =
    val code = reader.code()
    if code == Role.Present then
      reader.place = reader.place.content
      beginInside(o.element)
    else met(code)

  private def sum(s: Shape.Sum): Unit =
    val code = reader.code()
    if code == Role.Present then
      s.leafShapes(reader.leaf(s)) match
        case _: Shape.Singleton => ()
        case leaf =>
          count(leaf)
          body(leaf, isTagged = false)
    else met(code)

  /** Counts the value that begins, if it is an object. */
  private def count(shape: Shape): Unit =
    number = -1
    if isObject(shape) then
      val before = reader.objects
      val ignored = reader.getIdentity(shape)
      if reader.objects > before then number = before

  private def body(shape: Shape, isTagged: Boolean): Unit =
    if isObject(shape) && !shape.isInstanceOf[Shape.Open] then visitor.begins(number, reader.cluster(shape))
    parts(shape, isTagged)

  private def parts(shape: Shape, isTagged: Boolean): Unit = shape match
    case _: Shape.Product  => push(reader.cluster(shape), 0)
    case s: Shape.Sequence => sequence(s, isTagged)
    case m: Shape.Mapping =>
      val size = sizeOf(m, if ElementsWithoutBytes.takeNoBytes(m.key) then m.value else m.key, isTagged)
      if size >= 0 then
        push(
          reader.cluster(m),
          if ElementsWithoutBytes.takeNoBytes(m.key) && ElementsWithoutBytes.takeNoBytes(m.value) then 0 else size
        )
    case m: Shape.Mapped    => beginInside(m.inner)
    case o: Shape.Open      => open(o)
    case _: Shape.Singleton => ()
    case c: Shape.Custom    => custom(c)
    case _                  => begin(shape)

  private def sequence(s: Shape.Sequence, isTagged: Boolean): Unit =
    val size = sizeOf(s, s.element, isTagged)
    if size >= 0 then
      val cluster = reader.cluster(s)
      if TypeTable.mayHaveClass(s) then cluster.place(Member.ArrayClass).column(Role.String).skip(1)
      s.element match
        case scalar: Shape.Scalar =>
          reader.begun(cluster)
          reader.place = cluster.place(Member.Element)
          scalars(scalar, size)
        case _ => push(cluster, size)

  /** Reads the size of a collection; -1 for a missing one. */
  private def sizeOf(shape: Shape, element: Shape, isTagged: Boolean): Int =
    val isThere = isTagged || reader.code() == Role.Present
    if !isThere then -1
    else
      val size = if reader.size != ClusteredReader.NotRead then reader.size else reader.readSize(shape)
      reader.size = ClusteredReader.NotRead
      // Elements without values are neither built nor skipped.
      if !ElementsWithoutBytes.takeNoBytes(element) then reader.check(size, element, shape)
      size

  private def open(o: Shape.Open): Unit =
    val cluster = reader.cluster(o)
    reader.place = cluster.place(Member.Leaf)
    val code = reader.code()
    val tables = reader.subtypeTables
    if code < 0 || code >= tables.length then throw new PickleException.Malformed(s"invalid subtype $code of ${o.name}")
    reader.place = cluster.place(Member.Content)
    reader.begun(cluster)
    val shape = tables(code.toInt).shape
    if !isObject(shape) then visitor.begins(number, cluster)
    body(shape, isTagged = false)

  /** Skips `count` scalars at the reader's place. */
  def scalars(s: Shape.Scalar, count: Int): Unit =
    if s.kind != ScalarKind.Unit then reader.place.column(Role.of(s.kind)).skip(count)

  private def custom(c: Shape.Custom): Unit =
    val known = StandardValues.picklerOf(c)
    val unpickler = if known.isDefined then known.get else byHand(c)
    if unpickler == null then
      val reason = s"a pickler by hand wrote ${PickleException.quote(c.name)}, and its end is unknown here"
      throw new PickleException.IncompatibleShape(Seq(reason), c.name, "a value to skip")
    val ignored = HandwrittenCalls.get(unpickler, reader)

private[graph] object CodeWalker:
  private final val FirstDepth = 16

  /** True for types whose values have numbers, except empty collections. */
  private def isObject(shape: Shape): Boolean = shape match
    case _: Shape.Product | _: Shape.Open | _: Shape.Sequence | _: Shape.Mapping => true
    case _                                                                       => false

  /** True for types whose values have numbers, and for sealed types. */
  def hasNumber(shape: Shape): Boolean = isObject(shape) || shape.isInstanceOf[Shape.Sum]

  private def isValue(index: Int): Boolean = (index & 1) != 0

  /** Receives the objects and references of a walk. */
  trait Visitor:
    /** Called when an object or collection begins: with its number, or -1, and its cluster. An object of an open type
      * whose class has no fields has the open type's cluster.
      */
    def begins(number: Int, cluster: Cluster[ColumnInput]): Unit

    /** Called at a member of the innermost open object. Returns true if the visitor has read the value there. */
    def takes(cluster: Cluster[ColumnInput], member: Int): Boolean = false

    /** Called at a reference to the object with this number. */
    def refers(number: Int): Unit

    /** Called at a reference to an object outside of the graph, with the number of its name. */
    def refersOutside(number: Long): Unit

  /** Ignores all calls. */
  object IgnoringVisitor extends Visitor:
    def begins(number: Int, cluster: Cluster[ColumnInput]): Unit = ()
    def refers(number: Int): Unit = ()
    def refersOutside(number: Long): Unit = ()
