package brine.bench.messages

import java.util.{SplittableRandom, UUID}
import brine.Pickler
import Language.*

sealed trait Deed derives Pickler
final case class Created(resource: String) extends Deed
final case class Changed(resource: String, fields: Map[String, String]) extends Deed
final case class Deleted(resource: String, kept: Option[Long]) extends Deed

final case class AuditRecord(id: UUID, actor: String, address: String, deed: Deed, at: Long, allowed: Boolean)
    derives Pickler

enum Level derives Pickler:
  case Debug, Info, Warning, Error

final case class LogLine(
    at: Long,
    level: Level,
    host: String,
    logger: String,
    text: String,
    thread: Int,
    trace: Option[UUID]
) derives Pickler

final case class MetricSampled(
    name: String,
    at: Long,
    labels: Map[String, String],
    value: Double,
    buckets: Vector[Long]
) derives Pickler

sealed trait JobFinished derives Pickler
final case class Succeeded(job: UUID, name: String, host: String, millis: Long, outputs: List[String])
    extends JobFinished
final case class Failed(job: UUID, name: String, exitCode: Int, lastLines: Vector[String], retry: Boolean)
    extends JobFinished
final case class Cancelled(job: UUID, by: String, reason: Option[String]) extends JobFinished

final case class Image(name: String, tag: String, digest: Long) derives Pickler
final case class DeploymentStarted(id: UUID, stage: String, images: List[Image], replicas: Map[String, Int], by: String)
    derives Pickler

final case class AlertRaised(
    rule: String,
    summary: String,
    hosts: List[String],
    value: Double,
    limit: Double,
    runbook: Option[String]
) derives Pickler

final case class Span(name: String, startMicros: Long, micros: Long, failed: Boolean) derives Pickler
final case class QueryTraced(trace: UUID, statement: String, spans: Vector[Span], rows: Int, cached: Boolean)
    derives Pickler

sealed trait Setting derives Pickler, Schema
final case class Switch(on: Boolean) extends Setting
final case class Amount(value: Double, unit: String) extends Setting
final case class Text(value: String) extends Setting
final case class Group(settings: Map[String, Setting]) extends Setting

final case class ConfigChanged(
    service: String,
    revision: Long,
    settings: Map[String, Setting],
    author: Option[String],
    comment: String
) derives Pickler

private[messages] object Operations:
  type All =
    (AuditRecord, LogLine, MetricSampled, JobFinished, DeploymentStarted, AlertRaised, QueryTraced, ConfigChanged)

  val types: Vector[MessageType[?]] = Vector(
    MessageType.of(r =>
      def resource = s"/${r.oneOf("users", "keys", "buckets")}/${r.code("r")}"
      val deed = r.nextInt(3) match
        case 0 => Created(resource)
        case 1 => Changed(resource, r.table(1, 4, "owner", "quota", "colour", "name")(r.text(Latin, 1, 3)))
        case _ => Deleted(resource, r.some(40)(r.time))
      AuditRecord(r.uuid, r.mail, r.address, deed, r.time, r.chance(95))
    ),
    MessageType.of(r =>
      LogLine(
        r.time,
        r.oneOf(Level.values*),
        r.host,
        s"example.${r.oneOf("orders", "mail", "search")}.${r.oneOf("Router", "Worker")}",
        r.text(Latin, 5, 20),
        r.nextInt(64),
        r.some(50)(r.uuid)
      )
    ),
    MessageType.of(r =>
      MetricSampled(
        r.oneOf("http_requests_seconds", "queue_length", "heap_bytes"),
        r.time,
        r.table(1, 3, "host", "method", "zone")(r.oneOf("north", "GET", "web-7")),
        r.nextDouble(),
        r.vector(4, 16)(r.nextLong(90_000))
      )
    ),
    MessageType.of[JobFinished](r =>
      r.nextInt(3) match
        case 0 =>
          Succeeded(r.uuid, r.code("job"), r.host, r.nextLong(9_000_000), r.list(0, 3)(s"/out/${r.code("part")}.csv"))
        case 1 => Failed(r.uuid, r.code("job"), r.between(1, 139), r.vector(1, 5)(r.text(Latin, 4, 9)), r.chance(50))
        case _ => Cancelled(r.uuid, r.mail, r.some(70)(r.text(Latin, 3, 9)))
    ),
    MessageType.of(r =>
      DeploymentStarted(
        r.uuid,
        r.oneOf("test", "canary", "production"),
        r.list(1, 4)(Image(r.oneOf("shop", "mail", "search"), s"1.${r.nextInt(90)}", r.nextLong())),
        r.table(1, 3, "north", "south", "islands")(r.between(1, 40)),
        r.mail
      )
    ),
    MessageType.of(r =>
      AlertRaised(
        r.code("rule"),
        r.text(Latin, 4, 14),
        r.list(1, 5)(r.host),
        r.nextDouble(),
        0.5,
        r.some(60)(s"https://${r.host}/runbook")
      )
    ),
    MessageType.of(r =>
      QueryTraced(
        r.uuid,
        s"select ${r.oneOf("name", "price")} from ${r.oneOf("orders", "stock")} where id = ${r.nextInt(100_000)}",
        r.vector(2, 9)(Span(
          r.oneOf("parse", "plan", "scan", "join", "sort"),
          r.nextLong(1_000_000),
          r.nextLong(50_000),
          r.chance(2)
        )),
        r.nextInt(5000),
        r.chance(30)
      )
    ),
    MessageType.of(r =>
      ConfigChanged(
        r.oneOf("shop", "mail", "search"),
        r.nextLong(5000),
        settings(r, depth = 2),
        r.some(80)(r.mail),
        r.text(Latin, 3, 14)
      )
    )
  )

  private def settings(r: SplittableRandom, depth: Int): Map[String, Setting] =
    r.table(1, 4, "timeout", "retries", "greeting", "cache", "limits")(setting(r, depth))

  private def setting(r: SplittableRandom, depth: Int): Setting = r.nextInt(if depth > 0 then 4 else 3) match
    case 0 => Switch(r.chance(50))
    case 1 => Amount(r.decimal(1000), r.oneOf("ms", "MB", "percent"))
    case 2 => Text(r.text(Latin, 1, 4))
    case _ => Group(settings(r, depth - 1))
