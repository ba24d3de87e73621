package brine.json

import java.time.*
import java.util.{Date, UUID}
import brine.*
import brine.combine.imap

/** Classes as the JSON of others has them. */
final case class Account(
    userName: String,
    nickName: Option[String] = None,
    loginCount: Int = 0,
    roles: List[String] = Nil,
    isActive: Boolean = true,
    score: Double = 0.5,
    color: Color = Color.Green,
    limit: Option[Int] = Some(3),
    note: String = "none"
) derives Pickler

/** Its default is not zero. */
final case class Zero(
    text: String,
    count: Int,
    isActive: Boolean,
    color: Color,
    part: Option[Int],
    all: List[Int],
    size: Int = 7
) derives Pickler

/** Tuples and `Either`, of values and of objects with identity. */
final case class Composed(
    pair: (Int, String),
    either: Either[Int, String],
    pairs: List[(UserId, Option[Int])],
    chosen: Map[String, Either[(Int, Int), Color]],
    cells: Either[Cell, (Cell, Cell)],
    length: Duration
) derives Pickler

/** Uses most options. */
final case class Booking(
    leg: Leg,
    note: Option[String],
    stops: List[(Int, String)],
    count: Either[String, Int],
    code: Either[String, Int],
    length: Duration,
    events: List[Event],
    color: Color,
    whole: BigInt,
    price: BigDecimal,
    number: Long,
    colors: Map[Color, Int],
    share: Double
) derives Pickler
final case class Leg(fromPlace: String, km: Int) derives Pickler

final case class UserId(value: Long) derives Pickler
final case class Name(text: String) derives Pickler
final case class Meters(length: Double) derives Pickler
final case class Trip(id: UserId, name: Name, way: Map[UserId, Meters], stops: Option[Meters], last: List[Name])
    derives Pickler

final case class Amounts(
    whole: BigInt,
    price: BigDecimal,
    exact: java.math.BigDecimal,
    count: Long,
    part: Option[BigDecimal],
    all: List[Long]
) derives Pickler

final case class Moments(at: Instant, date: Date, day: LocalDate, time: Option[LocalDateTime]) derives Pickler

final case class Keyed(
    colors: Map[Color, Int],
    ids: Map[UUID, String],
    days: Map[LocalDate, Int],
    sums: Map[BigInt, Int],
    mails: Map[Email, Int],
    doubles: Map[Double, Int],
    texts: Map[String, Int]
) derives Pickler

final case class Blob(bytes: Array[Byte], name: String) derives Pickler
final case class Doubled(d: Double, f: Float, some: Option[Double], all: List[Double]) derives Pickler

/** Leaves that their fields tell. */
enum Area derives Pickler:
  case Round(radius: Double, name: String)
  case Square(side: Double, name: String)
  case Nowhere

final case class Areas(first: Area, others: List[Area], byName: Map[String, Area]) derives Pickler

/** Keeps what it does not know. */
final case class Open(known: Int, extras: Extras = Extras.none) derives Pickler

final case class Renamed(@rename("$ID") userId: Int, @alias("old_name") newName: String) derives Pickler

enum Event derives Pickler:
  case UserCreated(userId: Long, userName: Option[String])
  @rename("gone") case UserDeleted(userId: Long)
  case Tick
