package brine.graph.clustered.reading

import scala.util.control.NonFatal
import brine.{PickleException, PickleOptions, Unpickler}
import brine.assembly.ReaderAssembly.*
import brine.graph.clustered.GraphSettings
import brine.graph.clustered.file.GraphFile
import brine.graph.types.WrittenTypes
import brine.plan.Plan
import brine.run.ResolvedUnpickler

/** Reads one graph, which `Serialization` wrote, with the same steps.
  *
  * @param externals returns the external objects of the graph, in the order of their numbers
  */
private[graph] final class Materialization(
    file: GraphFile,
    settings: GraphSettings,
    options: PickleOptions,
    externals: Unpickler[?] => IndexedSeq[AnyRef]
):
  private val hooks = new AfterReadHooks(settings.afterReading, settings.reading)

  def run[A](unpickler: Unpickler[A]): A =
    settings.reading.doBefore()
    val body = WrittenTypes.resolved(file.tables.head, unpickler)
    val reader = readerOf(body, externals(body))
    if settings.afterReading.nonEmpty then reader.assembly.watch = hooks.meet(_)
    val value =
      try
        val value = body.unpickle(reader)
        reader.finish()
        value
      catch case e: PickleException => throw e.atOffset(reader.offset)
    hooks.run()
    tellLeftOut(reader)
    value

  private def readerOf(body: Unpickler[?], externals: IndexedSeq[AnyRef]): ClusteredReader =
    val isWatched = settings.afterReading.nonEmpty
    if settings.part.isAll then
      // Hooks see the objects in the order of one thread.
      val executor = if isWatched then null else settings.executor
      new ClusteredReader(file, body.shape, externals, settings.whenRead, isWatched, options, executor = executor)
    else
      new PartialReader(
        file,
        body.shape,
        externals,
        settings.whenRead,
        isWatched,
        settings.part,
        Materialization.planOf(body),
        options
      )

  private def tellLeftOut(reader: ClusteredReader): Unit =
    val count = reader match
      case partial: PartialReader => partial.leftOut
      case _                      => 0L
    for tell <- settings.whenLeftOut do
      try tell(count)
      catch case NonFatal(e) => throw new PickleException.UserCode("the callback for values that were left out", e)

private[graph] object Materialization:
  def planOf(unpickler: Unpickler[?]): Plan = unpickler match
    case resolved: ResolvedUnpickler[?] => resolved.resolved.plan
    case other                          => Plan.of(other)
