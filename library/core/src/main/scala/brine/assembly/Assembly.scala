package brine.assembly

import brine.{PickleException, PickleReader}
import brine.collections.SequenceOps
import brine.plan.{Access, Component, Edge, Plan, Unfinished}
import brine.shape.Shape

/** The objects of one pickle while it is read: resolves references, and rebuilds cycles.
  *
  * An object is built by its constructor when its parts are complete. Only in a real cycle is that impossible: some
  * part is, or contains, a reference to an object whose own parts are still being read. Then, in this order:
  *
  *   1. If the referred object lacks only mutable fields, it is built early. They are filled when it is complete
  *      ([[Pending]], [[Early]]).
  *   1. Else, if only mutable fields (or array elements) of the referring object wait, it is built without them. They
  *      are filled later ([[Unbuilt]]).
  *   1. Else the referring object itself waits for the arguments of its constructor.
  *
  * Values that read their parts while they are built must find them complete: a hashed collection, a constructor that
  * computes, a function that maps. They therefore wait whenever anything is incomplete. Only objects that can lead to
  * an incomplete object wait: those of its [[Component]].
  *
  * When the outermost object that anything waits for has been read, all waiting objects can be completed. First,
  * waiting objects are built as their parts appear. Then the open fields are filled. Last, inner ones first, the
  * values are built that must find their parts complete. Objects that still wait cannot be built by constructors.
  *
  * Cost: one slot of a table for an object that keeps its identity; more only for objects in cycles. No recursion.
  */
