package brine.bench.messages

import java.util.UUID
import brine.Pickler
import Language.*

final case class TemperatureReading(
    sensor: UUID,
    at: Long,
    celsius: Double,
    humidity: Double,
    battery: Int,
    place: String
) derives Pickler

final case class PowerMetered(
    meter: String,
    from: Long,
    to: Long,
    quarterHours: Vector[Int],
    tariff: String,
    estimated: Boolean
) derives Pickler

enum Sky derives Pickler:
  case Clear, Cloudy, Rain, Snow, Fog

final case class Wind(metresPerSecond: Double, degrees: Int, gusts: Option[Double]) derives Pickler
final case class WeatherReport(station: String, at: Long, sky: Sky, wind: Wind, pressure: Double, remarks: List[String])
    derives Pickler

final case class VibrationMeasured(
    machine: String,
    axis: Int,
    hertz: Double,
    amplitudes: Vector[Double],
    overload: Boolean
) derives Pickler

final case class Coordinate(latitude: Double, longitude: Double, metres: Option[Int]) derives Pickler
final case class TrackRecorded(device: UUID, startedAt: Long, points: Vector[Coordinate], sport: String) derives Pickler

final case class AirMeasured(
    town: String,
    district: String,
    microgrammes: Map[String, Double],
    advice: String,
    at: Long
) derives Pickler

sealed trait MachineState derives Pickler
final case class Running(machine: UUID, turns: Int, load: Double, operator: String, product: String)
    extends MachineState
final case class Stopped(machine: UUID, since: Long, reason: String, spareParts: List[String]) extends MachineState
final case class InMaintenance(machine: UUID, steps: Vector[String], readyAt: Option[Long]) extends MachineState

final case class MeterReading(meter: Int, value: Long, valid: Boolean) derives Pickler
final case class MetersRead(gateway: UUID, readings: List[MeterReading], missed: List[Int], firmware: String)
    derives Pickler

private[messages] object Sensors:
  type All = (
      TemperatureReading,
      PowerMetered,
      WeatherReport,
      VibrationMeasured,
      TrackRecorded,
      AirMeasured,
      MachineState,
      MetersRead
  )

  val types: Vector[MessageType[?]] = Vector(
    MessageType.of(r =>
      val place = s"${r.oneOf("Cellar", "Greenhouse", "Roof")}, shelf ${r.nextInt(40)}"
      TemperatureReading(r.uuid, r.time, r.decimal(40), r.decimal(100), r.nextInt(101), place)
    ),
    MessageType.of(r =>
      PowerMetered(
        r.code("MET"),
        r.time,
        r.time,
        r.vector(24, 96)(r.nextInt(4000)),
        r.oneOf("night", "day", "heat pump"),
        r.chance(5)
      )
    ),
    MessageType.of(r =>
      WeatherReport(
        r.oneOf("Lighthouse", "Airfield", "Summit hut"),
        r.time,
        r.oneOf(Sky.values*),
        Wind(r.decimal(30), r.nextInt(360), r.some(40)(r.decimal(45))),
        970 + r.decimal(60),
        r.list(1, 4)(r.text(Latin, 3, 7))
      )
    ),
    MessageType.of(r =>
      VibrationMeasured(r.code("LATHE"), r.between(1, 3), r.decimal(2000), r.vector(8, 40)(r.nextDouble()), r.chance(3))
    ),
    MessageType.of(r =>
      val points = r.vector(2, 14)(Coordinate(r.latitude, r.longitude, r.some(70)(r.nextInt(2500))))
      TrackRecorded(r.uuid, r.time, points, r.oneOf("running", "sailing", "cycling"))
    ),
    MessageType.of(r =>
      AirMeasured(
        r.oneOf("北京", "上海", "成都", "西安"),
        r.oneOf("东城区", "西城区", "海淀区"),
        r.table(1, 3, "颗粒物", "臭氧", "二氧化氮")(r.decimal(300)),
        r.text(Chinese, 8, 30),
        r.time
      )
    ),
    MessageType.of[MachineState](r =>
      r.nextInt(3) match
        case 0 => Running(r.uuid, r.nextInt(9000), r.nextDouble(), r.personName, r.code("PART"))
        case 1 => Stopped(r.uuid, r.time, r.text(Latin, 3, 12), r.list(0, 4)(r.code("PART")))
        case _ => InMaintenance(r.uuid, r.vector(1, 6)(r.text(Latin, 2, 5)), r.some(50)(r.time))
    ),
    MessageType.of(r =>
      MetersRead(
        r.uuid,
        r.list(3, 20)(MeterReading(r.nextInt(1_000_000), r.nextLong(90_000_000), r.chance(98))),
        r.list(0, 4)(r.nextInt(1_000_000)),
        s"${r.between(1, 4)}.${r.nextInt(20)}.${r.nextInt(90)}"
      )
    )
  )
