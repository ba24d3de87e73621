package brine.plan

import brine.{PickleException, PickleReader}

/** The objects of one pickle while it is read: finds what a reference means, and rebuilds cycles.
  *
  * An object is built by its constructor when its parts are complete. Only in a real cycle is that impossible: some
  * part is, or contains, a reference to an object whose own parts are still being read. Then, in this order:
  *   1. if all that the referred object lacks is mutable fields, it is built early, and they are filled when it is
  *      complete ([[Pending]], [[Early]]);
  *   1. else, if only mutable fields (or array elements) of the referring object wait, it is built without them and
  *      they are filled later ([[Unbuilt]]);
  *   1. else the referring object itself waits for what its constructor needs.
  * What looks into its parts while it is built (a hashed collection, a constructor that computes, a function that maps)
  * must find them complete, so it waits whenever anything is incomplete.
  *
  * As soon as the outermost object that anything waits for has been read, all that waits can be settled: waiting
  * objects are built as their parts appear, then the open fields are filled, and last, inner ones first, what must find
  * its parts complete is built. What then still waits is a cycle that no constructor can rebuild.
  *
  * Cost: one slot of a table for an object that keeps its identity; the rest only for objects in cycles. Nothing
  * recurses.
  */
private[brine] final class Assembly extends SlotTable:
  import Assembly.*

  private var outermostAwaited = Int.MaxValue
  private var settlement: Settlement | Null = null

  /** What emitted code was handed null for, if that null stands for an object that is not built yet. */
  private var unbuilt: Unbuilt | Null = null

  /** Some object that was referred to is not complete. */
  def isAwaiting: Boolean = outermostAwaited != Int.MaxValue

  /** The object of this slot is built. */
  def complete(slot: Int, value: AnyRef): Unit =
    if slot >= 0 then
      val before = at(slot)
      set(slot, value)
      if before != null then
        before match
          case placeholder: Unbuilt => placeholder.fulfil(value)
          case _                    => ()
      if slot == outermostAwaited then settle()

  /** The same for an object whose class does not tell its type. */
  def complete(slot: Int, value: AnyRef, plan: Plan): Unit =
    if slot >= 0 then
      know(slot, plan)
      complete(slot, value)

  /** What the reference with this tag means at a place of this plan: the object, or an [[Unbuilt]]. */
  def resolve(tag: Int, expected: Plan): AnyRef =
    val slot = slotOf(tag)
    val known = at(slot)
    val value = if known != null && !known.isInstanceOf[Unfinished] then known else awaited(slot)
    if !value.isInstanceOf[Unbuilt] then check(slot, value, expected)
    value

  /** The object of a slot, or the placeholder of one that is not built; from now on it is awaited. */
  private def awaited(slot: Int): AnyRef =
    at(slot) match
      case null =>
        val placeholder = new Unbuilt
        set(slot, placeholder)
        outermostAwaited = math.min(outermostAwaited, slot)
        placeholder
      case pending: Pending =>
        if pending.canBuild then buildEarly(slot, pending)
        else
          set(slot, null)
          awaited(slot)
      case early: Early =>
        outermostAwaited = math.min(outermostAwaited, slot)
        early.value
      // A placeholder that is there already: its slot is still being read, or waits for one that is.
      case known => known

  /** The parts of the object in this slot, which is being read, are these; the array may still be filled. */
  def pend(slot: Int, plan: Plan.Product, parts: Array[AnyRef], isReady: Boolean): Unit =
    if slot >= 0 then set(slot, new Pending(plan, parts, isReady))

  private def buildEarly(slot: Int, pending: Pending): AnyRef =
    val value = PlanReader.construct(pending.plan, if pending.isReady then pending.parts else known(pending.parts))
    complete(slot, value, pending.plan)
    set(slot, new Early(value))
    outermostAwaited = math.min(outermostAwaited, slot)
    value

  private def known(parts: Array[AnyRef]): Array[AnyRef] =
    parts.map(part => if (part eq PlanReader.Missing) || part.isInstanceOf[Unbuilt] then null else part)

  /** After the parts of an object have been read: the object, if it had to be built early, else null. */
  def early(slot: Int): AnyRef | Null =
    if slot < 0 then null
    else
      at(slot) match
        case early: Early => early.value
        case _            => null

  /** Fills the mutable fields of an object that was built early: it is complete. */
  def fill(slot: Int, plan: Plan.Product, value: AnyRef, parts: Array[AnyRef]): AnyRef =
    var i = 0
    while i < parts.length do
      if plan.isMutable(i) then
        parts(i) match
          case placeholder: Unbuilt => placeholder.fillLater(plan, value, i)
          case part                 => PlanReader.assign(plan, value, i, part)
      i += 1
    complete(slot, value)
    value

  /** An object that was built before its mutable fields were read. Only for families in which nothing looks into its
    * parts while it is built: nothing there can tell that it is not complete.
    */
  def begin(slot: Int, value: AnyRef): Unit = if slot >= 0 then set(slot, value)

  /** The same for an object whose class does not tell its type. */
  def begin(slot: Int, value: AnyRef, plan: Plan): Unit =
    if slot >= 0 then
      know(slot, plan)
      set(slot, value)

  private def check(slot: Int, value: AnyRef, expected: Plan): Unit = expected match
    case p: Plan.Product if !p.isGeneric =>
      if !p.isExactly(value) then mismatch(expected, value)
    case s: Plan.Sum =>
      if s.access.leafOf(s.index, value) < 0 then mismatch(expected, value)
    case s: Plan.Sequence if s.isReified =>
      if value.getClass != s.ops.asInstanceOf[SequenceOps.OfArray].arrayClass then mismatch(expected, value)
    case _ =>
      val plan = planOf(slot)
      if plan == null || !isOfClass(expected, value) || !((plan eq expected) || sameType(plan, expected)) then
        mismatch(expected, value)

  private def isOfClass(plan: Plan, value: AnyRef): Boolean = plan match
    case s: Plan.Sequence => s.ops.isInstance(value)
    case m: Plan.Mapping  => m.ops.isInstance(value)
    case p: Plan.Product  => p.isExactly(value)
    case _                => true

  private def sameType(a: Plan, b: Plan): Boolean =
    a.getClass == b.getClass && a.shape.name == b.shape.name && a.shape.typeFingerprint == b.shape.typeFingerprint

  private def mismatch(expected: Plan, value: AnyRef): Nothing =
    throw new PickleException.WrongType(expected.shape.name, s"a reference to a ${value.getClass.getSimpleName}")

  // ---- for emitted code, which has no room for an Unbuilt in a typed place

  /** Like [[resolve]], with null in place of an [[Unbuilt]]; [[takeUnbuilt]] tells. */
  def resolveOrNull(tag: Int, expected: Plan): AnyRef | Null =
    if tag == PickleReader.NullTag then null else hide(resolve(tag, expected))

  /** Like [[resolveOrNull]] where the caller checks the type. */
  def lookUpOrNull(tag: Int): AnyRef | Null =
    val slot = slotOf(tag)
    val known = at(slot)
    if known != null && !known.isInstanceOf[Unfinished] then known else hide(awaited(slot))

  /** The same by the number itself, in a format that counts. */
  def numberedOrNull(number: Int): AnyRef | Null =
    if number < 0 || number >= size then throw noObject(number)
    val known = at(number)
    if known != null && !known.isInstanceOf[Unfinished] then known else hide(awaited(number))

  def hide(value: AnyRef): AnyRef | Null = value match
    case placeholder: Unbuilt =>
      unbuilt = placeholder
      null
    case built => built

  /** After a read that gave null: what that null stands for, or null if it is one. */
  def takeUnbuilt(): Unbuilt | Null =
    val placeholder = unbuilt
    unbuilt = null
    placeholder

  // ---- a stack of elements, for collections that emitted code reads

  private var elements: Array[AnyRef] = Plan.NoValues
  private var elementCount = 0

  def stacked: Int = elementCount

  def stack(element: AnyRef): Unit =
    val index = elementCount
    if index == elements.length then enlargeStack()
    elements(index) = element
    elementCount = index + 1

  private def enlargeStack(): Unit =
    elements = java.util.Arrays.copyOf(elements, math.max(FirstStack, elements.length * 2))

  /** Takes the elements above `base` off the stack and puts them together; `waits`: some are [[Unbuilt]]. */
  def unstack(slot: Int, plan: Plan.Sequence, base: Int, waits: Boolean): AnyRef =
    val top = elementCount
    elementCount = base
    if waits || plan.ops.isHashed then sequence(slot, plan, java.util.Arrays.copyOfRange(elements, base, top))
    else
      val value = plan.ops.fromStack(elements, base, top)
      complete(slot, value, plan)
      value

  // ---- building

  /** Builds an object of `plan` from parts of which some may be [[Unbuilt]]; gives it, or an [[Unbuilt]] for it. */
  def product(slot: Int, plan: Plan.Product, parts: Array[AnyRef]): AnyRef =
    if plan.looksIntoParts && isAwaiting then deferred(slot, plan, parts, isLate = true)
    else if Settlement.needsMore(plan, parts) then deferred(slot, plan, parts, isLate = false)
    else
      val value = Settlement.product(plan, parts)
      complete(slot, value, plan)
      value

  /** Puts a collection together from parts of which some may be [[Unbuilt]]; gives it, or an [[Unbuilt]] for it. */
  def sequence(slot: Int, plan: Plan.Sequence, parts: Array[AnyRef]): AnyRef =
    if plan.ops.isHashed && isAwaiting then deferred(slot, plan, parts, isLate = true)
    else if Settlement.needsMore(plan, parts) then deferred(slot, plan, parts, isLate = false)
    else
      val value = Settlement.sequence(plan, parts)
      complete(slot, value, plan)
      value

  /** A map, as [[sequence]]; `parts` holds keys and values in turn. */
  def mapping(slot: Int, plan: Plan.Mapping, parts: Array[AnyRef]): AnyRef =
    if plan.isCyclic && isAwaiting then deferred(slot, plan, parts, isLate = true)
    else
      val value = Settlement.mapping(plan, parts)
      complete(slot, value, plan)
      value

  /** `Some` of an [[Unbuilt]]. */
  def some(plan: Plan.Optional, content: AnyRef): AnyRef = deferred(-1, plan, Array(content), isLate = false)

  /** Another type's value from `inner`, which may be an [[Unbuilt]]. */
  def mapped(plan: Plan.Mapped, inner: AnyRef): AnyRef =
    val waits = inner.isInstanceOf[Unbuilt] || isAwaiting && plan.holdsTracked
    if waits then deferred(-1, plan, Array(inner), isLate = true) else PlanReader.mapTo(plan, inner)

  private def deferred(slot: Int, plan: Plan, parts: Array[AnyRef], isLate: Boolean): AnyRef =
    val result = placeholderOf(slot)
    if settlement == null then settlement = new Settlement(this)
    settlement.nn.defer(new Deferred(slot, plan, parts, result), isLate)
    if slot == outermostAwaited then settle()
    if result.value != null then result.value else result

  private def placeholderOf(slot: Int): Unbuilt =
    if slot < 0 then new Unbuilt
    else
      at(slot) match
        case placeholder: Unbuilt => placeholder
        case _ =>
          val placeholder = new Unbuilt
          set(slot, placeholder)
          placeholder

  /** Everything that waits depends only on objects that have been read by now. */
  private def settle(): Unit =
    outermostAwaited = Int.MaxValue
    if settlement != null then settlement.nn.settle()

private object Assembly:
  private final val FirstStack = 64
