package org.apache.spark.graphx

import scala.reflect.ClassTag
import org.apache.spark.SparkConf

/** In place of GraphX's object of this name, whose `registerKryoClasses` sets `spark.serializer` to Kryo: the suites of
  * GraphX call it for each context. This one leaves the serializer as it is set.
  */
object GraphXUtils {
  def registerKryoClasses(conf: SparkConf): Unit = ()

  private[graphx] def mapReduceTriplets[V: ClassTag, E: ClassTag, M: ClassTag](
      graph: Graph[V, E],
      messages: EdgeTriplet[V, E] => Iterator[(VertexId, M)],
      merge: (M, M) => M,
      active: Option[(VertexRDD[_], EdgeDirection)] = None
  ): VertexRDD[M] =
    graph.aggregateMessagesWithActiveSet[M](send(messages), merge, TripletFields.All, active)

  private def send[V, E, M](messages: EdgeTriplet[V, E] => Iterator[(VertexId, M)])(edge: EdgeContext[V, E, M])
      : Unit = {
    for ((to, message) <- messages(edge.toEdgeTriplet)) {
      if (to == edge.srcId) edge.sendToSrc(message)
      else if (to == edge.dstId) edge.sendToDst(message)
      else throw new IllegalArgumentException(s"a message to $to on the edge from ${edge.srcId} to ${edge.dstId}")
    }
  }
}
