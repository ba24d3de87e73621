package brine.bench.peers

import java.time.Instant
import java.util.concurrent.ConcurrentHashMap
import scala.collection.mutable.ArrayBuffer
import upickle.core.Visitor
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.workloads.*
import brine.testkit.komanov.*

/** upickle: codecs that its macro derives. Instants of the websites are numbers of milliseconds; it has none for those
  * of GitHub, which are texts.
  */
object UpicklePeer extends Peer:
  private val promise = Promise(
    envelope = "names of fields, and of classes where they are not known",
    evolution = "fields by name: added ones must have defaults, unknown ones are skipped",
    identity = "none: shared objects are copied"
  )

  def configurations: List[Configuration] = List(
    new Configuration("upickle", "derived codecs with a tag, large longs as numbers, bytes out and in", promise):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        if !Workload.ofJson.exists(_.name == workload.kind) then Left("it is compared as JSON alone")
        else Right(made(workload.kind).asInstanceOf[Contender[A]])

      def ofMessages: Either[String, Vector[Contender[?]]] = Left("it is compared as JSON alone")
  )

  private def made(kind: String): Contender[?] = kind match
    case "github" | "twitter" => UpickleSnakes.contender(kind)
    case "geojson"            => UpickleGeo.contender
    case _                    => UpickleModels.contender(kind)

/** Its settings, which are members to override. */
private abstract class Upickled extends upickle.AttributeTagged:
  override def tagName: String = "type"

  /** Its own writer makes strings of longs of more than 53 bits; all other contenders write numbers. */
  override implicit val LongWriter: Writer[Long] = new Writer[Long]:
    def write0[V](out: Visitor[?, V], value: Long): V =
      if math.abs(value) <= (1L << 53) then out.visitInt64(value, -1)
      else out.visitFloat64StringParts(value.toString, -1, -1, -1)

  protected final def of[A](using codec: ReadWriter[A]): Contender[A] = new Contender[A]:
    def write(value: A): Array[Byte] = writeToByteArray(value)
    def read(bytes: Array[Byte]): A = Upickled.this.read[A](bytes)

  protected final def enumOf[E](values: Array[E]): ReadWriter[E] =
    val byName = values.map(v => v.toString -> v).toMap
    readwriter[String].bimap(_.toString, byName)

private object UpickleModels extends Upickled:
  given ReadWriter[Instant] = readwriter[Long].bimap(_.toEpochMilli, Instant.ofEpochMilli(_))
  given ReadWriter[SiteType] = enumOf(SiteType.values)
  given ReadWriter[SiteFlag] = enumOf(SiteFlag.values)
  given ReadWriter[PageComponentType] = enumOf(PageComponentType.values)
  given ReadWriter[Player] = enumOf(Player.values)
  given ReadWriter[ImageSize] = enumOf(ImageSize.values)
  given ReadWriter[DataEvent] = ReadWriter.derived
  given ReadWriter[Coordinates] = ReadWriter.derived
  given ReadWriter[DataPoint] = ReadWriter.derived
  given ReadWriter[BinaryTree] = ReadWriter.derived
  given ReadWriter[Image] = ReadWriter.derived
  given ReadWriter[Clip] = ReadWriter.derived
  given ReadWriter[MediaContent] = ReadWriter.derived
  given ReadWriter[PageComponentPosition] = ReadWriter.derived
  given ReadWriter[PageComponentData] = ReadWriter.derived
  given ReadWriter[PageComponent] = ReadWriter.derived
  given ReadWriter[MetaTag] = ReadWriter.derived
  given ReadWriter[Page] = ReadWriter.derived
  given ReadWriter[Domain] = ReadWriter.derived
  given ReadWriter[EntryPoint] = ReadWriter.derived
  given ReadWriter[Site] = ReadWriter.derived

  /** A derivation for all leaves at once exceeds the compiler's limit on inlining. */
  given ReadWriter[SiteEvent] = ReadWriter.merge(
    ReadWriter.derived[SiteCreated],
    ReadWriter.derived[SiteNameSet],
    ReadWriter.derived[SiteDescriptionSet],
    ReadWriter.derived[SiteRevisionSet],
    ReadWriter.derived[SitePublished],
    ReadWriter.derived[SiteUnpublished],
    ReadWriter.derived[SiteFlagAdded],
    ReadWriter.derived[SiteFlagRemoved],
    ReadWriter.derived[DomainAdded],
    ReadWriter.derived[DomainRemoved],
    ReadWriter.derived[PrimaryDomainSet],
    ReadWriter.derived[DefaultMetaTagAdded],
    ReadWriter.derived[DefaultMetaTagRemoved],
    ReadWriter.derived[PageAdded],
    ReadWriter.derived[PageRemoved],
    ReadWriter.derived[PageNameSet],
    ReadWriter.derived[PageMetaTagAdded],
    ReadWriter.derived[PageMetaTagRemoved],
    ReadWriter.derived[PageComponentAdded],
    ReadWriter.derived[PageComponentRemoved],
    ReadWriter.derived[PageComponentPositionSet],
    ReadWriter.derived[PageComponentPositionReset],
    ReadWriter.derived[TextComponentDataSet],
    ReadWriter.derived[ButtonComponentDataSet],
    ReadWriter.derived[BlogComponentDataSet],
    ReadWriter.derived[DomainEntryPointAdded],
    ReadWriter.derived[FreeEntryPointAdded],
    ReadWriter.derived[EntryPointRemoved],
    ReadWriter.derived[PrimaryEntryPointSet]
  )

  def contender(kind: String): Contender[?] = kind match
    case "events"     => of[Vector[DataEvent]]
    case "eventsEach" => of[DataEvent]
    case "points"     => of[ArrayBuffer[DataPoint]]
    case "tree"       => of[BinaryTree]
    case "site"       => of[Site]
    case "siteEvents" => of[SiteEvent]
    case "media"      => of[MediaContent]

