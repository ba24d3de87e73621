package brine.bench.peers

import java.time.Instant
import scala.collection.mutable.ArrayBuffer
import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.messages.*
import brine.bench.workloads.*
import brine.testkit.komanov.*

/** jsoniter-scala: JSON by codecs made at compile time; instants are numbers of milliseconds. */
object JsoniterPeer extends Peer:
  private val promise = Promise(
    envelope = "names of fields, and of classes where they are not known",
    evolution = "fields by name: added ones must have defaults, unknown ones are skipped",
    identity = "none: shared objects are copied"
  )

  def configurations: List[Configuration] = List(
    new Configuration("jsoniter", "default limits, fields are checked for duplicates", promise):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        of(workload, CheckingCodecs.codec(_), isTuned = false)
      def ofMessages: Either[String, Vector[Contender[?]]] = of(CheckingCodecs.ofMessages, isTuned = false)
    ,
    new Configuration(
      "jsoniter-fast",
      "no check for duplicate fields, a writer's buffer as large as the last output",
      promise
    ):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        of(workload, FastCodecs.codec(_), isTuned = true)
      def ofMessages: Either[String, Vector[Contender[?]]] = of(FastCodecs.ofMessages, isTuned = true)
    ,
    new Configuration("jsoniter-indented", "`jsoniter-fast`, indented by two spaces", promise):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        of(workload, FastCodecs.codec(_), isTuned = true, indentation = 2)
      def ofMessages: Either[String, Vector[Contender[?]]] = Left("a trial of single workloads")
  )

  private def of[A](
      workload: Workload[A],
      codec: String => JsonValueCodec[?],
      isTuned: Boolean,
      indentation: Int = 0
  ): Either[String, Contender[A]] =
    if workload.kind == "links" then Left("JSON has no references: a graph in cycles never ends")
    else Right(new JsoniterContender(codec(workload.kind).asInstanceOf[JsonValueCodec[A]], isTuned, indentation))

  private def of(codecs: Vector[JsonValueCodec[Any]], isTuned: Boolean): Either[String, Vector[Contender[?]]] =
    Right(codecs.map(new JsoniterContender(_, isTuned)))

private final class JsoniterContender[A](codec: JsonValueCodec[A], isTuned: Boolean, indentation: Int = 0)
    extends Contender[A]:
  private var writer: WriterConfig = WriterConfig.withIndentionStep(indentation)

  def write(value: A): Array[Byte] =
    val bytes = writeToArray(value, writer)(using codec)
    // A buffer that had to grow is given up after the call, one of the preferred size is kept.
    if isTuned && bytes.length > writer.preferredBufSize then
      writer = writer.withPreferredBufSize(bytes.length + 1024)
    bytes

  def read(bytes: Array[Byte]): A = readFromArray(bytes)(using codec)

private object JsoniterScalars:
  given JsonValueCodec[Instant] with
    def nullValue: Instant = null
    def encodeValue(instant: Instant, out: JsonWriter): Unit = out.writeVal(instant.toEpochMilli)
    def decodeValue(in: JsonReader, default: Instant): Instant = Instant.ofEpochMilli(in.readLong())

  /** Enums without parameters are strings, not objects. */
  given JsonValueCodec[SiteType] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[SiteFlag] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[PageComponentType] = JsonCodecMaker.makeWithoutDiscriminator

private object JsoniterEnums:
  given JsonValueCodec[Player] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[ImageSize] = JsonCodecMaker.makeWithoutDiscriminator

private object JsoniterMessages:
  given JsonValueCodec[SecondFactor] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[Permission] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[AccountKind] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[Side] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[Priority] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[Level] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[Sky] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[BasketAction] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[Severity] = JsonCodecMaker.makeWithoutDiscriminator
  given JsonValueCodec[Cabin] = JsonCodecMaker.makeWithoutDiscriminator

private object CheckingCodecs:
  import JsoniterEnums.given
  import JsoniterScalars.given

  private inline def of[A]: JsonValueCodec[A] = JsonCodecMaker.make(CodecMakerConfig.withAllowRecursiveTypes(true))

  /** A codec that the macro does not find when it makes others: they have the code for all of their parts inside. */
  private final class Made[A](val codec: JsonValueCodec[A])
  private inline given [A]: Made[A] = new Made(of[A])

  lazy val ofMessages: Vector[JsonValueCodec[Any]] =
    import JsoniterMessages.given
    Messages.ofEach[Made].map(_.codec)

  def codec(kind: String): JsonValueCodec[?] = kind match
    case "ints"       => of[Vector[Int]]
    case "events"     => of[Vector[DataEvent]]
    case "eventsEach" => of[DataEvent]
    case "points"     => of[ArrayBuffer[DataPoint]]
    case "raster"     => of[Raster]
    case "tree"       => of[BinaryTree]
    case "treeLongs"  => of[LongTree]
    case "site"       => of[Site]
    case "siteEvents" => of[SiteEvent]
    case "media"      => of[MediaContent]
    case api          => CheckingApis.codec(api)

private object FastCodecs:
  import JsoniterEnums.given
  import JsoniterScalars.given

  private inline def of[A]: JsonValueCodec[A] =
    JsonCodecMaker.make(CodecMakerConfig.withAllowRecursiveTypes(true).withCheckFieldDuplication(false))

  /** A codec that the macro does not find when it makes others: they have the code for all of their parts inside. */
  private final class Made[A](val codec: JsonValueCodec[A])
  private inline given [A]: Made[A] = new Made(of[A])

  lazy val ofMessages: Vector[JsonValueCodec[Any]] =
    import JsoniterMessages.given
    Messages.ofEach[Made].map(_.codec)

  def codec(kind: String): JsonValueCodec[?] = kind match
    case "ints"       => of[Vector[Int]]
    case "events"     => of[Vector[DataEvent]]
    case "eventsEach" => of[DataEvent]
    case "points"     => of[ArrayBuffer[DataPoint]]
    case "raster"     => of[Raster]
    case "tree"       => of[BinaryTree]
    case "treeLongs"  => of[LongTree]
    case "site"       => of[Site]
    case "siteEvents" => of[SiteEvent]
    case "media"      => of[MediaContent]
    case api          => FastApis.codec(api)
