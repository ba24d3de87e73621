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
       "url": "https://api.github.com/users/octocat",
       "avatar_url": "https://avatars.githubusercontent.com/u/583231?v=4"},
     "repo": {"id": 1296269, "name": "octocat/Hello-World", "url": "https://api.github.com/repos/octocat/Hello-World"},
     "payload": {"action": "started"}, "public": true, "created_at": "2022-06-09T12:47:28Z"}]""")
  println(events.head)
  // WatchEvent(Actor(octocat),Watch(started),2022-06-09T12:47:28Z,None)
  println(github.write(events.head))
  // {"type":"WatchEvent","actor":{"display_login":"octocat"},"payload":{"action":"started"},\
  //  "created_at":"2022-06-09T12:47:28Z"}
  // end

  // doc:posts
  final case class PostId(value: Long) derives Pickler
  final case class UserId(value: Long) derives Pickler
  final case class Metrics(likeCount: Int, replyCount: Int = 0) derives Pickler
  final case class Post(id: PostId, text: String, authorId: Option[UserId] = None,
    publicMetrics: Option[Metrics] = None, entities: Option[Json] = None) derives Pickler
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
    "referenced_tweets": [{"type": "replied_to", "id": "1304102743196356610"}], "lang": "en",
    "source": "Twitter Web App"}],
    "includes": {"users": [{"id": "2244994945", "verified": true, "username": "TwitterDev",
      "name": "Twitter Dev"}]}}""")
  println(page.includes)                        // Some(Includes(List(User(UserId(2244994945),TwitterDev)),List()))
  println(posts.write(page.data.head.copy(text = "Hello")))
  // {"id":"1307025659294674945","text":"Hello","author_id":"2244994945",\
  //  "public_metrics":{"like_count":70,"reply_count":2},\
  //  "entities":{"urls":[{"start":74,"end":97,"url":"https://t.co/oeF3ZHeKQQ"}]}}
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

  // doc:unions
  final case class Author(name: String, url: Option[String] = None) derives Pickler
  final case class Article(headline: String, author: String | Author | List[Author]) derives Pickler

  val api = JsonFormat(JsonDialect.Api)
  println(api.read[Article]("""{"headline":"a","author":"Jim"}""").author)               // Jim
  println(api.read[Article]("""{"headline":"a","author":[{"name":"Jim"}]}""").author)    // List(Author(Jim,None))
  println(api.write(Article("a", Author("Jim"))))
  // {"headline":"a","author":{"name":"Jim"}}

  println(JsonDialect.check[Int | Double](JsonDialect.Api).head)
  // Double | Int: a number could be of the leaf Double and of Int
  // end

  // doc:union-rules
  final case class Charge(kind: String, id: String) derives Pickler
  final case class Refund(kind: String, id: String) derives Pickler

  given sources: Pickler[String | Charge | Refund] = JsonUnion[String | Charge | Refund]("Source")
    .leaf[String]
    .constant[Charge]("kind", "charge")
    .constant[Refund]("kind", "refund")
    .build
  println(api.read[String | Charge | Refund]("""{"id":"re_1","kind":"refund"}"""))       // Refund(refund,re_1)
  println(api.write[String | Charge | Refund](Charge("charge", "ch_1")))
  // {"kind":"charge","id":"ch_1"}
  // end

  // doc:literals
  enum Component derives Pickler:
    @rename("1") case Row(components: List[Component])
    @rename("2") case Button(label: String)

  val discord = JsonFormat(JsonDialect.Api.copy(families = Families.Member("type", literals = true)))
  println(discord.read[Component]("""{"components":[{"type":2,"label":"Yes"}],"type":1}"""))
  // Row(List(Button(Yes)))
  println(discord.write(Component.Button("No")))                    // {"type":2,"label":"No"}
  // end

  // doc:patches
  final case class Profile(name: Patch[String], email: Patch[String]) derives Pickler

  val change = api.read[Profile]("""{"email":null}""")
  println(change)                                                   // Profile(Absent,Null)
  println(change.email.applyTo(Some("jim@example.org")))            // None
  println(api.write(Profile(Patch.Set("Jim"), Patch.Absent)))       // {"name":"Jim"}
  // end

  // doc:nulls
  println(PickleException.either(api.read[Article]("""{"headline":null,"author":"Jim"}""")).left.map(_.getMessage))
  // Left(at $.headline, byte 12: malformed pickle: expected a value that is not null (Nulls.Refused))
  // end

  // doc:kept-leaves
  enum Hook derives Pickler:
    case Opened(number: Int)
    @fallback case Other(body: Json)

  enum State derives Pickler:
    case Open, Closed
    @fallback case Other(name: String)

  val hook = api.read[Hook]("""{"action":"pinned","type":"Pinned","number":7}""")
  println(api.write(hook))                                          // {"action":"pinned","type":"Pinned","number":7}
  println(api.write(api.read[List[State]]("""["Open","Merged"]"""))) // ["Open","Merged"]
  // end

  // doc:rests
  final case class Operation(summary: String) derives Pickler
  final case class PathItem(
      parameters: List[String] = Nil,
      @jsonRest("x-") extensions: Map[String, Json],
      @jsonRest operations: Map[String, Operation]
  ) derives Pickler

  val item = api.read[PathItem]("""{"get":{"summary":"List"},"x-cached":true,"parameters":["id"]}""")
  println(item.operations)                                          // Map(get -> Operation(List))
  println(item.extensions)                                          // Map(x-cached -> Bool(true))
  println(api.write(item))
  // {"parameters":["id"],"x-cached":true,"get":{"summary":"List"}}
  // end

  // doc:place-rules
  final case class Buyer(fullName: String, since: Instant) derives Pickler
  final case class Sale(soldAt: Instant, buyer: Buyer, unitPrice: BigDecimal) derives Pickler

  val shop = JsonFormat(JsonDialect.Api
    .forType[Buyer](_.copy(names = NameStyle.SnakeCase))
    .at[Sale]("buyer.since")(_.copy(instants = Instants.EpochSeconds))
    .at[Sale]("unitPrice")(_.copy(decimals = NumberForm.Text)))
  println(shop.write(Sale(Instant.EPOCH, Buyer("Jim", Instant.EPOCH), 9.5)))
  // {"soldAt":"1970-01-01T00:00:00Z","buyer":{"full_name":"Jim","since":0},"unitPrice":"9.5"}
  // end

  // doc:lenient
  val lenient = JsonFormat(JsonDialect.Api.copy(lenient = Set(Lenient.SingleElements, Lenient.TextBooleans)))
  println(lenient.read[List[Boolean]]("\"true\""))                  // List(true)
  // end

  // doc:paths
  val guilds = PickleException.either(api.read[Map[String, Map[String, Int]]]("""{"/guilds/{id}":{"get":true}}"""))
  println(guilds.left.map(_.path))                                  // Left($["/guilds/{id}"]["get"])
  println(guilds.left.map(_.pointer))                               // Left(/~1guilds~1{id}/get)
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

  // doc:elements
  val bytes = """{"next": null, "items": [{"name": "Jim"}, {"name": "Ann"}], "total": 2}""".getBytes
  val authors = api.readElements[Author]("$.items[*]", ByteArrayInputStream(bytes))
  println(authors.map(_.name).toList)           // List(Jim, Ann)
  // end

  // doc:lines
  val log = "1\nx\n3\n".getBytes
  for line <- JsonFormat.readLinesEither[Int](ByteArrayInputStream(log)) do println(line.left.map(_.getMessage))
  // Right(1)
  // Left(at $[1], byte 2, in the record that begins at byte 2: malformed pickle: expected a whole number)
  // Right(3)
  // end

  // doc:partial
  final case class Answer(title: String, steps: List[String]) derives Pickler

  val arriving = ByteArrayInputStream("""{"title": "Tea", "steps": ["Boil water", "Wait"]}""".getBytes)
  var steps: List[Option[List[String]]] = Nil
  val answer = api.readPartial[Answer](arriving)(part => steps = part.steps :: steps)
  println(steps.last)                           // None
  println(steps(2))                             // Some(List(Boil water))
  println(steps.head)                           // Some(List(Boil water, Wait))
  println(answer)                               // Answer(Tea,List(Boil water, Wait))
  // end

  // doc:errors
  final case class Signup(name: String, age: Int, mails: List[String]) derives Pickler

  val refused = api.readAccumulating[Signup]("""{"age": "x", "mails": ["a", 2]}""").left.toOption.get
  for e <- refused.all do println(s"${e.code} ${e.pointer}: ${e.message}")
  // WrongValue /age: malformed pickle: expected a whole number
  // WrongValue /mails/1: malformed pickle: expected a string or null
  // MissingField : field 'name' of Signup is missing
  println(refused.problem().get("status"))      // Some(Num(422))
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

  // doc:strict
  final case class Extracted(name: String, age: Option[Int] = None) derives Pickler

  val strict = StrictSchema.of[Extracted](StrictSchema.Provider.Anthropic)
  println(strict.document.get("required"))                               // Some(Arr(Vector(Str(name), Str(age))))
  println(JsonFormat(strict.dialect).read[Extracted]("""{"name":"Jim","age":null}"""))
  // Extracted(Jim,None)
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

  // doc:types
  val proposed = JsonDialect.inferTypes(Seq(
    """{"user_id": 1, "joined": "2022-06-09", "badges": [{"label": "a"}], "manager": null}""",
    """{"user_id": 2, "joined": "2022-06-10", "badges": [{"label": "b", "rank": 3}], "manager": null}"""), "User")
  println(proposed.source.replace("\n\n", "\n"))
  // final case class Badge(
  //   label: String,
  //   rank: Option[Int] = None
  // ) derives Pickler
  // final case class User(
  //   userId: Long,
  //   joined: java.time.LocalDate,
  //   badges: List[Badge],
  //   manager: Option[Json] = None
  // ) derives Pickler
  // val dialect = JsonDialect.Api.copy(
  //   names = NameStyle.SnakeCase
  // )
  println(proposed.open.head)
  // $.manager is always null: Json stands for its type
  // end

  // doc:raw
  final case class Message(topic: String, body: RawJson) derives Pickler

  println(brine.json.read[Message]("""{"topic":"t","body":{ "a" : 1e3 }}""").body)       // { "a" : 1e3 }
  println(Json.parse("""{"a":[1]}""").get("a"))                         // Some(Arr(Vector(Num(1))))
  // end
