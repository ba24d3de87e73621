package brine.run

import scala.util.control.NonFatal
import brine.{PickleBuilder, Pickler, PickleReader, Unpickler}
import brine.assembly.Construction
import brine.plan.Plan
import brine.plan.steps.PartFailures
import brine.plan.subtypes.OpenSubtypes

/** Objects of open types, each by the pickler of its class: after the number of that class ([[NumberedPlaces]]), or
  * after its name.
  */
private[brine] object OpenObjects:
  /** The body of an object of an open type, by whichever back end fits its own class. */
  def write(open: Plan.Open, value: Any, builder: PickleBuilder): Unit =
    val binary = NumberedPlaces.in(builder)
    if binary != null then NumberedPlaces.putBody(open, value.asInstanceOf[AnyRef], binary)
    else writeNamed(open, value, builder)

  private def writeNamed(open: Plan.Open, value: Any, builder: PickleBuilder): Unit =
    val subtype = OpenSubtypes.of(open, value.asInstanceOf[AnyRef], builder)
    builder.beginOpen(open.shape, subtype)
    if !subtype.isObject then subtype.pickler.asInstanceOf[Pickler[Any]].putBody(value, builder)
    builder.endOpen(open.shape, subtype)

  /** Reads a value that [[write]] wrote. */
  def read(open: Plan.Open, reader: PickleReader, id: Int): AnyRef | Null =
    val binary = NumberedPlaces.in(reader)
    if binary != null then NumberedPlaces.getBody(open, id, binary) else readNamed(open, reader, id)

  private def readNamed(open: Plan.Open, reader: PickleReader, id: Int): AnyRef | Null =
    val subtype = OpenSubtypes.begin(open, reader)
    val own = if reader.tellsVersion then subtype.pickler else Resolutions.undated(subtype.pickler)
    val value =
      try readObject(Plan.of(own), own, id, reader)
      catch
        case NonFatal(e) =>
          throw PartFailures.reading(e, reader.pathSegments.subtype(subtype.name, subtype.hasFields), reader)
    reader.endOpen(open.shape, subtype)
    value

  /** The object of a subtype with this pickler, which has this plan. */
  def readObject(plan: Plan, own: Unpickler[?], id: Int, reader: PickleReader): AnyRef | Null = plan match
    case s: Plan.Singleton => Construction.completed(s.value, id, s, reader)
    // Code for a class completes its object itself if that is tracked, since parts may refer to it.
    case _ if plan.isTracked || plan.isCollection => own.getBody(reader, id).asInstanceOf[AnyRef]
    case _                                        => completed(own.getBody(reader, -1), id, plan, reader)

  private def completed(value: Any, id: Int, plan: Plan, reader: PickleReader): AnyRef =
    if value == null then Elements.refuseUnbuilt(plan.shape, "an object", reader)
    Construction.completed(value.asInstanceOf[AnyRef], id, plan, reader)
