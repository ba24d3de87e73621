package brine.run

import scala.util.control.NonFatal
import brine.{Failures, HandwrittenCalls, PickleException, PickleReader, PlaceMemory, ReadFailure, Subtype, Unpickler}
import brine.assembly.{Construction, Unbuilt}
import brine.binary.{BinaryReader, BinaryTags}
import brine.plan.{Access, HasPlan, LateField, ObjectReader, Plan}
import brine.plan.steps.{MappingFrame, ProductFrame, ReadFrame, ReadFrames, SequenceFrame, SingleFrame}
import brine.plan.subtypes.{Covariance, OpenForm, OpenSubtypes}
import brine.shape.Nullness
import brine.assembly.ReaderAssembly.*

/** Runs a plan to read a value, with an explicit stack, so that depth is data.
  *
  * It makes one call for each call of [[PlanWriter]]. A step returns a value that it has read whole. For a value with
  * parts it pushes a frame and returns [[PlanReader.Pushed]]; when the parts have been read, the value is delivered to
  * the frame around it. An [[Unbuilt]] replaces a value that cannot be built yet, and the [[Assembly]] completes it.
  */
private[brine] final class PlanReader private (reader: PickleReader):
  import PlanReader.{Pushed, Start}
  private val sharesAll = reader.options.sharesAll
  private val maxDepth = reader.options.limits.maxDepth
  private val assembly = reader.assembly
  private val numbered = NumberedPlaces.in(reader)
  private val codes = ObjectReader.withCodes(reader)

  /** Fields come in the order of the class, and its own type decides which references to an object may occur. */
  private val buildsAtOnce = reader.isInstanceOf[BinaryReader] && !sharesAll
  private val frames = new ReadFrames
  private var depth = reader.depth
  private var result: AnyRef = null

  private def run(plan: Plan, id: Int, at: Start): AnyRef =
    try
      val whole = at match
        case Start.Place    => place(plan)
        case Start.Body     => body(plan, id)
        case Start.OpenRoot => openPlace(plan.asInstanceOf[Plan.Open], isRoot = true)
      if whole ne Pushed then result = whole
      while frames.top != null do step(frames.top.nn)
      frames.end()
      result
    catch case NonFatal(e) => throw locate(Failures.reading(e))

  private def locate(e: PickleException): PickleException =
    val offset = reader.offset
    while frames.top != null do
      val frame = frames.top.nn
      for segment <- List(frame.segment(reader), frame.leafSegment(reader)) if segment.nonEmpty do e.prepend(segment)
      frames.pop()
    frames.end()
    e.atOffset(offset)

  private def step(frame: ReadFrame): Unit = frame match
    case f: ProductFrame  => fields(f.product, f)
    case f: SequenceFrame => elements(f.sequence, f)
    case f: MappingFrame  => entries(f.mapping, f)
    case f: SingleFrame   => single(f.plan, f)

  /** Reads the fields up to the next one that needs a frame, or to the end. */
  private def fields(p: Plan.Product, frame: ProductFrame): Unit =
    var isHere = true
    while isHere do
      val previous = frame.index
      frame.index = -1 // between two fields, a failure is the object's
      val index = reader.nextField(p.shape, previous)
      if index < 0 then
        endProduct(p, frame)
        isHere = false
      else
        frame.index = index
        val parts = frame.parts
        if parts != null && (parts(index) ne Access.Missing) then
          throw new PickleException.DuplicateField(p.shape.name, p.shape.fieldNames(index))
        if index == frame.late then frame.builds(Construction.begin(p, frame.id, parts.nn, reader))
        val value = p.fields(index).get match
          case s: Plan.Scalar                          => reader.getScalar(s.kind)
          case s: Plan.Sequence if frame.isBegunByCode => collection(p, index, s)
          case plan                                    => place(plan)
        if value eq Pushed then isHere = false else frame.take(value, reader)

  /** A collection at a field of an object that code began. */
  private def collection(p: Plan.Product, field: Int, s: Plan.Sequence): AnyRef =
    val in = codes.nn
    val begun = in.beginCollection(p, field)
    if begun == null then place(s)
    else sequence(begun, in.begunId, PickleReader.header(in.begunSize, hasNulls = true))

  private def endProduct(p: Plan.Product, frame: ProductFrame): Unit =
    reader.endProduct(p.shape)
    val made = frame.made
    val value =
      if made == null then
        val waits = frame.hasUnbuilt || p.looksIntoParts
        Construction.finish(p, frame.id, if waits then frame.ownParts else frame.parts.nn, frame.hasUnbuilt, reader)
      else
        assembly.complete(frame.id, made)
        made
    val sum = frame.sum
    val leaf = frame.leaf
    pop()
    if sum != null then
      depth -= 1
      reader.endLeaf(sum.shape, leaf)
    deliver(value)

  /** Reads the elements up to the next one that needs a frame, or to the end. */
  private def elements(s: Plan.Sequence, frame: SequenceFrame): Unit =
    val plan = s.element.get
    val numbers = frame.numbers
    val isMarked = frame.isMarked
    var isHere = true
    while isHere do
      if reader.nextElement(s.shape, frame.index + 1, frame.size) then
        val taken = plan match
          case p: Plan.Product if codes != null => frame.takeReferences(codes.nn, p, assembly.stacking)
          case _                                => 0
        frame.index += math.max(taken, 1)
        if taken == 0 then
          val value =
            if numbers == null then element(plan, isMarked)
            else Construction.ofNumber(plan, numbers.next(), assembly)
          if value eq Pushed then isHere = false else frame.take(value, reader)
      else
        endSequence(s, frame)
        isHere = false

  private def endSequence(s: Plan.Sequence, frame: SequenceFrame): Unit =
    reader.endSequence(s.shape)
    val builder = frame.builder
    val id = frame.id
    val base = frame.base
    val count = frame.index + 1
    val hasUnbuilt = frame.hasUnbuilt
    pop()
    deliver(
      if builder == null then assembly.unstack(id, s, base, hasUnbuilt)
      else Construction.completed(Construction.resultOf(s, builder.nn, count, reader), id, s, reader)
    )

  /** Reads the keys and values up to the next one that needs a frame, or to the end. */
  private def entries(m: Plan.Mapping, frame: MappingFrame): Unit =
    var isHere = true
    while isHere do
      if frame.isAtValue then
        reader.beginValue(m.shape)
        isHere = addTo(frame, mapPart(m.value.get, frame.ofValues, frame))
      else if reader.nextEntry(m.shape, frame.index + 1, frame.size) then
        frame.index += 1
        isHere = addTo(frame, mapPart(m.key.get, frame.ofKeys, frame))
      else
        reader.endMapping(m.shape)
        val id = frame.id
        val base = frame.base
        pop()
        deliver(assembly.mapping(id, m, reader.memberRules.distinctEntries(assembly.unstack(base))))
        isHere = false

  /** Adds a key or value to a map. Returns false if it is still to be read. */
  private def addTo(frame: MappingFrame, value: AnyRef): Boolean =
    if value eq Pushed then false
    else
      frame.take(value, reader)
      true

  private def mapPart(plan: Plan, uniform: OpenForm | Null, frame: MappingFrame): AnyRef =
    if uniform == null then element(plan, frame.isMarked) else UniformElements.getBody(plan, uniform, reader)

  /** Reads a value that holds one other, or makes it when the other has been read. */
  private def single(plan: Plan, frame: SingleFrame): Unit = plan match
    case s: Plan.Sum =>
      val leaf = frame.leaf
      val value = popValue(frame)
      reader.endLeaf(s.shape, leaf)
      deliver(value)
    case o: Plan.Open =>
      val subtype = frame.subtype.nn
      val id = frame.id
      val value = popValue(frame)
      reader.endOpen(o.shape, subtype)
      if id >= 0 && value.isInstanceOf[Unbuilt] then
        throw PlanReader.needsUnbuilt(OpenForm.of(subtype).subtypePlan.shape, "an object")
      deliver(Construction.completed(value, id, OpenForm.of(subtype).subtypePlan, reader))
    case o: Plan.Optional =>
      if frame.index >= 0 || begin(frame, o.element.get) then
        reader.endSome(o.shape)
        deliver(popValue(frame) match
          case content: Unbuilt => assembly.some(o, content)
          case content          => Some(content)
        )
    case m: Plan.Mapped =>
      if frame.index >= 0 || begin(frame, m.inner.get) then deliver(assembly.mapped(m, popValue(frame)))
    case c: Plan.Converted => deliver(Construction.converted(c, popValue(frame), assembly))
    case other             => throw new IllegalStateException(other.shape.name)

  /** Ends the innermost frame, `frame`. Returns the value that it holds. */
  private def popValue(frame: SingleFrame): AnyRef =
    val value = frame.value
    frame.value = null
    pop()
    value

  /** Begins the one value that a value holds. Returns true if it has been read. */
  private def begin(frame: SingleFrame, plan: Plan): Boolean =
    frame.index = 0
    val value = element(plan, keepsIdentity(plan))
    if value ne Pushed then frame.value = value
    value ne Pushed

  /** A finished value goes to the one around it. */
  private def deliver(value: AnyRef): Unit =
    val frame = frames.top
    if frame == null then result = value else frame.nn.take(value, reader)

  /** The innermost frame, `frame`, holds one value, which has been read or is the next to be. */
  private def within(frame: SingleFrame, value: AnyRef): AnyRef =
    if value ne Pushed then frame.value = value
    Pushed

  private def place(plan: Plan): AnyRef = plan match
    case c: Plan.Converted if !c.isOfArray => within(push(c, -1), place(c.inner.get))
    case v: Plan.Versions                  => place(v.next(reader))
    case _                                 => ownPlace(plan)

  private def ownPlace(plan: Plan): AnyRef = plan match
    case open: Plan.Open if numbered != null => openPlace(open, isRoot = false)
    case _                                   => otherPlace(plan)

  private def openPlace(open: Plan.Open, isRoot: Boolean): AnyRef =
    val code = numbered.nn.source.getVarint()
    if code == BinaryTags.Null then null
    else if NumberedPlaces.isReference(code) then assembly.resolve(NumberedPlaces.referenceOf(code), open)
    else
      val subtype = NumberedPlaces.subtypeOf(open, code, numbered.nn)
      openObject(
        open,
        subtype,
        if NumberedPlaces.keepsIdentity(OpenForm.of(subtype), isRoot, sharesAll) then assembly.openNext() else -1
      )

  private def openObject(open: Plan.Open, subtype: Subtype[?], id: Int): AnyRef =
    if sharesAll then numbered.nn.beginShared(subtype)
    openBody(open, subtype, OpenForm.of(subtype).plan, id)

  private def otherPlace(plan: Plan): AnyRef =
    ReadSteps.place[AnyRef](plan, reader)(null)(tag => reference(tag, plan))(id => body(plan, id))

  private def reference(tag: Int, plan: Plan): AnyRef =
    if !keepsIdentity(plan) then throw PlanReader.noReference(plan)
    assembly.resolve(tag, plan)

  private def element(plan: Plan, isMarked: Boolean): AnyRef = plan match
    case c: Plan.Converted if !c.isOfArray => within(push(c, -1), element(c.inner.get, isMarked))
    case v: Plan.Versions                  => element(v.next(reader), isMarked)
    case _                                 => ownElement(plan, isMarked)

  private def ownElement(plan: Plan, isMarked: Boolean): AnyRef =
    if ReadSteps.isAtPlace(plan, isMarked, reader) then place(plan) else body(plan, -1)

  private def keepsIdentity(plan: Plan): Boolean = plan.isTracked || (sharesAll && plan.isObject)

  private def body(plan: Plan, id: Int): AnyRef = plan match
    case p: Plan.Product => product(p, id, null, 0)
    case _               => otherBody(plan, id)

  private def otherBody(plan: Plan, id: Int): AnyRef = plan match
    case s: Plan.Scalar => reader.getScalar(s.kind)
    case s: Plan.Sum    => leaf(s)
    case o: Plan.Open   => open(o, id)
    case declared: Plan.Sequence =>
      val s = Covariance.get(declared, reader)
      ReadSteps.sequence[AnyRef](s, id, reader)(whole => whole)(header => sequence(s, id, header))
    case m: Plan.Mapping =>
      ReadSteps.mapping[AnyRef](m, reader)(null)((header, ofKeys, ofValues) => mapping(m, id, header, ofKeys, ofValues))
    case o: Plan.Optional    => optional(o)
    case a: Plan.ScalarArray => Construction.completed(reader.getArray(a.shape, a.kind), id, a, reader)
    case m: Plan.Mapped =>
      val later = Plan.later(m, reader)
      if later != null then later
      else
        val ignored = push(m, -1)
        Pushed
    case c: Plan.Converted => convertedBody(c, id)
    case v: Plan.Versions  => body(v.next(reader), id)
    case r: Plan.Refused   => throw r.refuse()
    case s: Plan.Singleton =>
      reader.getObject(s.shape)
      s.value
    case c: Plan.Custom  => HandwrittenCalls.get(c.unpickler, reader).asInstanceOf[AnyRef]
    case p: Plan.Product => throw new IllegalStateException(p.shape.name) // `body` reads it

  /** An object of a class, as leaf number `leaf` of `sum`, or alone. */
  private def product(p: Plan.Product, id: Int, sum: Plan.Sum | Null, leaf: Int): AnyRef =
    deeper()
    val frame = frames.product().of(p, id)
    frame.begin(sum, leaf)
    reader.beginProduct(p.shape)
    val late = if id < 0 then LateField.None else ReadSteps.lateField(p, buildsAtOnce, codes)
    val made = if late.followsValues && codes != null then codes.nn.beginByCode(p, id) else null
    if made != null then frame.began(made, late)
    else
      frame.takes(isAlone = p.access.isInstanceOf[FieldCode] && (!p.isCyclic || late.field >= 0), late)
      if p.isCyclic && late.field < 0 then assembly.pend(id, p, frame.parts.nn, isReady = false)
    Pushed

  private def sequence(s: Plan.Sequence, id: Int, header: Long): AnyRef =
    deeper()
    val frame = frames.sequence().of(s, id)
    frame.size = PickleReader.size(header)
    frame.isMarked = PickleReader.hasNulls(header)
    frame.hasUnbuilt = false
    frame.numbers = Elements.numberReader(s.element.get, reader)
    if s.isCyclic then
      frame.builder = null
      frame.base = assembly.stacked
    else frame.builder = s.ops.newBuilder(frame.size)
    Pushed

  private def mapping(
      m: Plan.Mapping,
      id: Int,
      header: Long,
      ofKeys: OpenForm | Null,
      ofValues: OpenForm | Null
  ): AnyRef =
    deeper()
    val frame = frames.mapping().of(m, id)
    frame.size = PickleReader.size(header)
    frame.isMarked = PickleReader.hasNulls(header)
    frame.base = assembly.stacked
    frame.isAtValue = false
    frame.ofKeys = ofKeys
    frame.ofValues = ofValues
    Pushed

  private def convertedBody(c: Plan.Converted, id: Int): AnyRef = c.inner.get match
    case a: Plan.ScalarArray => Construction.convertedArray(c, reader.getArray(a.shape, a.kind), id, reader)
    case inner               => within(push(c, -1), body(inner, id))

  private def leaf(s: Plan.Sum): AnyRef =
    ReadSteps.sum[AnyRef](s, reader)(null)(tag => leafReference(tag, s))(leafOf(s, _))

  /** Its leaves are objects, whether or not the type itself keeps their identity. */
  private def leafReference(tag: Int, s: Plan.Sum): AnyRef =
    if !(s.isTracked || sharesAll) then throw PlanReader.noReference(s)
    assembly.resolve(tag, s)

  private def leafOf(s: Plan.Sum, number: Int): AnyRef =
    ReadSteps.leaf[AnyRef](s, number, reader)(value => value)((plan, id) =>
      plan match
        case p: Plan.Product =>
          deeper() // the family's level; the class's follows
          product(p, id, s, number)
        case _ =>
          val frame = push(s, -1)
          frame.leaf = number
          within(frame, body(plan, id))
    )

  private def open(o: Plan.Open, id: Int): AnyRef =
    if numbered != null then openObject(o, NumberedPlaces.bodyOf(o, numbered.nn), id)
    else
      val subtype = OpenSubtypes.begin(o, reader)
      openBody(
        o,
        subtype,
        if reader.tellsVersion then OpenForm.of(subtype).subtypePlan else Plan.of(Resolutions.undated(subtype.pickler)),
        id
      )

  private def openBody(o: Plan.Open, subtype: Subtype[?], own: Plan, id: Int): AnyRef =
    val frame = push(o, if subtype.completesItself then -1 else id)
    frame.subtype = subtype
    own match
      case s: Plan.Singleton => within(frame, s.value)
      case plan              => within(frame, body(plan, if subtype.completesItself then id else -1))

  private def optional(o: Plan.Optional): AnyRef = ReadSteps.optional[AnyRef](o, reader)(whole => whole) {
    val ignored = push(o, -1)
    Pushed
  }

  private def deeper(): Unit =
    if depth >= maxDepth then
      throw new PickleException.LimitExceeded(s"the pickle is nested deeper than $maxDepth (limits.maxDepth)")
    depth += 1

  private def push(plan: Plan, id: Int): SingleFrame =
    deeper()
    frames.single().of(plan, id)

  private def pop(): Unit =
    frames.pop()
    depth -= 1

