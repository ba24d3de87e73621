package brine.bench.peers

import java.nio.ByteBuffer
import java.time.Instant
import java.util.UUID
import scala.collection.mutable.ArrayBuffer
import io.bullet.borer.{Cbor, Codec, Decoder, Encoder}
import io.bullet.borer.derivation.{ArrayBasedCodecs, MapBasedCodecs}
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.workloads.*
import brine.testkit.komanov.*

/** borer: CBOR by codecs derived at compile time; instants are numbers of milliseconds, enums their ordinals, ids byte
  * strings.
  */
object BorerPeer extends Peer:
  def configurations: List[Configuration] = List(
    new Configuration(
      "borer",
      "map-based codecs, default limits except for the length of arrays",
      promise("names of fields and classes", "fields by name: added ones must have defaults, unknown ones are skipped")
    ):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        of(workload, BorerMaps.codec(_), writing, reading)
      def ofMessages: Either[String, Vector[Contender[?]]] = of(BorerMapMessages.codecs, writing, reading)
      private def writing = Cbor.EncodingConfig.default
      private def reading = Cbor.DecodingConfig.default.copy(maxArrayLength = Longest)
    ,
    new Configuration(
      "borer-fast",
      "array-based codecs, arrays of numbers as byte strings, doubles not tried as smaller floats",
      promise("names of classes where they are not known", "none: fields by position")
    ):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        of(workload, BorerArrays.codec(_), writing, reading)
      def ofMessages: Either[String, Vector[Contender[?]]] = of(BorerArrayMessages.codecs, writing, reading)
      private def writing = Cbor.EncodingConfig.default.copy(compressFloatingPointValues = false)
      private def reading =
        Cbor.DecodingConfig.default.copy(maxArrayLength = Longest, maxByteStringLength = 4 * Longest)
  )

  /** A raster's cells. */
  private final val Longest = 100_000_000

  private def promise(envelope: String, evolution: String) =
    Promise(envelope, evolution, "none: shared objects are copied")

  private def of[A](
      workload: Workload[A],
      codec: String => Codec[?],
      writing: Cbor.EncodingConfig,
      reading: Cbor.DecodingConfig
  ): Either[String, Contender[A]] =
    if workload.kind == "links" then Left("its codecs know no references: a graph in cycles never ends")
    else Right(new BorerContender(codec(workload.kind).asInstanceOf[Codec[A]], writing, reading))

  private def of(
      codecs: Vector[Codec[Any]],
      writing: Cbor.EncodingConfig,
      reading: Cbor.DecodingConfig
  ): Either[String, Vector[Contender[?]]] = Right(codecs.map(new BorerContender(_, writing, reading)))

private final class BorerContender[A](codec: Codec[A], writing: Cbor.EncodingConfig, reading: Cbor.DecodingConfig)
    extends Contender[A]:
  private given Encoder[A] = codec.encoder
  private given Decoder[A] = codec.decoder

  def write(value: A): Array[Byte] = Cbor.encode(value).withConfig(writing).toByteArray
  def read(bytes: Array[Byte]): A = Cbor.decode(bytes).withConfig(reading).to[A].value

private object BorerScalars:
  given Codec[UUID] = Codec.bimap[Array[Byte], UUID](
    id => ByteBuffer.allocate(16).putLong(id.getMostSignificantBits).putLong(id.getLeastSignificantBits).array,
    bytes =>
      val buffer = ByteBuffer.wrap(bytes)
      new UUID(buffer.getLong, buffer.getLong)
  )
  given Codec[Instant] = Codec.bimap[Long, Instant](_.toEpochMilli, Instant.ofEpochMilli)
  given Codec[SiteType] = Codec.bimap[Int, SiteType](_.ordinal, SiteType.fromOrdinal)
  given Codec[SiteFlag] = Codec.bimap[Int, SiteFlag](_.ordinal, SiteFlag.fromOrdinal)
  given Codec[PageComponentType] = Codec.bimap[Int, PageComponentType](_.ordinal, PageComponentType.fromOrdinal)
  given Codec[Player] = Codec.bimap[Int, Player](_.ordinal, Player.fromOrdinal)
  given Codec[ImageSize] = Codec.bimap[Int, ImageSize](_.ordinal, ImageSize.fromOrdinal)

  /** A codec of a type with an encoder and a decoder. */
  def of[A](using encoder: Encoder[A], decoder: Decoder[A]): Codec[A] = Codec(encoder, decoder)

/** Each is made on first use. */
private object BorerMaps:
  import BorerScalars.{*, given}
  import MapBasedCodecs.{deriveAllCodecs, deriveCodec}

  def codec(kind: String): Codec[?] = kind match
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

  private given Codec[DataEvent] = deriveCodec[DataEvent]
  private given Codec[Coordinates] = deriveCodec[Coordinates]
  private given Codec[DataPoint] = deriveCodec[DataPoint]
  private given Codec[Raster] = deriveCodec[Raster]
  private given Codec[BinaryTree] = deriveAllCodecs[BinaryTree]
  private given Codec[LongTree] = deriveAllCodecs[LongTree]
  private given Codec[Domain] = deriveCodec[Domain]
  private given Codec[MetaTag] = deriveCodec[MetaTag]
  private given Codec[PageComponentPosition] = deriveCodec[PageComponentPosition]
  private given Codec[PageComponentData] = deriveAllCodecs[PageComponentData]
  private given Codec[EntryPoint] = deriveAllCodecs[EntryPoint]
  private given Codec[PageComponent] = deriveCodec[PageComponent]
  private given Codec[Page] = deriveCodec[Page]
  private given Codec[Site] = deriveCodec[Site]
  private given Codec[SiteEvent] = deriveAllCodecs[SiteEvent]
  private given Codec[Image] = deriveCodec[Image]
  private given Codec[Clip] = deriveCodec[Clip]
  private given Codec[MediaContent] = deriveCodec[MediaContent]

private object BorerArrays:
  import BorerScalars.{*, given}
  import io.bullet.borer.ByteStringArrayCodecs.LittleEndian.given
  import ArrayBasedCodecs.{deriveAllCodecs, deriveCodec}

  def codec(kind: String): Codec[?] = kind match
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

  private given Codec[DataEvent] = deriveCodec[DataEvent]
  private given Codec[Coordinates] = deriveCodec[Coordinates]
  private given Codec[DataPoint] = deriveCodec[DataPoint]
  private given Codec[Raster] = deriveCodec[Raster]
  private given Codec[BinaryTree] = deriveAllCodecs[BinaryTree]
  private given Codec[LongTree] = deriveAllCodecs[LongTree]
  private given Codec[Domain] = deriveCodec[Domain]
  private given Codec[MetaTag] = deriveCodec[MetaTag]
  private given Codec[PageComponentPosition] = deriveCodec[PageComponentPosition]
  private given Codec[PageComponentData] = deriveAllCodecs[PageComponentData]
  private given Codec[EntryPoint] = deriveAllCodecs[EntryPoint]
  private given Codec[PageComponent] = deriveCodec[PageComponent]
  private given Codec[Page] = deriveCodec[Page]
  private given Codec[Site] = deriveCodec[Site]
  private given Codec[SiteEvent] = deriveAllCodecs[SiteEvent]
  private given Codec[Image] = deriveCodec[Image]
  private given Codec[Clip] = deriveCodec[Clip]
  private given Codec[MediaContent] = deriveCodec[MediaContent]
