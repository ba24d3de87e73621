package brine.plan.steps

import brine.{PickleBuilder, PickleException}
import brine.plan.Plan
import brine.shape.{Nullness, ScalarKind}

/** The steps of writing a value that need neither a walk nor a format: nulls, values of other types, depth. */
private[brine] object WriteChecks:
  /** The value that is written in place of another type's. */
  def mapFrom(plan: Plan.Mapped, value: Any): Any =
    val inner = plan.from(value)
    if inner == null && plan.inner.get.nullness == Nullness.Marker then
      throw new PickleException.NullValue(s"the function of ${plan.shape.name}'s pickler gave null")
    inner

  /** A null at a place of this plan. */
  def putNull(plan: Plan, builder: PickleBuilder): Unit = plan match
    case s: Plan.Scalar if s.kind != ScalarKind.String => throw noNull(s)
    case _                                             => builder.putNull(plan.shape)

  def noNull(number: Plan.Scalar): PickleException = new PickleException.NullValue(s"${number.kind} cannot be null")

  def tooDeep(maxDepth: Int): PickleException =
    new PickleException.LimitExceeded(
      s"the value is nested deeper than $maxDepth (limits.maxDepth); if it has a cycle of immutable objects, " +
        "ask for `sharing = Sharing.All`"
    )
