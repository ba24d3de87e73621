package brine.bench.messages

import java.util.{SplittableRandom, UUID}
import brine.Pickler
import Language.*

enum Severity derives Pickler:
  case Question, Nuisance, Serious, Urgent

final case class TicketOpened(
    id: Long,
    customer: UUID,
    severity: Severity,
    subject: String,
    text: String,
    tags: List[String]
) derives Pickler

sealed trait TicketPlace derives Pickler
final case class InQueue(queue: String, position: Int) extends TicketPlace
final case class WithAgent(agent: String, since: Long) extends TicketPlace
final case class Closed(solution: String, stars: Option[Int]) extends TicketPlace

final case class TicketMoved(id: Long, from: TicketPlace, to: TicketPlace, at: Long, by: String) derives Pickler

final case class Attachment(name: String, bytes: Long, kind: String) derives Pickler
final case class CommentAdded(
    ticket: Long,
    author: String,
    text: String,
    attachments: List[Attachment],
    internal: Boolean
) derives Pickler

sealed trait Answer derives Pickler
final case class Grade(question: Int, stars: Int) extends Answer
final case class Words(question: Int, text: String) extends Answer
final case class Choices(question: Int, chosen: List[String]) extends Answer
case object Skipped extends Answer

final case class SurveyAnswered(survey: UUID, answers: Vector[Answer], minutes: Double) derives Pickler

final case class Section(title: String, text: String) derives Pickler
final case class ArticlePublished(path: String, title: String, sections: List[Section], author: String, revision: Int)
    derives Pickler

final case class AppointmentBooked(
    id: UUID,
    customer: String,
    engineer: Option[String],
    from: Long,
    minutes: Int,
    address: String,
    floor: Option[Int],
    tools: List[String]
) derives Pickler

final case class OutageAnnounced(
    services: List[String],
    regions: Map[String, Boolean],
    startedAt: Long,
    endsAt: Option[Long],
    affected: Long,
    text: String
) derives Pickler

final case class FeedbackGiven(device: String, mood: String, text: String, scores: Map[String, Int], mayAnswer: Boolean)
    derives Pickler

private[messages] object Support:
  type All = (
      TicketOpened,
      TicketMoved,
      CommentAdded,
      SurveyAnswered,
      ArticlePublished,
      AppointmentBooked,
      OutageAnnounced,
      FeedbackGiven
  )

  val types: Vector[MessageType[?]] = Vector(
    MessageType.of(r =>
      TicketOpened(
        r.nextLong(1_000_000),
        r.uuid,
        r.oneOf(Severity.values*),
        r.text(Cyrillic, 2, 6),
        r.text(Cyrillic, 6, 24),
        r.list(0, 3)(r.oneOf("доставка", "оплата", "возврат"))
      )
    ),
    MessageType.of(r => TicketMoved(r.nextLong(1_000_000), place(r), place(r), r.time, r.personName)),
    MessageType.of(r =>
      val attachments = r.list(0, 3)(Attachment(s"${r.code("scan")}.png", r.nextLong(5_000_000), "image/png"))
      CommentAdded(r.nextLong(1_000_000), r.personName, r.text(Latin, 5, 30), attachments, r.chance(30))
    ),
    MessageType.of(r =>
      val answers = r.vector[Answer](3, 12)(r.nextInt(4) match
        case 0 => Grade(r.nextInt(30), r.between(1, 5))
        case 1 => Words(r.nextInt(30), r.text(Latin, 2, 9))
        case 2 => Choices(r.nextInt(30), r.list(1, 3)(r.color))
        case _ => Skipped
      )
      SurveyAnswered(r.uuid, answers, r.decimal(20))
    ),
    MessageType.of(r =>
      ArticlePublished(
        s"/ja/${r.nextInt(100)}",
        r.text(Japanese, 2, 5),
        r.list(1, 3)(Section(r.text(Japanese, 1, 3), r.text(Japanese, 5, 15))),
        r.oneOf("編集部", "山本"),
        r.between(1, 40)
      )
    ),
    MessageType.of(r =>
      AppointmentBooked(
        r.uuid,
        r.personName,
        r.some(70)(r.personName),
        r.time,
        r.oneOf(30, 60, 90),
        s"${r.between(1, 200)} Harbour Street",
        r.some(50)(r.between(0, 9)),
        r.list(0, 4)(r.oneOf("ladder", "multimeter", "fibre splicer"))
      )
    ),
    MessageType.of(r =>
      OutageAnnounced(
        r.list(1, 3)(r.oneOf("mail", "telephone", "web sites", "backups")),
        r.table(1, 4, "north", "south", "islands")(r.chance(50)),
        r.time,
        r.some(60)(r.time),
        r.nextLong(200_000),
        r.text(Latin, 6, 25)
      )
    ),
    MessageType.of(r =>
      FeedbackGiven(
        r.oneOf("手机", "电脑", "平板"),
        r.text(Emoji, 1, 3),
        r.text(Chinese, 8, 40),
        r.table(1, 3, "速度", "外观", "价格")(r.between(1, 10)),
        r.chance(50)
      )
    )
  )

  private def place(r: SplittableRandom): TicketPlace = r.nextInt(3) match
    case 0 => InQueue(r.oneOf("first line", "billing", "network"), r.nextInt(200))
    case 1 => WithAgent(r.personName, r.time)
    case _ => Closed(r.text(Latin, 3, 12), r.some(40)(r.between(1, 5)))
