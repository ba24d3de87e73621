package brine.run

import scala.collection.mutable.{ArrayBuffer, Growable}
import scala.util.control.NonFatal
import brine.collections.LazyLists
import brine.{Failures, PickleBuilder, PickleException, Pickler, PickleReader, Unpickler}
import brine.assembly.Construction
import brine.binary.{BinaryBuilder, BinaryReader, NumberRun}
import brine.plan.{Plan, PlanRef}
import brine.plan.steps.{PartFailures, PlainEntries}
import brine.plan.subtypes.OpenForm
import brine.shape.{Nullness, ScalarKind, Shape}
import brine.assembly.ReaderAssembly.*

/** Collections and maps in the binary format whose elements have their own pickler ([[PlanRef.pickler]]). The
  * properties of that pickler are tested once per collection.
  */
private[brine] object Elements:
  /** Elements that one call handles. A long loop is compiled while it runs, and less well than a method that has been
    * called often. Reading events takes 4 % less by 128 at a time than by 1024, and no less by 32.
    */
  private final val Chunk = 128

  // The properties of elements that are tested per collection.
  private final val Known = 1
  private final val TakeBytes = 2
  private final val AreNumbers = 4

  /** They have a pickler with a plan. */
  private final val ArePlanned = 8

  /** If one of them is null, all have markers. */
  private final val HaveMarkers = 16
  private final val KeepIdentity = 32

  /** They are of an open type. */
  private final val AreOpen = 64

  private def factsOf(element: PlanRef): Int =
    if element.asElement == 0 then element.asElement = findFacts(element)
    element.asElement

  private def findFacts(element: PlanRef): Int =
    val plan = element.get
    Known | (if plan.shape.takesBytes then TakeBytes else 0) | (if numbersIn(plan) != null then AreNumbers else 0) |
      (if element.pickler.isInstanceOf[PlannedPickler[?]] then ArePlanned else 0) |
      (if plan.nullness == Nullness.Marker then HaveMarkers else 0) | (if plan.isTracked then KeepIdentity else 0) |
      (if UniformElements.openIn(plan) != null then AreOpen else 0)

  /** Elements without markers are nothing but their bodies. */
  private def areBodies(facts: Int, isMarked: Boolean): Boolean =
    (facts & ArePlanned) != 0 && ((facts & HaveMarkers) == 0 || !isMarked && (facts & KeepIdentity) == 0)

  /** A whole collection that is not null. */
  def write(plan: Plan.Sequence, collection: AnyRef, builder: BinaryBuilder): Unit =
    plan.ops.check(collection)
    // Tested here and not by `ops`, which all formats share (ADR 95, profiles).
    val elements = collection match
      case scalas: Iterable[Any @unchecked] => scalas
      case other                            => plan.ops.iterable(other)
    LazyLists.checkEnd(elements, builder.options.limits)
    val size = elements.size
    plan.element.pickler.asInstanceOf[Pickler[Any]] match
      case scalars: ScalarPickler[Any] =>
        putSize(plan, size, isMarked = false, builder)
        val all = elements.iterator
        writeScalars(scalars, all, size, builder)
        checkEnd(all, size)
      case element =>
        val facts = factsOf(plan.element)
        val isMarked =
          (facts & HaveMarkers) != 0 && ((facts & KeepIdentity) != 0 || WriteSteps.holdsNull(elements.iterator))
        putSize(plan, size, isMarked, builder)
        if (facts & AreOpen) == 0 || !UniformElements.put(plan, collection, size, builder) then
          val all = elements.iterator
          if areBodies(facts, isMarked) && hasRoom(builder) then
            writeBodies(element.asInstanceOf[PlannedPickler[Any]], all, size, builder)
          else write(element, all, size, isMarked, builder)
          checkEnd(all, size)

  /** Refuses a collection that has more elements than it said. */
  private[brine] def checkEnd(all: Iterator[Any], size: Int): Unit =
    if all.hasNext then throw PickleException.ChangedWhileWritten.size(size, size + 1)

  private[brine] def writeScalars(
      scalars: ScalarPickler[Any],
      all: Iterator[Any],
      size: Int,
      builder: BinaryBuilder
  ): Unit =
    if NumberRun.isOf(scalars.kind) then
      val numbers = NumberRun.writer(scalars.kind, builder).nn
      inChunks(size)((from, until) => numbers.put(all, until - from))
    else inChunks(size)((from, until) => scalars.writeElements(all, from, until, builder))

  /** A whole map that is not null. */
  def write(plan: Plan.Mapping, map: AnyRef, builder: BinaryBuilder): Unit =
    plan.ops.check(map)
    val keys = plan.key.pickler.asInstanceOf[Pickler[Any]]
    val values = plan.value.pickler.asInstanceOf[Pickler[Any]]
    val isMarked = WriteSteps.marks(plan.key.get, plan.ops.keys(map)) ||
      WriteSteps.marks(plan.value.get, plan.ops.values(map))
    val size = plan.ops.size(map)
    putSize(plan, size, isMarked, builder)
    val ofKeys = UniformElements.putKeyClass(plan, map, size, builder)
    val ofValues = UniformElements.putValueClass(plan, map, size, builder)
    val plainKeys = PlainEntries.part(plan.key, ofKeys, builder)
    val plainValues = PlainEntries.part(plan.value, ofValues, builder)
    if plainKeys != null && plainValues != null then new PlainEntries(plainKeys, plainValues).write(plan, map, size)
    else writeEntries(plan, map, keys, values, isMarked, size, ofKeys, ofValues, builder)

  private def writeEntries(
      plan: Plan.Mapping,
      map: AnyRef,
      keys: Pickler[Any],
      values: Pickler[Any],
      isMarked: Boolean,
      size: Int,
      ofKeys: OpenForm | Null,
      ofValues: OpenForm | Null,
      builder: BinaryBuilder
  ): Unit =
    var parts = 0 // keys and values in turn
    try
      val all = plan.ops.iterator(map)
      while all.hasNext do
        val entry = all.next()
        if ofKeys == null then one(keys, entry._1, isMarked, builder)
        else UniformElements.putBody(ofKeys, entry._1, builder)
        parts += 1
        if ofValues == null then one(values, entry._2, isMarked, builder)
        else UniformElements.putBody(ofValues, entry._2, builder)
        parts += 1
    catch case NonFatal(e) => throw Failures.writing(e).prepend(PartFailures.ofEntry(parts))
    if parts >> 1 != size then throw PickleException.ChangedWhileWritten.size(size, parts >> 1)

  private def putSize(plan: Plan, size: Int, isMarked: Boolean, builder: BinaryBuilder): Unit =
    if plan.isTracked then builder.putTrackedSize(size, isMarked) else builder.putSize(size, isMarked)

  private def one(pickler: Pickler[Any], value: Any, isMarked: Boolean, builder: BinaryBuilder): Unit = pickler match
    case scalar: ScalarPickler[Any] => scalar.writeNullable(value, builder)
    case _                          => PlanWriter.element(pickler, value, isMarked, builder)

  /** The first `size` of `all`, one level deeper. */
  private[brine] def writeBodies(
      pickler: PlannedPickler[Any],
      all: Iterator[Any],
      size: Int,
      builder: BinaryBuilder
  ): Unit =
    val depth = builder.depth
    builder.depth = depth + Plan.LevelCost
    inChunks(size)((from, until) => pickler.writeElements(all, from, until, builder))
    builder.depth = depth

  private def write(
      pickler: Pickler[Any],
      all: Iterator[Any],
      size: Int,
      isMarked: Boolean,
      builder: BinaryBuilder
  ): Unit =
    var index = 0
    try
      while index < size do
        PlanWriter.element(pickler, all.next(), isMarked, builder)
        index += 1
    catch case NonFatal(e) => throw Failures.writing(e).prepend(s"[$index]")

  /** Returns the kind of numbers that are written as a run, for these elements; null for others. */
  private def numbersIn(element: Plan): ScalarKind | Null = element match
    case s: Plan.Scalar    => if NumberRun.isOf(s.kind) then s.kind else null
    case c: Plan.Converted => numbersIn(c.inner.get)
    case _                 => null

  def areNumbers(element: Plan): Boolean = numbersIn(element) != null

  /** Returns the writer of such elements; null for others, and for other formats. */
  def numberWriter(element: Plan, builder: PickleBuilder): NumberRun.Writer | Null =
    val kind = numbersIn(element)
    if kind == null then null else NumberRun.writer(kind, builder)

  /** Returns the reader of elements that [[numberWriter]] writes; null for others. */
  def numberReader(element: Plan, reader: PickleReader): NumberRun.Reader | Null =
    val kind = numbersIn(element)
    if kind == null then null else NumberRun.reader(kind, reader)

  /** A whole collection, or null; `id` is its number if it is tracked. */
  def read(plan: Plan.Sequence, id: Int, reader: BinaryReader): AnyRef | Null =
    val facts = factsOf(plan.element)
    val takeBytes = (facts & TakeBytes) != 0
    val header = if takeBytes then reader.getSize() else reader.beginSequence(plan.shape)
    if header == PickleReader.NullTag then null
    else
      val size = PickleReader.size(header)
      val uniform = if (facts & AreOpen) == 0 then null else UniformElements.next(plan.element.get, size, reader)
      if uniform != null then UniformElements.collection(plan, uniform, size, id, reader)
      else read(plan, facts, header, id, reader)

  /** Reads a collection after its header, whose elements each have a tag. */
  private def read(plan: Plan.Sequence, facts: Int, header: Long, id: Int, reader: BinaryReader): AnyRef =
    val size = PickleReader.size(header)
    val isMarked = PickleReader.hasNulls(header)
    val builder = plan.ops.newBuilder(size)
    if (facts & TakeBytes) != 0 && reader.source.bounded then builder.sizeHint(size) // there are as many bytes
    if (facts & AreNumbers) != 0 then readNumbers(plan.element.get, size, reader, builder)
    else
      val element = plan.element.pickler
      if areBodies(facts, isMarked) && hasRoom(reader) then
        readBodies(element.asInstanceOf[PlannedPickler[Any]], size, reader, builder)
      else read(element.asInstanceOf[Unpickler[Any]], size, isMarked, reader, builder)
    Construction.completed(Construction.resultOf(plan, builder, size, reader), id, plan, reader)

  /** A whole map, or null; as [[read]]. */
  def read(plan: Plan.Mapping, id: Int, reader: BinaryReader): AnyRef | Null =
    val header = reader.beginMapping(plan.shape)
    if header == PickleReader.NullTag then null
    else
      val keys = plan.key.pickler.asInstanceOf[Unpickler[Any]]
      val values = plan.value.pickler.asInstanceOf[Unpickler[Any]]
      val isMarked = PickleReader.hasNulls(header)
      val parts = ArrayBuffer.empty[AnyRef] // keys and values in turn
      var left = PickleReader.size(header)
      val ofKeys = UniformElements.next(plan.key.get, left, reader)
      val ofValues = UniformElements.next(plan.value.get, left, reader)
      try
        while left > 0 do
          parts += (if ofKeys == null then part(keys, isMarked, reader)
                    else UniformElements.getBody(plan.key.get, ofKeys, reader))
          parts += (if ofValues == null then part(values, isMarked, reader)
                    else UniformElements.getBody(plan.value.get, ofValues, reader))
          left -= 1
      catch case NonFatal(e) => throw Failures.reading(e).prepend(PartFailures.ofEntry(parts.length))
      Construction.mapping(plan, id, parts.toArray, reader)

  /** Returns the value that was read, or the object that is not built yet. */
  private def part(pickler: Unpickler[Any], isMarked: Boolean, reader: BinaryReader): AnyRef | Null =
    val value = pickler match
      case scalar: ScalarPickler[Any] => scalar.readBinary(reader, -1)
      case _                          => PlanReader.element(pickler, isMarked, reader)
    if value != null then value.asInstanceOf[AnyRef] else reader.takeUnbuilt()

  /** Elements that were written as a run of numbers. */
  private[brine] def readNumbers(element: Plan, size: Int, reader: BinaryReader, into: Growable[Any]): Unit =
    val numbers = numberReader(element, reader).nn
    inChunks(size)((from, until) => readNumbers(numbers, from, until, into))

  private def readNumbers(numbers: NumberRun.Reader, from: Int, until: Int, into: Growable[Any]): Unit =
    var index = from
    try
      while index < until do
        val end = index + numbers.inBlock(until - index)
        if end == index then
          into.addOne(numbers.nextVarint())
          index += 1
        while index < end do
          into.addOne(numbers.nextFixed())
          index += 1
    catch case NonFatal(e) => throw Failures.reading(e).prepend(s"[$index]")

  /** Reads bodies that [[writeBodies]] wrote. */
  private[brine] def readBodies(
      pickler: PlannedPickler[Any],
      size: Int,
      reader: BinaryReader,
      into: Growable[Any]
  ): Unit =
    val depth = reader.depth
    reader.depth = depth + Plan.LevelCost
    inChunks(size)((from, until) => pickler.readElements(reader, from, until, into))
    reader.depth = depth

  private def read(
      pickler: Unpickler[Any],
      size: Int,
      isMarked: Boolean,
      reader: BinaryReader,
      into: Growable[Any]
  ): Unit =
    var index = 0
    try
      while index < size do
        val value = PlanReader.element(pickler, isMarked, reader)
        if value == null then refuseUnbuilt(pickler, reader)
        into.addOne(value)
        index += 1
    catch case NonFatal(e) => throw Failures.reading(e).prepend(s"[$index]")

  private inline def inChunks(size: Int)(inline run: (Int, Int) => Unit): Unit =
    var from = 0
    while from < size do
      val until = from + math.min(Chunk, size - from)
      run(from, until)
      from = until

  private def hasRoom(builder: BinaryBuilder): Boolean = builder.depth < builder.options.limits.emittedDepth

  private def hasRoom(reader: BinaryReader): Boolean = reader.depth < reader.options.limits.emittedDepth

  /** Called after a null: checks that it is one, and does not replace an object that is not built yet. */
  def refuseUnbuilt(pickler: Unpickler[?], reader: PickleReader): Unit =
    refuseUnbuilt(pickler.shape, "a collection", reader)

  def refuseUnbuilt(shape: Shape, around: String, reader: PickleReader): Unit =
    if reader.takeUnbuilt() != null then throw PlanReader.needsUnbuilt(shape, around)
