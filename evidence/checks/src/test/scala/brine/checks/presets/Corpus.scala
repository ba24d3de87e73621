package brine.checks.presets

import java.time.*
import java.util.{Date, UUID}
import scala.concurrent.duration.FiniteDuration

/** The types for which presets are compared with their libraries. */
object Corpus:
  private val scalars = List(
    Entry[Unit]("Unit"),
    Entry[Boolean]("Boolean"),
    Entry[Byte]("Byte"),
    Entry[Short]("Short"),
    Entry[Int]("Int"),
    Entry[Long]("Long"),
    Entry[Float]("Float"),
    Entry[Double]("Double"),
    Entry[Char]("Char"),
    Entry[String]("String"),
    Entry[BigInt]("BigInt"),
    Entry.of[BigInt]("BigInt: 40 digits", BigInt(10).pow(40) + 7, -BigInt(3).pow(84)),
    Entry[BigDecimal]("BigDecimal"),
    Entry.of[BigDecimal]("BigDecimal: 1E+3", BigDecimal("1E+3"), BigDecimal("1E-30")),
    Entry.of[Long](
      "Long: around 2^53",
      (1L << 53) - 1,
      1L << 53,
      (1L << 53) + 1,
      -(1L << 53) + 1,
      -(1L << 53),
      -(1L << 53) - 1
    ),
    Entry.of[Double]("Double: -0.0", -0.0),
    Entry.of[Double]("Double: NaN", Double.NaN),
    Entry.of[Double]("Double: infinities", Double.PositiveInfinity, Double.NegativeInfinity),
    Entry.of[Box[Double]]("Box[Double]: NaN", Box(Double.NaN))
  )

  private val standard = List(
    Entry[UUID]("UUID"),
    Entry[Instant]("Instant"),
    Entry.of[Instant]("Instant: before 1970", Instant.ofEpochSecond(-1, 500_000_000), Instant.ofEpochSecond(-86_400)),
    Entry[LocalDate]("LocalDate"),
    Entry[LocalTime]("LocalTime"),
    Entry[LocalDateTime]("LocalDateTime"),
    Entry[OffsetDateTime]("OffsetDateTime"),
    Entry[ZonedDateTime]("ZonedDateTime"),
    Entry[Duration]("Duration"),
    Entry.of[Duration]("Duration: negative", Duration.ofMillis(-1500), Duration.ofSeconds(-60)),
    Entry[Period]("Period"),
    Entry[Year]("Year"),
    Entry[FiniteDuration]("FiniteDuration"),
    Entry[Date]("Date"),
    Entry[DayOfWeek]("DayOfWeek"),
    Entry[YearMonth]("YearMonth")
  )

  private val collections = List(
    Entry[Option[Int]]("Option[Int]"),
    Entry[Option[String]]("Option[String]"),
    Entry[List[Option[Int]]]("List[Option[Int]]"),
    Entry[Either[Int, String]]("Either[Int, String]"),
    Entry[(Int, String)]("(Int, String)"),
    Entry[(Int, String, List[Boolean])]("(Int, String, List[Boolean])"),
    Entry[List[(String, Int)]]("List[(String, Int)]"),
    Entry[List[Int]]("List[Int]"),
    Entry[Vector[String]]("Vector[String]"),
    Entry[Seq[Double]]("Seq[Double]"),
    Entry[Set[Int]]("Set[Int]"),
    Entry[List[List[Int]]]("List[List[Int]]"),
    Entry[Array[Int]]("Array[Int]"),
    Entry[Array[Byte]]("Array[Byte]"),
    Entry[List[Point]]("List[Point]"),
    Entry[List[Long]]("List[Long]")
  )

  private val maps = List(
    Entry[Map[String, Int]]("Map[String, Int]"),
    Entry[Map[Int, String]]("Map[Int, String]"),
    Entry[Map[Long, Int]]("Map[Long, Int]"),
    Entry[Map[Boolean, Int]]("Map[Boolean, Int]"),
    Entry[Map[UUID, Int]]("Map[UUID, Int]"),
    Entry[Map[Color, Int]]("Map[Color, Int]"),
    Entry[Map[LocalDate, Int]]("Map[LocalDate, Int]"),
    Entry[Map[BigDecimal, Int]]("Map[BigDecimal, Int]"),
    Entry[Map[Char, Int]]("Map[Char, Int]"),
    Entry.of[Map[Double, Int]]("Map[Double, Int]", Map(1.5 -> 1, -2.25e10 -> 2)),
    Entry[Map[Ids.UserId, Int]]("Map[UserId, Int]"),
    Entry[Map[Point, Int]]("Map[Point, Int]"),
    Entry[Map[String, List[Option[Int]]]]("Map[String, List[Option[Int]]]"),
    Entry[Map[String, Map[String, Point]]]("Map[String, Map[String, Point]]")
  )

  private val classes = List(
    Entry[Point]("Point"),
    Entry[Line]("Line"),
    Entry[Nothing0]("Nothing0"),
    Entry[Name]("Name"),
    Entry[Box[Int]]("Box[Int]"),
    Entry[Box[List[Point]]]("Box[List[Point]]"),
    Entry[Pair[Int, String]]("Pair[Int, String]"),
    Entry[Box[Box[Boolean]]]("Box[Box[Boolean]]"),
    Entry[Optionals]("Optionals"),
    Entry[Defaults]("Defaults"),
    Entry.of[Defaults]("Defaults: all of them", Defaults()),
    Entry[FullByDefault]("FullByDefault"),
    Entry.of[FullByDefault]("FullByDefault: all of them", FullByDefault(last = None)),
    Entry[snake_names]("snake_names"),
    Entry[Collections]("Collections"),
    Entry[EmptyByDefault]("EmptyByDefault"),
    Entry[Numbers]("Numbers"),
    Entry[Money]("Money"),
    Entry[Placed]("Placed"),
    Entry[File]("File"),
    Entry[user_record]("user_record"),
    Entry[Rose]("Rose"),
    Entry[Linked]("Linked"),
    Entry[Visit]("Visit"),
    Entry[Outcome]("Outcome"),
    Entry[Wide]("Wide"),
    Entry[Order]("Order"),
    Entry[Ids.UserId]("UserId")
  )

  private val families = List(
    Entry[Figure]("Figure"),
    Entry[Drawing]("Drawing"),
    Entry[Color]("Color"),
    Entry[Paint]("Paint"),
    Entry[Event]("Event"),
    Entry[Tree]("Tree"),
    Entry[List[Event]]("List[Event]"),
    Entry[Map[String, Figure]]("Map[String, Figure]")
  )

  val all: List[Entry] = scalars ++ standard ++ collections ++ maps ++ classes ++ families
