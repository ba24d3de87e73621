package brine.graph.clustered.writing

import scala.collection.mutable.ArrayBuffer
import scala.util.control.NonFatal
import brine.{PickleBuilder, PickleException, PickleOptions, Pickler}
import brine.graph.clustered.columns.Role
import brine.graph.clustered.GraphSettings
import brine.graph.clustered.file.{ClusteredLayout, Clusters, CollectionCuts, ColumnKey}
import brine.graph.types.{ClassNames, Texts, TypeTable}
import brine.run.{PlannedPickler, PlanWriter}
import brine.wire.ByteSink

/** Writes one graph. `Materialization` reads it, with the same steps.
  *
  * The value's pickler makes its calls on a [[ClusteredBuilder]], which puts the values into columns. When the columns
  * have enough values, they become a segment. The writer visits each object once: a concurrent change of an object is
  * in the graph entirely, or not at all.
  */
private[graph] final class Serialization(sink: ByteSink, settings: GraphSettings, options: PickleOptions):
  private val begun = sink.written
  private val columns = ArrayBuffer.empty[OutColumn]
  private val tables = ArrayBuffer.empty[TypeTable]
  private[clustered] val workspace = ThreadBuffers.take(options)
  import workspace.{blocks, lengths, range, segment}
  private[clustered] var segmentCount = 0
  private var values = 0L

  private[clustered] val clusters = new Clusters[OutColumn](hasFullNames = true, newColumn)

  def run[A](value: A, pickler: Pickler[A]): Unit =
    try write(value, pickler)
    catch
      case e: Throwable =>
        ThreadBuffers.drop()
        throw e
    for column <- columns do column.release()
    workspace.release()

  private def write[A](value: A, pickler: Pickler[A]): Unit =
    sink.maxBytes(options.limits.maxOutputBytes)
    settings.writing.doBefore()
    writeHeader()
    addTable(new TypeTable(TypeTable.Root, "", pickler.shape))
    val mapper = new ObjectMapper(settings)
    mapper.hasReferences = settings.hasReferences || Reachable.mayHold(pickler.shape)
    if mapper.hasReferences then mapper.keep(Reachable.of(value, pickler, mapper, options))
    val builder =
      if settings.replacesObjects || mapper.hasReferences then new RuledBuilder(this, pickler.shape, mapper, options)
      else new ClusteredBuilder(this, pickler.shape, mapper, options)
    builder.useIdentities(workspace.identities)
    Serialization.put(value, pickler, builder)
    closeSegment()
    addWeight()
    writeFooter(builder)
    tellProgress(builder.objectCount, builder.objectCount)
    tellUnmet(mapper.unmet(builder.externals))
    settings.writing.doAfter()

  private[clustered] def tellProgress(done: Long, total: Long): Unit =
    val tell = settings.whenWritten
    if tell != null then tell(done, total)

  private def tellUnmet(names: Vector[String]): Unit = if names.nonEmpty then
    for tell <- settings.whenUnmet do
      try tell(names)
      catch
        case NonFatal(e) => throw new PickleException.UserCode("the callback for external objects that were not met", e)
    if settings.whenUnmet.isEmpty then
      for name <- names if settings.externals(name).isFirstReport() do Serialization.logUnmet(name)

  private def writeHeader(): Unit =
    Serialization.checkHeader(settings.header)
    sink.putShort(ClusteredLayout.Magic)
    sink.putByte(ClusteredLayout.Version)
    sink.putByte(if options.checksum then ClusteredLayout.FlagChecksums else 0)
    val texts = ByteSink.growing(64)
    texts.putVarint(settings.header.size)
    for (key, value) <- settings.header do
      Texts.put(key, texts)
      Texts.put(value, texts)
    putBlock(texts)

  /** Adds a table of types. */
  private[clustered] def addTable(table: TypeTable): Unit =
    tables += table
    clusters.add(table.shape)

  private def newColumn(key: ColumnKey): OutColumn =
    if key.role == Role.String then new StringColumn(key, this) else new LongColumn(key, this)

  /** Numbers a column when it gets its first value. */
  private[clustered] def register(column: OutColumn): Int =
    columns += column
    columns.length - 1

  /** Writes the values of the columns as a segment. */
  private[clustered] def closeSegment(): Unit =
    val used = columns.filter(_.count > 0)
    if used.nonEmpty then
      blocks.putVarint(used.length)
      var previous = -1
      for column <- used do
        val count = column.count
        val from = segment.written
        values += count
        val ranges = ClusteredLayout.hasRange(column.key.role, count)
        column.close(segment, if ranges then range else null)
        blocks.putVarint(column.number - previous)
        blocks.putVarint(count)
        blocks.putVarint(Math.toIntExact(segment.written - from))
        if ranges then
          blocks.putAll(range)
          range.reset()
        previous = column.number
      if segment.written == 0 then segment.putByte(0) // a length of 0 would be the end of the segments
      endSegment()

  private def endSegment(): Unit =
    segmentCount += 1
    lengths.putVarint(Math.toIntExact(segment.written))
    putBlock(segment)
    workspace.endSegment()

  /** Writes the length, the bytes and the checksum of a block. */
  private def putBlock(block: ByteSink): Unit =
    if block.written > ClusteredLayout.MostBlockBytes then
      throw new PickleException.LimitExceeded(
        s"a segment of ${block.written} bytes exceeds ${ClusteredLayout.MostBlockBytes}, the most that a reader takes"
      )
    sink.putInt(Math.toIntExact(block.written))
    if options.checksum then sink.startChecksum()
    sink.putAll(block)
    if options.checksum then sink.putInt(sink.checksum())

  /** Pads the file so that a reader does not refuse it: [[ClusteredLayout.ValuesPerByte]]. */
  private def addWeight(): Unit =
    val free = brine.Limits.Default.maxElementsWithoutBytes
    val units = clusters.iterator.map(cluster => cluster.count * cluster.units).sum
    val missing = (values + units - free) / ClusteredLayout.ValuesPerByte - (sink.written - begun)
    var left = missing
    while left > 0 do
      blocks.putVarint(0)
      val zeros = math.min(left + 1, 1 << 20).toInt
      segment.putBytes(new Array[Byte](zeros), 0, zeros)
      endSegment()
      left -= zeros

  private def writeFooter(builder: ClusteredBuilder): Unit =
    val footer = ByteSink.growing(256)
    footer.putVarint(tables.length)
    for table <- tables do table.put(footer)
    footer.putVarint(clusters.size)
    for cluster <- clusters.iterator do footer.putVarlong(cluster.count)
    footer.putVarlong(builder.objectCount)
    builder.referredTo.put(footer)
    footer.putVarint(builder.externals.length)
    for name <- builder.externals do Texts.put(name, footer)
    footer.putVarint(columns.length)
    for column <- columns do putKey(column.key, footer)
    footer.putVarint(segmentCount)
    footer.putAll(lengths)
    footer.putAll(blocks)
    CollectionCuts.put(builder.cuts, footer)
    if ClassNames.areNeeded(clusters) then
      if builder.cuts.isEmpty then footer.putVarint(0)
      ClassNames.put(tables, footer)
    sink.putInt(ClusteredLayout.EndOfSegments)
    putBlock(footer)
    sink.putInt(Math.toIntExact(footer.written))
    sink.putShort(ClusteredLayout.EndMagic)

  private def putKey(key: ColumnKey, footer: ByteSink): Unit =
    footer.putVarint(key.cluster + 1)
    footer.putVarint(key.member)
    footer.putVarint(key.level)
    footer.putByte(key.role)

