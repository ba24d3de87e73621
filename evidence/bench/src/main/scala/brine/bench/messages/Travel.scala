package brine.bench.messages

import java.util.{SplittableRandom, UUID}
import brine.Pickler
import Language.*

enum Cabin derives Pickler:
  case Economy, Business, First

final case class Leg(flight: String, from: String, to: String, departsAt: Long) derives Pickler
final case class FlightBooked(
    locator: String,
    passengers: List[String],
    legs: List[Leg],
    cabin: Cabin,
    bags: Int,
    cents: Long
) derives Pickler

final case class RoomReserved(
    hotel: String,
    guest: String,
    nights: Int,
    perNight: Double,
    wishes: List[String],
    note: Option[String]
) derives Pickler

final case class RideEnded(
    ride: UUID,
    driver: String,
    from: Coordinate,
    to: Coordinate,
    kilometres: Double,
    tip: Option[Double]
) derives Pickler

final case class TrainDelayed(
    train: Int,
    from: String,
    to: String,
    minutes: Int,
    stops: Vector[String],
    announcement: String
) derives Pickler

sealed trait Step derives Pickler
final case class Walk(metres: Int, along: String) extends Step
final case class Ride(line: String, stops: Int, towards: String) extends Step
final case class Wait(seconds: Int) extends Step

final case class RouteFound(query: UUID, steps: List[Step], minutes: Int, alternatives: Int, stepFree: Boolean)
    derives Pickler

final case class AddressFound(
    country: String,
    region: String,
    town: String,
    street: String,
    number: Int,
    resident: String,
    at: Coordinate
) derives Pickler

final case class Item(text: String, value: Long, declared: Boolean) derives Pickler
final case class BorderCrossed(passport: String, country: String, at: Long, visa: Option[String], items: List[Item])
    derives Pickler

sealed trait ParkingPaid derives Pickler
final case class ByPlate(plate: String, zone: String, minutes: Int, receipt: UUID, payer: String) extends ParkingPaid
final case class ByTicket(ticket: Long, gate: String, receipt: UUID, discounts: Map[String, Double]) extends ParkingPaid

private[messages] object Travel:
  type All = (FlightBooked, RoomReserved, RideEnded, TrainDelayed, RouteFound, AddressFound, BorderCrossed, ParkingPaid)

  private val airports = Vector("ATH", "CDG", "HND", "ARN", "LIS", "VIE")

  val types: Vector[MessageType[?]] = Vector(
    MessageType.of(r =>
      val legs = r.list(1, 4)(Leg(s"BR${r.between(100, 999)}", r.oneOf(airports*), r.oneOf(airports*), r.time))
      FlightBooked(
        r.code("L"),
        r.list(1, 4)(r.personName),
        legs,
        r.oneOf(Cabin.values*),
        r.nextInt(4),
        r.nextLong(300_000)
      )
    ),
    MessageType.of(r =>
      RoomReserved(
        s"Ξενοδοχείο ${r.oneOf("Άρτεμις", "Ποσειδών", "Κρίνος")}",
        r.text(Greek, 2, 2),
        r.between(1, 14),
        r.decimal(250),
        r.list(0, 4)(r.text(Greek, 2, 5)),
        r.some(50)(r.text(Greek, 4, 12))
      )
    ),
    MessageType.of(r =>
      RideEnded(r.uuid, r.personName, coordinate(r), coordinate(r), r.decimal(60), r.some(30)(r.decimal(9)))
    ),
    MessageType.of(r =>
      def station = r.oneOf("Казань", "Самара", "Тверь", "Пермь", "Нижний Новгород")
      TrainDelayed(
        r.between(1, 800),
        station,
        station,
        r.between(5, 240),
        r.vector(1, 6)(station),
        r.text(Cyrillic, 5, 18)
      )
    ),
    MessageType.of(r =>
      val steps = r.list[Step](2, 9)(r.nextInt(3) match
        case 0 => Walk(r.nextInt(900), r.oneOf("Mill Lane", "Harbour Street", "the canal"))
        case 1 => Ride(s"Bus ${r.nextInt(99)}", r.between(1, 20), r.oneOf("Airport", "University", "Old Town"))
        case _ => Wait(r.nextInt(900))
      )
      RouteFound(r.uuid, steps, r.nextInt(120), r.nextInt(6), r.chance(60))
    ),
    MessageType.of(r =>
      AddressFound(
        "日本",
        r.oneOf("東京都", "京都府", "北海道"),
        r.oneOf("札幌市", "千代田区", "左京区"),
        s"${r.oneOf("本町", "栄町", "緑町")}${r.oneOf("一丁目", "二丁目")}",
        r.nextInt(300),
        r.oneOf("田中 一郎", "鈴木 花子"),
        coordinate(r)
      )
    ),
    MessageType.of(r =>
      BorderCrossed(
        r.code("P"),
        r.oneOf("Norway", "Switzerland", "Japan"),
        r.time,
        r.some(30)(r.code("V")),
        r.list(1, 6)(Item(r.text(Latin, 1, 4), r.nextLong(200_000), r.chance(80)))
      )
    ),
    MessageType.of[ParkingPaid](r =>
      if r.chance(50) then
        ByPlate(r.code("ABC"), r.oneOf("Harbour front", "Castle hill"), r.oneOf(30, 60, 120), r.uuid, r.personName)
      else
        val discounts = r.table(2, 4, "resident of the town", "electric car", "short stay, evening")(r.decimal(5))
        ByTicket(r.nextLong(10_000_000), r.oneOf("East gate", "West gate"), r.uuid, discounts)
    )
  )

  private def coordinate(r: SplittableRandom): Coordinate =
    Coordinate(r.latitude, r.longitude, r.some(40)(r.nextInt(2500)))
