package brine.checks.releases.two

import brine.*

final case class Person(
    name: String,
    mail: Option[String],
    age: Long,
    home: Place,
    color: Color,
    numbers: Vector[Double]
) derives Pickler
final case class Place(@alias("street") road: String) derives Pickler
enum Color derives Pickler:
  case Green, Red, Blue
  case Mixed(parts: Map[String, Long], set: Set[Int])
object Nested:
  final class Inside(var value: Long, val array: Array[Double], val float: Double, val id: java.util.UUID)
      derives Pickler
