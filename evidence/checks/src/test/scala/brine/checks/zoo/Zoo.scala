/** An open hierarchy, as if from several modules. */
package brine.checks.zoo

import brine.*

trait Animal
object Animal:
  given Pickler[Animal] = Pickler.open

final case class Cage(name: String, animal: Animal) derives Pickler
final case class Zoo(animals: List[Animal], byName: Map[String, Animal], star: Option[Animal]) derives Pickler

final case class Dog(name: String, age: Int) extends Animal derives Pickler
final case class Parrot(name: String, words: Vector[String]) extends Animal derives Pickler
case object Nobody extends Animal, Tool derives Pickler
final class Keeper(val name: String, var friend: Animal, var charges: List[Animal]) extends Animal derives Pickler:
  var home: Cage = null
  var tour: Tour = null

/** An open type two steps away, from types that need each other. */
final case class Tour(route: Route) derives Pickler
final case class Route(stop: Option[Stop]) derives Pickler
final case class Stop(next: Option[Route], animal: Animal) derives Pickler

/** It did not opt in. */
final case class Ghost(text: String) extends Animal

/** It has a pickler that somebody else wrote. */
final case class Stone(weight: Int) extends Animal

object Stones:
  import brine.combine.imap
  val pickler: Pickler[Stone] = Pickler[Int].imap(Stone(_))(_.weight)

trait Tool
object Tool:
  given Pickler[Tool] = Pickler.open
final case class Plough(width: Int) extends Tool derives Pickler
final case class Barn(tool: Tool) derives Pickler

sealed trait Family extends Animal derives Pickler
final case class Child(name: String) extends Family

object Fuse:
  @volatile var isBurnt = false
object Bomb:
  Fuse.isBurnt = true