private[brine] final class Assembly(private[assembly] val reader: PickleReader) extends SlotTable:
  import Assembly.*

  private val options = reader.options

  /** The innermost component with objects that are referred to and not complete, and the first of these objects. */
  private var region: Region | Null = null
  private var outermostAwaited = Int.MaxValue
  private var firstVisible = 0

  /** The object that is not built yet, for which emitted code received the last null. */
  private var unbuilt: Unbuilt | Null = null

  private var sameType: SameType | Null = null

  /** The checks that are deferred until all has been read. */
  private var conformance: Conformance | Null = null

  /** Makes all checks that were deferred to the end. */
  def verify(): Unit = if conformance != null then conformance.nn.verify()

  private[brine] def refuseUnbuilt(shape: Shape): Unit =
    if takeUnbuilt() != null then
      throw new PickleException.CyclicConstruction(
        s"reference to a ${shape.name} that is still being read, though a ${shape.name} cannot be part of a cycle"
      )

  /** Forgets all objects, for those of another pickle. Returns true if that has worked. Nothing is settled half. */
  private[brine] def restart(): Boolean =
    val isClean =
      region == null && unbuilt == null && waiting == null && conformance == null && watch == null &&
        outsideCount == 0 && stacked == 0
    if isClean then
      firstVisible = 0
      outermostAwaited = Int.MaxValue
      sameType = null
      knownMigrated = null
      forgetStack()
      knownParts = Plan.NoValues
      clear()
    isClean

  /** Called with each object that a constructor, or a migration, has made. */
  private[brine] var watch: (AnyRef => Unit) | Null = null

  private[brine] def watched[A <: AnyRef | Null](made: A): A =
    if watch != null && made != null then watch.nn(made)
    made

  /** The number of objects, the first ones, that the reader's own code supplied. Their class alone decides if
    * they fit a place; their type arguments are the caller's responsibility.
    */
  private[brine] var outsideCount: Int = 0

  /** An object of this plan could lead to one that is not complete. */
  def isAwaiting(plan: Plan): Boolean =
    val open = region
    open != null && (open.component eq Component.of(plan))

  /** Begins handwritten code. Nobody knows which objects it reads, so it sees none that is still being read, and a
    * value that it reads is complete when it has been read.
    */
  private[brine] def hideOuter(): Hidden =
    val state = new Hidden(region, outermostAwaited, firstVisible)
    region = null
    outermostAwaited = Int.MaxValue
    firstVisible = size
    state

  /** Ends handwritten code, which [[hideOuter]] began. */
  private[brine] def showOuter(hidden: AnyRef): Unit =
    val state = hidden.asInstanceOf[Hidden]
    region = state.region
    outermostAwaited = state.outermostAwaited
    firstVisible = state.firstVisible

  /** The object of this slot is built. */
  def complete(slot: Int, value: AnyRef): Unit =
    if slot >= 0 then
      val before = at(slot)
      set(slot, value)
      if before != null then
        before match
          case placeholder: Unbuilt =>
            for place <- placeholder.places do check(slot, value, place)
            placeholder.fulfil(value)
          case _ => ()
      if slot == outermostAwaited then settle()

  /** Completes an object whose class does not determine its type. */
  def complete(slot: Int, value: AnyRef, plan: Plan): Unit =
    if slot >= 0 then
      know(slot, plan)
      complete(slot, value)

  /** Returns the object of the reference with this tag at a place of this plan, or an [[Unbuilt]]. */
  def resolve(tag: Int, expected: Plan): AnyRef =
    val slot = slotOf(tag)
    val known = at(slot)
    val value = if known != null && !known.isInstanceOf[Unfinished] then known else awaited(slot, expected)
    val asLeaf = leafOf(value, expected)
    if asLeaf != null then asLeaf
    else
      if !value.isInstanceOf[Unbuilt] then check(slot, value, expected)
      value

  /** Returns the object that a migration makes of `value`, as a leaf of this family, if its leaf is another class
    * now; else null.
    */
  private def leafOf(value: AnyRef, expected: Plan): AnyRef | Null = expected match
    case s: Plan.Sum if s.hasMigratedLeaves => migrated.leaf(s, value, isAwaiting(s))
    case _                                  => null

  /** The object of a slot that is not complete, or its placeholder; from now on it is awaited. */
  private def awaited(slot: Int, expected: Plan): AnyRef =
    await(slot, expected)
    at(slot) match
      case pending: Pending if pending.canBuild => buildEarly(slot, pending)
      case early: Early                         => early.value
      case placeholder: Unbuilt =>
        placeholder.expect(expected)
        placeholder
      case _ =>
        val placeholder = new Unbuilt
        placeholder.expect(expected)
        set(slot, placeholder)
        placeholder

  private def await(slot: Int, expected: Plan): Unit =
    if slot < firstVisible then
      throw new PickleException.CyclicConstruction(
        s"a hand-written pickler needs a ${expected.shape.name} that is itself being read"
      )
    val component = Component.of(expected)
    val inner = region
    val isOpen = inner != null && (inner.component eq component)
    // All that is being read around this place is of its component, and open objects of other components are further
    // in.
    if !component.isCyclic || inner != null && !isOpen && slot <= inner.outermost then
      throw new PickleException.WrongType(
        expected.shape.name,
        "a reference to an object of another type that is being read"
      )
    if !isOpen then region = new Region(component, slot, inner)
    else if slot < inner.nn.outermost then inner.nn.outermost = slot
    outermostAwaited = region.nn.outermost

  /** The parts of the object in this slot, which is being read, are these; the array may still be filled. */
  def pend(slot: Int, plan: Plan.Product, parts: Array[AnyRef], isReady: Boolean): Unit =
    if slot >= 0 then set(slot, new Pending(plan, parts, isReady))

  private var knownParts: Array[AnyRef] = Plan.NoValues

  /** The parts that have been read and are built; null for the others. The next call uses the array again. */
  def known(parts: Array[AnyRef]): Array[AnyRef] =
    if knownParts.length != parts.length then knownParts = new Array[AnyRef](parts.length)
    val all = knownParts
    var i = 0
    while i < parts.length do
      val part = parts(i)
      all(i) = if (part eq Access.Missing) || part.isInstanceOf[Unbuilt] then null else part
      i += 1
    all

  private def buildEarly(slot: Int, pending: Pending): AnyRef =
    val parts = if pending.isReady then pending.parts else known(pending.parts)
    val value = watched(pending.plan.constructEarly(parts))
    know(slot, pending.plan)
    set(slot, new Early(value))
    value

  /** Returns the object after its parts have been read, if it had to be built early; else null. */
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
          case part                 => Construction.assign(plan, value, i, part)
      i += 1
    complete(slot, value)
    value

  /** Begins an object that was built before its mutable fields were read. Only for families in which no code reads
    * parts of an object while they are built, so that none can see incomplete ones.
    */
  def begin(slot: Int, value: AnyRef): Unit = if slot >= 0 then set(slot, value)

  /** Begins an object whose class does not determine its type. */
  def begin(slot: Int, value: AnyRef, plan: Plan): Unit =
    if slot >= 0 then
      know(slot, plan)
      set(slot, value)

  private def checkOutside(value: AnyRef, expected: Plan): Unit =
    val fits = expected match
      case p: Plan.Product     => p.isExactly(value)
      case s: Plan.Sum         => s.leafNumber(value) >= 0
      case o: Plan.Open        => o.base.isInstance(value)
      case s: Plan.Sequence    => s.ops.isInstance(value)
      case m: Plan.Mapping     => m.ops.isInstance(value)
      case a: Plan.ScalarArray => a.kind.arrayClass.isInstance(value)
      case _                   => false
    if !fits && !value.isInstanceOf[StandsAnywhere] then mismatch(expected, value)

  private def check(slot: Int, value: AnyRef, expected: Plan): Unit =
    if slot < outsideCount then checkOutside(value, expected) else checkRead(slot, value, expected)

  private def checkRead(slot: Int, value: AnyRef, expected: Plan): Unit = expected match
    case p: Plan.Product if !p.isGeneric =>
      if !p.isExactly(value) then mismatch(expected, value)
    case s: Plan.Sum =>
      val leaf = s.leafNumber(value)
      if leaf < 0 then mismatch(expected, value)
      s.leaves(leaf).get match
        case place: Plan.Mapped if s.shape.isUnion && place.inner.get.isCollection =>
          checkRead(slot, value, place.inner.get) // it is at a place of its own (brine.combine.Unions)
        case plan => checkRead(slot, value, plan)
    case _: Plan.Singleton => ()
    case o: Plan.Open      =>
      // That it has been made elsewhere does not mean that it may stand here.
      if !o.base.isInstance(value) || options.subtypes.ofObject(value) == null then mismatch(expected, value)
    case s: Plan.Sequence if s.isReified =>
      if value.getClass != s.ops.asInstanceOf[SequenceOps.ArrayOps].arrayClass then mismatch(expected, value)
    case s: Plan.Sequence if s.ops.isArray && planOf(slot) == null =>
      // Its class determines its type, if it is an array at all.
      if !s.ops.isInstance(value) || !isTold(value.getClass.getComponentType, s.element.get) then
        mismatch(expected, value)
    case _ =>
      val plan = planOf(slot)
      val isKnown = plan != null && ((plan eq expected) || isOne(value, plan, expected))
      if !isKnown then
        if isVariant(value, expected) || plan != null && Component.leadsToOpen(plan) then lookInto(value, expected)
        else mismatch(expected, value)

  /** Returns true if the value's class is a variant of the expected one: a tuple of primitives. */
  private def isVariant(value: AnyRef, expected: Plan): Boolean = expected match
    case p: Plan.Product => p.isExactly(value) && value.getClass != p.objectClass
    case _               => false

  /** Its plan does not determine its contents: they are checked later. */
  private def lookInto(value: AnyRef, expected: Plan): Unit =
    if conformance == null then conformance = new Conformance(options.subtypes, types)
    conformance.nn.expect(value, expected)

  /** A collection may be of a narrower kind than its place: the plan by which it was read determines its elements. */
  private def isOne(value: AnyRef, plan: Plan, expected: Plan): Boolean = (plan, expected) match
    case (a: Plan.Sequence, b: Plan.Sequence) =>
      b.ops.isInstance(value) && (isSameType(a.element.get, b.element.get) ||
        b.ops.isArray && areElements(value.getClass.getComponentType, a.element.get, b.element.get))
    case (a: Plan.Mapping, b: Plan.Mapping) =>
      b.ops.isInstance(value) && isSameType(a.key.get, b.key.get) && isSameType(a.value.get, b.value.get)
    case _ => isSameType(plan, expected)

  /** Returns true if another place expects elements of class `c`, from an array that was read by `element`. */
  private def areElements(c: Class[?], element: Plan, expected: Plan): Boolean = (element, expected) match
    case (a: Plan.Sequence, b: Plan.Sequence) if a.ops.isArray && b.ops.isArray =>
      areElements(c.getComponentType, a.element.get, b.element.get)
    case (_, _: Plan.Open) => true // that they are its subtypes, the array's class says
    case _ => leavesOf(element).filter(isWithin(c, _)).forall(leaf => leavesOf(expected).exists(isSameType(leaf, _)))

  private def leavesOf(plan: Plan): Seq[Plan] = plan match
    case s: Plan.Sum => s.leaves.toSeq.map(_.get)
    case other       => Seq(other)

  private def isWithin(c: Class[?], leaf: Plan): Boolean = leaf match
    case p: Plan.Product   => c.isAssignableFrom(p.objectClass)
    case s: Plan.Singleton => c.isInstance(s.value)
    case _                 => true

  /** Objects of class `c`, which has no type parameters, are of this type. */
  private def isTold(c: Class[?], plan: Plan): Boolean = plan match
    case s: Plan.Sum      => s.leaves.exists(leaf => isTold(c, leaf.get))
    case p: Plan.Product  => !p.isGeneric && p.objectClass == c
    case s: Plan.Sequence => s.ops.isArray && c.isArray && isTold(c.getComponentType, s.element.get)
    case _: Plan.Open     => true
    case _                => false

  private def isSameType(a: Plan, b: Plan): Boolean = types(a, b)

  private def types: SameType =
    val known = sameType
    if known != null then known
    else
      val first = new SameType
      sameType = first
      first

  private def mismatch(expected: Plan, value: AnyRef): Nothing =
    val found = value.getClass.getSimpleName
    throw new PickleException.WrongType(
      expected.shape.name,
      if found == expected.shape.name then s"a reference to a $found of another type" else s"a reference to a $found"
    )

  // ---- for emitted code, which has no room for an Unbuilt in a typed place

  /** Returns the result of [[resolve]], with null in place of an [[Unbuilt]], which [[takeUnbuilt]] then returns. */
  def resolveOrNull(tag: Int, expected: Plan): AnyRef | Null =
    if tag == PickleReader.NullTag then null else hide(resolve(tag, expected))

  /** The object of this number, in a format that counts, or null if it is not complete. Its type is for the caller to
    * check.
    */
  def numbered(number: Int): AnyRef | Null =
    if number < 0 || number >= size then throw noObject(number)
    val known = at(number)
    if known.isInstanceOf[Unfinished] then null else known

  /** The object of this number, which is not complete, as [[resolveOrNull]]. */
  def awaitedOrNull(number: Int, expected: Plan): AnyRef | Null =
    val value = awaited(number, expected)
    if !value.isInstanceOf[Unbuilt] then check(number, value, expected)
    hide(value)

  def hide(value: AnyRef): AnyRef | Null = value match
    case placeholder: Unbuilt =>
      if unbuilt != null then throw new IllegalStateException("nobody asked for an object that is not built yet")
      unbuilt = placeholder
      null
    case built => built

  /** Returns the object that the last null replaces, or null if it was a real null. Called after a read that returned
    * null.
    */
  def takeUnbuilt(): Unbuilt | Null =
    val placeholder = unbuilt
    unbuilt = null
    placeholder

  /** The parts that wait of the object whose fields emitted code reads on the Java stack. */
  var waiting: WaitingPart | Null = null

  // ---- collections that are put together at once, of elements on the stack

  /** Takes the elements above `base` off the stack and puts them together. */
  def unstack(slot: Int, plan: Plan.Sequence, base: Int): AnyRef =
    unstack(slot, plan, base, isAnyStacked(base)(_.isInstanceOf[Unbuilt]))

  /** Takes the elements above `base` off the stack and puts them together; `waits`: some are [[Unbuilt]]. */
  def unstack(slot: Int, plan: Plan.Sequence, base: Int, waits: Boolean): AnyRef =
    sequence(slot, plan, elements, base, dropTo(base), waits)

  /** Puts a collection together from `parts(from)` until `parts(until)`; `waits`: some are [[Unbuilt]]. */
  def sequence(slot: Int, plan: Plan.Sequence, parts: Array[AnyRef], from: Int, until: Int, waits: Boolean): AnyRef =
    if waits || plan.ops.looksIntoElements then sequence(slot, plan, java.util.Arrays.copyOfRange(parts, from, until))
    else
      val value = plan.ops.fromStack(parts, from, until)
      complete(slot, value, plan)
      value

  // ---- building

  /** Builds an object of `plan` from parts of which some may be [[Unbuilt]]; gives it, or an [[Unbuilt]] for it. */
  def product(slot: Int, plan: Plan.Product, parts: Array[AnyRef]): AnyRef =
    if plan.looksIntoParts && isAwaiting(plan) then deferred(slot, plan, parts, isLate = true)
    else if DeferredObjects.needsMore(plan, parts) then deferred(slot, plan, parts, isLate = false)
    else
      val value = watched(DeferredObjects.product(plan, parts))
      complete(slot, value, plan)
      value

  /** Puts a collection together from parts of which some may be [[Unbuilt]]; gives it, or an [[Unbuilt]] for it. */
  def sequence(slot: Int, plan: Plan.Sequence, parts: Array[AnyRef]): AnyRef =
    val looksIntoUnfinished = plan.ops.looksIntoElements && isAwaiting(plan)
    if plan.ops.isFilledLater && (looksIntoUnfinished || parts.exists(DeferredObjects.isMissing)) then
      filledLater(slot, plan, parts, plan.ops.emptyFor(parts))
    else if looksIntoUnfinished then deferred(slot, plan, parts, isLate = true)
    else if DeferredObjects.needsMore(plan, parts) then deferred(slot, plan, parts, isLate = false)
    else
      val value = DeferredObjects.sequence(plan, parts, reader)
      complete(slot, value, plan)
      value

  /** A map, as [[sequence]]; `parts` holds keys and values in turn. */
  def mapping(slot: Int, plan: Plan.Mapping, parts: Array[AnyRef]): AnyRef =
    if isAwaiting(plan) || parts.exists(DeferredObjects.isMissing) then
      if plan.ops.isMutable then filledLater(slot, plan, parts, plan.ops.emptyFor(parts))
      else deferred(slot, plan, parts, isLate = true)
    else
      val value = DeferredObjects.mapping(plan, parts, reader)
      complete(slot, value, plan)
      value

  private var knownMigrated: Migrated | Null = null

  private def migrated: Migrated =
    if knownMigrated == null then knownMigrated = new Migrated(this, options)
    knownMigrated.nn

  /** Returns the object that a plan makes of another; if it keeps its identity, one object for every place. The
    * result may be an [[Unbuilt]].
    */
  def convertedOnce(plan: Plan.Converted, value: AnyRef): AnyRef | Null =
    if !plan.isTracked && !options.sharesAll then migrated.convert(plan, value) else migrated.once(plan, value)

  /** Returns the future object that a plan will make of one that is not built yet. */
  def convertedLater(plan: Plan.Converted, old: Unbuilt): AnyRef = migrated.later(Seq(plan), ofLeaf = false, old)

  /** Returns the queue of the migrations in the innermost cycle. */
  private[brine] def conversions: Conversions =
    if region == null then throw new IllegalStateException("a migration waits for nothing")
    region.nn.settlement(this).conversions

  /** Returns the `Some` of an [[Unbuilt]]. */
  def some(plan: Plan.Optional, content: AnyRef): AnyRef = deferred(-1, plan, Array(content), isLate = false)

  /** Returns another type's value from `inner`, which may be an [[Unbuilt]]. */
  def mapped(plan: Plan.Mapped, inner: AnyRef): AnyRef =
    val edge = plan.edge
    val waits =
      if edge != null then inner.isInstanceOf[Unbuilt] else isAwaiting(plan) || DeferredObjects.isMissing(inner)
    if waits && edge != null then openEdge(plan, edge, inner.asInstanceOf[Unbuilt])
    else if waits then deferred(-1, plan, Array(inner), isLate = true)
    else Construction.mapTo(plan, inner)

  private def openEdge(plan: Plan.Mapped, edge: Edge, target: Unbuilt): AnyRef =
    val made = edge.open()
    target.fillLater(plan, made, 0)
    made

  /** An empty mutable collection, to which others may refer. It gets its parts when all they lead to is complete. */
  private def filledLater(slot: Int, plan: Plan, parts: Array[AnyRef], empty: AnyRef): AnyRef =
    if region == null then throw new IllegalStateException(s"a ${plan.shape.name} waits for nothing")
    region.nn.settlement(this).defer(new Deferred(-1, plan, parts, new Unbuilt, toFill = empty), isLate = true)
    complete(slot, empty, plan)
    empty

  private def deferred(slot: Int, plan: Plan, parts: Array[AnyRef], isLate: Boolean): AnyRef =
    if region == null then throw new IllegalStateException(s"a ${plan.shape.name} waits for nothing")
    val result = placeholderOf(slot)
    region.nn.settlement(this).defer(new Deferred(slot, plan, parts, result), isLate)
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

  /** Completes all objects that wait in the innermost region: they depend only on objects that have been read by now.
    */
  private def settle(): Unit =
    val settled = region.nn
    region = settled.outer
    outermostAwaited = if region == null then Int.MaxValue else region.nn.outermost
    settled.settle()

private[brine] object Assembly:
  /** The assembly of a reader that had none. */
  def begin(reader: PickleReader): Assembly =
    val made = new Assembly(reader)
    reader.knownObjects = made
    made

  /** The state that is hidden from a handwritten pickler. */
  private[brine] final class Hidden(val region: Region | Null, val outermostAwaited: Int, val firstVisible: Int)
