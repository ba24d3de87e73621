package brine.checks.schema

import java.time.*
import java.util.{Date, UUID}
import brine.*
import brine.combine.imap
import brine.json.*
import brine.shape.Shape

/** Types of an interface that no test of the JSON format has. */
final case class OrderId(value: Long) derives Pickler
final case class Sku(code: String)
object Sku:
  given Pickler[Sku] = Pickler[String].imap(Sku(_))(_.code)

/** An `imap` of an option: its values can look like null. */
final case class Perhaps(count: Option[Int])
object Perhaps:
  given Pickler[Perhaps] = Pickler[Option[Int]].imap(Perhaps(_))(_.count)

enum Currency derives Pickler:
  case Euro, Franc, `US$`

enum Payment derives Pickler:
  case ByCard(cardNumber: String, validUntil: YearMonth)
  case ByInvoice(dueDays: Int, reference: Option[String] = None)
  case InCash

final case class Line(
    sku: Sku,
    count: Int = 1,
    unitPrice: BigDecimal,
    note: Option[String] = None,
    options: Set[Currency] = Set()
) derives Pickler

final case class Order(
    orderId: OrderId,
    placedAt: Instant,
    lines: List[Line],
    payment: Payment,
    totals: Map[Currency, BigDecimal] = Map(),
    weights: Map[Int, Double] = Map(),
    isGift: Boolean = false,
    attributes: Map[String, Option[String]] = Map(),
    related: List[OrderId] = Nil
) derives Pickler

/** A recursive class, and a recursive family. */
final case class Section(title: String, parts: Vector[Section] = Vector(), maybe: Option[Perhaps] = None)
    derives Pickler
enum Query derives Pickler:
  case Both(left: Query, right: Query)
  case Not(query: Query)
  case Word(text: String, weight: Float)
  case Everything

/** All of whose fields may be left out. */
final case class Filter(
    minPrice: Option[Int] = None,
    maxPrice: Option[Int] = None,
    tags: List[String] = Nil,
    sort: String = "name"
) derives Pickler

final case class Document(
    id: UUID,
    day: LocalDate,
    sent: Option[Date],
    content: Array[Byte],
    size: BigInt,
    initial: Char,
    unit: Unit,
    any: Json,
    raw: Option[RawJson]
) derives Pickler
final case class Kept(name: String, others: Extras = Extras.none) derives Pickler
final case class Rested(name: String, @jsonRest("x-", "$") notes: Map[String, Int], @jsonRest others: Map[String, Sku])
    derives Pickler
final case class Aliased(@alias("old_name") name: String, @rename("$kind") kind: Int) derives Pickler
final case class Box[A](content: A, spare: Option[Option[A]] = None) derives Pickler

/** Objects that keep their identity. */
final class Person(val name: String, var friend: Person) derives Pickler
final class Team(val members: Array[Person], val lead: Option[Person]) derives Pickler
sealed trait Step derives Pickler
object Step:
  final class Go(val to: String, var next: Step) extends Step
  case object Stop extends Step

/** Tuples, `Either`, durations and large numbers. */
final case class Offer(
    price: (Int, String),
    terms: Either[String, Int],
    parts: List[(OrderId, Option[Int])],
    choices: Map[String, Either[(Int, Int), Currency]],
    single: Tuple1[String],
    size: BigInt,
    number: Long,
    length: Duration,
    byLength: Map[Duration, Long] = Map(),
    bySize: Map[BigInt, Int] = Map(),
    byWeight: Map[Double, Int] = Map()
) derives Pickler

/** An `Either` and a tuple that can be part of a cycle. */
final class Link(val name: String, var next: Either[Link, (Int, Link)]) derives Pickler

/** Classes whose only field leads back to the class: by a collection, or by an option alone. */
final case class Nest(parts: List[Nest]) derives Pickler
final case class Chain(next: Option[Chain]) derives Pickler

/** A pickler by hand, of which no shape tells the JSON. */
final class Angle(val degrees: Double)
object Angle:
  given Pickler[Angle] with
    def shape: Shape = Shape.Custom("Angle", 1)
    def pickle(angle: Angle, builder: PickleBuilder): Unit = builder.putDouble(angle.degrees)
    def unpickle(reader: PickleReader): Angle = new Angle(reader.getDouble())
final case class Turn(angle: Angle) derives Pickler
