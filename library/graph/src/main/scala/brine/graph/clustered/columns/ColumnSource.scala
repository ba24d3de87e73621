package brine.graph.clustered.columns

import brine.PickleException
import brine.shape.ScalarKind
import brine.wire.LongCursor

/** A column as it is read, value after value: numbers as [[LongCursor]] gives them, checked; or strings. */
private[graph] abstract class ColumnSource extends LongCursor:
  def nextString(): String | Null

  final def nextBoolean(): Boolean = asBoolean(next())
  final def nextByte(): Byte = asByte(next())
  final def nextShort(): Short = asShort(next())
  final def nextChar(): Char = asChar(next())
  final def nextInt(): Int = asInt(next())
  final def nextFloat(): Float = asFloat(next())
  final def nextDouble(): Double = java.lang.Double.longBitsToDouble(next())

  /** A scalar of this kind. */
  final def nextScalar(kind: ScalarKind): AnyRef | Null = kind match
    case ScalarKind.Long    => java.lang.Long.valueOf(next())
    case ScalarKind.Int     => java.lang.Integer.valueOf(nextInt())
    case ScalarKind.String  => nextString()
    case ScalarKind.Double  => java.lang.Double.valueOf(nextDouble())
    case ScalarKind.Float   => java.lang.Float.valueOf(nextFloat())
    case ScalarKind.Boolean => java.lang.Boolean.valueOf(nextBoolean())
    case ScalarKind.Byte    => java.lang.Byte.valueOf(nextByte())
    case ScalarKind.Short   => java.lang.Short.valueOf(nextShort())
    case ScalarKind.Char    => java.lang.Character.valueOf(nextChar())
    case ScalarKind.Unit    => throw new IllegalArgumentException("a column of nothing")

  // Returns a number of the column as a value of this kind, or fails if it is not one.
  final def asBoolean(number: Long): Boolean = within(number, 0, 1) != 0
  final def asByte(number: Long): Byte = within(number, Byte.MinValue, Byte.MaxValue).toByte
  final def asShort(number: Long): Short = within(number, Short.MinValue, Short.MaxValue).toShort
  final def asChar(number: Long): Char = within(number, 0, Char.MaxValue).toChar
  final def asInt(number: Long): Int = within(number, Int.MinValue, Int.MaxValue).toInt
  final def asFloat(number: Long): Float = java.lang.Float.intBitsToFloat(asInt(number))

  /** An array of the next `size` numbers of this kind. */
  final def nextArray(kind: ScalarKind, size: Int): AnyRef = kind match
    case ScalarKind.Int =>
      val all = new Array[Int](size)
      each(size)((i, value) => all(i) = asInt(value))
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
      each(nextBytes(all), size)((i, value) => all(i) = asByte(value))
      all
    case ScalarKind.Boolean =>
      val all = new Array[Boolean](size)
      each(size)((i, value) => all(i) = asBoolean(value))
      all
    case ScalarKind.Short =>
      val all = new Array[Short](size)
      each(size)((i, value) => all(i) = asShort(value))
      all
    case ScalarKind.Char =>
      val all = new Array[Char](size)
      each(size)((i, value) => all(i) = asChar(value))
      all
    case ScalarKind.Float =>
      val all = new Array[Float](size)
      each(size)((i, value) => all(i) = asFloat(value))
      all
    case ScalarKind.Unit | ScalarKind.String => throw new IllegalArgumentException(s"an array of $kind")

  private inline def each(size: Int)(inline use: (Int, Long) => Unit): Unit = each(0, size)(use)

  private inline def each(first: Int, size: Int)(inline use: (Int, Long) => Unit): Unit =
    val unpacked = roomFor(size - first)
    var from = first
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

  private def outside(value: Long): PickleException =
    new PickleException.Malformed(s"$value in a column of $kind").atOffset(offset)

  /** The offset of the values that are read now, for messages. */
  def offset: Long = PickleException.NoOffset

  /** The kind of the column's values, for messages. */
  protected def kind: String

private object ColumnSource:
  /** The number of numbers that are unpacked at once. */
  private final val MostRoom = 1024

  private val NoRoom = new Array[Long](0)
