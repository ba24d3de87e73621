package brine.columns

/** A column as it is written: the values that are not yet in bytes. */
abstract class ColumnSink:
  protected final var numbers: Array[Long] = ColumnSink.None
  protected final var size: Int = 0

  /** A number, as 64 bits. */
  final def add(value: Long): Unit =
    if size == numbers.length then makeRoom()
    numbers(size) = value
    size += 1

  /** Makes room for a number, or empties the column. */
  protected def makeRoom(): Unit

  def addString(value: String | Null): Unit

object ColumnSink:
  /** Of a column that has never had a number. */
  protected[brine] val None: Array[Long] = new Array[Long](0)
