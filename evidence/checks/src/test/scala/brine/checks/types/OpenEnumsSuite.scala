package brine.checks

import java.util.concurrent.TimeUnit
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.Laws

/** Enums and other sealed families at places of an open type. */
class OpenEnumsSuite extends munit.FunSuite, RoundTrips:
  import OpenEnumsSuite.*

  private given Pickler[Any] = Pickler.open
  private given Pickler[TimeUnit] = Pickler.derived

  def formats: List[PickleFormat] = AllFormats.all

  override def subtypes: Subtypes = all

  private val all = Subtypes(
    Subtype[Color],
    Subtype[Mixed],
    Subtype[Compatible],
    Subtype[Knot],
    Subtype[Maybe[Int]],
    Subtype[Figure],
    Subtype[Level],
    Subtype[TimeUnit]
  )

  private def text(value: Any, options: PickleOptions): String = new String(Laws.write[Any](value, JsonFormat, options))

  test("each case of an enum may be at an open place, with parameters and without"):
    for
      value <- List[Any](
        Color.Red,
        Color.Green,
        Mixed.A,
        Mixed.B,
        Mixed.C(3),
        Mixed.D,
        Compatible.Two,
        Knot.End,
        Maybe.None,
        Maybe.Just(3),
        TimeUnit.DAYS
      )
    do there[Any](value)(back => assertEquals(back, value))
    there[Any](Color.Red)(back => assert(back.asInstanceOf[AnyRef] eq Color.Red))
    there[Coloured](Coloured(Color.Green, List(Mixed.B, Mixed.C(4), Color.Red), Mixed.D))(back =>
      assertEquals(back.any, Color.Green)
    )

  test("so does each leaf of a sealed family that is named as a whole"):
    for value <- List[Any](Figure.Point, Figure.Circle(2), Level(3), Level.Named("top")) do
      there[Any](value)(back => assertEquals(back.toString, value.toString))

  test("a case that is part of a cycle comes back as one"):
    val knot = new Knot.Tied(null)
    knot.next = knot
    there[Any](knot)(back =>
      assert(back.asInstanceOf[Knot.Tied].next.asInstanceOf[AnyRef] eq back.asInstanceOf[AnyRef])
    )

  test("a case at a typed and at an open place stays one object"):
    val tied = new Knot.Tied(Color.Red)
    for value <- List(Both(tied, tied, List(tied)), Both(Knot.End, tied, List(Knot.End, tied))) do
      there(value) { back =>
        assert(back.any.asInstanceOf[AnyRef] eq back.all.last.asInstanceOf[AnyRef])
        assertEquals(back.knot eq back.any.asInstanceOf[AnyRef], value.knot eq value.any.asInstanceOf[AnyRef])
        assertEquals(back.any.asInstanceOf[Knot.Tied].next, Color.Red)
      }

  test("an array of an enum comes back as one"):
    there[Array[Any]](Array[Any](Color.Red, null))(back => assertEquals(back.toList, List[Any](Color.Red, null)))
    val colours = Array(Color.Red, null)
    there[Array[Any]](colours.asInstanceOf[Array[Any]]) { back =>
      assertEquals(back.toList, List[Any](Color.Red, null))
      assert(back.getClass == colours.getClass)
    }

  test("its name is the enum's and the case's, as of an object in a companion"):
    val options = PickleOptions(subtypes = all)
    assertEquals(text(Color.Red, options), """{"$type":"brine.checks.OpenEnumsSuite$Color$Red"}""")
    assertEquals(text(Mixed.C(3), options), """{"$type":"brine.checks.OpenEnumsSuite$Mixed$C","x":3}""")
    assertEquals(text(TimeUnit.DAYS, options), """{"$type":"java.util.concurrent.TimeUnit","$value":"DAYS"}""")
    val renamed = PickleOptions(subtypes = Subtypes(Subtype[Color].named("colour"), Subtype[Figure].named("figure")))
    for (value, name) <- List[(Any, String)](Color.Red -> "colour$Red", Figure.Point -> "figure$Point") do
      assertEquals(text(value, renamed), s"""{"$$type":"$name"}""")
      assertEquals(Laws.read[Any](text(value, renamed).getBytes, JsonFormat, renamed), value)

  test("a write without a list takes the cases of an enum that derives"):
    assertEquals(text(Color.Red, PickleOptions.Default), """{"$type":"brine.checks.OpenEnumsSuite$Color$Red"}""")
    assertEquals(text(Mixed.C(3), PickleOptions.Default), """{"$type":"brine.checks.OpenEnumsSuite$Mixed$C","x":3}""")

  test("a read takes the cases by name, and nothing else: not the enum, not another case"):
    val options = PickleOptions(subtypes = Subtypes(Subtype[Color]))
    for name <- List("Color", "Color$Blue", "Color$", "Mixed$A") do
      val json = s"""{"$$type":"brine.checks.OpenEnumsSuite$$$name"}"""
      intercept[PickleException.UnknownSubtype](Laws.read[Any](json.getBytes, JsonFormat, options))

  test("an enum that derives nothing is refused by its own name"):
    val e = intercept[PickleException.UnexpectedClass](text(Plain.P, PickleOptions.Default))
    assert(
      e.getMessage.contains(
        "it has no pickler of its own. Add `derives Pickler` to OpenEnumsSuite.Plain, or name the one that it has by " +
          "`PickleOptions(subtypes = Subtypes(Subtype[OpenEnumsSuite.Plain]))`"
      ),
      e.getMessage
    )

  test("a read with the same list knows the names of a write; a class beyond the list is refused when it is written"):
    val few = PickleOptions(subtypes = Subtypes(Subtype[Color]))
    for format <- formats; value <- List[Any](Mixed.A, Mixed.C(3), Derived(1)); depth <- List(512, 0) do
      val options = few.copy(limits = Limits(emittedDepth = depth))
      val e = intercept[PickleException.UnexpectedClass](Laws.write[Any](value, format, options))
      val simple = if value == Derived(1) then "Derived" else "Mixed"
      assert(
        e.getMessage.contains(
          "it is not among the subtypes that this write names, so a read that names the same ones would refuse it. " +
            s"Add `Subtype[OpenEnumsSuite.$simple]` to them"
        ),
        e.getMessage
      )

  test("an allow-list of runtime picklers may name enums, whether they derive or not"):
    val runtime = RuntimePicklers(AllowList(
      classOf[Note],
      classOf[Color],
      classOf[Mixed],
      classOf[Plain],
      classOf[Plain.R],
      classOf[Bare],
      classOf[TimeUnit]
    ))
    given Pickler[Note] = runtime.pickler[Note]
    val values = List[Any](
      Color.Red,
      Mixed.B,
      Mixed.C(3),
      Mixed.D,
      Plain.P,
      Plain.Q,
      Plain.R(1, Plain.P),
      Bare.Two,
      TimeUnit.DAYS,
      List(Plain.P, Plain.P)
    )
    for format <- formats; depth <- List(512, 0); value <- values do
      val options = PickleOptions(subtypes = runtime.subtypes, limits = Limits(emittedDepth = depth))
      assertEquals(Laws.read[Note](Laws.write(Note(value), format, options), format, options), Note(value))

  test("of an enum on that list, a case with parameters is listed itself unless the enum derives"):
    val runtime = RuntimePicklers(AllowList(classOf[Note], classOf[Plain]))
    given Pickler[Note] = runtime.pickler[Note]
    val options = PickleOptions(subtypes = runtime.subtypes)
    assertEquals(
      Laws.read[Note](Laws.write(Note(Plain.P), BinaryFormat, options), BinaryFormat, options),
      Note(Plain.P)
    )
    val e = intercept[PickleException.UnexpectedClass](Laws.write(Note(Plain.R(1, 2)), BinaryFormat, options))
    assert(e.getMessage.contains("Add `classOf[OpenEnumsSuite.Plain.R]` to it"), e.getMessage)
    for name <- List("Plain", "Plain$R", "Plain$Z", "Color$Red") do
      val json = s"""{"a":{"$$type":"brine.checks.OpenEnumsSuite$$$name"}}"""
      intercept[PickleException.UnknownSubtype](Laws.read[Note](json.getBytes, JsonFormat, options))

  test("deriving does not suffice where runtime picklers have a list"):
    val runtime = RuntimePicklers(AllowList(classOf[Note]))
    given Pickler[Note] = runtime.pickler[Note]
    given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
    val e = intercept[PickleException.UnexpectedClass](Note(Derived(1)).pickle)
    assert(e.getMessage.contains("or its class to the `AllowList` of runtime picklers"), e.getMessage)

