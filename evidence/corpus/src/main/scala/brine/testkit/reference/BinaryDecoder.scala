package brine.testkit.reference

import scala.collection.mutable
import brine.shape.{Nullness, ScalarKind, Shape}
import brine.testkit.Event

/** Decodes a bare binary pickle by docs/spec/binary.md alone: the plain twin of Brine's reader.
  *
  * It walks the shape and the bytes, one method for each section of the page, and gives the events that a pickler would
  * put for the value. It builds no object, so it also accepts values that a constructor or a hash table refuses. It
  * recurses, so it is for values nested some hundreds deep. Types with [[Shape.Open]] and picklers written by hand,
  * whose parts the page does not give, are outside of its scope.
  *
  * Each token of the bytes (a number, a header, characters) is noted with its place, for [[Mutator]].
  */
final class BinaryDecoder(bytes: Array[Byte], parts: BinaryDecoder.Parts = BinaryDecoder.standardParts):
  import BinaryDecoder.*

  private var at = 0
  private val events = mutable.ArrayBuffer.empty[Event]
  private val spans = mutable.ArrayBuffer.empty[Token]

  /** The shapes of the numbered objects, by number; of a leaf, with its sum. */
  private val objects = mutable.ArrayBuffer.empty[Shape]

  /** All events of the value, which takes exactly the bytes that are there. Throws [[Refused]] where the page says
    * malformed.
    */
  def decode(shape: Shape): Seq[Event] =
    root(shape)
    if at != bytes.length then refuse(s"${bytes.length - at} bytes behind the value")
    events.toSeq

  /** The tokens that [[decode]] has met, in order. */
  def tokens: Seq[Token] = spans.toSeq

  private def refuse(why: String): Nothing = throw new Refused(s"$why, at byte $at")

  // ---- building blocks

  private def u8(): Int =
    if at >= bytes.length then refuse("the bytes end")
    at += 1
    bytes(at - 1) & 0xff

  private def fixed(width: Int): Long = noted(Kind.Fixed) {
    var value = 0L
    for i <- 0 until width do value |= u8().toLong << (8 * i)
    value
  }

  private def noted[A](kind: Kind)(read: => A): A =
    val from = at
    val value = read
    spans += Token(from, at - from, kind)
    value

  /** LEB128 in its shortest form, of at most `bits` bits. */
  private def unsigned(bits: Int): Long = noted(Kind.Number)(plainUnsigned(bits))

  private def plainUnsigned(bits: Int): Long =
    var value = 0L
    var shift = 0
    var byte = u8()
    while (byte & 0x80) != 0 do
      value |= (byte & 0x7fL) << shift
      shift += 7
      if shift >= bits then refuse("a varint with more bytes than its width")
      byte = u8()
      if byte == 0 then refuse("a varint that is not in its shortest form")
    if shift + 7 > bits && (byte >>> (bits - shift)) != 0 then refuse("a varint with more bits than its width")
    value | byte.toLong << shift

  private def varint(): Long = unsigned(32)
  private def varlong(): Long = unsigned(64)

  private def unzigzag(n: Long): Long = (n >>> 1) ^ -(n & 1)

  private def size(n: Long): Int =
    if n < 0 || n > Int.MaxValue then refuse(s"a size of ${java.lang.Long.toUnsignedString(n)}") else n.toInt

  private def peek(first: Int, second: Int): Boolean =
    at + 1 < bytes.length && (bytes(at) & 0xff) == first && (bytes(at + 1) & 0xff) == second

  private def take(count: Int): Array[Byte] = noted(Kind.Text) {
    if count > bytes.length - at then refuse(s"the bytes end: $count are wanted")
    at += count
    bytes.slice(at - count, at)
  }

  // ---- scalars

  private def scalar(kind: ScalarKind): Unit = kind match
    case ScalarKind.String => string()
    case other             => put(other, plainScalar(other))

  private def put(kind: ScalarKind, value: Any): Unit = events += Event.scalar(kind, value)

  private def plainScalar(kind: ScalarKind): Any = kind match
    case ScalarKind.Unit => ()
    case ScalarKind.Int  => unzigzag(varint()).toInt
    case ScalarKind.Long => unzigzag(varlong())
    case other           => fixedScalar(other)

  /** A scalar at its fixed width: all but ints and longs have no other form. */
  private def fixedScalar(kind: ScalarKind): Any = kind match
    case ScalarKind.Boolean =>
      val value = fixed(1)
      if value > 1 then refuse(s"a boolean of $value")
      value == 1
    case ScalarKind.Byte   => fixed(1).toByte
    case ScalarKind.Short  => fixed(2).toShort
    case ScalarKind.Char   => fixed(2).toChar
    case ScalarKind.Int    => fixed(4).toInt
    case ScalarKind.Long   => fixed(8)
    case ScalarKind.Float  => java.lang.Float.intBitsToFloat(fixed(4).toInt)
    case ScalarKind.Double => java.lang.Double.longBitsToDouble(fixed(8))
    case other             => throw new IllegalArgumentException(other.toString)

  private def string(): Unit = text() match
    case null => events += Event.Null
    case text => put(ScalarKind.String, text)

  private def text(): String | Null = varlong() match
    case 0 => null
    case 2 =>
      val units = size(varint())
      val pairs = take(size(2L * units))
      new String(Array.tabulate(units)(i => ((pairs(2 * i) & 0xff) | (pairs(2 * i + 1) & 0xff) << 8).toChar))
    case 4 =>
      val alphabet = noted(Kind.Fixed)(u8())
      take(size(varint())).map(b => if b >= 0 then b.toChar else (128 * alphabet + (b & 0x7f)).toChar).mkString
    case header =>
      val h = header - 1
      val characters = take(size(h >>> 1))
      if (h & 1) == 0 then new String(characters, "ISO-8859-1") else utf8(characters)

  private def utf8(characters: Array[Byte]): String =
    try java.nio.charset.StandardCharsets.UTF_8.newDecoder.decode(java.nio.ByteBuffer.wrap(characters)).toString
    catch case e: java.nio.charset.CharacterCodingException => refuse("malformed UTF-8")

  // ---- places

  private def root(shape: Shape): Unit =
    if shape.nullness == Nullness.Marker && !isTracked(shape) then body(shape) else place(shape)

  private def isTracked(shape: Shape): Boolean = shape match
    case p: Shape.Product  => p.isTracked
    case s: Shape.Sequence => s.isTracked
    case m: Shape.Mapping  => m.isTracked
    case _                 => false

  /** Types whose null is merged with their numbers. */
  private def isMerged(shape: Shape): Boolean = shape match
    case m: Shape.Mapped => m.inner match
        case s: Shape.Scalar => s.kind == ScalarKind.Int || s.kind == ScalarKind.Long || s.kind == ScalarKind.String
        case _               => false
    case c: Shape.Custom => c.name == "UUID"
    case _               => false

  private def place(shape: Shape): Unit = shape match
    case s: Shape.Sequence if s.isTracked => trackedCollection(s, sequenceBody(s, _))
    case m: Shape.Mapping if m.isTracked  => trackedCollection(m, mappingBody(m, _))
    case _ if isMerged(shape) =>
      if peek(0x80, 0) then { fixed(2); events += Event.Null }
      else body(shape)
    case _ if shape.nullness == Nullness.Marker => marked(shape)
    case _                                      => body(shape)

  private def marked(shape: Shape): Unit =
    val marker = if isTracked(shape) then varint() else noted(Kind.Tag)(u8().toLong)
    if marker == 0 then events += Event.Null
    else if marker == 1 then
      if isTracked(shape) then begin(shape)
      body(shape)
    else if isTracked(shape) then reference(marker - 2, shape, arity = 1)
    else refuse(s"a marker of $marker")

  private def begin(shape: Shape): Unit =
    events += Event.Identity(objects.length)
    objects += shape

  private def reference(number: Long, expected: Shape, arity: Int): Unit =
    if number >= objects.length then refuse(s"a reference to object $number of ${objects.length}")
    if !fits(objects(number.toInt), expected) then refuse(s"a reference to an object of another type")
    events += Event.Reference(number.toInt, arity)

  private def fits(found: Shape, expected: Shape): Boolean = expected match
    case s: Shape.Sum => s.leafShapes.exists(leaf => leaf.name == found.name && leaf.fingerprint == found.fingerprint)
    case _: Shape.Product => found.name == expected.name && found.fingerprint == expected.fingerprint
    case _ => !found.isInstanceOf[Shape.Product] // which kinds fit which place, the page leaves to the classes

  private def body(shape: Shape): Unit = shape match
    case s: Shape.Scalar    => scalar(s.kind)
    case p: Shape.Product   => p.fieldShapes.foreach(place)
    case o: Shape.Singleton => events += Event.Object(o.name)
    case s: Shape.Sum       => sum(s)
    case o: Shape.Optional  => option(o)
    case s: Shape.Sequence  => sequence(s)
    case m: Shape.Mapping   => collection(varlong(), mappingBody(m, _))
    case m: Shape.Mapped =>
      if isTracked(m.inner) || m.inner.nullness != Nullness.Marker then place(m.inner) else body(m.inner)
    case c: Shape.Custom => custom(c)
    case o: Shape.Open   => throw new Unsupported(s"the open type ${o.name}")

  private def custom(c: Shape.Custom): Unit =
    if c.name == "UUID" then uuid()
    else
      shortest = shortestForms.getOrElse(c.name, identity)
      parts.getOrElse(c.name, throw new Unsupported(s"the pickler ${c.name}")).foreach(place)
      shortest = identity
      if c.name == "ZonedDateTime" then byInstant()

  /** A date in a zone keeps the instant: the zone's rules give its offset. */
  private def byInstant(): Unit =
    import java.time.*
    val values = events.takeRight(4).collect { case Event.Scalar(_, exact) => exact.value }
    for case Seq(day: Long, nanos: Long, offset: Int, zone: String) <- Some(values.toSeq) do
      for instant <- scala.util.Try(OffsetDateTime.of(
          LocalDate.ofEpochDay(day),
          LocalTime.ofNanoOfDay(nanos),
          ZoneOffset.ofTotalSeconds(offset)
        ))
      do
        for seen <- scala.util.Try(instant.atZoneSameInstant(ZoneId.of(zone))) do
          events.dropRightInPlace(4)
          put(ScalarKind.Long, seen.toLocalDate.toEpochDay)
          put(ScalarKind.Long, seen.toLocalTime.toNanoOfDay)
          put(ScalarKind.Int, seen.getOffset.getTotalSeconds)
          put(ScalarKind.String, zone)

  /** The bytes of a number or a set of bits that its value needs. */
  private var shortest: Array[Byte] => Array[Byte] = identity

  private def uuid(): Unit =
    if peek(0x80, 1) then fixed(2)
    else if peek(0x80, 0) then refuse("a null where no value is")
    val found = take(16)
    val inOrder = found.slice(2, 8) ++ found.take(2) ++ found.drop(8)
    putBytes(inOrder)

  private def putBytes(all: Array[Byte]): Unit =
    events += Event.BeginSequence("Array", all.length, false)
    for (b, i) <- all.zipWithIndex do
      events += Event.BeginElement(i)
      put(ScalarKind.Byte, b)
    events += Event.EndSequence

  // ---- sums and options

  private def sum(s: Shape.Sum): Unit =
    val tag = varint()
    val leaves = s.leafNames.length
    if tag == 0 then events += Event.Null
    else if tag > leaves then
      if !s.isTracked then refuse(s"the tag $tag of $leaves leaves")
      reference(tag - leaves - 1, s, arity = leaves)
    else
      val leaf = (tag - 1).toInt
      s.leafShapes(leaf) match
        case _: Shape.Singleton => events += Event.Singleton(s.name, s.leafNames(leaf))
        case inner =>
          if isTracked(inner) then begin(inner)
          events += Event.BeginLeaf(s.name, s.leafNames(leaf))
          body(inner)
          events += Event.EndLeaf

  private def option(o: Shape.Optional): Unit =
    val content = o.element
    noted(Kind.Tag)(u8()) match
      case 0 => events += Event.Null
      case 1 => events += Event.None
      case 2 =>
        events += Event.BeginSome(false)
        if content.nullness == Nullness.Marker && !isTracked(content) then body(content) else place(content)
        events += Event.EndSome
      case 3 if content.nullness == Nullness.Marker =>
        events += Event.BeginSome(true)
        events += Event.EndSome
      case other => refuse(s"an option's byte of $other")

  // ---- collections

  private def sequence(s: Shape.Sequence): Unit = s.element match
    case e: Shape.Scalar if s.kind == "Array" && e.kind != ScalarKind.String && e.kind != ScalarKind.Unit =>
      collection(varlong(), primitiveArray(s, e.kind, _))
    case _ => collection(varlong(), sequenceBody(s, _))

  private def primitiveArray(s: Shape.Sequence, kind: ScalarKind, h: Long): Unit =
    if kind == ScalarKind.Byte then putBytes(shortest(take(size(h >>> 1))))
    else elements(s, h)((_, _) => put(kind, fixedScalar(kind)))

  /** `header` is that of a collection that is not tracked. */
  private def collection(header: Long, rest: Long => Unit): Unit =
    if header == 0 then events += Event.Null else rest(header - 1)

  private def trackedCollection(shape: Shape, rest: Long => Unit): Unit = varlong() match
    case 0                           => events += Event.Null
    case 2                           => throw new Unsupported("an array of another class")
    case header if (header & 1) == 0 => reference((header - 4) >>> 1, shape, arity = 0)
    case header =>
      val h = (header - 1) >>> 1
      if (h >>> 1) != 0 || shape.isMutableCollection then begin(shape)
      rest(h)

  private def elements(s: Shape.Sequence, h: Long)(element: (Int, Boolean) => Unit): Unit =
    val count = size(h >>> 1)
    events += Event.BeginSequence(s.kind, count, false)
    for i <- 0 until count do
      if i > MostElements then throw new Unsupported("very many elements")
      events += Event.BeginElement(i)
      element(i, (h & 1) != 0)
    events += Event.EndSequence

  private def sequenceBody(s: Shape.Sequence, h: Long): Unit = s.element match
    case e: Shape.Scalar if s.kind != "Array" && (e.kind == ScalarKind.Int || e.kind == ScalarKind.Long) =>
      val run = new Run(e.kind, size(h >>> 1))
      elements(s, h)((i, _) => put(e.kind, run.next(i)))
    case e => elements(s, h)((_, marked) => element(e, marked))

  private def element(shape: Shape, marked: Boolean): Unit =
    if shape.nullness == Nullness.Marker && !isTracked(shape) && !marked then body(shape) else place(shape)

  private def mappingBody(m: Shape.Mapping, h: Long): Unit =
    val count = size(h >>> 1)
    val marked = (h & 1) != 0
    events += Event.BeginMapping(m.kind, count, false)
    for i <- 0 until count do
      if i > MostElements then throw new Unsupported("very many elements")
      events += Event.BeginKey(i)
      element(m.key, marked)
      events += Event.BeginValue(i)
      element(m.value, marked)
    events += Event.EndMapping

  /** Numbers with blocks of fixed width between them. */
  private final class Run(kind: ScalarKind, count: Int):
    private var blocks = 0
    private var blockEnd = 0

    def next(i: Int): Any =
      if i >= blockEnd && peek(0x80, 0) then
        fixed(2)
        val length = if blocks < BlockSizes.length then BlockSizes(blocks) else Int.MaxValue
        blockEnd = math.min(count.toLong, i.toLong + length).toInt
        blocks += 1
      if i < blockEnd then fixedScalar(kind) else plainScalar(kind)

