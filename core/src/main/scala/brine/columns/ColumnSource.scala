package brine.columns

import brine.PickleException
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

  private def within(value: Long, least: Long, most: Long): Long =
    if value < least || value > most then throw outside(value)
    value

  private def outside(value: Long): PickleException = new PickleException.Malformed(s"$value in a column of $kind")

  /** What the column holds, for messages. */
  protected def kind: String
