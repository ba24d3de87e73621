package brine.graph.clustered

import brine.{ByHand, PickleException, Unpickler}
import brine.columns.{Member, Role}
import brine.evolve.StandardValues
import brine.graph.trace.WithoutBytes
import brine.shape.{ScalarKind, Shape}

/** Goes over values without building them: reads the codes, counts the scalars and moves the cursors of `reader`. What
  * [[ClusteredReader]] and the plans do together, step by step, without what comes of it.
  *
  * Nothing recurses. Takes time for each code, and none for a scalar's bytes.
  *
  * @param watch  told of what is met
  * @param byHand what reads values of a pickler by hand: only that tells where they end
  */
private[graph] final class Walk(reader: ClusteredReader, watch: Walk.Watch, byHand: Shape.Custom => Unpickler[?] | Null):
  import Walk.*

  /** How many objects and collections are around the reader's place, those that the walk began. */
  private var around = 0
  def depth: Int = around

  // Of each of them which field or element it is at, and how many are still to come.
  private var index = new Array[Int](FirstDepth)
  private var left = new Array[Long](FirstDepth)

  /** The number of each, -1 if it has none. */
  private var numbers = new Array[Int](FirstDepth)

  /** How many fields and elements were gone over, and objects left. */
  var steps: Long = 0

  /** The number of the object that begins, -1 if it has none; and which subtype it is, -1 where its place tells. */
  private var number = -1
  private var subtype = -1

  /** Set by what watches: the walk ends at once, before what the object that has begun is made of. */
  var isStopped: Boolean = false

  /** All of what stands at the reader's place. */
  def place(shape: Shape): Unit =
    val outer = depth
    begin(shape)
    runTo(outer)

  /** All of what stands inside of an option. */
  def inside(shape: Shape): Unit =
    val outer = depth
    beginInside(shape)
    runTo(outer)

  /** Goes on until everything that has begun has ended, or it is stopped. A pickler by hand may begin a walk within a walk. */
  private def runTo(outer: Int): Unit = while depth > outer && !isStopped do step()

  /** The graph's value begins: it is to be gone over by [[step]]. */
  def start(root: Shape): Unit = beginInside(root)

  /** Nothing is left. */
  def isEnded: Boolean = depth == 0

  /** One field or element more, or the end of what holds it. */
  def step(): Unit =
    steps += 1
    val top = depth - 1
    val cluster = reader.around(reader.depthAround - 1)
    cluster.shape match
      case p: Shape.Product =>
        val next = cluster.next(index(top) + 1)
        if next < 0 then pop()
        else
          index(top) = next
          reader.place = cluster.place(next)
          if !watch.takes(cluster, next) then begin(p.fieldShapes(next))
      case s: Shape.Sequence =>
        if !hasNext(top) then pop()
        else
          reader.at(Member.Element)
          if !watch.takes(cluster, Member.Element) then begin(s.element)
      case m: Shape.Mapping =>
        if !hasNext(top) then pop()
        else if isValue(index(top)) then
          reader.at(Member.Value)
          if !watch.takes(cluster, Member.Value) then begin(m.value)
        else
          reader.at(Member.Key)
          if !watch.takes(cluster, Member.Key) then begin(m.key)
      case other => throw new IllegalStateException(other.name)

  private def hasNext(top: Int): Boolean =
    left(top) -= 1
    index(top) += 1
    left(top) >= 0

  private def push(cluster: Cluster[InColumn], count: Int): Unit =
    reader.begin(cluster)
    pushed(cluster, count)

  private def pushed(cluster: Cluster[InColumn], count: Int): Unit =
    if depth == index.length then
      index = java.util.Arrays.copyOf(index, depth * 2)
      left = java.util.Arrays.copyOf(left, depth * 2)
      numbers = java.util.Arrays.copyOf(numbers, depth * 2)
    numbers(depth) = number
    index(depth) = -1
    left(depth) = if cluster.shape.isInstanceOf[Shape.Mapping] then count * 2L else count
    around += 1

  private def pop(): Unit =
    reader.end()
    around -= 1
    watch.ended(numbers(around))

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

  /** What has no marker of its own stands there without. */
  private def beginInside(shape: Shape): Unit = shape match
    case _: Shape.Mapped | _: Shape.Custom | _: Shape.Singleton => body(shape, isTagged = false)
    case _                                                      => begin(shape)

  private def met(code: Long): Unit =
    if code >= Role.FirstReference then watch.refers(reader.target(code))
    else if code <= Role.FirstExternal then watch.refersOutside(Role.FirstExternal - code)

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

  /** Counts the object that begins, if it is one. */
  private def count(shape: Shape): Unit =
    subtype = -1
    number = -1
    if isObject(shape) then
      val before = reader.objects
      val ignored = reader.getIdentity(shape)
      if reader.objects > before then number = before

  private def body(shape: Shape, isTagged: Boolean): Unit =
    val isObject0 = isObject(shape)
    if isObject0 && !shape.isInstanceOf[Shape.Open] then watch.begins(number, subtype, reader.cluster(shape))
    if !isStopped && !(isObject0 && number >= 0 && watch.passes(number)) then parts(shape, isTagged)

  private def parts(shape: Shape, isTagged: Boolean): Unit = shape match
    case _: Shape.Product  => push(reader.cluster(shape), 0)
    case s: Shape.Sequence => sequence(s, isTagged)
    case m: Shape.Mapping =>
      val size = sizeOf(m, if WithoutBytes.are(m.key) then m.value else m.key, isTagged)
      if size >= 0 then push(reader.cluster(m), if WithoutBytes.are(m.key) && WithoutBytes.are(m.value) then 0 else size)
    case m: Shape.Mapped    => beginInside(m.inner)
    case o: Shape.Open      => open(o)
    case _: Shape.Singleton => ()
    case c: Shape.Custom    => custom(c)
    case _                  => begin(shape)

  private def sequence(s: Shape.Sequence, isTagged: Boolean): Unit =
    val size = sizeOf(s, s.element, isTagged)
    if size >= 0 then
      val cluster = reader.cluster(s)
      if ClusteredBuilder.mayHaveClass(s) then cluster.place(Member.ArrayClass).column(Role.String).skip(1)
      s.element match
        case scalar: Shape.Scalar =>
          reader.begun(cluster)
          reader.place = cluster.place(Member.Element)
          scalars(scalar, size)
        case _ => push(cluster, size)

  /** -1 if it is not there. */
  private def sizeOf(shape: Shape, element: Shape, isTagged: Boolean): Int =
    val isThere = isTagged || reader.code() == Role.Present
    if !isThere then -1
    else
      val size = if reader.size != ClusteredReader.NotRead then reader.size else reader.readSize(shape)
      reader.size = ClusteredReader.NotRead
      // Elements without values are not built, and nothing is to be gone over.
      if !WithoutBytes.are(element) then reader.check(size, element, shape)
      size

  private def open(o: Shape.Open): Unit =
    val cluster = reader.cluster(o)
    reader.place = cluster.place(Member.Leaf)
    val code = reader.code()
    val tables = reader.subtypeTables
    if code < 0 || code >= tables.length then throw new PickleException.Malformed(s"subtype $code of ${o.name}")
    reader.place = cluster.place(Member.Content)
    reader.begun(cluster)
    val shape = tables(code.toInt).shape
    subtype = code.toInt
    if !isObject(shape) then watch.begins(number, subtype, cluster)
    if !isStopped then body(shape, isTagged = false)

  /** So many of them, which stand at the reader's place. */
  def scalars(s: Shape.Scalar, count: Int): Unit =
    if s.kind != ScalarKind.Unit then reader.place.column(Role.of(s.kind)).skip(count)

  private def custom(c: Shape.Custom): Unit =
    val known = StandardValues.picklerOf(c)
    val unpickler = if known.isDefined then known.get else byHand(c)
    if unpickler == null then
      val reason = s"a pickler by hand wrote ${PickleException.quote(c.name)}, and its end is unknown here"
      throw new PickleException.IncompatibleShape(Seq(reason), c.name, "a value to skip")
    val ignored = ByHand.get(unpickler, reader)

  /** Where it is, to be gone back to: of each that is around what it is, which part, and how many are to come. */
  def frames: Walk.Frames =
    import java.util.Arrays.{copyOf, copyOfRange}
    val around = copyOfRange(reader.around, reader.depthAround - depth, reader.depthAround)
    new Walk.Frames(around, copyOf(index, depth), copyOf(left, depth))

  def restore(frames: Walk.Frames): Unit =
    isStopped = false
    around = frames.index.length
    index = java.util.Arrays.copyOf(frames.index, depth + FirstDepth)
    left = java.util.Arrays.copyOf(frames.left, depth + FirstDepth)
    numbers = new Array[Int](depth + FirstDepth)
    java.util.Arrays.fill(numbers, -1)
    reader.around = java.util.Arrays.copyOf(frames.around, depth + FirstDepth)
    reader.depthAround = depth

  /** What is around the reader's place, from the outermost that the walk began: `.name`, `[3]`, `.keys[0]`. */
  def path: String =
    val base = reader.depthAround - depth
    PathText(depth) { i =>
      val at = index(i)
      if at < 0 then ""
      else
        reader.around(base + i).shape match
          case p: Shape.Product  => s".${p.fieldNames(at)}"
          case _: Shape.Sequence => s"[$at]"
          case _                 => if isValue(at) then s".values[${at / 2}]" else s".keys[${at / 2}]"
    }

