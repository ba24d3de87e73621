package brine.checks.releases.renamed

import brine.*

final case class Person(
    name: String,
    age: Int,
    surname: Option[String],
    @alias("home") house: Address,
    color: brine.checks.releases.one.Color,
    numbers: List[Int]
) derives Pickler
final case class Address(street: String) derives Pickler
