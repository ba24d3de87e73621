package brine.bench.peers

import java.time.temporal.ChronoField
import java.util.{AbstractCollection, Collection as JavaCollection, Iterator as JavaIterator}
import scala.collection.mutable.{ArrayBuffer, Builder}
import scala.jdk.CollectionConverters.*
import org.apache.fory.Fory
import org.apache.fory.context.{ReadContext, WriteContext}
import org.apache.fory.resolver.TypeResolver
import org.apache.fory.serializer.Serializer
import org.apache.fory.serializer.collection.CollectionLikeSerializer
import org.apache.fory.serializer.scala.SingletonObjectSerializer
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.messages.Messages
import brine.bench.workloads.*
import brine.testkit.komanov.*

/** Fory in its native mode: every class registered, serializers generated, one instance reused. Its Scala module is not
  * at hand, so collections and enums have separate serializers here, on top of Fory's for collections, which generated
  * code calls too.
  */
object ForyPeer extends Peer:
  def configurations: List[Configuration] =
    for
      (name, isFast, keepsReferences) <- List(
        ("fory-safe", false, true),
        ("fory-safe-norefs", false, false),
        ("fory-fast", true, false),
        ("fory-fast-refs", true, true)
      )
    yield new Configuration(name, setting(isFast, keepsReferences), promise(isFast, keepsReferences)):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        if workload.kind == "links" && !keepsReferences then Left("without references a graph in cycles never ends")
        else Right(new ForyContender(ForyClasses.fory(isFast, keepsReferences, workload.kind, workload.depth)))

      def ofMessages: Either[String, Vector[Contender[?]]] =
        val forAll =
          new ForyContender[Any](ForyClasses.fory(isFast, keepsReferences, "messages", ForyClasses.MessageDepth))
        Right(Messages.types.map(_ => forAll))

  override def recurses: Boolean = true

  private def setting(isFast: Boolean, keepsReferences: Boolean): String =
    val mode =
      if isFast then "one schema for writer and reader, numbers not compressed"
      else "compatible mode, numbers compressed, limits of depth and memory"
    s"native mode, classes registered, generated code, ${if keepsReferences then "references" else "no references"}, " +
      s"$mode"

  private def promise(isFast: Boolean, keepsReferences: Boolean) = Promise(
    envelope =
      if isFast then "flags and the class's number" else "flags, the classes' numbers, names and types of their fields",
    evolution =
      if isFast then "none: fields by position" else "fields by name: added ones default, missing ones are dropped",
    identity = if keepsReferences then "every object but strings, boxes, options, enums and times"
    else "none: shared objects are copied"
  )

private final class ForyContender[A](fory: Fory) extends Contender[A]:
  def write(value: A): Array[Byte] = fory.serialize(value)
  def read(bytes: Array[Byte]): A = fory.deserialize(bytes).asInstanceOf[A]

