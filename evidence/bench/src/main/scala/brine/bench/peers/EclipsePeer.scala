package brine.bench.peers

import scala.collection.mutable.ArrayBuffer
import org.eclipse.serializer.{Serializer, SerializerFoundation}
import org.eclipse.serializer.persistence.binary.types.BinaryHandlerStatelessConstant
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.workloads.*

/** Eclipse Serializer, of which EclipseStore is made, with bytes as its medium and one instance reused, as its page on
  * performance advises. It follows references by a queue, so that no graph is too deep for it. Its bytes have numbers
  * for the classes, which a reader must get from the writer.
  */
object EclipsePeer extends Peer:
  private val promise = Promise(
    envelope = "none; numbers for the classes",
    evolution = "of a dictionary of types that is kept beside the bytes",
    identity = "every object"
  )

  val configurations: List[Configuration] = List(
    new Configuration("eclipse", "classes registered, `Serializer.Bytes`", promise):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
        if workload.kind == "events" || Workload.graphs.exists(_.name == workload.kind) then
          Right(new EclipseContender(classesOf(workload.kind)))
        else Left(GraphsAlone)
      def ofMessages: Either[String, Vector[Contender[?]]] = Left(GraphsAlone)
  )

  private final val GraphsAlone = "it takes part with graphs alone"

  private def classesOf(kind: String): List[Class[?]] = kind match
    case "spots" | "rectangles"            => List(classOf[Vector[?]], classOf[Spot], classOf[Rectangle])
    case "filled"                          => List(classOf[Vector[?]], classOf[Spot], classOf[ArrayBuffer[?]])
    case "events"                          => List(classOf[Vector[?]], classOf[DataEvent])
    case "tree"                            => List(classOf[Branch], classOf[Leaf])
    case "complete" | "regular" | "sparse" => List(classOf[Vector[?]], classOf[Vertex])
    case "links"                           => List(classOf[Vector[?]], classOf[Article])
    case "pages"                           => List(classOf[LinkedPage])
    case "nodes"                           => List(classOf[Vector[?]], classOf[Node])
    case "chain"                           => List(classOf[Cell])
    case "sharing"                         => List(classOf[Vector[?]], classOf[Owner], classOf[Part])
    case _                                 => List(classOf[Vector[?]])

private final class EclipseContender[A](classes: List[Class[?]]) extends Contender[A]:
  private val foundation = SerializerFoundation.New()
  foundation.registerEntityTypes(classes*)
  for single <- List(Nil, Vector.empty) do
    foundation.registerCustomTypeHandler(BinaryHandlerStatelessConstant.New(single))
  private val serializer = Serializer.Bytes(foundation)

  def write(value: A): Array[Byte] = serializer.serialize(value)
  def read(bytes: Array[Byte]): A = serializer.deserialize[A](bytes)