private[clustered] object Serialization:
  /** Checks the pairs of the header: a reader makes a map of them, without nulls. */
  private def checkHeader(header: Vector[(String, String)]): Unit =
    for (key, value) <- header do
      if key == null then
        throw new PickleException.NullValue("a key of the header (withHeader) is null: give it a text")
      if value == null then
        throw new PickleException.NullValue(
          s"the header's value of '${PickleException.quote(key)}' (withHeader) is null: give it a text, or leave it out"
        )
    for key <- header.map(_._1).diff(header.map(_._1).distinct) do
      throw new PickleException.RuleNotObeyed(
        s"the header has the key '${PickleException.quote(key)}' twice in one call of withHeader: a reader gets one " +
          "value of each key. Use two keys"
      )

  private def logUnmet(name: String): Unit = System.getLogger("brine.graph").log(
    System.Logger.Level.WARNING,
    s"A graph was written that does not refer to the external object '$name' (withExternal): an equal object is " +
      "another one, and is " +
      "written whole. GraphFormat.whenUnmet reports this to the program instead."
  )

  /** Puts a whole value. With rules, picklers by hand, which do not apply them, are called by the interpreter. */
  def put[A](value: A, pickler: Pickler[A], builder: PickleBuilder): Unit = pickler match
    case planned: PlannedPickler[A] => planned.pickle(value, builder)
    case byHand if value != null && builder.replacements != null =>
      PlanWriter.rootByHand(byHand.asInstanceOf[Pickler[Any]], value.asInstanceOf[AnyRef], builder)
    case byHand => byHand.pickle(value, builder)
