package brine.bench.peers

import java.nio.charset.StandardCharsets.UTF_8
import java.time.Instant
import scala.collection.mutable.ArrayBuffer
import io.circe.{Codec, Decoder, Encoder, Printer}
import io.circe.derivation.{Configuration as Naming, ConfiguredCodec, ConfiguredEnumCodec}
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.workloads.*
import brine.bench.workloads.apis.{GeoJson, Geometry}
import brine.testkit.documents.DocumentKinds
import brine.testkit.komanov.*

/** circe: codecs that it derives, by way of its tree of JSON. Instants of the websites are numbers of milliseconds. */
object CircePeer extends Peer:
  private val promise = Promise(
    envelope = "names of fields, and of classes where they are not known",
    evolution = "fields by name: added ones may be options, unknown ones are skipped",
    identity = "none: shared objects are copied"
  )

  def configurations: List[Configuration] = List(
    new Configuration("circe", "derived codecs with a discriminator, its printer without spaces, its parser", promise):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        if !(Workload.ofJson ++ Workload.documents).exists(_.name == workload.kind) then
          Left("it is compared as JSON alone")
        else Right(new CirceContender(codec(workload.kind).asInstanceOf[CirceCodec[A]], printer(workload.kind)))

      def ofMessages: Either[String, Vector[Contender[?]]] = Left("it is compared as JSON alone")
  )

  /** GitHub leaves out members without a value. */
  private def printer(kind: String): Printer =
    if kind == "github" then Printer.noSpaces.copy(dropNullValues = true) else Printer.noSpaces

  private def codec(kind: String): CirceCodec[?] =
    kind match
      case "github" | "twitter"                        => CirceSnakes.codec(kind)
      case "geojson"                                   => CirceGeo.codec
      case name if DocumentKinds.byName.contains(name) => DocumentsByCirce.codec(name)
      case _                                           => CirceModels.codec(kind)

private final class CirceContender[A](codec: CirceCodec[A], printer: Printer) extends Contender[A]:
  def write(value: A): Array[Byte] = printer.print(codec.out(value)).getBytes(UTF_8)
  def read(bytes: Array[Byte]): A = io.circe.jawn.decodeByteArray[A](bytes)(using codec.in).fold(throw _, identity)

private final class CirceCodec[A](val out: Encoder[A], val in: Decoder[A])

private object CirceCodec:
  def of[A](using out: Encoder[A], in: Decoder[A]): CirceCodec[A] = new CirceCodec(out, in)

private object CirceModels:
  given Naming = Naming.default.withDiscriminator("type")
  given Codec[Instant] = Codec.from(Decoder[Long].map(Instant.ofEpochMilli(_)), Encoder[Long].contramap(_.toEpochMilli))
  given Codec[SiteType] = ConfiguredEnumCodec.derived
  given Codec[SiteFlag] = ConfiguredEnumCodec.derived
  given Codec[PageComponentType] = ConfiguredEnumCodec.derived
  given Codec[Player] = ConfiguredEnumCodec.derived
  given Codec[ImageSize] = ConfiguredEnumCodec.derived
  given Codec[DataEvent] = ConfiguredCodec.derived
  given Codec[Coordinates] = ConfiguredCodec.derived
  given Codec[DataPoint] = ConfiguredCodec.derived
  given Codec[BinaryTree] = ConfiguredCodec.derived
  given Codec[Image] = ConfiguredCodec.derived
  given Codec[Clip] = ConfiguredCodec.derived
  given Codec[MediaContent] = ConfiguredCodec.derived
  given Codec[PageComponentPosition] = ConfiguredCodec.derived
  given Codec[PageComponentData] = ConfiguredCodec.derived
  given Codec[PageComponent] = ConfiguredCodec.derived
  given Codec[MetaTag] = ConfiguredCodec.derived
  given Codec[Page] = ConfiguredCodec.derived
  given Codec[Domain] = ConfiguredCodec.derived
  given Codec[EntryPoint] = ConfiguredCodec.derived
  given Codec[Site] = ConfiguredCodec.derived
  given Codec[SiteEvent] = ConfiguredCodec.derived

  def codec(kind: String): CirceCodec[?] = kind match
    case "events"     => CirceCodec.of[Vector[DataEvent]]
    case "eventsEach" => CirceCodec.of[DataEvent]
    case "points"     => CirceCodec.of[ArrayBuffer[DataPoint]]
    case "tree"       => CirceCodec.of[BinaryTree]
    case "site"       => CirceCodec.of[Site]
    case "siteEvents" => CirceCodec.of[SiteEvent]
    case "media"      => CirceCodec.of[MediaContent]

private object CirceSnakes:
  import brine.bench.workloads.apis.*

  given Naming = Naming.default.withSnakeCaseMemberNames.withDiscriminator("type")
  given Codec[Actor] = ConfiguredCodec.derived
  given Codec[RepoName] = ConfiguredCodec.derived
  given Codec[Author] = ConfiguredCodec.derived
  given Codec[Commit] = ConfiguredCodec.derived
  given Codec[Push] = ConfiguredCodec.derived
  given Codec[Watch] = ConfiguredCodec.derived
  given Codec[Create] = ConfiguredCodec.derived
  given Codec[Account] = ConfiguredCodec.derived
  given Codec[Label] = ConfiguredCodec.derived
  given Codec[Milestone] = ConfiguredCodec.derived
  given Codec[Issue] = ConfiguredCodec.derived
  given Codec[IssueChange] = ConfiguredCodec.derived
  given Codec[Comment] = ConfiguredCodec.derived
  given Codec[IssueComment] = ConfiguredCodec.derived
  given Codec[License] = ConfiguredCodec.derived
  given Codec[Repository] = ConfiguredCodec.derived
  given Codec[Tip] = ConfiguredCodec.derived
  given Codec[PullRequest] = ConfiguredCodec.derived
  given Codec[PullRequestChange] = ConfiguredCodec.derived
  given Codec[Forked] = ConfiguredCodec.derived
  given Codec[Asset] = ConfiguredCodec.derived
  given Codec[Release] = ConfiguredCodec.derived
  given Codec[ReleaseChange] = ConfiguredCodec.derived
  given Codec[GithubEvent] = ConfiguredCodec.derived
  given Codec[Hashtag] = ConfiguredCodec.derived
  given Codec[Mention] = ConfiguredCodec.derived
  given Codec[Link] = ConfiguredCodec.derived
  given Codec[MediaSize] = ConfiguredCodec.derived
  given Codec[Photo] = ConfiguredCodec.derived
  given Codec[Entities] = ConfiguredCodec.derived
  given Codec[Place] = ConfiguredCodec.derived
  given Codec[TwitterUser] = ConfiguredCodec.derived
  given Codec[Tweet] = ConfiguredCodec.derived

  def codec(kind: String): CirceCodec[?] = kind match
    case "github"  => CirceCodec.of[Vector[GithubEvent]]
    case "twitter" => CirceCodec.of[Vector[Tweet]]

private object CirceGeo:
  given Naming = Naming.default.withDiscriminator("type")
  given Codec[Geometry] = ConfiguredCodec.derived
  given Codec[GeoJson] = ConfiguredCodec.derived
  def codec: CirceCodec[?] = CirceCodec.of[GeoJson]
