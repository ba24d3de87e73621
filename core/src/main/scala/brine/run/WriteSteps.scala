package brine.run

import brine.{PickleBuilder, PickleException}
import brine.plan.Plan

/** The steps of writing a value that do not depend on where the walk keeps its way back: [[EventWriter]] keeps it on Java's
  * stack, [[PlanWriter]] in a list of frames. They write the parts of a value, as the parameters of these steps.
  *
  * The steps are inline, so that HotSpot has a profile of their calls for each walk.
  */
private[run] object WriteSteps:
  inline def factsOf(plan: Plan, builder: PickleBuilder): Int =
    if builder.sharesAll then plan.factsOfAll else plan.facts

  inline def keepsIdentity(plan: Plan, builder: PickleBuilder): Boolean =
    (factsOf(plan, builder) & Plan.KeepsIdentity) != 0

  /** Begins a value at a place: its null, its marker, its identity. Returns true if its body comes next. */
  inline def beginsAtPlace(plan: Plan, value: Any, builder: PickleBuilder): Boolean =
    val facts = factsOf(plan, builder)
    if (facts & Plan.GoesToBody) != 0 then true
    else if (facts & Plan.HasMarker) != 0 then
      if (facts & Plan.KeepsIdentity) == 0 || builder.enter(value.asInstanceOf[AnyRef], 1) then
        builder.putPresent(plan.shape)
        true
      else
        PlanWriter.checkReferred(plan, value)
        false
    else !plan.isCollection || PlanWriter.enterCollection(plan, value.asInstanceOf[AnyRef], builder)

  /** Returns true if an element of a collection is written as at a place: with a marker, or with a code for null. */
  inline def isAtPlace(plan: Plan, isMarked: Boolean): Boolean = isMarked || (plan.facts & Plan.HasTag) == 0

  /** Writes a value of a sealed type up to its body, which `body` writes for the plan and number of its leaf. */
  inline def leaf(s: Plan.Sum, value: AnyRef, builder: PickleBuilder)(inline body: (Plan, Int) => Unit): Unit =
    val number = s.leafNumber(value)
    if number < 0 then throw new PickleException.UnexpectedClass(s.shape.name, value.getClass.getName)
    s.leaves(number).get match
      case _: Plan.Singleton => builder.putSingleton(s.shape, number)
      case plan =>
        if !keepsIdentity(plan, builder) || builder.enter(value, s.arity) then
          builder.beginLeaf(s.shape, number)
          body(plan, number)

  /** Writes a collection up to its elements, which `elements` writes: for their number, and for true if they have markers.
    */
  inline def sequence(s: Plan.Sequence, value: AnyRef, builder: PickleBuilder)(
      inline elements: (Int, Boolean) => Unit
  ): Unit =
    s.ops.check(value)
    Covariance.put(s, value, builder)
    val isMarked = marks(s.element.get, s.ops.iterator(value), builder)
    val size = s.ops.size(value)
    builder.beginSequence(s.shape, size, isMarked)
    if builder.skipsParts(s.shape) || UniformElements.put(s, value, size, builder) then builder.endSequence(s.shape)
    else elements(size, isMarked)

  /** Writes a map up to its entries, which `entries` writes: for their number, for true if keys and values have markers,
    * and for the form of all keys and of all values, or null if they have no common form.
    */
  inline def mapping(m: Plan.Mapping, value: AnyRef, builder: PickleBuilder)(
      inline entries: (Int, Boolean, OpenForm | Null, OpenForm | Null) => Unit
  ): Unit =
    m.ops.check(value)
    val isMarked =
      marks(m.key.get, m.ops.keys(value), builder) || marks(m.value.get, m.ops.values(value), builder)
    val size = m.ops.size(value)
    builder.beginMapping(m.shape, size, isMarked)
    if builder.skipsParts(m.shape) then builder.endMapping(m.shape)
    else
      val ofKeys = UniformElements.putKeyClass(m, value, size, builder)
      val ofValues = UniformElements.putValueClass(m, value, size, builder)
      entries(size, isMarked, ofKeys, ofValues)

  /** Returns true if a collection of these values must mark each. */
  inline def marks(element: Plan, values: => Iterator[Any], builder: PickleBuilder): Boolean =
    PlanWriter.marks(element, values, builder) || (builder.sharesAll && element.isObject)
