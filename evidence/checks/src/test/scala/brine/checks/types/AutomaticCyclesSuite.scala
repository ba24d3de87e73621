package brine.checks

import java.util.Optional
import brine.*
import brine.auto.given

/** Types that contain each other, derived on the spot. The compiler looks at each once: a search that derived the parts
  * again took minutes for the types here.
  */
class AutomaticCyclesSuite extends munit.FunSuite, RoundTrips:
  import AutomaticCyclesSuite.*
  override def formats: List[PickleFormat] = AllFormats.all

  test("a pair in options, Eithers, tuples, arrays and maps") {
    val leaf = Right("q", None, Vector.empty, Map.empty, null, None)
    val left = Left(1, List(leaf), Some(List(leaf)), scala.Right(leaf), null)
    there(Right("r", Some(left), Vector(left), Map(left -> List(leaf)), (leaf, left), Some(Vector(left))))(_ => ())
    assertEquals(left.pickle.unpickle[Left], left)
  }

  test("a pair, and one class, by way of a type with a pickler of its own") {
    val ping = Ping(1, Optional.of(Pong("a", Optional.of(Ping(2, Optional.empty)))))
    there(ping)(back => assertEquals(back, ping))
    val self = Self(1, Optional.of(Self(2, Optional.empty)))
    there(self)(back => assertEquals(back, self))
  }

object AutomaticCyclesSuite:
  final case class Left(
      n: Int,
      b: List[Right],
      o: Option[List[Right]],
      e: Either[Left, Right],
      t: (Left, Right)
  )
  final case class Right(
      s: String,
      a: Option[Left],
      c: Vector[Left],
      m: Map[Left, List[Right]],
      t: (Right, Left),
      o: Option[Vector[Left]]
  )
  final case class Ping(n: Int, pong: Optional[Pong])
  final case class Pong(s: String, ping: Optional[Ping])
  final case class Self(n: Int, self: Optional[Self])
