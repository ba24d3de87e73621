package brine.bench.workloads

import brine.Pickler
import brine.wire.{ByteSink, ByteSource}

/** Values to take through every contender one by one; mostly it is one. */
abstract class Workload[A](val kind: String):
  def values: Vector[A]
  def pickler: Pickler[A]

  /** Whether what came back is what was written. */
  def isSame(value: A, back: A): Boolean = value == back

/** A workload that somebody has written code for by hand. */
trait Twinned[A]:
  /** No limits, no guard of depth, no nulls. */
  def plain: Twin[A]

  /** The same with what keeps hostile bytes and deep values in bounds. */
  def hardened: Twin[A]

/** What a good engineer writes for just these classes, over the sinks and sources that Brine has itself. */
abstract class Twin[A]:
  def write(value: A, sink: ByteSink): Unit
  def read(source: ByteSource): A

object Workload:
  /** A workload's name, and the sizes that it comes in: of what, its own page says. */
  final case class Kind(name: String, sizes: List[Int])

  /** After the papers' own: "Instant Pickles", section 6, "Scala Serialization" (Komanov), and jvm-serializers. */
  val kinds: List[Kind] = List(
    Kind("ints", List(100_000, 250_000, 500_000, 1_000_000)),
    Kind("links", List(14_672)),
    Kind("events", List(10_000, 40_000)),
    Kind("eventsEach", List(10_000, 40_000)),
    Kind("points", List(20_000, 40_000)),
    Kind("raster", List(5_000_000, 50_000_000)),
    Kind("tree", List(1 << 17, 1 << 20)),
    Kind("treeLongs", List(1 << 17, 1 << 20)),
    Kind("site", List(1, 2, 4, 8, 64)),
    Kind("siteEvents", List(1, 2, 4, 8, 64)),
    Kind("media", List(1))
  )

  /** By a name and a size: `tree:131072`. */
  def apply(name: String): Workload[?] =
    val Array(kind, size) = name.split(':'): @unchecked
    val n = size.toInt
    kind match
      case "ints"       => new Ints(n)
      case "links"      => new Links
      case "events"     => new Events(n)
      case "eventsEach" => new EventsEach(n)
      case "points"     => new Points(n)
      case "raster"     => new Rasters(n)
      case "tree"       => new Trees(n)
      case "treeLongs"  => new TreesOfLongs(n)
      case "site"       => new Sites(n)
      case "siteEvents" => new SiteEvents(n)
      case "media"      => new Media
      case other        => throw new IllegalArgumentException(s"no workload is called '$other'")
