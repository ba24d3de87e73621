package brine.plan

import scala.collection.mutable.Growable
import scala.util.control.NonFatal
import brine.{PickleBuilder, PickleReader, Pickler, Unpickler}
import brine.binary.{BinaryBuilder, BinaryReader, NumberRun}
import brine.shape.{Nullness, ScalarKind, Shape}

/** A collection's elements in the binary format, where they have a pickler of their own: what is asked of it is asked
  * once.
  */
private[brine] object Elements:
  /** Elements that one call takes. A long loop is compiled while it runs, and not as well as a method is that has been
    * called often: reading events takes 4 % less by 128 at a time than by 1024, and no less by 32.
    */
  private final val Chunk = 128

  /** The first `size` of `all`. */
  def write(pickler: Pickler[Any], all: Iterator[Any], size: Int, isMarked: Boolean, builder: BinaryBuilder): Unit = pickler match
    case planned: PlannedPickler[Any] if numbersIn(planned.plan) != null => writeNumbers(planned.plan, all, size, builder)
    case planned: PlannedPickler[Any] if isDirect(planned, isMarked) && hasRoom(builder) =>
      val depth = builder.depth
      builder.depth = depth + Plan.LevelCost
      inChunks(size)((from, until) => planned.writeElements(all, from, until, builder))
      builder.depth = depth
    case _ =>
      var index = 0
      try
        while index < size do
          PlanWriter.element(pickler, all.next(), isMarked, builder)
          index += 1
      catch case NonFatal(e) => throw PlanWriter.failure(e).prepend(s"[$index]")

  /** The kind of the numbers that such elements were written as, in a form of their own; null for others. */
  private def numbersIn(element: Plan): ScalarKind | Null = element match
    case s: Plan.Scalar    => if NumberRun.isOf(s.kind) then s.kind else null
    case c: Plan.Converted => numbersIn(c.inner.get)
    case _                 => null

  /** What writes such elements; null for others, and for other formats. */
  def numberWriter(element: Plan, builder: PickleBuilder): NumberRun.Writer | Null =
    val kind = numbersIn(element)
    if kind == null then null else NumberRun.writer(kind, builder)

  /** Mirrors [[numberWriter]]. */
  def numberReader(element: Plan, reader: PickleReader): NumberRun.Reader | Null =
    val kind = numbersIn(element)
    if kind == null then null else NumberRun.reader(kind, reader)

  def writeNumbers(element: Plan, all: Iterator[Any], size: Int, builder: BinaryBuilder): Unit =
    val numbers = numberWriter(element, builder).nn
    inChunks(size)((from, until) => numbers.put(all, until - from))

  /** A whole collection, or null; `id` is its number if it is tracked. */
  def sequence(plan: Plan.Sequence, pickler: Unpickler[Any] | Null, id: Int, reader: BinaryReader): AnyRef | Null =
    val header = reader.beginSequence(plan.shape)
    if header == PickleReader.NullTag then null
    else
      val size = PickleReader.size(header)
      val builder = plan.ops.newBuilder(size)
      if numbersIn(plan.element.get) != null then readNumbers(plan.element.get, size, reader, builder)
      else read(pickler, size, PickleReader.hasNulls(header), reader, builder)
      PlanReader.completed(PlanReader.resultOf(plan, builder, size, reader), id, plan, reader)

  /** Mirrors [[writeNumbers]]. */
  private def readNumbers(element: Plan, size: Int, reader: BinaryReader, into: Growable[Any]): Unit =
    val numbers = numberReader(element, reader).nn
    inChunks(size)((from, until) => readNumbers(numbers, from, until, into))

  private def readNumbers(numbers: NumberRun.Reader, from: Int, until: Int, into: Growable[Any]): Unit =
    var index = from
    try
      while index < until do
        into.addOne(numbers.next())
        index += 1
    catch case NonFatal(e) => throw PlanReader.failure(e).prepend(s"[$index]")

  private def read(pickler: Unpickler[Any], size: Int, isMarked: Boolean, reader: BinaryReader, into: Growable[Any]): Unit =
    pickler match
      case planned: PlannedPickler[Any] if isDirect(planned, isMarked) && hasRoom(reader) =>
        val depth = reader.depth
        reader.depth = depth + Plan.LevelCost
        inChunks(size)((from, until) => planned.readElements(reader, from, until, into))
        reader.depth = depth
      case _ =>
        var index = 0
        try
          while index < size do
            val value = PlanReader.element(pickler, isMarked, reader)
            if value == null then refuseUnbuilt(pickler, reader)
            into.addOne(value)
            index += 1
        catch case NonFatal(e) => throw PlanReader.failure(e).prepend(s"[$index]")

  private inline def inChunks(size: Int)(inline run: (Int, Int) => Unit): Unit =
    var from = 0
    while from < size do
      val until = from + math.min(Chunk, size - from)
      run(from, until)
      from = until

  /** Elements without markers are nothing but their bodies. */
  private def isDirect(pickler: PlannedPickler[Any], isMarked: Boolean): Boolean =
    val plan = pickler.plan
    plan.nullness != Nullness.Marker || !isMarked && !plan.isTracked

  private def hasRoom(builder: BinaryBuilder): Boolean = builder.depth < builder.options.limits.emittedDepth

  private def hasRoom(reader: BinaryReader): Boolean = reader.depth < reader.options.limits.emittedDepth

  /** After a null: it must be one, and not stand for an object that is not built yet. */
  def refuseUnbuilt(pickler: Unpickler[?], reader: PickleReader): Unit = refuseUnbuilt(pickler.shape, "a collection", reader)

  def refuseUnbuilt(shape: Shape, around: String, reader: PickleReader): Unit =
    if reader.takeUnbuilt() != null then throw PlanReader.needsUnbuilt(shape, around)
