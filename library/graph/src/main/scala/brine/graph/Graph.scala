package brine.graph

import java.io.InputStream
import java.nio.file.{Path, StandardOpenOption}
import java.nio.channels.FileChannel
import brine.{FailureBoundary, PickleException, PickleOptions, Pickler, NotNull, Subtypes}
import brine.assembly.StandsAnywhere
import brine.evolve.RecordPlans
import brine.graph.clustered.file.{GraphFile, GraphFiles}
import brine.graph.types.TypeTable
import brine.run.PlannedPickler
import brine.wire.ByteSource

/** Operations on graphs that do not need the classes of their objects. */
object Graph:
  /** Inspects a file that holds a graph, without reading its objects. `use` reads the parts that it needs, while it
    * runs. Opening takes time and memory for the footer, whatever the size of the file. The first value of a segment
    * reads the whole segment (up to some megabytes of the file), to compare it with its checksum.
    *
    * {{{
    * Graph.inspect(path) { graph =>
    *   println(graph)
    *   graph("Order")("price").sum
    * }
    * }}}
    * @throws PickleException.ChecksumMismatch if a part that is read is damaged
    */
  def inspect[A](path: Path)(use: GraphInspection => A)(using options: PickleOptions): A =
    inspect(path, isChecked = true)(use)

  /** Inspects a file like [[inspect]], but reads only the columns that are used, and compares only the checksums of
    * header and footer: the caller trusts the bytes. A damaged file may lead to wrong values.
    */
  def inspectUnchecked[A](path: Path)(use: GraphInspection => A)(using options: PickleOptions): A =
    inspect(path, isChecked = false)(use)

  private def inspect[A](path: Path, isChecked: Boolean)(use: GraphInspection => A)(using options: PickleOptions): A =
    reading(path)(channel => use(new GraphInspection(GraphFiles.open(channel, isChecked, options), options)))

  /** Explains why an object is in a graph. Returns the paths of the first `most` places that lead to it, in the order
    * of a write (`$.orders[3].customer`). Returns none if the graph does not hold it as an object.
    *
    * {{{ Graph.paths(library, author) }}}
    * Traverses the whole graph as a write does, and writes nothing.
    */
  def paths[A](value: A, target: AnyRef, most: Int = 1000)(using
      pickler: Pickler[A],
      options: PickleOptions
  ): IndexedSeq[String] =
    val finder = new PathFinder(target, most, options)
    FailureBoundary.writing(pickler.pickle(value, finder))
    finder.paths.toIndexedSeq

  /** Opens a graph in a file, to read parts of it until it is closed. [[GraphFormat.open]] does the same with a
    * format's settings.
    */
  def open(path: Path)(using options: PickleOptions): OpenGraph = GraphFormat.open(path)

  /** Opens a file like [[open]], with the index of its objects in another file: see [[GraphFormat.open]]. */
  def open(path: Path, index: Path)(using options: PickleOptions): OpenGraph = GraphFormat.open(path, index)

  /** Opens a file like [[open]]; the caller trusts the bytes, as with [[inspectUnchecked]]. */
  def openUnchecked(path: Path)(using options: PickleOptions): OpenGraph = GraphFormat.openUnchecked(path)

  private[graph] def channelOf(path: Path): FileChannel =
    try FileChannel.open(NotNull(path, "a path"), StandardOpenOption.READ)
    catch case e: java.io.IOException => throw new PickleException.InputOutput(e)

  private def reading[A](path: Path)(use: FileChannel => A): A =
    val channel = channelOf(path)
    try use(channel)
    finally channel.close()

  /** Reads the header that the writer of a graph gave it ([[GraphFormat.withHeader]]). Reads the first bytes only: the
    * rest may be damaged or missing.
    */
  def header(path: Path): Map[String, String] = reading(path)(channel => header(ByteSource.of(channel)))

  /** Reads the header of the graph at the beginning of a stream. May take more bytes from the stream than the header
    * has. To read the graph from the stream, too, mark it before the call and reset it afterwards.
    */
  def header(stream: InputStream): Map[String, String] = header(ByteSource.of(NotNull(stream, "a stream")))

  /** Reads the header of a pickle, which may be truncated. */
  def header(pickle: GraphPickle): Map[String, String] = header(ByteSource.of(NotNull(pickle, "a pickle").bytes))

  private def header(source: ByteSource): Map[String, String] =
    FailureBoundary.reading(source)(new GraphFile.Frame(source).start())

  /** Inspects a pickle, without reading its objects. */
  def inspect(pickle: GraphPickle)(using options: PickleOptions): GraphInspection =
    val source = ByteSource.of(NotNull(pickle, "a pickle").bytes)
    FailureBoundary.reading(source)(new GraphInspection(GraphFile.read(source, options), options))

  /** Reads a graph without its classes. Objects become [[brine.Record]]s, collections become `collection.Seq`s and
    * `collection.Map`s, and one object becomes one record. An [[OutsideGraph]] replaces an object outside of the graph;
    * a name replaces a function or class ([[brine.CodeNames]]). [[GraphRecords.pickle]] writes everything back.
    *
    * At places of open types, objects of classes with fields are records, too. Strings, boxed numbers, dates and the
    * like stay themselves. Every other value is a record with the one field `value`.
    *
    * @throws PickleException.IncompatibleShape at a value of a pickler by hand: only that pickler can read it
    */
  def records(pickle: GraphPickle)(using options: PickleOptions): GraphRecords =
    records(ByteSource.of(NotNull(pickle, "a pickle").bytes), options)

  /** Reads a graph in a file without its classes. */
  def records(path: Path)(using options: PickleOptions): GraphRecords =
    reading(path)(channel => records(ByteSource.of(channel), options))

  private def records(source: ByteSource, options: PickleOptions): GraphRecords =
    FailureBoundary.reading(source) {
      val file = GraphFile.read(source, options)
      val tables = file.tables.filter(_.kind == TypeTable.Subtype).map(table => table.name -> table.shape)
      val subtypes = Subtypes.from(new RecordSubtypes(tables))
      val pickler = new PlannedPickler.MadePickler[Any](RecordPlans.keepingAll(file.tables.head.shape))
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
    val root: Any,
    val header: Map[String, String],
    pickler: Pickler[Any],
    format: GraphFormat,
    subtypes: Subtypes
):
  /** The graph as it is now. */
  def pickle(using options: PickleOptions): GraphPickle =
    format.pickleOf(root, pickler, options.copy(subtypes = subtypes))

/** Replaces, in a graph's records, an object that the graph knows by a name and does not hold. */
final class OutsideGraph private[graph] (val name: String) extends StandsAnywhere:
  override def toString: String = name
