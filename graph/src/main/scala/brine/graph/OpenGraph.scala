package brine.graph

import java.nio.channels.FileChannel
import brine.{PickleOptions, Unpickler}
import brine.graph.clustered.{GraphFile, Settings, Subgraphs}

/** A graph in a file, of which is read what is asked for ([[GraphFormat.open]]). To be closed.
  *
  * {{{
  * Using.resource(Graph.open(path)) { graph =>
  *   val branch = graph("Branch").vertices("name")(_ == "north").next()
  *   graph.load[Branch](branch)
  * }
  * }}}
  * All that is read of it is one graph: an object that is asked for twice, or met in two parts, is the same. So it is kept until
  * the graph is closed. If a read fails, what was read before is not known any more, and what is read afterwards is another
  * graph.
  *
  * Cost: of the file that is read which holds the columns of what is loaded, in the segments where it lies, and the codes
  * from the nearest remembered place on ([[GraphVertex]]); and as much again for each object elsewhere that is referred to.
  */
final class OpenGraph private[graph] (file: GraphFile, channel: FileChannel, settings: Settings, options: PickleOptions)
    extends GraphInspection(file, options), AutoCloseable:
  private val subgraphs = new Subgraphs(file, channel, settings, options)

  /** Fields and elements that have been gone over to find objects and to get past others; those that were read are not counted. */
  private[brine] def steps: Long = subgraphs.steps

  private[graph] override def index = subgraphs.index
  private[graph] override def byHand = subgraphs.byHand

  /** The graph's value, with all that it leads to. */
  def root[A](using unpickler: Unpickler[A]): A = subgraphs.root(unpickler)

  /** The object of a vertex, with all that it leads to: objects that began before it are read, too.
    *
    * @throws brine.PickleException.WrongType if it is no `A`
    */
  def load[A](vertex: GraphVertex)(using unpickler: Unpickler[A]): A =
    if vertex.number < 0 then throw new IllegalArgumentException("an empty collection is not an object of the graph")
    subgraphs.load(vertex.number.toInt, unpickler)

  def close(): Unit = channel.close()
