package brine.graph.clustered.parts

import java.nio.channels.{Channel, ClosedChannelException}
import brine.{FailureBoundary, PickleException, PickleOptions, Unpickler}
import brine.assembly.ReaderAssembly.*
import brine.graph.clustered.GraphSettings
import brine.graph.clustered.file.{ColumnPlace, GraphFile}
import brine.graph.clustered.index.{ExternalObjects, ObjectIndex}
import brine.graph.clustered.reading.{AfterReadHooks, Materialization, PicklersByHand}
import brine.graph.types.WrittenTypes
import brine.plan.Plan
import brine.run.PlannedPickler

/** Reads parts of a graph on request; all parts together are one graph. Serves one thread at a time.
  *
  * Keeps the objects that it has read, to recognize them. After a failed read it forgets them: later reads form another
  * graph.
  */
private[graph] final class Subgraphs(
    file: GraphFile,
    channel: Channel,
    settings: GraphSettings,
    options: PickleOptions,
    val byHand: PicklersByHand,
    index: () => ObjectIndex
):
  /** The fields and elements that were read. */
  def steps: Long = if reader == null then 0L else reader.nn.steps

  private var reader: SubgraphReader | Null = null
  private var isReading = false

  /** Reads the object with this number, and all objects that it leads to. */
  def load[A](number: Int, unpickler: Unpickler[A]): A = reading(unpickler) { to =>
    to.want(number)
    to.get(using resolved(number, unpickler))
  }

  /** Reads the target of an edge, by the plan of its place. */
  private def loadLater(number: Int, plan: Plan): Any =
    val pickler = new PlannedPickler.MadePickler[Any](plan)
    reading(pickler) { to =>
      to.want(number)
      to.get(using pickler)
    }

  /** Reads the graph's value. */
  def root[A](unpickler: Unpickler[A]): A = reading(unpickler) { to =>
    to.beginRoot()
    WrittenTypes.resolved(file.tables.head, unpickler).unpickle(to)
  }

  private def reading[A](unpickler: Unpickler[A])(read: SubgraphReader => A): A = synchronized {
    // The blocks in memory would still be readable after `close`.
    if !channel.isOpen then throw new PickleException.InputOutput(new ClosedChannelException)
    if isReading then throw new IllegalStateException("the graph is being read: ask for other parts afterwards")
    isReading = true
    val _ = byHand.add(Materialization.planOf(unpickler))
    val hooks = new AfterReadHooks(settings.afterReading, settings.reading)
    try
      settings.reading.doBefore()
      val to = if reader != null then reader.nn else newReader(unpickler)
      to.budget.restart()
      if settings.afterReading.nonEmpty then to.assembly.watch = hooks.meet(_)
      val value =
        try read(to)
        catch case e: PickleException => throw e.atOffset(to.offset)
      hooks.run()
      value
    catch
      case e: Throwable =>
        reader = null
        throw FailureBoundary.partFailure(e)
    finally isReading = false
  }

  private def newReader(unpickler: Unpickler[?]): SubgraphReader =
    val isWatched = settings.afterReading.nonEmpty
    val externals = ExternalObjects.of(file, settings, unpickler, options)
    val made = new SubgraphReader(file.reopened, externals, index(), isWatched, loadLater, options)
    reader = made
    made

  /** The unpickler for the object with this number: `unpickler`, or a plan from the written shape to its shape. */
  private def resolved[A](number: Int, unpickler: Unpickler[A]): Unpickler[A] =
    val written = index().typeOf(number)
    if reader.nn.clusters.findLike(ColumnPlace.unmarked(unpickler.shape)) != null then unpickler
    else WrittenTypes.ofPart(written.shape, unpickler, reader.nn.clusters)
