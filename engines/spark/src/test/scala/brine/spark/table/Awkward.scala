package brine.spark.table

import scala.collection.mutable
import scala.reflect.ClassTag

/** Classes as users write them, each with something that a serializer can stumble over. None derives a pickler. */
object Awkward:
  object ByLength extends Ordering[String]:
    def compare(a: String, b: String): Int = a.length - b.length

  object Weekday extends Enumeration:
    val Mon, Tue = Value

  enum Tint extends Serializable:
    case Red, Green
    case Mixed(r: Int, g: Int, b: Int)

  case object Nothing2

  sealed trait Shape extends Serializable
  final case class Circle(r: Double) extends Shape
  final case class Square(side: Double) extends Shape
  case object Empty extends Shape

  final class Meters(val value: Double) extends AnyVal with Serializable

  opaque type Degrees = Double
  def degrees(d: Double): Degrees = d

  final case class Plain(name: String, size: Int, tags: List[String])
  final case class Boxed[A](value: A)
  final case class WithDefault(name: String, size: Int = 7)
  final case class Secret private (token: String)
  object Secret:
    def of(s: String): Secret = Secret(s.toUpperCase)

  final case class Checked(n: Int):
    require(n > 0)

  final case class Var(names: String*)

  final case class TwoLists(a: Int)(val b: Int)

  final class NotCase(name: String, private var count: Int) extends Serializable:
    def add(): Int =
      count += 1
      count
    override def toString: String = s"$name $count"

  /** Not serializable for Java. */
  final class NotSerializable(val name: String)

  final class Node(val name: String) extends Serializable:
    var next: Node | Null = null

  final case class Chain(value: Int, next: Chain | Null)

  final class Tree(val name: String) extends Serializable:
    var parent: Tree | Null = null
    val children: mutable.ListBuffer[Tree] = mutable.ListBuffer.empty
    def add(child: Tree): Tree =
      child.parent = this
      children += child
      this

  /** Lazy values are computed again, so they are not data. */
  final class Lazy(val text: String) extends Serializable:
    lazy val length: Int = text.length
    @transient lazy val logger: Thread = Thread.currentThread

  final class Transient(val text: String) extends Serializable:
    @transient private var cache: mutable.Map[String, Int] | Null = mutable.Map(text -> 1)
    def cached: Boolean = cache != null

  /** The value that the body makes holds data that came later. */
  final class Accumulating(val name: String) extends Serializable:
    val counts: mutable.HashMap[String, Int] = mutable.HashMap.empty
    def add(key: String): this.type =
      counts(key) = counts.getOrElse(key, 0) + 1
      this

  final class Summing(val size: Int) extends Serializable:
    private val sums = new Array[Double](size)
    def add(i: Int, d: Double): this.type =
      sums(i) += d
      this
    def sum(i: Int): Double = sums(i)

  final class Computed(val a: Int, val b: Int) extends Serializable:
    val sum: Int = a + b

  final class Tagged[A: ClassTag](val first: A) extends Serializable:
    def array: Array[A] = Array.fill(3)(first)

  final class Locked(val name: String) extends Serializable:
    private val lock = new Object
    def locked: String = lock.synchronized(name)

  trait Counting:
    var hits: Int = 0
    private var secret: String = "none"
    def hide(s: String): Unit = secret = s
    def hidden: String = secret

  final class Mixed(val name: String) extends Counting, Serializable

  abstract class Base(val id: Int) extends Serializable:
    protected var log: List[String] = Nil
    def note(s: String): this.type =
      log ::= s
      this
    def notes: List[String] = log

  final class Derived(id: Int, val more: String) extends Base(id)

  // ---- parts of other objects

  class Enclosing(val name: String) extends Serializable:
    final class Part(val number: Int) extends Serializable:
      override def toString: String = s"$name$number"
    final case class CasePart(number: Int):
      def whole: String = s"$name$number"
    def part: Part = new Part(3)
    def function: Int => String = n => s"$name$n"

  def local(n: Int): AnyRef =
    final class Local(val own: Int) extends Serializable:
      override def toString: String = s"${own + n}"
    new Local(7)

  def anonymous(n: Int): Function1[Int, Int] = new Function1[Int, Int] with Serializable:
    def apply(x: Int): Int = x + n

  // ---- subclasses of classes of the library

  final class Names(val owner: String) extends mutable.ArrayBuffer[String]

  final class Words(text: String) extends scala.collection.immutable.AbstractSeq[String], Serializable:
    private def words = text.split(' ')
    def apply(i: Int): String = words(i)
    def length: Int = words.length
    def iterator: Iterator[String] = words.iterator

  final class Defaults extends mutable.HashMap[String, Int]:
    override def default(key: String): Int = 42

  final class Pairing extends (Int => String), Serializable:
    def apply(n: Int): String = s"<$n>"

  // ---- exceptions

  final case class Broken(code: Int) extends RuntimeException(s"code $code")
  final class Quiet(val code: Int) extends RuntimeException("quiet") with scala.util.control.NoStackTrace

  // ---- singletons

  final class Registry private () extends Serializable:
    private def readResolve: AnyRef = Registry.only
  object Registry:
    val only: Registry = new Registry

  object Settings extends Serializable:
    var level: Int = 1

  /** More fields than the JVM's methods have parameters for. */
  final class Wide extends Serializable:
    var a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, c2, c3, c4, c5, c6, c7,
        c8, c9: Long = 1
    var d0, d1, d2, d3, d4, d5, d6, d7, d8, d9: String = "x"
