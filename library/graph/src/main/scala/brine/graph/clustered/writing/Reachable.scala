package brine.graph.clustered.writing

import java.lang.ref.{Reference, SoftReference, WeakReference}
import java.util.{Collections, IdentityHashMap, WeakHashMap}
import scala.collection.mutable
import brine.{PickleException, PickleOptions, Pickler}
import brine.shape.{Fingerprint, Shape}

/** The objects of a value with other references than weak and soft ones. A first run of the pickler finds them; its
  * output is discarded, and these references are empty in it.
  */
private[clustered] final class Reachable(mapper: ObjectMapper, options: PickleOptions)
    extends DiscardingBuilder(options), RuleApplying(mapper):
  def contains(value: AnyRef): Boolean = identities.find(value) >= 0

  protected def putExternal(name: String): Unit = ()

  // The settings equal those of the writing run, since picklers may depend on them.
  override def asksEachElement: Boolean = true
  private[brine] override def putsValuesFirst: Boolean = true

private[clustered] object Reachable:
  /** Finds the objects of this value by a run of its pickler. */
  def of[A](value: A, pickler: Pickler[A], mapper: ObjectMapper, options: PickleOptions): Reachable =
    val scan = new Reachable(mapper, options)
    Serialization.put(value, pickler, scan)
    scan

  /** The names of the shapes of weak and soft references. */
  private val Names = Set("WeakReference", "SoftReference")

  /** Results by shape, for shapes that are in use. */
  private val known = Collections.synchronizedMap(new WeakHashMap[Shape, java.lang.Boolean])

  /** Returns true if values of this type may hold weak or soft references, as far as the type shows it: an open type
    * does not.
    */
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
    Iterator.unfold(())(_ =>
      Option.when(open.nonEmpty) {
        val shape = open.dequeue()
        for part <- Fingerprint.childrenOf(shape) do if met.add(part) then open += part
        (shape, ())
      }
    )

  /** The failure for references that no type declared. */
  def unexpected(subtype: String): PickleException = PickleException.UnexpectedClass.because(
    subtype,
    "weak or soft reference",
    "references behind an open type must be declared before the graph is written, by `GraphFormat.withReferences`"
  )

  /** An empty reference of the same class. */
  def emptied(reference: Reference[?]): Reference[?] =
    val c = reference.getClass
    if c == classOf[WeakReference[?]] then new WeakReference(null)
    else if c == classOf[SoftReference[?]] then new SoftReference(null)
    else reference // a class of the user, with the user's pickler

  /** True for a value without identity: it is written at its place. */
  def isValue(target: Any): Boolean = target match
    case _: (String | Number | java.lang.Boolean | Character) => true
    case _                                                    => false