object OpenEnumsSuite:
  trait Deep
  enum Color derives Pickler:
    case Red, Green
  enum Mixed derives Pickler:
    case A, B
    case C(x: Int)
    case D extends Mixed with Deep
  enum Compatible extends java.lang.Enum[Compatible] derives Pickler:
    case One, Two
  enum Knot derives Pickler:
    case End
    case Tied(var next: Any)
  object Knot:
    given Pickler[Any] = Pickler.open
  enum Maybe[+A] derives Pickler:
    case None
    case Just(a: A)
  enum Plain:
    case P, Q
    case R(x: Int, next: Any)
  enum Bare extends java.lang.Enum[Bare]:
    case One, Two

  sealed trait Figure derives Pickler
  object Figure:
    case object Point extends Figure
    final case class Circle(radius: Int) extends Figure

  sealed class Level(val n: Int) derives Pickler:
    override def toString: String = s"level $n"
  object Level:
    final class Named(val name: String) extends Level(0):
      override def toString: String = name

  final case class Coloured(any: Any, all: List[Any], mixed: Mixed)
  object Coloured:
    private given Pickler[Any] = Pickler.open
    given Pickler[Coloured] = Pickler.derived
  final case class Both(knot: Knot, any: Any, all: List[Any])
  object Both:
    private given Pickler[Any] = Pickler.open
    given Pickler[Both] = Pickler.derived
  final case class Derived(x: Int) derives Pickler
  final case class Note(a: Any)
