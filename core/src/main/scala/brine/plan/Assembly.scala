package brine.plan

import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, PickleReader}

/** What stands in the table for an object that is still being read. */
private[brine] sealed abstract class Unfinished

/** Stands for an object that is referred to and not built yet. */
private[brine] final class Unbuilt extends Unfinished:
  /** The object, once there is one. */
  var value: AnyRef | Null = null
  private[plan] var waiting: List[Deferred] = Nil

/** The parts of an object that is being read, as far as they have been: enough to build it early, if something refers
  * to it before it is complete and only mutable fields are missing.
  *
  * @param isReady nothing but mutable fields is missing (they are null), and the array will not change
  */
private[brine] final class Pending(val plan: Plan.Product, val parts: Array[AnyRef], val isReady: Boolean) extends Unfinished:
  def canBuild: Boolean = isReady || plan.storesOnly && hasAllNeeded

  private def hasAllNeeded: Boolean =
    val isMutable = plan.isMutable
    var i = 0
    while i < parts.length do
      if !isMutable(i) && ((parts(i) eq PlanReader.Missing) || parts(i).isInstanceOf[Unbuilt]) then return false
      i += 1
    true

/** An object that was built early, whose mutable fields are not filled yet: one may refer to it, and not yet hash it. */
private[plan] final class Early(val value: AnyRef) extends Unfinished

/** An object whose constructor needs one that is not built yet. */
private[plan] final class Deferred(val slot: Int, val plan: Plan, val parts: Array[AnyRef], val result: Unbuilt, var missing: Int)

/** The objects of one pickle while it is read: finds what a reference means, and rebuilds cycles.
  *
  * An object is built by its constructor when its parts are complete. Only in a real cycle is that impossible: some
  * part is, or contains, a reference to an object whose own parts are still being read. Then, in this order:
  *   1. if all that the referred object lacks is mutable fields, it is built early, and they are filled when it is
  *      complete ([[Pending]], [[Early]]);
  *   1. else, if only mutable fields (or array elements) of the referring object wait, it is built without them and
  *      they are filled later ([[Unbuilt]]);
  *   1. else the referring object itself waits for what its constructor needs.
  * As soon as the outermost object that anything waits for has been read (a hashed collection waits for those that were
  * built early), all that waits can be settled: waiting
  * objects are built as their parts appear, then the open fields are filled, and last the hashed collections are put
  * together, whose elements must be complete. What then still waits is a cycle that no constructor can rebuild.
  *
  * Cost: one slot of a table for an object that keeps its identity; the rest only for objects in cycles. Nothing
  * recurses.
  */
