package brine.bench.peers

import java.io.{InputStream, OutputStream}
import java.nio.file.{Files, Path}
import java.time.temporal.ChronoField
import scala.collection.Factory
import scala.collection.mutable.ArrayBuffer
import scala.reflect.ClassTag
import scala.util.Using
import com.esotericsoftware.kryo.{Kryo, Serializer}
import com.esotericsoftware.kryo.SerializerFactory.FieldSerializerFactory
import com.esotericsoftware.kryo.io.{Input, Output}
import com.esotericsoftware.kryo.serializers.{DefaultSerializers, FieldSerializer, TimeSerializers}
import com.esotericsoftware.kryo.unsafe.{UnsafeInput, UnsafeOutput}
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy
import org.objenesis.strategy.StdInstantiatorStrategy
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.messages.Messages
import brine.bench.workloads.*
import brine.testkit.komanov.*

/** Kryo 5: every class registered, one instance and one growing buffer reused. Chill, its Scala module, is not at hand,
  * so Scala's collections, options and enums have separate serializers here. They get the class of their elements, as
  * Kryo's own `CollectionSerializer` may; fields pass it by `setValueClass`.
  */
object KryoPeer extends Peer:
  def configurations: List[Configuration] =
    for
      (name, isFast, keepsReferences) <- List(
        ("kryo-safe", false, true),
        ("kryo-safe-norefs", false, false),
        ("kryo-fast", true, false),
        ("kryo-fast-refs", true, true)
      )
    yield new Configuration(name, setting(isFast, keepsReferences), promise(keepsReferences)):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        if workload.kind == "links" && !keepsReferences then Left("without references a graph in cycles never ends")
        else
          val kryo = KryoClasses.kryo(isFast, keepsReferences, workload.depth, workload.hasNulls)
          Right(new KryoContender(
            KryoClasses.root(kryo, workload.kind).asInstanceOf[KryoClasses.Root[A]],
            new KryoBuffers(isFast)
          ))

      def ofMessages: Either[String, Vector[Contender[?]]] =
        val classes =
          new KryoMessages(KryoClasses.kryo(isFast, keepsReferences, KryoClasses.MessageDepth, hasNulls = false))
        val buffers = new KryoBuffers(isFast)
        Right(Messages.schemas.map(schema => new KryoContender(classes.root(schema), buffers)))

  override def recurses: Boolean = true

  private def setting(isFast: Boolean, keepsReferences: Boolean): String =
    val buffers =
      if isFast then "unsafe buffers, fixed-length ints, fields never null where none is, no tracking of generics"
      else "safe buffers, varints, a limit of depth"
    s"classes registered, ${if keepsReferences then "references" else "no references"}, $buffers"

  private def promise(keepsReferences: Boolean) = Promise(
    envelope = "none; a number for the class where it is not known",
    evolution = "none: fields by position",
    identity = if keepsReferences then "every object but boxes" else "none: shared objects are copied"
  )

private final class KryoBuffers(isFast: Boolean):
  private final val Capacity = 1 << 16

  val output: Output = set(if isFast then new UnsafeOutput(Capacity, -1) else new Output(Capacity, -1))
  val input: Input = set(if isFast then new UnsafeInput() else new Input())

  def to(stream: OutputStream): Output =
    set(if isFast then new UnsafeOutput(stream, Capacity) else new Output(stream, Capacity))
  def from(stream: InputStream): Input =
    set(if isFast then new UnsafeInput(stream, Capacity) else new Input(stream, Capacity))

  private def set(output: Output): Output =
    output.setVariableLengthEncoding(!isFast)
    output

  private def set(input: Input): Input =
    input.setVariableLengthEncoding(!isFast)
    input

private final class KryoContender[A](root: KryoClasses.Root[A], buffers: KryoBuffers) extends Contender[A]:
  private val output = buffers.output
  private val input = buffers.input

  def write(value: A): Array[Byte] =
    output.reset()
    root.write(output, value)
    output.toBytes

  def read(bytes: Array[Byte]): A =
    input.setBuffer(bytes)
    root.read(input)

  override def writeTo(file: Path, value: A): Unit =
    Using.resource(buffers.to(Files.newOutputStream(file)))(root.write(_, value))
  override def readFrom(file: Path): A = Using.resource(buffers.from(Files.newInputStream(file)))(root.read)

