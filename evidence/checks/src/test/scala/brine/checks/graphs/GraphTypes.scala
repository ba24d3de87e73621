package brine.checks.graphs

import java.util as ju
import scala.collection.mutable
import brine.Pickler
import brine.combine.imap

/** Classes and collections in all kinds of cycles. Nothing looks into its parts while it is built. */
sealed trait Vertex derives Pickler
final class Cell(val name: String, var next: Vertex) extends Vertex
final class LinkFirst(var next: Vertex, val id: Int) extends Vertex
final class Mixed(val x: Int, var next: Vertex, val option: Option[Vertex], var list: List[Vertex]) extends Vertex
final class Two(var a: Vertex, var b: Cell, var n: Int) extends Vertex
final case class Fixed(a: Vertex, b: Option[Vertex], c: (Vertex, Int)) extends Vertex
final case class Lists(list: List[Vertex], vector: Vector[Cell]) extends Vertex
final class Arrays(val items: Array[Vertex], var cells: Array[Cell], var nested: Array[Array[Vertex]]) extends Vertex
final case class Choice(option: Option[Option[Vertex]], either: Either[Vertex, List[Vertex]]) extends Vertex
final class Buffers(
    val all: mutable.ArrayBuffer[Vertex],
    var cells: ju.List[Cell],
    val named: mutable.LinkedHashMap[String, mutable.ArrayBuffer[Vertex]],
    var nested: List[mutable.Buffer[mutable.ArrayBuffer[Vertex]]]
) extends Vertex
case object End extends Vertex

/** Cycles with hashed collections, and a class that computes from the objects that it refers to. */
sealed trait Hashing derives Pickler
final class Named(val name: String, var next: Hashing) extends Hashing
final class Ranked(var next: Hashing, var rank: Int) extends Hashing:
  override def hashCode: Int = rank
  override def equals(other: Any): Boolean = other match
    case that: Ranked => that.rank == rank
    case _            => false
final class Sets(val fixed: Set[Ranked], var open: Set[Ranked]) extends Hashing
final class Maps(val fixed: Map[Ranked, Hashing], var open: Map[Int, List[Hashing]]) extends Hashing
final case class FixedSet(next: Hashing, set: Set[Ranked], n: Int) extends Hashing
final class SetArray(val items: Array[Hashing], var sets: Array[Set[Ranked]]) extends Hashing
final class Tables(
    val ranked: ju.HashSet[Ranked],
    val map: mutable.HashMap[Ranked, Hashing],
    var sets: ju.List[mutable.Set[Ranked]]
) extends Hashing
final class Computed(val of: Hashing, val n: Int) extends Hashing:
  val text: String = Computed.describe(of) + n

object Computed:
  def describe(of: Hashing): String = of match
    case null        => "null"
    case x: Named    => x.name
    case x: Ranked   => s"rank ${x.rank}"
    case x: Sets     => ranks(x.fixed)
    case x: Maps     => ranks(x.fixed.keySet)
    case x: FixedSet => s"${x.n} ${ranks(x.set)}"
    case x: SetArray => s"${x.items.length} items"
    case x: Tables   => "tables" // which may have changed since
    case x: Computed => s"(${x.text})"

  private def ranks(set: Set[Ranked]): String = s"${set.toList.map(_.rank).sorted} ${set.forall(set.contains)}"

/** Classes that are derived apart from each other, generic ones, and one by way of a function. */
final class Person(val name: String, var home: Home, var homes: List[Home]) derives Pickler
final class Home(
    var owner: Person,
    val tenant: Option[Person],
    val plate: Plate,
    var keys: Set[Key],
    var all: Array[Person]
) derives Pickler
final class Key(var holder: Person, var number: Int) derives Pickler:
  override def hashCode: Int = number
  override def equals(other: Any): Boolean = other match
    case that: Key => that.number == number
    case _         => false

final class Plate(val people: List[Person]):
  val names: String = people.map(p => if p == null then "-" else p.name).mkString(" ")
object Plate:
  given Pickler[Plate] = Pickler[List[Person]].imap(new Plate(_))(_.people)

final class Box[T](val fixed: T, var open: T, var list: List[T], val buffer: mutable.ArrayBuffer[Box[T]])
    derives Pickler
final class Town(
    val mayor: Box[Person],
    var towns: Box[Town],
    var numbers: Box[Int],
    val byName: Map[String, Town],
    var guest: Person,
    var either: Either[Town, Home]
) derives Pickler
