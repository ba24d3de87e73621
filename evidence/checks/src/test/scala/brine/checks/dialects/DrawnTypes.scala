package brine.checks.dialects

import java.math.{BigDecimal as JavaBigDecimal, BigInteger}
import java.net.URI
import java.nio.ByteBuffer
import java.time.*
import java.util.{BitSet, Currency, Date, Locale, UUID}
import scala.collection.immutable.{ArraySeq, ListMap, Queue, VectorMap}
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}
import org.scalacheck.{Arbitrary, Gen}
import org.scalacheck.rng.Seed
import brine.*
import brine.combine.imap
import brine.json.{JsonFormat, Patch}
import brine.shape.Nullness
import brine.testkit.Generators.given
import brine.testkit.Laws
import brine.testkit.ValueGenerators.given
import brine.testkit.corpus.*

/** A type with random values, the same in each run. */
private[checks] final class DrawnType[A](val name: String, gen: Gen[A])(using val pickler: Pickler[A]):
  /** Values of moderate size. Long texts would take the time of the other values. */
  val values: Vector[A] =
    val all = Iterator.range(0, DrawnType.Attempts).map(i =>
      gen.pureApply(Gen.Parameters.default.withSize(20), Seed(name.hashCode.toLong * 1000 + i))
    )
    all.filter(isModerate).take(DrawnType.Count).toVector

  private def isModerate(value: A): Boolean =
    (value != null || pickler.shape.nullness != Nullness.Marker) &&
      PickleException.either(Laws.write(value, JsonFormat)).exists(_.length <= DrawnType.MostBytes)

private object DrawnType:
  final val Attempts = 200
  final val Count = 24

  /** A number that is too large for decimal digits fits. */
  final val MostBytes = 12_000

