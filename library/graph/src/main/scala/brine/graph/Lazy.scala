package brine.graph

import brine.Pickler
import brine.cache.PicklerCache
import brine.plan.{Edge, Plan, PlanRef}
import brine.run.PlannedPickler

/** An edge to an object. An open graph ([[Graph.open]]) reads the edge without its target, and reads the target at the
  * first call of [[get]].
  *
  * {{{
  * final case class Chapter(title: String, text: Lazy[Text]) derives Pickler
  * Chapter("One", Lazy(text)).pickleTo(path)
  * Using.resource(Graph.open(path))(graph => graph.root[Chapter].text.get)
  * }}}
  * An edge always has a target: use null or an option for a missing one. All other readers read the target at once. An
  * edge is written as its target, read or not. Two edges to one object stay two edges, and lead to one object.
  *
  * An edge keeps an open graph in use until its target is read. Like the graph, it serves one thread at a time.
  *
  * In formats other than the graph format, an edge is not an object: a cycle of classes without mutable fields has no
  * end there.
  */
final class Lazy[A] private (private var target: A, private var read: (() => Any) | Null):
  /** True after the target was read. */
  def isLoaded: Boolean = read == null

  /** Returns the target.
    *
    * @throws brine.PickleException if the target cannot be read: the graph was closed, or is damaged
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

  given pickler[A](using target: Pickler[A]): Pickler[Lazy[A]] =
    PicklerCache.once("Lazy", target)(new LazyPickler(target))

  private final class LazyPickler[A](target: Pickler[A]) extends PlannedPickler[Lazy[A]]:
    val plan: Plan =
      val to: Any => Any = target => new Lazy[Any](target, null)
      new Plan.Mapped(PlanRef(Plan.of(target)), to, _.asInstanceOf[Lazy[Any]].get, Edges)

  private object Edges extends Edge:
    def open(): AnyRef = new Lazy[AnyRef | Null](null, null)
    def lead(edge: AnyRef, target: AnyRef): Unit = edge.asInstanceOf[Lazy[AnyRef]].target = target
    def later(read: () => Any): AnyRef = new Lazy[Any](null, read)