private[brine] object PlanReader:
  /** The result of a step that has pushed a frame: the value comes when the frame's parts have been read. */
  private val Pushed: AnyRef = new Object

  /** Reads a body that [[PlanWriter.body]] wrote: the value, or an [[Unbuilt]] registered by [[Assembly.hide]]. */
  def body(plan: Plan, reader: PickleReader, id: Int): AnyRef =
    reader.assembly.hide(new PlanReader(reader).run(plan, id, Start.Body))

  /** Reads a value that [[PlanWriter.openPlace]] wrote. */
  private[brine] def openPlace(open: Plan.Open, reader: PickleReader): AnyRef | Null =
    reader.assembly.hide(new PlanReader(reader).run(open, -1, Start.Place))

  /** Reads a root that [[PlanWriter.openRoot]] wrote. */
  private[brine] def openRoot(open: Plan.Open, reader: PickleReader): AnyRef | Null =
    reader.assembly.hide(new PlanReader(reader).run(open, -1, Start.OpenRoot))

  /** How a value is read: from a place, without marker and identity, or as a root of an open type with numbers. */
  private enum Start:
    case Place, Body, OpenRoot

  /** Reads a root that [[PlanWriter.root]] wrote. */
  def root[A](declared: PlannedPickler[A], reader: PickleReader): A =
    val outer = reader.beginWhole()
    try
      val unpickler = declared.next(reader)
      val before = PlaceMemory.current(reader.placeMemory)
      val value = unpickler.plan match
        case open: Plan.Open if NumberedPlaces.in(reader) != null =>
          noUnbuilt(NumberedPlaces.getRoot(open, NumberedPlaces.in(reader).nn).asInstanceOf[A], unpickler, reader)
        case plan if PlanWriter.isMarkedRoot(plan, reader.options) => markedRoot(unpickler, reader)
        case _ => noUnbuilt(unpickler.getBody(reader, -1), unpickler, reader)
      PlaceMemory.returnTo(reader.placeMemory, before)
      reader.endWhole(outer)
      reader.verify()
      value
    catch case e: Throwable => throw ReadFailure.located(e, reader, outer)

  /** Reads a root of an open type, which `unpickler` handles, by the binary format with numbers for its subtypes. */
  private[brine] def openRoot[A](open: Plan.Open, unpickler: PlannedPickler[A], reader: BinaryReader): A =
    val outer = reader.beginWhole()
    try
      val value = noUnbuilt(NumberedPlaces.getRoot(open, reader).asInstanceOf[A], unpickler, reader)
      reader.endWhole(outer)
      reader.verify()
      value
    catch case e: Throwable => throw ReadFailure.located(e, reader, outer)

  private def markedRoot[A](unpickler: PlannedPickler[A], reader: PickleReader): A =
    val value = place(unpickler, reader)
    if value == null && unpickler.plan.nullness == Nullness.Marker then
      throw new PickleException.Malformed(s"expected ${unpickler.shape.name}, found null; read an Option")
    value

  /** Reads a value that [[PlanWriter.place]] wrote, for code that cannot handle an object that is not built yet. */
  def place[A](unpickler: Unpickler[A], reader: PickleReader): A =
    noUnbuilt(placed(unpickler, reader), unpickler, reader)

  /** Reads a value that [[PlanWriter.place]] wrote. A null may replace an [[Unbuilt]]: see [[Assembly.takeUnbuilt]]. */
  def placed[A](unpickler: Unpickler[A], reader: PickleReader): A = unpickler match
    case planned: PlannedPickler[A] =>
      val plan = planned.plan
      if plan.isInstanceOf[Plan.Open] && NumberedPlaces.in(reader) != null then
        NumberedPlaces.get(plan.asInstanceOf[Plan.Open], NumberedPlaces.in(reader).nn).asInstanceOf[A]
      else if reader.sharesOnStack && reader.depth < reader.options.limits.emittedDepth then
        EventReader.place(plan, reader).asInstanceOf[A]
      else if reader.options.sharesAll || reader.depth >= reader.options.limits.emittedDepth then
        reader.assembly.hide(new PlanReader(reader).run(plan, -1, Start.Place)).asInstanceOf[A]
      else
        ReadSteps.place[A](plan, reader)(null.asInstanceOf[A])(tag => reference(tag, plan, reader).asInstanceOf[A])(
          id =>
            planned.getBody(reader, id)
        )
    case custom => HandwrittenCalls.getPlace(custom, reader)

  /** Reads an element that [[PlanWriter.element]] wrote; for nulls see [[placed]]. */
  def element[A](unpickler: Unpickler[A], isMarked: Boolean, reader: PickleReader): A =
    if isMarked || isPlaceAnyway(unpickler) then placed(unpickler, reader) else unpickler.getBody(reader, -1)

  private def isPlaceAnyway(unpickler: Unpickler[?]): Boolean = unpickler match
    case planned: HasPlan => planned.plan.nullness != Nullness.Marker || planned.plan.isTracked
    case _                => false

  /** Reads what [[PlanWriter.element]] wrote, for code that cannot handle an object that is not built yet. */
  def builtElement[A](unpickler: Unpickler[A], isMarked: Boolean, reader: PickleReader): A =
    noUnbuilt(element(unpickler, isMarked, reader), unpickler, reader)

  /** Returns the object of a reference at a place of this plan; nulls as in [[placed]]. */
  def reference(tag: Int, plan: Plan, reader: PickleReader): AnyRef | Null =
    if !(plan.isTracked || reader.options.sharesAll) then throw noReference(plan)
    reader.assembly.resolveOrNull(tag, plan)

  private def noReference(plan: Plan): PickleException = plan match
    case s: Plan.Sum => new PickleException.BadReference(s"${s.shape.name} holds values, not objects to refer to")
    case other => new PickleException.BadReference(s"a ${other.shape.name} is a value here, not an object to refer to")

  /** A value, where nobody could handle one that is not built yet. */
  def noUnbuilt[A](value: A, unpickler: Unpickler[?], reader: PickleReader): A =
    if value == null then reader.refuseUnbuilt(unpickler)
    value

  /** A value that has a number from its place and is completed alone cannot wait for objects around it. */
  def needsUnbuilt(shape: brine.shape.Shape, what: String): PickleException =
    new PickleException.CyclicConstruction(s"$what that is read alone needs a ${shape.name} that is still being read")
