package brine.checks.runtime

import scala.collection.mutable
import brine.*
import brine.auto.given

/** Classes that no `derives` clause was written for. */
final case class Customer(name: String, age: Int, balance: Double, isActive: Boolean, initial: Char)
final case class Line(article: String, count: Short, price: BigDecimal, weight: Float, kind: Byte)
final case class Order(
    id: Long,
    customer: Customer,
    lines: List[Line],
    note: Option[String],
    tags: Set[String],
    rates: Map[String, Customer]
)
final case class Matrix(rows: Array[Array[Double]], names: Array[String], bits: Array[Boolean])
final case class Box[A](content: A, others: Vector[A])
final case class Boxes(texts: Box[String], customers: Box[Customer])
final case class Days(day: java.time.DayOfWeek, unit: java.util.concurrent.TimeUnit, when: java.time.Instant)
final case class Either2(either: Either[String, Customer], pair: (String, Customer))

/** In a cycle, by a `var`. */
final class Friend(val name: String, var friends: List[Friend], var score: Int)

/** Variables of the body, a computed value, a lazy one, and one that is not data. */
final class Account(val owner: String):
  var balance: Long = 0
  val label: String = owner.toUpperCase
  lazy val length: Int = owner.length
  private var history: mutable.ArrayBuffer[String] = mutable.ArrayBuffer.empty
  @transient var cache: String = "cached"
  def add(text: String): Unit = history += text
  def all: Seq[String] = history.toSeq

abstract class Named(val name: String):
  var nick: String = "-"
final class Person(name: String, val age: Int) extends Named(name):
  var mood: String = "fine"

final class Shouting(name: String) extends Named(name + "!")

trait Counted:
  var count: Int = 0
trait Marked:
  var mark: String = ""
final class Mixed(val id: Int) extends Counted, Marked:
  var own: String = "o"

final case class Defaults(name: String, @transient size: Int = 7, @transient cache: String = null)

/** Its parameter is kept, though not as a `val`. */
final class Secret(pin: Int):
  def check(n: Int): Boolean = n == pin

/** Its parameter is not kept at all. */
final class Lost(seed: Int):
  val twice: Int = seed * 2

case object Only

trait Shape
final case class Circle(radius: Double) extends Shape
final case class Square(side: Int) extends Shape
final case class Secretive(text: String) extends Shape
final case class Drawing(shapes: List[Shape], front: Shape, anything: Any)

final class Outer:
  final case class Inner(x: Int)

final class Ledger(var entries: java.util.List[String], private var total: java.lang.Long)
    extends java.io.Externalizable:
  def this() = this(null, 0L)
  def sum: Long = total
  def writeExternal(out: java.io.ObjectOutput): Unit =
    out.writeLong(total)
    out.writeObject(entries)
    out.writeUTF("end")
  def readExternal(in: java.io.ObjectInput): Unit =
    total = in.readLong()
    entries = in.readObject().asInstanceOf[java.util.List[String]]
    assert(in.readUTF() == "end")

/** Constructors beside the first, which compute. */
final class Amount(val cents: Long, val currency: String):
  def this(currency: String, cents: Long) = this(cents * 100, currency)
final class Counter(val start: Int):
  private var count = 0
  def this(start: Int, count: Int) =
    this(start)
    this.count = count * 10
  def now: Int = count

final class Lazily(val a: Int):
  @scala.annotation.threadUnsafe
  lazy val twice: Int = a * 2

trait Stamped:
  val stamp: String = "fixed"
  var times: Int = 0
final class Stamp(val a: Int) extends Stamped:
  var z: Int = 0

/** Its parameter is not the value that the superclass keeps under that name. */
final class Fixed(name: String) extends Named("fixed"):
  val size: Int = name.length

final class Numbered(d: Double, val e: Int) extends Distance(d)
abstract class Distance(val d: Double)

class Ticket(var n: Int, var next: Ticket) extends java.io.Externalizable:
  def this() = this(0, null)
  def writeExternal(out: java.io.ObjectOutput): Unit =
    out.writeInt(n)
    out.writeObject(next)
  def readExternal(in: java.io.ObjectInput): Unit =
    n = in.readInt()
    next = in.readObject().asInstanceOf[Ticket]
final class Tickets(val a: Ticket, val b: Ticket)
final class SeasonTicket extends Ticket

final class Cell(val content: Int)
object Cell

final class Days2(val days: java.util.EnumSet[?])

/** The macro's picklers of the same classes. */
object ByMacro:
  val customer: Pickler[Customer] = Pickler.derived
  val order: Pickler[Order] = summon
  val matrix: Pickler[Matrix] = summon
  val boxes: Pickler[Boxes] = summon
  val days: Pickler[Days] = summon
  val either: Pickler[Either2] = summon
  val friend: Pickler[Friend] = summon
  val mixed: Pickler[Mixed] = summon
  val defaults: Pickler[Defaults] = summon
  val stamp: Pickler[Stamp] = summon
  val lazily: Pickler[Lazily] = summon

/** A computed value of which objects can have two: the class's own constructor is not the only way to it. */
final class Temperature(y: Int):
  val size: Int = y.abs
  def this() = this(5)

/** Its other constructor keeps more than the first. */
final class Seconds(val a: Int):
  private var b = 0
  private var c = 0
  def this(b: Int, c: Int) =
    this(b * 31 + c)
    this.b = b
    this.c = c
  def all: (Int, Int, Int) = (a, b, c)

/** See [[brine.testkit.corpus.Constructed]]'s subclasses. */
final class Below extends brine.testkit.corpus.elsewhere.Holding:
  var k: Int = 0

/** An array of a value class holds objects, against its signature. */
final case class Grams(value: Int) extends AnyVal
final class Weights(val all: Array[Grams])
