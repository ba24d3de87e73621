package brine.run

import scala.util.control.NonFatal
import brine.{
  Failures,
  HandwrittenCalls,
  NumberedSubtype,
  PickleBuilder,
  PickleException,
  PickleOptions,
  Pickler,
  PlaceMemory
}
import brine.plan.{Component, HasPlan, ObjectBuilder, Plan}
import brine.plan.steps.{ReplacedParts, Replacement, WriteChecks, WriteFrame}
import brine.plan.subtypes.{OpenForm, OpenSubtypes}
import brine.shape.Nullness

/** Runs a plan to write a value, with an explicit stack, so that depth is data.
  *
  * It makes the calls that emitted code makes, in the same order, on any builder. Cost against emitted code: see
  * docs/adr/0001.
  */
private[brine] final class PlanWriter private (builder: PickleBuilder):
  import PlanWriter.Start
  private val sharesAll = builder.options.sharesAll
  private val maxDepth = builder.options.limits.maxDepth
  private val valuesFirst = builder.putsValuesFirst
  private val replacements = builder.replacements
  private val replaces = replacements != null
  private val numbered = NumberedPlaces.in(builder)
  private val codes = if replaces then null else ObjectBuilder.withCodes(builder)
  private var top: WriteFrame | Null = null
  private var spare: WriteFrame | Null = null
  private var depth = builder.depth

  private def run(plan: Plan, value: Any, at: Start): Unit =
    val before = if replacements != null then replacements.nn.beginPlan() else null
    try
      at match
        case Start.Place    => place(plan, value)
        case Start.OwnPlace => substitute(plan, value.asInstanceOf[AnyRef])
        case Start.Body     => body(plan, value)
        case Start.OpenRoot => openPlace(plan.asInstanceOf[Plan.Open], value, isRoot = true)
      while top != null do step(top.nn)
    catch
      case e: PickleException => throw locate(e)
      case NonFatal(e)        => throw locate(Failures.writing(e))
    finally if replacements != null then replacements.nn.endPlan(before)

  private def replacesValues: Boolean = replacements != null && replacements.nn.replacesValues

  private def locate(e: PickleException): PickleException =
    var frame = top
    while frame != null do
      val segment = frame.segment(builder)
      if segment.nonEmpty then e.prepend(segment)
      frame = frame.below
    e

  /** Writes one more part of the innermost value, or its end. */
  private def step(frame: WriteFrame): Unit =
    frame.plan match
      case p: Plan.Product  => fields(p, frame)
      case s: Plan.Sequence => elements(s, frame)
      case m: Plan.Mapping  => entry(m, frame)
      case s: Plan.Sum =>
        pop()
        builder.endLeaf(s.shape, frame.leaf)
      case o: Plan.Open =>
        pop()
        builder.endOpen(o.shape, frame.subtype)
      case o: Plan.Optional =>
        if frame.index == 0 then
          frame.index = 1
          // A tracked content can be a reference, so it keeps its marker.
          val plan = o.element.get
          element(plan, frame.value.asInstanceOf[Option[Any]].get, WriteSteps.keepsIdentity(plan, builder))
        else
          pop()
          builder.endSome(o.shape)
      case m: Plan.Mapped =>
        if frame.index == 0 then
          frame.index = 1
          inner(m.inner.get, mapFrom(m, frame.value))
        else pop()
      case other => throw new IllegalStateException(other.shape.name)

  /** Writes the fields up to the next one that needs a frame, or to the end. */
  private def fields(p: Plan.Product, frame: WriteFrame): Unit =
    val all = p.fields
    while (top eq frame) && frame.index < all.length do
      val index = frame.index
      val field = if valuesFirst then p.shape.valuesFirst(index) else index
      frame.index = index + 1
      frame.field = field
      val value = p.access.fieldOf(p.index, frame.value, field)
      if !builder.omits(p.shape, field, value) then
        builder.beginField(p.shape, field)
        all(field).get match
          case s: Plan.Scalar if value != null && !replaces => builder.putScalar(s.kind, value)
          case plan                                         => place(plan, value)
    if top eq frame then
      val sum = frame.sum
      pop()
      builder.endProduct(p.shape)
      if sum != null then
        depth -= 1
        builder.endLeaf(sum.shape, frame.leaf)

  /** Writes the elements up to the next one that needs a frame, or to the end. */
  private def elements(s: Plan.Sequence, frame: WriteFrame): Unit =
    s.element.get match
      case p: Plan.Product if codes != null => objects(s, p, codes.nn, frame)
      case plan =>
        val numbers = frame.numbers
        while (top eq frame) && frame.hasNext do
          val index = frame.index
          frame.index = index + 1
          builder.beginElement(s.shape, index)
          val value = frame.next(index)
          if numbers != null then numbers.put(value) else part(plan, value, frame)
    if top eq frame then
      pop()
      frame.checkSize()
      builder.endSequence(s.shape)

  /** Writes elements that are objects of a class, in a format with codes. */
  private def objects(s: Plan.Sequence, plan: Plan.Product, out: ObjectBuilder, frame: WriteFrame): Unit =
    val array = frame.array
    while (top eq frame) && frame.hasNext do
      val index = frame.index
      frame.index = index + 1
      builder.beginElement(s.shape, index)
      val known =
        if array == null then index
        else out.putsReferences(plan, array, index, math.min(array.length, index.toLong + out.elementsAtOnce).toInt)
      if known > index then frame.index = known
      else if known < 0 then
        frame.index = ~known + 1
        body(plan, array.nn(~known))
      else
        val value = frame.next(index)
        if WriteSteps.beginsElement(plan, value, out) then body(plan, value)

  private def entry(m: Plan.Mapping, frame: WriteFrame): Unit =
    if frame.isAtValue then
      frame.isAtValue = false
      builder.beginValue(m.shape, frame.index - 1)
      if frame.ofValues == null then part(m.value.get, frame.mapValue, frame)
      else UniformElements.putBody(frame.ofValues.nn, frame.mapValue, builder)
    else if frame.iterator.hasNext then
      val (key, value) = frame.iterator.next(): @unchecked
      frame.mapKey = key
      frame.mapValue = value
      frame.isAtValue = true
      frame.index += 1
      builder.beginKey(m.shape, frame.index - 1)
      if frame.ofKeys == null then part(m.key.get, key, frame)
      else UniformElements.putBody(frame.ofKeys.nn, key, builder)
    else
      pop()
      frame.checkSize()
      builder.endMapping(m.shape)

  /** Writes a value, or its replacement, at a place. */
  private def place(plan: Plan, value: Any): Unit =
    if replaces then
      val o = value.asInstanceOf[AnyRef]
      val other = if o == null then null else Replacement.of(plan, o, builder)
      written = other
      if other eq o then ownPlace(plan, value) else if other ne PickleBuilder.Put then substitute(plan, other)
    else ownPlace(plan, value)

  // With rules: the value that the last place holds, and the last one that was written in place of another.
  private var written: AnyRef | Null = null
  private var substituted: AnyRef | Null = null

  private def substitute(plan: Plan, other: AnyRef | Null): Unit =
    substituted = other
    ownPlace(plan, other)

  /** A part of a collection; of a set or map it is kept, if rules may make two of them equal. */
  private def part(plan: Plan, value: Any, frame: WriteFrame): Unit =
    element(plan, value, frame.isMarked)
    val replaced = frame.replaced
    if replaced != null then replaced.add(value, written)

  private def partsOf(looksIntoParts: Boolean): ReplacedParts | Null =
    if looksIntoParts && replacesValues then new ReplacedParts else null

  /** Writes a value by the plan of the type that represents it. */
  private def inner(plan: Plan, value: Any): Unit =
    if replaces && value != null && Replacement.isUnmarked(plan, builder) then
      val other = Replacement.notNull(plan, value.asInstanceOf[AnyRef], builder)
      if other ne value.asInstanceOf[AnyRef] then substituted = other
      body(plan, other)
    else element(plan, value, WriteSteps.keepsIdentity(plan, builder))

  private def mapFrom(m: Plan.Mapped, value: AnyRef): Any =
    if substituted == null || (value ne substituted) then WriteChecks.mapFrom(m, value)
    else ofSubstitute(m)(WriteChecks.mapFrom(m, value))

  private def custom(c: Plan.Custom, value: Any): Unit =
    if substituted == null || (value.asInstanceOf[AnyRef] ne substituted) then
      HandwrittenCalls.put(c.pickler, value, builder)
    else ofSubstitute(c)(HandwrittenCalls.put(c.pickler, value, builder))

  /** Runs code that receives a substitute, and may find that the substitute is of another class. */
  private inline def ofSubstitute[A](plan: Plan)(inline use: A): A =
    val value = substituted.nn
    try use
    catch case _: ClassCastException => throw misfit(plan, value)

  private def misfit(plan: Plan, value: AnyRef): PickleException = Replacement.misfit(plan, value)

  /** A value at a place: with its null, its marker, its identity. */
  private def ownPlace(plan: Plan, value: Any): Unit =
    if value == null then WriteChecks.putNull(plan, builder)
    else
      if around != null && around.containsKey(value) then checkReadable(plan, value.asInstanceOf[AnyRef])
      plan match
        case open: Plan.Open if numbered != null => openPlace(open, value, isRoot = false)
        case _ => if WriteSteps.beginsAtPlace(plan, value, builder) then body(plan, value)

  /** A value at a numbered place of an open type, which is not null. */
  private def openPlace(open: Plan.Open, value: Any, isRoot: Boolean): Unit =
    val binary = numbered.nn
    val found = NumberedPlaces.classOf(open, value.asInstanceOf[AnyRef], binary)
    if !NumberedPlaces.keepsIdentity(OpenForm.of(found.subtype), isRoot, sharesAll) || binary.enterOpen(
        value.asInstanceOf[AnyRef]
      )
    then
      openObject(open, found, value)

  private def openObject(open: Plan.Open, found: NumberedSubtype, value: Any): Unit =
    numbered.nn.putClass(found)
    if !OpenForm.of(found.subtype).isObject then
      push(open, value.asInstanceOf[AnyRef]).subtype = found.subtype
      body(OpenForm.of(found.subtype).plan, value)

  private def element(plan: Plan, value: Any, isMarked: Boolean): Unit =
    if WriteSteps.isAtPlace(plan, isMarked) then place(plan, value) else body(plan, value)

  /** Writes a value that is not null, without its marker. */
  private def body(plan: Plan, value: Any): Unit = plan match
    case s: Plan.Scalar => builder.putScalar(s.kind, value)
    case p: Plan.Product =>
      val ignored = product(p, value.asInstanceOf[AnyRef])
    case s: Plan.Sum  => leaf(s, value.asInstanceOf[AnyRef])
    case o: Plan.Open => open(o, value.asInstanceOf[AnyRef])
    case s: Plan.Sequence =>
      val o = value.asInstanceOf[AnyRef]
      WriteSteps.sequence(s, o, builder)((size, isMarked) => elements(s, o, size, isMarked))
    case m: Plan.Mapping =>
      val o = value.asInstanceOf[AnyRef]
      WriteSteps.mapping(m, o, builder)((size, isMarked, ofKeys, ofValues) =>
        entries(m, o, size, isMarked, ofKeys, ofValues)
      )
    case o: Plan.Optional => optional(o, value.asInstanceOf[Option[Any]])
    case a: Plan.ScalarArray =>
      val array = value.asInstanceOf[AnyRef]
      builder.putArray(
        a.shape,
        a.kind,
        if replacesValues then Replacement.inArray(a, array, builder) else array
      )
    case m: Plan.Mapped    => push(m, value.asInstanceOf[AnyRef])
    case s: Plan.Singleton => builder.putObject(s.shape)
    case c: Plan.Custom    => custom(c, value)
    case other             => throw new IllegalStateException(other.shape.name) // of plans that only read

  private def product(p: Plan.Product, o: AnyRef): WriteFrame =
    WriteSteps.checkClass(p, o)
    builder.beginProduct(p.shape)
    push(p, o)

  private def elements(s: Plan.Sequence, value: AnyRef, size: Int, isMarked: Boolean): Unit =
    val frame = push(s, value)
    frame.size = size
    value match
      case array: Array[AnyRef] => frame.array = array
      case _                    => frame.iterator = s.ops.iterator(value)
    frame.isMarked = isMarked
    frame.replaced = partsOf(s.ops.looksIntoElements)
    frame.numbers = Elements.numberWriter(s.element.get, builder)

  private def entries(
      m: Plan.Mapping,
      value: AnyRef,
      size: Int,
      isMarked: Boolean,
      ofKeys: OpenForm | Null,
      ofValues: OpenForm | Null
  ): Unit =
    val frame = push(m, value)
    frame.size = size
    frame.iterator = m.ops.iterator(value)
    frame.isMarked = isMarked
    frame.isAtValue = false
    frame.replaced = partsOf(looksIntoParts = true)
    frame.ofKeys = ofKeys
    frame.ofValues = ofValues

  private def leaf(s: Plan.Sum, value: AnyRef): Unit =
    WriteSteps.leaf(s, value, builder) { (plan, number) =>
      plan match
        case p: Plan.Product if !findsCycles =>
          deeper() // the family's level; the class's follows
          val frame = product(p, value)
          frame.sum = s
          frame.leaf = number
        case _ =>
          push(s, value).leaf = number
          body(plan, value)
    }

  private def open(o: Plan.Open, value: AnyRef): Unit =
    if numbered != null then openObject(o, NumberedPlaces.classOf(o, value, numbered.nn), value)
    else openNamed(o, value)

  private def openNamed(o: Plan.Open, value: AnyRef): Unit =
    val subtype = OpenSubtypes.of(o, value, builder)
    builder.beginOpen(o.shape, subtype)
    push(o, value).subtype = subtype
    if !subtype.isObject then body(OpenForm.of(subtype).subtypePlan, value)

  private def optional(o: Plan.Optional, value: Option[Any]): Unit =
    val plan = o.element.get
    val replaced =
      if replaces && Replacement.isUnmarked(plan, builder) then Replacement.inOption(plan, value, builder) else value
    if (replaced ne value) && replaced.nonEmpty then substituted = replaced.get.asInstanceOf[AnyRef]
    if WriteSteps.beginOptional(o, replaced, builder) then push(o, replaced)

  // Without references, a value inside itself never ends. Brent's way to find it: each value is compared with one
  // around it, and that one is the deeper the deeper they are. (Otherwise there is a reference on the way, or an end at
  // one.)
  private val cycleFailure = builder.cycleFailure
  private val findsCycles = cycleFailure != null
  private var mark: WriteFrame | Null = null
  private var nextMarkDepth = 0

  private def checkCycle(plan: Plan, value: AnyRef): Unit =
    val marked = mark // its value is null while it is not around
    if marked != null && (marked.value eq value) && (marked.plan eq plan) then throw cycleFailure.nn.of(plan.shape)

  private def moveMark(frame: WriteFrame): Unit =
    if findsCycles && depth >= nextMarkDepth then
      mark = frame
      nextMarkDepth = depth * 2

  // Rules can put an object into itself, below constructors that need it whole: no reader could make it.
  private val around =
    if replacesValues then new java.util.IdentityHashMap[Any, WriteFrame] else null

  private def checkReadable(plan: Plan, value: AnyRef): Unit =
    val outer = around.get(value)
    var frame = top.nn
    while (frame ne outer) && !Component.takesLater(frame.plan, frame.field) do frame = frame.below.nn
    if !Component.takesLater(frame.plan, frame.field) then throw Replacement.insideItself(plan, value)

  private def deeper(): Unit =
    if depth >= maxDepth then throw WriteChecks.tooDeep(maxDepth)
    depth += 1

  private def push(plan: Plan, value: AnyRef): WriteFrame =
    deeper()
    checkCycle(plan, value)
    val recycled = spare
    val frame =
      if recycled == null then new WriteFrame
      else
        spare = recycled.below
        recycled
    frame.plan = plan
    frame.value = value
    frame.index = 0
    frame.sum = null
    frame.replaced = null
    frame.below = top
    top = frame
    moveMark(frame)
    if around != null && plan.isObject then { val ignored = around.put(value, frame) }
    frame

  private def pop(): Unit =
    val frame = top.nn
    if around != null && frame.plan.isObject then { val ignored = around.remove(frame.value) }
    top = frame.below
    frame.value = null
    frame.iterator = null
    frame.array = null
    frame.below = spare
    spare = frame
    depth -= 1

