package brine.checks.clustered

import scala.collection.mutable
import brine.*
import brine.graph.GraphFormat
import brine.testkit.Laws

/** Identity that binary pickles would not keep: of immutable objects, cycles, and objects that are only equal. */
class GraphIdentitySuite extends munit.FunSuite:
  import GraphIdentitySuite.*

  private def there[A: Pickler](value: A): A = Laws.read[A](Laws.write(value, GraphFormat), GraphFormat)

  test("immutable objects that are one come back as one, equal ones that are two as two") {
    val point = Point(1, 2)
    val back = there(List(point, Point(1, 2), point))
    assertEquals(back, List(point, point, point))
    assert(back(0) eq back(2))
    assert(back(0) ne back(1))
  }

  test("so do collections and arrays") {
    val list = List(1, 2)
    val array = Array(1, 2)
    val back = there(Collections(List(list, List(1, 2), list), List(array, array.clone, array)))
    assert((back.lists(0) eq back.lists(2)) && (back.lists(0) ne back.lists(1)))
    assert((back.arrays(0) eq back.arrays(2)) && (back.arrays(0) ne back.arrays(1)))
  }

  test("an array that holds itself, by an object between") {
    val box = new Box(new Array[Box](3))
    box.boxes(0) = box
    box.boxes(2) = new Box(box.boxes)
    val back = there(box)
    assert(back.boxes(0) eq back)
    assertEquals(back.boxes(1), null)
    assert(back.boxes(2).boxes eq back.boxes)
  }

  test("a set that holds its own holder, and finds it again") {
    val club = new Club("a", mutable.HashSet.empty)
    val other = new Club("b", club.members)
    club.members ++= List(club, other)
    val back = there(club)
    assertEquals(back.members.size, 2)
    assert(back.members.contains(back))
    assert(back.members.forall(_.members eq back.members))
  }

  test("a map whose keys and values lead back to it") {
    val index = new Index("root", mutable.HashMap.empty)
    index.entries(index) = index
    val back = there(index)
    assert(back.entries(back) eq back)
  }

object GraphIdentitySuite:
  final case class Point(x: Int, y: Int) derives Pickler
  final case class Collections(lists: List[List[Int]], arrays: List[Array[Int]]) derives Pickler
  final class Box(val boxes: Array[Box]) derives Pickler

  /** Known by its name, so that its hash code needs it to be there. */
  final class Club(val name: String, var members: mutable.HashSet[Club]) derives Pickler:
    override def equals(other: Any): Boolean = other match
      case c: Club => c.name == name
      case _       => false
    override def hashCode: Int = name.hashCode

  final class Index(val name: String, var entries: mutable.HashMap[Index, Index]) derives Pickler:
    override def equals(other: Any): Boolean = other match
      case i: Index => i.name == name
      case _        => false
    override def hashCode: Int = name.hashCode