/** The types whose laws run for JSON, by the generators of these laws, and types for options that those do not show. */
private[checks] object DrawnTypes:
  final case class Id(value: Long) derives Pickler
  final case class Label(text: String) derives Pickler

  /** Most fields have defaults, which the dialect can leave out. */
  final case class Profile(
      userName: String = "a",
      loginCount: Int = 3,
      meanScore: Double = 0.5,
      isActive: Boolean = true,
      mainColor: Color = Color.Green,
      tags: List[String] = scala.Nil,
      note: Option[String] = None,
      limit: Option[Int] = Some(3),
      id: Id = Id(7)
  ) derives Pickler

  /** Leaves of all sorts, which their fields tell. */
  enum Area derives Pickler:
    case RoundArea(radius: Double, innerName: String)
    case SquareArea(side: Float, corners: List[Id] = scala.Nil)
    case Shifted(inner: Area, by: (Int, Option[String]))
    case Nowhere

  final case class Journey(
      ids: List[Id],
      labels: Map[Id, Label],
      last: Option[Label],
      choice: Either[Id, (Int, String)],
      days: Map[LocalDate, Area],
      bytes: Array[Byte],
      at: Option[Instant],
      took: Duration,
      total: BigInt
  ) derives Pickler

  /** A union of each kind of JSON. */
  type Loose = Boolean | Double | List[Loose0] | String | Label
  type Loose0 = Int | String
  given Pickler[Loose] = Pickler.derived

  /** Fields that may be left out, null or a value. */
  final case class Change(
      name: Patch[String],
      limit: Patch[List[Int]],
      label: Patch[Label],
      note: Option[Option[String]],
      loose: Loose,
      loud: String | Null
  ) derives Pickler

  /** Its values can look like null. */
  final case class Perhaps(count: Option[Int])
  object Perhaps:
    given Pickler[Perhaps] = Pickler[Option[Int]].imap(Perhaps(_))(_.count)

  private def some[A](using a: Arbitrary[A]): Gen[A] = a.arbitrary
  private given Arbitrary[Id] = Arbitrary(some[Long].map(Id(_)))
  private given Arbitrary[Label] = Arbitrary(some[String].map(Label(_)))
  private given Arbitrary[Perhaps] = Arbitrary(some[Option[Int]].map(Perhaps(_)))
  private given [A: Arbitrary, B: Arbitrary]: Arbitrary[(A, B)] = Arbitrary(Gen.zip(some[A], some[B]))

  private given Arbitrary[Profile] = Arbitrary {
    val default = Profile()
    def orDefault[A](gen: Gen[A], value: A): Gen[A] = Gen.oneOf(gen, Gen.const(value))
    for
      (name, count) <- Gen.zip(orDefault(some[String], default.userName), orDefault(some[Int], default.loginCount))
      (score, active) <- Gen.zip(orDefault(some[Double], default.meanScore), some[Boolean])
      (color, tags) <- Gen.zip(orDefault(some[Color], default.mainColor), orDefault(some[List[String]], default.tags))
      (note, limit) <- Gen.zip(orDefault(some[Option[String]], None), orDefault(some[Option[Int]], default.limit))
      id <- orDefault(some[Id], default.id)
    yield Profile(name, count, score, active, color, tags, note, limit, id)
  }

  private given [A: Arbitrary]: Arbitrary[Patch[A]] = Arbitrary(
    Gen.oneOf[Patch[A]](Gen.const(Patch.Absent), Gen.const(Patch.Null), some[A].map(Patch.Set(_)))
  )
  private given Arbitrary[Loose] = Arbitrary(Gen.oneOf[Loose](
    some[Boolean],
    some[Double],
    Gen.listOf(Gen.oneOf[Loose0](some[Int], some[String])),
    some[String],
    some[Label]
  ))
  private given Arbitrary[Change] = Arbitrary {
    for
      (name, limit, label) <- Gen.zip(some[Patch[String]], some[Patch[List[Int]]], some[Patch[Label]])
      (note, loose, loud) <-
        Gen.zip(some[Option[Option[String]]], some[Loose], Gen.oneOf(some[String], Gen.const(null)))
    yield Change(name, limit, label, note, loose, loud)
  }

  private given Arbitrary[Area] = Arbitrary(Gen.choose(0, 3).flatMap(areaOf))

  private def areaOf(depth: Int): Gen[Area] =
    val round = Gen.zip(some[Double], some[String]).map(Area.RoundArea(_, _))
    val square = Gen.zip(some[Float], Gen.oneOf(some[List[Id]], Gen.const(scala.Nil))).map(Area.SquareArea(_, _))
    val flat = Gen.frequency(3 -> round, 3 -> square, 1 -> Gen.const(Area.Nowhere))
    if depth == 0 then flat
    else
      val shifted = Gen.zip(Gen.lzy(areaOf(depth - 1)), some[(Int, Option[String])]).map(Area.Shifted(_, _))
      Gen.frequency(2 -> flat, 1 -> shifted)

  private given Arbitrary[Journey] = Arbitrary {
    for
      (ids, labels, last) <- Gen.zip(some[List[Id]], some[Map[Id, Label]], some[Option[Label]])
      (choice, days, bytes) <- Gen.zip(some[Either[Id, (Int, String)]], some[Map[LocalDate, Area]], some[Array[Byte]])
      (at, took, total) <- Gen.zip(some[Option[Instant]], some[Duration], some[BigInt])
    yield Journey(ids, labels, last, choice, days, bytes, at, took, total)
  }

  private given Pickler[Either[Int, String]] = Pickler.derived

  private def drawn[A: Pickler: Arbitrary](name: String): DrawnType[A] = new DrawnType(name, some[A])

  private def ofLaws: Vector[DrawnType[?]] = Vector(
    drawn[Unit]("Unit"),
    drawn[Boolean]("Boolean"),
    drawn[Byte]("Byte"),
    drawn[Short]("Short"),
    drawn[Char]("Char"),
    drawn[Int]("Int"),
    drawn[Long]("Long"),
    drawn[Float]("Float"),
    drawn[Double]("Double"),
    drawn[String]("String"),
    drawn[Option[Option[String]]]("Option[Option[String]]"),
    drawn[Option[Person]]("Option[Person]"),
    drawn[Either[Int, String]]("Either[Int, String]"),
    drawn[List[Long]]("List[Long]"),
    drawn[Vector[Option[Person]]]("Vector[Option[Person]]"),
    drawn[Queue[String]]("Queue[String]"),
    drawn[ArraySeq[Color]]("ArraySeq[Color]"),
    drawn[Set[String]]("Set[String]"),
    drawn[Map[String, List[Int]]]("Map[String, List[Int]]"),
    drawn[Map[Char, Unit]]("Map[Char, Unit]"),
    drawn[ListMap[Color, Person]]("ListMap[Color, Person]"),
    drawn[VectorMap[Int, Option[Int]]]("VectorMap[Int, Option[Int]]"),
    drawn[Array[String]]("Array[String]"),
    drawn[Array[Array[Int]]]("Array[Array[Int]]"),
    drawn[Array[Boolean]]("Array[Boolean]"),
    drawn[Array[Byte]]("Array[Byte]"),
    drawn[Array[Char]]("Array[Char]"),
    drawn[Array[Float]]("Array[Float]"),
    drawn[Array[Double]]("Array[Double]"),
    drawn[Array[Long]]("Array[Long]"),
    drawn[Array[Short]]("Array[Short]"),
    drawn[Array[Email]]("Array[Email]"),
    drawn[List[Celsius]]("List[Celsius]"),
    drawn[Rose]("Rose"),
    drawn[Everything]("Everything"),
    drawn[Tree]("Tree"),
    drawn[Expr[String]]("Expr[String]"),
    drawn[List[Cell]]("List[Cell]"),
    drawn[Friend]("Friend"),
    drawn[Map[Option[String], Vector[List[Char]]]]("Map[Option[String], Vector[List[Char]]]")
  )

  private def values: Vector[DrawnType[?]] = Vector(
    drawn[BigInteger]("BigInteger"),
    drawn[BigInt]("BigInt"),
    drawn[JavaBigDecimal]("JavaBigDecimal"),
    drawn[BigDecimal]("BigDecimal"),
    drawn[Instant]("Instant"),
    drawn[Duration]("Duration"),
    drawn[LocalDate]("LocalDate"),
    drawn[LocalTime]("LocalTime"),
    drawn[LocalDateTime]("LocalDateTime"),
    drawn[OffsetTime]("OffsetTime"),
    drawn[OffsetDateTime]("OffsetDateTime"),
    drawn[ZonedDateTime]("ZonedDateTime"),
    drawn[ZoneOffset]("ZoneOffset"),
    drawn[ZoneId]("ZoneId"),
    drawn[Year]("Year"),
    drawn[YearMonth]("YearMonth"),
    drawn[MonthDay]("MonthDay"),
    drawn[Period]("Period"),
    drawn[FiniteDuration]("FiniteDuration"),
    drawn[ScalaDuration]("ScalaDuration"),
    drawn[UUID]("UUID"),
    drawn[URI]("URI"),
    drawn[Locale]("Locale"),
    drawn[Currency]("Currency"),
    drawn[Symbol]("Symbol"),
    drawn[Date]("Date"),
    drawn[BitSet]("BitSet"),
    drawn[ByteBuffer]("ByteBuffer")
  )

  /** Types that options give another form. */
  private def ofOptions: Vector[DrawnType[?]] = Vector(
    drawn[Profile]("Profile"),
    drawn[List[Area]]("List[Area]"),
    drawn[Journey]("Journey"),
    drawn[(Int, Option[String])]("(Int, Option[String])"),
    drawn[Option[Either[Option[Int], (String, Color)]]]("Option[Either[Option[Int], (String, Color)]]"),
    drawn[List[Perhaps]]("List[Perhaps]"),
    drawn[Option[Perhaps]]("Option[Perhaps]"),
    drawn[List[Label]]("List[Label]"),
    drawn[Loose]("Loose"),
    drawn[List[Loose]]("List[Loose]"),
    drawn[Option[Loose]]("Option[Loose]"),
    drawn[Map[String, Loose]]("Map[String, Loose]"),
    drawn[Change]("Change"),
    drawn[List[Option[Change]]]("List[Option[Change]]"),
    drawn[List[Option[Double]]]("List[Option[Double]]"),
    drawn[Map[Color, Option[Color]]]("Map[Color, Option[Color]]"),
    drawn[Map[Id, Label]]("Map[Id, Label]"),
    drawn[Map[UUID, Long]]("Map[UUID, Long]"),
    drawn[Map[BigInt, BigInt]]("Map[BigInt, BigInt]"),
    drawn[Map[BigDecimal, Int]]("Map[BigDecimal, Int]"),
    drawn[Map[Double, Float]]("Map[Double, Float]"),
    drawn[Map[Instant, Duration]]("Map[Instant, Duration]"),
    drawn[Map[Duration, Instant]]("Map[Duration, Instant]"),
    drawn[Map[LocalDate, LocalTime]]("Map[LocalDate, LocalTime]"),
    drawn[Map[Email, Date]]("Map[Email, Date]"),
    drawn[Map[Perhaps, Int]]("Map[Perhaps, Int]")
  )

  /** Each value of the laws' corpus is a type with one value. */
  private def ofCorpus: List[DrawnType[?]] = Corpus.all.map(sample => alone(sample))

  private def alone[A](sample: Sample[A]): DrawnType[A] =
    new DrawnType(s"sample ${sample.name}", Gen.const(()).map(_ => sample.value))(using sample.pickler)

  lazy val all: Vector[DrawnType[?]] = ofLaws ++ values ++ ofOptions

  lazy val samples: Vector[DrawnType[?]] = ofCorpus.toVector
