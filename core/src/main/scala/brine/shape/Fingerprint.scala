package brine.shape

import java.util.IdentityHashMap
import scala.collection.mutable.ArrayBuffer

/** A hash of a shape graph that depends on what the shape says and not on how the graph was put together.
  *
  * Two derivations of one type may share or repeat the nodes of a type that occurs twice, and may unfold a recursive
  * one differently. So nodes are hashed by colour refinement: in each round a node's hash takes in its children's of
  * the round before, until no round tells more nodes apart (as in the minimisation of automata); what is left is written
  * out in a fixed order and hashed. Equal infinite unfoldings give equal hashes, others different ones. Cost: rounds ×
  * edges, at most a few thousand steps for a big family; done once per shape.
  *
  * What is hashed: kinds, field names, leaf names, tracking, orderings by name, custom picklers by name and version. Not class names
  * (but for leaves) and not packages, so that a class can move.
  */
private[brine] object Fingerprint:
  /** A graph with more nodes than this does not end (polymorphic recursion through givens). */
  private final val MaxNodes = 100_000

  def of(root: Shape): Long =
    val nodes = ArrayBuffer.from(reachable(root).take(MaxNodes + 1))
    if nodes.length > MaxNodes then
      throw new IllegalStateException(
        s"the shape of ${root.name} does not end: a type refers to itself with ever larger type arguments"
      )
    val labels = nodes.map(label).toArray
    val children = edges(nodes)
    canonical(labels, children, refined(labels, children, Long.MaxValue).get)

  /** For each node the numbers of its children. */
  private def edges(nodes: ArrayBuffer[Shape]): Array[Array[Int]] =
    val index = new IdentityHashMap[Shape, Integer](nodes.length * 2)
    for i <- nodes.indices do index.put(nodes(i), i)
    nodes.map(childrenOf(_).map(c => index.get(c).intValue).toArray).toArray

  /** The hashes of the last round; none if they take more than so many steps. */
  private def refined(labels: Array[Long], children: Array[Array[Int]], mostSteps: Long): Option[Array[Long]] =
    val steps = labels.length + children.map(_.length.toLong).sum
    var hashes = labels
    var distinct = 0
    var next = hashes.distinct.length
    var taken = steps
    while next > distinct && taken <= mostSteps do
      distinct = next
      hashes = Array.tabulate(hashes.length)(i => combine(labels(i), children(i), hashes))
      next = hashes.distinct.length
      taken += steps
    Option.when(next <= distinct)(hashes)

  /** Whether the fingerprint is found in so many steps, by default a fraction of a second, as those of all types that a
    * person writes are. Others can be made up: long chains within a big family take as many rounds as they are long.
    */
  def isCheap(root: Shape, mostSteps: Long = MostSteps): Boolean =
    val nodes = ArrayBuffer.from(reachable(root))
    refined(nodes.map(label).toArray, edges(nodes), mostSteps).nonEmpty

  final val MostSteps = 3_000_000L

  /** One node for each class of nodes that nothing tells apart, in the order in which one meets them from the root:
    * its label, and where in that order its children's classes are. (A class's own hash would not do: it knows as many
    * levels as there were rounds.)
    */
  private def canonical(labels: Array[Long], children: Array[Array[Int]], classes: Array[Long]): Long =
    val place = scala.collection.mutable.LongMap(classes(0) -> 0)
    val met = ArrayBuffer(0)
    var result = 0L
    var next = 0
    while next < met.length do
      result = mix(result ^ labels(met(next)))
      for child <- children(met(next)) do
        if !place.contains(classes(child)) then
          place(classes(child)) = met.length
          met += child
        result = mix(result ^ place(classes(child)))
      next += 1
    result

  /** See [[Shape.holdsTracked]]. */
  def holdsTracked(root: Shape): Boolean =
    reachable(root).zipWithIndex.exists((shape, met) => met >= MaxNodes || isOrMayBeTracked(shape))

  private def isOrMayBeTracked(shape: Shape): Boolean = shape match
    case p: Shape.Product  => p.isTracked
    case s: Shape.Sum      => s.isTracked
    case s: Shape.Sequence => s.isTracked
    case m: Shape.Mapping  => m.isTracked
    case _: Shape.Standard => false
    case _: Shape.Custom   => true
    case _: Shape.Open     => true
    case _                 => false

  /** The shape and those it is made of, each once, as they are asked for. */
  private def reachable(root: Shape): Iterator[Shape] =
    val seen = java.util.Collections.newSetFromMap(new IdentityHashMap[Shape, java.lang.Boolean]())
    val open = new java.util.ArrayDeque[Shape]()
    def meet(shape: Shape): Unit = if seen.add(shape) then open.add(shape)
    meet(root)
    Iterator.continually(open.poll()).takeWhile(_ != null).tapEach(childrenOf(_).foreach(meet))

  /** What a shape is made of, in the order of the fingerprint. */
  private[brine] def childrenOf(shape: Shape): IndexedSeq[Shape] = shape match
    case p: Shape.Product  => p.fieldShapes.toIndexedSeq
    case s: Shape.Sum      => s.leafShapes.toIndexedSeq
    case o: Shape.Optional => Vector(o.element)
    case s: Shape.Sequence => Vector(s.element)
    case m: Shape.Mapping  => Vector(m.key, m.value)
    case m: Shape.Mapped   => Vector(m.inner)
    case _                 => Vector.empty

  /** What a node says without its children. */
  private[brine] def label(shape: Shape): Long =
    def tracking(isTracked: Boolean): String = if isTracked then "tracked" else "value"
    def sorting(ordering: String): Seq[String] = if ordering.isEmpty then Nil else List(ordering)
    shape match
      case s: Shape.Scalar    => hash("scalar", s.kind.toString)
      case p: Shape.Product   => hash("product" +: tracking(p.isTracked) +: p.fieldNames.toIndexedSeq*)
      case _: Shape.Singleton => hash("singleton")
      case s: Shape.Sum       => hash("sum" +: tracking(s.isTracked) +: s.leafNames.toIndexedSeq*)
      case _: Shape.Optional  => hash("optional")
      case s: Shape.Sequence  => hash("sequence" +: tracking(s.isTracked) +: s.kind +: sorting(s.ordering)*)
      case m: Shape.Mapping   => hash("mapping" +: tracking(m.isTracked) +: m.kind +: sorting(m.ordering)*)
      case _: Shape.Mapped    => hash("mapped")
      case _: Shape.Open      => hash("open")
      case c: Shape.Custom    => hash("custom", c.name, c.version.toString)

  private def combine(label: Long, children: Array[Int], hashes: Array[Long]): Long =
    children.foldLeft(mix(label))((h, child) => mix(h ^ hashes(child)) * 3 + 1)

  /** FNV-1a over the UTF-16 units of the parts, a separator after each. */
  private def hash(parts: String*): Long =
    var h = 0xcbf29ce484222325L
    for part <- parts do
      for c <- part do h = (h ^ c) * 0x100000001b3L
      h = (h ^ 0x1ffff) * 0x100000001b3L
    mix(h)

  /** The finaliser of SplitMix64: every bit of the input reaches every bit of the result. */
  private def mix(x: Long): Long =
    var z = x + 0x9e3779b97f4a7c15L
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL
    z ^ (z >>> 31)
