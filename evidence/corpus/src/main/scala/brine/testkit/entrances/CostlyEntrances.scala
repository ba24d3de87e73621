package brine.testkit.entrances

import scala.collection.immutable.NumericRange
import scala.collection.mutable
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.graph.decoupled.DecoupledFormat
import brine.json.{JsonDialect, JsonFormat}

/** Entrances to types whose values cost more than their bytes: elements without bytes, keys that take long to hash,
  * older shapes and kept fields.
  */
private object CostlyEntrances:
  private val options = PickleOptions(checksum = false, limits = Limits(maxElementsWithoutBytes = 1000))
  private val named = options.copy(carriage = Carriage.Names)
  private val lenient = JsonFormat(JsonDialect.Default.copy(leniency = JsonDialect.Leniency.Configuration))

  def all: Vector[Entrance] =
    costly(BinaryFormat.Bare, options) ++ costly(BinaryFormat, options.copy(sharing = Sharing.All)) ++
      costly(JsonFormat, options) ++ costly(lenient, options) ++
      costly(GraphFormat, options.copy(sharing = Sharing.All)) ++ costly(DecoupledFormat, options) ++
      versions

  private def costly(format: PickleFormat, options: PickleOptions): Vector[Entrance] =
    given PickleFormat = format
    given PickleOptions = options
    Vector(new Entrance(
      s"${Entrance.nameOf(format)}, costly keys",
      Costly.sample.pickle.bytes,
      bytes => Pickle.read[Costly](bytes)
    ))

  /** A value of another version of a class, by its names. */
  private def versions: Vector[Entrance] =
    def version[A: Pickler](how: String, value: A): Vector[Entrance] =
      for
        (format, options) <-
          Vector(BinaryFormat -> named, GraphFormat -> named.copy(sharing = Sharing.All), DecoupledFormat -> named)
      yield
        given PickleFormat = format
        given PickleOptions = options
        new Entrance(s"${Entrance.nameOf(format)}, $how", value.pickle.bytes, bytes => Pickle.read[Member](bytes))
    version("a migrated class", Earlier.Member("Ann", "Lee", List("x"))) ++
      version("fields that are kept", later) ++ keptFields

  private def later = Later.Member("Ann", Set("x"), List(Set((1, 2))), List((), ()))

  /** The fields that an older program has kept are today's fields again. */
  private def keptFields: Vector[Entrance] =
    given PickleOptions = named
    val kept = later.pickleIn(BinaryFormat).unpickle[Member]
    Vector(new Entrance(
      "binary, kept fields",
      kept.pickleIn(BinaryFormat).bytes,
      bytes => Pickle.read[Later.Member](bytes)
    ))

final case class Costly(
    units: List[Unit],
    ranges: Set[NumericRange[Long]],
    decimals: Set[BigDecimal],
    sets: Set[Set[List[Unit]]],
    longs: mutable.LongMap[String],
    pairs: Map[(Int, Int), Unit],
    numbers: List[BigInt],
    tree: Set[Tree],
    more: Option[Costly]
) derives Pickler
final class Tree(val left: Tree | Null, val right: Tree | Null) derives Pickler:
  override def equals(other: Any): Boolean = other match
    case that: Tree => (this eq that) || left == that.left && right == that.right
    case _          => false
  override def hashCode: Int = 7

object Costly:
  def sample: Costly =
    val leaf = new Tree(null, null)
    val inner = Costly(
      List((), ()),
      Set(NumericRange(0L, 9L, 1L)),
      Set(BigDecimal("1e3"), BigDecimal("0.25")),
      Set(Set(Nil, List(()))),
      mutable.LongMap(1L -> "a"),
      Map((1, 2) -> ()),
      List(BigInt(7), BigInt(2).pow(70)),
      Set(new Tree(leaf, leaf)),
      None
    )
    inner.copy(more = Some(inner))

/** A class as it was once. */
object Earlier:
  final case class Member(first: String, last: String, tags: List[String]) derives Pickler

/** The class in a newer program. */
object Later:
  final case class Member(name: String, tags: Set[String], more: List[Set[(Int, Int)]], units: List[Unit])
      derives Pickler

final case class Member(name: String, tags: Set[String], extras: Extras = Extras.none) derives Pickler
object Member:
  given Migrations[Member] = Migrations.from[Earlier.Member](old =>
    Member(s"${old.first} ${old.last}", if old.tags == null then Set.empty else old.tags.toSet)
  )
