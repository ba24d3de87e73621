package brine.graph.clustered.writing

import brine.graph.clustered.columns.{ColumnSink, Role}
import brine.graph.clustered.file.{ClusteredLayout, ColumnKey}
import brine.wire.{ByteSink, PackedLongs}

/** A column for writing: the values of the open segment. */
private[clustered] sealed abstract class OutColumn(val key: ColumnKey, run: Serialization) extends ColumnSink:
  /** The column's number, in the order of first values; -1 before its first value. */
  final var number: Int = -1

  /** The number of values. */
  def count: Int

  /** Puts its values as a block, and clears them.
    *
    * @param range receives the minimum and the maximum if the footer has them: [[ClusteredLayout.hasRange]]
    */
  def close(sink: ByteSink, range: ByteSink | Null): Unit

  /** Ends the column. */
  def release(): Unit

  /** Called before the first value. */
  protected final def register(): Unit = if number < 0 then number = run.register(this)

  /** Called when the column has enough values for a segment. */
  protected final def full(): Unit = run.closeSegment()

private[clustered] object OutColumn:
  final val FirstCapacity = 16

/** A column of numbers, all kept as 64 bits. */
private[clustered] final class LongColumn(key: ColumnKey, run: Serialization) extends OutColumn(key, run):
  def count: Int = size

  protected def addOther(value: Long): Unit =
    if size == 0 then begin(value)
    else
      if size >= ClusteredLayout.SegmentValues then full() else makeRoom()
      add(value)

  private def begin(value: Long): Unit =
    register()
    alike = value
    mostAlike = ClusteredLayout.SegmentValues
    size = 1

  /** The array for numbers that differ; kept once allocated. */
  private def makeRoom(): Unit =
    val larger = run.workspace.numbersFor(math.max(size * 2, OutColumn.FirstCapacity))
    if room == 0 then java.util.Arrays.fill(larger, 0, size, alike)
    else System.arraycopy(numbers, 0, larger, 0, size)
    release()
    numbers = larger
    room = larger.length
    mostAlike = 0

  def release(): Unit = if room > 0 then run.workspace.release(numbers)

  def addString(value: String | Null): Unit = throw new IllegalStateException("a column of numbers")

  def close(sink: ByteSink, range: ByteSink | Null): Unit =
    if room == 0 then
      if range != null then putRangeOfAlike(range)
      PackedLongs.putAlike(alike, sink)
    else if range == null then PackedLongs.put(numbers, size, sink)
    else if ClusteredLayout.isFloating(key.role) then
      putFloatingRange(numbers, size, range)
      PackedLongs.put(numbers, size, sink)
    else putWithRange(sink, range)
    size = 0

  private def putRangeOfAlike(range: ByteSink): Unit =
    if ClusteredLayout.isFloating(key.role) then putFloatingRange(Array(alike), 1, range)
    else putRange(alike, alike, range)

  /** The minimum and the maximum, computed once. (The writer of the block needs them, too.) */
  private def putWithRange(sink: ByteSink, range: ByteSink): Unit =
    val numbers = this.numbers
    var least = numbers(0)
    var greatest = least
    var i = 1
    while i < size do
      least = math.min(least, numbers(i))
      greatest = math.max(greatest, numbers(i))
      i += 1
    putRange(least, greatest, range)
    PackedLongs.put(numbers, size, least, greatest, sink)

  private def putRange(least: Long, greatest: Long, range: ByteSink): Unit =
    range.putZigzagLong(least)
    range.putZigzagLong(greatest)

  private def putFloatingRange(bits: Array[Long], count: Int, range: ByteSink): Unit =
    if key.role == Role.Double then putRangeOf(bits, count, java.lang.Double.longBitsToDouble(_), range)
    else putRangeOf(bits, count, bits => java.lang.Float.intBitsToFloat(bits.toInt).toDouble, range)

  /** NaN is neither a minimum nor a maximum. */
  private inline def putRangeOf(bits: Array[Long], count: Int, inline of: Long => Double, range: ByteSink): Unit =
    var least = Double.PositiveInfinity
    var greatest = Double.NegativeInfinity
    var i = 0
    while i < count do
      val value = of(bits(i))
      if value < least then least = value
      if value > greatest then greatest = value
      i += 1
    range.putDouble(least)
    range.putDouble(greatest)

/** A column of strings: docs/spec/clustered.md, "Blocks of strings". */
private[clustered] final class StringColumn(key: ColumnKey, run: Serialization) extends OutColumn(key, run):
  private var strings = new Array[String | Null](0)
  private var chars = 0L

  def count: Int = size
  def release(): Unit = ()

  protected def addOther(value: Long): Unit = throw new IllegalStateException("a column of strings")

  def addString(value: String | Null): Unit =
    if size == strings.length || chars >= StringBlockWriter.MostChars then makeRoomForString()
    strings(size) = value
    size += 1
    if value != null then chars += value.length

  private def makeRoomForString(): Unit =
    if strings.length == 0 then
      register()
      strings = new Array[String | Null](OutColumn.FirstCapacity)
    else if size >= ClusteredLayout.SegmentValues || chars >= StringBlockWriter.MostChars then full()
    else strings = java.util.Arrays.copyOf(strings, size * 2)

  def close(sink: ByteSink, range: ByteSink | Null): Unit =
    run.workspace.strings.put(strings, size, sink)
    java.util.Arrays.fill(strings.asInstanceOf[Array[AnyRef | Null]], 0, size, null)
    size = 0
    chars = 0
