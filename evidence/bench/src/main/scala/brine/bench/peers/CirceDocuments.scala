package brine.bench.peers

import io.circe.{ACursor, Codec, Decoder, Encoder, HCursor, Json}
import io.circe.derivation.{Configuration as Naming, ConfiguredCodec}
import io.circe.syntax.*
import brine.testkit.documents.*

/** circe's codecs for documents of public interfaces, as a program would write them. */
private object DocumentsByCirce:
  def codec(kind: String): CirceCodec[?] = kind match
    case "Stripe"     => { import CirceStripe.given; CirceCodec.of[Stripe.Event] }
    case "Kubernetes" => { import CirceKubernetes.given; CirceCodec.of[Kubernetes.Resource] }
    case "GeoJson"    => { import CirceGeoJson.given; CirceCodec.of[GeoJson.Document] }
    case "Discord"    => { import CirceDiscord.given; CirceCodec.of[Discord.ChannelChange] }
    case "Chats"      => { import CirceChats.given; CirceCodec.of[Chats.Request] }
    case "RemoteCalls" =>
      import CirceRemoteCalls.given
      CirceCodec.of[RemoteCalls.Message | List[RemoteCalls.Message]]
    case "DynamoDb"   => { import CirceDynamoDb.given; CirceCodec.of[DynamoDb.Page] }
    case "Prometheus" => { import CircePrometheus.given; CirceCodec.of[Prometheus.Answer] }

/** The parts that several of them share. */
private object CirceParts:
  val camel: Naming = Naming.default
  val snake: Naming = Naming.default.withSnakeCaseMemberNames.withSnakeCaseConstructorNames

  /** A value of one of two types, of which the first is tried first. */
  def either[A, B](encode: (A | B) => Json)(using a: Decoder[A], b: Decoder[B]): Codec[A | B] =
    Codec.from(a.map[A | B](identity).or(b.map[A | B](identity)), Encoder.instance(encode))

  def nullable[A](codec: Codec[A]): Codec[A | Null] = Codec.from(
    Decoder.decodeOption(using codec).map[A | Null](_.getOrElse(null)),
    Encoder.instance(a => if a == null then Json.Null else codec(a.asInstanceOf[A]))
  )

  /** Leaves out members that are null, except these. */
  def withoutNulls[A](codec: Codec[A], except: String*): Codec[A] = Codec.from(
    codec,
    codec.mapJson(json => json.mapObject(_.filter((name, value) => !value.isNull || except.contains(name))))
  )

  type Scalar = String | Double | Boolean
  given scalar: Codec[Scalar] = Codec.from(
    Decoder[Double].map[Scalar](identity).or(Decoder[Boolean].map[Scalar](identity))
      .or(Decoder[String].map[Scalar](identity)),
    Encoder.instance {
      case s: String  => s.asJson
      case n: Double  => n.asJson
      case b: Boolean => b.asJson
    }
  )

// format: off
private object CirceStripe:
  import CirceParts.*
  import Stripe.*
  import java.time.Instant
  given Codec[Instant] =
    Codec.from(Decoder[Long].map(Instant.ofEpochSecond(_)), Encoder[Long].contramap(_.getEpochSecond))
  given Codec[CardDetails] = ConfiguredCodec.derived(using snake)
  given Codec[SepaDetails] = ConfiguredCodec.derived(using snake)
  given Codec[PaymentMethod] = ConfiguredCodec.derived(using snake.withDiscriminator("type"))
  given stringOrResource: Codec[String | Resource] = either[String, Resource] {
    case id: String   => id.asJson
    case r: Resource  => r.asJson
  }
  given Codec[Resource] = ConfiguredCodec.derived(using snake.withDiscriminator("object"))
  given Codec[Data] = withoutNulls(ConfiguredCodec.derived(using snake))
  given Codec[Event] = ConfiguredCodec.derived(using snake)

private object CirceKubernetes:
  import CirceParts.*
  import Kubernetes.*
  private val naming = camel.withDefaults
  private def compact[A](codec: Codec[A]): Codec[A] = Codec.from(codec, codec.mapJson(_.mapObject(_.filter((_, v) =>
    !v.isNull && !v.asArray.exists(_.isEmpty) && !v.asObject.exists(_.isEmpty)))))
  given intOrString: Codec[Int | String] = either[Int, String] {
    case n: Int    => n.asJson
    case s: String => s.asJson
  }
  given doubleOrString: Codec[Double | String] = either[Double, String] {
    case n: Double => n.asJson
    case s: String => s.asJson
  }
  given Codec[Meta] = compact(ConfiguredCodec.derived(using naming))
  given Codec[KeyRef] = ConfiguredCodec.derived(using naming)
  given Codec[Source] = compact(ConfiguredCodec.derived(using naming))
  given Codec[Env] = compact(ConfiguredCodec.derived(using naming))
  given Codec[Resources] = compact(ConfiguredCodec.derived(using naming))
  given Codec[HttpGet] = ConfiguredCodec.derived(using naming)
  given Codec[Probe] = compact(ConfiguredCodec.derived(using naming))
  given Codec[Container] = compact(ConfiguredCodec.derived(using naming))
  given Codec[PodSpec] = compact(ConfiguredCodec.derived(using naming))
  given Codec[Template] = compact(ConfiguredCodec.derived(using naming))
  given Codec[Selector] = ConfiguredCodec.derived(using naming)
  given Codec[DeploymentSpec] = compact(ConfiguredCodec.derived(using naming))
  given Codec[Port] = compact(ConfiguredCodec.derived(using naming))
  given Codec[ServiceSpec] = compact(ConfiguredCodec.derived(using naming))
  given Codec[Resource] = ConfiguredCodec.derived(using naming.withDiscriminator("kind"))

