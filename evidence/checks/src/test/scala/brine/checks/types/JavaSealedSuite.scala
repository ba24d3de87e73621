package brine.checks

import java.util.List as JavaList
import scala.compiletime.testing.typeCheckErrors
import brine.*
import brine.testkit.corpus.Route
import brine.testkit.corpus.Route.{Detour, Signal, Stop, Tree, Trip}

/** A sealed interface of Java's is a family, whose leaves its class file lists. */
class JavaSealedSuite extends munit.FunSuite, RoundTrips:
  import JavaSealedSuite.{given, *}
  override def formats: List[PickleFormat] = AllFormats.all

  private val a = new Stop("a", 1)
  private val all: List[Route] = List(
    a,
    new Trip(a, a, JavaList.of(Signal.RED, new Detour.Around(new Trip(null, a, JavaList.of()), 7), Signal.GREEN)),
    Signal.RED,
    new Detour.Back
  )

  test("each leaf comes back in every format, those of nested interfaces and of enums included") {
    all.foreach(inAllBackEnds(_))
    inAllBackEnds(Book(all, new Tree.Fork(new Tree.Leaf(1), new Tree.Leaf(2))))
  }

  test("the leaves are in the order of the interface's list") {
    assertEquals(Pickler[Route].shape.describe, "Route = Stop | Trip | GREEN | RED | Around | Back")
  }

  test("a leaf that shows no fields is named in the error, and has a cure") {
    val error = typeCheckErrors("Pickler.derived[Route.Closed]").map(_.message).mkString
    assert(error.contains("Hidden: Hidden does not show its fields"), error)
  }

  test("an interface that is not sealed is refused") {
    val error = typeCheckErrors("Pickler.derived[java.lang.CharSequence]").map(_.message).mkString
    assert(
      error.contains("CharSequence is an interface or abstract class of Java's whose subclasses are unknown"),
      error
    )
  }

object JavaSealedSuite:
  given Pickler[Route] = Pickler.derived
  given [A: Pickler]: Pickler[Tree[A]] = Pickler.derived
  final case class Book(routes: List[Route], tree: Tree[Int]) derives Pickler
