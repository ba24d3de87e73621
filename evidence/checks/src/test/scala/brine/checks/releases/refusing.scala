package brine.checks.releases.refusing

import brine.*
import brine.combine.imap

// Classes that refuse all values that the release tool draws.

final case class Email(text: String) derives Pickler:
  require(text.contains('@'), "no address")

final case class Person(name: String, mail: Email) derives Pickler
object Person:
  given Migrations[Person] =
    Migrations.fromRecord("Person{first: String, last: String, mail: Email{text: String}}") { old =>
      Person(s"${old[String]("first")} ${old[String]("last")}", old("mail"))
    }

final case class Span(text: String) derives Pickler
object Span:
  given Migrations[Span] = Migrations.fromRecord("Span{from: Int, to: Int}") { old =>
    require(old[Int]("to") == old[Int]("from") + 1000000, "no span")
    Span(s"${old[Int]("from")}-${old[Int]("to")}")
  }

final class Percent private (val text: String)
object Percent:
  def of(text: String): Percent =
    require(text.endsWith("%"), "no percentage")
    new Percent(text)
  given Pickler[Percent] = Pickler[String].imap(of)(_.text)

final case class Discount(by: Percent) derives Pickler

/** Its values exist without an e-mail. */
final case class Team(lead: Option[Email], people: List[Person]) derives Pickler
