package brine.checks.releases.kept

import brine.*

final case class Person(name: String, born: Int) derives Pickler
object Person:
  given Migrations[Person] = Migrations.from[Older.Person](old => Person(old.text, old.year))

object Older:
  final case class Person(text: String, year: Int) derives Pickler
