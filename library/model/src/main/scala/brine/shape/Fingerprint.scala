package brine.shape

import java.util.{ArrayList, Arrays, IdentityHashMap}

/** A hash of a shape graph that depends on what the shape says and not on how the graph was put together.
  *
  * Two derivations of one type may share or repeat the nodes of a type that occurs twice, and may unfold a recursive
  * one differently. Nodes are therefore hashed by colour refinement. In each round a node's hash includes its
  * children's of the round before, until no round distinguishes more nodes (as in the minimisation of automata). The
  * remaining classes are written out in a fixed order and hashed. Equal infinite unfoldings give equal hashes, others
  * different ones. Cost: rounds × edges, at most a few thousand steps for a big family; done once per shape.
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
    val nodes = reachable(root)
    if nodes.size > MaxNodes then
      throw new IllegalStateException(
        s"the shape of ${root.name} does not end: a type refers to itself with ever larger type arguments"
      )
    val labels = labelsOf(nodes)
    if withClasses then addClasses(labels, nodes)
    val children = edges(nodes)
    canonical(labels, children, refined(labels, children, Long.MaxValue).nn)

  private def labelsOf(nodes: ArrayList[Shape]): Array[Long] =
    val labels = new Array[Long](nodes.size)
    var i = 0
    while i < labels.length do
      labels(i) = label(nodes.get(i))
      i += 1
    labels

  private def addClasses(labels: Array[Long], nodes: ArrayList[Shape]): Unit =
    var i = 0
    while i < labels.length do
      nodes.get(i) match
        case p: Shape.Product =>
          val hash = new Hash
          hash.add(p.className)
          labels(i) = mix(labels(i) ^ hash.result)
        case _ => ()
      i += 1

  /** Returns for each node the numbers of its children. */
  private def edges(nodes: ArrayList[Shape]): Array[Array[Int]] =
    val index = new IdentityHashMap[Shape, Integer](nodes.size * 2)
    var i = 0
    while i < nodes.size do
      index.put(nodes.get(i), i)
      i += 1
    val edges = new Array[Array[Int]](nodes.size)
    i = 0
    while i < edges.length do
      val children = childrenOf(nodes.get(i))
      val numbers = new Array[Int](children.length)
      var k = 0
      while k < numbers.length do
        numbers(k) = index.get(children(k)).intValue
        k += 1
      edges(i) = numbers
      i += 1
    edges

  /** Returns the hashes of the last round; null if they take more than `mostSteps` steps. */
  private def refined(labels: Array[Long], children: Array[Array[Int]], mostSteps: Long): Array[Long] | Null =
    var steps = labels.length.toLong
    var i = 0
    while i < children.length do
      steps += children(i).length
      i += 1
    var hashes = labels
    var distinct = 0
    var next = distinctOf(hashes).length
    var taken = steps
    while next > distinct && taken <= mostSteps do
      distinct = next
      hashes = round(labels, children, hashes)
      next = distinctOf(hashes).length
      taken += steps
    if next <= distinct then hashes else null

  private def round(labels: Array[Long], children: Array[Array[Int]], hashes: Array[Long]): Array[Long] =
    val next = new Array[Long](hashes.length)
    var i = 0
    while i < next.length do
      next(i) = combine(labels(i), children(i), hashes)
      i += 1
    next

  /** Returns each hash once, sorted. */
  private def distinctOf(hashes: Array[Long]): Array[Long] =
    val sorted = hashes.clone
    Arrays.sort(sorted)
    var count = 0
    var i = 0
    while i < sorted.length do
      if i == 0 || sorted(i) != sorted(i - 1) then
        sorted(count) = sorted(i)
        count += 1
      i += 1
    Arrays.copyOf(sorted, count)

  /** Returns true if the fingerprint takes at most `mostSteps` steps, by default a fraction of a second. Those of all
    * types that a person writes do. Others can be made up: long chains within a big family take as many rounds as
    * they have nodes.
    */
  def isCheap(root: Shape, mostSteps: Long = MostSteps): Boolean =
    val nodes = reachable(root)
    nodes.size <= MaxNodes && refined(labelsOf(nodes), edges(nodes), mostSteps) != null

  final val MostSteps = 3_000_000L

  /** Hashes one node for each class of equal nodes, in the order of a walk from the root: its label, and the
    * positions of its children's classes in that order. (A class's own hash would not do: it covers as many levels as
    * there were rounds.)
    */
  private def canonical(labels: Array[Long], children: Array[Array[Int]], classes: Array[Long]): Long =
    val all = distinctOf(classes)
    val place = new Array[Int](all.length)
    Arrays.fill(place, -1)
    val met = new Array[Int](all.length)
    place(Arrays.binarySearch(all, classes(0))) = 0
    var count = 1
    var result = 0L
    var next = 0
    while next < count do
      result = mix(result ^ labels(met(next)))
      val edges = children(met(next))
      var k = 0
      while k < edges.length do
        val of = Arrays.binarySearch(all, classes(edges(k)))
        if place(of) < 0 then
          place(of) = count
          met(count) = edges(k)
          count += 1
        result = mix(result ^ place(of))
        k += 1
      next += 1
    result

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
  private def reachable(root: Shape): ArrayList[Shape] =
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

  private def combine(label: Long, children: Array[Int], hashes: Array[Long]): Long =
    var h = mix(label)
    var k = 0
    while k < children.length do
      h = mix(h ^ hashes(children(k))) * 3 + 1
      k += 1
    h

  /** FNV-1a over the UTF-16 units of the parts, a separator after each. */
  private final class Hash:
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
  private def mix(x: Long): Long =
    var z = x + 0x9e3779b97f4a7c15L
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL
    z ^ (z >>> 31)
