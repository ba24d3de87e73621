package brine.graph.clustered

import java.lang.ref.{Reference, SoftReference, WeakReference}
import java.util.{Collections, IdentityHashMap, WeakHashMap}
import scala.collection.mutable
import brine.{PickleException, PickleOptions, Pickler}
import brine.shape.{Fingerprint, Shape}

/** Which objects of a value are led to by more than weak and soft references: a first run of the pickler, whose output is thrown
  * away, and in which these references are empty.
  */
private[clustered] final class Reachable(mapper: ObjectMapper, options: PickleOptions) extends Onlooker(options), Ruled(mapper):
  def contains(value: AnyRef): Boolean = identities.find(value) >= 0

  protected def putExternal(name: String): Unit = ()

  // As of the run that writes, since picklers may look.
  override def asksEachElement: Boolean = true
  private[brine] override def putsValuesFirst: Boolean = true

private[clustered] object Reachable:
  /** The objects of this value, found by a run of its pickler. */
  def of[A](value: A, pickler: Pickler[A], mapper: ObjectMapper, options: PickleOptions): Reachable =
    val scan = new Reachable(mapper, options)
    Serialization.put(value, pickler, scan)
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
    "references behind an open type must be declared before the graph is written, by `GraphFormat.withReferences`"
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
