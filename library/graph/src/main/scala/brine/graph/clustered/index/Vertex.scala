package brine.graph.clustered.index

/** An object of a graph, or an empty collection.
  *
  * @param number in the order in which objects begin, -1 for an empty collection
  * @param row    in the order of its type
  */
private[graph] final class Vertex(val number: Int, val cluster: Int, val row: Int)
