package brine.columns

import brine.PickleException
import brine.shape.ScalarKind
import brine.wire.LongCursor

/** A column as it is read, value after value: numbers as [[LongCursor]] gives them, checked; or strings. */
abstract class ColumnSource extends LongCursor:
  def nextString(): String | Null

  final def nextBoolean(): Boolean = within(next(), 0, 1) != 0
  final def nextByte(): Byte = within(next(), Byte.MinValue, Byte.MaxValue).toByte
  final def nextShort(): Short = within(next(), Short.MinValue, Short.MaxValue).toShort
  final def nextChar(): Char = within(next(), 0, Char.MaxValue).toChar
  final def nextInt(): Int = within(next(), Int.MinValue, Int.MaxValue).toInt
  final def nextFloat(): Float = java.lang.Float.intBitsToFloat(nextInt())
  final def nextDouble(): Double = java.lang.Double.longBitsToDouble(next())

  /** An array of the next `size` numbers of this kind. */
  final def nextArray(kind: ScalarKind, size: Int): AnyRef = kind match
    case ScalarKind.Int =>
      val all = new Array[Int](size)
      each(size)((i, value) => all(i) = within(value, Int.MinValue, Int.MaxValue).toInt)
      all
    case ScalarKind.Double =>
      val all = new Array[Double](size)
      next(all, 0, size)
      all
    case ScalarKind.Long =>
      val all = new Array[Long](size)
      next(all, 0, size)
      all
    case ScalarKind.Byte =>
      val all = new Array[Byte](size)
      each(size)((i, value) => all(i) = within(value, Byte.MinValue, Byte.MaxValue).toByte)
      all
    case ScalarKind.Boolean =>
      val all = new Array[Boolean](size)
      each(size)((i, value) => all(i) = within(value, 0, 1) != 0)
      all
    case ScalarKind.Short =>
      val all = new Array[Short](size)
      each(size)((i, value) => all(i) = within(value, Short.MinValue, Short.MaxValue).toShort)
      all
    case ScalarKind.Char =>
      val all = new Array[Char](size)
      each(size)((i, value) => all(i) = within(value, 0, Char.MaxValue).toChar)
      all
    case ScalarKind.Float =>
      val all = new Array[Float](size)
      each(size)((i, value) => all(i) = java.lang.Float.intBitsToFloat(within(value, Int.MinValue, Int.MaxValue).toInt))
      all
    case ScalarKind.Unit | ScalarKind.String => throw new IllegalArgumentException(s"an array of $kind")

  private inline def each(size: Int)(inline use: (Int, Long) => Unit): Unit =
    val unpacked = roomFor(size)
    var from = 0
    while from < size do
      val count = math.min(size - from, unpacked.length)
      next(unpacked, 0, count)
      var i = 0
      while i < count do
        use(from + i, unpacked(i))
        i += 1
      from += count

  private var room = ColumnSource.NoRoom

  private def roomFor(size: Int): Array[Long] =
    if size > room.length && room.length < ColumnSource.MostRoom then
      room = new Array[Long](math.min(ColumnSource.MostRoom, math.max(size, 2 * room.length)))
    room

  private def within(value: Long, least: Long, most: Long): Long =
    if value < least || value > most then throw outside(value)
    value

  private def outside(value: Long): PickleException = new PickleException.Malformed(s"$value in a column of $kind")

  /** What the column holds, for messages. */
  protected def kind: String

private object ColumnSource:
  /** So many numbers are unpacked at once. */
  private final val MostRoom = 1024

  private val NoRoom = new Array[Long](0)
