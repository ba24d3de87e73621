package brine.checks.releases.one

import brine.*

final case class Person(name: String, age: Int, nick: String, home: Address, color: Color, numbers: List[Int])
    derives Pickler
final case class Address(street: String) derives Pickler
enum Color derives Pickler:
  case Red, Green
  case Mixed(parts: Map[String, Int], set: Set[Int])
sealed trait Tree derives Pickler
final case class Leaf(value: Int) extends Tree
final case class Node(left: Tree, right: Tree) extends Tree
object Nested:
  final class Inside(var value: Int, val array: Array[Double], val float: Float, val id: java.util.UUID) derives Pickler
final case class Generic[A](a: A) derives Pickler
object Givens:
  given Pickler[java.util.BitSet] =
    brine.combine.imap(Pickler[Long])(n => java.util.BitSet.valueOf(Array(n)))(_.toLongArray.headOption.getOrElse(0L))
  given Pickler[List[Address]] = Pickler.derived
