package brine.graph

import java.nio.channels.FileChannel
import java.nio.file.Path
import brine.{PickleOptions, Unpickler}
import brine.graph.clustered.GraphSettings
import brine.graph.clustered.file.{GraphFile, GraphFiles}
import brine.graph.clustered.index.{IndexFile, IndexPass, ObjectIndex}
import brine.graph.clustered.parts.Subgraphs
import brine.graph.clustered.reading.PicklersByHand

/** A graph in a file, whose parts are read on request ([[GraphFormat.open]]). Close it after use.
  *
  * {{{
  * Using.resource(Graph.open(path)) { graph =>
  *   val branch = graph("Branch").vertices("name")(_ == "north").next()
  *   graph.load[Branch](branch)
  * }
  * }}}
  * All objects that it reads form one graph: an object that is loaded twice, or belongs to two loaded parts, is one
  * object. It therefore keeps them until it is closed. After a failed read it forgets them, and later reads form
  * another graph.
  *
  * Cost: the columns of the loaded objects in their segments, and the codes from the nearest remembered place on
  * ([[GraphVertex]]); the same again for each reference to an object elsewhere.
  */
final class OpenGraph private[graph] (
    file: GraphFile,
    channel: FileChannel,
    settings: GraphSettings,
    options: PickleOptions,
    indexPath: Option[Path]
) extends GraphInspection(file, options), AutoCloseable:
  private[graph] override val byHand: PicklersByHand = new PicklersByHand(options)
  private[graph] override def picklersByHand = byHand.count
  private val subgraphs = new Subgraphs(file, channel, settings, options, byHand, () => index)

  /** Takes the index from its file, or writes one there. */
  private[graph] override def makeIndex(pass: => IndexPass): ObjectIndex =
    indexPath.fold(super.makeIndex(pass)) { path =>
      val inFile = new IndexFile(path, file, GraphFiles.identity(file, channel))
      val found = inFile.read(pass)
      if found != null then found
      else
        val made = pass
        val index = made.run()
        inFile.write(made)
        index
    }

  /** The number of fields and elements that were read for loaded objects. */
  private[brine] def steps: Long = subgraphs.steps

  /** Reads the graph's value, with all objects that it leads to. */
  def root[A](using unpickler: Unpickler[A]): A = subgraphs.root(unpickler)

  /** Reads the object of a vertex, with all objects that it leads to, those that began before it included.
    *
    * @throws brine.PickleException.WrongType if the object is not an `A`
    */
  def load[A](vertex: GraphVertex)(using unpickler: Unpickler[A]): A =
    if vertex.number < 0 then
      throw new IllegalArgumentException(
        "an empty collection is not an object of the graph: load the object that holds it"
      )
    subgraphs.load(vertex.number.toInt, unpickler)

  def close(): Unit = channel.close()