private object CirceGeoJson:
  import CirceParts.{given, *}
  import GeoJson.*
  given stringOrDouble: Codec[String | Double] = either[String, Double] {
    case s: String => s.asJson
    case n: Double => n.asJson
  }
  private lazy val geometry: Codec[Geometry] = ConfiguredCodec.derived(using camel.withDiscriminator("type"))
  given geometryOrNull: Codec[Geometry | Null] = nullable(geometry)
  given properties: Codec[Map[String, Option[Scalar]] | Null] =
    nullable(Codec.from(Decoder.decodeMap[String, Option[Scalar]], Encoder.encodeMap[String, Option[Scalar]]))
  given Codec[Document] =
    withoutNulls(ConfiguredCodec.derived(using camel.withDiscriminator("type")), "geometry", "properties")

private object CirceDiscord:
  import CirceParts.*
  import Discord.*
  import brine.json.Patch
  given [A](using in: Decoder[A]): Decoder[Patch[A]] with
    def apply(c: HCursor): Decoder.Result[Patch[A]] =
      if c.value.isNull then Right(Patch.Null) else in(c).map(Patch.Set(_))
    override def tryDecode(c: ACursor): Decoder.Result[Patch[A]] = c match
      case found: HCursor => apply(found)
      case _              => Right(Patch.Absent)
  private def field[A: Encoder](name: String, patch: Patch[A]): Option[(String, Json)] = patch match
    case Patch.Absent     => None
    case Patch.Null       => Some(name -> Json.Null)
    case Patch.Set(value) => Some(name -> value.asJson)
  given Codec[Overwrite] = ConfiguredCodec.derived(using snake)
  given Codec[Emoji] = ConfiguredCodec.derived(using snake)
  given Decoder[Tag] = io.circe.derivation.ConfiguredDecoder.derived(using snake)
  given Encoder[Tag] = Encoder.instance(t => Json.fromFields(
    Some("name" -> t.name.asJson) ++ field("moderated", t.moderated) ++ field("emoji", t.emoji)))
  given Decoder[ChannelChange] = io.circe.derivation.ConfiguredDecoder.derived(using snake)
  given Encoder[ChannelChange] = Encoder.instance(c => Json.fromFields(
    field("name", c.name) ++ field("topic", c.topic) ++ field("parent_id", c.parentId) ++
      field("rate_limit_per_user", c.rateLimitPerUser) ++ field("permission_overwrites", c.permissionOverwrites) ++
      field("archived_at", c.archivedAt) ++ field("default_reaction", c.defaultReaction) ++ field("tags", c.tags)))

private object CirceChats:
  import CirceParts.*
  import Chats.*
  given Codec[Image] = withoutNulls(ConfiguredCodec.derived(using snake))
  given Codec[Audio] = ConfiguredCodec.derived(using snake)
  given Codec[Part] = ConfiguredCodec.derived(using snake.withDiscriminator("type"))
  private lazy val content: Codec[String | List[Part]] = either[String, List[Part]] {
    case s: String  => s.asJson
    case l: List[?] => l.asInstanceOf[List[Part]].asJson
  }
  given contentOrNull: Codec[String | List[Part] | Null] = nullable(content)
  given stringOrListString: Codec[String | List[String]] = either[String, List[String]] {
    case s: String  => s.asJson
    case l: List[?] => l.asInstanceOf[List[String]].asJson
  }
  given Codec[CalledFunction] = ConfiguredCodec.derived(using snake)
  given Codec[Call] = ConfiguredCodec.derived(using snake)
  given Codec[Message] = withoutNulls(ConfiguredCodec.derived(using snake.withDiscriminator("role")), "content")
  given booleanOrSchema: Codec[Boolean | Schema] = either[Boolean, Schema] {
    case b: Boolean => b.asJson
    case s: Schema  => s.asJson
  }
  given Codec[Schema] = withoutNulls(ConfiguredCodec.derived(using camel))
  given Codec[Function] = withoutNulls(ConfiguredCodec.derived(using snake))
  given Codec[Tool] = ConfiguredCodec.derived(using snake)
  given Codec[Named] = ConfiguredCodec.derived(using snake)
  given Codec[Choice] = ConfiguredCodec.derived(using snake)
  given stringOrChoice: Codec[String | Choice] = either[String, Choice] {
    case s: String => s.asJson
    case c: Choice => c.asJson
  }
  given Codec[Request] = withoutNulls(ConfiguredCodec.derived(using snake))

