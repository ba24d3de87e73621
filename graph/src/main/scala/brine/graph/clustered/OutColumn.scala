package brine.graph.clustered

import brine.wire.{ByteSink, PackedLongs}

/** A column as it is written: the values of the segment that is open. */
private[clustered] sealed abstract class OutColumn(val key: ColumnKey, val number: Int):
  /** How many values. */
  def count: Int

  /** Puts them as a block, and holds none afterwards. */
  def close(sink: ByteSink): Unit

  /** Puts the least and the greatest of them: [[Layout.hasRange]]. */
  def putRange(sink: ByteSink): Unit = throw new IllegalStateException("no numbers")

/** Numbers: as 64 bits, whatever they are. `full` is called when there are enough for a segment. */
private[clustered] final class LongColumn(key: ColumnKey, number: Int, full: () => Unit) extends OutColumn(key, number):
  private var values = new Array[Long](LongColumn.FirstCapacity)
  private var size = 0

  def count: Int = size

  def add(value: Long): Unit =
    if size == values.length then makeRoom()
    values(size) = value
    size += 1

  private def makeRoom(): Unit =
    if size >= Layout.SegmentValues then full() else values = java.util.Arrays.copyOf(values, size * 2)

  def close(sink: ByteSink): Unit =
    PackedLongs.put(values, size, sink)
    size = 0

  override def putRange(sink: ByteSink): Unit =
    if key.role == Role.Double then putRange(java.lang.Double.longBitsToDouble(_), sink)
    else if key.role == Role.Float then putRange(bits => java.lang.Float.intBitsToFloat(bits.toInt).toDouble, sink)
    else
      var least = values(0)
      var greatest = values(0)
      for i <- 1 until size do
        least = math.min(least, values(i))
        greatest = math.max(greatest, values(i))
      sink.putZigzagLong(least)
      sink.putZigzagLong(greatest)

  /** What is no number has no place between. */
  private def putRange(of: Long => Double, sink: ByteSink): Unit =
    var least = Double.PositiveInfinity
    var greatest = Double.NegativeInfinity
    for i <- 0 until size do
      val value = of(values(i))
      if value < least then least = value
      if value > greatest then greatest = value
    sink.putDouble(least)
    sink.putDouble(greatest)

private object LongColumn:
  final val FirstCapacity = 16

/** Strings: docs/spec/clustered.md, "Blocks of strings". */
private[clustered] final class StringColumn(key: ColumnKey, number: Int, full: () => Unit) extends OutColumn(key, number):
  private var values = new Array[String | Null](LongColumn.FirstCapacity)
  private var size = 0
  private var chars = 0L

  def count: Int = size

  def add(value: String | Null): Unit =
    if size == values.length || chars >= StringBlock.MostChars then makeRoom()
    values(size) = value
    size += 1
    if value != null then chars += value.length

  private def makeRoom(): Unit =
    if size >= Layout.SegmentValues || chars >= StringBlock.MostChars then full() else values = java.util.Arrays.copyOf(values, size * 2)

  def close(sink: ByteSink): Unit =
    StringBlock.put(values, size, sink)
    java.util.Arrays.fill(values.asInstanceOf[Array[AnyRef | Null]], 0, size, null)
    size = 0
    chars = 0
