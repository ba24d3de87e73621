package brine.graph.clustered

import brine.{PickleOptions, Unpickler}
import brine.evolve.Resolutions
import brine.wire.ByteSource

/** Reads one graph: mirrors [[Serialization]]. */
private[graph] final class Materialization(source: ByteSource, options: PickleOptions):
  def run[A](unpickler: Unpickler[A]): A =
    val file = GraphFile.read(source, options)
    val body = resolve(file.tables.head, unpickler)
    val reader = new ClusteredReader(file, body.shape, options)
    val value = body.unpickle(reader)
    reader.finish()
    value

  /** What reads the value: the class's own plan, or one for the shape that was written. */
  private def resolve[A](written: TypeTable, unpickler: Unpickler[A]): Unpickler[A] = Materialization.resolved(written, unpickler)

private[clustered] object Materialization:
  def resolved[A](written: TypeTable, unpickler: Unpickler[A]): Unpickler[A] =
    if java.util.Arrays.equals(written.bytes, TypeTable.bytesOf(unpickler.shape)) then unpickler
    else Resolutions.ofTable(written.shape.fingerprint, written.bytes, unpickler)