private[brine] final class Assembly(reader: PickleReader):
  import Assembly.*

  // Chunks, and small ones: a reference stored into a big, old array costs the collector's write barrier.
  private var chunks: Array[Array[AnyRef]] = null
  private var count = 0
  private var capacity = 0
  // The plans under which collections and generic objects were read, since their class does not tell their type: one
  // for all as long as that is so, then one for each slot.
  private var onlyPlan: Plan | Null = null
  private var plans: Array[Array[Plan]] = null
  private var explicitNumbers: java.util.HashMap[Integer, Integer] | Null = null

  private var outermostAwaited = Int.MaxValue
  private val deferred = ArrayBuffer.empty[Deferred]
  private val hashed = ArrayBuffer.empty[Deferred]
  private var openFields = new Array[OpenField](4)
  private var openFieldCount = 0

  /** What emitted code was handed null for, if that null stands for an object that is not built yet. */
  private var unbuilt: Unbuilt | Null = null

  /** How many objects have a number. */
  def size: Int = count

  /** Begins an object that keeps its identity; `number` as in [[PickleReader.getIdentity]]. Gives its slot, -1 if
    * nothing will refer to it.
    */
  def open(number: Int): Int =
    if number < 0 then -1
    else
      if number != count || explicitNumbers != null then explicitly(number)
      openNext()

  /** Begins an object whose number is the next one. */
  def openNext(): Int =
    val slot = count
    if slot == capacity then grow()
    count = slot + 1
    slot

  private def explicitly(number: Int): Unit =
    if explicitNumbers == null then
      explicitNumbers = new java.util.HashMap()
      for i <- 0 until count do explicitNumbers.nn.put(i, i)
    if explicitNumbers.nn.put(number, count) != null then
      throw new PickleException.Malformed(s"two objects have the number $number")

  private def grow(): Unit =
    val chunk = capacity >>> ChunkBits
    if chunks == null then chunks = new Array(4)
    if chunk == chunks.length then chunks = java.util.Arrays.copyOf(chunks, chunk * 2)
    if chunk > 0 then
      chunks(chunk) = new Array[AnyRef](1 << ChunkBits)
      capacity += 1 << ChunkBits
    else
      val length = if capacity == 0 then FirstChunk else capacity * 8 min (1 << ChunkBits)
      chunks(0) = if capacity == 0 then new Array[AnyRef](length) else java.util.Arrays.copyOf(chunks(0), length)
      capacity = length

  private def at(slot: Int): AnyRef = chunks(slot >>> ChunkBits)(slot & ChunkMask)

  private def set(slot: Int, value: AnyRef): Unit = chunks(slot >>> ChunkBits)(slot & ChunkMask) = value

  /** The object of this slot is built. */
  def complete(slot: Int, value: AnyRef): Unit =
    if slot >= 0 then
      val before = at(slot)
      set(slot, value)
      if before != null then
        before match
          case placeholder: Unbuilt => fulfil(placeholder, value)
          case _                    => ()
      if slot == outermostAwaited then settle()

  /** The same for an object whose class does not tell its type. */
  def complete(slot: Int, value: AnyRef, plan: Plan): Unit =
    if slot >= 0 then
      know(slot, plan)
      complete(slot, value)

  private def know(slot: Int, plan: Plan): Unit =
    if ((plan ne onlyPlan) || plans != null) && !isReified(plan) then remember(slot, plan)

  private def remember(slot: Int, plan: Plan): Unit =
    if onlyPlan == null && plans == null then onlyPlan = plan
    else
      if plans == null then
        plans = chunks.map(chunk => if chunk == null then null else Array.fill[Plan](1 << ChunkBits)(onlyPlan))
        onlyPlan = null
      val chunk = slot >>> ChunkBits
      if chunk >= plans.length then plans = java.util.Arrays.copyOf(plans, chunks.length)
      if plans(chunk) == null then plans(chunk) = new Array[Plan](1 << ChunkBits)
      plans(chunk)(slot & ChunkMask) = plan

  private def planOf(slot: Int): Plan | Null =
    val chunk = slot >>> ChunkBits
    if plans == null then onlyPlan
    else if chunk >= plans.length || plans(chunk) == null then null
    else plans(chunk)(slot & ChunkMask)

  private def isReified(plan: Plan): Boolean = plan match
    case p: Plan.Product  => !p.isGeneric
    case s: Plan.Sequence => s.isReified
    case _                => false

  /** What the reference with this tag means at a place of this plan: the object, or an [[Unbuilt]]. */
  def resolve(tag: Int, expected: Plan): AnyRef =
    val slot = slotOf(tag)
    val known = at(slot)
    val value = if known != null && !known.isInstanceOf[Unfinished] then known else awaited(slot)
    if !value.isInstanceOf[Unbuilt] then check(slot, value, expected)
    value

  private def slotOf(tag: Int): Int =
    val number = PickleReader.referenceId(tag)
    val slot = if explicitNumbers == null then number else explicitNumbers.nn.getOrDefault(number, -1).intValue
    if slot < 0 || slot >= count then throw noObject(number)
    slot

  private def noObject(number: Int): PickleException =
    new PickleException.BadReference(s"object ${Integer.toUnsignedString(number)} has not appeared; $count have")

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
          case placeholder: Unbuilt =>
            val field = new OpenField(plan, i, placeholder)
            field.target = value
            addOpenField(field)
          case part => PlanReader.assign(plan, value, i, part)
      i += 1
    complete(slot, value)
    value

  /** An object that was built before its mutable fields were read. Only for families without hashed collections: nothing
    * there can tell that it is not complete.
    */
  def begin(slot: Int, value: AnyRef): Unit = if slot >= 0 then set(slot, value)

  /** The same for an object whose class does not tell its type. */
  def begin(slot: Int, value: AnyRef, plan: Plan): Unit =
    if slot >= 0 then
      know(slot, plan)
      set(slot, value)

  /** A mutable field of a finished object is filled when its object exists. */
  def fillLater(plan: Plan.Product, target: AnyRef, field: Int, placeholder: Unbuilt): Unit =
    val open = new OpenField(plan, field, placeholder)
    open.target = target
    addOpenField(open)

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
    if number < 0 || number >= count then throw noObject(number)
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

  /** Builds an object of `plan` from parts of which some are [[Unbuilt]]; gives it, or an [[Unbuilt]] for it. */
  def product(slot: Int, plan: Plan.Product, parts: Array[AnyRef]): AnyRef =
    var needed = 0
    var i = 0
    while i < parts.length do
      if !plan.isMutable(i) && parts(i).isInstanceOf[Unbuilt] then needed += 1
      i += 1
    if needed == 0 then finishProduct(slot, plan, parts)
    else defer(slot, plan, parts, needed)

  private def finishProduct(slot: Int, plan: Plan.Product, parts: Array[AnyRef]): AnyRef =
    val value = buildProduct(plan, parts)
    complete(slot, value, plan)
    value

  private def buildProduct(plan: Plan.Product, parts: Array[AnyRef]): AnyRef =
    var open: List[OpenField] = Nil
    var i = 0
    while i < parts.length do
      parts(i) match
        case placeholder: Unbuilt =>
          val known = placeholder.value
          if known == null then open = new OpenField(plan, i, placeholder) :: open
          parts(i) = known
        case _ => ()
      i += 1
    if open.nonEmpty && !plan.storesOnly then
      throw new PickleException.CyclicConstruction(
        s"${plan.shape.name}'s field '${plan.shape.fieldNames(open.head.index)}' leads back to it, and the class " +
          "computes in its constructor, so the field cannot be filled afterwards"
      )
    val value = PlanReader.construct(plan, parts)
    while open.nonEmpty do
      open.head.target = value
      addOpenField(open.head)
      open = open.tail
    value

  /** Puts a collection together from parts of which some may be [[Unbuilt]]; gives it, or an [[Unbuilt]] for it. */
  def sequence(slot: Int, plan: Plan.Sequence, parts: Array[AnyRef]): AnyRef =
    val needed = if plan.ops.isAssignable then 0 else countUnbuilt(parts)
    if plan.ops.isHashed && outermostAwaited != Int.MaxValue then deferHashed(slot, plan, parts)
    else if needed > 0 then defer(slot, plan, parts, needed)
    else
      val value = buildSequence(plan, parts)
      complete(slot, value, plan)
      value

  private def countUnbuilt(parts: Array[AnyRef]): Int =
    var count = 0
    var i = 0
    while i < parts.length do
      if parts(i).isInstanceOf[Unbuilt] then count += 1
      i += 1
    count

  private def buildSequence(plan: Plan.Sequence, parts: Array[AnyRef]): AnyRef =
    var open: List[OpenField] = Nil
    var i = 0
    while i < parts.length do
      parts(i) match
        case placeholder: Unbuilt =>
          if placeholder.value == null then open = new OpenField(plan, i, placeholder) :: open
          parts(i) = placeholder.value
        case _ => ()
      i += 1
    val value = plan.ops.fromStack(parts, 0, parts.length)
    for field <- open do
      field.target = value
      addOpenField(field)
    value

  /** Element `index` of a finished array is filled when its object exists. */
  def fillLater(plan: Plan.Sequence, array: AnyRef, index: Int, placeholder: Unbuilt): Unit =
    val field = new OpenField(plan, index, placeholder)
    field.target = array
    addOpenField(field)

  /** A map, as [[sequence]]; `parts` holds keys and values in turn. */
  def mapping(slot: Int, plan: Plan.Mapping, parts: Array[AnyRef]): AnyRef =
    if plan.isCyclic && outermostAwaited != Int.MaxValue then deferHashed(slot, plan, parts)
    else
      val value = buildMapping(plan, parts)
      complete(slot, value, plan)
      value

  private def buildMapping(plan: Plan.Mapping, parts: Array[AnyRef]): AnyRef =
    val builder = plan.ops.newBuilder()
    var i = 0
    while i < parts.length do
      builder += ((settled(parts(i)), settled(parts(i + 1))))
      i += 2
    val map = builder.result()
    if plan.ops.size(map) != parts.length / 2 then
      throw new PickleException.Malformed(
        s"a ${plan.ops.kind} has a key twice: ${parts.length / 2} were read, ${plan.ops.size(map)} are distinct"
      )
    map

  private def settled(part: AnyRef): AnyRef = part match
    case placeholder: Unbuilt => placeholder.value
    case value                => value

  /** `Some` of an [[Unbuilt]]. */
  def some(plan: Plan.Optional, content: AnyRef): AnyRef = defer(-1, plan, Array(content), 1)

  /** Another type's value from an [[Unbuilt]]. */
  def mapped(plan: Plan.Mapped, inner: AnyRef): AnyRef = defer(-1, plan, Array(inner), 1)

  private def defer(slot: Int, plan: Plan, parts: Array[AnyRef], needed: Int): AnyRef =
    val item = new Deferred(slot, plan, parts, placeholderOf(slot), needed)
    deferred += item
    var i = 0
    while i < parts.length do
      parts(i) match
        case placeholder: Unbuilt if isNeeded(plan, i) => placeholder.waiting = item :: placeholder.waiting
        case _                                         => ()
      i += 1
    closed(slot, item.result)

  private def isNeeded(plan: Plan, part: Int): Boolean = plan match
    case p: Plan.Product => !p.isMutable(part)
    case _               => true

  private def deferHashed(slot: Int, plan: Plan, parts: Array[AnyRef]): AnyRef =
    val item = new Deferred(slot, plan, parts, placeholderOf(slot), 0)
    hashed += item
    closed(slot, item.result)

  private def placeholderOf(slot: Int): Unbuilt =
    if slot < 0 then new Unbuilt
    else
      at(slot) match
        case placeholder: Unbuilt => placeholder
        case _ =>
          val placeholder = new Unbuilt
          set(slot, placeholder)
          placeholder

  private def closed(slot: Int, result: Unbuilt): AnyRef =
    if slot == outermostAwaited then settle()
    if result.value != null then result.value else result

  // ---- settling

  private val ready = ArrayBuffer.empty[Deferred]

  private def fulfil(placeholder: Unbuilt, value: AnyRef): Unit =
    placeholder.value = value
    var waiting = placeholder.waiting
    while waiting.nonEmpty do
      val item = waiting.head
      item.missing -= 1
      if item.missing == 0 then ready += item
      waiting = waiting.tail
    placeholder.waiting = Nil

  /** Everything that waits depends only on objects that have been read by now: builds it all. */
  private def settle(): Unit =
    outermostAwaited = Int.MaxValue
    buildReady()
    fillOpenFields()
    var next = 0
    while next < hashed.length do
      val item = hashed(next)
      refuseUnless(item.parts.forall(p => settled(p) != null || !p.isInstanceOf[Unbuilt]), item)
      finish(item, item.plan match
        case s: Plan.Sequence => buildSequence(s, item.parts)
        case m: Plan.Mapping  => buildMapping(m, item.parts)
        case other            => throw new IllegalStateException(other.shape.name))
      buildReady()
      fillOpenFields()
      next += 1
    hashed.clear()
    for item <- deferred do refuseUnless(item.result.value != null, item)
    deferred.clear()

  private def buildReady(): Unit =
    while ready.nonEmpty do
      val item = ready.remove(ready.length - 1)
      finish(item, item.plan match
        case p: Plan.Product  => buildProduct(p, item.parts)
        case s: Plan.Sequence => buildSequence(s, item.parts)
        case _: Plan.Optional => Some(settled(item.parts(0)))
        case m: Plan.Mapped   => PlanReader.mapTo(m, settled(item.parts(0)))
        case other            => throw new IllegalStateException(other.shape.name))

  private def finish(item: Deferred, value: AnyRef): Unit =
    if item.slot < 0 then fulfil(item.result, value)
    else complete(item.slot, value, item.plan)

  private def addOpenField(field: OpenField): Unit =
    if openFieldCount == openFields.length then openFields = java.util.Arrays.copyOf(openFields, openFieldCount * 2)
    openFields(openFieldCount) = field
    openFieldCount += 1

  private def fillOpenFields(): Unit =
    var kept = 0
    var i = 0
    while i < openFieldCount do
      val field = openFields(i)
      if field.placeholder.value != null then field.fill()
      else
        openFields(kept) = field
        kept += 1
      i += 1
    openFieldCount = kept

  private def refuseUnless(settled: Boolean, item: Deferred): Unit =
    if !settled then
      throw new PickleException.CyclicConstruction(
        s"the constructor of ${item.plan.shape.name} needs an object whose own construction needs this one"
      )

private object Assembly:
  private final val ChunkBits = 12
  private final val ChunkMask = (1 << ChunkBits) - 1
  private final val FirstChunk = 8
  private final val FirstStack = 64

  /** A mutable field or array element that is filled once its object exists. */
  private final class OpenField(plan: Plan, val index: Int, val placeholder: Unbuilt):
    var target: AnyRef = null
    def fill(): Unit = plan match
      case p: Plan.Product  => PlanReader.assign(p, target, index, placeholder.value)
      case s: Plan.Sequence => s.ops.assign(target, index, placeholder.value)
      case other            => throw new IllegalStateException(other.shape.name)
