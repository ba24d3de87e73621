package brine.testkit.documents

// format: off
import java.time.Instant
import brine.Pickler
import brine.json.{Json, JsonDialect, Patch}
import Draws.*

/** Changes of a channel: a member that is missing stays, and a null removes. */
object Discord:
  final case class ChannelChange(name: Patch[String] = Patch.Absent, topic: Patch[String] = Patch.Absent,
      parentId: Patch[String] = Patch.Absent, rateLimitPerUser: Patch[Int] = Patch.Absent,
      permissionOverwrites: Patch[List[Overwrite]] = Patch.Absent, archivedAt: Patch[Instant] = Patch.Absent,
      defaultReaction: Patch[Emoji] = Patch.Absent, tags: Patch[List[Tag]] = Patch.Absent) derives Pickler
  final case class Overwrite(id: String, `type`: Int, allow: String, deny: String) derives Pickler
  final case class Emoji(id: Option[String], name: Option[String]) derives Pickler
  final case class Tag(name: String, moderated: Patch[Boolean] = Patch.Absent, emoji: Patch[Emoji] = Patch.Absent)
      derives Pickler

  val dialect: JsonDialect = DocumentKind.snake.forType[Emoji](_.copy(omit = Set.empty))

  val kind: DocumentKind[ChannelChange] = DocumentKind("Discord", dialect)(
    "/name" -> 1,
    "/rate_limit_per_user" -> "1",
    "/permission_overwrites/0/type" -> Json.Null,
    "/default_reaction" -> arr()
  )(
    obj("name?" -> orNull(text), "topic?" -> orNull(text), "parent_id?" -> orNull(hex),
      "rate_limit_per_user?" -> orNull(whole), "permission_overwrites?" -> orNull(list(overwrite)),
      "archived_at?" -> orNull(instant), "default_reaction?" -> orNull(emoji),
      "tags?" -> orNull(list(obj("name" -> text, "moderated?" -> orNull(truth), "emoji?" -> orNull(emoji)))))
  )

  private def overwrite(using Draw): Json = obj("id" -> hex, "type" -> oneOf(0, 1), "allow" -> "1024", "deny" -> "0")
  private def emoji(using Draw): Json = obj("id" -> orNull(hex), "name" -> orNull(text))
