package brine.sparkjobs

import java.sql.{Date, Timestamp}
import java.time.{Duration, Instant, LocalDate, LocalDateTime}
import org.apache.spark.sql.{Encoder, Encoders}
import scala.util.Random

final case class Part(name: String, count: Int, price: Option[Double])

/** A field for each kind of column that Spark's encoder of case classes has. */
final case class Article(
    flag: Boolean,
    tiny: Byte,
    small: Short,
    number: Int,
    large: Long,
    single: Float,
    real: Double,
    text: String,
    boxed: java.lang.Integer,
    boxedLong: java.lang.Long,
    boxedFlag: java.lang.Boolean,
    price: BigDecimal,
    javaPrice: java.math.BigDecimal,
    big: BigInt,
    day: Date,
    moment: Timestamp,
    localDay: LocalDate,
    instant: Instant,
    local: LocalDateTime,
    lasted: Duration,
    maybe: Option[Int],
    maybeText: Option[String],
    maybePart: Option[Part],
    part: Part,
    pair: (Int, String),
    numbers: Seq[Int],
    texts: List[String],
    parts: Vector[Part],
    marks: Set[Long],
    nested: Seq[Seq[Option[String]]],
    byName: Map[String, Int],
    byNumber: Map[Int, Part]
)

/** Case classes with the encoders that Spark's own library derives in Scala 2.13, to compare others with. */
object Articles {
  val product: Encoder[Article] = Encoders.product[Article]
  val part: Encoder[Part] = Encoders.product[Part]

  def samples(count: Int, seed: Long): Seq[Article] = {
    val random = new Random(seed)
    def orNull[A >: Null](value: => A): A = if (random.nextInt(5) == 0) null else value
    def maybe[A](value: => A): Option[A] = if (random.nextBoolean()) Some(value) else None
    def some[A](value: => A): List[A] = List.fill(random.nextInt(4))(value)
    def text = random.alphanumeric.take(random.nextInt(6)).mkString + (if (random.nextInt(4) == 0) "é€😀" else "")
    def decimal = BigDecimal(random.nextInt(1000000), random.nextInt(6))
    def micros = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1000000) * 1000L)
    def day = LocalDate.ofEpochDay(random.nextInt(40000).toLong)
    def part = Part(orNull(text), random.nextInt(), maybe(random.nextGaussian()))
    Seq.fill(count) {
      Article(
        random.nextBoolean(),
        random.nextInt().toByte,
        random.nextInt().toShort,
        random.nextInt(),
        random.nextLong(),
        random.nextFloat(),
        random.nextGaussian(),
        orNull(text),
        orNull(Int.box(random.nextInt())),
        orNull(Long.box(random.nextLong())),
        orNull(Boolean.box(random.nextBoolean())),
        orNull(decimal),
        orNull(decimal.bigDecimal.setScale(18)),
        orNull(BigInt(100, random)),
        orNull(Date.valueOf(day)),
        orNull(Timestamp.from(micros)),
        orNull(day),
        orNull(micros),
        orNull(LocalDateTime.of(day, java.time.LocalTime.ofSecondOfDay(random.nextInt(86400).toLong))),
        orNull(Duration.ofMillis(random.nextInt().toLong)),
        maybe(random.nextInt()),
        maybe(text),
        maybe(part),
        orNull(part),
        (random.nextInt(), orNull(text)),
        orNull(some(random.nextInt())),
        orNull(some(orNull(text))),
        orNull(some(part).toVector),
        orNull(some(random.nextLong()).toSet),
        some(some(maybe(text))),
        orNull(some(text -> random.nextInt()).toMap),
        orNull(some(random.nextInt() -> part).toMap)
      )
    }
  }
}
