package brine.checks.presets

import play.api.libs.json.*

/** Formats of play-json, by its macro. */
object PlayFormats:
  given Format[Point] = Json.format[Point]
  given Format[Line] = Json.format[Line]
  given Format[Name] = Json.format[Name]
  given [A: Format]: Format[Box[A]] = Json.format[Box[A]]
  given [A: Format, B: Format]: Format[Pair[A, B]] = Json.format[Pair[A, B]]
  given Format[Optionals] = Json.format[Optionals]
  given Format[Defaults] = Json.format[Defaults]
  given Format[Collections] = Json.format[Collections]
  given Format[EmptyByDefault] = Json.format[EmptyByDefault]
  given Format[Numbers] = Json.format[Numbers]
  given Format[Money] = Json.format[Money]
  given Format[Placed] = Json.format[Placed]
  given Format[File] = Json.format[File]
  given Format[user_record] = Json.format[user_record]
  given rose: Format[Rose] = Json.format[Rose]
  given linked: Format[Linked] = Json.format[Linked]
  given Format[snake_names] = Json.format[snake_names]
  given Format[FullByDefault] = Json.format[FullByDefault]
  given Format[Nothing0] = Json.format[Nothing0]
  given Format[Wide] = Json.format[Wide]
  given Format[Visit] = Json.format[Visit]
  given Format[Circle] = Json.format[Circle]
  given Format[Square] = Json.format[Square]
  given OFormat[Nowhere.type] = Json.format[Nowhere.type]
  given Format[Figure] = Json.format[Figure]
  given Format[Drawing] = Json.format[Drawing]
  given Format[Item] = Json.format[Item]
  given Format[Order] = Json.format[Order]

  def peer[A](out: Writes[A], in: Reads[A]): Peer[A] =
    Peer(value => Json.stringify(out.writes(value)), text => in.reads(Json.parse(text)).get)
