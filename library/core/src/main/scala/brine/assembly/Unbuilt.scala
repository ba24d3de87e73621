package brine.assembly

import brine.PickleReader
import brine.plan.{Access, Plan, Unfinished}
import brine.assembly.ReaderAssembly.*

/** An object that is referred to and not built yet. */
private[brine] final class Unbuilt extends Unfinished:
  private var built: AnyRef | Null = null
  private var openFields: OpenField | Null = null
  private var waiting: List[Deferred] = Nil
  private var expected: List[Plan] = Nil
  private var conversions: List[Conversion] = Nil

  /** These are to make another object of it. */
  def converting: List[Conversion] = conversions
  def convertLater(conversion: Conversion): Unit = conversions = conversion :: conversions

  /** Records that a place of this plan refers to it. */
  def expect(plan: Plan): Unit = if !expected.exists(_ eq plan) then expected = plan :: expected

  /** The plans of the places that refer to it. */
  def places: List[Plan] = expected

  /** The object, once there is one. */
  def value: AnyRef | Null = built

  /** Records that field (or array element) `index` of `target`, an object of `plan`, is this object: it is filled
    * once the object exists.
    */
  def fillLater(plan: Plan, target: AnyRef, index: Int): Unit =
    openFields = new OpenField(plan, target, index, openFields)

  /** Records that `item` waits for it. Called once for each part of `item` that is this object. */
  def awaitedBy(item: Deferred): Unit = waiting = item :: waiting

  /** Fills the open places with the object, which has been built. Objects that waited, and now lack nothing, become
    * ready.
    */
  def fulfil(value: AnyRef): Unit =
    built = value
    var field = openFields
    while field != null do
      field.fill(value)
      field = field.next
    openFields = null
    var item = waiting
    while item.nonEmpty do
      item.head.partBuilt()
      item = item.tail
    waiting = Nil
    val converting = conversions
    conversions = Nil
    for conversion <- converting do conversion.found(value)

/** A mutable field or array element that is filled once its object exists. */
private final class OpenField(plan: Plan, target: AnyRef, index: Int, val next: OpenField | Null):
  def fill(value: AnyRef): Unit = plan match
    case p: Plan.Product  => Construction.assign(p, target, index, value)
    case s: Plan.Sequence => s.ops.assign(target, index, value)
    case m: Plan.Mapped   => m.edge.nn.lead(target, value)
    case other            => throw new IllegalStateException(other.shape.name)

/** The parts of an object that are not built yet, by number, as a list. The [[Assembly]] keeps it while the fields of
  * a class are read, and emitted code while it fills an array.
  */
private[brine] final class WaitingPart(val index: Int, val part: Unbuilt, val next: WaitingPart | Null)

private[brine] object WaitingPart:
  /** Adds part `index` to `list` if that part was read as null and replaces an object that is not built yet. */
  def addTo(list: WaitingPart | Null, index: Int, reader: PickleReader): WaitingPart | Null =
    val unbuilt = reader.takeUnbuilt()
    if unbuilt == null then list else new WaitingPart(index, unbuilt, list)

  inline def foreach(list: WaitingPart | Null)(inline use: (Int, Unbuilt) => Unit): Unit =
    var waiting = list
    while waiting != null do
      use(waiting.index, waiting.part)
      waiting = waiting.next

/** The parts that have been read of an object. They suffice to build it early, if something refers to it before it is
  * complete and only mutable fields are missing.
  *
  * @param isReady nothing but mutable fields is missing (they are null), and the array will not change
  */
private[brine] final class Pending(val plan: Plan.Product, val parts: Array[AnyRef], val isReady: Boolean)
    extends Unfinished:
  def canBuild: Boolean = isReady || plan.storesOnly && hasAllNeeded

  private def hasAllNeeded: Boolean =
    val isMutable = plan.isMutable
    var i = 0
    while i < parts.length do
      if !isMutable(i) && ((parts(i) eq Access.Missing) || parts(i).isInstanceOf[Unbuilt]) then return false
      i += 1
    true

/** An object that was built early, whose mutable fields are not filled yet: it may be referred to, but not read. */
private[brine] final class Early(val value: AnyRef) extends Unfinished
