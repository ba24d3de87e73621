package brine.runtime.standard

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.net.URI
import java.nio.ByteBuffer
import java.time.*
import java.util.{Currency, Date, Locale, OptionalDouble, OptionalInt, OptionalLong, UUID}
import scala.collection.{immutable, mutable}
import scala.compiletime.{erasedValue, summonInline}
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}
import scala.reflect.{ClassTag, Manifest}
import brine.{Pickler, Subtype}

/** The standard picklers of classes without type parameters, by class. */
private[runtime] object StandardTypes:
  // Concrete classes, and of the others those that represent all their subclasses.

  private type Numbers = (
      Boolean,
      Byte,
      Short,
      Char,
      Int,
      Long,
      Float,
      Double,
      Unit,
      java.lang.Boolean,
      java.lang.Byte,
      java.lang.Short,
      java.lang.Character,
      java.lang.Integer,
      java.lang.Long,
      java.lang.Float,
      java.lang.Double,
      String,
      BigInteger,
      BigInt,
      JavaBigDecimal,
      BigDecimal
  )

  private type Times = (
      Instant,
      Duration,
      LocalDate,
      LocalTime,
      LocalDateTime,
      OffsetTime,
      OffsetDateTime,
      ZonedDateTime,
      ZoneOffset,
      ZoneId,
      Year,
      YearMonth,
      MonthDay,
      Period,
      FiniteDuration,
      ScalaDuration,
      Date
  )

  private type Others = (
      UUID,
      URI,
      Locale,
      Currency,
      ByteBuffer,
      OptionalInt,
      OptionalLong,
      OptionalDouble,
      java.util.BitSet,
      immutable.BitSet,
      mutable.BitSet,
      Range,
      Symbol,
      Class[?],
      ClassTag[?],
      Manifest[?]
  )

  private inline def classesOf[T <: Tuple]: List[Class[?]] = inline erasedValue[T] match
    case _: EmptyTuple     => Nil
    case _: (head *: tail) => summonInline[ClassTag[head]].runtimeClass :: classesOf[tail]

  private inline def picklerOf[T <: Tuple](index: Int): Pickler[?] = inline erasedValue[T] match
    case _: EmptyTuple     => throw new IllegalStateException("a standard type without a pickler")
    case _: (head *: tail) => if index == 0 then summonInline[Pickler[head]] else picklerOf[tail](index - 1)

  private val numbers: List[Class[?]] = classesOf[Numbers]
  private val times: List[Class[?]] = classesOf[Times]
  private val others: List[Class[?]] = classesOf[Others]

  val classes: List[Class[?]] = numbers ::: times ::: others

  private val indexes: java.util.HashMap[Class[?], Integer] =
    val all = new java.util.HashMap[Class[?], Integer]
    for c <- classes do all.put(c, all.size)
    all

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
    classOf[ByteBuffer] -> LibrarySubtype.unless { case buffer: ByteBuffer =>
      if buffer.isDirect || buffer.isReadOnly then
        "it would come back as a buffer on the heap that can change. Copy its bytes into one"
      else null
    },
    classOf[ClassTag[?]] -> LibrarySubtype.unless(tag => notTheCompilers(tag)),
    classOf[Manifest[?]] -> LibrarySubtype.unless(tag => notTheCompilers(tag))
  )

  private def notTheCompilers(tag: AnyRef): String | Null =
    if tag.getClass.getName.startsWith("scala.reflect.") then null
    else "only the compiler's tags come back as they were. Use ClassTag(…)"

  /** The pickler of a declared type. Each is made when it is first asked for, since a JVM that begins takes a
    * millisecond for some of them.
    */
  def of(c: Class[?]): Pickler[?] | Null =
    val index = indexes.get(c)
    if index == null then null else at(index)

  private def at(index: Int): Pickler[?] =
    if index < numbers.length then picklerOf[Numbers](index)
    else if index < numbers.length + times.length then picklerOf[Times](index - numbers.length)
    else picklerOf[Others](index - numbers.length - times.length)

  def contains(c: Class[?]): Boolean = indexes.containsKey(c)

  /** The class by which objects of this one are named. */
  def familyOf(c: Class[?]): Class[?] | Null =
    if contains(c) then c else families.find(_.isAssignableFrom(c)).orNull