private[brine] object PlanWriter:
  /** Writes the body of a value that is not null: without marker and identity. */
  def body(plan: Plan, value: Any, builder: PickleBuilder): Unit =
    new PlanWriter(builder).run(plan, value, Start.Body)

  /** A value at a numbered place. */
  private[brine] def openPlace(open: Plan.Open, value: Any, builder: PickleBuilder): Unit =
    new PlanWriter(builder).run(open, value, Start.Place)

  /** A root of an open type whose subtypes have numbers. */
  private[brine] def openRoot(open: Plan.Open, value: Any, builder: PickleBuilder): Unit =
    new PlanWriter(builder).run(open, value, Start.OpenRoot)

  /** The ways to write a value: its replacement, at a place; itself, at a place; without marker and identity; as a
    * root of an open type whose subtypes have numbers.
    */
  private enum Start:
    case Place, OwnPlace, Body, OpenRoot

  /** Writes a whole pickle, or a value for a handwritten pickler that calls `pickle`. It is like a place that cannot
    * be null, so only objects with an identity need a marker.
    */
  def root[A](pickler: PlannedPickler[A], value: A, builder: PickleBuilder): Unit =
    if value != null && pickler.isBodyAtRoot && !builder.options.sharesAll then pickler.putBody(value, builder)
    else
      val plan = pickler.plan
      plan match
        case open: Plan.Open if NumberedPlaces.in(builder) != null =>
          NumberedPlaces.putRoot(open, value, NumberedPlaces.in(builder).nn)
        case _ => otherRoot(pickler, plan, value, builder)

  private def otherRoot[A](pickler: PlannedPickler[A], plan: Plan, value: A, builder: PickleBuilder): Unit =
    if value == null && plan.nullness == Nullness.Marker then
      throw new PickleException.NullValue(s"a pickle cannot hold a null ${plan.shape.name} alone; pickle an Option")
    val before = PlaceMemory.current(builder.placeMemory)
    if value != null && builder.replacements != null then replacedRoot(plan, value.asInstanceOf[AnyRef], builder)
    else if isMarkedRoot(plan, builder.options) then place(pickler, value, builder)
    else write(pickler, value, builder)
    PlaceMemory.returnTo(builder.placeMemory, before)

  private def replacedRoot(plan: Plan, value: AnyRef, builder: PickleBuilder): Unit =
    val other = Replacement.of(plan, value, builder)
    if other == null then throw Replacement.noRoot(plan)
    if other ne PickleBuilder.Put then
      new PlanWriter(builder).run(
        plan,
        other,
        if isMarkedRoot(plan, builder.options) then Start.OwnPlace else Start.Body
      )

  /** Writes a whole value by a handwritten pickler, in a format that replaces values. */
  private[brine] def rootByHand(pickler: Pickler[Any], value: AnyRef, builder: PickleBuilder): Unit =
    val plan = Plan.of(pickler)
    val other = Replacement.of(plan, value, builder)
    if other == null then throw Replacement.noRoot(plan)
    new PlanWriter(builder).run(plan, other, Start.Body)

  private[brine] def isMarkedRoot(plan: Plan, options: PickleOptions): Boolean =
    (plan.nullness == Nullness.Marker && plan.isTracked) || (options.sharesAll && plan.isObject)

  private def write[A](pickler: PlannedPickler[A], value: A, builder: PickleBuilder): Unit =
    if value == null then builder.putNull(pickler.shape) else pickler.putBody(value, builder)

  /** A value at a place, null included. */
  private[brine] def place[A](planned: PlannedPickler[A], value: A, builder: PickleBuilder): Unit =
    val plan = planned.plan
    if plan.isInstanceOf[Plan.Open] && NumberedPlaces.in(builder) != null then
      NumberedPlaces.put(plan.asInstanceOf[Plan.Open], value, NumberedPlaces.in(builder).nn)
    else if builder.depth >= builder.options.limits.emittedDepth || builder.sharesAll && !builder.sharesOnStack then
      if value == null then WriteChecks.putNull(plan, builder)
      else if plan.nullness != Nullness.Marker && !builder.sharesAll then planned.putBody(value, builder)
      else new PlanWriter(builder).run(plan, value, Start.Place)
    else if value == null then WriteChecks.putNull(plan, builder)
    else if WriteSteps.beginsAtPlace(plan, value, builder) then planned.putBody(value, builder)

  /** Writes a handwritten pickler's value, or its replacement, at a place. */
  private[brine] def replacedByHand(pickler: Pickler[Any], value: AnyRef, builder: PickleBuilder): Unit =
    new PlanWriter(builder).run(Plan.of(pickler), value, Start.Place)

  /** An element of a collection or option that was begun with or without marks. */
  def element[A](pickler: Pickler[A], value: A, isMarked: Boolean, builder: PickleBuilder): Unit =
    if isMarked || isPlaceAnyway(pickler) then pickler.putPlace(value, builder) else pickler.putBody(value, builder)

  private def isPlaceAnyway(pickler: Pickler[?]): Boolean = pickler match
    case planned: HasPlan => WriteSteps.isAtPlace(planned.plan, isMarked = false)
    case _                => false
