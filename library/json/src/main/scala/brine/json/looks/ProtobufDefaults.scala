package brine.json.looks

import brine.plan.Plan

/** The values that Protocol Buffers have for fields that are not there. */
private[json] object ProtobufDefaults:
  /** The zero of a type; null if it has none. */
  def of(plan: Plan): AnyRef | Null = plan match
    case s: Plan.Scalar      => s.kind.zero
    case _: Plan.Optional    => None
    case s: Plan.Sequence    => s.ops.newBuilder(0).result()
    case m: Plan.Mapping     => m.ops.newBuilder().result()
    case s: Plan.Sum         => firstOf(s)
    case a: Plan.ScalarArray => a.kind.newArrayBuilder.result().asInstanceOf[AnyRef]
    case _                   => null

  /** The first leaf of a family of objects. */
  private def firstOf(sum: Plan.Sum): AnyRef | Null =
    val leaves = sum.leaves.map(_.get)
    leaves.headOption match
      case Some(first: Plan.Singleton) if leaves.forall(_.isInstanceOf[Plan.Singleton]) => first.value
      case _                                                                            => null
