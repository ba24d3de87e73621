package brine.run

import scala.collection.mutable
import scala.util.control.NonFatal
import brine.{ByHand, Failures, PickleException, PickleReader, ReadFailure, Subtype, Unpickler}
import brine.assembly.{Construction, Unbuilt}
import brine.binary.{BinaryReader, BinaryTags}
import brine.plan.{Access, Plan}
import brine.shape.Nullness
import brine.assembly.ReaderAssembly.*

/** Runs a plan to read a value, with an explicit stack, so that depth is data.
  *
  * It makes one call for each call of [[PlanWriter]]. A finished value is delivered to the frame around it. A value
  * that cannot be built yet is delivered as an [[Unbuilt]], and the [[Assembly]] completes it.
  */
private[brine] final class PlanReader private (reader: PickleReader):
  import PlanReader.At
  private val sharesAll = reader.options.sharesAll
  private val maxDepth = reader.options.limits.maxDepth
  private val assembly = reader.assembly
  private val numbered = NumberedPlaces.in(reader)
  private var top: ReadFrame | Null = null
  private var spare: ReadFrame | Null = null
  private var depth = reader.depth
  private var result: AnyRef = null

  private def run(plan: Plan, id: Int, at: At): AnyRef =
    try
      at match
        case At.Place    => place(plan)
        case At.Body     => body(plan, id)
        case At.OpenRoot => openPlace(plan.asInstanceOf[Plan.Open], isRoot = true)
      while top != null do step(top.nn)
      result
    catch
      case e: PickleException => throw locate(e)
      case NonFatal(e)        => throw locate(Failures.reading(e))

  private def locate(e: PickleException): PickleException =
    var frame = top
    while frame != null do
      val segment = frame.segment
      if segment.nonEmpty then e.prepend(segment)
      frame = frame.below
    e.atOffset(reader.offset)

  private def step(frame: ReadFrame): Unit =
    frame.plan match
      case p: Plan.Product =>
        val previous = frame.index
        frame.index = -1 // between two fields, a failure is the object's
        val index = reader.nextField(p.shape, previous)
        if index >= 0 then
          frame.index = index
          if frame.parts(index) ne Access.Missing then
            throw new PickleException.DuplicateField(p.shape.name, p.shape.fieldNames(index))
          place(p.fields(index).get)
        else
          reader.endProduct(p.shape)
          pop()
          deliver(Construction.finish(p, frame.id, frame.parts, frame.hasUnbuilt, reader))
      case s: Plan.Sequence => elements(s, frame)
      case m: Plan.Mapping  => entry(m, frame)
      case s: Plan.Sum =>
        reader.endLeaf(s.shape, frame.index)
        pop()
        deliver(frame.value)
      case o: Plan.Open =>
        reader.endOpen(o.shape, frame.subtype)
        pop()
        if frame.id >= 0 && frame.value.isInstanceOf[Unbuilt] then
          throw PlanReader.needsUnbuilt(OpenForm.of(frame.subtype).subtypePlan.shape, "an object")
        deliver(Construction.completed(frame.value, frame.id, OpenForm.of(frame.subtype).subtypePlan, reader))
      case o: Plan.Optional if frame.index < 0 =>
        frame.index = 0
        element(o.element.get, keepsIdentity(o.element.get))
      case o: Plan.Optional =>
        reader.endSome(o.shape)
        pop()
        deliver(frame.value match
          case content: Unbuilt => assembly.some(o, content)
          case content          => Some(content)
        )
      case m: Plan.Mapped if frame.index < 0 =>
        frame.index = 0
        element(m.inner.get, keepsIdentity(m.inner.get))
      case m: Plan.Mapped =>
        pop()
        deliver(assembly.mapped(m, frame.value))
      case c: Plan.Converted =>
        pop()
        deliver(Construction.converted(c, frame.value, assembly))
      case other => throw new IllegalStateException(other.shape.name)

  /** Reads the elements up to the next one that has parts of its own, or to the end. */
  private def elements(s: Plan.Sequence, frame: ReadFrame): Unit =
    val plan = s.element.get
    val numbers = frame.numbers
    var isMore = true
    while isMore && (top eq frame) do
      isMore = reader.nextElement(s.shape, frame.index + 1, frame.size)
      if isMore then
        frame.index += 1
        if numbers != null then deliver(Construction.ofNumber(plan, numbers.next(), assembly))
        else element(plan, frame.isMarked)
    if !isMore then
      reader.endSequence(s.shape)
      pop()
      deliver(
        if s.isCyclic then assembly.sequence(frame.id, s, frame.collected.toArray)
        else
          Construction.completed(Construction.resultOf(s, frame.builder, frame.index + 1, reader), frame.id, s, reader)
      )

  private def entry(m: Plan.Mapping, frame: ReadFrame): Unit =
    if frame.isAtValue then
      reader.beginValue(m.shape)
      mapPart(m.value.get, frame.ofValues, frame)
    else if reader.nextEntry(m.shape, frame.index + 1, frame.size) then
      frame.index += 1
      mapPart(m.key.get, frame.ofKeys, frame)
    else
      reader.endMapping(m.shape)
      pop()
      deliver(assembly.mapping(frame.id, m, reader.distinctEntries(frame.collected.toArray)))

  private def mapPart(plan: Plan, uniform: OpenForm | Null, frame: ReadFrame): Unit =
    if uniform == null then element(plan, frame.isMarked) else deliver(UniformElements.getBody(plan, uniform, reader))

  /** A finished value goes to the one around it. */
  private def deliver(value: AnyRef): Unit =
    val frame = top
    if frame == null then result = value
    else
      frame.plan match
        case _: Plan.Product =>
          frame.parts(frame.index) = value
          if value.isInstanceOf[Unbuilt] then frame.hasUnbuilt = true
        case s: Plan.Sequence =>
          if s.isCyclic then frame.collected += value
          else if value.isInstanceOf[Unbuilt] then throw Construction.noCycle(s)
          else frame.builder += value
        case _: Plan.Mapping =>
          frame.collected += value
          frame.isAtValue = !frame.isAtValue
        case _ => frame.value = value

  private def place(plan: Plan): Unit = plan match
    case c: Plan.Converted if !c.isOfArray =>
      push(c, -1)
      place(c.inner.get)
    case v: Plan.Versions => place(v.next(reader))
    case _                => ownPlace(plan)

  private def ownPlace(plan: Plan): Unit = plan match
    case open: Plan.Open if numbered != null => openPlace(open, isRoot = false)
    case _                                   => otherPlace(plan)

  private def openPlace(open: Plan.Open, isRoot: Boolean): Unit =
    val code = numbered.nn.source.getVarint()
    if code == BinaryTags.Null then deliver(null)
    else if NumberedPlaces.isReference(code) then deliver(assembly.resolve(NumberedPlaces.referenceOf(code), open))
    else
      val subtype = NumberedPlaces.subtypeOf(open, code, numbered.nn)
      openObject(
        open,
        subtype,
        if NumberedPlaces.keepsIdentity(OpenForm.of(subtype), isRoot, sharesAll) then assembly.openNext() else -1
      )

  private def openObject(open: Plan.Open, subtype: Subtype[?], id: Int): Unit =
    if sharesAll then numbered.nn.beginShared(subtype)
    openBody(open, subtype, OpenForm.of(subtype).plan, id)

  private def otherPlace(plan: Plan): Unit =
    ReadSteps.place(plan, reader)(deliver(null))(tag => deliver(reference(tag, plan)))(id => body(plan, id))

  private def reference(tag: Int, plan: Plan): AnyRef =
    if !keepsIdentity(plan) then throw PlanReader.noReference(plan)
    assembly.resolve(tag, plan)

  private def element(plan: Plan, isMarked: Boolean): Unit = plan match
    case c: Plan.Converted if !c.isOfArray =>
      push(c, -1)
      element(c.inner.get, isMarked)
    case v: Plan.Versions => element(v.next(reader), isMarked)
    case _                => ownElement(plan, isMarked)

  private def ownElement(plan: Plan, isMarked: Boolean): Unit =
    if ReadSteps.isAtPlace(plan, isMarked, reader) then place(plan) else body(plan, -1)

  private def keepsIdentity(plan: Plan): Boolean = plan.isTracked || (sharesAll && plan.isObject)

  private def body(plan: Plan, id: Int): Unit = plan match
    case s: Plan.Scalar => deliver(reader.getScalar(s.kind))
    case p: Plan.Product =>
      reader.beginProduct(p.shape)
      val frame = push(p, id)
      frame.begin(p.fields.length)
      if p.isCyclic then assembly.pend(id, p, frame.parts, isReady = false)
    case s: Plan.Sum  => leaf(s)
    case o: Plan.Open => open(o, id)
    case declared: Plan.Sequence =>
      val s = Covariance.get(declared, reader)
      ReadSteps.sequence(s, id, reader)(deliver(_))(header => sequence(s, id, header))
    case m: Plan.Mapping =>
      ReadSteps.mapping(m, reader)(deliver(null))((header, ofKeys, ofValues) =>
        entries(m, id, header, ofKeys, ofValues)
      )
    case o: Plan.Optional    => optional(o)
    case a: Plan.ScalarArray => deliver(Construction.completed(reader.getArray(a.shape, a.kind), id, a, reader))
    case m: Plan.Mapped =>
      val later = Plan.later(m, reader)
      if later != null then deliver(later) else push(m, -1)
    case c: Plan.Converted => convertedBody(c, id)
    case v: Plan.Versions  => body(v.next(reader), id)
    case r: Plan.Refused   => throw r.refuse()
    case s: Plan.Singleton =>
      reader.getObject(s.shape)
      deliver(s.value)
    case c: Plan.Custom => deliver(ByHand.get(c.unpickler, reader).asInstanceOf[AnyRef])

  private def sequence(s: Plan.Sequence, id: Int, header: Long): Unit =
    val frame = push(s, id)
    frame.size = PickleReader.size(header)
    frame.isMarked = PickleReader.hasNulls(header)
    frame.numbers = Elements.numberReader(s.element.get, reader)
    if s.isCyclic then frame.collected = mutable.ArrayBuffer.empty else frame.builder = s.ops.newBuilder(frame.size)

  private def entries(
      m: Plan.Mapping,
      id: Int,
      header: Long,
      ofKeys: OpenForm | Null,
      ofValues: OpenForm | Null
  ): Unit =
    val frame = push(m, id)
    frame.size = PickleReader.size(header)
    frame.isMarked = PickleReader.hasNulls(header)
    frame.collected = mutable.ArrayBuffer.empty
    frame.isAtValue = false
    frame.ofKeys = ofKeys
    frame.ofValues = ofValues

  private def convertedBody(c: Plan.Converted, id: Int): Unit = c.inner.get match
    case a: Plan.ScalarArray => deliver(Construction.convertedArray(c, reader.getArray(a.shape, a.kind), id, reader))
    case inner =>
      push(c, -1)
      body(inner, id)

  private def leaf(s: Plan.Sum): Unit =
    ReadSteps.sum(s, reader)(deliver(null))(tag => deliver(leafReference(tag, s)))(leafOf(s, _))

  /** Its leaves are objects, whether or not the type itself keeps their identity. */
  private def leafReference(tag: Int, s: Plan.Sum): AnyRef =
    if !(s.isTracked || sharesAll) then throw PlanReader.noReference(s)
    assembly.resolve(tag, s)

  private def leafOf(s: Plan.Sum, number: Int): Unit =
    ReadSteps.leaf(s, number, reader)(deliver(_)) { (plan, id) =>
      push(s, -1).index = number
      body(plan, id)
    }

  private def open(o: Plan.Open, id: Int): Unit =
    if numbered != null then openObject(o, NumberedPlaces.bodyOf(o, numbered.nn), id)
    else
      val subtype = OpenPickler.begin(o, reader)
      openBody(
        o,
        subtype,
        if reader.tellsVersion then OpenForm.of(subtype).subtypePlan else Plan.of(Resolutions.undated(subtype.pickler)),
        id
      )

  private def openBody(o: Plan.Open, subtype: Subtype[?], own: Plan, id: Int): Unit =
    push(o, if subtype.completesItself then -1 else id).subtype = subtype
    own match
      case s: Plan.Singleton => deliver(s.value)
      case plan              => body(plan, if subtype.completesItself then id else -1)

  private def optional(o: Plan.Optional): Unit = ReadSteps.optional(o, reader)(deliver(_)) {
    val ignored = push(o, -1)
  }

  private def push(plan: Plan, id: Int): ReadFrame =
    if depth >= maxDepth then
      throw new PickleException.LimitExceeded(s"the pickle is nested deeper than $maxDepth (limits.maxDepth)")
    depth += 1
    val recycled = spare
    val frame =
      if recycled == null then new ReadFrame
      else
        spare = recycled.below
        recycled
    frame.plan = plan
    frame.id = id
    frame.index = -1
    frame.hasUnbuilt = false
    frame.below = top
    top = frame
    frame

  private def pop(): Unit =
    val frame = top.nn
    top = frame.below
    frame.below = spare
    spare = frame
    depth -= 1

