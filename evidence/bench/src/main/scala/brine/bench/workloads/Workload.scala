package brine.bench.workloads

import brine.Pickler
import brine.bench.workloads.apis.{Documents, Features, GithubEvents, Tweets}
import brine.json.JsonDialect
import brine.testkit.documents.DocumentKinds
import brine.wire.{ByteSink, ByteSource}

/** Values to take through every contender one by one; mostly it is one. */
abstract class Workload[A](val kind: String):
  def values: Vector[A]
  def pickler: Pickler[A]

  /** Returns true if the result equals the written value. */
  def isSame(value: A, back: A): Boolean = value == back

  /** The look of its JSON: that of the API from which its values are modelled, if there is one. */
  def dialect: JsonDialect = JsonDialect.Default

  /** The deepest nesting of objects: the limit for a serializer that has one. */
  def depth: Int = 100

  /** Returns true if the nesting is too deep for a method's frame for each level on a thread's usual stack. */
  def isDeep: Boolean = false

  /** Returns true if a field may be null. */
  def hasNulls: Boolean = false

/** A workload that somebody has written code for by hand. */
trait Twinned[A]:
  /** No limits, no guard of depth, no nulls. */
  def plain: Twin[A]

  /** The twin with the checks that keep hostile bytes and deep values in bounds. */
  def hardened: Twin[A]

/** The code of a good engineer for just these classes, over the sinks and sources of Brine itself. */
abstract class Twin[A]:
  def write(value: A, sink: ByteSink): Unit
  def read(source: ByteSource): A

object Workload:
  /** A workload's name, and its sizes; its own page gives their unit. */
  final case class Kind(name: String, sizes: List[Int])

  /** The kinds that are compared as JSON. */
  def ofJson: List[Kind] =
    val names = Set("events", "eventsEach", "points", "tree", "site", "siteEvents", "media")
    kinds.filter(kind => names(kind.name)) ++ apis

  /** Payloads of public APIs, each about a megabyte of JSON. */
  val apis: List[Kind] = List(Kind("github", List(650)), Kind("twitter", List(265)), Kind("geojson", List(780)))

  /** Documents of public interfaces that have values of several types. */
  def documents: List[Kind] = DocumentKinds.byName.keys.toList.sorted.map(Kind(_, List(200)))

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

  /** The workloads that keep references: the samples of "Clustered Serialization with Fuel", 8, at its size, with the
    * links and with Cereal's three.
    */
  val graphs: List[Kind] = List(
    Kind("floats", List(1 << 15)),
    Kind("smallInts", List(1 << 15)),
    Kind("largeInts", List(1 << 15)),
    Kind("shortStrings", List(1 << 15)),
    Kind("longStrings", List(1 << 15)),
    Kind("wideStrings", List(1 << 15)),
    Kind("symbols", List(1 << 15)),
    Kind("dates", List(1 << 15)),
    Kind("spots", List(1 << 15)),
    Kind("rectangles", List(1 << 13)),
    Kind("filled", List(0, 25, 85)),
    Kind("tree", List(1 << 14)),
    Kind("complete", List(256, 4096)),
    Kind("regular", List(13_104)),
    Kind("links", List(14_672)),
    Kind("pages", List(14_000)),
    Kind("nodes", List(2_097_150, 19_173_960)),
    Kind("chain", List(524_288, 2_097_152)),
    Kind("sparse", List(4096)),
    Kind("sharing", List(0, 25, 50, 75, 100))
  )

  /** The six of Cereal's Table II; the wide tree has a level less, which is an eighth of its nodes. */
  val ofDecoupled: List[String] =
    List("narrow:2097150", "wide:2396744", "chain:524288", "chain:2097152", "sparse:4096", "complete:4096")

  /** By a name and a size: `tree:131072`. */
  def apply(name: String): Workload[?] =
    val Array(kind, size) = name.split(':'): @unchecked
    val n = size.toInt
    kind match
      case "ints"         => new Ints(n)
      case "links"        => new Links
      case "events"       => new Events(n)
      case "eventsEach"   => new EventsEach(n)
      case "points"       => new Points(n)
      case "raster"       => new Rasters(n)
      case "tree"         => new Trees(n)
      case "treeLongs"    => new TreesOfLongs(n)
      case "site"         => new Sites(n)
      case "siteEvents"   => new SiteEvents(n)
      case "media"        => new Media
      case "github"       => new GithubEvents(n)
      case "twitter"      => new Tweets(n)
      case "geojson"      => new Features(n)
      case "floats"       => Elements.floats(n)
      case "smallInts"    => Elements.smallInts(n)
      case "largeInts"    => Elements.largeInts(n)
      case "shortStrings" => Elements.shortStrings(n)
      case "longStrings"  => Elements.longStrings(n)
      case "wideStrings"  => Elements.wideStrings(n)
      case "symbols"      => Elements.symbols(n)
      case "dates"        => Elements.dates(n)
      case "spots"        => Elements.spots(n)
      case "rectangles"   => Elements.rectangles(n)
      case "filled"       => new Filled(n)
      case "complete"     => Vertices.complete(n)
      case "regular"      => Vertices.regular(n)
      case "sparse"       => Vertices.sparse(n)
      case "pages"        => new Pages(n)
      case "nodes"        => new Nodes(n)
      case "narrow"       => new NarrowTree(n)
      case "wide"         => new WideTree(n)
      case "chain"        => new Chain(n)
      case "sharing"      => new SharedParts(n)
      case other =>
        val from = DocumentKinds.byName.getOrElse(
          other,
          throw new IllegalArgumentException(s"no workload is called '$other'")
        )
        new Documents(other, from, n)