private object CirceRemoteCalls:
  import CirceParts.{given, *}
  import RemoteCalls.*
  private val id: Codec[Long | String] = Codec.from(
    Decoder.instance(c => if c.value.isNumber then c.as[Long] else c.as[String]),
    Encoder.instance {
      case n: Long   => n.asJson
      case s: String => s.asJson
    })
  given longOrStringOrNull: Codec[Long | String | Null] = nullable(id)
  given stringOrMapStringString: Codec[String | Map[String, String]] = either[String, Map[String, String]] {
    case s: String    => s.asJson
    case m: Map[?, ?] => m.asInstanceOf[Map[String, String]].asJson
  }
  given Codec[Params] = withoutNulls(ConfiguredCodec.derived(using camel))
  given Codec[ResourceLink] = withoutNulls(ConfiguredCodec.derived(using camel))
  given Codec[Content] = ConfiguredCodec.derived(using
    camel.withTransformConstructorNames(name => s"${name.head.toLower}${name.tail}").withDiscriminator("type"))
  given Codec[Answer] = withoutNulls(ConfiguredCodec.derived(using camel))
  given Codec[Problem] = withoutNulls(ConfiguredCodec.derived(using camel))
  given Codec[Request] = withoutNulls(ConfiguredCodec.derived(using camel))
  given Codec[Notification] = withoutNulls(ConfiguredCodec.derived(using camel))
  given Codec[Result] = ConfiguredCodec.derived(using camel)
  given Codec[Failure] = ConfiguredCodec.derived(using camel)
  // A request that is not one would be read as a notification: the members decide.
  given Codec[Message] = Codec.from(
    Decoder.instance { c =>
      val names = c.keys.fold(Set.empty[String])(_.toSet)
      if names("error") then c.as[Failure]
      else if names("result") then c.as[Result]
      else if names("id") then c.as[Request]
      else c.as[Notification]
    },
    Encoder.instance {
      case r: Request      => r.asJson
      case n: Notification => n.asJson
      case r: Result       => r.asJson
      case f: Failure      => f.asJson
    })
  given messageOrListMessage: Codec[Message | List[Message]] = Codec.from(
    Decoder.instance(c => if c.value.isArray then c.as[List[Message]] else c.as[Message]),
    Encoder.instance {
      case l: List[?]                                         => l.asInstanceOf[List[Message]].asJson
      case m: (Request | Notification | Result | Failure) => (m: Message).asJson
    })

private object CirceDynamoDb:
  import CirceParts.*
  import DynamoDb.*
  private val naming = camel.withTransformMemberNames(name => s"${name.head.toUpper}${name.tail}")
  given Codec[Attribute] = Codec.from(
    Decoder.instance { c =>
      c.keys.flatMap(_.headOption) match
        case Some("S")    => c.get[String]("S").map(Attribute.S(_))
        case Some("N")    => c.get[String]("N").map(n => Attribute.N(BigDecimal(n)))
        case Some("B")    => c.get[String]("B").map(Attribute.B(_))
        case Some("BOOL") => c.get[Boolean]("BOOL").map(Attribute.BOOL(_))
        case Some("NULL") => c.get[Boolean]("NULL").map(Attribute.NULL(_))
        case Some("SS")   => c.get[List[String]]("SS").map(Attribute.SS(_))
        case Some("L")    => c.get[List[Attribute]]("L").map(Attribute.L(_))
        case Some("M")    => c.get[Map[String, Attribute]]("M").map(Attribute.M(_))
        case _            => Left(io.circe.DecodingFailure("an attribute", c.history))
    },
    Encoder.instance {
      case Attribute.S(value)    => Json.obj("S" -> value.asJson)
      case Attribute.N(value)    => Json.obj("N" -> value.toString.asJson)
      case Attribute.B(value)    => Json.obj("B" -> value.asJson)
      case Attribute.BOOL(value) => Json.obj("BOOL" -> value.asJson)
      case Attribute.NULL(value) => Json.obj("NULL" -> value.asJson)
      case Attribute.SS(value)   => Json.obj("SS" -> value.asJson)
      case Attribute.L(value)    => Json.obj("L" -> value.asJson)
      case Attribute.M(value)    => Json.obj("M" -> value.asJson)
    })
  given Codec[Capacity] = ConfiguredCodec.derived(using naming)
  given Codec[Page] = withoutNulls(ConfiguredCodec.derived(using naming))

private object CircePrometheus:
  import CirceParts.*
  import Prometheus.*
  private val naming = camel.withTransformConstructorNames(_.toLowerCase)
  given Codec[Point] = ConfiguredCodec.derived(using naming)
  given Codec[Series] = ConfiguredCodec.derived(using naming)
  given Codec[Data] = ConfiguredCodec.derived(using naming.withDiscriminator("resultType"))
  given Codec[Answer] = withoutNulls(ConfiguredCodec.derived(using naming.withDiscriminator("status")))
