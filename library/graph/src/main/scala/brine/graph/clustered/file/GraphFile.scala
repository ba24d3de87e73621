package brine.graph.clustered.file

import scala.collection.immutable.TreeMap
import scala.collection.mutable.ArrayBuffer
import brine.{FirstBytes, PickleException, PickleOptions, ReadBudget, WireFailure}
import brine.graph.clustered.columns.Role
import brine.graph.types.{ClassNames, Texts, TypeTable}
import brine.wire.{ByteSource, WireException}

/** The bytes of a graph before any object exists: the values of the header, and the footer's description of the
  * segments. Reads what `Serialization` puts around the columns.
  *
  * @param budget of the read, for which all bytes of the file have paid
  */
private[graph] final class GraphFile(
    val header: Map[String, String],
    val tables: IndexedSeq[TypeTable],
    private val counts: Array[Long],
    val objects: Long,
    val referredTo: Array[Int],
    val externals: IndexedSeq[String],
    val columns: IndexedSeq[ColumnInput],
    val segments: IndexedSeq[Segment],
    val cuts: IndexedSeq[CollectionCuts],
    val values: Long,
    mostValues: Long,
    val bytes: Long,
    val hasFullNames: Boolean,
    val budget: ReadBudget,
    footerAt: Long
):
  /** The same file with new cursors, at the beginning. */
  def reopened: GraphFile =
    val again = columns.map(c => new ColumnInput(c.key, c.blocks))
    new GraphFile(
      header,
      tables,
      counts,
      objects,
      referredTo,
      externals,
      again,
      segments,
      cuts,
      values,
      mostValues,
      bytes,
      hasFullNames,
      budget,
      footerAt
    )

  /** The number of values of each column that were read or skipped. (Called for each object to which a reader may
    * return.)
    */
  def positions: Array[Long] =
    val all = new Array[Long](columns.length)
    var i = 0
    while i < all.length do
      all(i) = columns(i).position
      i += 1
    all

  def moveTo(positions: Array[Long]): Unit =
    var i = 0
    while i < positions.length do
      columns(i).moveTo(positions(i))
      i += 1

  /** The name of an external object with this number. */
  def externalName(number: Long): String =
    if number < externals.length then externals(number.toInt)
    else throw new PickleException.Malformed(s"invalid external object $number: the graph has ${externals.length}")

  /** The number of values that the footer claims for a cluster. */
  private[clustered] def announced(cluster: Cluster[?]): Long = counts(cluster.number)

  /** The offset of the segments after a cut. */
  private[clustered] def at(cut: CutPoint): Long =
    if cut.segment == segments.length then Long.MaxValue else segments(cut.segment).at

  /** Compares the claimed number of values of each cluster with the values in the file. A field of Unit has no values
    * in the file; all such fields count as values together.
    */
  private[graph] def checkCounts(clusters: Clusters[ColumnInput], of: IndexedSeq[ColumnInput]): Unit =
    val found = new java.util.HashMap[ColumnKey, ColumnInput]
    for column <- of do found.put(column.key, column)
    def countOfKey(key: ColumnKey) =
      val column = found.get(key)
      if column == null then 0L else column.count
    var units = 0.0
    def malformed(what: String) = new PickleException.Malformed(what).atOffset(footerAt)
    countOf(clusters.iterator) { (cluster, count) =>
      if count < 0 || count > values then
        throw malformed(
          s"${java.lang.Long.toUnsignedString(count)} of ${cluster.shape.name} in a graph of $values values"
        )
      val key = cluster.keyOfEach
      if key != null && countOfKey(key) != count then
        throw malformed(s"expected $count of ${cluster.shape.name}, found ${countOfKey(key)}")
      units += count.toDouble * cluster.units
    }
    if units > mostValues - values then
      throw new PickleException.LimitExceeded(
        f"$units%.0f fields of Unit in $bytes bytes (limits.maxElementsWithoutBytes)"
      ).atOffset(footerAt)

  /** Calls `tell` with the claimed number of values of each cluster. */
  def countOf[C <: AnyRef](clusters: Iterator[Cluster[C]])(use: (Cluster[C], Long) => Unit): Unit =
    var met = 0
    for cluster <- clusters do
      if met < counts.length then use(cluster, counts(met))
      met += 1
    if met != counts.length then
      throw new PickleException.Malformed(s"expected counts of $met types, found ${counts.length}").atOffset(footerAt)

