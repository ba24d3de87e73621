package brine.run

import scala.collection.mutable.{ArrayBuffer, Growable}
import scala.util.control.NonFatal
import brine.{HandwrittenCalls, PickleException, PickleReader}
import brine.assembly.{Construction, Unbuilt}
import brine.plan.{Access, ObjectReader, Plan}
import brine.plan.steps.PartFailures
import brine.plan.subtypes.{Covariance, OpenForm}
import brine.assembly.ReaderAssembly.*

/** Reads by a plan on the Java stack, from any reader. It reads what [[EventWriter]] writes, makes the calls of
  * [[PlanReader]], and hands over to it. It returns null for a value that is not built yet (an [[Unbuilt]]). The
  * caller must call [[Assembly.takeUnbuilt]] at once, which returns that value.
  */
private[brine] object EventReader:
  /** Reads a value that [[EventWriter.place]] wrote. */
  def place(plan: Plan, reader: PickleReader): AnyRef | Null = plan match
    case c: Plan.Converted if !c.isOfArray => converted(c, place(c.inner.get, reader), reader)
    case v: Plan.Versions                  => place(v.next(reader), reader)
    case _                                 => ownPlace(plan, reader)

  private def ownPlace(plan: Plan, reader: PickleReader): AnyRef | Null =
    if (plan.facts & Plan.IsOpen) != 0 && NumberedPlaces.in(reader) != null then
      NumberedPlaces.get(plan.asInstanceOf[Plan.Open], NumberedPlaces.in(reader).nn)
    else
      ReadSteps.place[AnyRef | Null](plan, reader)(null)(tag => PlanReader.reference(tag, plan, reader))(id =>
        body(plan, reader, id)
      )

  private def element(plan: Plan, isMarked: Boolean, reader: PickleReader): AnyRef | Null = plan match
    case c: Plan.Converted if !c.isOfArray => converted(c, element(c.inner.get, isMarked, reader), reader)
    case v: Plan.Versions                  => element(v.next(reader), isMarked, reader)
    case _                                 => ownElement(plan, isMarked, reader)

  private def ownElement(plan: Plan, isMarked: Boolean, reader: PickleReader): AnyRef | Null =
    if ReadSteps.isAtPlace(plan, isMarked, reader) then place(plan, reader) else body(plan, reader, -1)

  private def body(plan: Plan, reader: PickleReader, id: Int): AnyRef | Null = plan match
    case s: Plan.Scalar => reader.getScalar(s.kind)
    case _ =>
      val depth = reader.depth
      if depth >= reader.options.limits.emittedDepth then PlanReader.body(plan, reader, id)
      else
        reader.depth = depth + Plan.LevelCost
        val value = nonNull(plan, reader, id)
        reader.depth = depth
        value

  /** Reads a value that [[EventWriter.nonNull]] wrote. `id` is the object's slot in the assembly, -1 if nothing refers
    * to it.
    */
  def nonNull(plan: Plan, reader: PickleReader, id: Int): AnyRef | Null = plan match
    case p: Plan.Product     => product(p, reader, id)
    case s: Plan.Sum         => leaf(s, reader)
    case s: Plan.Sequence    => sequence(s, reader, id)
    case m: Plan.Mapping     => mapping(m, reader, id)
    case o: Plan.Optional    => optional(o, reader)
    case s: Plan.Scalar      => reader.getScalar(s.kind)
    case a: Plan.ScalarArray => Construction.completed(reader.getArray(a.shape, a.kind), id, a, reader)
    case m: Plan.Mapped      => mapped(m, reader)
    case s: Plan.Singleton =>
      reader.getObject(s.shape)
      s.value
    case o: Plan.Open      => OpenObjects.read(o, reader, id)
    case c: Plan.Custom    => HandwrittenCalls.get(c.unpickler, reader).asInstanceOf[AnyRef]
    case c: Plan.Converted => convertedBody(c, reader, id)
    case v: Plan.Versions  => nonNull(v.next(reader), reader, id)
    case r: Plan.Refused   => throw r.refuse()

  private def product(p: Plan.Product, reader: PickleReader, id: Int): AnyRef | Null =
    reader match
      case in: ObjectReader =>
        val value = in.getByCode(p, id)
        if value ne ObjectReader.NoCode then value else fieldsOf(p, reader, id)
      case _ => fieldsOf(p, reader, id)

  private def fieldsOf(p: Plan.Product, reader: PickleReader, id: Int): AnyRef | Null =
    reader.beginProduct(p.shape)
    val value = FieldCalls.of(p).readFields(reader, id)
    // The code of a class whose objects keep no identity by themselves does not make them known.
    if id >= 0 && !p.isTracked && value != null then reader.assembly.complete(id, value, p)
    value

  private def convertedBody(c: Plan.Converted, reader: PickleReader, id: Int): AnyRef | Null = c.inner.get match
    case a: Plan.ScalarArray => Construction.convertedArray(c, reader.getArray(a.shape, a.kind), id, reader)
    case inner               => converted(c, body(inner, reader, id), reader)

  private def converted(c: Plan.Converted, value: AnyRef | Null, reader: PickleReader): AnyRef | Null =
    reader.assembly.hide(Construction.converted(c, part(value, reader), reader.assembly))

  /** The plan of a class, whose objects can be observed; null for any other plan. */
  def observable(plan: Plan): Plan.Product | Null = plan match
    case p: Plan.Product => p
    case _               => null

  /** Reads an object that [[EventWriter.place]] wrote, field by field, and tells the observer of each. */
  def observed(p: Plan.Product, reader: PickleReader, observer: FieldObserver): AnyRef | Null =
    ReadSteps.place[AnyRef | Null](p, reader)(null)(tag => PlanReader.reference(tag, p, reader)) { id =>
      reader.beginProduct(p.shape)
      fields(p, reader, id, observer)
    }

  /** Reads all fields of an object for which no code was emitted, and builds it. */
  def fields(p: Plan.Product, reader: PickleReader, id: Int, observer: FieldObserver | Null = null): AnyRef | Null =
    val parts = new Array[AnyRef](p.fields.length)
    java.util.Arrays.fill(parts, Access.Missing)
    if p.isCyclic then reader.assembly.pend(id, p, parts, isReady = false)
    var hasUnbuilt = false
    var at = -1
    try
      var next = reader.nextField(p.shape, at)
      while next >= 0 do
        at = next
        if parts(at) ne Access.Missing then throw duplicate(p, at)
        val plan = p.fields(at).get
        val value = part(if observer == null then place(plan, reader) else observed(plan, at, reader, observer), reader)
        if value == null && p.isUnboxed(at) then throw p.noValue(at)
        parts(at) = value
        if value.isInstanceOf[Unbuilt] then hasUnbuilt = true else if observer != null then observer.field(at, value)
        at = -1
        next = reader.nextField(p.shape, next)
      reader.endProduct(p.shape)
    catch
      case NonFatal(e) =>
        throw PartFailures.reading(e, if at < 0 then "" else reader.pathSegments.field(p.shape, at), reader)
    reader.assembly.hide(Construction.finish(p, id, parts, hasUnbuilt, reader))

  private def observed(plan: Plan, field: Int, reader: PickleReader, observer: FieldObserver): AnyRef | Null =
    plan match
      case s: Plan.Sequence if !s.isCyclic && !s.keepsIdentity(reader.options) =>
        ReadSteps.place[AnyRef | Null](s, reader)(null)(tag => PlanReader.reference(tag, s, reader))(id =>
          ReadSteps.sequence[AnyRef | Null](s, id, reader)(whole => whole)(header =>
            observedElements(s, header, field, reader, observer)
          )
        )
      case other => place(other, reader)

  private def observedElements(
      s: Plan.Sequence,
      header: Long,
      field: Int,
      reader: PickleReader,
      observer: FieldObserver
  ): AnyRef =
    val all = ArrayBuffer.empty[Any]
    val count = elements(s, header, reader, new ObservedElements(field, s, all, observer))
    val builder = s.ops.newBuilder(count)
    var i = 0
    while i < count do
      builder += all(i)
      i += 1
    Construction.resultOf(s, builder, count, reader)

  def duplicate(p: Plan.Product, field: Int): PickleException.DuplicateField =
    new PickleException.DuplicateField(p.shape.name, p.shape.fieldNames(field))

  /** Returns `value` if it was read, else the object that is not built yet. */
  private def part(value: AnyRef | Null, reader: PickleReader): AnyRef =
    if value != null then value else reader.takeUnbuilt()

  private def leaf(s: Plan.Sum, reader: PickleReader): AnyRef | Null = reader match
    case in: ObjectReader =>
      val value = in.getSum(s)
      if value ne ObjectReader.NoCode then value else ownLeaf(s, reader)
    case _ => ownLeaf(s, reader)

  private def ownLeaf(s: Plan.Sum, reader: PickleReader): AnyRef | Null =
    ReadSteps.sum[AnyRef | Null](s, reader)(null)(tag => PlanReader.reference(tag, s, reader))(leafOf(s, _, reader))

  /** The value of this leaf, whose number has been read; a null as in [[place]]. */
  def leafOf(s: Plan.Sum, leaf: Int, reader: PickleReader): AnyRef | Null =
    ReadSteps.leaf[AnyRef | Null](s, leaf, reader)(singleton => singleton) { (plan, id) =>
      val value =
        try body(plan, reader, id)
        catch case NonFatal(e) => throw PartFailures.reading(e, reader.pathSegments.leaf(s.shape, leaf), reader)
      reader.endLeaf(s.shape, leaf)
      value
    }

  private def optional(o: Plan.Optional, reader: PickleReader): AnyRef | Null =
    ReadSteps.optional[AnyRef | Null](o, reader)(whole => whole) {
      val content = part(element(o.element.get, o.element.get.keepsIdentity(reader.options), reader), reader)
      reader.endSome(o.shape)
      content match
        case unbuilt: Unbuilt => reader.assembly.hide(reader.assembly.some(o, unbuilt))
        case content          => Some(content)
    }

  private def mapped(m: Plan.Mapped, reader: PickleReader): AnyRef | Null = m.inner.get match
    case s: Plan.Scalar if m.edge == null => Construction.mapTo(m, reader.getScalar(s.kind))
    case _                                => mappedValue(m, reader)

  private def mappedValue(m: Plan.Mapped, reader: PickleReader): AnyRef | Null =
    val later = Plan.later(m, reader)
    if later != null then later else mappedNow(m, reader)

  private def mappedNow(m: Plan.Mapped, reader: PickleReader): AnyRef | Null =
    val inner = part(element(m.inner.get, m.inner.get.keepsIdentity(reader.options), reader), reader)
    if inner.isInstanceOf[Unbuilt] || reader.isAwaiting(m) then reader.assembly.hide(reader.assembly.mapped(m, inner))
    else Construction.mapTo(m, inner)

  private def sequence(declared: Plan.Sequence, reader: PickleReader, id: Int): AnyRef | Null =
    val s = Covariance.get(declared, reader)
    ReadSteps.sequence[AnyRef | Null](s, id, reader)(whole => whole)(header => sequence(s, header, reader, id))

  /** Reads the elements after the header, where each element has a tag. */
  private def sequence(s: Plan.Sequence, header: Long, reader: PickleReader, id: Int): AnyRef | Null =
    if s.isCyclic then
      val assembly = reader.assembly
      val base = assembly.stacked
      val ignored = elements(s, header, reader, assembly.stacking)
      assembly.hide(assembly.unstack(id, s, base))
    else collection(s, header, id, reader)

  /** A collection that is in no cycle, behind its header. */
  private[brine] def collection(s: Plan.Sequence, header: Long, id: Int, reader: PickleReader): AnyRef =
    val all = s.ops.newBuilder(PickleReader.size(header))
    val count = elements(s, header, reader, all)
    Construction.completed(Construction.resultOf(s, all, count, reader), id, s, reader)

  /** Reads the elements; how many there were. */
  private def elements(s: Plan.Sequence, header: Long, reader: PickleReader, into: Growable[Any]): Int =
    val byCode = reader match
      case in: ObjectReader => in.getElements(s, header, into)
      case _                => -1
    val count = if byCode >= 0 then byCode else ownElements(s, header, 0, PickleReader.size(header), reader, into)
    try reader.endSequence(s.shape)
    catch case NonFatal(e) => throw PartFailures.reading(e, if count == 0 then "" else s"[${count - 1}]", reader)
    count

  /** Reads the elements from `from` until `until` by calls, and returns the number of the one after them. */
  private[brine] def ownElements(
      s: Plan.Sequence,
      header: Long,
      from: Int,
      until: Int,
      reader: PickleReader,
      into: Growable[Any]
  ): Int =
    val plan = s.element.get
    val isMarked = PickleReader.hasNulls(header)
    val objects = plainObjects(plan, isMarked, reader)
    val numbers = Elements.numberReader(plan, reader)
    val kind = plan.scalarKind
    val depth = reader.depth
    var at = from - 1
    try
      if numbers == null && kind == null then reader.depth = depth + Plan.LevelCost
      while reader.nextElement(s.shape, at + 1, until) do
        at += 1
        val value =
          if objects != null then product(objects, reader, -1)
          else if numbers != null then number(plan, numbers.next(), reader)
          else if kind != null then reader.getScalar(kind)
          else element(plan, isMarked, reader)
        into.addOne(Construction.element(s, value, reader))
      reader.depth = depth
    catch case NonFatal(e) => throw PartFailures.reading(e, if at < 0 then "" else s"[$at]", reader)
    at + 1

  private def number(plan: Plan, number: AnyRef, reader: PickleReader): AnyRef | Null =
    reader.assembly.hide(Construction.ofNumber(plan, number, reader.assembly))

  /** Returns the plan if each element is only the fields of an object: the properties of one element then hold for
    * all of them.
    */
  private def plainObjects(plan: Plan, isMarked: Boolean, reader: PickleReader): Plan.Product | Null = plan match
    case p: Plan.Product
        if !isMarked && !p.keepsIdentity(reader.options) && reader.depth < reader.options.limits.emittedDepth => p
    case _ => null

  private def mapping(m: Plan.Mapping, reader: PickleReader, id: Int): AnyRef | Null =
    ReadSteps.mapping[AnyRef | Null](m, reader)(null)((header, ofKeys, ofValues) =>
      entries(m, header, ofKeys, ofValues, reader, id)
    )

  private def entries(
      m: Plan.Mapping,
      header: Long,
      ofKeys: OpenForm | Null,
      ofValues: OpenForm | Null,
      reader: PickleReader,
      id: Int
  ): AnyRef | Null =
    val keyPlan = m.key.get
    val valuePlan = m.value.get
    val size = PickleReader.size(header)
    val isMarked = PickleReader.hasNulls(header)
    val parts = ArrayBuffer.empty[AnyRef] // keys and values in turn
    var at = -1
    try
      while reader.nextEntry(m.shape, at + 1, size) do
        at += 1
        parts += (if ofKeys == null then part(element(keyPlan, isMarked, reader), reader)
                  else UniformElements.getBody(keyPlan, ofKeys, reader))
        reader.beginValue(m.shape)
        parts +=
          (if ofValues == null then part(element(valuePlan, isMarked, reader), reader)
           else UniformElements.getBody(valuePlan, ofValues, reader))
      reader.endMapping(m.shape)
    catch
      case NonFatal(e) =>
        val isAtValue = (parts.length & 1) != 0
        throw PartFailures.reading(
          e,
          if at < 0 then ""
          else if isAtValue then reader.pathSegments.entry(m.shape, at, parts.last)
          else s".keys[$at]",
          reader
        )
    Construction.mapping(m, id, parts.toArray, reader)

/** Sees the parts of an object while it is read. */
private[brine] trait FieldObserver:
  /** A field has been read. */
  def field(index: Int, value: AnyRef | Null): Unit

  /** One more element of a field has been read, the last one of `all`, which only grows. */
  def elements(index: Int, plan: Plan.Sequence, all: ArrayBuffer[Any]): Unit

/** Takes the elements of a field, and tells the observer of each. */
private final class ObservedElements(
    field: Int,
    plan: Plan.Sequence,
    all: ArrayBuffer[Any],
    observer: FieldObserver
) extends Growable[Any]:
  def addOne(element: Any): this.type =
    all += element
    observer.elements(field, plan, all)
    this

  def clear(): Unit = all.clear()
