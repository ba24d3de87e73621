package brine.graph.clustered.index

import java.util.BitSet
import brine.graph.clustered.PathText
import brine.shape.Shape

/** Questions about all objects of an index. Collections, and objects of open types without fields, are *between*
  * objects: an edge leads through them.
  */
private[graph] final class IndexQueries(index: ObjectIndex):
  index.checkComplete()

  def isBetween(number: Int): Boolean =
    val cluster = index.clusterOf(number)
    cluster >= 0 && !index.rows(cluster).shape.isInstanceOf[Shape.Product]

  /** Calls `use` with each object at this slot: the one there, or those to which one between leads. */
  def through(slot: Int)(use: Int => Unit): Unit =
    val first = index.objectAt(slot)
    if first >= 0 then
      if !isBetween(first) then use(first)
      else
        val met = new BitSet
        val open = new IntStack
        met.set(first)
        open.push(first)
        while open.nonEmpty do
          index.targets(open.pop()) { target =>
            if !isBetween(target) then use(target)
            else if !met.get(target) then
              met.set(target)
              open.push(target)
          }

  /** All objects to which these lead, themselves included, without entering `barred`. */
  def reachable(from: BitSet, barred: BitSet): BitSet =
    val met = new BitSet(index.count)
    val open = new IntStack
    def meet(number: Int): Unit = if !met.get(number) && !barred.get(number) then
      met.set(number)
      open.push(number)
    var at = from.nextSetBit(0)
    while at >= 0 do
      meet(at)
      at = from.nextSetBit(at + 1)
    while open.nonEmpty do index.targets(open.pop())(meet(_))
    met

  /** The objects to which no path from the graph's value leads, except through these: these included. */
  def retained(by: BitSet): BitSet =
    val from = new BitSet
    if index.root >= 0 then from.set(index.root)
    val kept = new BitSet(index.count)
    kept.set(0, index.count)
    kept.andNot(reachable(from, by))
    kept

  /** The objects that refer to these, by any field or by the field of this name. Takes one scan of all places, and one
    * more for each level of collections.
    */
  def referrers(to: BitSet, field: String | Null): BitSet =
    val found = new BitSet
    val passed = new BitSet
    var wanted = to
    while !wanted.isEmpty do
      val next = new BitSet
      for all <- index.rows do
        scan(all, wanted, field)(number => (if isBetween(number) then next else found).set(number))
      if field == null then index.eachHandEdge((holder, target) => if wanted.get(target) then found.set(holder))
      next.andNot(passed)
      passed.or(next)
      wanted = next
    found

  private def scan(all: TypeRows, wanted: BitSet, field: String | Null)(use: Int => Unit): Unit = all.shape match
    case p: Shape.Product =>
      for edge <- all.edges.indices if field == null || p.fieldNames(all.edgeMembers(edge)) == field do
        scan(all.slots(edge), all.count, wanted)(row => useRow(all, row)(use))
    case _: Shape.Open => scan(all.slots(0), all.count, wanted)(row => useRow(all, row)(use))
    case _ =>
      val parts = all.edges.length
      if all.isCollection && parts > 0 then
        scan(all.slots(0), all.elements * parts, wanted) { at =>
          if parts == 1 || !all.isPassed(at & 1) then useRow(all, all.rowOfElement(at / parts))(use)
        }

  /** (Rows inside values of picklers by hand have no slots; an object of an open type with fields has those of its
    * class.)
    */
  private def useRow(all: TypeRows, row: Int)(use: Int => Unit): Unit =
    val number = all.numbers(row)
    if number >= 0 && index.isOf(number, all) then use(number)

  /** Calls `use` with the index of each slot that has one of these objects. */
  private def scan(slots: Ints, count: Int, wanted: BitSet)(use: Int => Unit): Unit =
    val first = wanted.nextSetBit(0)
    if index.hasOdd then
      slots.each(count) { slot =>
        val target = index.objectAt(slot)
        target >= 0 && wanted.get(target)
      }(use)
    else if wanted.nextSetBit(first + 1) < 0 then slots.each(count)(_ == first)(use)
    else
      val words = java.util.Arrays.copyOf(wanted.toLongArray, (index.count >>> 6) + 1)
      slots.each(count)(slot => slot >= 0 && (words(slot >>> 6) & (1L << slot)) != 0)(use)

  /** The shortest path from the graph's value to an object; null if only values of picklers by hand lead to it. */
  def shortestPath(number: Int): String | Null =
    val owner = new Array[Int](index.count)
    java.util.Arrays.fill(owner, -2)
    val queue = new Array[Int](index.count)
    var (from, until) = (0, 0)
    if index.root >= 0 then
      owner(index.root) = -1
      queue(0) = index.root
      until = 1
    while from < until && owner(number) == -2 do
      val at = queue(from)
      from += 1
      index.targets(at) { target =>
        if owner(target) == -2 then
          owner(target) = at
          queue(until) = target
          until += 1
      }
    if owner(number) == -2 then null
    else
      val way = Array.iterate(number, 1 + lengthOf(owner, number))(owner(_)).reverse
      PathText(way.length - 1)(i => index.step(way(i), way(i + 1)))

  private def lengthOf(owner: Array[Int], number: Int): Int =
    Iterator.iterate(number)(owner(_)).takeWhile(owner(_) >= 0).length

/** A stack of numbers. */
private[clustered] final class IntStack:
  private var all = new Array[Int](64)
  private var size = 0
  def nonEmpty: Boolean = size > 0
  def push(value: Int): Unit =
    if size == all.length then all = java.util.Arrays.copyOf(all, size * 2)
    all(size) = value
    size += 1
  def pop(): Int =
    size -= 1
    all(size)
