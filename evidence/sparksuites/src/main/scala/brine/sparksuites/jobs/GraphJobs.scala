package brine.sparksuites.jobs

import org.apache.spark.SparkContext
import org.apache.spark.graphx._
import org.apache.spark.graphx.lib._
import org.apache.spark.storage.StorageLevel

/** GraphX: its algorithms, and its operators on attributes of classes of the job. */
object GraphJobs extends JobGroup("graphx") {
  final case class Person(name: String, age: Int, tags: List[String])
  final case class Road(metres: Double, lanes: Array[Int])
  final class Best(var cost: Double, var path: List[VertexId]) extends Serializable {
    override def toString: String = s"$cost $path"
  }

  private def edges(sc: SparkContext) =
    sc.parallelize(
      (0L until 60L).flatMap(i => Seq(Edge(i, i * 7 % 60, i % 5 + 1.0), Edge(i, (i + 1) % 60, 2.5))).filter(e =>
        e.srcId != e.dstId
      ),
      3
    )
  private def numbers(sc: SparkContext): Graph[Int, Double] = Graph.fromEdges(edges(sc), 1)
  private def people(sc: SparkContext): Graph[Person, Road] = {
    val all = sc.parallelize((0L until 60L).map(i => i -> Person(s"p$i", i.toInt % 50, List.fill(i.toInt % 3)("t"))), 3)
    Graph(
      all,
      edges(sc).map(e => Edge(e.srcId, e.dstId, Road(e.attr, Array(e.dstId.toInt % 4)))),
      Person("none", 0, Nil)
    )
  }
  private def sorted[A](vertices: VertexRDD[A]) = vertices.collect().sortBy(_._1).toSeq

  core("page rank")(sc => sorted(numbers(sc).staticPageRank(4).vertices))
  core("page rank until it settles")(sc => sorted(numbers(sc).pageRank(0.01).vertices))
  core("personal page rank")(sc => sorted(numbers(sc).staticPersonalizedPageRank(3, 4).vertices))
  core("personal page ranks in parallel")(sc =>
    sorted(numbers(sc).staticParallelPersonalizedPageRank(Array(1L, 2L), 3).vertices)
  )
  core("connected components")(sc => sorted(people(sc).connectedComponents().vertices))
  core("strongly connected components")(sc => sorted(numbers(sc).stronglyConnectedComponents(3).vertices))
  core("triangles")(sc => sorted(people(sc).partitionBy(PartitionStrategy.RandomVertexCut).triangleCount().vertices))
  core("label propagation")(sc => sorted(LabelPropagation.run(numbers(sc), 3).vertices))
  core("shortest paths")(sc => sorted(ShortestPaths.run(numbers(sc), Seq(1L, 5L)).vertices))
  core("SVD++")(sc => {
    val ratings = edges(sc).map(e => Edge(e.srcId * 2, e.dstId * 2 + 1, e.attr))
    val (graph, mean) = SVDPlusPlus.run(ratings, new SVDPlusPlus.Conf(4, 2, 0.0, 5.0, 0.007, 0.007, 0.005, 0.015))
    (graph.vertices.count(), mean) // it starts with random numbers
  })
  core("aggregateMessages with a class of the job")(sc =>
    sorted(people(sc).aggregateMessages[Best](
      c => c.sendToDst(new Best(c.attr.metres, List(c.srcId))),
      (a, b) => if (a.cost < b.cost || a.cost == b.cost && a.path.head < b.path.head) a else b
    ))
  )
  core("pregel with a class of the job")(sc => {
    val start = people(sc).mapVertices((id, _) => new Best(if (id == 0) 0 else Double.PositiveInfinity, Nil))
    sorted(start.pregel(new Best(Double.PositiveInfinity, Nil), 6)(
      (_, a, b) => if (b.cost < a.cost) b else a,
      t =>
        if (t.srcAttr.cost + t.attr.metres < t.dstAttr.cost)
          Iterator(t.dstId -> new Best(t.srcAttr.cost + t.attr.metres, t.srcId :: t.srcAttr.path))
        else Iterator.empty,
      (a, b) => if (a.cost < b.cost) a else b
    ).vertices)
  })
  core("triplets, mapTriplets, subgraph, reverse, mask")(sc => {
    val graph = people(sc).mapTriplets(t => Road(t.attr.metres + t.srcAttr.age, t.attr.lanes))
    val part = graph.subgraph(t => t.attr.metres > 5, (_, p) => p.age > 3)
    (
      part.triplets.map(t => (t.srcId, t.dstId, t.srcAttr.name, t.attr)).collect().sortBy(t => (t._1, t._2)).toSeq,
      graph.reverse.mask(part.reverse).edges.count()
    )
  })
  core("joinVertices and outerJoinVertices")(sc => {
    val graph = people(sc)
    sorted(graph.joinVertices(graph.inDegrees)((_, p, n) => p.copy(age = n)).outerJoinVertices(graph.outDegrees)(
      (_, p, n) => (p, n)
    ).vertices)
  })
  core("groupEdges after partitionBy")(sc =>
    people(sc).partitionBy(PartitionStrategy.EdgePartition2D, 4).groupEdges((a, b) =>
      Road(a.metres + b.metres, a.lanes ++ b.lanes)
    ).edges.collect().sortBy(e => (e.srcId, e.dstId)).map(e => (e.srcId, e.dstId, e.attr)).toSeq
  )
  core("collectNeighbors and collectEdges")(sc =>
    (
      sorted(people(sc).collectNeighbors(EdgeDirection.Out)).map(p => p._1 -> p._2.sortBy(_._1).toSeq),
      sorted(people(sc).collectEdges(EdgeDirection.In)).map(p =>
        p._1 -> p._2.map(e => (e.srcId, e.attr.metres)).sorted.toSeq
      )
    )
  )
  core("a graph in serialized blocks")(sc => {
    val kept = Graph(
      people(sc).vertices,
      people(sc).edges,
      Person("none", 0, Nil),
      StorageLevel.MEMORY_ONLY_SER,
      StorageLevel.MEMORY_AND_DISK_SER
    )
    (sorted(kept.vertices), kept.numEdges, sorted(kept.mapVertices((_, p) => p.tags).vertices))
  })
  core("a graph in a checkpoint")(sc => {
    val graph = people(sc)
    graph.checkpoint()
    (graph.numVertices, sorted(graph.vertices), graph.isCheckpointed)
  })
  core("vertex sets: innerJoin, leftJoin, diff, minus")(sc => {
    val (a, b) =
      (people(sc).vertices, people(sc).vertices.filter(_._1 % 2 == 0).mapValues(p => p.copy(age = p.age + 1)))
    (
      sorted(a.innerJoin(b)((_, x, y) => (x, y))),
      sorted(a.leftJoin(b)((_, x, y) => (x.name, y.map(_.age)))),
      sorted(a.diff(b)),
      sorted(a.minus(b))
    )
  })
  core("log-normal and grid graphs")(sc =>
    (
      sorted(org.apache.spark.graphx.util.GraphGenerators.gridGraph(sc, 4, 4).vertices),
      org.apache.spark.graphx.util.GraphGenerators.logNormalGraph(sc, 30, 2, seed = 7).degrees.collect().sorted.toSeq
    )
  )
}
