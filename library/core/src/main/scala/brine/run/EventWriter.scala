package brine.run

import scala.util.control.NonFatal
import brine.{HandwrittenCalls, PickleBuilder, PickleException}
import brine.plan.{ObjectBuilder, Plan}
import brine.plan.steps.{PartFailures, PlainEntries, WriteChecks}
import brine.plan.subtypes.OpenForm

/** Writes by a plan on the Java stack, on any builder. It calls the code that is emitted for a class's fields
  * ([[FieldCode.putFields]]).
  *
  * It makes the calls that [[PlanWriter]] makes, in the same order, and hands over to it at `limits.emittedDepth`;
  * [[brine.Sharing.All]] is left to it, except for formats with [[PickleBuilder.sharesOnStack]].
  */
private[brine] object EventWriter:
  /** A value at a place: with its null, its marker, its identity. */
  def place(plan: Plan, value: Any, builder: PickleBuilder): Unit =
    if value == null then WriteChecks.putNull(plan, builder)
    else if (plan.facts & Plan.IsOpen) != 0 && NumberedPlaces.in(builder) != null then
      NumberedPlaces.put(plan.asInstanceOf[Plan.Open], value, NumberedPlaces.in(builder).nn)
    else if WriteSteps.beginsAtPlace(plan, value, builder) then body(plan, value, builder)

  /** An element of a collection, which has a marker if `isMarked`. */
  private def element(plan: Plan, value: Any, isMarked: Boolean, builder: PickleBuilder): Unit =
    if WriteSteps.isAtPlace(plan, isMarked) then place(plan, value, builder) else body(plan, value, builder)

  /** The body of a value that is not null, by whichever back end fits this depth. */
  private def body(plan: Plan, value: Any, builder: PickleBuilder): Unit = plan match
    case s: Plan.Scalar => builder.putScalar(s.kind, value)
    case _ =>
      val depth = builder.depth
      if depth >= builder.emittedDepth then PlanWriter.body(plan, value, builder)
      else
        builder.depth = depth + Plan.LevelCost
        nonNull(plan, value, builder)
        builder.depth = depth

  /** The body of a value that is not null, on the Java stack. */
  def nonNull(plan: Plan, value: Any, builder: PickleBuilder): Unit = plan match
    case p: Plan.Product => product(p, value.asInstanceOf[AnyRef], builder)
    case s: Plan.Sum     => leaf(s, value.asInstanceOf[AnyRef], builder)
    case other           => unlikeObject(other, value, builder)

  // A separate method (ADR 95, inlining).
  private def unlikeObject(plan: Plan, value: Any, builder: PickleBuilder): Unit = plan match
    case s: Plan.Sequence    => sequence(s, value.asInstanceOf[AnyRef], builder)
    case m: Plan.Mapping     => mapping(m, value.asInstanceOf[AnyRef], builder)
    case o: Plan.Optional    => optional(o, value.asInstanceOf[Option[Any]], builder)
    case s: Plan.Scalar      => builder.putScalar(s.kind, value)
    case a: Plan.ScalarArray => builder.putArray(a.shape, a.kind, value.asInstanceOf[AnyRef])
    case m: Plan.Mapped =>
      element(m.inner.get, WriteChecks.mapFrom(m, value), m.inner.get.keepsIdentity(builder.options), builder)
    case s: Plan.Singleton => builder.putObject(s.shape)
    case o: Plan.Open      => OpenObjects.write(o, value, builder)
    case c: Plan.Custom    => HandwrittenCalls.put(c.pickler, value, builder)
    case other             => throw new IllegalStateException(other.shape.name) // of plans that only read

  private def product(p: Plan.Product, value: AnyRef, builder: PickleBuilder): Unit =
    builder match
      case out: ObjectBuilder => if !out.putsObject(p, value) then fieldsOf(p, value, builder)
      case _                  => fieldsOf(p, value, builder)

  private def fieldsOf(p: Plan.Product, value: AnyRef, builder: PickleBuilder): Unit =
    WriteSteps.checkClass(p, value)
    builder.beginProduct(p.shape)
    if builder.putsValuesFirst && !p.shape.isValuesFirst then valuesFirst(p, value, builder)
    else FieldCalls.of(p).writeFields(value, builder)
    builder.endProduct(p.shape)

  /** Writes all fields of an object for which no code was emitted. */
  def fields(p: Plan.Product, value: AnyRef, builder: PickleBuilder): Unit =
    var at = 0
    try
      while at < p.fields.length do
        val part = p.access.fieldOf(p.index, value, at)
        if !builder.omits(p.shape, at, part) then
          builder.beginField(p.shape, at)
          place(p.fields(at).get, part, builder)
        at += 1
    catch case NonFatal(e) => throw PartFailures.writing(e, builder.pathSegments.field(p.shape, at))

  /** Writes the fields in the order of [[brine.shape.Shape.Product.valuesFirst]]. */
  private def valuesFirst(p: Plan.Product, value: AnyRef, builder: PickleBuilder): Unit =
    val order = p.shape.valuesFirst
    var at = 0
    try
      while at < order.length do
        val field = order(at)
        builder.beginField(p.shape, field)
        place(p.fields(field).get, p.access.fieldOf(p.index, value, field), builder)
        at += 1
    catch case NonFatal(e) => throw PartFailures.writing(e, builder.pathSegments.field(p.shape, order(at)))

  private def leaf(s: Plan.Sum, value: AnyRef, builder: PickleBuilder): Unit = builder match
    case out: ObjectBuilder => if !out.putsSum(s, value) then ownLeaf(s, value, builder)
    case _                  => ownLeaf(s, value, builder)

  private def ownLeaf(s: Plan.Sum, value: AnyRef, builder: PickleBuilder): Unit =
    WriteSteps.leaf(s, value, builder) { (plan, number) =>
      body(plan, value, builder)
      builder.endLeaf(s.shape, number)
    }

  private def optional(o: Plan.Optional, value: Option[Any], builder: PickleBuilder): Unit =
    if WriteSteps.beginOptional(o, value, builder) then
      val plan = o.element.get
      element(plan, value.get, plan.keepsIdentity(builder.options), builder)
      builder.endSome(o.shape)

  private def sequence(s: Plan.Sequence, value: AnyRef, builder: PickleBuilder): Unit = builder match
    case out: ObjectBuilder => if !out.putsSequence(s, value) then ownSequence(s, value, builder)
    case _                  => ownSequence(s, value, builder)

  private def ownSequence(s: Plan.Sequence, value: AnyRef, builder: PickleBuilder): Unit =
    WriteSteps.sequence(s, value, builder) { (size, isMarked) =>
      elements(s, s.ops.iterator(value), size, isMarked, builder)
      builder.endSequence(s.shape)
    }

  /** Writes the elements, whose number must be `size`. */
  private def elements(
      s: Plan.Sequence,
      all: Iterator[Any],
      size: Int,
      isMarked: Boolean,
      builder: PickleBuilder
  ): Unit = builder match
    case out: ObjectBuilder => if !out.putsElements(s, all, size) then ownElements(s, all, size, isMarked, builder)
    case _                  => ownElements(s, all, size, isMarked, builder)

  private def ownElements(
      s: Plan.Sequence,
      all: Iterator[Any],
      size: Int,
      isMarked: Boolean,
      builder: PickleBuilder
  ): Unit =
    val plan = s.element.get
    val numbers = Elements.numberWriter(plan, builder)
    var at = -1
    try
      while all.hasNext do
        at += 1
        builder.beginElement(s.shape, at)
        if numbers != null then numbers.put(all.next()) else element(plan, all.next(), isMarked, builder)
    catch case NonFatal(e) => throw PartFailures.writing(e, if at < 0 then "" else s"[$at]")
    checkCount(at + 1, size)

  /** Checks the number of elements or entries that were written. */
  private[brine] def checkCount(written: Int, size: Int): Unit =
    if written != size then throw PickleException.ChangedWhileWritten.size(size, written)

  private def mapping(m: Plan.Mapping, value: AnyRef, builder: PickleBuilder): Unit =
    WriteSteps.mapping(m, value, builder) { (size, isMarked, ofKeys, ofValues) =>
      val plain = if ofKeys == null || ofValues == null then null else PlainEntries.uniform(ofKeys, ofValues, builder)
      if plain != null then plain.write(m, value, size)
      else entries(m, value, isMarked, size, ofKeys, ofValues, builder)
      builder.endMapping(m.shape)
    }

  private def entries(
      m: Plan.Mapping,
      value: AnyRef,
      isMarked: Boolean,
      size: Int,
      ofKeys: OpenForm | Null,
      ofValues: OpenForm | Null,
      builder: PickleBuilder
  ): Unit =
    val keyPlan = m.key.get
    val valuePlan = m.value.get
    var at = -1
    var isAtKey = false
    var key: Any = null
    try
      val all = m.ops.iterator(value)
      while all.hasNext do
        val (k, v) = all.next()
        at += 1
        isAtKey = true
        key = k
        builder.beginKey(m.shape, at)
        if ofKeys == null then element(keyPlan, k, isMarked, builder) else UniformElements.putBody(ofKeys, k, builder)
        isAtKey = false
        builder.beginValue(m.shape, at)
        if ofValues == null then element(valuePlan, v, isMarked, builder)
        else UniformElements.putBody(ofValues, v, builder)
    catch
      case NonFatal(e) =>
        throw PartFailures.writing(
          e,
          if at < 0 then "" else if isAtKey then s".keys[$at]" else builder.pathSegments.entry(m.shape, at, key)
        )
    checkCount(at + 1, size)
