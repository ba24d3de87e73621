package brine.graph.clustered.columns

import brine.shape.ScalarKind

/** A column as it is written: the values that are not yet in bytes.
  *
  * Many are of values that are all alike, codes most of all: while they are, they are counted and nothing else.
  */
private[graph] abstract class ColumnSink:
  protected final var numbers: Array[Long] = ColumnSink.None
  protected final var size: Int = 0

  /** How many numbers there is room for; 0 while all are alike. */
  protected final var room: Int = 0

  /** The number that all are while they are equal, and the largest count of equal numbers. */
  protected final var alike: Long = 0
  protected final var mostAlike: Int = 0

  /** A number, as 64 bits. */
  final def add(value: Long): Unit =
    val at = size
    if at < room then
      numbers(at) = value
      size = at + 1
    else if value == alike && at < mostAlike then size = at + 1
    else addOther(value)

  final def addBoolean(value: Boolean): Unit = add(if value then 1 else 0)
  final def addByte(value: Byte): Unit = add(value)
  final def addShort(value: Short): Unit = add(value)
  final def addChar(value: Char): Unit = add(value)
  final def addInt(value: Int): Unit = add(value)
  final def addFloat(value: Float): Unit = add(java.lang.Float.floatToRawIntBits(value))
  final def addDouble(value: Double): Unit = add(java.lang.Double.doubleToRawLongBits(value))

  /** Adds all numbers of an array. */
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

  /** A scalar of this kind. */
  final def addScalar(kind: ScalarKind, value: Any): Unit = kind match
    case ScalarKind.Long    => add(value.asInstanceOf[Long])
    case ScalarKind.Int     => addInt(value.asInstanceOf[Int])
    case ScalarKind.String  => addString(value.asInstanceOf[String])
    case ScalarKind.Double  => addDouble(value.asInstanceOf[Double])
    case ScalarKind.Float   => addFloat(value.asInstanceOf[Float])
    case ScalarKind.Boolean => addBoolean(value.asInstanceOf[Boolean])
    case ScalarKind.Byte    => addByte(value.asInstanceOf[Byte])
    case ScalarKind.Short   => addShort(value.asInstanceOf[Short])
    case ScalarKind.Char    => addChar(value.asInstanceOf[Char])
    case ScalarKind.Unit    => throw new IllegalArgumentException("a column of nothing")

  /** The first `count` of these, scalars of one kind, up to the first null; how many these are. */
  final def addScalars(kind: ScalarKind, all: Array[AnyRef], count: Int): Int =
    val some = untilNull(all, count)
    kind match
      case ScalarKind.Int => each(some)(i => all(i).asInstanceOf[java.lang.Integer].intValue)
      case ScalarKind.Double =>
        each(some)(i => java.lang.Double.doubleToRawLongBits(all(i).asInstanceOf[java.lang.Double].doubleValue))
      case ScalarKind.Long    => each(some)(i => all(i).asInstanceOf[java.lang.Long].longValue)
      case ScalarKind.Byte    => each(some)(i => all(i).asInstanceOf[java.lang.Byte].byteValue)
      case ScalarKind.Boolean => each(some)(i => if all(i).asInstanceOf[java.lang.Boolean].booleanValue then 1L else 0L)
      case ScalarKind.Short   => each(some)(i => all(i).asInstanceOf[java.lang.Short].shortValue)
      case ScalarKind.Char    => each(some)(i => all(i).asInstanceOf[java.lang.Character].charValue)
      case ScalarKind.Float =>
        each(some)(i => java.lang.Float.floatToRawIntBits(all(i).asInstanceOf[java.lang.Float].floatValue))
      case ScalarKind.Unit | ScalarKind.String => throw new IllegalArgumentException(s"a column of numbers of $kind")
    some

  private def untilNull(all: Array[AnyRef], count: Int): Int =
    var i = 0
    while i < count && all(i) != null do i += 1
    i

  /** Handles `count` numbers, as many at once as fit. */
  private inline def each(count: Int)(inline number: Int => Long): Unit =
    var done = 0
    while done < count do
      if size < room then
        val into = numbers
        val from = size - done
        val until = math.min(count, room - from)
        var i = done
        while i < until do
          into(from + i) = number(i)
          i += 1
        size = from + until
        done = until
      else
        add(number(done))
        done += 1

  /** Adds a number that differs from those before, or does not fit. */
  protected def addOther(value: Long): Unit

  def addString(value: String | Null): Unit

private[graph] object ColumnSink:
  /** The room of a column that has never had a number. */
  private[columns] val None: Array[Long] = new Array[Long](0)
