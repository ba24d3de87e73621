package brine.graph.clustered.parts

import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, PickleOptions, PickleReader, Subtype}
import brine.graph.clustered.columns.{Member, Role}
import brine.graph.clustered.file.{Cluster, GraphFile, InColumn}
import brine.graph.clustered.reading.{ClusteredReader, CodeWalker, PeekingReader, PicklersByHand, Vertex, VertexIndex}
import brine.plan.Plan
import brine.shape.Shape

/** Reads objects of a graph one by one, with all objects that they lead to, wherever they begin. Each object is read once, and
  * is then known.
  *
  * A reference to an object that has not been read moves the reader there. It reads the object by the plan of the referring
  * place, as if the object began at that place. Then the cursors return. If the reader later reaches the original place of a
  * known object, it skips the object, and treats the place as a reference.
  */
private[clustered] final class SubgraphReader(
    file: GraphFile,
    externals: IndexedSeq[AnyRef],
    index: VertexIndex,
    byHand: PicklersByHand,
    isWatched: Boolean,
    loadLater: (Int, Plan) => Any,
    options: PickleOptions
) extends PeekingReader(file, file.tables.head.shape, externals, null, isWatched, options), Plan.LeavesTargets:
  private val ends = new Ends(this)
  private val walk = new CodeWalker(this, ends, byHand)

  /** The steps of walks so far, which are the cost of skipping objects. */
  def steps: Long = walk.steps

  /** The numbers of the objects that have begun here. */
  private val met = new java.util.BitSet

  /** The object that is read next, wherever the cursors are; -1 for the object at the cursors. */
  private var wanted = -1

  /** Makes the object with this number the next value. */
  def want(number: Int): Unit =
    place = clusters.root(file.tables.head.shape)
    wanted = number

  /** Makes the graph's value the next value. */
  def beginRoot(): Unit =
    place = clusters.root(file.tables.head.shape)
    objects = 0
    for column <- file.columns do column.moveTo(0)

  // ---- identities

  /** True while an object is skipped: objects then get no identity. */
  private var isPassing = false

  protected override def identityOf(id: Int): Int =
    if isPassing then -1
    else
      met.set(id)
      externals.length + id

  private def referenceTo(number: Int): Int = PickleReader.reference(externals.length + number)

  /** Counts nothing: only a reader of the whole graph can compare counts with the footer. */
  private[graph] override def begun(cluster: Cluster[InColumn]): Unit = ()

  override def getTag(shape: Shape, arity: Int): Int =
    if wanted >= 0 then tagOfWanted(shape, arity)
    else if isAhead then super.getTag(shape, arity)
    else
      var hasBegun = false
      val code = lookAhead {
        val code = nextCode()
        hasBegun = code == Role.Present && objects < met.length && !isPassing && isMet(shape)
        code
      }
      if hasBegun then
        val number = objects
        pass(shape)
        referenceTo(number)
      else if code < Role.FirstReference then super.getTag(shape, arity)
      else
        val ignored = this.code()
        if isPassing then PickleReader.NullTag else refer(target(code), shape, arity)

  private def tagOfWanted(shape: Shape, arity: Int): Int = shape match
    case _: Shape.Mapped => 0
    case _ =>
      val number = wanted
      wanted = -1
      refer(number, shape, arity)

  /** True if the next object is known already. */
  private def isMet(shape: Shape): Boolean = CodeWalker.hasNumber(shape) && met.get(objects) && begins(shape)

  // ---- edges whose targets are read later

  private[brine] override def later(edge: Plan.Mapped): AnyRef | Null =
    val shape = edge.inner.get.shape
    if isPassing || !CodeWalker.hasNumber(shape) then null
    else if wanted >= 0 then
      val number = wanted
      wanted = -1
      edge.edge.nn.later(() => loadLater(number, edge.inner.get))
    else
      var isObject = false
      val code = lookAhead {
        val code = nextCode()
        isObject = code == Role.Present && begins(shape)
        code
      }
      if isObject then
        val number = objects
        pass(shape)
        edge.edge.nn.later(() => loadLater(number, edge.inner.get))
      else if code >= Role.FirstReference then
        val number = target(this.code())
        edge.edge.nn.later(() => loadLater(number, edge.inner.get))
      else null

  /** True if the next object has a number. */
  private def begins(shape: Shape): Boolean = shape match
    case s: Shape.Sum =>
      place = cluster(s).place(Member.Leaf)
      val leaf = nextCode()
      s.leafShapes.lift(leaf.toInt).exists(_.isInstanceOf[Shape.Product])
    case _: Shape.Sequence | _: Shape.Mapping =>
      shape.isMutableCollection || {
        place = cluster(shape).place(Member.Size)
        nextCode() > 0
      }
    case _ => true

  private def pass(shape: Shape): Unit =
    val outer = isPassing
    isPassing = true
    walk.place(shape)
    isPassing = outer

  // ---- moving

  private final class Jump(
      val depth: Int,
      val objects: Int,
      val isOpen: Boolean,
      val columns: IndexedSeq[InColumn.Saved]
  )

  private val jumps = ArrayBuffer.empty[Jump]

  private def refer(number: Int, shape: Shape, arity: Int): Int =
    if met.get(number) then referenceTo(number)
    else
      val vertex = index.placeOf(number)
      val codes = codesOf(vertex, shape)
      val isOpen = index.clusters(vertex.cluster).shape.isInstanceOf[Shape.Open]
      jumps += new Jump(depthAround, objects, isOpen, file.columns.map(_.save()))
      file.moveTo(vertex.positions)
      objects = number
      pretend(codes)
      super.getTag(shape, arity)

  /** The codes that would precede the object at a place of this type. */
  private def codesOf(vertex: Vertex, shape: Shape): Seq[Long] =
    val found = clusters(vertex.cluster)
    def is(shape: Shape) = clusters.findLike(shape) eq found
    def wrong = new PickleException.WrongType(shape.name, s"a reference to a ${found.shape.name}")
    shape match
      case s: Shape.Sum =>
        val leaf = s.leafShapes.indexWhere(is)
        if leaf < 0 then throw wrong
        Seq(Role.Present, leaf)
      case o: Shape.Open =>
        val subtype = if vertex.subtype >= 0 then vertex.subtype else subtypeTables.indexWhere(table => is(table.shape))
        if subtype < 0 then throw wrong
        Seq(Role.Present, subtype)
      case other =>
        if !is(other) then throw wrong
        Seq(Role.Present)

  private[graph] override def end(): Unit =
    super.end()
    if !isPassing then goBack(isOpen = false)

  override def endOpen(shape: Shape.Open, subtype: Subtype[?]): Unit =
    super.endOpen(shape, subtype)
    goBack(isOpen = true)

  private def goBack(isOpen: Boolean): Unit =
    if jumps.nonEmpty && jumps.last.depth == depthAround && jumps.last.isOpen == isOpen then
      val jump = jumps.remove(jumps.length - 1)
      objects = jump.objects
      for i <- file.columns.indices do file.columns(i).restore(jump.columns(i))

