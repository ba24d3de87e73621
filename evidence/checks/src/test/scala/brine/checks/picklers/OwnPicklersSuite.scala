package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.combine.imap
import brine.json.JsonFormat
import brine.shape.Shape
import brine.testkit.Laws
import brine.testkit.corpus.{Cell, Pair, Person}

/** The choice of picklers, and the picklers that a program can make. */
class OwnPicklersSuite extends munit.FunSuite:
  private def text[A: Pickler](value: A): String = new String(Laws.write(value, JsonFormat), "UTF-8")

  private def roundTrips[A: Pickler](value: A)(using munit.Location): Unit =
    for format <- AllFormats.all do
      Laws.roundTrip(value, format)
      Laws.backEndsAgree(value, format)
      Laws.sharingComesBack(value, format)
    Laws.callsMatchShape(value)

  test("a pickler in the companion is taken for fields of its type") {
    assertEquals(text(Room(Degrees(20), List(Degrees(1)))), """{"now":"20 °C","before":["1 °C"]}""")
    roundTrips(Room(Degrees(20), List(Degrees(1), null)))
  }

  test("a local pickler goes before the companion's") {
    given Pickler[Degrees] = Pickler[Int].imap(Degrees(_))(_.number)
    assertEquals(text(List(Degrees(20))), "[20]")
  }

  test("with auto.given, one's own pickler still goes before a derived one") {
    import brine.auto.given
    assertEquals(text(List(Degrees(20))), """["20 °C"]""")
    assertEquals(text(Plain(Degrees(20), 1)), """{"degrees":"20 °C","n":1}""")
    roundTrips(Plain(Degrees(20), 1))
  }

  test("auto.given derives missing picklers, and those of their parts") {
    import brine.auto.given
    roundTrips(Outer(Plain(Degrees(1), 2), Some(Plain(null, 3)), (Plain(null, 4), "x")))
  }

  test("Pickler.derived is for types one does not own") {
    given Pickler[java.util.AbstractMap.SimpleEntry[String, Int]] =
      Pickler[(String, Int)].imap((k, v) => new java.util.AbstractMap.SimpleEntry(k, v))(e => (e.getKey, e.getValue))
    roundTrips(List(new java.util.AbstractMap.SimpleEntry("k", 1)))
    given Pickler[scala.util.Random.type] = Pickler.derived
    assert(Laws.read[scala.util.Random.type](
      Laws.write(scala.util.Random, BinaryFormat),
      BinaryFormat
    ) eq scala.util.Random)
    given Pickler[Foreign] = Pickler.derived
    roundTrips(Foreign("a", Some(1)))
  }

  test("a pickler by hand of parts, nulls included, in every format") {
    roundTrips(List(Range0(1, Person("to", 2)), null, Range0(3, null)))
  }

  test("a pickler by hand inside a cycle gets objects that are complete, or the cycle is refused") {
    val cell = new Cell("c", null)
    cell.next = cell
    roundTrips(Pair(Tagged(cell), cell))
  }

  test("imap of null, of a primitive, of a collection, of a mutable class") {
    roundTrips(List(Names(List("a", null)), null, Names(null)))
    roundTrips(Pair(Wrapper(new Cell("a", null)), null: Wrapper))
    val shared = new Cell("a", null)
    val back = Laws.read[List[Wrapper]](Laws.write(List(Wrapper(shared), Wrapper(shared)), BinaryFormat), BinaryFormat)
    assert(back(0).cell eq back(1).cell)
  }

  test("an opaque type, known or not where its pickler is given") {
    roundTrips(Letter(Opaque.Inside("a"), List(Outside("b"), Outside(null))))
    assertEquals(text(Letter(Opaque.Inside("a"), List(Outside("b")))), """{"inside":"a","outside":["b"]}""")
  }

  test("generics are derived once, for every argument") {
    roundTrips(Generic(1, List(2), None))
    roundTrips(Generic("x", List(null), Some(Generic("y", List(), None))))
    roundTrips(Generic(Person("p", 1), null, null))
    roundTrips[Generic[Option[Int]]](Generic(Some(1), List(None), None))
    roundTrips[Branch[Int, String]](Branch.Both(1, Branch.Right("r")))
  }

  test("two instances of a generic differ in their shapes") {
    assertNotEquals(Pickler[Generic[Int]].shape.fingerprint, Pickler[Generic[Long]].shape.fingerprint)
    assertNotEquals(Pickler[List[Generic[Int]]].shape.fingerprint, Pickler[List[Generic[Long]]].shape.fingerprint)
  }

  test("a subclass is refused where its superclass is pickled, by every back end, with both named") {
    for format <- BinaryFormat :: AllFormats.telling; options <- List(PickleOptions(), Laws.interpreted, Laws.sharesAll)
    do
      val e = intercept[PickleException.UnexpectedClass](Laws.write[Base](new Derived(1, 2), format, options))
      assert(e.getMessage.contains("Base") && e.getMessage.contains("Derived"), e.getMessage)
      intercept[PickleException.UnexpectedClass](Laws.write(List(new Base(1), new Derived(1, 2)), format, options))
  }

  test("a subclass is refused where its superclass is pickled, even if it has been put before") {
    val dog = new Dog(3)
    val options = List(PickleOptions(), Laws.interpreted)
    for o <- options do
      intercept[PickleException.UnexpectedClass](Laws.write(Pair[Animal, Dog](dog, dog), BinaryFormat, o))
      intercept[PickleException](Laws.read[Pair[Dog, Animal]](
        Laws.write(Pair[Dog, Animal](dog, dog), BinaryFormat, o),
        BinaryFormat,
        o
      ))
  }

  test("a private constructor is reached by a derives clause, and by its companion") {
    roundTrips(Secret.of(3))
    roundTrips(List(Hidden.of("h"), null))
  }

  test("a class with several parameter lists, and parameters with defaults, comes back") {
    roundTrips(new Lists(1)("a", 2.5))
    val back = Laws.read[Lists](Laws.write(new Lists(1)("a", 2.5), BinaryFormat), BinaryFormat)
    assertEquals((back.a, back.b, back.c), (1, "a", 2.5))
  }

  test("an exception in a constructor is a UserCode that carries it") {
    val bytes = Laws.write(Positive(1), BinaryFormat.Bare)
    for options <- List(PickleOptions(), Laws.interpreted) do
      val e = intercept[PickleException.UserCode](Laws.read[Positive](Array(1.toByte), BinaryFormat.Bare, options))
      assert(e.getCause.isInstanceOf[IllegalArgumentException], e.getCause)
    assertEquals(bytes.toSeq, Seq(2.toByte))
  }

  test("enums, objects and nested families give back the same instances") {
    val values = List[Signal](Signal.Stop, Signal.Speed(30), Signal.Light.Red, Signal.Light.Green)
    for format <- BinaryFormat :: AllFormats.telling do
      val back = Laws.read[List[Signal]](Laws.write(values, format), format)
      assertEquals(back, values)
      assert(back(0) eq Signal.Stop)
      assert(back(2) eq Signal.Light.Red)
  }

