package brine.bench.messages

import java.util.UUID
import brine.Pickler
import Language.*

enum SecondFactor derives Pickler:
  case Absent, App, Key, Sms

final case class LoggedIn(user: UUID, session: UUID, at: Long, address: String, agent: String, factor: SecondFactor)
    derives Pickler

sealed trait Refusal derives Pickler
final case class WrongPassword(tries: Int) extends Refusal
final case class Locked(until: Long, by: String) extends Refusal
case object UnknownUser extends Refusal

final case class LoginRefused(name: String, address: String, at: Long, refusal: Refusal, hints: List[String])
    derives Pickler

final case class PasswordChanged(
    user: UUID,
    at: Long,
    strength: Double,
    byAdministrator: Option[String],
    sessionsEnded: Vector[Int]
) derives Pickler

final case class ProfileUpdated(
    user: Long,
    name: String,
    town: String,
    about: String,
    interests: List[String],
    visible: Boolean
) derives Pickler

enum Permission derives Pickler:
  case Read, Write, Share, Delete

final case class PermissionGranted(
    to: UUID,
    by: UUID,
    resource: String,
    permissions: List[Permission],
    until: Option[Long]
) derives Pickler

final case class PageVisit(path: String, seconds: Double) derives Pickler
final case class SessionEnded(session: UUID, startedAt: Long, visits: Vector[PageVisit], timedOut: Boolean)
    derives Pickler

final case class Screen(width: Int, height: Int, density: Double) derives Pickler
final case class DeviceRegistered(
    device: UUID,
    owner: Long,
    model: String,
    system: String,
    screen: Option[Screen],
    capabilities: Map[String, Boolean]
) derives Pickler

final case class ConsentGiven(
    user: UUID,
    version: Int,
    choices: Map[String, Boolean],
    language: String,
    text: String,
    at: Long
) derives Pickler

private[messages] object Accounts:
  type All = (
      LoggedIn,
      LoginRefused,
      PasswordChanged,
      ProfileUpdated,
      PermissionGranted,
      SessionEnded,
      DeviceRegistered,
      ConsentGiven
  )

  val types: Vector[MessageType[?]] = Vector(
    MessageType.of(r =>
      LoggedIn(
        r.uuid,
        r.uuid,
        r.time,
        r.address,
        s"Browser/${r.between(90, 140)}.0 (X11; Linux)",
        r.oneOf(SecondFactor.values*)
      )
    ),
    MessageType.of(r =>
      val refusal = r.nextInt(3) match
        case 0 => WrongPassword(r.between(1, 5))
        case 1 => Locked(r.time, r.mail)
        case _ => UnknownUser
      LoginRefused(r.mail, r.address, r.time, refusal, r.list(1, 4)(r.text(Latin, 2, 6)))
    ),
    MessageType.of(r =>
      PasswordChanged(r.uuid, r.time, r.nextDouble(), r.some(30)(r.personName), r.vector(4, 20)(r.nextInt(100_000)))
    ),
    MessageType.of(r =>
      ProfileUpdated(
        r.nextLong(1_000_000),
        r.text(Greek, 2, 2),
        r.oneOf("Ηράκλειο", "Θεσσαλονίκη", "Χανιά"),
        r.text(Greek, 5, 25),
        r.list(1, 4)(r.text(Greek, 1, 2)),
        r.chance(80)
      )
    ),
    MessageType.of(r =>
      val permissions = r.list(1, 4)(r.oneOf(Permission.values*))
      PermissionGranted(
        r.uuid,
        r.uuid,
        s"/shared/${r.oneOf("plans", "letters")}/${r.code("doc")}",
        permissions,
        r.some(50)(r.time)
      )
    ),
    MessageType.of(r =>
      val visits = r.vector(1, 9)(PageVisit(s"/${r.oneOf("home", "orders", "help")}/${r.nextInt(99)}", r.decimal(99)))
      SessionEnded(r.uuid, r.time, visits, r.chance(30))
    ),
    MessageType.of(r =>
      DeviceRegistered(
        r.uuid,
        r.nextLong(1_000_000),
        r.code("Phone"),
        r.oneOf("Android 15", "iOS 18", "Linux"),
        r.some(70)(Screen(r.oneOf(720, 1080, 1440), r.oneOf(1280, 1920, 2560), r.oneOf(1.0, 1.5, 2.0))),
        r.table(1, 4, "camera", "nfc", "fingerprint", "pen", "compass")(r.chance(60))
      )
    ),
    MessageType.of(r =>
      ConsentGiven(
        r.uuid,
        r.between(1, 12),
        r.table(2, 4, "mail", "statistics", "partners", "cookies")(r.chance(50)),
        r.oneOf("el", "en", "fr"),
        r.text(Latin, 6, 40),
        r.time
      )
    )
  )