private[graph] object Walk:
  private final val FirstDepth = 16

  /** It has a number, but for collections that are empty. */
  private def isObject(shape: Shape): Boolean = shape match
    case _: Shape.Product | _: Shape.Open | _: Shape.Sequence | _: Shape.Mapping => true
    case _                                                                   => false

  /** The same, or a family of such. */
  def hasNumber(shape: Shape): Boolean = isObject(shape) || shape.isInstanceOf[Shape.Sum]

  private def isValue(index: Int): Boolean = (index & 1) != 0

  /** What is around a place. */
  final class Frames(val around: Array[Cluster[InColumn]], val index: Array[Int], val left: Array[Long]):
    def depth: Int = index.length

  val NoFrames: Frames = new Frames(new Array(0), Array.emptyIntArray, Array.emptyLongArray)

  /** What a walk tells. */
  trait Watch:
    /** An object or collection begins: its number, or -1; which subtype it is, or -1; its cluster, or that of the open type where
      * it is no class with fields.
      */
    def begins(number: Int, subtype: Int, cluster: Cluster[InColumn]): Unit

    /** A member of what is around is reached: true if the watch has read what stands there itself. */
    def takes(cluster: Cluster[InColumn], member: Int): Boolean = false

    /** The object of this number, which has begun, is not to be gone over: true if the watch has moved the reader to its end. */
    def passes(number: Int): Boolean = false

    /** All of the object of this number, or of a collection without one (-1), has been gone over. */
    def ended(number: Int): Unit = ()

    /** The object of this number is referred to. */
    def refers(number: Int): Unit

    /** An object outside of the graph is, by the number of its name. */
    def refersOutside(number: Long): Unit

  /** Looks at nothing. */
  object Blind extends Watch:
    def begins(number: Int, subtype: Int, cluster: Cluster[InColumn]): Unit = ()
    def refers(number: Int): Unit = ()
    def refersOutside(number: Long): Unit = ()
