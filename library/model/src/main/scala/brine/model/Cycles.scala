package brine.model

import scala.collection.mutable

/** Finds the types whose objects can be part of a cycle, and those that keep their identity. This is the static
  * object graph analysis of "Instant Pickles", section 4.6.2, on types alone, so that every derivation has the same
  * result.
  *
  * Types are vertices. An edge leads from a type to the types that its objects refer to (fields, elements, leaves).
  * It is mutable if the reference can be made after the object (a `var`, an element of an array or a mutable
  * collection). A cycle of objects needs a mutable reference. Therefore:
  *
  *   - A type is cyclic if it is in a strongly connected component with a mutable edge inside. It is also cyclic if it
  *     leads to a type whose subclasses are unknown, since these may lead anywhere.
  *   - A type is tracked if it has a mutable field, is an array of references or a mutable collection, or is cyclic.
  *     Options are always values.
  */
private[brine] final class Cycles(read: Int => TypeModel):
  def isCyclic(key: Int): Boolean =
    explore(key)
    cyclic.getOrElse(key, false)

  def isTracked(key: Int): Boolean =
    val model = read(key)
    if StandardClasses.scalars.contains(model.symbol) || model.symbol == StandardClasses.Option then false
    else if isContainer(model.symbol) then StandardClasses.isMutable(model.symbol) || isCyclic(key)
    else
      model.form match
        case TypeForm.Object | TypeForm.Sealed(_, _) => false // the leaves of a sealed type decide for themselves
        case _                                       => isMutable(model) || isCyclic(key)

  /** Returns true for a class with a `var`, and for an array of references. */
  def isMutable(model: TypeModel): Boolean = model.form match
    case TypeForm.Class(facts) => facts.fields.exists(_.isMutable)
    case TypeForm.Array(element) =>
      !StandardClasses.scalars.get(read(element).symbol).exists(_ != brine.shape.ScalarKind.String)
    case _ => false

  private final case class Edge(to: Int, isMutable: Boolean)

  private def edges(key: Int): Vector[Edge] =
    val model = read(key)
    if StandardClasses.scalars.contains(model.symbol) then Vector.empty
    else if isContainer(model.symbol) then model.arguments.map(Edge(_, StandardClasses.isMutable(model.symbol)))
    else
      model.form match
        case TypeForm.Class(facts)                     => facts.fields.map(f => Edge(f.key, f.isMutable))
        case TypeForm.Sealed(leaves, _)                => leaves.map(leaf => Edge(leaf.key, false))
        case TypeForm.Array(element)                   => Vector(Edge(element, true))
        case TypeForm.Other(OtherType.Union(parts, _)) => parts.map(Edge(_, false))
        case _                                         => Vector.empty

  /** Returns true for a trait or class whose subclasses are not known: an object there may refer to anything. (A
    * standard pickler knows its values.)
    */
  private def isOpenType(key: Int): Boolean =
    val model = read(key)
    model.form match
      case TypeForm.Other(OtherType.OpenTrait | OtherType.AbstractClass | OtherType.OpenInJava) =>
        !StandardClasses.scalars.contains(model.symbol) && !isContainer(
          model.symbol
        ) && model.pickler == FoundPickler.Own
      case _ => false

  private def isContainer(symbol: String): Boolean =
    symbol == StandardClasses.Option || StandardClasses.isKind(symbol)

  // Tarjan's algorithm with an explicit stack: types nest deep in generated code.
  private val cyclic = mutable.Map.empty[Int, Boolean]
  private val order = mutable.Map.empty[Int, Int]
  private val lowest = mutable.Map.empty[Int, Int]
  private val open = mutable.ArrayBuffer.empty[Int]
  private val isOpen = mutable.Set.empty[Int]
  private val leadToOpen = mutable.Set.empty[Int]

  private def explore(root: Int): Unit =
    if !order.contains(root) && order.size < Cycles.MaxTypes then
      val path = mutable.Stack.empty[(Int, Iterator[Edge])]
      enter(root, path)
      while path.nonEmpty do
        val (key, rest) = path.top
        if rest.hasNext then
          val next = rest.next().to
          if !order.contains(next) then
            if order.size < Cycles.MaxTypes then enter(next, path)
          else if isOpen(next) then lowest(key) = math.min(lowest(key), order(next))
        else
          path.pop()
          if path.nonEmpty then lowest(path.top._1) = math.min(lowest(path.top._1), lowest(key))
          if lowest(key) == order(key) then close(key)

  private def enter(key: Int, path: mutable.Stack[(Int, Iterator[Edge])]): Unit =
    order(key) = order.size
    lowest(key) = order(key)
    open += key
    isOpen += key
    path.push((key, edges(key).iterator))

  private def close(root: Int): Unit =
    val start = open.lastIndexOf(root)
    val component = open.drop(start).toSet
    open.dropRightInPlace(open.length - start)
    isOpen --= component
    val leadsToOpen = component.exists(key => isOpenType(key) || edges(key).exists(e => leadToOpen(e.to)))
    if leadsToOpen then leadToOpen ++= component
    val isACycle = leadsToOpen || component.exists(key => edges(key).exists(e => e.isMutable && component(e.to)))
    for key <- component do cyclic(key) = isACycle

private[brine] object Cycles:
  /** More types than this are only met where type arguments grow without end; [[Rules]] reports those. */
  private final val MaxTypes = 5_000
