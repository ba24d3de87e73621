package brine.checks.releases.migrating

import brine.*

final case class Address(street: String, number: Int) derives Pickler
final case class Home(address: Address) derives Pickler
final case class Fits(home: Home, others: List[Address]) derives Pickler
object Fits:
  given Migrations[Fits] = Migrations.fromRecord(
    "Fits{address: Address{street: String, number: Int}, more: List[Address{street: String, number: Int}]}"
  )(old => Fits(Home(old("address")), old[collection.Seq[Address]]("more").toList))

final case class Refusing(name: String) derives Pickler
object Refusing:
  given Migrations[Refusing] =
    Migrations.fromRecord("Refusing{number: Int}")(_ => throw new IllegalArgumentException("too small"))
