package brine.checks.releases.generated

import brine.Pickler
import brine.checks.releases.refusing.{Email, Percent}
import brine.lock.Generator

/** The generators that a program's tests offer to the release tool. */
object Generators:
  given Generator[Email] = Generator(random => Email(s"user${random.nextInt(100)}@example.org"))
  given Generator[Percent] = Generator.of(Percent.of("0%"), Percent.of("100%"))
  given Generator[Old.Span] = Generator { random =>
    val from = random.nextInt(100)
    Old.Span(from, from + 1000000)
  }

/** Classes that are gone. */
object Old:
  final case class Span(from: Int, to: Int) derives Pickler
  final case class Person(first: String, last: String, mail: Email) derives Pickler
