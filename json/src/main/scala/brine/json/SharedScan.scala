package brine.json

import brine.{PickleBuilder, PickleException, PickleOptions, Pickler, Sharing}
import brine.shape.{ScalarKind, Shape}

/** Finds which objects of a value are referred to, so that only these get a number: a first run of the pickler, whose
  * output is thrown away.
  *
  * [[PickleBuilder.enter]] numbers objects in the order of the calls, so the numbers of this run are those of the run
  * that writes. Every call stands for a byte of JSON at least, so the limit on the output also ends this run.
  */
private[json] final class SharedScan(options: PickleOptions) extends PickleBuilder(options):
  private val referred = new java.util.BitSet()
  private var calls = 0L

  /** The ids of the objects referred to, ascending. */
  def shared: Array[Int] = referred.stream().toArray

  private def count(bytes: Int): Unit =
    calls += bytes
    if calls > options.limits.maxOutputBytes then
      throw new PickleException.LimitExceeded(
        s"more than ${options.limits.maxOutputBytes} bytes of output (limits.maxOutputBytes); if the value shares " +
          "immutable objects many times over, ask for `sharing = Sharing.All`"
      )

  override def putReference(id: Int, arity: Int): Unit =
    count(1)
    referred.set(id)

  def putIdentity(id: Int): Unit = ()
  def putNull(): Unit = count(1)
  def putPresent(): Unit = ()
  def putUnit(): Unit = count(1)
  def putBoolean(value: Boolean): Unit = count(1)
  def putByte(value: Byte): Unit = count(1)
  def putShort(value: Short): Unit = count(1)
  def putChar(value: Char): Unit = count(1)
  def putInt(value: Int): Unit = count(1)
  def putLong(value: Long): Unit = count(1)
  def putFloat(value: Float): Unit = count(1)
  def putDouble(value: Double): Unit = count(1)
  def putString(value: String | Null): Unit = count(1)
  def beginProduct(shape: Shape.Product): Unit = count(1)
  def beginField(shape: Shape.Product, index: Int): Unit = ()
  def endProduct(shape: Shape.Product): Unit = ()
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = count(1)
  override def putObject(shape: Shape.Singleton): Unit = count(1)
  def putNone(shape: Shape.Optional): Unit = count(1)
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = ()
  def endSome(shape: Shape.Optional): Unit = ()
  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = count(1)
  def beginElement(shape: Shape.Sequence, index: Int): Unit = ()
  def endSequence(shape: Shape.Sequence): Unit = ()
  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit =
    count(1 + java.lang.reflect.Array.getLength(array))
  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit = count(1)
  def beginKey(shape: Shape.Mapping, index: Int): Unit = ()
  def beginValue(shape: Shape.Mapping, index: Int): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit = ()

private[json] object SharedScan:
  private val NoIds = new Array[Int](0)

  /** The ids of the objects that are referred to when `value` is written, ascending. */
  def apply[A](value: A, pickler: Pickler[A], options: PickleOptions): Array[Int] =
    if options.sharing == Sharing.Off || (options.sharing == Sharing.Tracked && !holdsTracked(pickler.shape)) then NoIds
    else
      val scan = new SharedScan(options)
      pickler.pickle(value, scan)
      scan.shared

  // Shapes live as long as their picklers; most are few and static.
  private val known = java.util.Collections.synchronizedMap(new java.util.WeakHashMap[Shape, java.lang.Boolean]())

  /** Whether a value of this shape can hold an object that keeps its identity. A hand-written pickler may write any. */
  private def holdsTracked(shape: Shape): Boolean = shape match
    case _: Shape.Scalar => false
    case _ =>
      val before = known.get(shape)
      if before != null then before
      else
        val found = search(shape)
        known.put(shape, found)
        found

  /** A shape that does not end (types that refer to themselves with ever larger arguments) is given up here. */
  private final val MaxShapes = 100_000

  private def search(root: Shape): Boolean =
    val seen = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap[Shape, java.lang.Boolean]())
    val open = new java.util.ArrayDeque[Shape]()
    def visit(shape: Shape): Unit = if seen.add(shape) then open.add(shape)
    visit(root)
    while !open.isEmpty do
      if seen.size > MaxShapes then return true
      open.poll() match
        case p: Shape.Product  => if p.isTracked then return true else p.fieldShapes.foreach(visit)
        case s: Shape.Sum      => if s.isTracked then return true else s.leafShapes.foreach(visit)
        case o: Shape.Optional => visit(o.element)
        case s: Shape.Sequence => if s.isTracked then return true else visit(s.element)
        case m: Shape.Mapping =>
          if m.isTracked then return true
          visit(m.key)
          visit(m.value)
        case m: Shape.Mapped => visit(m.inner)
        case _: Shape.Custom => return true
        case _               => ()
    false
