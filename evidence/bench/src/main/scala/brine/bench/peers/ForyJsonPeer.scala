package brine.bench.peers

import java.time.Instant
import scala.collection.mutable.ArrayBuffer
import org.apache.fory.json.{ForyJson, ForyJsonBuilder, PropertyNamingStrategy}
import org.apache.fory.json.codec.AbstractJsonValueCodec
import org.apache.fory.json.reader.JsonReader
import org.apache.fory.json.writer.JsonWriter
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.workloads.*
import brine.bench.workloads.apis.{GeoJson, GithubEvent, Tweet}
import brine.testkit.komanov.*

/** Fory's JSON: it generates the code for classes at run time. It is made for Java's classes, and its module for Scala
  * is not at hand. Mixins report the constructors of case classes and the leaves of sealed traits. Codecs here take
  * collections, options and enums. Instants of the websites are numbers of milliseconds. It cannot leave out `None`:
  * only in its JSON do GitHub's events have nulls.
  */
object ForyJsonPeer extends Peer:
  private val promise = Promise(
    envelope = "names of fields, and of classes where they are not known",
    evolution = "fields by name: missing ones are null or zero, unknown ones are skipped",
    identity = "none: shared objects are copied"
  )

  def configurations: List[Configuration] = List(
    new Configuration(
      "fory-json",
      "fields alone, code generated before it is used, mixins and codecs for Scala",
      promise
    ):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        if !Workload.ofJson.exists(_.name == workload.kind) then Left("it is compared as JSON alone")
        else Right(made(workload.kind, workload.depth).asInstanceOf[Contender[A]])

      def ofMessages: Either[String, Vector[Contender[?]]] = Left("it is compared as JSON alone")
  )

  /** Its default is less than the largest workloads take. */
  private final val MaxMemory = 8L << 30

  private def made(kind: String, depth: Int): Contender[?] =
    val builder = ForyJson
      .builder()
      .withFieldMode(true)
      .withAsyncCompilation(false)
      .maxDepth(depth)
      .withMaxGraphMemoryBytes(MaxMemory)
    kind match
      case "github" =>
        builder.registerCodec(classOf[Vector[GithubEvent]], new ForyJsonGithub.VectorOfGithubEvent)
        of(snakes(builder, ForyJsonGithub.all), classOf[Vector[GithubEvent]])
      case "twitter" =>
        builder.registerCodec(classOf[Vector[Tweet]], new ForyJsonTwitter.VectorOfTweet)
        of(snakes(builder, ForyJsonTwitter.all), classOf[Vector[Tweet]])
      case "geojson" => of(mixed(builder, ForyJsonGeo.all), classOf[GeoJson])
      case _         => model(kind, models(builder))

  private def mixed(builder: ForyJsonBuilder, mixins: List[Class[?]]): ForyJsonBuilder =
    mixins.foldLeft(builder)(_.registerMixin(_))

  private def snakes(builder: ForyJsonBuilder, mixins: List[Class[?]]): ForyJsonBuilder =
    mixed(builder, mixins).withPropertyNamingStrategy(PropertyNamingStrategy.SNAKE_CASE)

  private def models(builder: ForyJsonBuilder): ForyJsonBuilder =
    mixed(builder, ForyJsonModels.all)
      .registerCodec(classOf[Instant], new Milliseconds)
      .registerCodec(classOf[SiteType], new ForyEnum(SiteType.values))
      .registerCodec(classOf[SiteFlag], new ForyEnum(SiteFlag.values))
      .registerCodec(classOf[PageComponentType], new ForyEnum(PageComponentType.values))
      .registerCodec(classOf[Player], new ForyEnum(Player.values))
      .registerCodec(classOf[ImageSize], new ForyEnum(ImageSize.values))

  private def model(kind: String, builder: ForyJsonBuilder): Contender[?] = kind match
    case "events" =>
      of(
        builder.registerCodec(classOf[Vector[DataEvent]], new ForyJsonModels.VectorOfDataEvent),
        classOf[Vector[DataEvent]]
      )
    case "points" =>
      of(
        builder.registerCodec(classOf[ArrayBuffer[DataPoint]], new ForyJsonModels.BufferOfDataPoint),
        classOf[ArrayBuffer[DataPoint]]
      )
    case "eventsEach" => of(builder, classOf[DataEvent])
    case "tree"       => of(builder, classOf[BinaryTree])
    case "site"       => of(builder, classOf[Site])
    case "siteEvents" => of(builder, classOf[SiteEvent])
    case "media"      => of(builder, classOf[MediaContent])

  private def of[A](builder: ForyJsonBuilder, as: Class[A]): Contender[A] = new ForyJsonContender(builder.build(), as)

  private final class Milliseconds extends AbstractJsonValueCodec[Instant]:
    def write(out: JsonWriter, instant: Instant): Unit = out.writeLong(instant.toEpochMilli)
    def read(in: JsonReader): Instant = Instant.ofEpochMilli(in.readLong())

private final class ForyJsonContender[A](fory: ForyJson, as: Class[A]) extends Contender[A]:
  def write(value: A): Array[Byte] = fory.toJsonBytes(value, as)
  def read(bytes: Array[Byte]): A = fory.fromJson(bytes, as)
