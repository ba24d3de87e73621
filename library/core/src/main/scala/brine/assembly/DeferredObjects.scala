package brine.assembly

import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, PickleReader}
import brine.collections.Collisions
import brine.plan.Plan

/** An object that cannot be built when it has been read, for which `result` stands; or a mutable collection, which
  * there is already, and which cannot be filled yet (`toFill`).
  */
private[brine] final class Deferred(
    val slot: Int,
    val plan: Plan,
    val parts: Array[AnyRef],
    val result: Unbuilt,
    val toFill: AnyRef | Null = null
):
  private var missing = 0
  private var whenReady: ArrayBuffer[Deferred] | Null = null

  /** Begins to count the missing parts among those that it needs. Returns true if none is missing; else it joins
    * `ready` later.
    */
  def awaitParts(ready: ArrayBuffer[Deferred]): Boolean =
    whenReady = ready
    var i = 0
    while i < parts.length do
      parts(i) match
        case part: Unbuilt if part.value == null && isNeeded(i) =>
          missing += 1
          part.awaitedBy(this)
        case _ => ()
      i += 1
    missing == 0

  private def isNeeded(part: Int): Boolean = plan match
    case p: Plan.Product => p.looksIntoParts || !p.isMutable(part)
    case _               => true

  /** Records that one of the parts that it waits for exists. */
  def partBuilt(): Unit =
    missing -= 1
    if missing == 0 then whenReady.nn += this

/** Builds the objects that had to wait, as soon as all objects are complete to which they could lead. See
  * [[Assembly]].
  */
private[brine] final class DeferredObjects(assembly: Assembly):
  private val waiting = ArrayBuffer.empty[Deferred]
  private val late = ArrayBuffer.empty[Deferred]
  private val ready = ArrayBuffer.empty[Deferred]
  private var knownConversions: Conversions | Null = null

  /** Objects that migrations make. */
  def conversions: Conversions =
    if knownConversions == null then knownConversions = new Conversions(assembly)
    knownConversions.nn

  /** Defers an item. `isLate`: its construction reads its parts, so all other items are built first. */
  def defer(item: Deferred, isLate: Boolean): Unit =
    if isLate then late += item
    else
      waiting += item
      if item.awaitParts(ready) then ready += item

  /** Builds all objects that wait; objects that still wait then are refused. */
  def settle(): Unit =
    buildReady()
    convert()
    var i = 0
    while i < late.length do
      if late(i).awaitParts(ready) then build(late(i))
      buildReady()
      i += 1
    convert()
    if knownConversions != null then knownConversions.nn.finish()
    refuseWaiting(late)
    refuseWaiting(waiting)
    late.clear()
    waiting.clear()

  private def convert(): Unit = if knownConversions != null then
    knownConversions.nn.run(() => buildReady())
    knownConversions.nn.complete()

  private def buildReady(): Unit = while ready.nonEmpty do build(ready.remove(ready.length - 1))

  private def build(item: Deferred): Unit =
    val collection = item.toFill
    val value = if collection != null then DeferredObjects.fill(item.plan, item.parts, collection, assembly.reader)
    else
      item.plan match
        case p: Plan.Product  => assembly.watched(keeping(p, item.parts, DeferredObjects.product(p, item.parts)))
        case s: Plan.Sequence => DeferredObjects.sequence(s, item.parts, assembly.reader)
        case m: Plan.Mapping  => DeferredObjects.mapping(m, item.parts, assembly.reader)
        case _: Plan.Optional => Some(DeferredObjects.settled(item.parts(0)))
        case m: Plan.Mapped   => Construction.mapTo(m, DeferredObjects.settled(item.parts(0)))
        case other            => throw new IllegalStateException(other.shape.name)
    if item.slot < 0 then item.result.fulfil(value) else assembly.complete(item.slot, value, item.plan)

  /** A collection in a cycle may be filled when the object that holds it has been built: the object must not have
    * copied it.
    */
  private def keeping(p: Plan.Product, parts: Array[AnyRef], made: AnyRef): AnyRef =
    if p.looksIntoParts then
      var i = 0
      while i < parts.length do
        val mayFillLater = p.fields(i).get match
          case s: Plan.Sequence => s.ops.isFilledLater
          case m: Plan.Mapping  => m.ops.isMutable
          case _                => false
        if mayFillLater && !p.access.keeps(p.index, made, i, DeferredObjects.settled(parts(i))) then
          throw new PickleException.CyclicConstruction(
            s"the constructor of ${p.shape.name} copies its parameter '${p.shape.fieldNames(i)}', which is filled " +
              "after the call, " +
              "since it leads back to the new object. Let the constructor keep the collection itself"
          )
        i += 1
    made

  private def refuseWaiting(items: ArrayBuffer[Deferred]): Unit =
    for item <- items do if item.result.value == null then throw refused(item)

  private def refused(item: Deferred): PickleException =
    val missing = item.parts.indexWhere { case part: Unbuilt => part.value == null; case _ => false }
    new PickleException.CyclicConstruction(item.plan match
      case p: Plan.Product if missing >= 0 && p.isMutable(missing) =>
        s"${p.shape.name}'s field '${p.shape.fieldNames(missing)}' leads back to it, and the class computes in its " +
          "constructor, so the field cannot be filled afterwards"
      case plan => s"the constructor of ${plan.shape.name} needs an object whose own construction needs this one"
    )