private[graph] object GraphFile:
  /** Reads a whole graph. The source is then after its last byte. */
  def read(source: ByteSource, options: PickleOptions): GraphFile =
    val begun = source.offset
    val frame = new Frame(source)
    val header = frame.start()
    val segments = ArrayBuffer.empty[Segment]
    var length = source.getInt()
    while length != ClusteredLayout.EndOfSegments do
      val at = source.offset
      segments += new Segment.MemorySegment(at - begun, at, frame.block(length))
      length = source.getInt()
    val footerBytes = source.getInt()
    val footerAt = source.offset
    val footer = frame.block(footerBytes)
    frame.end(footerBytes)
    new Footer(footer, footerAt).read(header, lengths => checked(lengths, segments), source.offset - begun, options)

  private def checked(lengths: Array[Int], segments: ArrayBuffer[Segment]): IndexedSeq[Segment] =
    checkLengths(lengths, segments.map(_.length).toArray)
    segments.toIndexedSeq

  /** Compares the footer's lengths of the segments with the segments in the file. */
  private[clustered] def checkLengths(said: Array[Int], there: Array[Int]): Unit =
    if !said.sameElements(there) then
      throw new PickleException.Malformed(
        s"the footer's ${said.length} segment lengths differ from those of the graph's ${there.length} segments"
      )

  /** Reads the bytes around the segments. */
  private[graph] final class Frame(source: ByteSource):
    private val begun = source.offset
    private var checksums = false

    def hasChecksums: Boolean = checksums

    /** The same frame, with its next bytes in another source. */
    def over(rest: ByteSource): Frame =
      val other = new Frame(rest)
      other.checksums = checksums
      other

    /** Reads magic bytes, version and flags, and returns the values of the header. */
    def start(): Map[String, String] =
      if !source.skipShort(ClusteredLayout.Magic) then
        throw FirstBytes.wrongFormat(
          f"${ClusteredLayout.Magic0}%02x ${ClusteredLayout.Magic1}%02x (Brine graph)",
          source.getShort()
        ).atOffset(begun)
      val version = source.getByte() & 0xff
      if version != ClusteredLayout.Version then
        throw new PickleException.UnknownVersion(version, ClusteredLayout.Version).atOffset(begun + 2)
      val flags = source.getByte() & 0xff
      if (flags & ClusteredLayout.FlagsReserved) != 0 then
        throw new PickleException.Malformed(f"flags $flags%02x have no meaning in version $version").atOffset(begun + 3)
      checksums = (flags & ClusteredLayout.FlagChecksums) != 0
      val length = source.getInt()
      val texts = block(length).source
      val values = Vector.fill(counted(texts, "header value"))((Texts.get(texts), Texts.get(texts)))
      // Many are put into a tree, not a hash table: names may be chosen to collide.
      val header = if values.length <= MostHashed then values.toMap else TreeMap.from(values)
      if texts.remaining > 0 then
        throw new PickleException.Malformed(s"a header has ${texts.remaining} bytes too many").atOffset(source.offset)
      header

    /** Reads a block with padding after it, so that packed numbers can be loaded eight bytes at a time. */
    def block(length: Int): PaddedBytes =
      if length < 0 || length > ClusteredLayout.MostBlockBytes then
        throw new PickleException.Malformed(s"invalid block length ${Integer.toUnsignedString(length)}").atOffset(
          source.offset
        )
      if source.bounded && length > source.remaining then
        throw new PickleException.Truncated(s"a block claims $length bytes, and ${source.remaining} are left").atOffset(
          source.offset
        )
      val block = if source.bounded then PaddedBytes.next(source, length) else PaddedBytes.nextOfMany(source, length)
      if checksums then
        val at = source.offset
        check(block, source.getInt(), at)
      block

    def end(footerBytes: Int): Unit =
      val at = source.offset
      val length = source.getInt()
      val magic = source.getShort()
      if length != footerBytes || magic != ClusteredLayout.EndMagic.toShort then
        throw new PickleException.Malformed("expected the footer's length and 67 1e at the end of a graph").atOffset(at)

  /** @param found the checksum at offset `at` */
  private[clustered] def check(block: PaddedBytes, found: Int, at: Long): Unit =
    compare(found, block.checksum, at)

  private[clustered] def compare(found: Int, computed: Int, at: Long): Unit =
    if found != computed then throw new PickleException.ChecksumMismatch(found, computed).atOffset(at)

  /** The contents of the footer. */
  private[clustered] final class Footer(bytes: PaddedBytes, at: Long):
    private val footer = bytes.source

    /** `fileBytes` is the length of the whole graph; `segmentsOf` returns the segments with these lengths. */
    def read(
        header: Map[String, String],
        segmentsOf: Array[Int] => IndexedSeq[Segment],
        fileBytes: Long,
        options: PickleOptions
    ): GraphFile =
      try get(header, segmentsOf, fileBytes, options)
      catch
        case e: WireException   => throw WireFailure(e).movedBy(at)
        case e: PickleException => throw e.movedBy(at).atOffset(at + footer.offset)

    private def get(
        header: Map[String, String],
        segmentsOf: Array[Int] => IndexedSeq[Segment],
        fileBytes: Long,
        options: PickleOptions
    ): GraphFile =
      val budget = new ReadBudget(options.limits)
      budget.pay(fileBytes)
      val tables = Vector.fill(counted(footer, "table"))(TypeTable.get(footer, at, budget))
      if tables.isEmpty || tables.head.kind != TypeTable.Root || tables.tail.exists(_.kind == TypeTable.Root) then
        throw new PickleException.Malformed("a graph has one table for its value's type, the first")
      val counts = Array.fill(counted(footer, "type"))(footer.getVarlong())
      val mostValues = options.limits.maxElementsWithoutBytes + fileBytes * ClusteredLayout.ValuesPerByte
      def limit(count: Long, what: String): Unit =
        if count > mostValues then
          throw new PickleException.LimitExceeded(s"$count $what in $fileBytes bytes (limits.maxElementsWithoutBytes)")
      val objects = footer.getVarlong()
      limit(objects, "objects")
      if objects < 0 || objects > Int.MaxValue then
        throw new PickleException.Malformed(s"invalid number of objects ${java.lang.Long.toUnsignedString(objects)}")
      val referredTo = ReferredObjects.get(footer, bytes, objects)
      val externals = Vector.fill(counted(footer, "external name"))(Texts.get(footer))
      val columns = Vector.fill(counted(footer, "column"))(new ColumnInput(readKey()))
      val segments = segmentsOf(Array.fill(counted(footer, "segment"))(footer.getVarint()))
      val values = readBlocks(columns, segments)
      val cuts = CollectionCuts.get(footer, objects, segments.length)
      val hasFullNames = footer.remaining > 0
      if hasFullNames then ClassNames.get(tables, footer)
      if footer.remaining > 0 then
        throw new PickleException.Malformed(s"a footer has ${footer.remaining} bytes too many")
      limit(values, "values")
      new GraphFile(
        header,
        tables,
        counts,
        objects,
        referredTo,
        externals,
        columns,
        segments,
        cuts,
        values,
        mostValues,
        fileBytes,
        hasFullNames,
        budget,
        at
      )

    private def readKey(): ColumnKey =
      val key = ColumnKey(footer.getVarint() - 1, footer.getVarint(), footer.getVarint(), footer.getByte())
      if key.cluster < Clusters.Root || key.member < 0 || key.level < 0 || key.role < 0 || key.role >= Role.Count then
        throw new PickleException.Malformed("a column of nothing")
      key

    /** Counts the values. */
    private def readBlocks(columns: IndexedSeq[ColumnInput], segments: IndexedSeq[Segment]): Long =
      var values = 0L
      for segment <- segments do
        var number = -1
        var offset = 0
        for _ <- 0 until counted(footer, "block") do
          number += footer.getVarint()
          if number < 0 || number >= columns.length then
            throw new PickleException.Malformed(s"invalid column $number: there are ${columns.length}")
          val count = footer.getVarint()
          val length = footer.getVarint()
          if count < 0 || length < 0 || length > segment.length - offset then
            throw new PickleException.Malformed(
              s"a block of $length bytes at $offset exceeds a segment of ${segment.length} bytes"
            )
          val role = columns(number).key.role
          val range = if ClusteredLayout.hasRange(role, count) then readRange(role) else null
          columns(number).blocks += new Block(segment, offset, length, count, range, columns(number).count)
          offset += length
          values += count
      values

    private def readRange(role: Int): BlockRange =
      if ClusteredLayout.isFloating(role) then BlockRange(footer.getDouble(), footer.getDouble())
      else BlockRange(footer.getZigzagLong().toDouble, footer.getZigzagLong().toDouble)

  private final val MostHashed = 100

  /** Reads a count of items that follow, each of a byte or more. */
  private def counted(from: ByteSource, what: String): Int =
    val claimed = from.getVarint()
    if claimed < 0 || claimed > from.remaining then
      throw new PickleException.Malformed(
        s"the graph claims ${Integer.toUnsignedString(claimed)} ${what}s, and ${from.remaining} bytes are left"
      )
    claimed
