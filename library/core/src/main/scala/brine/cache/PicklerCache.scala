package brine.cache

import java.lang.ref.WeakReference
import scala.reflect.ClassTag
import brine.{internal, Pickler}

/** Caches picklers with parts, so that each is made once, however many calls need it: `Pickler[List[Person]]` for
  * each pickler of `Person`, a derived pickler of `Box[Person]` for each place in the code that derives `Box` and
  * each pickler of `Person` (docs/adr/0038).
  *
  * A key is a string that a given of Brine's has for itself, or the class that a derivation has emitted. A pickler is
  * in the table of its last part that could be forgotten, so that it is forgotten with it. Not for users; public since
  * emitted code calls it.
  *
  * Cost of a lookup: a volatile read, and a comparison for each part. Nothing is allocated for one or two parts, unless
  * they are all permanent and the key is a user's class.
  */
@internal
object PicklerCache:
  /** Returns the pickler of `key` that was made without parts; null if there is none yet. */
  def find(key: Class[?]): Pickler[?] | Null = ofClass.get(key).nn.find(key)

  /** Returns the pickler of `key` that was made of `part`; null if there is none yet. */
  def find(key: AnyRef, part: AnyRef): Pickler[?] | Null =
    val table = part match
      case only: PicklerPart[?] => only.table
      case byHand: Pickler[?]   => CustomParts.tableOf(byHand)
      case _                    => null
    val known = if table == null then null else table.find(key)
    if known != null then known else findAll(key, Array(part))

  /** Returns the pickler of `key` that was made of `a` and `b`; null if there is none yet. */
  def find(key: AnyRef, a: AnyRef, b: AnyRef): Pickler[?] | Null =
    val table = b match
      case last: PicklerPart[?] => if last.isPermanent then tableBefore(last, a) else last.table
      case byHand: Pickler[?]   => CustomParts.tableOf(byHand)
      case _                    => tableBefore(null, a)
    val known = if table == null then null else table.find(key, a, b)
    if known != null then known else findAll(key, Array(a, b))

  /** The table of the part that could be forgotten, else `otherwise`. */
  private def tableBefore(otherwise: PicklerPart[?] | Null, part: AnyRef): PicklerTable | Null = part match
    case first: PicklerPart[?] => if first.isPermanent && otherwise != null then otherwise.table else first.table
    case byHand: Pickler[?]    => CustomParts.tableOf(byHand)
    case _                     => if otherwise == null then null else otherwise.table

  /** Returns the pickler of `key` that was made of these parts; null if there is none yet. */
  def findAll(key: AnyRef, parts: Array[AnyRef]): Pickler[?] | Null = tableOf(key, parts).find(key, parts)

  /** The pickler of a given of Brine's own: `key` is a string that no other given has. */
  private[brine] inline def once[A](key: String, part: Pickler[?])(inline make: => Pickler[A]): Pickler[A] =
    val known = find(key, part)
    (if known != null then known else keepAll(key, make, Array(part))).asInstanceOf[Pickler[A]]

  private[brine] inline def once[A](
      key: String,
      a: Pickler[?],
      b: AnyRef | Null
  )(inline make: => Pickler[A]): Pickler[A] =
    val known = find(key, a, b)
    (if known != null then known else keepAll(key, make, Array(a, b))).asInstanceOf[Pickler[A]]

  private[brine] inline def once[A](key: String, parts: Array[AnyRef | Null])(inline make: => Pickler[A]): Pickler[A] =
    val known = findAll(key, parts)
    (if known != null then known else keepAll(key, make, parts)).asInstanceOf[Pickler[A]]

  /** Keeps an emitted pickler that was not found, and returns it, or the one that another thread was faster to keep. */
  def keep[A](made: Pickler[A]): Pickler[A] = keepAll(made.getClass, made, PicklerPart.NoParts)

  def keep[A](made: Pickler[A], part: AnyRef): Pickler[A] = keepAll(made.getClass, made, Array(part))

  def keep[A](made: Pickler[A], a: AnyRef, b: AnyRef): Pickler[A] = keepAll(made.getClass, made, Array(a, b))

  def keepAll[A](made: Pickler[A], parts: Array[AnyRef]): Pickler[A] = keepAll(made.getClass, made, parts)

  /** Keeps a pickler by the key of its given. */
  private[brine] def keepAll[A](key: AnyRef, made: Pickler[A], parts: Array[AnyRef]): Pickler[A] =
    val pickler = made.asInstanceOf[PicklerPart[A]]
    val owner = forgettable(parts)
    val loader = owner match
      case part: PicklerPart[?]      => part.loader
      case null if !isPermanent(key) => loaderOf(key)
      case _                         => brine
    // The table of a handwritten pickler is not part of it: a pickler in there would keep it from being collected.
    val isHeld = !isByHand(owner) && isWithin(key, loader) && parts.forall(p => (p eq owner) || isHeldBy(loader, p))
    pickler.makeOf(parts)
    if owner == null && isHeld && isPermanent(key) then pickler.setPermanent()
    tableOf(key, parts).keep(key, pickler, isHeld).asInstanceOf[Pickler[A]]

  private def isByHand(owner: Pickler[?] | Null): Boolean = owner != null && !owner.isInstanceOf[PicklerPart[?]]

  /** The table where the pickler with this key is: that of the last part that could be forgotten. */
  private def tableOf(key: AnyRef, parts: Array[AnyRef]): PicklerTable = forgettable(parts) match
    case part: PicklerPart[?] => part.table
    case null                 => permanentTable(key, parts)
    case byHand               => CustomParts.tableOf(byHand)

  private def permanentTable(key: AnyRef, parts: Array[AnyRef]): PicklerTable =
    val last = parts.lastIndexWhere(_.isInstanceOf[PicklerPart[?]])
    key match
      case emitted: Class[?] if last < 0 || !isPermanent(emitted) => ofClass.get(emitted).nn
      case _                                                      => parts(last).asInstanceOf[PicklerPart[?]].table

  /** Returns the last of the picklers among `parts` that may be collected; null if there is none. */
  private[brine] def forgettable(parts: Array[AnyRef]): Pickler[?] | Null =
    var i = parts.length - 1
    while i >= 0 do
      parts(i) match
        case part: PicklerPart[?] => if !part.isPermanent then return part
        case byHand: Pickler[?]   => return byHand
        case _                    => ()
      i -= 1
    null

  /** Returns true if a part lives as long as `loader`, and exists only once. */
  private def isHeldBy(loader: ClassLoader | Null, part: AnyRef | Null): Boolean = part match
    case null                    => true
    case pickler: PicklerPart[?] => pickler.isPermanent
    case known: Class[?]         => isWithin(known, loader)
    case tag: ClassTag[?]        => isWithin(tag.runtimeClass, loader)
    case other                   => other.getClass.getName.endsWith("$") && isWithin(other.getClass, loader)

  /** Returns true if the code of `key` lives as long as `loader`. (A parent's code would, too; its entry is held
    * softly.)
    */
  private def isWithin(key: AnyRef, loader: ClassLoader | Null): Boolean = isPermanent(key) || (loaderOf(key) eq loader)

  private def loaderOf(key: AnyRef): ClassLoader | Null = key match
    case known: Class[?] => known.getClassLoader
    case _               => brine

  private val brine: ClassLoader | Null = getClass.getClassLoader

  /** Returns true if it is of Brine's own code, or of the JDK's. */
  private def isPermanent(key: AnyRef): Boolean = key match
    case known: Class[?] =>
      val loader = known.getClassLoader
      (loader eq brine) || loader == null
    case _ => true

  /** Emitted picklers without parts, or with permanent parts only, by their class. */
  private val ofClass = new ClassValue[PicklerTable]:
    def computeValue(c: Class[?]): PicklerTable = new PicklerTable

