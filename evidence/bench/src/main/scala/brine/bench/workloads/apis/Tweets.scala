package brine.bench.workloads.apis

import java.time.{Instant, ZoneOffset}
import java.time.format.DateTimeFormatter
import java.util.{Locale, SplittableRandom}
import brine.Pickler
import brine.bench.messages.*
import brine.bench.messages.Language.*
import brine.bench.workloads.Workload
import brine.json.{JsonDialect, NameStyle}

/** A timeline in the manner of Twitter's API. `size`: posts, without those that they repeat. */
final class Tweets(size: Int) extends Workload[Vector[Tweet]]("twitter"):
  def pickler: Pickler[Vector[Tweet]] = summon
  lazy val values: Vector[Vector[Tweet]] = Vector(new TwitterDraws(new SplittableRandom(1)).timeline(size))

  override def dialect: JsonDialect = JsonDialect.Default.copy(
    names = NameStyle.SnakeCase,
    unknown = JsonDialect.Unknown.Skip,
    marks = JsonDialect.Marks.Refused,
    identity = JsonDialect.Identity.Copied
  )

private final class TwitterDraws(random: SplittableRandom):
  private val languages = Vector(Latin -> "en", Cyrillic -> "ru", Greek -> "el", Japanese -> "ja", Chinese -> "zh")
  private val format =
    DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss Z yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC)

  /** A third repeat another post, which can repeat a third. */
  def timeline(count: Int): Vector[Tweet] = Vector.fill(count)(tweet(2))

  private def tweet(depth: Int): Tweet =
    val number = id
    val (language, code) = random.oneOf(languages*)
    val retweeted = if depth > 0 then random.some(33)(tweet(depth - 1)) else None
    val quoted = if depth > 0 && retweeted.isEmpty then random.some(12)(tweet(depth - 1)) else None
    val isReply = random.chance(25)
    Tweet(
      time,
      number,
      number.toString,
      retweeted.fold(words(language))(t => s"RT @${t.user.screenName}: ${t.text}"),
      truncated = false,
      entities,
      s"<a href=\"https://posts.example/${random.oneOf("web", "phone", "tablet")}\" rel=\"nofollow\">Posts</a>",
      Option.when(isReply)(id),
      Option.when(isReply)(id),
      Option.when(isReply)(screenName),
      user(code),
      random.some(8)(place),
      retweeted,
      quoted,
      quoted.nonEmpty,
      random.nextInt(5000),
      random.nextInt(20_000),
      random.chance(5),
      random.chance(5),
      random.some(40)(random.chance(5)),
      random.some(95)(code)
    )

  private def words(language: Language): String =
    s"${random.text(language, 6, 22)} ${random.text(Emoji, 0, 2)} https://t.example/${code(10)}"

  private def user(language: String): TwitterUser =
    val (number, (speech, _)) = (id, random.oneOf(languages*))
    TwitterUser(
      number,
      number.toString,
      s"${random.personName} ${random.text(Emoji, 0, 1)}",
      screenName,
      random.oneOf("", "Αθήνα", "東京", "Lisboa", "Санкт-Петербург", "Tromsø"),
      random.text(speech, 2, 12),
      random.some(40)(s"https://t.example/${code(10)}"),
      random.nextInt(90_000),
      random.nextInt(4000),
      random.nextInt(300),
      time,
      random.nextInt(50_000),
      random.some(30)(random.between(-11, 12) * 3600),
      random.some(30)(random.oneOf("Athens", "Tokyo", "Lisbon")),
      random.chance(50),
      random.chance(5),
      random.nextInt(100_000),
      random.some(80)(language),
      contributorsEnabled = false,
      random.chance(2),
      random.chance(2),
      color,
      random.some(70)(s"http://images.example/themes/theme${random.nextInt(20)}/bg.png"),
      random.chance(30),
      s"http://images.example/profile/$number/${code(8)}_normal.jpg",
      s"https://images.example/profile/$number/${code(8)}_normal.jpg",
      random.some(60)(s"https://images.example/banner/$number/${random.nextInt(1_500_000_000)}"),
      color,
      color,
      color,
      color,
      random.chance(80),
      random.chance(30),
      random.chance(40),
      random.chance(5),
      random.some(50)(random.chance(10)),
      random.some(50)(false),
      random.some(50)(false),
      "none"
    )

  private def place: Place =
    Place(
      code(16),
      s"https://api.posts.example/geo/${code(16)}.json",
      "city",
      "Θεσσαλονίκη",
      "Θεσσαλονίκη, Ελλάδα",
      "GR",
      "Ελλάδα"
    )

  private def entities: Entities = Entities(
    random.vector(0, 2)(Hashtag(random.text(random.oneOf(languages*)._1, 1, 1), indices)),
    Vector.empty,
    random.vector(0, 2)(mention),
    random.vector(0, 1)(Link(
      s"https://t.example/${code(10)}",
      s"https://news.example/${code(24)}",
      "news.example/…",
      indices
    )),
    random.vector(0, 1)(media)
  )

  private def mention: Mention =
    val number = id
    Mention(screenName, random.personName, number, number.toString, indices)

  private def media: Photo =
    val (number, name) = (id, code(12))
    val sizes = Map(
      "thumb" -> MediaSize(150, 150, "crop"),
      "small" -> MediaSize(680, random.between(300, 680), "fit"),
      "large" -> MediaSize(1200, random.between(600, 1200), "fit")
    )
    Photo(
      number,
      number.toString,
      indices,
      s"http://images.example/$name.jpg",
      s"https://images.example/$name.jpg",
      s"https://t.example/${code(10)}",
      s"pic.example/$name",
      sizes
    )

  /** Beyond the 53 bits that a double holds, as Twitter's own. */
  private def id: Long = random.nextLong(1L << 58, 1L << 61)
  private def indices: Vector[Int] =
    val from = random.nextInt(100)
    Vector(from, from + random.between(3, 24))
  private def code(length: Int): String =
    random.list(length, length)(random.oneOf("aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"*)).mkString
  private def screenName: String =
    val adjective = random.oneOf("blue", "old", "quick", "south")
    s"${adjective}_${random.oneOf("harbour", "kiln", "reader")}${random.nextInt(1000)}"
  private def color: String = f"${random.nextInt(1 << 24)}%06X"
  private def time: String = format.format(Instant.ofEpochSecond(random.nextLong(1_300_000_000L, 1_700_000_000L)))
