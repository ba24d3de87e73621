package brine.graph.clustered

import java.lang.ref.{Reference, SoftReference, WeakReference}
import java.util.{Collections, IdentityHashMap, WeakHashMap}
import scala.collection.mutable
import brine.{PickleBuilder, PickleException, PickleOptions, Pickler, Subtype}
import brine.shape.{Fingerprint, ScalarKind, Shape}

/** Which objects of a value are led to by more than weak and soft references: a first run of the pickler, whose output is thrown
  * away, and in which these references are empty.
  */
private[clustered] final class Reachable(mapper: ObjectMapper, options: PickleOptions) extends PickleBuilder(options):
  def contains(value: AnyRef): Boolean = identities.find(value) >= 0

  private[brine] override def replacesObjects: Boolean = true
  private[brine] override def replacement(value: AnyRef): AnyRef | Null =
    if mapper.externalName(value) != null then PickleBuilder.Put else mapper.map(value)

  // As of the run that writes, since picklers may look.
  override def asksEachElement: Boolean = true
  private[brine] override def putsValuesFirst: Boolean = true

  def putReference(id: Int, arity: Int): Unit = ()
  def putIdentity(id: Int): Unit = ()
  def putNull(): Unit = ()
  def putPresent(): Unit = ()
  def putUnit(): Unit = ()
  def putBoolean(value: Boolean): Unit = ()
  def putByte(value: Byte): Unit = ()
  def putShort(value: Short): Unit = ()
  def putChar(value: Char): Unit = ()
  def putInt(value: Int): Unit = ()
  def putLong(value: Long): Unit = ()
  def putFloat(value: Float): Unit = ()
  def putDouble(value: Double): Unit = ()
  def putString(value: String | Null): Unit = ()
  def beginProduct(shape: Shape.Product): Unit = ()
  def beginField(shape: Shape.Product, index: Int): Unit = ()
  def endProduct(shape: Shape.Product): Unit = ()
  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = ()
  override def putObject(shape: Shape.Singleton): Unit = ()
  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()
  def putNone(shape: Shape.Optional): Unit = ()
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit = ()
  def endSome(shape: Shape.Optional): Unit = ()
  override def putArrayClass(shape: Shape.Sequence, name: String): Unit = ()
  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = ()
  def beginElement(shape: Shape.Sequence, index: Int): Unit = ()
  def endSequence(shape: Shape.Sequence): Unit = ()
  override def putArray(shape: Shape.Sequence, kind: ScalarKind, array: AnyRef): Unit = ()
  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit = ()
  def beginKey(shape: Shape.Mapping, index: Int): Unit = ()
  def beginValue(shape: Shape.Mapping, index: Int): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit = ()

private[clustered] object Reachable:
  /** The objects of this value, found by a run of its pickler. */
  def of[A](value: A, pickler: Pickler[A], mapper: ObjectMapper, options: PickleOptions): Reachable =
    val scan = new Reachable(mapper, options)
    pickler.pickle(value, scan)
    scan

  /** What the picklers of weak and soft references call them. */
  private val Names = Set("WeakReference", "SoftReference")

  /** Of shapes that are in use. */
  private val known = Collections.synchronizedMap(new WeakHashMap[Shape, java.lang.Boolean])

  /** Whether values of this type may hold weak or soft references, as far as it tells: an open type does not. */
  def mayHold(shape: Shape): Boolean =
    val found = known.get(shape)
    if found != null then found
    else
      val made = parts(shape).exists { case p: Shape.Product => Names(p.name); case _ => false }
      known.put(shape, made)
      made

  private def parts(root: Shape): Iterator[Shape] =
    val met = Collections.newSetFromMap(new IdentityHashMap[Shape, java.lang.Boolean])
    val open = mutable.Queue(root)
    met.add(root)
    Iterator.unfold(())(_ => Option.when(open.nonEmpty) {
      val shape = open.dequeue()
      for part <- Fingerprint.childrenOf(shape) do if met.add(part) then open += part
      (shape, ())
    })

  /** Where no type told beforehand that there would be references. */
  def unexpected(subtype: String): PickleException = PickleException.UnexpectedClass.because(
    subtype, "weak or soft reference",
    "behind an open type, that there are such must be told before the graph is written, by `GraphFormat.withReferences`"
  )

  /** A reference that leads nowhere, of the same class. */
  def emptied(reference: Reference[?]): Reference[?] =
    val c = reference.getClass
    if c == classOf[WeakReference[?]] then new WeakReference(null)
    else if c == classOf[SoftReference[?]] then new SoftReference(null)
    else reference // of a class of the user's, with a pickler of the user's

  /** What is no object to be held: it is written where it stands. */
  def isValue(target: Any): Boolean = target match
    case _: (String | Number | java.lang.Boolean | Character) => true
    case _                                                    => false
