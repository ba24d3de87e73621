package example.cbor

import java.nio.charset.StandardCharsets.UTF_8
import scala.collection.mutable.ArrayBuffer
import brine.*
import brine.shape.*
import brine.wire.{ByteSink, ByteSource}

/** CBOR (RFC 8949) as a third party would add it, by Brine's public API.
  *
  * | of a value | in CBOR |
  * |---|---|
  * | product | map of the fields' names |
  * | leaf of a family, object of an open type | map of one: its name, the value |
  * | object, enum value | its name |
  * | option | array of none or one |
  * | collection, map | array, map |
  * | string | text; with unpaired surrogates, byte string of its UTF-16 units |
  * | null | null; undefined where a null would mean that there is no value |
  * | object that keeps its identity | tag 28 before it; tag 29 and its number in place of it (the registered tags) |
  */
object CborFormat extends PickleFormat:
  type Pickled = CborPickle
  def pickled(bytes: Array[Byte]): CborPickle = new CborPickle(bytes)

  def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
    FailureBoundary.writing(pickler.pickle(value, new CborBuilder(sink, options)))

  def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    FailureBoundary.reading(source)(unpickler.unpickle(new CborReader(source, options)))

final class CborPickle(bytes: Array[Byte]) extends Pickle(bytes):
  type Format = CborFormat.type
  def format: CborFormat.type = CborFormat

/** Major types, simple values, tags. */
private object Cbor:
  val Unsigned = 0; val Negative = 1; val Bytes = 2; val Text = 3; val Items = 4; val Entries = 5; val Tag = 6
  val False = 0xf4; val True = 0xf5; val Null = 0xf6; val Undefined = 0xf7
  val Single = 0xfa; val Double = 0xfb; val Break = 0xff
  val Shareable = 28; val SharedRef = 29

final class CborBuilder(sink: ByteSink, options: PickleOptions) extends PickleBuilder(options):
  /** A null would mean a missing value, but a value has been announced. */
  private var isPresent = false

  override def offset: Long = sink.written
  override def asksEachElement: Boolean = true

  private def head(major: Int, argument: Long): Unit =
    isPresent = false
    val first = major << 5
    if argument < 24 then sink.putByte(first | argument.toInt)
    else if argument <= 0xff then
      sink.putByte(first | 24)
      sink.putByte(argument.toInt)
    else if argument <= 0xffff then
      sink.putByte(first | 25)
      sink.putShort(java.lang.Short.reverseBytes(argument.toShort))
    else if argument <= 0xffffffffL then
      sink.putByte(first | 26)
      sink.putInt(Integer.reverseBytes(argument.toInt))
    else
      sink.putByte(first | 27)
      sink.putLong(java.lang.Long.reverseBytes(argument))

  private def simple(value: Int): Unit =
    isPresent = false
    sink.putByte(value)

  private def text(value: String): Unit =
    val bytes = value.getBytes(UTF_8)
    head(Cbor.Text, bytes.length)
    sink.putBytes(bytes, 0, bytes.length)

  def putNull(): Unit = simple(if isPresent then Cbor.Undefined else Cbor.Null)
  def putPresent(): Unit = isPresent = true

  def putUnit(): Unit = head(Cbor.Entries, 0)
  def putBoolean(value: Boolean): Unit = simple(if value then Cbor.True else Cbor.False)
  def putByte(value: Byte): Unit = putLong(value)
  def putShort(value: Short): Unit = putLong(value)
  def putChar(value: Char): Unit = putLong(value)
  def putInt(value: Int): Unit = putLong(value)
  def putLong(value: Long): Unit = if value >= 0 then head(Cbor.Unsigned, value) else head(Cbor.Negative, ~value)
  def putFloat(value: Float): Unit =
    simple(Cbor.Single)
    sink.putInt(Integer.reverseBytes(java.lang.Float.floatToRawIntBits(value)))
  def putDouble(value: Double): Unit =
    simple(Cbor.Double)
    sink.putLong(java.lang.Long.reverseBytes(java.lang.Double.doubleToRawLongBits(value)))

  def putString(value: String | Null): Unit =
    if value == null then putNull()
    else if UTF_8.newEncoder.canEncode(value) then text(value)
    else
      head(Cbor.Bytes, value.length * 2L)
      for c <- value do sink.putShort(java.lang.Short.reverseBytes(c.toShort))

  def beginProduct(shape: Shape.Product): Unit = head(Cbor.Entries, shape.fieldNames.length)
  def beginField(shape: Shape.Product, index: Int): Unit = text(shape.fieldNames(index))
  def endProduct(shape: Shape.Product): Unit = ()

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = named(shape.leafNames(leaf))
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def putSingleton(shape: Shape.Sum, leaf: Int): Unit = text(shape.leafNames(leaf))
  override def putObject(shape: Shape.Singleton): Unit = text(shape.name)

  private def named(name: String): Unit =
    head(Cbor.Entries, 1)
    text(name)

  def beginOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    named(subtype.name)
    if subtype.isObject then simple(Cbor.Null)
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = ()

  def putNone(shape: Shape.Optional): Unit = head(Cbor.Items, 0)
  def beginSome(shape: Shape.Optional, isNull: Boolean): Unit =
    head(Cbor.Items, 1)
    if isNull then simple(Cbor.Null) else isPresent = shape.element.nullness == Nullness.Marker
  def endSome(shape: Shape.Optional): Unit = ()

  def beginSequence(shape: Shape.Sequence, size: Int, hasNulls: Boolean): Unit = head(Cbor.Items, size)
  def beginElement(shape: Shape.Sequence, index: Int): Unit = ()
  def endSequence(shape: Shape.Sequence): Unit = ()
  def beginMapping(shape: Shape.Mapping, size: Int, hasNulls: Boolean): Unit = head(Cbor.Entries, size)
  def beginKey(shape: Shape.Mapping, index: Int): Unit = ()
  def beginValue(shape: Shape.Mapping, index: Int): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit = ()

  def putIdentity(id: Int): Unit = head(Cbor.Tag, Cbor.Shareable)
  def putReference(id: Int, arity: Int): Unit =
    head(Cbor.Tag, Cbor.SharedRef)
    head(Cbor.Unsigned, id)