object BinaryDecoder:
  /** The bytes are malformed, by the page. */
  final class Refused(why: String) extends RuntimeException(why, null, false, false)

  /** The bytes may be well-formed; this decoder does not handle them. */
  final class Unsupported(why: String) extends RuntimeException(why, null, false, false)

  enum Kind:
    case Number, Fixed, Tag, Text

  /** `length` bytes from `offset` that mean one thing. */
  final case class Token(offset: Int, length: Int, kind: Kind)

  /** The parts after a custom shape, by its name: their places. */
  type Parts = Map[String, Seq[Shape]]

  private val BlockSizes = Array(128, 8192, 524_288)

  private val MostElements = 100_000

  private def shortestInteger(b: Array[Byte]): Array[Byte] =
    if b.isEmpty then throw new Refused("an integer of no bytes") else new java.math.BigInteger(b).toByteArray

  private def shortestBits(b: Array[Byte]): Array[Byte] = b.reverse.dropWhile(_ == 0).reverse

  private val shortestForms: Map[String, Array[Byte] => Array[Byte]] =
    List("BigInteger", "JavaBigDecimal", "BigDecimal").map(_ -> shortestInteger).toMap ++
      List("BitSet", "java.util.BitSet", "mutable.BitSet").map(_ -> shortestBits)

  private def scalar(kind: ScalarKind): Shape = Shape.Scalar(kind)
  private val byte = scalar(ScalarKind.Byte)
  private val int = scalar(ScalarKind.Int)
  private val long = scalar(ScalarKind.Long)
  private val string = scalar(ScalarKind.String)
  private val bytes = new Shape.Sequence("Array", false, () => byte)
  private def marked(parts: Shape*): Shape =
    new Shape.Product("", parts.indices.map(_.toString).toArray, false, () => parts.toArray)

  /** The table of the page's section "Standard types". */
  val standardParts: Parts = Map(
    "BigInteger" -> Seq(bytes),
    "JavaBigDecimal" -> Seq(bytes, int),
    "BigDecimal" -> Seq(marked(bytes, int), int, byte),
    "Instant" -> Seq(long, int),
    "Duration" -> Seq(long, int),
    "LocalDate" -> Seq(long),
    "LocalTime" -> Seq(long),
    "LocalDateTime" -> Seq(long, long),
    "OffsetTime" -> Seq(long, int),
    "OffsetDateTime" -> Seq(marked(long, long), int),
    "ZonedDateTime" -> Seq(marked(long, long), int, string),
    "ZoneOffset" -> Seq(int),
    "Year" -> Seq(int),
    "YearMonth" -> Seq(int, byte),
    "MonthDay" -> Seq(byte, byte),
    "Period" -> Seq(int, int, int),
    "FiniteDuration" -> Seq(long, byte),
    "ScalaDuration" -> Seq(long, byte),
    "Date" -> Seq(long),
    "BitSet" -> Seq(bytes),
    "java.util.BitSet" -> Seq(bytes),
    "mutable.BitSet" -> Seq(bytes),
    "ByteBuffer" -> Seq(bytes, scalar(ScalarKind.Boolean)),
    "ZoneId" -> Seq(string),
    "URI" -> Seq(string),
    "Locale" -> Seq(string),
    "Currency" -> Seq(string)
  )
