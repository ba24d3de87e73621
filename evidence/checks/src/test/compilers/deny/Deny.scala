package deny

import java.util.UUID
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat

final case class Person(name: String, since: Int) derives Pickler

enum Figure derives Pickler:
  case Circle(radius: Double)
  case Group(members: List[Figure])
  case Blank

final class Cell(val id: UUID, var next: Option[Cell]) derives Pickler

final case class Theirs(n: Int)
object Theirs:
  given Pickler[Theirs] = Pickler.derived

/** Runs the README's example in a JVM that denies `sun.misc.Unsafe`. */
object Deny:
  def main(arguments: Array[String]): Unit =
    for format <- List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat) do
      trip(Person("Jim", 2005), format)
      trip(List(Person("Jim", 2005)), format)
      trip[Figure](Figure.Group(List(Figure.Circle(1.5), Figure.Blank)), format)
      trip(Theirs(1), format)
      val cell = new Cell(UUID(1, 2), None)
      cell.next = Some(cell)
      val back = cell.pickleIn(format).bytes
      format.pickled(back).unpickle[Cell]
    println("all came back")

  private def trip[A: Pickler](value: A, format: PickleFormat): Unit =
    if format.pickled(value.pickleIn(format).bytes).unpickle[A] != value then throw new AssertionError(value.toString)
