package brine.checks

import brine.*
import brine.combine.imap
import brine.region.{Compactable, Region}

/** Numbers in the form of other types, at every kind of place: each number is the number that was laid out, and a null
  * is a null.
  */
class MappedNumbersSuite extends munit.FunSuite:
  import MappedNumbersSuite.*

  private def comesBack[A: Pickler: Compactable](value: A)(using munit.Location): Unit =
    for depth <- List(512, 0, 1); sharing <- List(Sharing.Tracked, Sharing.All) do
      given PickleOptions = PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))
      val region = Region.compact(value)
      region.verify()
      assertEquals(region.toValue, value, s"depth $depth, $sharing")
      assertEquals(region.toValue(region.append(value)), value, s"appended, depth $depth, $sharing")

  private def everywhere[N](numbers: Seq[N], wrapped: N => Wrapped[N])(using
      Pickler[Wrapped[N]],
      Pickler[N]
  ): Unit =
    for n <- numbers; w <- List(wrapped(n), null) do
      comesBack(w)
      comesBack((w, 1.toByte))
      comesBack(List(w, wrapped(numbers.head), null))
      comesBack(Vector(Option(w), Some(w), None))
      comesBack((Some(w): Option[Wrapped[N]], n))
      comesBack(Map("k" -> w))
      comesBack(List[Either[Wrapped[N], N]](Left(w), Right(n)))
      if w != null then comesBack(Map(w -> n))

  test("ints and longs that look like the marks of nulls, and all others") {
    val ints = List(0, 1, -1, 7, Int.MinValue, Int.MinValue + 1, Int.MaxValue)
    everywhere[Int](ints, new Wrapped(_))
    everywhere[Long](
      ints.map(_.toLong) ++ List(Long.MinValue, Long.MinValue + 1, Long.MaxValue, 1L << 32, 1L << 62),
      new Wrapped(_)
    )
    everywhere[Short](List(0, -1, Short.MinValue), new Wrapped(_))
    everywhere[Byte](List(0, -1, Byte.MinValue), new Wrapped(_))
  }

  test("floating point numbers, characters and truth values") {
    everywhere[Float](List(0f, -0.0f, -1f, Float.MinValue, 1.5f), new Wrapped(_))
    val likeNull = java.lang.Double.longBitsToDouble(Int.MinValue.toLong & 0xffffffffL)
    everywhere[Double](List(0.0, -0.0, -1.0, likeNull, Double.MinValue), new Wrapped(_))
    everywhere[Char](List('\u0000', 'a', '\u8000', '\uffff'), new Wrapped(_))
    everywhere[Boolean](List(true, false), new Wrapped(_))
  }

  test("an opaque type of numbers, and a type mapped twice") {
    for n <- List(0, -1, Int.MinValue, Int.MinValue + 1) do
      comesBack((Ids.of(n), 1.toByte))
      comesBack(List(Option(Ids.of(n))))
      comesBack((Twice(new Wrapped(n)), List(Twice(new Wrapped(n)), null)))
      val region = Region.compact(Held((Ids.of(n), 1.toByte), Some(Ids.of(n))))
      assertEquals(region.root(_.pair).toValue, (Ids.of(n), 1.toByte))
      assertEquals(region.root(_.some).toValue, Some(Ids.of(n)))
      assertEquals(region.root(_.some.get).toValue, Ids.of(n))
  }

object MappedNumbersSuite:
  final class Wrapped[N](val n: N):
    override def equals(other: Any): Boolean = other match
      case w: Wrapped[?] => w.n == n
      case _             => false
    override def hashCode: Int = n.hashCode
    override def toString: String = s"Wrapped($n)"
  object Wrapped:
    given [N](using pickler: Pickler[N]): Pickler[Wrapped[N]] = pickler.imap(new Wrapped(_))(_.n)
  final case class Twice(w: Wrapped[Int])
  object Twice:
    given Pickler[Twice] = Pickler[Wrapped[Int]].imap(Twice(_))(_.w)
  object Ids:
    opaque type Id = Int
    def of(n: Int): Id = n
    given Pickler[Id] = Pickler.int.imap[Id](n => n)(n => n)
  final case class Held(pair: (Ids.Id, Byte), some: Option[Ids.Id]) derives Pickler
