package corpus

import brine.*

final case class Versioned(
    @rename("nick") name: String, @alias("old", "older") age: Int, @ifAbsent("unknown") city: String,
    tags: List[String] = Nil, limit: Long = 10L
) derives Pickler

enum Traffic derives Pickler:
  case Red, Green
  @fallback case Other

final class Later(val a: Int) derives Pickler:
  @ifAbsent(7) var b: Int = 0

object Evolving:
  val run: () => Unit = () =>
    Trip(Versioned("a", 1, "b"), Versioned("a", 1, "b", List("c"), 2))
    Trip[Traffic](Traffic.Red, Traffic.Other)
    val later = new Later(1)
    later.b = 3
    Trip.by(later)(l => (l.a, l.b))
