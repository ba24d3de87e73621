package brine.shape

import java.util.{ArrayList, IdentityHashMap}

/** A hash of a shape graph that depends on what the shape says and not on how the graph was put together.
  *
  * Two derivations of one type may share or repeat the nodes of a type that occurs twice, and may unfold a recursive
  * one differently. [[EqualShapes]] therefore finds the nodes with equal unfoldings, as in the minimisation of
  * automata. One node for each such class is written out in a fixed order and hashed. Equal infinite unfoldings give
  * equal hashes, others different ones. Cost: edges × log nodes; done once per shape.
  *
  * The hash covers kinds, field names, leaf names, tracking, orderings by name, custom picklers by name and version.
  * It does not cover class names (except of leaves) and packages, so a class can move.
  */
private[brine] object Fingerprint:
  /** A graph with more nodes than this does not end (polymorphic recursion through givens). */
  private final val MaxNodes = 100_000

  // Arrays and loops, since this precedes the first message: Scala's collections would have to be loaded for it.

  def of(root: Shape): Long = of(root, withClasses = false)

  /** Returns the hash that covers the full names of classes, too. */
  def ofClasses(root: Shape): Long = of(root, withClasses = true)

  private def of(root: Shape, withClasses: Boolean): Long =
    val table = root.comesFrom
    if table != null then table.fingerprint(root, withClasses)
    else new EqualShapes(boundedlyReachable(root), withClasses).fingerprint(0)

  private def boundedlyReachable(root: Shape): ArrayList[Shape] =
    val nodes = reachable(root)
    if nodes.size > MaxNodes then
      throw new IllegalStateException(
        s"the shape of ${root.name} does not end: a type refers to itself with ever larger type arguments"
      )
    nodes

  /** Lets the shapes that `root` leads to compute their fingerprints together, since there may be very many of them.
    *
    * @param steps counts the steps of these fingerprints
    */
  def together(root: Shape, steps: ShapeSteps): Unit =
    val nodes = reachable(root)
    val table = new ShapesOfTable(nodes, steps)
    var i = 0
    while i < nodes.size do
      // All shapes of a kind of scalars are one object.
      if !nodes.get(i).isInstanceOf[Shape.Scalar] then nodes.get(i).comesFrom = table
      i += 1

  /** See [[Shape.holdsTracked]]. */
  def holdsTracked(root: Shape): Boolean = holds(root)(isOrMayBeTracked)

  /** See [[Shape.holdsHandwritten]]. */
  def holdsHandwritten(root: Shape): Boolean = holds(root) {
    case _: Shape.Standard               => false
    case _: Shape.Custom | _: Shape.Open => true
    case _                               => false
  }

  /** Returns true if the shape or a part of it passes the test, or if it has too many parts to ask them all. */
  private def holds(root: Shape)(test: Shape => Boolean): Boolean =
    val nodes = new ArrayList[Shape]
    val met = new IdentityHashMap[Shape, Shape]
    meet(root, nodes, met)
    var found = false
    var next = 0
    while !found && next < nodes.size do
      found = next >= MaxNodes || test(nodes.get(next))
      if !found then meetChildren(nodes.get(next), nodes, met)
      next += 1
    found

  private def isOrMayBeTracked(shape: Shape): Boolean = shape match
    case p: Shape.Product  => p.isTracked
    case s: Shape.Sum      => s.isTracked
    case s: Shape.Sequence => s.isTracked
    case m: Shape.Mapping  => m.isTracked
    case _: Shape.Standard => false
    case _: Shape.Custom   => true
    case _: Shape.Open     => true
    case _                 => false

  /** Returns the shape and its parts, each once, breadth first; at most one more than the limit. */
  private[brine] def reachable(root: Shape): ArrayList[Shape] =
    val nodes = new ArrayList[Shape]
    val met = new IdentityHashMap[Shape, Shape]
    meet(root, nodes, met)
    var next = 0
    while next < nodes.size && nodes.size <= MaxNodes do
      meetChildren(nodes.get(next), nodes, met)
      next += 1
    nodes

  private def meet(shape: Shape, nodes: ArrayList[Shape], met: IdentityHashMap[Shape, Shape]): Unit =
    if met.put(shape, shape) == null then nodes.add(shape)

  private def meetChildren(shape: Shape, nodes: ArrayList[Shape], met: IdentityHashMap[Shape, Shape]): Unit =
    val children = childrenOf(shape)
    var k = 0
    while k < children.length do
      meet(children(k), nodes, met)
      k += 1

  /** Returns the parts of a shape, in the order of the fingerprint. */
  private[brine] def childrenOf(shape: Shape): IndexedSeq[Shape] = shape match
    case p: Shape.Product  => p.fieldShapes.toIndexedSeq
    case s: Shape.Sum      => s.leafShapes.toIndexedSeq
    case o: Shape.Optional => Vector(o.element)
    case s: Shape.Sequence => Vector(s.element)
    case m: Shape.Mapping  => Vector(m.key, m.value)
    case m: Shape.Mapped   => Vector(m.inner)
    case _                 => Vector.empty

  /** Returns the hash of a node without its children; `tells`: it includes whether the node's objects keep their
    * identity.
    */
  private[brine] def label(shape: Shape, tells: Boolean = true): Long =
    val hash = new Hash
    def tracking(isTracked: Boolean): Unit = if tells then hash.add(if isTracked then "tracked" else "value")
    def sorting(ordering: String): Unit = if !ordering.isEmpty then hash.add(ordering)
    shape match
      case s: Shape.Scalar =>
        hash.add("scalar")
        hash.add(s.kind.toString)
      case p: Shape.Product =>
        hash.add(if p.isMutableValue then "mutable value" else "product")
        tracking(p.isTracked)
        hash.addAll(p.fieldNames)
      case _: Shape.Singleton => hash.add("singleton")
      case s: Shape.Sum =>
        hash.add("sum")
        tracking(s.isTracked)
        hash.addAll(s.leafNames)
      case _: Shape.Optional => hash.add("optional")
      case s: Shape.Sequence =>
        hash.add("sequence")
        tracking(s.isTracked)
        hash.add(s.kind)
        sorting(s.ordering)
      case m: Shape.Mapping =>
        hash.add("mapping")
        tracking(m.isTracked)
        hash.add(m.kind)
        sorting(m.ordering)
      case _: Shape.Mapped => hash.add("mapped")
      case _: Shape.Open   => hash.add("open")
      case c: Shape.Custom =>
        hash.add("custom")
        hash.add(c.name)
        hash.add(c.version.toString)
    hash.result

  /** FNV-1a over the UTF-16 units of the parts, a separator after each. */
  private[shape] final class Hash:
    private var h = 0xcbf29ce484222325L

    def add(part: String): Unit =
      var i = 0
      while i < part.length do
        h = (h ^ part.charAt(i)) * 0x100000001b3L
        i += 1
      h = (h ^ 0x1ffff) * 0x100000001b3L

    def addAll(parts: Array[String]): Unit =
      var i = 0
      while i < parts.length do
        add(parts(i))
        i += 1

    def result: Long = mix(h)

  /** The finaliser of SplitMix64: every bit of the input reaches every bit of the result. */
  private[shape] def mix(x: Long): Long =
    var z = x + 0x9e3779b97f4a7c15L
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL
    z ^ (z >>> 31)
