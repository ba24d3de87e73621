package brine.bench.peers

import java.time.Instant
import scala.collection.mutable.ArrayBuffer
import scala.reflect.ClassTag
import com.fasterxml.jackson.annotation.JsonTypeInfo
import com.fasterxml.jackson.core.{
  JsonFactory,
  JsonGenerator,
  JsonParser,
  StreamReadConstraints,
  StreamReadFeature,
  StreamWriteFeature
}
import com.fasterxml.jackson.databind.*
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.databind.jsontype.NamedType
import com.fasterxml.jackson.databind.module.SimpleModule
import com.fasterxml.jackson.module.blackbird.BlackbirdModule
import com.fasterxml.jackson.module.scala.DefaultScalaModule
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.messages.Messages
import brine.bench.workloads.*
import brine.testkit.komanov.*

/** Jackson: JSON by reflection, with its Scala module; instants are numbers of milliseconds, as its module of times
  * writes them by a setting. A reader and a writer for the type are kept, as its advice on performance says.
  */
object JacksonPeer extends Peer:
  private val promise = Promise(
    envelope = "names of fields, and of classes where they are not known",
    evolution = "fields by name: missing ones are null or zero, unknown ones are refused or, if so set, skipped",
    identity = "none: shared objects are copied"
  )

  def configurations: List[Configuration] = List(
    new Configuration(
      "jackson",
      "subtypes by names out of a closed list, limits of depth, numbers and strings",
      promise
    ):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        of(workload, JacksonMappers.limited(toldOf(workload)))
      def ofMessages: Either[String, Vector[Contender[?]]] = of(JacksonMessages.limited)
    ,
    new Configuration(
      "jackson-fast",
      "the same without narrower limits, Blackbird, the fast parser and writer of doubles",
      promise
    ):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        of(workload, JacksonMappers.fast(toldOf(workload)))
      def ofMessages: Either[String, Vector[Contender[?]]] = of(JacksonMessages.fast)
  )

  private def of[A](workload: Workload[A], mapper: => JsonMapper): Either[String, Contender[A]] =
    if workload.kind == "links" then
      Left("its object ids lose the links back: inside a list of Scala's they do not resolve")
    else
      val made = mapper
      Right(new JacksonContender(made, toldOf(workload).rootType(made, workload.kind)))

  private def toldOf(workload: Workload[?]): JacksonTold & JacksonRoots = workload.kind match
    case "github"              => JacksonGithub
    case "twitter" | "geojson" => JacksonApis
    case _                     => JacksonModels

  private def of(mapper: JsonMapper): Either[String, Vector[Contender[?]]] =
    Right(Messages.types.map(sort => new JacksonContender(mapper, mapper.constructType(sort.as))))

private final class JacksonContender[A](mapper: JsonMapper, root: JavaType) extends Contender[A]:
  private val reader = mapper.readerFor(root)
  private val writer = mapper.writerFor(root)

  def write(value: A): Array[Byte] = writer.writeValueAsBytes(value)
  def read(bytes: Array[Byte]): A = reader.readValue[A](bytes)

/** The settings that annotations of a workload's classes would give. */
private abstract class JacksonTold:
  /** Sealed traits, whose values are distinguished by names. */
  def families: List[Class[?]]
  def leaves: List[NamedType]

  /** Enums, and instants if they are numbers. */
  def addScalars(module: JacksonScalars): Unit

  /** The mapper's own settings. */
  def set(builder: JsonMapper.Builder): Unit = ()

/** The type of each workload's values. */
private trait JacksonRoots:
  def rootType(mapper: JsonMapper, kind: String): JavaType

private object JacksonMappers:
  def limited(told: JacksonTold): JsonMapper =
    val limits = StreamReadConstraints.builder.maxNestingDepth(100).maxNumberLength(100).maxStringLength(
      1 << 20
    ).maxNameLength(1000)
    taught(JsonMapper.builder(JsonFactory.builder.streamReadConstraints(limits.build()).build()), told).build()

  def fast(told: JacksonTold): JsonMapper =
    val factory = JsonFactory.builder
      .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
      .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
      .build()
    taught(JsonMapper.builder(factory), told).addModule(new BlackbirdModule).build()

  private def taught(builder: JsonMapper.Builder, told: JacksonTold): JsonMapper.Builder =
    for family <- told.families do builder.addMixIn(family, classOf[Named])
    builder.registerSubtypes(told.leaves*)
    val scalars = new JacksonScalars
    told.addScalars(scalars)
    told.set(builder)
    builder
      .addModule(DefaultScalaModule)
      .addModule(scalars)
      .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)

