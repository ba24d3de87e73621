package brine.bench.messages

import java.util.UUID
import brine.Pickler
import Language.*

final case class TextSent(id: UUID, room: Long, author: String, text: String, mentions: List[String], at: Long)
    derives Pickler

final case class MessageEdited(id: UUID, before: String, after: String, reason: Option[String], edits: Int)
    derives Pickler

final case class ReactionCount(reaction: String, count: Int, mine: Boolean) derives Pickler
final case class ReactionsChanged(message: UUID, reactions: List[ReactionCount], last: String) derives Pickler

sealed trait Access derives Pickler
case object Anyone extends Access
final case class WithPassword(hint: String) extends Access
final case class Invited(guests: List[String]) extends Access

final case class RoomCreated(id: Long, name: String, topic: String, access: Access, bridges: Map[String, String])
    derives Pickler

final case class PollChoice(text: String, votes: Int) derives Pickler
final case class PollOpened(
    id: UUID,
    question: String,
    choices: Vector[PollChoice],
    severalAllowed: Boolean,
    closesAt: Option[Long]
) derives Pickler

enum Priority derives Pickler:
  case Low, Normal, High

final case class MailQueued(
    id: String,
    from: String,
    to: List[String],
    subject: String,
    headers: Map[String, String],
    priority: Priority
) derives Pickler

final case class Contact(name: String, phones: List[String], mail: Option[String]) derives Pickler
final case class ContactsShared(by: UUID, contacts: List[Contact], withGroup: Option[Long]) derives Pickler

sealed trait CallEnded derives Pickler
final case class HungUp(call: UUID, by: String, seconds: Double, quality: Vector[Int]) extends CallEnded
final case class NotAnswered(call: UUID, to: List[String], rings: Int) extends CallEnded
final case class Dropped(call: UUID, cause: String, packetsLost: Long, jitter: Double) extends CallEnded

private[messages] object Chat:
  type All = (TextSent, MessageEdited, ReactionsChanged, RoomCreated, PollOpened, MailQueued, ContactsShared, CallEnded)

  val types: Vector[MessageType[?]] = Vector(
    MessageType.of(r =>
      val mentions = r.list(0, 2)(r.oneOf("高橋さん", "伊藤さん"))
      TextSent(r.uuid, r.nextLong(100_000), r.oneOf("田中", "鈴木", "佐藤"), r.text(Japanese, 4, 24), mentions, r.time)
    ),
    MessageType.of(r =>
      MessageEdited(
        r.uuid,
        r.text(Cyrillic, 3, 12),
        r.text(Cyrillic, 3, 12),
        r.some(30)(r.text(Cyrillic, 1, 4)),
        r.between(1, 9)
      )
    ),
    MessageType.of(r =>
      ReactionsChanged(
        r.uuid,
        r.list(2, 9)(ReactionCount(r.text(Emoji, 1, 1), r.between(1, 300), r.chance(20))),
        r.text(Emoji, 3, 12)
      )
    ),
    MessageType.of(r =>
      val access = r.nextInt(3) match
        case 0 => Anyone
        case 1 => WithPassword(r.text(Latin, 2, 6))
        case _ => Invited(r.list(1, 5)(r.personName))
      val bridges = r.table(0, 2, "irc", "matrix", "xmpp")(r.host)
      RoomCreated(r.nextLong(100_000), r.text(Latin, 1, 3), r.text(Latin, 4, 12), access, bridges)
    ),
    MessageType.of(r =>
      val choices = r.vector(2, 5)(PollChoice(r.text(Greek, 1, 4), r.nextInt(400)))
      PollOpened(r.uuid, r.text(Greek, 4, 9), choices, r.chance(30), r.some(60)(r.time))
    ),
    MessageType.of(r =>
      MailQueued(
        r.code("Q"),
        r.mail,
        r.list(1, 4)(r.mail),
        r.text(Latin, 3, 9),
        Map("Reply-To" -> r.mail, "List-Id" -> s"news.${r.host}", "X-Spam" -> r.decimal(10).toString),
        r.oneOf(Priority.values*)
      )
    ),
    MessageType.of(r =>
      val contacts = r.list(1, 4)(Contact(
        r.personName,
        r.list(1, 2)(s"+30 2${r.between(100_000_000, 999_999_999)}"),
        r.some(60)(r.mail)
      ))
      ContactsShared(r.uuid, contacts, r.some(40)(r.nextLong(100_000)))
    ),
    MessageType.of[CallEnded](r =>
      r.nextInt(3) match
        case 0 => HungUp(r.uuid, r.personName, r.decimal(4000), r.vector(10, 60)(r.between(1, 5)))
        case 1 => NotAnswered(r.uuid, r.list(1, 5)(r.personName), r.between(3, 12))
        case _ => Dropped(r.uuid, r.text(Latin, 3, 9), r.nextLong(100_000), r.nextDouble())
    )
  )
