package brine.graph.clustered

import scala.collection.mutable.ArrayBuffer
import brine.{PickleException, PickleOptions, PickleReader, Subtype}
import brine.columns.{Member, Role}
import brine.plan.Plan
import brine.shape.Shape

/** Reads objects of a graph one by one, with all that they lead to, from wherever they begin; what has been read once is one object
  * from then on.
  *
  * A reference to an object that has not been read makes the reader go there: the object is read where it is referred to, by the
  * plan of that place, as if it began there. Then the cursors go back. So an object may be met where it began after it has been
  * read, and then is passed over: a reference stands there.
  */
private[clustered] final class SubgraphReader(
    file: GraphFile, externals: IndexedSeq[AnyRef], index: VertexIndex, byHand: PicklersByHand, isWatched: Boolean,
    loadLater: (Int, Plan) => Any, options: PickleOptions
) extends LookingAhead(file, file.tables.head.shape, externals, null, isWatched, options), Plan.LeavesTargets:
  private val ends = new Ends(this)
  private val walk = new Walk(this, ends, byHand)

  /** Steps of walks so far: what passing over objects takes. */
  def steps: Long = walk.steps

  /** The numbers of the objects that have begun here. */
  private val met = new java.util.BitSet

  /** What is read next is this object, wherever the cursors are; -1: what they show. */
  private var wanted = -1

  /** The next value that is asked for is the object of this number. */
  def want(number: Int): Unit =
    place = clusters.root(file.tables.head.shape)
    wanted = number

  /** What is asked for next is the graph's value. */
  def beginRoot(): Unit =
    place = clusters.root(file.tables.head.shape)
    objects = 0
    for column <- file.columns do column.moveTo(0)

  // ---- identities

  /** What is read now is passed over, and no object is known by it. */
  private var isPassing = false

  protected override def identityOf(id: Int): Int =
    if isPassing then -1
    else
      met.set(id)
      externals.length + id

  private def referenceTo(number: Int): Int = PickleReader.reference(externals.length + number)

  /** That there are no more than announced was to be seen by whoever reads all. */
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

  /** What comes behind the code is an object that has been met before. */
  private def isMet(shape: Shape): Boolean = Walk.hasNumber(shape) && met.get(objects) && begins(shape)

  // ---- edges whose targets are read later

  private[brine] override def later(edge: Plan.Mapped): AnyRef | Null =
    val shape = edge.inner.get.shape
    if isPassing || !Walk.hasNumber(shape) then null
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

  /** What comes behind the code has a number. */
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

  // ---- going elsewhere

  private final class Jump(val depth: Int, val objects: Int, val isOpen: Boolean, val columns: IndexedSeq[InColumn.Saved])

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

  /** What would stand before the object at a place of this type. */
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

/** Remembers where objects end that a walk has skipped, so that the next walk jumps over them. Without this, a chain that is read by
  * going back from object to object is walked to its end for each of them. Every fourth of the objects that hold others is kept, with
  * 8 bytes for each column.
  */
private[clustered] final class Ends(reader: SubgraphReader) extends Walk.Watch:
  private val known = scala.collection.mutable.LongMap.empty[Ends.End]

  def begins(number: Int, subtype: Int, cluster: Cluster[InColumn]): Unit = ()
  def refers(number: Int): Unit = ()
  def refersOutside(number: Long): Unit = ()

  override def passes(number: Int): Boolean =
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
  /** One of so many objects in a row is kept. */
  final val Spacing = 4

  def isKept(number: Int): Boolean = (number & (Spacing - 1)) == 0

  final class End(val objects: Int, val positions: Array[Long])