private object UpickleSnakes extends Upickled:
  import brine.bench.workloads.apis.*

  /** GitHub's options have a default, and are left out; Twitter's have none, and are null. */
  override def serializeDefaults: Boolean = false

  override def objectAttributeKeyWriteMap(name: CharSequence): CharSequence =
    snakes.computeIfAbsent(name.toString, snake)
  override def objectAttributeKeyReadMap(name: CharSequence): CharSequence =
    camels.computeIfAbsent(name.toString, camel)

  /** It maps the names of each object, so they are kept. */
  private lazy val snakes = new ConcurrentHashMap[String, String]
  private lazy val camels = new ConcurrentHashMap[String, String]

  private def snake(name: String): String = name.flatMap(c => if c.isUpper then s"_${c.toLower}" else c.toString)
  private def camel(name: String): String =
    val words = name.split('_')
    words.head + words.tail.map(_.capitalize).mkString

  given ReadWriter[Instant] = readwriter[String].bimap(_.toString, Instant.parse(_))
  given ReadWriter[Actor] = ReadWriter.derived
  given ReadWriter[RepoName] = ReadWriter.derived
  given ReadWriter[Author] = ReadWriter.derived
  given ReadWriter[Commit] = ReadWriter.derived
  given ReadWriter[Push] = ReadWriter.derived
  given ReadWriter[Watch] = ReadWriter.derived
  given ReadWriter[Create] = ReadWriter.derived
  given ReadWriter[Account] = ReadWriter.derived
  given ReadWriter[Label] = ReadWriter.derived
  given ReadWriter[Milestone] = ReadWriter.derived
  given ReadWriter[Issue] = ReadWriter.derived
  given ReadWriter[IssueChange] = ReadWriter.derived
  given ReadWriter[Comment] = ReadWriter.derived
  given ReadWriter[IssueComment] = ReadWriter.derived
  given ReadWriter[License] = ReadWriter.derived
  given ReadWriter[Repository] = ReadWriter.derived
  given ReadWriter[Tip] = ReadWriter.derived
  given ReadWriter[PullRequest] = ReadWriter.derived
  given ReadWriter[PullRequestChange] = ReadWriter.derived
  given ReadWriter[Forked] = ReadWriter.derived
  given ReadWriter[Asset] = ReadWriter.derived
  given ReadWriter[Release] = ReadWriter.derived
  given ReadWriter[ReleaseChange] = ReadWriter.derived
  given ReadWriter[GithubEvent] = ReadWriter.derived
  given ReadWriter[Hashtag] = ReadWriter.derived
  given ReadWriter[Mention] = ReadWriter.derived
  given ReadWriter[Link] = ReadWriter.derived
  given ReadWriter[MediaSize] = ReadWriter.derived
  given ReadWriter[Photo] = ReadWriter.derived
  given ReadWriter[Entities] = ReadWriter.derived
  given ReadWriter[Place] = ReadWriter.derived
  given ReadWriter[TwitterUser] = ReadWriter.derived
  given ReadWriter[Tweet] = ReadWriter.derived

  def contender(kind: String): Contender[?] = kind match
    case "github"  => of[Vector[GithubEvent]]
    case "twitter" => of[Vector[Tweet]]

private object UpickleGeo extends Upickled:
  import brine.bench.workloads.apis.*

  given ReadWriter[Geometry] = ReadWriter.derived
  given ReadWriter[GeoJson] = ReadWriter.derived
  def contender: Contender[?] = of[GeoJson]
