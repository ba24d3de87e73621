package brine.sparksuites.jobs

import java.io.{Externalizable, ObjectInput, ObjectInputStream, ObjectOutput, ObjectOutputStream}
import scala.collection.mutable
import scala.reflect.ClassTag

/** Classes of all kinds as jobs have them. None has a pickler. */
object Records {
  sealed trait Shape { def area: Double }
  final case class Circle(radius: Double) extends Shape { def area: Double = radius * radius * 3 }
  final case class Box(width: Double, height: Double) extends Shape { def area: Double = width * height }
  case object Dot extends Shape { def area: Double = 0 }
  final case class Group(name: String, parts: Seq[Shape]) extends Shape { def area: Double = parts.map(_.area).sum }

  object Day extends Enumeration { val Mon, Tue, Wed = Value }

  final case class Tree[A](value: A, children: List[Tree[A]]) { def size: Int = 1 + children.map(_.size).sum }

  class Node(val name: String) extends Serializable {
    val edges: mutable.ArrayBuffer[Node] = mutable.ArrayBuffer.empty
    var seen: Boolean = false
  }

  trait Named extends Serializable {
    val name: String
    var hits: Int = 0
    lazy val upper: String = name.toUpperCase
    private val made = mutable.ListBuffer.empty[String]
    def note(text: String): this.type = { made += text; this }
    def notes: List[String] = made.toList
  }
  final class User(val name: String, age: Int) extends Named {
    override def toString: String = s"$name $age $hits $notes $upper"
  }

  abstract class Animal(protected var weight: Double) extends Serializable {
    private[this] var fed = 0
    def feed(): this.type = { fed += 1; weight += 0.5; this }
    def state: String = s"$fed $weight"
  }
  final class Dog(weight: Double, val tricks: Array[String]) extends Animal(weight)

  final class Histogram(bins: Int) extends Serializable {
    private val counts = new Array[Long](bins)
    private val names = Array.tabulate(bins)(i => s"bin $i")
    def add(x: Int): this.type = { counts(x % bins) += 1; this }
    def merge(other: Histogram): this.type = { for (i <- other.all.indices) counts(i) += other.all(i); this }
    def all: Array[Long] = counts
    override def toString: String = names.zip(counts).mkString(" ")
  }

  final class Cached(val text: String) extends Serializable {
    @transient private lazy val parsed: Array[String] = text.split(' ')
    @transient private var cache: mutable.Map[String, Int] = _
    def words: Int = {
      if (cache == null) cache = mutable.Map.empty
      cache.getOrElseUpdate(text, parsed.length)
    }
  }

  final class ByMethods(var text: String) extends Serializable {
    @transient private var length = text.length
    private def writeObject(out: ObjectOutputStream): Unit = { out.defaultWriteObject(); out.writeInt(length) }
    private def readObject(in: ObjectInputStream): Unit = { in.defaultReadObject(); length = in.readInt() }
    override def toString: String = s"$text $length"
  }
  final class External(var a: Int, var b: String) extends Externalizable {
    def this() = this(0, null)
    def writeExternal(out: ObjectOutput): Unit = { out.writeInt(a); out.writeUTF(b) }
    def readExternal(in: ObjectInput): Unit = { a = in.readInt(); b = in.readUTF() }
    override def toString: String = s"$a $b"
  }
  final class Proxy(val text: String) extends Serializable { private def readResolve: AnyRef = new Money(text.toLong) }
  final class Money(val cents: Long) extends Serializable {
    private def writeReplace: AnyRef = new Proxy(cents.toString)
    override def toString: String = s"$cents cents"
  }
  final class Unit1 private (val code: String) extends Serializable { private def readResolve: AnyRef = Unit1.of(code) }
  object Unit1 {
    private val all = mutable.Map.empty[String, Unit1]
    def of(code: String): Unit1 = synchronized(all.getOrElseUpdate(code, new Unit1(code)))
  }

  class Outer(val base: Int) extends Serializable {
    class Inner(val n: Int) extends Serializable { def sum: Int = base + n }
    case class Part(n: Int) { def sum: Int = base * n }
    def inner(n: Int): Inner = new Inner(n)
  }
  def local(n: Int): () => Int = {
    class Local(val own: Int) extends (() => Int) with Serializable { def apply(): Int = own + n }
    new Local(n * 2)
  }
  def anonymous(n: Int): Ordering[Int] =
    new Ordering[Int] { def compare(a: Int, b: Int): Int = Integer.compare(a % n, b % n) }

  final class Typed[A: ClassTag](val first: A) extends Serializable { def array: Array[A] = Array.fill(2)(first) }
  final case class Meters(value: Double) extends AnyVal
  final case class Wide(
      a: Int,
      b: Long,
      c: Double,
      d: Float,
      e: Short,
      f: Byte,
      g: Char,
      h: Boolean,
      i: String,
      j: Option[Int],
      k: Either[String, Int],
      l: List[Int],
      m: Vector[String],
      n: Map[String, Int],
      o: Set[Long],
      p: Array[Int],
      q: (Int, String),
      r: Symbol,
      s: BigInt,
      t: BigDecimal,
      u: Meters,
      v: Seq[Shape],
      w: Unit,
      x: Null
  )
  final class Bean extends Serializable {
    private var name: String = _
    private var values: java.util.List[Integer] = new java.util.ArrayList
    def getName: String = name
    def setName(n: String): Unit = name = n
    def getValues: java.util.List[Integer] = values
    def setValues(v: java.util.List[Integer]): Unit = values = v
    override def toString: String = s"$name $values"
  }
  final case class Failed(code: Int) extends RuntimeException(s"code $code")
  final class Queued(private var all: List[Int]) extends Externalizable {
    private val queue = mutable.PriorityQueue.from(all)
    def this() = this(Nil)
    def first: Int = queue.head
    def writeExternal(out: ObjectOutput): Unit = out.writeObject(queue.toList)
    def readExternal(in: ObjectInput): Unit = queue ++= in.readObject().asInstanceOf[List[Int]]
  }
  final class Chain(val value: Int, val next: Chain) extends Serializable
  final class Sharing(val first: Array[Double], val second: Array[Double]) extends Serializable
  final class Peer(val name: String) extends Serializable { var other: Friend = _ }
  final class Friend(val name: String) extends Serializable { var other: Peer = _ }
  final class Abstract(val value: Any, val order: Comparable[_], val list: java.util.List[_]) extends Serializable
}
