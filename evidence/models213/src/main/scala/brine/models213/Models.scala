package brine.models213

import scala.reflect.ClassTag

class Plain(val name: String, val count: Int)

/** Constructor parameters that can be assigned. */
class Counter(var count: Int, val name: String)

case class Tally(var count: Int, name: String)

/** State beside the constructor's parameters. */
class Account(val owner: String) {
  var balance: Long = 0L
  val shout: String = owner.toUpperCase
  lazy val length: Int = owner.length
}

case class Ledger(owner: String) {
  var entries: List[String] = Nil
}

trait Labelled {
  var label: String = ""
  val kind: Int = 3
}

class Tagged(val id: Int) extends Labelled

class Employee(val since: Int) extends Counter(0, "employees")

/** Sealed, as many hierarchies of Scala 2's libraries: leaves that are classes, no case classes. */
sealed trait Numbers
class DenseNumbers(val values: Array[Double]) extends Numbers
class SparseNumbers(val size: Int, val indices: Array[Int], val values: Array[Double]) extends Numbers
case object NoNumbers extends Numbers

class Cell[A](val value: A)

class Tracked[A](val values: Array[A])(implicit val tag: ClassTag[A])

class Chain(val name: String, var next: Chain)

object Outside {
  class Inside(val a: Int, val b: List[String])
}

// Classes with state that no derived pickler can see, or cannot give back.

class Kept(number: Int) {
  def twice: Int = number * 2
}

class Hidden(val a: Int) {
  private var more = 0
  def add(): Int = { more += 1; more }
}

class HiddenToOthers(val a: Int) {
  private[this] var more = 0
  def add(): Int = { more += 1; more }
}

class OwnOnly(private val a: Int) {
  def b: Int = a
}

trait Sealed {
  private var secret = 1
  def reveal: Int = { secret += 1; secret }
}

class WithSecret(val a: Int) extends Sealed

/** Its parameter has the name of what it inherits, and is another value. */
class Renamed(name: String, val size: Int) extends Plain("always this", 1) {
  def given: Int = name.length
}
