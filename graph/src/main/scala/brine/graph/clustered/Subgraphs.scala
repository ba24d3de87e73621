package brine.graph.clustered

import java.nio.channels.{Channel, ClosedChannelException}
import brine.{Door, PickleException, PickleOptions, Unpickler}
import brine.graph.trace.WrittenTypes
import brine.plan.Plan
import brine.run.PlannedPickler
import brine.assembly.ReaderAssembly.*

/** Reads parts of a graph as they are asked for; all that has been read is one graph. Serves one thread at a time.
  *
  * Keeps what has been read, so that it is known again. A read that fails leaves none of it: what is read afterwards is another
  * graph.
  */
private[graph] final class Subgraphs(file: GraphFile, channel: Channel, settings: Settings, options: PickleOptions):
  val byHand: PicklersByHand = new PicklersByHand(options)

  val index: VertexIndex = new VertexIndex(file, byHand, options)

  def steps: Long = index.steps + (if reader == null then 0L else reader.nn.steps)

  private var reader: SubgraphReader | Null = null
  private var isReading = false

  /** The object of this number, and all that it leads to. */
  def load[A](number: Int, unpickler: Unpickler[A]): A = reading(unpickler) { to =>
    to.want(number)
    to.get(using resolved(index.at(number), unpickler))
  }

  /** The target of an edge, by the plan of its place. */
  private def loadLater(number: Int, plan: Plan): Any =
    val pickler = new PlannedPickler.Of[Any](plan)
    reading(pickler) { to =>
      to.want(number)
      to.get(using pickler)
    }

  /** The graph's value. */
  def root[A](unpickler: Unpickler[A]): A = reading(unpickler) { to =>
    to.beginRoot()
    WrittenTypes.resolved(file.tables.head, unpickler).unpickle(to)
  }

  private def reading[A](unpickler: Unpickler[A])(read: SubgraphReader => A): A = synchronized {
    // Blocks that were read are in memory, and would be no reason to stop.
    if !channel.isOpen then throw new PickleException.InputOutput(new ClosedChannelException)
    if isReading then throw new IllegalStateException("the graph is being read: ask for other parts afterwards")
    isReading = true
    val _ = byHand.add(Materialization.planOf(unpickler))
    val hooks = new AfterReading(settings.afterReading, settings.reading)
    try
      settings.reading.doBefore()
      val to = if reader != null then reader.nn else newReader(unpickler)
      to.nothing.restart()
      if settings.afterReading.nonEmpty then to.assembly.watch = hooks.meet(_)
      val value =
        try read(to)
        catch case e: PickleException => throw e.atOffset(to.offset)
      hooks.run()
      value
    catch
      case e: Throwable =>
        reader = null
        throw Door.partFailure(e)
    finally isReading = false
  }

  private def newReader(unpickler: Unpickler[?]): SubgraphReader =
    val isWatched = settings.afterReading.nonEmpty
    val externals = Materialization.externals(file, settings, unpickler, options)
    val made = new SubgraphReader(file.reopened, externals, index, byHand, isWatched, loadLater, options)
    reader = made
    made

  /** What reads the object of this vertex as `unpickler` says: the class's own plan, or one for what was written. */
  private def resolved[A](vertex: Vertex, unpickler: Unpickler[A]): Unpickler[A] =
    val clusters = index.clusters
    if clusters.findLike(Place.unmarked(unpickler.shape)) != null then unpickler
    else WrittenTypes.ofPart(clusters(vertex.cluster).shape, unpickler, clusters)
