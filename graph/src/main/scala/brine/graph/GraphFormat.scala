package brine.graph

import brine.{Door, Pickle, PickleFormat, PickleOptions, Pickler, Sharing, Unpickler}
import brine.graph.clustered.{Materialization, Serialization}
import brine.wire.{ByteSink, ByteSource}

/** What `import brine.graph.given` brings: the graph format in place of the binary one. */
given graphFormat: GraphFormat = GraphFormat

/** Whole graphs, as columns: docs/spec/clustered.md. Every object keeps its identity, immutable ones, too; equal strings need
  * not stay two.
  *
  * {{{
  * import brine.graph.given
  * library.pickleTo(path)
  * Pickle.read[Library](path)
  * }}}
  * It is for values of many objects: small where they are alike, and to be looked into without their classes. A single small
  * record is smaller and faster in the binary format. After "Clustered Serialization with Fuel" (seed of the design), with
  * columns in place of rows.
  *
  * @param header what goes before the objects, and can be read without them ([[Graph.header]])
  */
sealed class GraphFormat private[graph] (val header: Map[String, String]) extends PickleFormat:
  type Pickled = GraphPickle

  def pickled(bytes: Array[Byte]): GraphPickle = new GraphPickle(bytes)

  def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
    Door.writing(new Serialization(sink, header, sharing(options)).run(value, pickler))

  def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    Door.reading(source)(new Materialization(source, sharing(options)).run(unpickler))

  /** There is one sharing here. */
  private def sharing(options: PickleOptions): PickleOptions = options.copy(sharing = Sharing.All)

  /** The same, with values that are written into the header. */
  def withHeader(values: (String, String)*): GraphFormat = new GraphFormat(header ++ values)

object GraphFormat extends GraphFormat(Map.empty)

/** A value in the graph format. */
final class GraphPickle(bytes: Array[Byte]) extends Pickle(bytes):
  type Format = GraphFormat
  def format: GraphFormat = GraphFormat
