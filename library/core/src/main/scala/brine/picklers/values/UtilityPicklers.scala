package brine.picklers.values

import java.net.URI
import java.nio.{ByteBuffer, ByteOrder}
import java.util.{Currency, Date, HexFormat, Locale, Optional, OptionalDouble, OptionalInt, OptionalLong, UUID}
import brine.{Limits, PickleBuilder, PickleException, Pickler, PickleReader}
import brine.binary.{BinaryBuilder, BinaryReader, BinaryTags}
import brine.plan.steps.DirectPickler
import brine.shape.Shape
import ValuePickler.mapped
import UtilityPicklers.*

/** Small types of the JDK that are values: identifiers, places and bytes. */
trait UtilityPicklers:
  given uuid: Pickler[UUID] = new UuidPickler

  given uri: Pickler[URI] = ValuePickler.ofText("URI", (u: URI) => u.toString)(new URI(_))

  /** The language tag, or, where no tag says all, `language_COUNTRY_variant`. */
  given locale: Pickler[Locale] = ValuePickler.ofText("Locale", showLocale)(readLocale)

  given currency: Pickler[Currency] =
    ValuePickler.ofText("Currency", (c: Currency) => c.getCurrencyCode)(Currency.getInstance(_))

  /** A moment in milliseconds; of `java.util.Date` itself, since subclasses mean other things. */
  given date: Pickler[Date] = ValuePickler.mutable(new DatePickler)

  /** The bytes between position and limit. The buffer that is read is on the heap, from position 0 to its capacity,
    * in the same order of bytes.
    */
  given byteBuffer: Pickler[ByteBuffer] = ValuePickler.mutable(
    new ValuePickler[ByteBuffer, Content]("ByteBuffer", showBuffer, readBuffer)(
      b => Content(remaining(b), b.order == ByteOrder.LITTLE_ENDIAN),
      c => bufferOf(c.bytes, c.isLittleEndian)
    )
  )

  given optional[A](using Pickler[Option[A]]): Pickler[Optional[A]] =
    mapped(Pickler[Option[A]])(o =>
      o.fold(Optional.empty[A])(content =>
        if content.asInstanceOf[AnyRef] == null then
          throw new PickleException.Malformed("an Optional cannot hold a null")
        Optional.of(content)
      )
    )(o =>
      if o.isPresent then Some(o.get) else None
    )

  given optionalInt: Pickler[OptionalInt] =
    mapped(Pickler[Option[Int]])(_.fold(OptionalInt.empty)(OptionalInt.of))(o => Option.when(o.isPresent)(o.getAsInt))
  given optionalLong: Pickler[OptionalLong] =
    mapped(Pickler[Option[Long]])(_.fold(OptionalLong.empty)(OptionalLong.of))(o =>
      Option.when(o.isPresent)(o.getAsLong)
    )
  given optionalDouble: Pickler[OptionalDouble] =
    mapped(Pickler[Option[Double]])(_.fold(OptionalDouble.empty)(OptionalDouble.of))(o =>
      Option.when(o.isPresent)(o.getAsDouble)
    )

private final class DatePickler
    extends ValuePickler[Date, Long]("Date", d => IsoInstant.text(d.toInstant), readDate)(_.getTime, new Date(_)):
  override protected def check(value: Date, limits: Limits): Unit =
    ValuePickler.checkClass("Date", value, classOf[Date])

private final class UuidPickler
    extends ValuePickler[UUID, Array[Byte]](Shape.Custom.Uuid, _.toString, readUuid)(uuidBytes, uuidOf),
      DirectPickler:
  override protected def putText(value: UUID, builder: PickleBuilder): Unit = builder.putUuidText(value)

  override protected def getText(reader: PickleReader): UUID =
    val uuid = reader.getUuidText()
    if uuid != null then uuid else super.getText(reader)

  override protected def putParts(value: UUID, builder: PickleBuilder): Unit = builder match
    case binary: BinaryBuilder => binary.putUuid(value)
    case other                 => super.putParts(value, other)

  override protected def getParts(reader: PickleReader): UUID = reader match
    case binary: BinaryReader => binary.getUuid()
    case other                => super.getParts(other)

  def writeAtPlace(value: Any, builder: BinaryBuilder): Unit =
    if value == null then builder.putNull(shape) else builder.putUuid(value.asInstanceOf[UUID])

  def readAtPlace(reader: BinaryReader): Any =
    if reader.source.skipShort(BinaryTags.UnmarkedNull) then null else reader.getUuid()

private object UtilityPicklers:
  val hex: HexFormat = HexFormat.of

  /** Reads 32 digits in their five groups; `UUID.fromString` alone accepts other groups, too. */
  def readUuid(text: String): UUID =
    val uuid = UUID.fromString(text)
    if !uuid.toString.equalsIgnoreCase(text) then throw new IllegalArgumentException(text)
    uuid

  def uuidBytes(u: UUID): Array[Byte] =
    ByteBuffer.allocate(16).putLong(u.getMostSignificantBits).putLong(u.getLeastSignificantBits).array

  def uuidOf(bytes: Array[Byte]): UUID =
    if bytes.length != 16 then throw new IllegalArgumentException(s"${bytes.length} bytes, not 16")
    val buffer = ByteBuffer.wrap(bytes)
    new UUID(buffer.getLong, buffer.getLong)

  def showLocale(l: Locale): String =
    val tag = l.toLanguageTag
    if readLocale(tag) == l then tag
    else
      val plain = s"${l.getLanguage}_${l.getCountry}_${l.getVariant}"
      if readLocale(plain) != l then
        throw new PickleException.Malformed(s"the locale $l has no text from which it can be read")
      plain

  def readLocale(text: String): Locale =
    if !text.contains('_') then new Locale.Builder().setLanguageTag(text).build()
    else
      val parts = text.split("_", 3)
      new Locale(parts(0), parts(1), parts(2))

  /** A text with fractions of a millisecond is not a date. */
  def readDate(text: String): Date =
    val instant = IsoInstant.parse(text)
    val date = Date.from(instant)
    if date.toInstant != instant then throw new IllegalArgumentException(text)
    date

  final case class Content(bytes: Array[Byte], isLittleEndian: Boolean) derives Pickler

  def remaining(b: ByteBuffer): Array[Byte] =
    val bytes = new Array[Byte](b.remaining)
    b.duplicate.get(bytes)
    bytes

  def bufferOf(bytes: Array[Byte], isLittleEndian: Boolean): ByteBuffer =
    ByteBuffer.wrap(bytes).order(if isLittleEndian then ByteOrder.LITTLE_ENDIAN else ByteOrder.BIG_ENDIAN)

  private final val LittleEndian = " little-endian"

  def showBuffer(b: ByteBuffer): String =
    hex.formatHex(remaining(b)) + (if b.order == ByteOrder.LITTLE_ENDIAN then LittleEndian else "")

  def readBuffer(text: String): ByteBuffer =
    bufferOf(hex.parseHex(text.stripSuffix(LittleEndian)), text.endsWith(LittleEndian))
