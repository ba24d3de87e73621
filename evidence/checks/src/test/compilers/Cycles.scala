package corpus

import scala.collection.mutable
import brine.*

/** Rings through fields, collections, arrays, options and sealed types. */
final class Link(val name: String, var next: Option[Link]) derives Pickler
final class Friend(val name: String, var friends: List[Friend]) derives Pickler
final class Club(val name: String, var members: Set[Club], var ranks: Map[Club, Int]) derives Pickler
final class Grid(val name: String, val around: Array[Grid]) derives Pickler
final class Hub(val name: String, val spokes: mutable.ArrayBuffer[Hub]) derives Pickler

sealed trait Vertex derives Pickler:
  def name: String
final class Inner(val name: String, var to: Vertex) extends Vertex
final class Fork(val name: String, var left: Vertex, var right: Vertex) extends Vertex
case object End extends Vertex:
  def name = "end"

/** An immutable class between. */
final case class Owner(thing: Thing) derives Pickler
final class Thing(var owner: Owner | Null, val label: String) derives Pickler

final class Boxed[A](val content: A, var next: Boxed[A] | Null) derives Pickler

object Cycles:
  val run: () => Unit = () =>
    val link = new Link("a", None)
    link.next = Some(new Link("b", Some(link)))
    Trip.by(link)(l => (l.name, l.next.get.name, l.next.get.next.get eq l))
    val friend = new Friend("a", Nil)
    friend.friends = List(friend, new Friend("b", List(friend)))
    Trip.by(friend)(f => (f.name, f.friends.map(_.name), f.friends.head eq f, f.friends(1).friends.head eq f))
    val club = new Club("a", Set(), Map())
    club.members = Set(club)
    club.ranks = Map(club -> 1)
    Trip.by(club)(c => (c.name, c.members(c), c.ranks(c)))
    val cells = new Array[Grid](2)
    val grid = new Grid("a", cells)
    cells(0) = grid
    cells(1) = new Grid("b", cells)
    Trip.by(grid)(g => (g.around.map(_.name).toList, g.around(0) eq g, g.around(1).around eq g.around))
    val hub = new Hub("a", mutable.ArrayBuffer())
    hub.spokes += hub += new Hub("b", mutable.ArrayBuffer(hub))
    Trip.by(hub)(h => (h.spokes.map(_.name).toList, h.spokes(0) eq h, h.spokes(1).spokes(0) eq h))
    val inner = new Inner("a", End)
    val fork = new Fork("f", inner, End)
    inner.to = fork
    Trip.by[Vertex, Any](inner, fork, End) {
      case i: Inner => (i.name, i.to.name)
      case f: Fork  => (f.name, f.left.name, f.right.name)
      case other    => other.name
    }
    val thing = new Thing(null, "t")
    thing.owner = Owner(thing)
    Trip.by(thing)(t => (t.label, t.owner.asInstanceOf[Owner].thing eq t))
    val boxed = new Boxed(Person("p", 1), null)
    boxed.next = boxed
    Trip.by(boxed)(b => (b.content, b.next.asInstanceOf[AnyRef] eq b))