object Opaque:
  opaque type Inside = String
  object Inside:
    def apply(text: String): Inside = text
    given Pickler[Inside] = Pickler.string.imap(Inside(_))(text => text)

opaque type Outside = String
object Outside:
  def apply(text: String): Outside = outside(text)
  given Pickler[Outside] = Pickler.string.imap(Outside(_))(textOf)
private def outside(text: String): Outside = text
private def textOf(o: Outside): String = o

final case class Letter(inside: Opaque.Inside, outside: List[Outside]) derives Pickler

final case class Degrees(number: Int)
object Degrees:
  given Pickler[Degrees] = Pickler[String].imap(s => Degrees(s.takeWhile(_ != ' ').toInt))(d => s"${d.number} °C")
final case class Room(now: Degrees, before: List[Degrees]) derives Pickler

final case class Plain(degrees: Degrees, n: Int)
final case class Outer(plain: Plain, option: Option[Plain], tuple: (Plain, String))
final case class Foreign(a: String, b: Option[Int])

final case class Range0(from: Int, to: Person)
object Range0:
  given Pickler[Range0] with
    def shape = Shape.Custom("Range0", version = 1)
    def pickle(value: Range0, builder: PickleBuilder): Unit = builder.put((value.from, value.to))
    def unpickle(reader: PickleReader): Range0 =
      val (from, to) = reader.get[(Int, Person)]
      Range0(from, to)

final case class Tagged(cell: Cell)
object Tagged:
  given Pickler[Tagged] with
    def shape = Shape.Custom("Tagged", version = 1)
    def pickle(value: Tagged, builder: PickleBuilder): Unit = builder.put(value.cell)
    def unpickle(reader: PickleReader): Tagged = Tagged(reader.get[Cell])

final case class Names(all: List[String])
object Names:
  given Pickler[Names] = Pickler[List[String]].imap(Names(_))(_.all)
final case class Wrapper(cell: Cell)
object Wrapper:
  given Pickler[Wrapper] = Pickler[Cell].imap(Wrapper(_))(_.cell)

final case class Generic[A](a: A, list: List[A], next: Option[Generic[A]]) derives Pickler
enum Branch[+A, +B] derives Pickler:
  case Left(a: A)
  case Right(b: B)
  case Both(a: A, next: Branch[A, B])

class Base(val n: Int) derives Pickler
final class Derived(n: Int, val m: Int) extends Base(n)

final class Secret private (val n: Int) derives Pickler:
  override def equals(other: Any): Boolean = other match
    case that: Secret => that.n == n
    case _            => false
  override def hashCode: Int = n
object Secret:
  def of(n: Int): Secret = new Secret(n)

final class Hidden private (val text: String)
object Hidden:
  def of(text: String): Hidden = new Hidden(text)
  given Pickler[Hidden] = Pickler.derived

final class Lists(val a: Int)(val b: String, val c: Double = 1.5) derives Pickler
final case class Positive(n: Int) derives Pickler:
  require(n >= 0)

sealed trait Signal derives Pickler
object Signal:
  case object Stop extends Signal
  final case class Speed(limit: Int) extends Signal
  sealed trait Light extends Signal
  object Light:
    case object Red extends Light
    case object Green extends Light
