package brine.checks

import scala.collection.mutable

/** A directed graph of names: who uses whom. */
final class Dependencies(edges: Iterable[(String, String)]):
  private val targets: Map[String, Set[String]] = edges.groupMap(_._1)(_._2).view.mapValues(_.toSet).toMap

  /** The strongly connected components of more than one name, the largest first: by Tarjan's algorithm. */
  def cycles: List[Set[String]] =
    val search = new Search
    for name <- targets.keys.toList.sorted do search.visit(name)
    search.found.toList.filter(_.size > 1).sortBy(c => (-c.size, c.min))

  /** The edges within a component. */
  def within(component: Set[String]): List[(String, String)] =
    (for from <- component.toList; to <- targets.getOrElse(from, Set.empty) if component(to) yield from -> to).sorted

  /** The edges without those that are excepted. */
  def without(isExcepted: (String, String) => Boolean): Dependencies =
    new Dependencies(for (from, all) <- targets.toList; to <- all if !isExcepted(from, to) yield from -> to)

  /** The graph of the groups that names belong to. */
  def grouped(group: String => String): Dependencies =
    new Dependencies(for (from, all) <- targets.toList; to <- all if group(from) != group(to)
    yield group(from) -> group(to))

  private final class Search:
    val found = mutable.ListBuffer.empty[Set[String]]
    private val order = mutable.HashMap.empty[String, Int]
    private val lowest = mutable.HashMap.empty[String, Int]
    private val open = mutable.ArrayDeque.empty[String]
    private val isOpen = mutable.HashSet.empty[String]

    /** (Recursive: the classes of a program are a few thousand.) */
    def visit(name: String): Unit =
      if !order.contains(name) then
        order(name) = order.size
        lowest(name) = order(name)
        open.append(name)
        isOpen += name
        for next <- targets.getOrElse(name, Set.empty) do
          if !order.contains(next) then
            visit(next)
            lowest(name) = lowest(name).min(lowest(next))
          else if isOpen(next) then lowest(name) = lowest(name).min(order(next))
        if lowest(name) == order(name) then close(name)

    private def close(root: String): Unit =
      val component = mutable.HashSet.empty[String]
      while !component(root) do
        val member = open.removeLast()
        isOpen -= member
        component += member
      found += component.toSet
