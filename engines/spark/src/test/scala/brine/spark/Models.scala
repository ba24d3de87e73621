package brine.spark

import brine.Pickler

/** The records of test jobs. */
object Models:
  /** Derives a pickler. */
  final case class Sale(shop: String, cents: Long, items: List[String]) derives Pickler

  /** As a job in Scala 2.13 has it: without a pickler. */
  final case class Visit(user: Int, page: String, seconds: Double)

  /** Keys with an order. */
  final case class Key(bytes: Vector[Byte]) extends Ordered[Key]:
    def compare(other: Key): Int = bytes.toString.compareTo(other.bytes.toString)

  /** Neither a case class nor one with `val`s. */
  final class Counter(start: Int, private var count: Int):
    def this(start: Int) = this(start, start)
    def add(n: Int): Counter = { count += n; this }
    def sum: Int = count - start
    override def equals(other: Any): Boolean = other match
      case that: Counter => that.sum == sum
      case _             => false
    override def hashCode: Int = sum

  /** Refers to itself. */
  final class Node(val name: String):
    var next: Node = null

  /** Its constructor changes its argument, and it has no form of Java's. */
  final class Doubled(n: Int):
    val twice: Int = 2 * n

  def sale(i: Int): Sale = Sale(s"shop ${i % 7}", i * 100L, List.tabulate(i % 4)(k => s"item $k"))
  def visit(i: Int): Visit = Visit(i % 11, s"/page/$i", i / 3.0)

  /** Objects of many classes, of all sizes up to some kilobytes. */
  def mixed(i: Int): Any = i % 12 match
    case 0  => sale(i)
    case 1  => visit(i)
    case 2  => (i, s"text $i")
    case 3  => Array.tabulate(i % 50)(_ * 1.5)
    case 4  => Vector.tabulate(i % 9)(k => Map(k -> s"v$k"))
    case 5  => Some(Key(Vector.tabulate(i % 10)(_.toByte)))
    case 6  => i.toLong * i
    case 7  => "ü€" * (i % 30)
    case 8  => new Counter(i).add(3)
    case 9  => Array[AnyRef]("a", Int.box(i), null, visit(i))
    case 10 => Right(Left(Set(i, i + 1)))
    case 11 => List.tabulate(i % 300)(visit)

  /** Equality that looks into arrays. */
  def same(a: Any, b: Any): Boolean = (a, b) match
    case (x: Array[?], y: Array[?]) =>
      x.getClass == y.getClass && x.length == y.length && x.indices.forall(i => same(x(i), y(i)))
    case _ => a == b
