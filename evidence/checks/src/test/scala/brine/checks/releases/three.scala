package brine.checks.releases.three

import brine.*

final case class Person(name: String, age: String) derives Pickler
