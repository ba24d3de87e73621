package brine.run.structures

import brine.binary.{BinaryBuilder, BinaryReader}
import brine.plan.Plan
import brine.run.{NumberedPlaces, PlannedPickler, PlanReader}
import brine.shape.Shape

/** A type whose subclasses are not known where it is pickled. The pickler of an object's class writes the object,
  * after the name of that class. See [[brine.Pickler.open]].
  */
private[brine] final class OpenPickler[A](base: Class[?], isAtRuntime: Boolean = false) extends PlannedPickler[A]:
  val plan: Plan.Open = new Plan.Open(new Shape.Open(base.getSimpleName), base, isAtRuntime)

  private[brine] override def writeRoot(value: A, builder: BinaryBuilder): Unit =
    if value != null && builder.startsEmitted && builder.openClasses != null then
      NumberedPlaces.putRoot(plan, value, builder)
    else pickle(value, builder)

  private[brine] override def readRoot(reader: BinaryReader): A =
    if reader.openClasses != null && reader.isDirect then PlanReader.openRoot(plan, this, reader) else unpickle(reader)