/** Registers the models with Kryo. */
private object KryoClasses:
  final val MessageDepth = 100

  def kryo(isFast: Boolean, keepsReferences: Boolean, depth: Int, hasNulls: Boolean): Kryo =
    val k = new Kryo()
    k.setReferences(keepsReferences)
    k.setRegistrationRequired(true)
    k.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()))
    k.setOptimizedGenerics(!isFast) // no field's serializer asks for them
    if isFast then
      val fields = new FieldSerializerFactory
      fields.getConfig.setFieldsCanBeNull(hasNulls)
      fields.getConfig.setVariableLengthEncoding(false)
      k.setDefaultSerializer(fields)
    else k.setMaxDepth(depth)
    k

  /** A workload's value, whose class need be written only where it is open. */
  abstract class Root[A]:
    def write(output: Output, value: A): Unit
    def read(input: Input): A

  private final class Known[A](kryo: Kryo, as: Class[A], serializer: Serializer[A]) extends Root[A]:
    def write(output: Output, value: A): Unit = kryo.writeObject(output, value, serializer)
    def read(input: Input): A = kryo.readObject(input, as, serializer)

  final class Open[A](kryo: Kryo) extends Root[A]:
    def write(output: Output, value: A): Unit = kryo.writeClassAndObject(output, value)
    def read(input: Input): A = kryo.readClassAndObject(input).asInstanceOf[A]

  def known[A](kryo: Kryo, serializer: Serializer[A])(using tag: ClassTag[A]): Root[A] =
    new Known(kryo, tag.runtimeClass.asInstanceOf[Class[A]], serializer)

  def root(k: Kryo, kind: String): Root[?] = kind match
    case "ints"       => known(k, new IntsSerializer)
    case "links"      => known(k, elements(new ArticleClasses(k).article, Vector))
    case "events"     => known(k, elements(registered[DataEvent](k), Vector))
    case "eventsEach" => known(k, registered[DataEvent](k))
    case "points" =>
      k.register(classOf[Array[Double]])
      registered[Coordinates](k)
      known(k, elements(registered[DataPoint](k), ArrayBuffer))
    case "raster" =>
      k.register(classOf[Array[Int]])
      known(k, registered[Raster](k))
    case "tree" =>
      registered[Branch](k)
      registered[Leaf](k)
      new Open[BinaryTree](k)
    case "treeLongs" =>
      registered[LongBranch](k)
      registered[LongLeaf](k)
      new Open[LongTree](k)
    case "site"       => known(k, new SiteClasses(k).site)
    case "siteEvents" => new SiteClasses(k).events
    case "media"      => known(k, new MediaClasses(k).content)
    case _            => graph(k, kind)

  private def graph(k: Kryo, kind: String): Root[?] = kind match
    case "floats"                                       => vector(k, new DefaultSerializers.DoubleSerializer)
    case "smallInts"                                    => known(k, new IntsSerializer)
    case "largeInts"                                    => vector(k, new DefaultSerializers.BigIntegerSerializer)
    case "symbols"                                      => vector(k, chronoField)
    case "dates"                                        => vector(k, new TimeSerializers.LocalDateSerializer)
    case "spots"                                        => vector(k, registered[Spot](k))
    case "rectangles"                                   => vector(k, rectangle(k))
    case "filled"                                       => vector(k, elements(registered[Spot](k), ArrayBuffer))
    case "nodes"                                        => known(k, node(k))
    case "narrow"                                       => known(k, registered[Fork](k))
    case "wide"                                         => known(k, registered[Fan](k))
    case "chain"                                        => known(k, registered[Cell](k))
    case "sharing"                                      => vector(k, owner(k))
    case "shortStrings" | "longStrings" | "wideStrings" => vector(k, new DefaultSerializers.StringSerializer)
    case "complete" | "regular" | "sparse" =>
      k.register(classOf[Array[Vertex]])
      vector(k, registered[Vertex](k))
    case "pages" =>
      k.register(classOf[Array[LinkedPage]])
      known(k, registered[LinkedPage](k))

  private def vector[A: ClassTag](k: Kryo, element: Serializer[A]): Root[Vector[A]] =
    known(k, elements(element, Vector))

  /** Its serializer is one of all enums, by its type. */
  private def chronoField: Serializer[ChronoField] =
    new DefaultSerializers.EnumSerializer(classOf[ChronoField]).asInstanceOf[Serializer[ChronoField]]

  private def rectangle(k: Kryo): FieldSerializer[Rectangle] =
    val spot = registered[Spot](k)
    registered[Rectangle](k).field[Spot]("origin", spot).field[Spot]("corner", spot)

  private def node(k: Kryo): FieldSerializer[Node] =
    val node = registered[Node](k)
    node.field[Vector[?]]("children", elements(node, Vector))

  private def owner(k: Kryo): FieldSerializer[Owner] =
    val part = registered[Part](k)
    registered[Owner](k).field[Part]("own", part).field[Part]("other", part)

  def registered[A](kryo: Kryo)(using tag: ClassTag[A]): FieldSerializer[A] =
    kryo.register(tag.runtimeClass).getSerializer.asInstanceOf[FieldSerializer[A]]

  def elements[A: ClassTag, C <: Iterable[A]](
      element: Serializer[A],
      factory: Factory[A, C]
  ): ElementsSerializer[A, C] =
    new ElementsSerializer(element, factory)

  extension [A](serializer: FieldSerializer[A])
    /** Declares the class of a field's values, so that no class is written for it. */
    def field[B](name: String, of: Serializer[? <: B])(using tag: ClassTag[B]): FieldSerializer[A] =
      serializer.getField(name).setValueClass(tag.runtimeClass, of)
      serializer

  private final class ArticleClasses(k: Kryo):
    val article: FieldSerializer[Article] = registered[Article](k)
    article.field[List[?]]("links", elements(article, List))

  private final class MediaClasses(k: Kryo):
    private val player = new ConstantsSerializer(Player.values)
    private val size = new ConstantsSerializer(ImageSize.values)
    private val text = new DefaultSerializers.StringSerializer
    private val image =
      registered[Image](k).field[Option[?]]("title", new OptionSerializer(text)).field[ImageSize]("size", size)
    private val clip = registered[Clip](k)
      .field[Option[?]]("title", new OptionSerializer(text))
      .field[Option[?]]("bitrate", new OptionSerializer(new DefaultSerializers.IntSerializer))
      .field[List[?]]("persons", elements(text, List))
      .field[Player]("player", player)
      .field[Option[?]]("copyright", new OptionSerializer(text))
    val content: FieldSerializer[MediaContent] =
      registered[MediaContent](k).field[Clip]("media", clip).field[List[?]]("images", elements(image, List))

  private final class SiteClasses(k: Kryo):
    k.register(classOf[java.util.UUID], new DefaultSerializers.UUIDSerializer)
    k.register(classOf[java.time.Instant], new TimeSerializers.InstantSerializer)
    private val siteType = new ConstantsSerializer(SiteType.values)
    private val flag = new ConstantsSerializer(SiteFlag.values)
    private val componentType = new ConstantsSerializer(PageComponentType.values)
    registered[PageComponentPosition](k)

    def site: FieldSerializer[Site] =
      val metaTags = elements(registered[MetaTag](k), List)
      registered[TextComponentData](k)
      registered[ButtonComponentData](k)
      registered[BlogComponentData](k)
      registered[DomainEntryPoint](k)
      registered[FreeEntryPoint](k)
      val component = registered[PageComponent](k)
        .field[PageComponentType]("componentType", componentType)
        .field[Option[?]]("position", new OptionSerializer(registered[PageComponentPosition](k)))
      val page =
        registered[Page](k).field[Seq[?]]("metaTags", metaTags).field[Seq[?]]("components", elements(component, List))
      registered[Site](k)
        .field[SiteType]("siteType", siteType)
        .field[Seq[?]]("flags", elements(flag, List))
        .field[Seq[?]]("domains", elements(registered[Domain](k), List))
        .field[Seq[?]]("defaultMetaTags", metaTags)
        .field[Seq[?]]("pages", elements(page, List))
        .field[Seq[?]]("entryPoints", new OpenElementsSerializer[EntryPoint, List[EntryPoint]](List))

    def events: Root[SiteEvent] =
      registered[SiteCreated](k).field[SiteType]("siteType", siteType)
      registered[SiteFlagAdded](k).field[SiteFlag]("siteFlag", flag)
      registered[SiteFlagRemoved](k).field[SiteFlag]("siteFlag", flag)
      registered[PageComponentAdded](k).field[PageComponentType]("componentType", componentType)
      for plain <- List(
          classOf[SiteNameSet],
          classOf[SiteDescriptionSet],
          classOf[SiteRevisionSet],
          classOf[SitePublished],
          classOf[SiteUnpublished],
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
        )
      do k.register(plain)
      new Open[SiteEvent](k)

  /** Ints as the output writes them, unboxed. */
  final class IntsSerializer extends Serializer[Vector[Int]](false, true):
    def write(kryo: Kryo, output: Output, ints: Vector[Int]): Unit =
      output.writeVarInt(ints.length, true)
      ints.foreach(output.writeInt(_, false))

    def read(kryo: Kryo, input: Input, as: Class[? <: Vector[Int]]): Vector[Int] =
      val builder = Vector.newBuilder[Int]
      var left = input.readVarInt(true)
      while left > 0 do
        builder += input.readInt(false)
        left -= 1
      builder.result()

  /** A collection of one class, which is not written. */
  final class ElementsSerializer[A, C <: Iterable[A]](element: Serializer[A], factory: Factory[A, C])(using
      tag: ClassTag[A]
  ) extends Serializer[C](false, true):
    private val as = tag.runtimeClass.asInstanceOf[Class[A]]

    def write(kryo: Kryo, output: Output, values: C): Unit =
      output.writeVarInt(values.size, true)
      values.foreach(kryo.writeObject(output, _, element))

    def read(kryo: Kryo, input: Input, tpe: Class[? <: C]): C =
      val builder = factory.newBuilder
      var left = input.readVarInt(true)
      while left > 0 do
        builder += kryo.readObject(input, as, element)
        left -= 1
      builder.result()

  /** A collection of several classes, written with each. */
  final class OpenElementsSerializer[A, C <: Iterable[A]](factory: Factory[A, C]) extends Serializer[C](false, true):
    def write(kryo: Kryo, output: Output, values: C): Unit =
      output.writeVarInt(values.size, true)
      values.foreach(kryo.writeClassAndObject(output, _))

    def read(kryo: Kryo, input: Input, tpe: Class[? <: C]): C =
      val builder = factory.newBuilder
      var left = input.readVarInt(true)
      while left > 0 do
        builder += kryo.readClassAndObject(input).asInstanceOf[A]
        left -= 1
      builder.result()

  final class OptionSerializer[A](element: Serializer[A])(using tag: ClassTag[A])
      extends Serializer[Option[A]](false, true):
    private val as = tag.runtimeClass.asInstanceOf[Class[A]]

    def write(kryo: Kryo, output: Output, value: Option[A]): Unit =
      output.writeBoolean(value.nonEmpty)
      if value.nonEmpty then kryo.writeObject(output, value.get, element)

    def read(kryo: Kryo, input: Input, tpe: Class[? <: Option[A]]): Option[A] =
      if input.readBoolean() then Some(kryo.readObject(input, as, element)) else None

  /** A Scala enum without parameters, by ordinal. */
  final class ConstantsSerializer[A <: scala.reflect.Enum](values: Array[A]) extends Serializer[A](false, true):
    def write(kryo: Kryo, output: Output, value: A): Unit = output.writeVarInt(value.ordinal, true)
    def read(kryo: Kryo, input: Input, tpe: Class[? <: A]): A = values(input.readVarInt(true))
