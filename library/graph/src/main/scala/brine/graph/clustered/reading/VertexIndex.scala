package brine.graph.clustered.reading

import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, PickleOptions}
import brine.graph.clustered.columns.{Member, Role}
import brine.graph.clustered.BinarySearch
import brine.graph.clustered.file.{Cluster, Clusters, GraphFile, InColumn}
import brine.shape.Shape

/** The position of an object.
  *
  * @param number    in the order in which objects begin, -1 for an empty collection
  * @param row       in the order of its cluster
  * @param subtype   the subtype at an open place, else -1
  * @param positions for every column of the file, the number of values before the object's
  */
private[graph] final class Vertex(
    val number: Int,
    val cluster: Int,
    val row: Long,
    val subtype: Int,
    val path: String,
    val positions: Array[Long]
)

/** Finds the positions of objects without building any: by a [[CodeWalker]] from the nearest remembered position.
  *
  * The first walk to an object reads all codes before it. A later walk starts at most [[VertexIndex.Spacing]] objects before
  * it, or 16 times the depth of a graph that is nested deeper. A remembered position takes 8 bytes for each column and 12 for
  * each enclosing object.
  */
private[graph] final class VertexIndex(
    file: GraphFile,
    byHand: Shape.Custom => brine.Unpickler[?] | Null,
    options: PickleOptions
):
  import VertexIndex.*

  private val root = file.tables.head.shape
  private val reader = new SkipReader(file.reopened, root, options)
  private val totals: Array[Long] = reader.clusters.iterator.map(_.count).toArray

  private var isWanted: (Int, Cluster[InColumn]) => Boolean = (_, _) => false
  private var isReferrer: Long => Unit = _ => ()

  /** The object found last: callers often ask for it again. */
  private var found: Vertex | Null = null

  private val walk: CodeWalker = new CodeWalker(reader, Recorder, byHand)
  private val known = ArrayBuffer.empty[Checkpoint]

  /** The objects with references that precede the object found last: a reader that goes back from object to object needs them
    * next.
    */
  private val trail = new Trail(math.max(Trail.Fewest, Trail.MostPositions / math.max(1, file.columns.length)))

  /** The first object number for the trail. */
  private var trailFrom = Int.MaxValue

  /** The steps of walks so far, which are the cost of finding objects. */
  def steps: Long = walk.steps

  private object Recorder extends CodeWalker.Visitor:
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

  /** Finds the object with this number. */
  def at(number: Int): Vertex =
    if number < 0 || number >= file.objects then throw new NoSuchElementException(s"object $number of ${file.objects}")
    val last = found
    if last != null && last.number == number then last
    else find(_.objects <= number)((n, _) => n == number, s"object $number")

  /** Finds the object with this number, perhaps without its path. */
  def placeOf(number: Int): Vertex =
    val known = trail.find(number)
    val vertex =
      if known != null then known
      else
        // The second request for an earlier object shows the pattern: the objects before this one are likely to follow.
        if number < lastPlace && number >= lastPlace - trail.size then trailFrom = number - trail.size
        try at(number)
        finally trailFrom = Int.MaxValue
    lastPlace = number
    vertex

  private var lastPlace = 0

  /** Finds the object or collection of this row of a cluster. */
  def at(cluster: Int, row: Long): Vertex =
    def missing = new NoSuchElementException(s"$row of ${totals(cluster)} of ${clusters(cluster).shape.name}")
    if row < 0 || row >= totals(cluster) then throw missing
    find(_.begun(cluster) <= row)(
      (_, c) => c.number == cluster && rowOf(c) == row,
      s"$row of ${clusters(cluster).shape.name}"
    )

  /** The paths of the first places that refer to an object that began earlier, at most `most`. Reads all codes. */
  def references(number: Int, most: Int): IndexedSeq[String] = pathsTo(number, most)

  /** The paths of the first places that refer to an object outside of the graph, by the number of its name. */
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

  private def find(isBefore: Checkpoint => Boolean)(is: (Int, Cluster[InColumn]) => Boolean, name: String): Vertex =
    found = null
    isWanted = is
    try
      val from = known.lastIndexWhere(isBefore)
      if from >= 0 then goTo(known(from)) else restart()
      if found == null then goOn()
    finally isWanted = (_, _) => false
    if found == null then throw inByHand(name) else found.nn

  private def inByHand(name: String): PickleException =
    val reason = s"$name is inside a value of a pickler by hand, and only that pickler can read it"
    new PickleException.IncompatibleShape(Seq(reason), name, "a single object")

  private def restart(): Unit =
    goTo(new Checkpoint(0, new Array(totals.length), new Array(file.columns.length), CodeWalker.NoFrames))
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

/** The vertices added last, a limited number of them, in the order of their numbers. */
private[clustered] final class Trail(val size: Int):
  private val all = scala.collection.mutable.ArrayDeque.empty[Vertex]

  def add(vertex: Vertex): Unit =
    if all.nonEmpty && all.last.number >= vertex.number then all.clear()
    if all.length == size then { val ignored = all.removeHead() }
    all += vertex

  def find(number: Int): Vertex | Null =
    val at = BinarySearch.firstIndex(all.length)(all(_).number >= number)
    if at < all.length && all(at).number == number then all(at) else null

private[clustered] object Trail:
  final val Fewest = 64

  /** The most remembered positions of columns, 8 bytes each. */
  final val MostPositions = 1 << 18

private[graph] object VertexIndex:
  /** The objects between two remembered positions. */
  final val Spacing = 4096

  private final class Checkpoint(
      val objects: Int,
      val begun: Array[Long],
      val positions: Array[Long],
      val frames: CodeWalker.Frames
  )
