package brine.bench.peers

import java.nio.{ByteBuffer, ByteOrder}
import java.time.Instant
import scala.collection.mutable.ArrayBuffer
import boopickle.{
  BufferPool,
  CompositePickler,
  DecoderSize,
  DecoderSpeed,
  EncoderSize,
  EncoderSpeed,
  PickleState,
  Pickler,
  UnpickleState
}
import boopickle.Default.*
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.messages.{Amount, Constants, Group, Messages, Setting, Switch, Text}
import brine.bench.workloads.*
import brine.testkit.komanov.*

/** BooPickle: picklers derived at compile time. Its documentation has nothing for untrusted input. */
object BooPicklePeer extends Peer:
  def configurations: List[Configuration] = List(
    new Configuration(
      "boopickle",
      "defaults: the codec for size, strings and case classes deduplicated",
      promise("strings by value, case classes by identity, not in cycles")
    ):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        of(workload, writing, reading)
      def ofMessages: Either[String, Vector[Contender[?]]] = of(writing, reading)
      private def writing(): PickleState = new PickleState(new EncoderSize)
      private def reading(bytes: ByteBuffer): UnpickleState = new UnpickleState(new DecoderSize(bytes))
    ,
    new Configuration(
      "boopickle-nodedup",
      "the codec for speed, no deduplication, buffers given back to the pool",
      promise("none: shared objects are copied")
    ):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        of(workload, writing, reading)
      def ofMessages: Either[String, Vector[Contender[?]]] = of(writing, reading)
      private def writing(): PickleState = new PickleState(new EncoderSpeed, false, false)
      private def reading(bytes: ByteBuffer): UnpickleState = new UnpickleState(new DecoderSpeed(bytes), false, false)
  )

  private def promise(identity: String) =
    Promise("none; a number for the class where it is not known", "none: fields by position", identity)

  private def of[A](
      workload: Workload[A],
      writing: () => PickleState,
      reading: ByteBuffer => UnpickleState
  ): Either[String, Contender[A]] =
    if workload.kind == "links" then Left("an object can be referred to only after it was written: no cycles")
    else Right(new BooPickleContender(BooPicklers.of(workload.kind).asInstanceOf[Pickler[A]], writing, reading))

  private def of(
      writing: () => PickleState,
      reading: ByteBuffer => UnpickleState
  ): Either[String, Vector[Contender[?]]] =
    // Two threads may get the same buffer of its pool: with four threads it then reads bytes that another one wrote.
    BufferPool.disable()
    Right(BooPicklers.ofMessages.map(new BooPickleContender(_, writing, reading)))

private final class BooPickleContender[A](
    pickler: Pickler[A],
    writing: () => PickleState,
    reading: ByteBuffer => UnpickleState
) extends Contender[A]:
  def write(value: A): Array[Byte] =
    val buffer = Pickle.intoBytes(value)(using writing(), pickler)
    val bytes = new Array[Byte](buffer.remaining)
    buffer.get(bytes)
    BufferPool.release(buffer)
    bytes

  def read(bytes: Array[Byte]): A =
    Unpickle(using pickler).fromState(reading(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)))

private object BooPicklers:
  def of(kind: String): Pickler[?] = kind match
    case "ints"       => summon[Pickler[Vector[Int]]]
    case "events"     => summon[Pickler[Vector[DataEvent]]]
    case "eventsEach" => summon[Pickler[DataEvent]]
    case "points"     => summon[Pickler[ArrayBuffer[DataPoint]]]
    case "raster"     => summon[Pickler[Raster]]
    case "tree"       => trees
    case "treeLongs"  => longTrees
    case "site"       => summon[Pickler[Site]]
    case "siteEvents" => summon[Pickler[SiteEvent]]
    case "media"      => summon[Pickler[MediaContent]]

  private given Pickler[Instant] = transformPickler[Instant, Long](Instant.ofEpochMilli)(_.toEpochMilli)

  // Derived picklers distinguish constants by their classes, and those of a Scala 3 enum share one.
  private given [A <: scala.reflect.Enum](using constants: Constants[A]): Pickler[A] =
    transformPickler[A, Int](constants.values)(_.ordinal)

  /** Recursive ones are put together by hand, as its documentation shows. */
  private def trees: Pickler[BinaryTree] =
    given tree: CompositePickler[BinaryTree] = compositePickler[BinaryTree]
    tree.addConcreteType[Branch].addConcreteType[Leaf]

  private def longTrees: Pickler[LongTree] =
    given tree: CompositePickler[LongTree] = compositePickler[LongTree]
    tree.addConcreteType[LongBranch].addConcreteType[LongLeaf]

  lazy val ofMessages: Vector[Pickler[Any]] =
    given setting: CompositePickler[Setting] = compositePickler[Setting]
    setting.addConcreteType[Switch].addConcreteType[Amount].addConcreteType[Text].addConcreteType[Group]
    Messages.ofEach[Pickler]
