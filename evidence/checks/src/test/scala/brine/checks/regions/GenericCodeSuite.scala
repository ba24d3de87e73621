package brine.checks.regions

import brine.*
import brine.region.Region

/** Regions of types with type parameters: where code does not know whether `A` is a number or an object, it lays both
  * out as code would that knows.
  */
class GenericCodeSuite extends munit.FunSuite:
  import GenericCodeSuite.*

  private def same[A: Pickler](a: A, b: A)(known: Box[A] => Region[Box[A]], tree: Tree[A] => Region[Tree[A]]): Unit =
    val boxes = List(Box(a, 1, Nil), Box(b, 2, List(a, b)))
    val trees = List(
      Tree.Leaf(a),
      Tree.Node(Tree.Leaf(a), Tree.Node(Tree.Leaf(b), Tree.Leaf(a), None, Right(3)), Some(b), Left(a))
    )
    for box <- boxes do check(Region.compact(box), known(box), box)
    for t <- trees do check(Region.compact(t), tree(t), t)
    val region = Region.compact(boxes.head)
    val view = region.append(boxes.last)
    val node = region.append(Tree.Node(Tree.Leaf(a), Tree.Leaf(b), Some(a), Left(b)))
    region.verify()
    assertEquals(region.toValue(view), boxes.last)
    assertEquals(region.toValue(node), Tree.Node(Tree.Leaf(a), Tree.Leaf(b), Some(a), Left(b)))
    val values = Region.compact(List(a, b))
    values.verify()
    assertEquals(values.toValue, List(a, b))
    val one = Region.compact(a)
    one.verify()
    assertEquals(one.toValue, a)

  private def check[T](region: Region[T], known: Region[T], value: T): Unit =
    region.verify()
    assertEquals(region.toValue, value)
    assertEquals(RegionBytes.of(region).toSeq, RegionBytes.of(known).toSeq)

  test("values of any type, laid out as code lays them out that knows the type") {
    same(1, -2)(Region.compact(_), Region.compact(_))
    same(1L << 40, 2L)(Region.compact(_), Region.compact(_))
    same(1.toByte, 2.toByte)(Region.compact(_), Region.compact(_))
    same(1.toShort, 2.toShort)(Region.compact(_), Region.compact(_))
    same('a', 'b')(Region.compact(_), Region.compact(_))
    same(true, false)(Region.compact(_), Region.compact(_))
    same(1.5f, -0.0f)(Region.compact(_), Region.compact(_))
    same(1.5, 2.5)(Region.compact(_), Region.compact(_))
    same((), ())(Region.compact(_), Region.compact(_))
    same("a", "b")(Region.compact(_), Region.compact(_))
    same(Option(1), None)(Region.compact(_), Region.compact(_))
    same(List(1), Nil)(Region.compact(_), Region.compact(_))
    same((1, "a"), (2, "b"))(Region.compact(_), Region.compact(_))
  }

  private def middle[A: Pickler](box: Box[A]): Int =
    val region = Region.compact(box)
    region.root(_.n)

  test("a view whose code does not know the place of a field reads it, or is refused, whatever was read before") {
    assertEquals(middle(Box("a", 7, Nil)), 7)
    for _ <- 1 to 2 do
      intercept[PickleException.NotCompact](middle(Box(5L, 7, List(6L))))
      intercept[PickleException.NotCompact](middle(Box(5.toByte, 7, Nil)))
    assertEquals(middle(Box("a", 7, Nil)), 7)
    val row = Region.compact(Row(Ids.of(7), 8, List(Ids.of(9))))
    row.verify()
    assertEquals(row.toValue, Row(Ids.of(7), 8, List(Ids.of(9))))
    for _ <- 1 to 2 do intercept[PickleException.NotCompact](row.root(_.n))
  }

object GenericCodeSuite:
  final case class Box[A](a: A, n: Int, more: List[A]) derives Pickler
  enum Tree[A] derives Pickler:
    case Leaf(a: A)
    case Node(left: Tree[A], right: Tree[A], option: Option[A], either: Either[A, Int])
  object Ids:
    opaque type Id = Long
    def of(id: Long): Id = id
    given Pickler[Id] = Pickler.long
  final case class Row(id: Ids.Id, n: Int, more: List[Ids.Id]) derives Pickler
