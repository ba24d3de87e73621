package brine.graph.clustered

import brine.{PickleException, PickleOptions, Unpickler}
import brine.evolve.Resolutions

/** Reads one graph: mirrors [[Serialization]]. */
private[graph] final class Materialization(file: GraphFile, settings: Settings, options: PickleOptions):
  private val hooks = new AfterReading(settings.afterReading, settings.reading)

  def run[A](unpickler: Unpickler[A]): A =
    settings.reading.doBefore()
    val body = Materialization.resolved(file.tables.head, unpickler)
    val reader = new ClusteredReader(file, body.shape, externals, settings.whenRead, settings.afterReading.nonEmpty, options)
    if settings.afterReading.nonEmpty then reader.assembly.watch = hooks.meet(_)
    val value = body.unpickle(reader)
    reader.finish()
    hooks.run()
    value

  /** The objects that the graph knows by a name. */
  private def externals: IndexedSeq[AnyRef] = file.externals.map { name =>
    val external = settings.externals.getOrElse(name, throw new PickleException.UnknownExternal(name, settings.externals.keys))
    external.make()
  }

private[clustered] object Materialization:
  /** What reads values of the types that were written: the class's own plan, or one for them. */
  def resolved[A](written: TypeTable, unpickler: Unpickler[A]): Unpickler[A] =
    if java.util.Arrays.equals(written.bytes, TypeTable.bytesOf(unpickler.shape)) then unpickler
    else Resolutions.ofTable(written.shape.fingerprint, written.bytes, unpickler)
