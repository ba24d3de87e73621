package brine.shape

import java.util.{ArrayList, Arrays, IdentityHashMap}

/** The classes of equal nodes of a shape graph: two nodes are equal if their unfoldings are.
  *
  * The source is "Fast brief practical DFA minimization" (Valmari, 2012). A node is a state, and the position of a
  * child is the letter that leads to it. Cost: O(edges × log edges), for any graph; a fingerprint then takes a step for
  * each class and edge that its root leads to.
  *
  * @param nodes       all of the graph
  * @param withClasses whether the full names of classes count
  */
private[shape] final class EqualShapes(nodes: ArrayList[Shape], withClasses: Boolean):
  // Arrays and loops, since this precedes the first message: Scala's collections would have to be loaded for it.
  private val index = new IdentityHashMap[Shape, Integer](nodes.size * 2)
  number()
  private val children = edges()
  private val labels = allLabels()
  private val classes = refined()

  // For each class one more than its position in the walk of a fingerprint, or 0; and the nodes that the walk met.
  private val places = new Array[Int](nodes.size)
  private val met = new Array[Int](nodes.size)

  private def number(): Unit =
    var i = 0
    while i < nodes.size do
      index.put(nodes.get(i), i)
      i += 1

  /** Returns for each node the numbers of its children. */
  private def edges(): Array[Array[Int]] =
    val edges = new Array[Array[Int]](nodes.size)
    var i = 0
    while i < edges.length do
      val children = Fingerprint.childrenOf(nodes.get(i))
      val numbers = new Array[Int](children.length)
      var k = 0
      while k < numbers.length do
        numbers(k) = index.get(children(k)).intValue
        k += 1
      edges(i) = numbers
      i += 1
    edges

  private def allLabels(): Array[Long] =
    val labels = new Array[Long](nodes.size)
    var i = 0
    while i < labels.length do
      labels(i) = Fingerprint.label(nodes.get(i))
      nodes.get(i) match
        case p: Shape.Product if withClasses =>
          val hash = new Fingerprint.Hash
          hash.add(p.className)
          labels(i) = Fingerprint.mix(labels(i) ^ hash.result)
        case _ => ()
      i += 1
    labels

  // ---- classes

  private def refined(): Array[Int] =
    val keys = initialKeys()
    val count = edgeCount
    val from = new Array[Int](count)
    val to = new Array[Int](count)
    val letters = new Array[Int](count)
    fill(from, to, letters)
    val blocks = new Partition(keys)
    val cords = new Partition(letters)
    val incoming = new Incoming(to, nodes.size)
    var block = 1
    var cord = 0
    while cord < cords.count do
      cords.members(cord)(edge => blocks.mark(from(edge)))
      blocks.split()
      cord += 1
      while block < blocks.count do
        blocks.members(block)(node => incoming.of(node)(cords.mark(_)))
        cords.split()
        block += 1
    blocks.classes

  /** Returns for each node a small number; nodes with different labels or numbers of children have different ones. */
  private def initialKeys(): Array[Int] =
    val keys = new Array[Long](labels.length)
    var i = 0
    while i < keys.length do
      keys(i) = Fingerprint.mix(labels(i) + children(i).length)
      i += 1
    val sorted = keys.clone
    Arrays.sort(sorted)
    var count = 0
    i = 0
    while i < sorted.length do
      if i == 0 || sorted(i) != sorted(i - 1) then
        sorted(count) = sorted(i)
        count += 1
      i += 1
    val numbers = new Array[Int](keys.length)
    i = 0
    while i < keys.length do
      numbers(i) = Arrays.binarySearch(sorted, 0, count, keys(i))
      i += 1
    numbers

  /** The number of edges of the graph. */
  private def edgeCount: Int =
    var count = 0
    var i = 0
    while i < children.length do
      count += children(i).length
      i += 1
    count

  private def fill(from: Array[Int], to: Array[Int], letters: Array[Int]): Unit =
    var edge = 0
    var i = 0
    while i < children.length do
      var k = 0
      while k < children(i).length do
        from(edge) = i
        to(edge) = children(i)(k)
        letters(edge) = k
        edge += 1
        k += 1
      i += 1

  // ---- fingerprints

  /** The number of a node; -1 if it is not of this graph. */
  def numberOf(shape: Shape): Int =
    val number = index.get(shape)
    if number == null then -1 else number.intValue

  def fingerprint(root: Int): Long = fingerprint(root, NoSteps)

  /** Hashes one node for each class of equal nodes, in the order of a walk from the root: its label, and the
    * positions of its children's classes in that order.
    */
  def fingerprint(root: Int, steps: ShapeSteps): Long =
    places(classes(root)) = 1
    met(0) = root
    var count = 1
    var result = 0L
    var next = 0
    try
      while next < count do
        result = Fingerprint.mix(result ^ labels(met(next)))
        val edges = children(met(next))
        steps.take(1 + edges.length)
        var k = 0
        while k < edges.length do
          val of = classes(edges(k))
          if places(of) == 0 then
            met(count) = edges(k)
            count += 1
            places(of) = count
          result = Fingerprint.mix(result ^ (places(of) - 1))
          k += 1
        next += 1
      result
    finally
      var i = 0
      while i < count do
        places(classes(met(i))) = 0
        i += 1

