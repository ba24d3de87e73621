package brine.graph

import java.io.InputStream
import java.nio.file.{Path, StandardOpenOption}
import java.nio.channels.FileChannel
import brine.{Door, PickleException, PickleOptions, Pickler, Subtypes}
import brine.assembly.StandsAnywhere
import brine.evolve.RecordPlans
import brine.graph.clustered.{GraphFile, GraphFiles}
import brine.graph.trace.TypeTable
import brine.run.PlannedPickler
import brine.wire.ByteSource

/** What can be done with graphs without their classes. */
object Graph:
  /** Looks into a file that holds a graph, without reading its objects: what is asked for is read when it is asked for, while
    * `use` runs. Takes time and memory for the footer, whatever the size of the file. The first value that is read of a segment (up to
    * some megabytes of the file) has that whole segment read and compared with its checksum.
    *
    * {{{
    * Graph.inspect(path) { graph =>
    *   println(graph)
    *   graph("Order")("price").sum
    * }
    * }}}
    * @throws PickleException.ChecksumMismatch if the file is damaged at what is read
    */
  def inspect[A](path: Path)(use: GraphInspection => A)(using options: PickleOptions): A = inspect(path, isChecked = true)(use)

  /** [[inspect]] of a file whose bytes are known to be sound: reads only the columns that are asked for. Of the checksums those of header
    * and footer are compared. In a damaged file, wrong values may be found.
    */
  def inspectUnchecked[A](path: Path)(use: GraphInspection => A)(using options: PickleOptions): A = inspect(path, isChecked = false)(use)

  private def inspect[A](path: Path, isChecked: Boolean)(use: GraphInspection => A)(using options: PickleOptions): A =
    reading(path)(channel => use(new GraphInspection(GraphFiles.open(channel, isChecked, options), options)))

  /** Why an object is in a graph: the paths of all places that lead to it, the first so many, in the order in which the graph would be
    * written (`$.orders[3].customer`). None: the graph does not hold it as an object.
    *
    * {{{ Graph.paths(library, author) }}}
    * Looks at the whole graph as a write does, and writes nothing.
    */
  def paths[A](value: A, target: AnyRef, most: Int = 1000)(using pickler: Pickler[A], options: PickleOptions): IndexedSeq[String] =
    val finder = new PathFinder(target, most, options)
    Door.writing(pickler.pickle(value, finder))
    finder.paths.toIndexedSeq

  /** A graph in a file, of which is read what is asked for, until it is closed. A [[GraphFormat]] can open one, too. */
  def open(path: Path)(using options: PickleOptions): OpenGraph = GraphFormat.open(path)

  /** [[open]] of a file whose bytes are known to be sound, as by [[inspectUnchecked]]. */
  def openUnchecked(path: Path)(using options: PickleOptions): OpenGraph = GraphFormat.openUnchecked(path)

  private[graph] def channelOf(path: Path): FileChannel =
    try FileChannel.open(path, StandardOpenOption.READ)
    catch case e: java.io.IOException => throw new PickleException.InputOutput(e)

  private def reading[A](path: Path)(use: FileChannel => A): A =
    val channel = channelOf(path)
    try use(channel)
    finally channel.close()

  /** What the writer of a graph said of it ([[GraphFormat.withHeader]]). Reads the first bytes, and nothing else: what follows may be
    * damaged or missing.
    */
  def header(path: Path): Map[String, String] = reading(path)(channel => header(ByteSource.of(channel)))

  /** The header of the graph that a stream begins with. More bytes than those of the header may be taken from the stream; to read the
    * graph from it, too, mark it before and reset it afterwards.
    */
  def header(stream: InputStream): Map[String, String] = header(ByteSource.of(stream))

  /** The header of a pickle, which may be cut short. */
  def header(pickle: GraphPickle): Map[String, String] = header(ByteSource.of(pickle.bytes))

  private def header(source: ByteSource): Map[String, String] = Door.reading(source)(new GraphFile.Frame(source).start())

  /** The same of a pickle. */
  def inspect(pickle: GraphPickle)(using options: PickleOptions): GraphInspection =
    val source = ByteSource.of(pickle.bytes)
    Door.reading(source)(new GraphInspection(GraphFile.read(source, options), options))

  /** Reads a graph without its classes: objects are [[brine.Record]]s, collections `collection.Seq`s and
    * `collection.Map`s, and one object is one record. An [[OutsideGraph]] stands for an object outside of the graph, and the name of a
    * function or class for that ([[brine.CodeNames]]). [[GraphRecords.pickle]] writes everything back.
    *
    * At places of open types, objects of classes with fields are records, too. Strings, boxed numbers, dates and the like stand for
    * themselves. Any other value is a record with the one field `value`.
    *
    * @throws PickleException.IncompatibleShape at a value of a pickler by hand: nobody else can read it
    */
  def records(pickle: GraphPickle)(using options: PickleOptions): GraphRecords = records(ByteSource.of(pickle.bytes), options)

  /** The same of a file. */
  def records(path: Path)(using options: PickleOptions): GraphRecords =
    reading(path)(channel => records(ByteSource.of(channel), options))

  private def records(source: ByteSource, options: PickleOptions): GraphRecords =
    Door.reading(source) {
      val file = GraphFile.read(source, options)
      val tables = file.tables.filter(_.kind == TypeTable.Subtype).map(table => table.name -> table.shape)
      val subtypes = Subtypes.from(new RecordSubtypes(tables))
      val pickler = new PlannedPickler.Of[Any](RecordPlans.keepingAll(file.tables.head.shape))
      val format = file.externals.foldLeft(GraphFormat.withHeader(file.header.toSeq*)) { (format, name) =>
        format.withExternal(name, new OutsideGraph(name))
      }
      val root = format.readGraph(file, pickler, options.copy(subtypes = subtypes))
      new GraphRecords(root, file.header, pickler, format, subtypes)
    }

/** A graph that was read without its classes.
  *
  * @param root the value: a [[brine.Record]], a collection, or a number or string
  */
final class GraphRecords private[graph] (
    val root: Any, val header: Map[String, String], pickler: Pickler[Any], format: GraphFormat, subtypes: Subtypes
):
  /** The graph as it is now. */
  def pickle(using options: PickleOptions): GraphPickle = format.pickleOf(root, pickler, options.copy(subtypes = subtypes))

/** Stands in a graph's records for an object that the graph knows by a name and does not hold. */
final class OutsideGraph private[graph] (val name: String) extends StandsAnywhere:
  override def toString: String = name
