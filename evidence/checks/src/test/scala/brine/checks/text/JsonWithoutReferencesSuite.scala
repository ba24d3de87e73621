package brine.checks

import brine.*
import brine.json.JsonFormat
import brine.shape.Shape
import JsonWithoutReferencesSuite.*

/** JSON for readers that know no `$id` and `$ref`: `Sharing.Off`. */
class JsonWithoutReferencesSuite extends munit.FunSuite:
  private val off = PickleOptions(sharing = Sharing.Off)
  private val task = Task("tidy", false)
  private val board = Board(List(task, task), Array(task), scala.collection.mutable.ArrayBuffer(task))
  private val buffer = scala.collection.mutable.ArrayBuffer(task)
  private val twice = Twice(buffer, buffer)

  test("the text has no reference, where it else has some") {
    for
      format <- List(JsonFormat, JsonFormat.Pretty);
      (text, plain) <- List(
        format.write(board) -> format.write(board)(using options = off),
        format.write(twice) -> format.write(twice)(using options = off)
      )
    do
      assert(text.contains("\"$id\"") && text.contains("\"$ref\""), text)
      assert(!plain.contains("$"), plain)
  }

  test(
    "either text is read with either setting, and an object at two places comes back as one, or as two that are equal"
  ) {
    for write <- List(PickleOptions.Default, off); read <- List(PickleOptions.Default, off) do
      val back = json.read[Board](json.write(board)(using options = write))(using options = read)
      assertEquals((back.list ++ back.array ++ back.buffer).map(_.name), List.fill(4)("tidy"))
      assertEquals(back.list(0) eq back.list(1), write eq PickleOptions.Default)
      val pair = json.read[Twice](json.write(twice)(using options = write))(using options = read)
      assertEquals(pair.a eq pair.b, write eq PickleOptions.Default)
      assertEquals(pair.b.map(_.name).toList, List("tidy"))
  }

  test("a cycle is refused, and the error names the type and the switch") {
    val node = Node("a", null)
    node.next = node
    val e = intercept[PickleException.LimitExceeded](json.write(node)(using options = off))
    assertEquals(
      e.reason,
      "the value has a cycle, which would be written for ever: this Node contains itself. Ask for `sharing = " +
        "Sharing.Tracked`, or `Sharing.All`"
    )
    val back = json.read[Node](json.write(node)(using options = PickleOptions(sharing = Sharing.Tracked)))
    assert(back.next eq back)
  }

  test("the pickler runs once, where it runs twice otherwise for a type whose objects keep their identity") {
    def runs(write: => Any): Int =
      Counted.runs = 0
      write
      Counted.runs
    assertEquals(runs(json.write(Holder(Counted(1), task))), 2)
    assertEquals(runs(json.write(Holder(Counted(1), task))(using options = off)), 1)
    assertEquals(json.write(Immutable(Counted(1))), json.write(Immutable(Counted(1)))(using options = off))
  }

object JsonWithoutReferencesSuite:
  final class Task(val name: String, var done: Boolean) derives Pickler
  final case class Board(list: List[Task], array: Array[Task], buffer: scala.collection.mutable.Buffer[Task])
      derives Pickler
  final case class Twice(a: scala.collection.mutable.Buffer[Task], b: scala.collection.mutable.Buffer[Task])
      derives Pickler
  final class Node(val name: String, var next: Node) derives Pickler

  final case class Counted(value: Int)
  object Counted:
    var runs = 0
    given Pickler[Counted] with
      def shape = Shape.Custom("Counted", version = 1)
      def pickle(counted: Counted, builder: PickleBuilder) =
        runs += 1
        builder.putInt(counted.value)
      def unpickle(reader: PickleReader) = Counted(reader.getInt())

  final case class Holder(counted: Counted, task: Task) derives Pickler
  final case class Immutable(counted: Counted) derives Pickler
