package brine.checks.types

import scala.reflect.ClassTag
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.graph.decoupled.DecoupledFormat
import brine.json.JsonFormat
import brine.testkit.Laws

/** Objects inside classes and traits, and generic classes with arrays of their type parameter, in each format. */
class ObjectsInClassesSuite extends munit.FunSuite:
  import ObjectsInClassesSuite.*

  private def there[A](value: A)(verify: A => Unit)(using Pickler[A]): Unit =
    for
      format <- List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat, DecoupledFormat)
      options <-
        List(PickleOptions(), PickleOptions(sharing = Sharing.All), PickleOptions(limits = Limits(emittedDepth = 0)))
    do verify(Laws.read[A](Laws.write(value, format, options), format, options))

  test("an object inside a class or trait derives a pickler, and comes back as itself"):
    val outer = new Outer
    there(outer.Part)(back => assert(back eq outer.Part))(using outer.Part.derived$Pickler)
    there(Whole.Part)(back => assert(back eq Whole.Part))(using Whole.Part.derived$Pickler)
    there(Whole.Inside.Deep)(back => assert(back eq Whole.Inside.Deep))(using Whole.Inside.Deep.derived$Pickler)

  test("an array of a class's type parameter comes back as an array of its elements"):
    there(Row(Array(1, 2)))(back => assertEquals(back.cells.toSeq, Seq(1, 2)))
    there(Row(Array(1.5)))(back => assertEquals(back.cells.toSeq, Seq(1.5)))
    there(Row(Array("a")))(back => assertEquals(back.cells.toSeq, Seq("a")))
    there(Table(Row(Array(1L)), List(Row(Array(2L)))))(back => assertEquals(back.rest.head.cells.toSeq, Seq(2L)))

  test("arrays of arrays of a class's type parameter come back with their element class, at each place"):
    def content(grid: Grid[?]): Any =
      (grid.cells.map(_.toList).toList, grid.more.map(_.map(_.toList).toList), grid.deep.get(0)(0)(0))
    def same[A](grid: Grid[A])(using Pickler[Grid[A]]): Unit = there(grid) { back =>
      assertEquals(content(back), content(grid))
      assertEquals(back.cells.getClass: Class[?], grid.cells.getClass: Class[?])
      assertEquals(back.deep.get.getClass: Class[?], grid.deep.get.getClass: Class[?])
    }
    same(Grid(Array(Array(1, 2), Array(3)), List(Array(Array(4))), Some(Array(Array(Array(5))))))
    same(Grid(Array(Array("a", null), Array.empty[String]), Nil, Some(Array(Array(Array("b"))))))
    same(Grid(Array(Array(Option(1))), Nil, Some(Array(Array(Array(Option(2)))))))

object ObjectsInClassesSuite:
  class Outer:
    case object Part derives Pickler
  trait Shared:
    case object Part derives Pickler
    object Inside:
      case object Deep derives Pickler
  object Whole extends Shared

  final case class Row[A](cells: Array[A])
  object Row:
    given [A: Pickler: ClassTag]: Pickler[Row[A]] = Pickler.derived
  final case class Grid[A](cells: Array[Array[A]], more: List[Array[Array[A]]], deep: Option[Array[Array[Array[A]]]])
  object Grid:
    given [A: Pickler: ClassTag]: Pickler[Grid[A]] = Pickler.derived
  final case class Table(first: Row[Long], rest: List[Row[Long]]) derives Pickler