private object JacksonModels extends JacksonTold, JacksonRoots:
  def rootType(mapper: JsonMapper, kind: String): JavaType =
    val types = mapper.getTypeFactory
    kind match
      case "ints"       => types.constructCollectionLikeType(classOf[Vector[?]], classOf[Integer])
      case "events"     => types.constructCollectionLikeType(classOf[Vector[?]], classOf[DataEvent])
      case "eventsEach" => types.constructType(classOf[DataEvent])
      case "points"     => types.constructCollectionLikeType(classOf[ArrayBuffer[?]], classOf[DataPoint])
      case "raster"     => types.constructType(classOf[Raster])
      case "tree"       => types.constructType(classOf[BinaryTree])
      case "treeLongs"  => types.constructType(classOf[LongTree])
      case "site"       => types.constructType(classOf[Site])
      case "siteEvents" => types.constructType(classOf[SiteEvent])
      case "media"      => types.constructType(classOf[MediaContent])

  def families: List[Class[?]] =
    List(classOf[BinaryTree], classOf[LongTree], classOf[PageComponentData], classOf[EntryPoint], classOf[SiteEvent])

  def leaves: List[NamedType] = List[Class[?]](
    classOf[Branch],
    classOf[Leaf],
    classOf[LongBranch],
    classOf[LongLeaf],
    classOf[TextComponentData],
    classOf[ButtonComponentData],
    classOf[BlogComponentData],
    classOf[DomainEntryPoint],
    classOf[FreeEntryPoint],
    classOf[SiteCreated],
    classOf[SiteNameSet],
    classOf[SiteDescriptionSet],
    classOf[SiteRevisionSet],
    classOf[SitePublished],
    classOf[SiteUnpublished],
    classOf[SiteFlagAdded],
    classOf[SiteFlagRemoved],
    classOf[DomainAdded],
    classOf[DomainRemoved],
    classOf[PrimaryDomainSet],
    classOf[DefaultMetaTagAdded],
    classOf[DefaultMetaTagRemoved],
    classOf[PageAdded],
    classOf[PageRemoved],
    classOf[PageNameSet],
    classOf[PageMetaTagAdded],
    classOf[PageMetaTagRemoved],
    classOf[PageComponentAdded],
    classOf[PageComponentRemoved],
    classOf[PageComponentPositionSet],
    classOf[PageComponentPositionReset],
    classOf[TextComponentDataSet],
    classOf[ButtonComponentDataSet],
    classOf[BlogComponentDataSet],
    classOf[DomainEntryPointAdded],
    classOf[FreeEntryPointAdded],
    classOf[EntryPointRemoved],
    classOf[PrimaryEntryPointSet]
  ).map(leaf => new NamedType(leaf, leaf.getSimpleName))

  def addScalars(module: JacksonScalars): Unit =
    module.instantsAsMilliseconds()
    module.constants(SiteType.values)
    module.constants(SiteFlag.values)
    module.constants(PageComponentType.values)
    module.constants(Player.values)
    module.constants(ImageSize.values)

private final class JacksonScalars extends SimpleModule("scalars"):
  import JacksonScalars.*

  def instantsAsMilliseconds(): Unit =
    addSerializer(classOf[Instant], new InstantWriter).addDeserializer(classOf[Instant], new InstantReader)

  def constants[E <: scala.reflect.Enum](values: Array[E])(using tag: ClassTag[E]): Unit =
    val as = tag.runtimeClass.asInstanceOf[Class[E]]
    addSerializer(as, new ConstantWriter[E]).addDeserializer(as, new ConstantReader(values))

private object JacksonScalars:
  private final class InstantWriter extends JsonSerializer[Instant]:
    def serialize(instant: Instant, out: JsonGenerator, context: SerializerProvider): Unit =
      out.writeNumber(instant.toEpochMilli)

  private final class InstantReader extends JsonDeserializer[Instant]:
    def deserialize(in: JsonParser, context: DeserializationContext): Instant = Instant.ofEpochMilli(in.getLongValue)

  /** A Scala enum without parameters, by name. */
  private final class ConstantWriter[E <: scala.reflect.Enum] extends JsonSerializer[E]:
    def serialize(value: E, out: JsonGenerator, context: SerializerProvider): Unit = out.writeString(value.toString)

  private final class ConstantReader[E <: scala.reflect.Enum](values: Array[E]) extends JsonDeserializer[E]:
    private val byName = values.map(v => v.toString -> v).toMap
    def deserialize(in: JsonParser, context: DeserializationContext): E =
      byName.getOrElse(
        in.getText,
        throw context.weirdStringException(in.getText, handledType, "no constant of the enum")
      )

/** The class's name as the field `type`, out of those registered. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.PROPERTY, property = "type")
private[peers] trait Named
