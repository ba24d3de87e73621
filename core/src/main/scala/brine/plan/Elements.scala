package brine.plan

import scala.collection.mutable.Growable
import scala.util.control.NonFatal
import brine.{PickleException, Pickler, Unpickler}
import brine.binary.{BinaryBuilder, BinaryReader}
import brine.shape.Nullness

/** The loops over a collection's elements in the binary format, for collections that are pickled by a standard pickler
  * rather than inside a family: what is asked of the element's pickler is asked once, not for each element.
  */
private[brine] object Elements:
  def write(pickler: Pickler[Any], all: Iterator[Any], isMarked: Boolean, builder: BinaryBuilder): Unit =
    var index = 0
    try
      pickler match
        case planned: PlannedPickler[Any] if isDirect(planned, isMarked) && hasRoom(builder) =>
          val depth = builder.depth
          builder.depth = depth + 1
          while all.hasNext do
            val value = all.next()
            if value == null then builder.putNull() else planned.writeBinary(value, builder)
            index += 1
          builder.depth = depth
        case _ =>
          while all.hasNext do
            PlanWriter.element(pickler, all.next(), isMarked, builder)
            index += 1
    catch
      case e: PickleException => throw e.prepend(s"[$index]")
      case NonFatal(e)        => throw PlanWriter.failure(e).prepend(s"[$index]")

  /** Reads `size` elements into `all`. */
  def read(pickler: Unpickler[Any], size: Int, isMarked: Boolean, reader: BinaryReader, all: Growable[Any]): Unit =
    var index = 0
    try
      pickler match
        case planned: PlannedPickler[Any] if isDirect(planned, isMarked) && hasRoom(reader) =>
          val depth = reader.depth
          reader.depth = depth + 1
          while index < size do
            all.addOne(planned.readBinary(reader, -1))
            index += 1
          reader.depth = depth
        case _ =>
          while index < size do
            all.addOne(built(PlanReader.element(pickler, isMarked, reader), pickler, reader))
            index += 1
    catch
      case e: PickleException => throw e.prepend(s"[$index]")
      case NonFatal(e)        => throw PlanReader.failure(e).prepend(s"[$index]")

  /** Elements without markers are nothing but their bodies. */
  private def isDirect(pickler: PlannedPickler[Any], isMarked: Boolean): Boolean =
    val plan = pickler.plan
    if plan.nullness == Nullness.Marker then !isMarked && !plan.isTracked else true

  private def hasRoom(builder: BinaryBuilder): Boolean = builder.depth < builder.options.limits.emittedDepth

  private def hasRoom(reader: BinaryReader): Boolean = reader.depth < reader.options.limits.emittedDepth

  private def built(value: Any, pickler: Unpickler[?], reader: BinaryReader): Any =
    if value == null && reader.assembly.takeUnbuilt() != null then
      throw new PickleException.CyclicConstruction(s"a collection read by itself needs a ${pickler.shape.name} that is being read")
    value
