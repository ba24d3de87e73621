package brine.checks.releases.unconverted

import brine.*

final case class Flag(on: Boolean) derives Pickler
final case class Kept(flags: List[Flag]) derives Pickler
object Kept:
  given Migrations[Kept] = Migrations.fromRecord("Kept{all: List[Pennant{on: Boolean}]}") { old =>
    Kept(old[collection.Seq[Flag]]("all").toList)
  }

final case class Asking(name: String) derives Pickler
object Asking:
  given Migrations[Asking] = Migrations.fromRecord("Asking{label: String}")(old => Asking(old("title")))

final case class Casting(name: String) derives Pickler
object Casting:
  given Migrations[Casting] = Migrations.fromRecord("Casting{label: Int}")(old => Casting(old("label")))

final case class Before(n: Int) derives Pickler
final case class Chained(texts: List[String]) derives Pickler
object Chained:
  given Migrations[Chained] =
    Migrations.from[Before](old => Chained(List(old.n).asInstanceOf[List[String]]))

final case class Outer(inner: Option[Chained]) derives Pickler
