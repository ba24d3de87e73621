package brine.picklers

import scala.reflect.ClassTag
import brine.Pickler
import brine.plan.{Plan, PlanRef, PlannedPickler, SequenceOps}
import brine.shape.{ScalarKind, Shape}

/** Arrays: of primitives as values in one piece, of references as objects that keep their identity. */
trait ArrayPicklers:
  given array[A](using element: Pickler[A], tag: ClassTag[A]): Pickler[Array[A]] = new PlannedPickler[Array[A]]:
    lazy val plan: Plan =
      val ref = new PlanRef.ToPlan(element)
      ref.get match
        case s: Plan.Scalar if tag.runtimeClass.isPrimitive && s.kind != ScalarKind.Unit => new Plan.ScalarArray(s.kind)
        case _ =>
          val shape = new Shape.Sequence("Array", isTracked = true, ref)
          new Plan.Sequence(shape, ref, isCyclic = true, new SequenceOps.OfArray(tag.runtimeClass))
