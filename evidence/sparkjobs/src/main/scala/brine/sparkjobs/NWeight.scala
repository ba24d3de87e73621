package brine.sparkjobs

import org.apache.spark.{HashPartitioner, SparkConf, SparkContext}
import org.apache.spark.graphx.{Edge, EdgeContext, Graph, GraphXUtils, PartitionStrategy, TripletFields, VertexId}
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel
import scala.reflect.ClassTag

/** The vertices that a vertex is associated with most, and how much; in descending order, then by their numbers. */
final class Neighbours(val ids: Array[Long], val weights: Array[Double]) extends Serializable {
  def toMap(without: VertexId, factor: Double): Map[VertexId, Double] = {
    val map = Map.newBuilder[VertexId, Double]
    for (i <- ids.indices if ids(i) != without) map += ids(i) -> weights(i) * factor
    map.result()
  }
}

object Neighbours {
  val none = new Neighbours(Array.empty, Array.empty)

  /** Keeps the greatest. */
  def of(all: Map[VertexId, Double], count: Int): Neighbours = {
    val chosen = all.toArray.sortBy { case (id, weight) => (-weight, id) }.take(count)
    new Neighbours(chosen.map(_._1), chosen.map(_._2))
  }
}

/** Computes how much vertices are associated that are some edges apart (HiBench's NWeight), by GraphX's
  * `aggregateMessages`.
  *
  * Moves edges, routing tables, attributes of vertices and maps of messages through shuffles, and keeps each round's
  * graph in a serialized cache. Weights are multiples of 1/64, so that products of three and their sums are exact in
  * any order.
  */
object NWeight extends Workload {
  private final val Steps = 3
  private final val Degree = 6
  private final val Kept = 12
  private final val WeightUnits = 64

  val name = "nweight"
  val unit = "vertices"
  val benchSize = 30000
  val testSize = 1000
  private val storage = StorageLevel.MEMORY_ONLY_SER

  val classes: Seq[Class[_]] = Seq(
    classOf[Neighbours],
    classOf[Array[Neighbours]],
    classOf[Tuple2[_, _]],
    Class.forName("scala.Tuple2$mcJD$sp"),
    classOf[Tuple3[_, _, _]],
    Map.empty.getClass,
    classOf[Edge[_]],
    Class.forName("org.apache.spark.graphx.Edge$mcD$sp"),
    classOf[Array[Double]],
    ClassTag.Double.getClass,
    ClassTag.Int.getClass,
    ClassTag.Long.getClass,
    Class.forName("org.apache.spark.graphx.util.collection.GraphXPrimitiveKeyOpenHashMap$mcJI$sp"),
    Class.forName("org.apache.spark.util.collection.OpenHashSet$mcJ$sp"),
    Class.forName("org.apache.spark.util.collection.OpenHashSet$LongHasher"),
    Class.forName("org.apache.spark.util.collection.BitSet"),
    Class.forName("org.apache.spark.graphx.impl.EdgePartition$mcD$sp"),
    Class.forName("scala.reflect.ClassTag$GenericClassTag")
  )

  override def register(conf: SparkConf): Unit = {
    GraphXUtils.registerKryoClasses(conf)
    super.register(conf)
  }

  /** One message at least for each vertex and round. */
  def moves(settings: Settings): Seq[Workload.Moved] = {
    val rounds = Steps - 1
    Seq(Workload.Moved("scala.collection.immutable.HashMap", rounds * settings.size.toLong / 2))
  }

  def run(context: SparkContext, settings: Settings): Outcome = {
    val edges = generated(context, settings)
    val partitioner = new HashPartitioner(settings.partitions)
    val vertices = edges.map(edge => (edge.srcId, (edge.dstId, edge.attr))).groupByKey(partitioner).mapValues { out =>
      Neighbours.of(out.groupMapReduce(_._1)(_._2)(_ + _), Kept)
    }
    val first =
      Graph(vertices, edges, Neighbours.none, storage, storage).partitionBy(PartitionStrategy.EdgePartition2D).cache()
    val graphs = (2 to Steps).scanLeft(first)((graph, _) => next(graph))
    val sums = graphs.last.vertices.map { case (id, near) => Seq(near.ids.length.toLong, digest(id, near)) }
    val Seq(count, digests) = sums.reduce((x, y) => Seq(x(0) + y(0), x(1) + y(1)))
    graphs.foreach(_.unpersist(blocking = true))
    edges.unpersist(blocking = true)
    Outcome(s"$count associations, ${Digest.text(digests)}")
  }

  private def next(graph: Graph[Neighbours, Double]): Graph[Neighbours, Double] = {
    val messages = graph.aggregateMessages[Map[VertexId, Double]](send, merge, TripletFields.Dst)
    graph.outerJoinVertices(messages)((_, _, message) => message.fold(Neighbours.none)(Neighbours.of(_, Kept))).cache()
  }

  private def send(edge: EdgeContext[Neighbours, Double, Map[VertexId, Double]]): Unit =
    edge.sendToSrc(edge.dstAttr.toMap(edge.srcId, edge.attr))

  private def merge(x: Map[VertexId, Double], y: Map[VertexId, Double]): Map[VertexId, Double] =
    if (x.size < y.size) merge(y, x)
    else y.foldLeft(x) { case (all, (id, weight)) => all.updatedWith(id)(known => Some(known.getOrElse(0.0) + weight)) }

  private def digest(id: VertexId, near: Neighbours): Long =
    Digest.mix(id, Digest.mix(near.ids.foldLeft(0L)(Digest.mix(_, _)), Digest.of(near.weights)))

  /** Each vertex has some edges, half of them to one of few vertices that many know. */
  private def generated(context: SparkContext, settings: Settings): RDD[Edge[Double]] =
    context.parallelize(0 until settings.partitions, settings.partitions).mapPartitionsWithIndex { (partition, _) =>
      val random = settings.random(partition)
      val known = math.max(1, settings.size / 10)
      for (i <- Iterator.range(0, settings.sizeOf(partition)); k <- Iterator.range(0, Degree)) yield {
        val target = random.nextInt(if (k % 2 == 0) known else settings.size)
        Edge(
          (settings.firstOf(partition) + i).toLong,
          target.toLong,
          random.nextInt(1, WeightUnits + 1).toDouble / WeightUnits
        )
      }
    }.persist(storage)
}