/** Elements in disjoint sets, which are split by marks: the smaller part of a set becomes a new set. */
private final class Partition(initial: Array[Int]):
  private val size = initial.length
  private val elements = new Array[Int](size)
  private val places = new Array[Int](size)
  private val sets = new Array[Int](size)
  private val first = new Array[Int](size + 1)
  private val past = new Array[Int](size + 1)
  private val marked = new Array[Int](size + 1)
  private val touched = new Array[Int](size + 1)
  private var touchedCount = 0
  private var setCount = 0
  begin()

  /** The number of sets. */
  def count: Int = setCount

  /** The set of each element. */
  def classes: Array[Int] = sets

  /** Puts the elements with equal numbers into one set. */
  private def begin(): Unit =
    var most = -1
    var i = 0
    while i < size do
      most = math.max(most, initial(i))
      i += 1
    val ends = new Array[Int](most + 2)
    i = 0
    while i < size do
      ends(initial(i) + 1) += 1
      i += 1
    i = 0
    while i <= most do
      ends(i + 1) += ends(i)
      first(i) = ends(i)
      past(i) = ends(i)
      i += 1
    setCount = most + 1
    i = 0
    while i < size do
      val set = initial(i)
      elements(past(set)) = i
      places(i) = past(set)
      sets(i) = set
      past(set) += 1
      i += 1

  inline def members(set: Int)(inline use: Int => Unit): Unit =
    var i = first(set)
    val end = past(set)
    while i < end do
      use(elements(i))
      i += 1

  def mark(element: Int): Unit =
    val set = sets(element)
    val at = places(element)
    val to = first(set) + marked(set)
    if at >= to then
      elements(at) = elements(to)
      places(elements(at)) = at
      elements(to) = element
      places(element) = to
      if marked(set) == 0 then
        touched(touchedCount) = set
        touchedCount += 1
      marked(set) += 1

  /** Splits each set with marked elements. */
  def split(): Unit =
    while touchedCount > 0 do
      touchedCount -= 1
      val set = touched(touchedCount)
      val middle = first(set) + marked(set)
      if middle < past(set) then divide(set, middle)
      marked(set) = 0

  private def divide(set: Int, middle: Int): Unit =
    val made = setCount
    if marked(set) <= past(set) - middle then
      first(made) = first(set)
      past(made) = middle
      first(set) = middle
    else
      past(made) = past(set)
      first(made) = middle
      past(set) = middle
    setCount += 1
    var i = first(made)
    while i < past(made) do
      sets(elements(i)) = made
      i += 1

/** The edges that lead to each node. */
private final class Incoming(to: Array[Int], nodeCount: Int):
  private val ends = new Array[Int](nodeCount + 1)
  private val edges = new Array[Int](to.length)
  begin()

  private def begin(): Unit =
    var i = 0
    while i < to.length do
      ends(to(i)) += 1
      i += 1
    i = 1
    while i <= nodeCount do
      ends(i) += ends(i - 1)
      i += 1
    i = to.length - 1
    while i >= 0 do
      ends(to(i)) -= 1
      edges(ends(to(i))) = i
      i -= 1

  inline def of(node: Int)(inline use: Int => Unit): Unit =
    var i = ends(node)
    val end = ends(node + 1)
    while i < end do
      use(edges(i))
      i += 1

/** Counts the steps that a reader takes for shapes of a pickle, and refuses too many by an exception. */
private[brine] abstract class ShapeSteps:
  def take(steps: Int): Unit

private object NoSteps extends ShapeSteps:
  def take(steps: Int): Unit = ()

/** The shapes of a table that came as bytes. They find their equals together. */
private[shape] final class ShapesOfTable(nodes: ArrayList[Shape], steps: ShapeSteps):
  private lazy val equal = new EqualShapes(nodes, withClasses = false)
  private lazy val equalClasses = new EqualShapes(nodes, withClasses = true)

  def fingerprint(root: Shape, withClasses: Boolean): Long = synchronized {
    val all = if withClasses then equalClasses else equal
    all.fingerprint(all.numberOf(root), steps)
  }
