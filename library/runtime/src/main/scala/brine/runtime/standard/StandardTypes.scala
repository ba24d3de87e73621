package brine.runtime.standard

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.net.URI
import java.nio.{ByteBuffer, ByteOrder}
import java.time.*
import java.util.{Currency, Date, Locale, OptionalDouble, OptionalInt, OptionalLong, UUID}
import scala.collection.{immutable, mutable}
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}
import scala.reflect.{ClassTag, Manifest}
import brine.{Pickler, Subtype}

/** The standard picklers of classes without type parameters, by class. */
private[runtime] object StandardTypes:
  private def entry[A](using tag: ClassTag[A], pickler: Pickler[A]): (Class[?], Pickler[?]) =
    tag.runtimeClass -> pickler

  /** Concrete classes, and of the others those that represent all their subclasses. */
  val picklers: Map[Class[?], Pickler[?]] = Map(
    entry[Boolean],
    entry[Byte],
    entry[Short],
    entry[Char],
    entry[Int],
    entry[Long],
    entry[Float],
    entry[Double],
    entry[Unit],
    entry[java.lang.Boolean],
    entry[java.lang.Byte],
    entry[java.lang.Short],
    entry[java.lang.Character],
    entry[java.lang.Integer],
    entry[java.lang.Long],
    entry[java.lang.Float],
    entry[java.lang.Double],
    entry[String],
    entry[BigInteger],
    entry[BigInt],
    entry[JavaBigDecimal],
    entry[BigDecimal],
    entry[Instant],
    entry[Duration],
    entry[LocalDate],
    entry[LocalTime],
    entry[LocalDateTime],
    entry[OffsetTime],
    entry[OffsetDateTime],
    entry[ZonedDateTime],
    entry[ZoneOffset],
    entry[ZoneId],
    entry[Year],
    entry[YearMonth],
    entry[MonthDay],
    entry[Period],
    entry[FiniteDuration],
    entry[ScalaDuration],
    entry[UUID],
    entry[URI],
    entry[Locale],
    entry[Currency],
    entry[Date],
    entry[ByteBuffer],
    entry[OptionalInt],
    entry[OptionalLong],
    entry[OptionalDouble],
    entry[java.util.BitSet],
    entry[immutable.BitSet],
    entry[mutable.BitSet],
    entry[Range],
    entry[Symbol],
    entry[Class[?]],
    entry[ClassTag[?]],
    entry[Manifest[?]]
  )

  private val families: List[Class[?]] = List(
    classOf[ZoneId],
    classOf[ByteBuffer],
    classOf[immutable.BitSet],
    classOf[Range],
    classOf[ScalaDuration],
    classOf[Manifest[?]],
    classOf[ClassTag[?]]
  )

  /** The data that some objects hold beside those that their picklers write. */
  val refusals: Map[Class[?], Subtype.Check] = Map(
    classOf[ByteBuffer] -> Known.unless { case buffer: ByteBuffer =>
      if buffer.isDirect || buffer.isReadOnly then
        "it would come back as a buffer on the heap that can change. Copy its bytes into one"
      else if buffer.order != ByteOrder.BIG_ENDIAN then
        "its byte order would be lost. Write it in big-endian order, and set the order after reading"
      else null
    },
    classOf[ClassTag[?]] -> Known.unless(tag => notTheCompilers(tag)),
    classOf[Manifest[?]] -> Known.unless(tag => notTheCompilers(tag))
  )

  private def notTheCompilers(tag: AnyRef): String | Null =
    if tag.getClass.getName.startsWith("scala.reflect.") then null
    else "only the compiler's tags come back as they were. Use ClassTag(…)"

  /** The pickler of a declared type. */
  def of(c: Class[?]): Pickler[?] | Null = picklers.getOrElse(c, null)

  /** The class by which objects of this one are named. */
  def familyOf(c: Class[?]): Class[?] | Null =
    if picklers.contains(c) then c else families.find(_.isAssignableFrom(c)).orNull
