package corpus

import java.time.{Instant, LocalDate}
import java.util.UUID
import brine.*

final case class Person(name: String, age: Int) derives Pickler

/** A scalar of each kind, and an option of each. */
final case class Scalars(
    u: Unit, z: Boolean, b: Byte, s: Short, c: Char, i: Int, l: Long, f: Float, d: Double, text: String,
    oz: Option[Boolean], ob: Option[Byte], os: Option[Short], oc: Option[Char], oi: Option[Int], ol: Option[Long],
    of: Option[Float], od: Option[Double], ot: Option[String], ou: Option[Unit]
) derives Pickler

final case class Order(id: UUID, placed: Instant, due: Option[LocalDate], lines: Vector[Line], customer: Customer)
    derives Pickler
final case class Line(article: String, count: Int, price: BigDecimal) derives Pickler
final case class Customer(name: String, address: Address, tags: Set[String], scores: Map[String, Double])
    derives Pickler
final case class Address(street: String, city: String, zip: String = "00000") derives Pickler

/** Not a case class; a class that others can extend; variables in the constructor, the body and a trait. */
class Account(val owner: String, var balance: Long) derives Pickler:
  var note: String = ""
  var history: List[Long] = Nil

trait Counted:
  var visits: Int = 0

final class Page(val url: String) extends Counted derives Pickler

final class Sealed2(val n: Int) derives Pickler:
  private val doubled = n * 2
  def twice: Int = doubled

object Settings:
  enum Level derives Pickler:
    case Low, High

  final case class Theme(name: String, level: Level, parent: Option[Theme]) derives Pickler

sealed trait Figure derives Pickler
final case class Circle(radius: Double) extends Figure
final case class Group(members: List[Figure], label: String) extends Figure
sealed trait Round extends Figure
final case class Ball(radius: Float) extends Round
case object Blank extends Figure

enum Planet(val mass: Double) derives Pickler:
  case Mercury extends Planet(3.3e23)
  case Earth extends Planet(5.9e24)
  case Custom(name: String, m: Double) extends Planet(m)

case object Solo derives Pickler

final case class Empty() derives Pickler

object PlainClasses:
  val run: () => Unit = () =>
    Trip(Person("Jim", 41), Person("", -1))
    val some = Scalars(
      (), true, 1, 2, 'c', 4, 5L, 6f, 7d, "text",
      Some(true), Some(1), Some(2), Some('d'), Some(4), Some(5L), Some(6f), Some(7d), Some("x"), Some(())
    )
    val none = some.copy(
      oz = None, ob = None, os = None, oc = None, oi = None, ol = None, of = None, od = None, ot = None, ou = None
    )
    Trip(some, none)
    val customer = Customer("Ann", Address("High Street", "York"), Set("a", "b"), Map("x" -> 1.5))
    val lines = Vector(Line("tea", 2, BigDecimal("1.50")))
    Trip(Order(UUID(1, 2), Trip.there(Instant.EPOCH), Some(Trip.there(LocalDate.EPOCH)), lines, customer))
    val account = new Account("Jim", 12)
    account.note = "n"
    account.history = List(1L, 2L)
    Trip.by(account)(a => (a.owner, a.balance, a.note, a.history))
    val page = new Page("/")
    page.visits = 7
    Trip.by(page)(p => (p.url, p.visits))
    Trip.by(new Sealed2(4))(_.twice)
    Trip(Settings.Theme("dark", Settings.Level.High, Some(Settings.Theme("base", Settings.Level.Low, None))))
    Trip[Figure](Circle(1.5), Group(List(Blank, Ball(2f), Group(Nil, "x")), "y"), Blank)
    Trip[Planet](Planet.Earth, Planet.Custom("X", 1.0))
    Trip(Solo)
    Trip(Empty())
    Trip(List(Person("a", 1)), Nil)
    Trip((Person("a", 1), 2, "c"))
    Trip[Either[Person, Int]](Left(Person("a", 1)), Right(2))
    val onTheSpot = locally {
      import brine.auto.given
      summon[Pickler[Library]]
    }
    Trip(Library(List(Shelf(1), Shelf(2))))(using onTheSpot)(using onTheSpot)

/** Classes without separate picklers. */
final case class Library(shelves: List[Shelf])
final case class Shelf(number: Int)