private[brine] object PlanReader:
  /** Reads a body that [[PlanWriter.body]] wrote: the value, or an [[Unbuilt]] registered by [[Assembly.hide]]. */
  def body(plan: Plan, reader: PickleReader, id: Int): AnyRef =
    reader.assembly.hide(new PlanReader(reader).run(plan, id, At.Body))

  /** Reads a value that [[PlanWriter.openPlace]] wrote. */
  private[brine] def openPlace(open: Plan.Open, reader: PickleReader): AnyRef | Null =
    reader.assembly.hide(new PlanReader(reader).run(open, -1, At.Place))

  /** Reads a root that [[PlanWriter.openRoot]] wrote. */
  private[brine] def openRoot(open: Plan.Open, reader: PickleReader): AnyRef | Null =
    reader.assembly.hide(new PlanReader(reader).run(open, -1, At.OpenRoot))

  /** How a value is read: from a place; without marker and identity; as a root of an open type whose subtypes have numbers. */
  private enum At:
    case Place, Body, OpenRoot

  /** Reads a root that [[PlanWriter.root]] wrote. */
  def root[A](declared: PlannedPickler[A], reader: PickleReader): A =
    val outer = reader.beginWhole()
    try
      val unpickler = declared.next(reader)
      val before = reader.currentPlace
      val value = unpickler.plan match
        case open: Plan.Open if NumberedPlaces.in(reader) != null =>
          noUnbuilt(NumberedPlaces.getRoot(open, NumberedPlaces.in(reader).nn).asInstanceOf[A], unpickler, reader)
        case plan if PlanWriter.isMarkedRoot(plan, reader.options) => markedRoot(unpickler, reader)
        case _ => noUnbuilt(unpickler.readBody(reader, -1), unpickler, reader)
      reader.returnTo(before)
      reader.endWhole(outer)
      reader.verify()
      value
    catch case e: Throwable => throw ReadFailure.located(e, reader, outer)

  private[brine] def openRoot[A](unpickler: OpenPickler[A], reader: BinaryReader): A =
    val outer = reader.beginWhole()
    try
      val value = noUnbuilt(NumberedPlaces.getRoot(unpickler.plan, reader).asInstanceOf[A], unpickler, reader)
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
        reader.assembly.hide(new PlanReader(reader).run(plan, -1, At.Place)).asInstanceOf[A]
      else
        ReadSteps.place[A](plan, reader)(null.asInstanceOf[A])(tag => reference(tag, plan, reader).asInstanceOf[A])(
          id =>
            planned.readBody(reader, id)
        )
    case custom => ByHand.getPlace(custom, reader)

  /** Reads an element that [[PlanWriter.element]] wrote; for nulls see [[placed]]. */
  def element[A](unpickler: Unpickler[A], isMarked: Boolean, reader: PickleReader): A = unpickler match
    case planned: PlannedPickler[A] =>
      val plan = planned.plan
      if isMarked || plan.nullness != Nullness.Marker || plan.isTracked then placed(unpickler, reader)
      else planned.readBody(reader, -1)
    case _ if isMarked => placed(unpickler, reader)
    case custom        => ByHand.get(custom, reader)

  /** Reads an element that [[PlanWriter.element]] wrote, for code that cannot handle an object that is not built yet. */
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
