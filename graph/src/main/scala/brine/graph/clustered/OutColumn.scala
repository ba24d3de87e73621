package brine.graph.clustered

import brine.columns.{ColumnSink, Role}
import brine.wire.{ByteSink, PackedLongs}

/** A column as it is written: the values of the segment that is open. */
private[clustered] sealed abstract class OutColumn(val key: ColumnKey, run: Serialization) extends ColumnSink:
  /** In the order of their first values; -1 before. */
  final var number: Int = -1

  /** How many values. */
  def count: Int

  /** Puts them as a block, and holds none afterwards.
    *
    * @param range takes the least and the greatest of them, where a reader is told: [[Layout.hasRange]]
    */
  def close(sink: ByteSink, range: ByteSink | Null): Unit

  /** Nothing more is put. */
  def release(): Unit

  /** Called before the first value. */
  protected final def register(): Unit = if number < 0 then number = run.register(this)

  /** There are enough for a segment. */
  protected final def full(): Unit = run.closeSegment()

private[clustered] object OutColumn:
  final val FirstCapacity = 16

/** Numbers: as 64 bits, whatever they are. */
private[clustered] final class LongColumn(key: ColumnKey, run: Serialization) extends OutColumn(key, run):
  def count: Int = size

  protected def makeRoom(): Unit =
    if numbers.length == 0 then
      register()
      numbers = run.workspace.numbers(OutColumn.FirstCapacity)
    else if size >= Layout.SegmentValues then full()
    else
      val larger = run.workspace.numbers(size * 2)
      System.arraycopy(numbers, 0, larger, 0, size)
      run.workspace.release(numbers)
      numbers = larger

  def release(): Unit = run.workspace.release(numbers)

  def addString(value: String | Null): Unit = throw new IllegalStateException("a column of numbers")

  def close(sink: ByteSink, range: ByteSink | Null): Unit =
    if range == null then PackedLongs.put(numbers, size, sink)
    else if Layout.isFloating(key.role) then
      putFloatingRange(range)
      PackedLongs.put(numbers, size, sink)
    else closeWithRange(sink, range)
    size = 0

  private def closeWithRange(sink: ByteSink, range: ByteSink): Unit =
    val numbers = this.numbers
    var least = numbers(0)
    var greatest = least
    var i = 1
    while i < size do
      least = math.min(least, numbers(i))
      greatest = math.max(greatest, numbers(i))
      i += 1
    range.putZigzagLong(least)
    range.putZigzagLong(greatest)
    PackedLongs.put(numbers, size, least, greatest, sink)

  private def putFloatingRange(sink: ByteSink): Unit =
    if key.role == Role.Double then putRangeOf(java.lang.Double.longBitsToDouble(_), sink)
    else putRangeOf(bits => java.lang.Float.intBitsToFloat(bits.toInt).toDouble, sink)

  /** What is no number has no place between. */
  private inline def putRangeOf(inline of: Long => Double, sink: ByteSink): Unit =
    var least = Double.PositiveInfinity
    var greatest = Double.NegativeInfinity
    var i = 0
    while i < size do
      val value = of(numbers(i))
      if value < least then least = value
      if value > greatest then greatest = value
      i += 1
    sink.putDouble(least)
    sink.putDouble(greatest)

/** Strings: docs/spec/clustered.md, "Blocks of strings". */
private[clustered] final class StringColumn(key: ColumnKey, run: Serialization) extends OutColumn(key, run):
  private var strings = new Array[String | Null](0)
  private var chars = 0L

  def count: Int = size
  def release(): Unit = ()

  protected def makeRoom(): Unit = throw new IllegalStateException("a column of strings")

  def addString(value: String | Null): Unit =
    if size == strings.length || chars >= StringBlockWriter.MostChars then makeRoomForString()
    strings(size) = value
    size += 1
    if value != null then chars += value.length

  private def makeRoomForString(): Unit =
    if strings.length == 0 then
      register()
      strings = new Array[String | Null](OutColumn.FirstCapacity)
    else if size >= Layout.SegmentValues || chars >= StringBlockWriter.MostChars then full()
    else strings = java.util.Arrays.copyOf(strings, size * 2)

  def close(sink: ByteSink, range: ByteSink | Null): Unit =
    run.workspace.strings.put(strings, size, sink)
    java.util.Arrays.fill(strings.asInstanceOf[Array[AnyRef | Null]], 0, size, null)
    size = 0
    chars = 0
