package brine.json

import brine.plan.Plan
import brine.shape.ScalarKind

/** The values that Protocol Buffers have for fields that are not there. */
private[json] object Zeros:
  /** The zero of a type; null if it has none. */
  def of(plan: Plan): AnyRef | Null = plan match
    case s: Plan.Scalar      => ofKind(s.kind)
    case _: Plan.Optional    => None
    case s: Plan.Sequence    => s.ops.newBuilder(0).result()
    case m: Plan.Mapping     => m.ops.newBuilder().result()
    case s: Plan.Sum         => firstOf(s)
    case a: Plan.ScalarArray => brine.ScalarArrays.newBuilder(a.kind).result().asInstanceOf[AnyRef]
    case _                   => null

  private def ofKind(kind: ScalarKind): AnyRef = kind match
    case ScalarKind.Unit    => scala.runtime.BoxedUnit.UNIT
    case ScalarKind.Boolean => java.lang.Boolean.FALSE
    case ScalarKind.Byte    => java.lang.Byte.valueOf(0.toByte)
    case ScalarKind.Short   => java.lang.Short.valueOf(0.toShort)
    case ScalarKind.Char    => java.lang.Character.valueOf('\u0000')
    case ScalarKind.Int     => java.lang.Integer.valueOf(0)
    case ScalarKind.Long    => java.lang.Long.valueOf(0)
    case ScalarKind.Float   => java.lang.Float.valueOf(0)
    case ScalarKind.Double  => java.lang.Double.valueOf(0)
    case ScalarKind.String  => ""

  /** The first leaf of a family of objects. */
  private def firstOf(sum: Plan.Sum): AnyRef | Null =
    val leaves = sum.leaves.map(_.get)
    leaves.headOption match
      case Some(first: Plan.Singleton) if leaves.forall(_.isInstanceOf[Plan.Singleton]) => first.value
      case _                                                                            => null