/** Builds objects of parts of which some are [[Unbuilt]]; missing parts are filled in later. */
private[brine] object DeferredObjects:
  /** Returns true if a part is missing without which it cannot be built. */
  def needsMore(plan: Plan.Product, parts: Array[AnyRef]): Boolean =
    var i = 0
    while i < parts.length do
      if !plan.isMutable(i) && isMissing(parts(i)) then return true
      i += 1
    false

  def needsMore(plan: Plan.Sequence, parts: Array[AnyRef]): Boolean = !plan.ops.isAssignable && parts.exists(isMissing)

  /** Returns true if it is an object that is not built yet. */
  def isMissing(part: AnyRef): Boolean = part match
    case part: Unbuilt => part.value == null
    case _             => false

  def product(plan: Plan.Product, parts: Array[AnyRef]): AnyRef = filled(plan, parts)(plan.construct(_))

  def sequence(plan: Plan.Sequence, parts: Array[AnyRef], reader: PickleReader): AnyRef =
    checkElements(plan, parts, reader)
    filled(plan, parts)(parts => plan.ops.fromStack(parts, 0, parts.length))

  private inline def filled(plan: Plan, parts: Array[AnyRef])(inline build: Array[AnyRef] => AnyRef): AnyRef =
    val value = build(parts.map(settled))
    var i = 0
    while i < parts.length do
      parts(i) match
        case part: Unbuilt if part.value == null => part.fillLater(plan, value, i)
        case _                                   => ()
      i += 1
    value

  /** Puts the parts into a mutable collection that was empty, and gives it. */
  def fill(plan: Plan, parts: Array[AnyRef], collection: AnyRef, reader: PickleReader): AnyRef =
    plan match
      case s: Plan.Sequence =>
        checkElements(s, parts, reader)
        s.ops.addAll(collection, parts.map(settled))
        s.ops.checkCount(collection, parts.length)
      case m: Plan.Mapping =>
        checkKeys(m, parts, reader)
        m.ops.addAll(collection, entries(parts))
        checkKeys(m, collection, parts)
      case other => throw new IllegalStateException(other.shape.name)
    collection

  /** Builds a map. `parts` holds keys and values in turn. */
  def mapping(plan: Plan.Mapping, parts: Array[AnyRef], reader: PickleReader): AnyRef =
    checkKeys(plan, parts, reader)
    val map = plan.ops.newBuilder().addAll(entries(parts)).result()
    checkKeys(plan, map, parts)
    map

  private def entries(parts: Array[AnyRef]): Iterator[(Any, Any)] =
    Iterator.range(0, parts.length, 2).map(i => (settled(parts(i)), settled(parts(i + 1))))

  private def checkElements(plan: Plan.Sequence, parts: Array[AnyRef], reader: PickleReader): Unit =
    if plan.ops.looksIntoElements then
      Collisions.check(plan.ops.kind, plan.ops.isHashed, parts.length, reader)(i => settled(parts(i)))

  private def checkKeys(plan: Plan.Mapping, parts: Array[AnyRef], reader: PickleReader): Unit =
    Collisions.check(plan.ops.kind, plan.ops.isHashed, parts.length / 2, reader)(i => settled(parts(i * 2)))

  private def checkKeys(plan: Plan.Mapping, map: AnyRef, parts: Array[AnyRef]): Unit =
    if plan.ops.size(map) != parts.length / 2 then
      throw new PickleException.Malformed(
        s"a ${plan.ops.kind} has a key twice: ${parts.length / 2} were read, ${plan.ops.size(map)} are distinct"
      )

  /** The object itself, where it was one that was not built yet. */
  def settled(part: AnyRef): AnyRef = part match
    case placeholder: Unbuilt => placeholder.value
    case value                => value
