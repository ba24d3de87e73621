package brine.checks.docs

/** docs/guide/json.md. */
object JsonPage:
  // doc:github
  import java.time.Instant
  import brine.*
  import brine.json.*
  import brine.json.JsonDialect.*

  final case class Actor(displayLogin: String) derives Pickler
  final case class Commit(sha: String, message: String) derives Pickler
  final case class Push(ref: String, head: String, commits: List[Commit] = Nil) derives Pickler
  final case class Watch(action: String) derives Pickler

  enum Event derives Pickler:
    case PushEvent(actor: Actor, payload: Push, createdAt: Instant, org: Option[Actor])
    case WatchEvent(actor: Actor, payload: Watch, createdAt: Instant, org: Option[Actor])

  val github = JsonFormat(JsonDialect.Default.copy(
    names = NameStyle.SnakeCase,
    families = Families.Member("type"),
    omit = Set(Omit.Nones),
    unknown = Unknown.Skip,
    marks = Marks.Refused,
    identity = Identity.Copied
  ))

  val events = github.read[List[Event]]("""[
    {"id": "22249084947", "type": "WatchEvent",
     "actor": {"id": 583231, "login": "octocat", "display_login": "octocat", "gravatar_id": "",
       "url": "https://api.github.com/users/octocat", "avatar_url": "https://avatars.githubusercontent.com/u/583231?v=4"},
     "repo": {"id": 1296269, "name": "octocat/Hello-World", "url": "https://api.github.com/repos/octocat/Hello-World"},
     "payload": {"action": "started"}, "public": true, "created_at": "2022-06-09T12:47:28Z"}]""")
  println(events.head)
  // WatchEvent(Actor(octocat),Watch(started),2022-06-09T12:47:28Z,None)
  println(github.write(events.head))
  // {"type":"WatchEvent","actor":{"display_login":"octocat"},"payload":{"action":"started"},"created_at":"2022-06-09T12:47:28Z"}
  // end

  // doc:posts
  final case class PostId(value: Long) derives Pickler
  final case class UserId(value: Long) derives Pickler
  final case class Metrics(likeCount: Int, replyCount: Int = 0) derives Pickler
  final case class Post(id: PostId, text: String, authorId: Option[UserId] = None, publicMetrics: Option[Metrics] = None,
    entities: Option[Json] = None) derives Pickler
  final case class User(id: UserId, username: String) derives Pickler
  final case class Includes(users: List[User] = Nil, tweets: List[Post] = Nil) derives Pickler
  final case class Posts(data: List[Post], includes: Option[Includes] = None) derives Pickler

  val posts = JsonFormat(JsonDialect.Default.copy(
    names = NameStyle.SnakeCase,
    longs = NumberForm.Text,                    // JavaScript's numbers would round them
    wrapped = Wrapped.Fields,                   // PostId(1) is "1"
    omit = Omit.values.toSet,
    unknown = Unknown.Skip
  ))

  val page = posts.read[Posts]("""{"data": [{
    "conversation_id": "1304102743196356610", "id": "1307025659294674945", "possibly_sensitive": false,
    "public_metrics": {"retweet_count": 11, "reply_count": 2, "like_count": 70, "quote_count": 1},
    "entities": {"urls": [{"start": 74, "end": 97, "url": "https://t.co/oeF3ZHeKQQ"}]},
    "text": "Here’s an article that highlights the updates in the new Tweet payload v2 https://t.co/oeF3ZHeKQQ",
    "in_reply_to_user_id": "2244994945", "created_at": "2020-09-18T18:36:15.000Z", "author_id": "2244994945",
    "referenced_tweets": [{"type": "replied_to", "id": "1304102743196356610"}], "lang": "en", "source": "Twitter Web App"}],
    "includes": {"users": [{"id": "2244994945", "verified": true, "username": "TwitterDev", "name": "Twitter Dev"}]}}""")
  println(page.includes)                        // Some(Includes(List(User(UserId(2244994945),TwitterDev)),List()))
  println(posts.write(page.data.head.copy(text = "Hello")))
  // {"id":"1307025659294674945","text":"Hello","author_id":"2244994945","public_metrics":{"like_count":70,"reply_count":2},"entities":{"urls":[{"start":74,"end":97,"url":"https://t.co/oeF3ZHeKQQ"}]}}
  // end

  // doc:geojson
  enum Geometry derives Pickler:
    case Point(coordinates: List[Double])
    case LineString(coordinates: List[List[Double]])
    case Polygon(coordinates: List[List[List[Double]]])

  enum GeoJson derives Pickler:
    case Feature(geometry: Geometry, properties: Option[Json])
    case FeatureCollection(features: List[GeoJson])

  val geo = JsonFormat(JsonDialect.Default.copy(
    families = Families.Member("type"), doubles = Doubles.EcmaScript, unknown = Unknown.Skip
  ))

  val collection = geo.read[GeoJson]("""{"type": "FeatureCollection", "features": [
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [102.0, 0.5]}, "properties": {"prop0": "value0"}},
    {"type": "Feature",
     "geometry": {"type": "LineString", "coordinates": [[102.0, 0.0], [103.0, 1.0], [104.0, 0.0], [105.0, 1.0]]},
     "properties": {"prop0": "value0", "prop1": 0.0}},
    {"type": "Feature",
     "geometry": {"type": "Polygon", "coordinates": [
       [[100.0, 0.0], [101.0, 0.0], [101.0, 1.0], [100.0, 1.0], [100.0, 0.0]]]},
     "properties": {"prop0": "value0", "prop1": {"this": "that"}}}]}""")
  val features = collection match
    case GeoJson.FeatureCollection(all) => all
    case one                            => List(one)
  println(features.length)                      // 3
  println(geo.write(features.head))
  // {"type":"Feature","geometry":{"type":"Point","coordinates":[102,0.5]},"properties":{"prop0":"value0"}}
  // end

  // doc:streams
  import java.io.{ByteArrayInputStream, ByteArrayOutputStream}

  val out = ByteArrayOutputStream()
  posts.writeLines(page.data, out)
  val lines = posts.readLines[Post](ByteArrayInputStream(out.toByteArray))
  println(lines.next().id)                      // PostId(1307025659294674945)
  println(lines.hasNext)                        // false

  val numbers = JsonFormat.readArray[Int](ByteArrayInputStream("[1, 2, \"x\"]".getBytes))
  println(PickleException.either(numbers.sum).left.map(_.getMessage))
  // Left(at $[2], byte 7: malformed pickle: expected a whole number)
  // end

  // doc:check
  final case class Shop(shopName: String, shop_name: String) derives Pickler

  println(JsonDialect.check[Shop](github.dialect).mkString)
  // Shop: the fields shopName and shop_name would both be 'shop_name'. Rename one by @rename
  println(JsonDialect.check[List[Event]](github.dialect).isEmpty)          // true
  // end

  // doc:schema
  val published = JsonSchema.of[Post](posts.dialect, JsonSchema.Rules(values = JsonSchema.Values.Plain))
  println(published.component("Post").get("schemas").flatMap(_.get("Metrics")).map(_.get("required")))
  // Some(Some(Arr(Vector(Str(like_count)))))
  // end

  // doc:breaks
  final case class PostV1(id: PostId, text: String) derives Pickler
  final case class PostV2(id: PostId, text: String, lang: String) derives Pickler

  val v1 = JsonSchema.of[PostV1](github.dialect)
  val v2 = JsonSchema.of[PostV2](github.dialect)
  println(JsonSchema.breaks(reader = v1, writer = v2).isEmpty)  // true
  println(JsonSchema.breaks(reader = v2, writer = v1).head)
  // PostV1.lang: a reader needs it, but it is not written
  // end

  // doc:migration
  val migration = JsonDialect.anyOf(posts.dialect, JsonDialect.Default)
  val taken = migration.read[Metrics]("""{"likeCount": 7, "replyCount": 1}""")
  println(taken.value)                          // Metrics(7,1)
  println(taken.index)                          // 1
  println(migration.write(taken.value))         // {"like_count":7,"reply_count":1}
  // end

  // doc:infer
  val inferred = JsonDialect.infer[Event](Seq("""{"created_at": "2022-06-09T12:47:28Z", "type": "WatchEvent",
    "actor": {"display_login": "octocat", "id": 1}, "payload": {"action": "started"}}"""))
  println(inferred.source)
  // JsonDialect.Default.copy(
  //   names = NameStyle.SnakeCase,
  //   families = Families.Member("type"),
  //   omit = Set(Omit.Nones),
  //   unknown = Unknown.Skip
  // )
  println(inferred.open.mkString("; "))
  // omit = Empties: no sample shows it
  // end

  // doc:raw
  final case class Message(topic: String, body: RawJson) derives Pickler

  println(brine.json.read[Message]("""{"topic":"t","body":{ "a" : 1e3 }}""").body)       // { "a" : 1e3 }
  println(Json.parse("""{"a":[1]}""").get("a"))                         // Some(Arr(Vector(Num(1))))
  // end
