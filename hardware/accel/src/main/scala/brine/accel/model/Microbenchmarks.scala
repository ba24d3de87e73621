package brine.accel.model

import brine.wire.layout.DecoupledLayout
import scala.util.Random

/** The graphs of Fig. 9 and Table II, at any size. */
object Microbenchmarks {
  private val first = DecoupledLayout.FIRST_TOLD

  /** A complete tree: a value, and a reference to each child. The lowest nodes have nulls. */
  def tree(children: Int, levels: Int): ObjectGraph = {
    val builder = new GraphBuilder(Vector(GraphClass(first, ClassShape.Plain(false +: Seq.fill(children)(true)))))
    def node(level: Int): Int = {
      val below = Seq.fill(children)(if (level == 1) -1L else node(level - 1).toLong)
      builder.plain(0, builder.size.toLong +: below: _*)
    }
    builder.result(node(levels))
  }

  /** A linked list: a value and the next node. */
  def list(length: Int): ObjectGraph = {
    val builder = new GraphBuilder(Vector(GraphClass(first, ClassShape.Plain(Seq(false, true)))))
    val last = (0 until length).foldLeft(-1)((next, i) => builder.plain(0, i.toLong, next.toLong))
    builder.result(last)
  }

  /** Nodes with a value and an array of references to other nodes, chosen at random. */
  def graph(nodes: Int, edges: Int, seed: Int = 1): ObjectGraph = {
    val random = new Random(seed)
    val builder = new GraphBuilder(Vector(
      GraphClass(first, ClassShape.Plain(Seq(false, true))),
      GraphClass(first + 1, ClassShape.Elements(Seq(true)))
    ))
    for (i <- 0 until nodes) builder.plain(0, i.toLong, -1L)
    for (i <- 0 until nodes) {
      // The first edge leads to the next node, so that all can be reached.
      val others = Array.fill(edges)(random.nextInt(nodes).toLong)
      if (edges > 0) others(0) = (i + 1) % nodes
      builder.set(i, 1, builder.elements(1, edges, others).toLong)
    }
    builder.result(0)
  }
}
