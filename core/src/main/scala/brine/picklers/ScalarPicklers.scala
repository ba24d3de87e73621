package brine.picklers

import brine.Pickler
import brine.plan.{Link, Plan, PlannedPickler}
import brine.shape.ScalarKind

/** Primitives, `String` and `Unit`. */
trait ScalarPicklers:
  given unit: Pickler[Unit] = ScalarPicklers.of(ScalarKind.Unit)
  given boolean: Pickler[Boolean] = ScalarPicklers.of(ScalarKind.Boolean)
  given byte: Pickler[Byte] = ScalarPicklers.of(ScalarKind.Byte)
  given short: Pickler[Short] = ScalarPicklers.of(ScalarKind.Short)
  given char: Pickler[Char] = ScalarPicklers.of(ScalarKind.Char)
  given int: Pickler[Int] = ScalarPicklers.of(ScalarKind.Int)
  given long: Pickler[Long] = ScalarPicklers.of(ScalarKind.Long)
  given float: Pickler[Float] = ScalarPicklers.of(ScalarKind.Float)
  given double: Pickler[Double] = ScalarPicklers.of(ScalarKind.Double)
  given string: Pickler[String] = ScalarPicklers.of(ScalarKind.String)

private object ScalarPicklers:
  def of[A](kind: ScalarKind): Pickler[A] = new PlannedPickler[A]:
    def plan: Plan = Link.scalar(kind)