/** Registers the models with Fory. */
private object ForyClasses:
  /** Its own default. */
  final val MessageDepth = 50

  /** Its default is less than the largest workloads take. */
  private final val MaxMemory = 8L << 30

  def fory(isFast: Boolean, keepsReferences: Boolean, kind: String, depth: Int): Fory =
    val fory = Fory
      .builder()
      .withXlang(false)
      .requireClassRegistration(true)
      .withRefTracking(keepsReferences)
      .withCompatible(!isFast)
      .withNumberCompressed(!isFast)
      .withCodegen(true)
      .withAsyncCompilation(false)
      .withMaxDepth(depth)
      .withMaxGraphMemoryBytes(MaxMemory)
      .build()
    register(fory, kind, isFast)
    fory

  private def register(fory: Fory, kind: String, isFast: Boolean): Unit = kind match
    case "ints" | "smallInts" => ints(fory, isFast)
    case "links" =>
      fory.register(classOf[Article])
      collections(fory)
    case "events" =>
      fory.register(classOf[DataEvent])
      collections(fory)
    case "eventsEach" => fory.register(classOf[DataEvent])
    case "points" =>
      for c <- List(classOf[DataPoint], classOf[Coordinates]) do fory.register(c)
      collections(fory)
    case "raster"     => fory.register(classOf[Raster])
    case "tree"       => for c <- List(classOf[Branch], classOf[Leaf]) do fory.register(c)
    case "treeLongs"  => for c <- List(classOf[LongBranch], classOf[LongLeaf]) do fory.register(c)
    case "site"       => site(fory)
    case "siteEvents" => siteEvents(fory)
    case "media" =>
      for c <- List(classOf[MediaContent], classOf[Clip], classOf[Image]) do fory.register(c)
      collections(fory)
      options(fory)
      constants(fory, Player.values)
      constants(fory, ImageSize.values)
    case "messages" => ForyMessages.register(fory)
    case _          => graph(fory, kind)

  private def ints(fory: Fory, isFast: Boolean): Unit =
    for vector <- vectorClasses do fory.registerSerializerAndType(vector, new IntsSerializer(fory, vector, !isFast))

  private def graph(fory: Fory, kind: String): Unit =
    val classes = kind match
      case "spots" | "filled"                => List(classOf[Spot])
      case "rectangles"                      => List(classOf[Spot], classOf[Rectangle])
      case "symbols"                         => List(classOf[ChronoField])
      case "nodes"                           => List(classOf[Node])
      case "chain"                           => List(classOf[Cell])
      case "sharing"                         => List(classOf[Owner], classOf[Part])
      case "complete" | "regular" | "sparse" => List(classOf[Vertex], classOf[Array[Vertex]])
      case "pages"                           => List(classOf[LinkedPage], classOf[Array[LinkedPage]])
      case _                                 => Nil // values of the JDK's classes, which it knows
    for c <- classes do fory.register(c)
    collections(fory)

  private def site(fory: Fory): Unit =
    for c <- List(
        classOf[Site],
        classOf[Domain],
        classOf[MetaTag],
        classOf[Page],
        classOf[PageComponent],
        classOf[TextComponentData],
        classOf[ButtonComponentData],
        classOf[BlogComponentData],
        classOf[PageComponentPosition],
        classOf[DomainEntryPoint],
        classOf[FreeEntryPoint]
      )
    do fory.register(c)
    collections(fory)
    options(fory)
    constants(fory, SiteType.values)
    constants(fory, SiteFlag.values)
    constants(fory, PageComponentType.values)

  private def siteEvents(fory: Fory): Unit =
    for c <- List(
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
        classOf[PageComponentPosition],
        classOf[PageComponentPositionReset],
        classOf[TextComponentDataSet],
        classOf[ButtonComponentDataSet],
        classOf[BlogComponentDataSet],
        classOf[DomainEntryPointAdded],
        classOf[FreeEntryPointAdded],
        classOf[EntryPointRemoved],
        classOf[PrimaryEntryPointSet]
      )
    do fory.register(c)
    constants(fory, SiteType.values)
    constants(fory, SiteFlag.values)
    constants(fory, PageComponentType.values)

  /** A vector has a class for each of its depths. */
  private def vectorClasses: List[Class[?]] =
    Vector.empty.getClass :: List.tabulate(6)(i => Class.forName(s"scala.collection.immutable.Vector${i + 1}"))

  def collections(fory: Fory): Unit =
    val resolver = fory.getTypeResolver
    def all[C <: Iterable[Any]](classes: List[Class[?]], builder: () => Builder[Any, C]): Unit =
      for c <- classes do
        fory.registerSerializerAndType(c, new ElementsSerializer[C](resolver, c.asInstanceOf[Class[C]], builder))
    all(List(classOf[::[?]], Nil.getClass), () => List.newBuilder[Any])
    all(vectorClasses, () => Vector.newBuilder[Any])
    all(List(classOf[ArrayBuffer[?]]), () => ArrayBuffer.newBuilder[Any])

  def options(fory: Fory): Unit =
    fory.registerSerializerAndType(None.getClass, new SingletonObjectSerializer(fory.getTypeResolver, None.getClass))
    fory.registerSerializerAndType(classOf[Some[?]], new SomeSerializer(fory))

  def constants[E <: scala.reflect.Enum](fory: Fory, values: Array[E]): Unit =
    for c <- values.map(_.getClass).distinct do
      fory.registerSerializerAndType(c, new ConstantsSerializer(fory, c.asInstanceOf[Class[E]], values))

  /** Ints as Fory writes them, their class left out: all of a collection is written and read here, not by generated
    * code.
    */
  private final class IntsSerializer(fory: Fory, as: Class[?], compresses: Boolean)
      extends CollectionLikeSerializer[Vector[Int]](fory.getTypeResolver, as.asInstanceOf[Class[Vector[Int]]], false):
    override def write(context: WriteContext, ints: Vector[Int]): Unit =
      val buffer = context.getBuffer
      buffer.writeVarUInt32Small7(ints.length)
      if compresses then ints.foreach(i => buffer.writeVarInt32(i)) else ints.foreach(i => buffer.writeInt32(i))

    override def read(context: ReadContext): Vector[Int] =
      val buffer = context.getBuffer
      var left = buffer.readVarUInt32Small7()
      buffer.checkReadableBytes(left)
      context.reserveGraphMemory(left * 4L)
      val builder = Vector.newBuilder[Int]
      while left > 0 do
        builder += (if compresses then buffer.readVarInt32() else buffer.readInt32())
        left -= 1
      builder.result()

    override def onCollectionWrite(context: WriteContext, ints: Vector[Int]): JavaCollection[?] =
      throw new UnsupportedOperationException
    override def onCollectionRead(built: JavaCollection[?]): Vector[Int] = throw new UnsupportedOperationException

  /** The count; the elements are written and read by Fory, which sees a collection of Java's. */
  private final class ElementsSerializer[C <: Iterable[Any]](
      resolver: TypeResolver,
      as: Class[C],
      builder: () => Builder[Any, C]
  ) extends CollectionLikeSerializer[C](resolver, as, true):
    override def onCollectionWrite(context: WriteContext, values: C): JavaCollection[?] =
      val view = new View(values)
      context.getBuffer.writeVarUInt32Small7(view.size)
      view

    override def newCollection(context: ReadContext, isBacked: Boolean): JavaCollection[?] =
      val count = readCollectionSize(context, context.getBuffer, isBacked)
      setNumElements(count)
      new Built(builder())

    override def onCollectionRead(built: JavaCollection[?]): C = built.asInstanceOf[Built[C]].builder.result()

  private final class View(values: Iterable[Any]) extends AbstractCollection[Any]:
    override val size: Int = values.size
    def iterator: JavaIterator[Any] = values.iterator.asJava

  private final class Built[C](val builder: Builder[Any, C]) extends AbstractCollection[Any]:
    override def add(value: Any): Boolean =
      builder += value
      true
    def size: Int = throw new UnsupportedOperationException
    def iterator: JavaIterator[Any] = throw new UnsupportedOperationException

  private final class SomeSerializer(fory: Fory)
      extends Serializer[Some[Any]](fory.getConfig, classOf[Some[Any]], false):
    def write(context: WriteContext, some: Some[Any]): Unit = context.writeRef(some.value)
    def read(context: ReadContext): Some[Any] = Some(context.readRef())

  /** A Scala enum without parameters, by ordinal. */
  private final class ConstantsSerializer[E <: scala.reflect.Enum](fory: Fory, as: Class[E], values: Array[E])
      extends Serializer[E](fory.getConfig, as, false):
    def write(context: WriteContext, value: E): Unit = context.getBuffer.writeVarUInt32Small7(value.ordinal)
    def read(context: ReadContext): E = values(context.getBuffer.readVarUInt32Small7())
