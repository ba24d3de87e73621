package brine.testkit

import brine.*
import brine.shape.{ScalarKind, Shape}
import brine.testkit.Event.*
import brine.testkit.corpus.{Cell, Celsius, Color, Corpus, Person}

class RecordingBuilderSuite extends munit.FunSuite:
  private val jim = Seq(
    BeginProduct("Person"),
    BeginField("name"),
    scalar(ScalarKind.String, "Jim"),
    BeginField("since"),
    scalar(ScalarKind.Int, 2005),
    EndProduct
  )

  test("a case class is its fields in order") {
    assertEquals(RecordingBuilder.record(Person("Jim", 2005)), jim)
  }

  test("a ring is an identity and a reference to it") {
    val events = RecordingBuilder.record(Corpus.ring(1))
    assertEquals(events.head, Identity(0))
    assertEquals(events.takeRight(2), Seq(Reference(0, 1), EndProduct))
  }

  test("events print indented") {
    val text = Event.show(RecordingBuilder.record(List(Some(1): Option[Int], scala.None)))
    assertEquals(
      text,
      """BeginSequence(List,2,false)
        |  BeginElement(0)
        |  BeginSome(false)
        |    Int 1
        |  EndSome
        |  BeginElement(1)
        |  None
        |EndSequence""".stripMargin
    )
  }

  test("NaN is equal to NaN and -0.0 is not 0.0") {
    assertEquals(scalar(ScalarKind.Double, Double.NaN), scalar(ScalarKind.Double, Double.NaN))
    assertNotEquals(scalar(ScalarKind.Double, -0.0), scalar(ScalarKind.Double, 0.0))
  }

  test("the grammar accepts the events of picklers for the whole corpus") {
    for sample <- Corpus.all do Laws.callsMatchShape(sample.value)(using sample.pickler)
  }

  test("all back ends say the same of the whole corpus") {
    for sample <- Corpus.all do Laws.backEndsMakeTheSameCalls(sample.value)(using sample.pickler)
  }

  private def refuses(shape: Shape, events: Event*)(message: String): Unit =
    val problem = Grammar.problem(shape, events)
    assert(problem.exists(_.contains(message)), problem)

  test("the grammar refuses events that do not fit, and names the place") {
    val person = Pickler[Person].shape
    val strings = Pickler[List[String]].shape
    val cells = Pickler[List[Cell]].shape
    assertEquals(Grammar.problem(person, jim), scala.None)
    refuses(person, jim.dropRight(1)*)("event 5: expected EndProduct, found the end")
    refuses(person, (jim :+ Null)*)("expected the end")
    refuses(person, jim.updated(4, scalar(ScalarKind.Long, 1L))*)("expected a Int")
    refuses(person, jim.patch(1, jim.slice(3, 5), 2)*)("expected BeginField(name)")
    refuses(strings, BeginSequence("List", 2, false), BeginElement(0), Null, EndSequence)("expected BeginElement(1)")
    refuses(cells, BeginSequence("List", 1, true), BeginElement(0), Reference(0, 1), EndSequence)(
      "a reference to one of 0 objects"
    )
    refuses(cells, BeginSequence("List", 1, true), BeginElement(0), Present)("expected Identity(0)")
    refuses(person, Reference(0, 1))("expected BeginProduct(Person)")
    refuses(Pickler[Color].shape, Singleton("Color", "Pink"))("expected a leaf")
    refuses(Pickler[Celsius].shape)("expected a value")
  }