final class CborReader(source: ByteSource, options: PickleOptions) extends PickleReader(options):
  private var isPresent = false // as in the builder
  private var isShareable = false // tag 28 was read
  private var shareables = 0

  /** For each array and map around: the number of items or entries left, or -1 up to a break. */
  private val left = ArrayBuffer.empty[Long]

  override def offset: Long = source.offset

  private def wrong(expected: String): PickleException = new PickleException.Malformed(s"expected $expected")

  private def take(): Int =
    isPresent = false
    source.getByte() & 0xff

  /** The argument of a head; -1 for an indefinite length. */
  private def argument(major: Int, expected: String): Long =
    val first = take()
    if first >>> 5 != major then throw wrong(expected)
    val value: Long = first & 31 match
      case n if n < 24 => n
      case 24          => source.getByte() & 0xffL
      case 25          => java.lang.Short.reverseBytes(source.getShort()) & 0xffffL
      case 26          => Integer.reverseBytes(source.getInt()) & 0xffffffffL
      case 27          => java.lang.Long.reverseBytes(source.getLong())
      case 31 if major >= Cbor.Bytes && major <= Cbor.Entries => return -1
      case _                                                  => -1
    if value < 0 then throw wrong(s"$expected, not a head of 0x${first.toHexString} or a number beyond 2^63")
    value

  private def length(major: Int, expected: String): Int =
    val claimed = argument(major, expected)
    if claimed < 0 || claimed > Int.MaxValue then throw wrong(s"$expected of a length that there can be")
    claimed.toInt

  private def isNull: Boolean = source.peekByte() == (if isPresent then Cbor.Undefined else Cbor.Null)

  private def takeNull(): Boolean =
    val is = isNull
    if is then take()
    is

  private def open(major: Int, expected: String): Unit = left += argument(major, expected)

  /** Returns true if the innermost array or map goes on; if not, it is closed. */
  private def next(): Boolean =
    val rest = left.last
    val goesOn = if rest < 0 then source.peekByte() != Cbor.Break else rest > 0
    if !goesOn then
      if rest < 0 then take()
      left.dropRightInPlace(1)
    else if rest > 0 then left(left.length - 1) = rest - 1
    goesOn

  private def close(): Unit = if next() then throw wrong("the end of an array or map")

  private def text(expected: String): String = source.getUtf8(length(Cbor.Text, expected))

  private def integer(least: Long, most: Long): Long =
    val isNegative = source.peekByte() >>> 5 == Cbor.Negative
    val magnitude = argument(if isNegative then Cbor.Negative else Cbor.Unsigned, "an integer")
    val value = if isNegative then ~magnitude else magnitude
    if value < least || value > most then throw wrong(s"an integer from $least to $most")
    value

  def getUnit(): Unit =
    open(Cbor.Entries, "an empty map")
    close()
  def getBoolean(): Boolean = take() match
    case Cbor.True  => true
    case Cbor.False => false
    case _          => throw wrong("a boolean")
  def getByte(): Byte = integer(Byte.MinValue, Byte.MaxValue).toByte
  def getShort(): Short = integer(Short.MinValue, Short.MaxValue).toShort
  def getChar(): Char = integer(0, Char.MaxValue).toChar
  def getInt(): Int = integer(Int.MinValue, Int.MaxValue).toInt
  def getLong(): Long = integer(Long.MinValue, Long.MaxValue)
  def getFloat(): Float =
    if take() != Cbor.Single then throw wrong("a float of 32 bits")
    java.lang.Float.intBitsToFloat(Integer.reverseBytes(source.getInt()))
  def getDouble(): Double =
    if take() != Cbor.Double then throw wrong("a float of 64 bits")
    java.lang.Double.longBitsToDouble(java.lang.Long.reverseBytes(source.getLong()))

  def getString(): String | Null =
    if takeNull() then null
    else if source.peekByte() >>> 5 == Cbor.Bytes then
      val units = source.getBytes(length(Cbor.Bytes, "UTF-16 units"))
      if units.length % 2 != 0 then throw wrong("UTF-16 units")
      new String(Array.tabulate(units.length / 2)(i => (units(2 * i) << 8 | units(2 * i + 1) & 0xff).toChar))
    else text("a text or null")

  def getTag(shape: Shape, arity: Int): Int =
    if source.peekByte() >>> 5 == Cbor.Tag then
      argument(Cbor.Tag, "a tag") match
        case Cbor.Shareable => isShareable = true
        case Cbor.SharedRef => return PickleReader.reference(integer(0, Int.MaxValue - 2).toInt)
        case other          => throw wrong(s"tag 28 or 29, not $other")
    if takeNull() then PickleReader.NullTag
    else
      shape match
        case s: Shape.Sum => leaf(s)
        case _ =>
          isPresent = true
          0

  private def leaf(s: Shape.Sum): Int =
    val isSingleton = source.peekByte() >>> 5 == Cbor.Text
    if !isSingleton then name(s.name)
    val found = text(s"a leaf of ${s.name}")
    val leaf = s.leafNames.indexOf(found)
    if leaf < 0 || s.leafShapes(leaf).isInstanceOf[Shape.Singleton] != isSingleton then
      throw new PickleException.UnknownLeaf(s.name, found.take(60))
    leaf

  /** Begins a map of one entry, up to its key. */
  private def name(of: String): Unit =
    open(Cbor.Entries, s"a map of one name of a $of")
    if !next() then throw wrong(s"a name of a $of")

  def getIdentity(shape: Shape): Int =
    if !isShareable then -1
    else
      isShareable = false
      shareables += 1
      shareables - 1

  def beginProduct(shape: Shape.Product): Unit = open(Cbor.Entries, s"the map of a ${shape.name}")
  def nextField(shape: Shape.Product, previous: Int): Int =
    if !next() then -1
    else
      val name = text(s"a field of ${shape.name}")
      val index = shape.fieldNames.indexOf(name)
      if index < 0 then throw new PickleException.UnknownField(shape.name, name)
      index
  def endProduct(shape: Shape.Product): Unit = ()

  def beginLeaf(shape: Shape.Sum, leaf: Int): Unit = ()
  def endLeaf(shape: Shape.Sum, leaf: Int): Unit = close()
  override def getObject(shape: Shape.Singleton): Unit = if text(shape.name) != shape.name then throw wrong(shape.name)

  def beginOpen(shape: Shape.Open): Subtype[?] =
    name(shape.name)
    val found = subtype(shape, text("a subtype's name"))
    if found.isObject && !takeNull() then throw wrong(s"null for ${found.name}")
    found
  def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit = close()

  def beginOptional(shape: Shape.Optional): Int =
    if takeNull() then PickleReader.NullTag
    else
      open(Cbor.Items, "the array of an option")
      if !next() then PickleReader.None
      else if shape.element.nullness == Nullness.Marker && takeNull() then PickleReader.SomeNull
      else
        isPresent = shape.element.nullness == Nullness.Marker
        PickleReader.Some
  def endSome(shape: Shape.Optional): Unit = close()

  def beginSequence(shape: Shape.Sequence): Long = begin(Cbor.Items, "the array of a " + shape.name)
  def nextElement(shape: Shape.Sequence, index: Int, size: Int): Boolean = next()
  def endSequence(shape: Shape.Sequence): Unit = ()
  def beginMapping(shape: Shape.Mapping): Long = begin(Cbor.Entries, "the map of a " + shape.name)
  def nextEntry(shape: Shape.Mapping, index: Int, size: Int): Boolean = next()
  def beginValue(shape: Shape.Mapping): Unit = ()
  def endMapping(shape: Shape.Mapping): Unit = ()

  /** Any element can be null; [[next]] gives the number of elements. */
  private def begin(major: Int, expected: String): Long =
    if takeNull() then PickleReader.NullTag
    else
      open(major, expected)
      PickleReader.header(PickleReader.UnknownSize, hasNulls = true)
