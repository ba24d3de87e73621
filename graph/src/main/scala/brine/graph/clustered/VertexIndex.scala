package brine.graph.clustered

import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, PickleOptions}
import brine.columns.{Member, Role}
import brine.shape.Shape

/** Where an object begins.
  *
  * @param number    in the order in which objects begin, -1 of a collection that has none, being empty
  * @param row       in the order of its cluster
  * @param subtype   which, if it stands at an open place, else -1
  * @param positions of every column of the file: how many values are before the object's
  */
private[graph] final class Vertex(
    val number: Int, val cluster: Int, val row: Long, val subtype: Int, val path: String, val positions: Array[Long]
)

/** Finds where the objects of a graph begin, without building any: by a [[Walk]] from the nearest of the places that it has
  * remembered.
  *
  * The first time a walk goes as far as the object, through the codes alone; later from a place at most
  * [[VertexIndex.Spacing]] objects before it (of a graph that is nested deeper, 16 times its depth). What is remembered takes 8
  * bytes for each column and 12 for each object around.
  */
private[graph] final class VertexIndex(file: GraphFile, byHand: Shape.Custom => brine.Unpickler[?] | Null, options: PickleOptions):
  import VertexIndex.*

  private val root = file.tables.head.shape
  private val reader = new Blinkered(file.reopened, root, options)
  private val totals: Array[Long] = reader.clusters.iterator.map(_.count).toArray

  private var isWanted: (Int, Cluster[InColumn]) => Boolean = (_, _) => false
  private var isReferrer: Long => Unit = _ => ()

  /** The last that was found: who asks for it once often asks again. */
  private var found: Vertex | Null = null

  private val walk: Walk = new Walk(reader, Watching, byHand)
  private val known = ArrayBuffer.empty[Checkpoint]

  /** The objects before the one that was found last, of those that are referred to: a reader that goes back from object to object
    * asks for them next.
    */
  private val trail = new Trail(math.max(Trail.Fewest, Trail.MostPositions / math.max(1, file.columns.length)))

  /** Objects from this number on are put into the trail. */
  private var trailFrom = Int.MaxValue

  /** Steps of walks so far: what finding objects takes. */
  def steps: Long = walk.steps

  private object Watching extends Walk.Watch:
    def begins(number: Int, subtype: Int, cluster: Cluster[InColumn]): Unit =
      if isWanted(number, cluster) then
        found = new Vertex(number, cluster.number, rowOf(cluster), subtype, walk.path, positionsOf(cluster))
        walk.isStopped = true
      else if number >= trailFrom && java.util.Arrays.binarySearch(file.referredTo, number) >= 0 then
        trail.add(new Vertex(number, cluster.number, rowOf(cluster), subtype, "", positionsOf(cluster)))
    def refers(number: Int): Unit = isReferrer(number)
    def refersOutside(number: Long): Unit = isReferrer(Role.FirstExternal - number)

  def clusters: Clusters[InColumn] = reader.clusters

  private def rowOf(cluster: Cluster[InColumn]): Long = totals(cluster.number) - cluster.count

  private def positionsOf(cluster: Cluster[InColumn]): Array[Long] =
    val positions = reader.file.positions
    if reader.size != ClusteredReader.NotRead then
      positions(reader.file.columns.indexOf(cluster.place(Member.Size).column(Role.Codes))) -= 1
    positions

  /** The object of this number. */
  def at(number: Int): Vertex =
    if number < 0 || number >= file.objects then throw new NoSuchElementException(s"object $number of ${file.objects}")
    val last = found
    if last != null && last.number == number then last
    else find(_.objects <= number)((n, _) => n == number, s"object $number")

  /** The same, perhaps without its path. */
  def placeOf(number: Int): Vertex =
    val known = trail.find(number)
    val vertex =
      if known != null then known
      else
        // The second request that goes back shows the pattern: objects before this one are likely to be asked for next.
        if number < lastPlace && number >= lastPlace - trail.size then trailFrom = number - trail.size
        try at(number)
        finally trailFrom = Int.MaxValue
    lastPlace = number
    vertex

  private var lastPlace = 0

  /** The object or collection of this row of a cluster. */
  def at(cluster: Int, row: Long): Vertex =
    def missing = new NoSuchElementException(s"$row of ${totals(cluster)} of ${clusters(cluster).shape.name}")
    if row < 0 || row >= totals(cluster) then throw missing
    find(_.begun(cluster) <= row)((_, c) => c.number == cluster && rowOf(c) == row, s"$row of ${clusters(cluster).shape.name}")

  /** Where the graph refers to an object that began before: the paths of the first so many places. Goes through the codes. */
  def references(number: Int, most: Int): IndexedSeq[String] = pathsTo(number, most)

  /** The same of an object outside of it, by the number of its name. */
  def referencesOutside(number: Int, most: Int): IndexedSeq[String] = pathsTo(Role.FirstExternal - number, most)

  private def pathsTo(target: Long, most: Int): IndexedSeq[String] =
    val paths = ArrayBuffer.empty[String]
    isReferrer = met =>
      if met == target then
        if paths.length < most then paths += walk.path
        if paths.length >= most then walk.isStopped = true
    try
      if most > 0 then
        restart()
        goOn()
    finally isReferrer = _ => ()
    paths.toIndexedSeq

  private def find(isBefore: Checkpoint => Boolean)(is: (Int, Cluster[InColumn]) => Boolean, what: String): Vertex =
    found = null
    isWanted = is
    try
      val from = known.lastIndexWhere(isBefore)
      if from >= 0 then goTo(known(from)) else restart()
      if found == null then goOn()
    finally isWanted = (_, _) => false
    if found == null then throw inByHand(what) else found.nn

  private def inByHand(what: String): PickleException =
    val reason = s"$what is inside a value of a pickler by hand, and only that pickler can read it"
    new PickleException.IncompatibleShape(Seq(reason), what, "a single object")

  private def restart(): Unit =
    goTo(new Checkpoint(0, new Array(totals.length), new Array(file.columns.length), Walk.NoFrames))
    reader.place = reader.clusters.root(root)
    walk.start(root)

  private def goTo(place: Checkpoint): Unit =
    reader.forget()
    reader.objects = place.objects
    for i <- totals.indices do reader.clusters(i).count = totals(i) - place.begun(i)
    reader.file.moveTo(place.positions)
    walk.restore(place.frames)

  private def goOn(): Unit =
    while !walk.isEnded && !walk.isStopped do
      walk.step()
      if !walk.isStopped && reader.objects >= nextCheckpoint then remember()

  private def nextCheckpoint: Long =
    if known.isEmpty then Spacing else known.last.objects.toLong + math.max(Spacing, 16 * known.last.frames.depth)

  private def remember(): Unit =
    val begun = totals.indices.map(i => totals(i) - reader.clusters(i).count).toArray
    known += new Checkpoint(reader.objects, begun, reader.file.columns.map(_.position).toArray, walk.frames)

/** The last vertices that were added, a given number of them; in the order of their numbers. */
private[clustered] final class Trail(val size: Int):
  private val all = scala.collection.mutable.ArrayDeque.empty[Vertex]

  def add(vertex: Vertex): Unit =
    if all.nonEmpty && all.last.number >= vertex.number then all.clear()
    if all.length == size then { val ignored = all.removeHead() }
    all += vertex

  def find(number: Int): Vertex | Null =
    val at = Ascending.first(all.length)(all(_).number >= number)
    if at < all.length && all(at).number == number then all(at) else null

private[clustered] object Trail:
  final val Fewest = 64

  /** Positions of columns that are kept at most, 8 bytes each. */
  final val MostPositions = 1 << 18

private[graph] object VertexIndex:
  /** Objects between two places that are remembered. */
  final val Spacing = 4096

  private final class Checkpoint(val objects: Int, val begun: Array[Long], val positions: Array[Long], val frames: Walk.Frames)
