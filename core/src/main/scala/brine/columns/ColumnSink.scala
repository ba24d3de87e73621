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

  /** All numbers of an array. */
  final def addArray(array: AnyRef): Unit = array match
    case a: Array[Int]     => each(a.length)(i => a(i))
    case a: Array[Double]  => each(a.length)(i => java.lang.Double.doubleToRawLongBits(a(i)))
    case a: Array[Long]    => each(a.length)(i => a(i))
    case a: Array[Byte]    => each(a.length)(i => a(i))
    case a: Array[Boolean] => each(a.length)(i => if a(i) then 1L else 0L)
    case a: Array[Short]   => each(a.length)(i => a(i))
    case a: Array[Char]    => each(a.length)(i => a(i))
    case a: Array[Float]   => each(a.length)(i => java.lang.Float.floatToRawIntBits(a(i)))
    case other             => throw new IllegalStateException(other.getClass.getName)

  private inline def each(length: Int)(inline number: Int => Long): Unit =
    var i = 0
    while i < length do
      add(number(i))
      i += 1

  /** Makes room for a number, or empties the column. */
  protected def makeRoom(): Unit

  def addString(value: String | Null): Unit

object ColumnSink:
  /** Of a column that has never had a number. */
  protected[brine] val None: Array[Long] = new Array[Long](0)
