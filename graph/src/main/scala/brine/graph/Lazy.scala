package brine.graph

import brine.Pickler
import brine.cache.PicklerCache
import brine.plan.{Edge, Plan, PlanRef}
import brine.run.PlannedPickler

/** An edge to an object: from an open graph ([[Graph.open]]) it is read without its target, which is read when it is asked for.
  *
  * {{{
  * final case class Chapter(title: String, text: Lazy[Text]) derives Pickler
  * Chapter("One", Lazy(text)).pickleTo(path)
  * Using.resource(Graph.open(path))(graph => graph.root[Chapter].text.get)
  * }}}
  * It leads to an object: where there is none, its place is null or an option. Everywhere else the target is read at once. It is
  * written as its target, read or not. Two edges to one object stay two edges, and lead to one object.
  *
  * An edge holds an open graph until its target is read, and is as much for one thread at a time as that is.
  *
  * In formats other than the graph format an edge is no object: a cycle of classes without mutable fields goes on for ever there.
  */
final class Lazy[A] private (private var target: A, private var read: (() => Any) | Null):
  /** Whether the target is there. */
  def isLoaded: Boolean = read == null

  /** The target.
    *
    * @throws brine.PickleException if it cannot be read: the graph has been closed, or is damaged
    */
  def get: A =
    val unread = read
    if unread != null then
      target = unread().asInstanceOf[A]
      read = null
    target

  override def toString: String = if isLoaded then s"Lazy($target)" else "Lazy(…)"

object Lazy:
  /** An edge to this object. */
  def apply[A](target: A): Lazy[A] = new Lazy(target, null)

  given pickler[A](using target: Pickler[A]): Pickler[Lazy[A]] = PicklerCache.once("Lazy", target)(new LazyPickler(target))

  private final class LazyPickler[A](target: Pickler[A]) extends PlannedPickler[Lazy[A]]:
    val plan: Plan =
      val to: Any => Any = target => new Lazy[Any](target, null)
      new Plan.Mapped(PlanRef(Plan.of(target)), to, _.asInstanceOf[Lazy[Any]].get, Edges)

  private object Edges extends Edge:
    def open(): AnyRef = new Lazy[AnyRef | Null](null, null)
    def lead(edge: AnyRef, target: AnyRef): Unit = edge.asInstanceOf[Lazy[AnyRef]].target = target
    def later(read: () => Any): AnyRef = new Lazy[Any](null, read)
