package brine.checks.regions

import brine.*
import brine.region.{Compactable, Region}

/** An append whose value is written as a constructor's call makes no copy of views, and skips no code of a constructor.
  */
class AppendConstructorsSuite extends munit.FunSuite:
  import AppendConstructorsSuite.*

  private val region = Region.compact[Chain](Chain.Link(1, Chain.End))

  /** The bytes that an append adds. */
  private def added(append: => Any): Long =
    val before = region.length
    val ignored = append
    region.length - before

  test("constructors that only keep their arguments are not called: nothing is copied") {
    assert(added(region.append[Chain](Chain.Link(0, region.root.toValue))) <= 8)
    assert(added(region.append[Pair](Pair(region.root.toValue, Named("a", region.root.toValue)))) <= 32)
  }

  test("a check in the body runs: of the class, its superclass, its trait, a nested call, a `new`") {
    for (n, isFine) <- List(1 -> true, -1 -> false) do
      def runs(append: => Any)(using munit.Location): Unit =
        if isFine then append else intercept[IllegalArgumentException](append)
      runs(region.append[Checked](Checked(n, region.root.toValue)))
      runs(region.append[Checked](new Checked(n, region.root.toValue)))
      runs(region.append[OfParent](OfParent(n, region.root.toValue)))
      runs(region.append[OfTrait](OfTrait(n, region.root.toValue)))
      runs(region.append[Outer](Outer(Checked(n, region.root.toValue), region.root.toValue)))
      runs(region.append[Family](Family.Leaf(n, region.root.toValue)))
  }

  test("an effect of a constructor happens, once; arguments are computed once, in order") {
    val before = Counted.made
    val seen = List.newBuilder[Int]
    def next(n: Int): Int =
      seen += n
      n
    val view = region.append[Counted](Counted(next(1), region.root.toValue, next(2)))
    assertEquals((Counted.made - before, seen.result()), (1, List(1, 2)))
    assertEquals((view(_.a), view(_.b)), (1, 2))
    val plain = region.append[Plain](Plain(next(3), region.root.toValue, next(4)))
    assertEquals((plain(_.a), plain(_.b), seen.result()), (3, 4, List(1, 2, 3, 4)))
    assert(plain(_.chain).isSame(region.root))
  }

  test("what a constructor makes of its arguments is laid out") {
    assertEquals(region.append[Doubled](Doubled(4, region.root.toValue)).toValue.twice, 8)
  }

object AppendConstructorsSuite:
  enum Chain derives Pickler:
    case End
    case Link(value: Int, rest: Chain)
  final case class Named(name: String, chain: Chain) derives Pickler
  final case class Pair(chain: Chain, named: Named) derives Pickler

  final case class Checked(n: Int, chain: Chain) derives Pickler:
    require(n > 0, "n")
  abstract class Parent(n: Int):
    require(n > 0, "n")
  final case class OfParent(n: Int, chain: Chain) extends Parent(n) derives Pickler
  trait Checking:
    def n: Int
    require(n > 0, "n")
  final case class OfTrait(n: Int, chain: Chain) extends Checking derives Pickler
  final case class Outer(checked: Checked, chain: Chain) derives Pickler
  enum Family derives Pickler:
    case Leaf(n: Int, chain: Chain) extends Family
    require(ordinal >= 0 && (this match { case Leaf(n, _) => n > 0 }), "n")

  object Counted:
    var made = 0
  final case class Counted(a: Int, chain: Chain, b: Int) derives Pickler:
    Counted.made += 1
  final case class Plain(a: Int, chain: Chain, b: Int) derives Pickler

  final class Doubled private (val twice: Int, val chain: Chain, isMade: Unit)
  object Doubled:
    def apply(n: Int, chain: Chain): Doubled = new Doubled(2 * n, chain, ())
    given Pickler[Doubled] =
      brine.combine.product[Doubled]("Doubled").field("twice", _.twice).field("chain", _.chain).build(new Doubled(
        _,
        _,
        ()
      ))