/** Tables for handwritten picklers, which are users' classes and contain none. */
private object CustomParts:
  /** Picklers of one class, which often is that of a single object. */
  private final class ClassEntry:
    @volatile private var known: Array[Own] = Array.empty

    def tableOf(pickler: Pickler[?]): PicklerTable =
      val found = find(pickler)
      if found != null then found else add(pickler)

    private def find(pickler: Pickler[?]): PicklerTable | Null =
      val all = known
      var i = 0
      while i < all.length do
        if all(i).refersTo(pickler) then return all(i).table
        i += 1
      null

    private def add(pickler: Pickler[?]): PicklerTable = synchronized {
      val found = find(pickler)
      if found != null then found
      else
        val live = known.filterNot(_.refersTo(null))
        val own = new Own(pickler)
        known = live.drop(live.length - PicklerTable.MostSoft + 1) :+ own
        own.table
    }

  private final class Own(pickler: Pickler[?]) extends WeakReference[Pickler[?]](pickler):
    val table = new PicklerTable

  private val ofClass = new ClassValue[ClassEntry]:
    def computeValue(c: Class[?]): ClassEntry = new ClassEntry

  def tableOf(pickler: Pickler[?]): PicklerTable = ofClass.get(pickler.getClass).nn.tableOf(pickler)