/** Remembers the ends of objects that a walk has skipped, so that the next walk jumps over them. Without it, a chain that is
  * read object by object, backwards, would be walked to its end for each object. Keeps every fourth of the objects that hold
  * others, with 8 bytes per column.
  */
private[clustered] final class Ends(reader: SubgraphReader) extends CodeWalker.Visitor:
  private val known = scala.collection.mutable.LongMap.empty[Ends.End]

  def begins(number: Int, subtype: Int, cluster: Cluster[InColumn]): Unit = ()
  def refers(number: Int): Unit = ()
  def refersOutside(number: Long): Unit = ()

  override def skips(number: Int): Boolean =
    val end = if Ends.isKept(number) then known.getOrNull(number) else null
    if end != null then
      reader.objects = end.objects
      reader.size = ClusteredReader.NotRead
      reader.file.moveTo(end.positions)
    end != null

  override def ended(number: Int): Unit =
    if number >= 0 && Ends.isKept(number) && reader.objects - number > Ends.Spacing then
      known(number) = new Ends.End(reader.objects, reader.file.positions)

private object Ends:
  /** Keeps one of this number of consecutive objects. */
  final val Spacing = 4

  def isKept(number: Int): Boolean = (number & (Spacing - 1)) == 0

  final class End(val objects: Int, val positions: Array[Long])
