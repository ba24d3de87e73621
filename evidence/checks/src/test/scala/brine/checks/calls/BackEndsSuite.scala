package brine.checks

import brine.*
import brine.json.{JsonFormat, JsonPickle}
import brine.testkit.{Laws, Patient, Same}
import brine.testkit.corpus.*

/** The interpreter treats a pickle as emitted code does: it gives the same value, or the same failure with message,
  * path and offset. In JSON, since only a format with names lets fields move, be missing or come twice.
  */
class BackEndsSuite extends munit.FunSuite, Patient:
  private val depths = List(Limits.Default.emittedDepth, 1, 2, 3)

  private def outcome[A: Pickler](bytes: Array[Byte], depth: Int): Either[String, A] =
    try Right(Laws.read[A](bytes, JsonFormat, PickleOptions(limits = Limits(emittedDepth = depth))))
    catch case e: PickleException => Left(s"${e.getClass.getSimpleName} ${e.getMessage}")

  /** The interpreter's result, which the others must equal. */
  private def agree[A: Pickler](bytes: Array[Byte])(using munit.Location): Either[String, A] =
    val expected = outcome[A](bytes, 0)
    for depth <- depths do
      val found = outcome[A](bytes, depth)
      val isSame = (found, expected) match
        case (Right(a), Right(b)) => Same(a, b)
        case (a, b)               => a == b
      assert(
        isSame,
        s"${new String(bytes, "UTF-8")} gives $found with emittedDepth = $depth, but $expected to the interpreter"
      )
    expected

  private def agree[A: Pickler](text: String)(using munit.Location): Either[String, A] =
    agree[A](JsonPickle.of(text).bytes)

  private def onCorpus(claim: String)(check: [A] => (Array[Byte], Pickler[A]) => Unit): Unit =
    test(claim) {
      for sample <- Corpus.all do
        check[sample.Value](Laws.write(sample.value, JsonFormat)(using sample.pickler), sample.pickler)
    }

  onCorpus("fields in any order, each missing once, each there twice") {
    [A] =>
      (bytes: Array[Byte], pickler: Pickler[A]) =>
        val json = Members.parse(new String(bytes, "UTF-8"))
        for changed <- json.changes do agree[A](changed.text)(using pickler)
  }

  onCorpus("cut anywhere") {
    [A] => (bytes: Array[Byte], pickler: Pickler[A]) => for n <- bytes.indices do agree[A](bytes.take(n))(using pickler)
  }

  onCorpus("any bit flipped") {
    [A] =>
      (bytes: Array[Byte], pickler: Pickler[A]) =>
        for i <- bytes.indices; bit <- 0 until 7 do
          val flipped = bytes.clone
          flipped(i) = (flipped(i) ^ (1 << bit)).toByte
          agree[A](flipped)(using pickler)
  }

  test("a missing option is None with every pickler, and any other missing field is reported by its name") {
    assertEquals(agree[Everyone]("""{"own":1}"""), Right(Everyone(1, None, None)))
    assertEquals(agree[Pair[Int, Option[Int]]]("""{"a":1}"""), Right(Pair(1, Option.empty[Int])))
    assertEquals(
      agree[Everyone]("""{"given":{"a":1,"b":2}}"""),
      Left("MissingField at $, byte 23: field 'own' of Everyone is missing")
    )
    assertEquals(
      agree[List[Person]]("""[{"since":1,"name":"a"},{"since":1,"since":2}]"""),
      Left("DuplicateField at $[1].since, byte 43: field 'since' of Person appears twice")
    )
  }

  test("exceptions of constructors") {
    val found = agree[List[Positive]]("""[{"n":1},{"n":-1}]""")
    assert(found.left.exists(_.startsWith("UserCode at $[1], byte 17: the constructor of Positive threw ")), found)
  }

  test("classes with more fields than a Long has bits") {
    val wide = Corpus65.value
    val bytes = Laws.write(wide, JsonFormat)
    assertEquals(agree[Wide65](bytes), Right(wide))
    for changed <- Members.parse(new String(bytes, "UTF-8")).changes do agree[Wide65](changed.text)
  }

  test("classes over numbers and over nothing") {
    val sample = Metered(Meter(2.5), Meters(3), (), null)
    Laws.roundTrip(sample, JsonFormat)
    Laws.backEndsMakeTheSameCalls(sample)
    for changed <- Members.parse(new String(Laws.write(sample, JsonFormat), "UTF-8")).changes do
      agree[Metered](changed.text)
  }

  test("objects that refer to each other through a type that hides it") {
    val knot = new Knot(null)
    knot.hidden = HiddenGrip(Grip(knot))
    for depth <- 0 :: depths do
      val options = PickleOptions(limits = Limits(emittedDepth = depth))
      val back = Laws.read[Knot](Laws.write(knot, JsonFormat, options), JsonFormat, options)
      assert(back.hidden.grip.knot eq back, s"emittedDepth = $depth")
  }

  test("a list that leads back to its container, through a type that hides it, is refused by name") {
    val knot = new Knots(null)
    knot.hidden = HiddenList(List(knot))
    val found = agree[Knots](Laws.write(knot, JsonFormat))
    assert(found.left.exists(_.startsWith("CyclicConstruction at $.hidden[0]")), found)
  }

final case class Everyone(own: Int, option: Option[String], `given`: Option[Pair[Int, Int]]) derives Pickler

/** A class over a primitive, and a type over one, with separate picklers. */
final case class Meter(length: Double) extends AnyVal derives Pickler
opaque type Meters = Int
object Meters:
  import brine.combine.imap
  def apply(n: Int): Meters = n
  given Pickler[Meters] = Numbers.ints.imap[Meters](identity)(identity)
private object Numbers:
  val ints: Pickler[Int] = Pickler[Int]
final case class Metered(one: Meter, many: Meters, nothing: Unit, none: String) derives Pickler

/** An open trait. The analysis of cycles supposes the worst: its pickler does not show its parts to the compiler. */
final class Knot(var hidden: HiddenGrip) derives Pickler
final case class Grip(knot: Knot) derives Pickler
trait HiddenGrip:
  def grip: Grip
object HiddenGrip:
  import brine.combine.*
  def apply(it: Grip): HiddenGrip = new HiddenGrip:
    def grip: Grip = it
  given Pickler[HiddenGrip] = recursive(Pickler[Grip]).imap(HiddenGrip(_))(_.grip)

final class Knots(var hidden: HiddenList) derives Pickler

/** Its content is behind a function, so that the analysis does not see it. */
final class HiddenList(held: () => List[Knots]):
  def knots: List[Knots] = held()
object HiddenList:
  import brine.combine.*
  def apply(all: List[Knots]): HiddenList = new HiddenList(() => all)
  given Pickler[HiddenList] = recursive(Pickler[List[Knots]]).imap(HiddenList(_))(_.knots)

/** One field more than a Long has bits. */
final case class Wide65(
    f0: Int,
    f1: String,
    f2: Long,
    f3: Option[Int],
    f4: Double,
    f5: Boolean,
    f6: Int,
    f7: String,
    f8: Long,
    f9: Option[Int],
    f10: Double,
    f11: Boolean,
    f12: Int,
    f13: String,
    f14: Long,
    f15: Option[Int],
    f16: Double,
    f17: Boolean,
    f18: Int,
    f19: String,
    f20: Long,
    f21: Option[Int],
    f22: Double,
    f23: Boolean,
    f24: Int,
    f25: String,
    f26: Long,
    f27: Option[Int],
    f28: Double,
    f29: Boolean,
    f30: Int,
    f31: String,
    f32: Long,
    f33: Option[Int],
    f34: Double,
    f35: Boolean,
    f36: Int,
    f37: String,
    f38: Long,
    f39: Option[Int],
    f40: Double,
    f41: Boolean,
    f42: Int,
    f43: String,
    f44: Long,
    f45: Option[Int],
    f46: Double,
    f47: Boolean,
    f48: Int,
    f49: String,
    f50: Long,
    f51: Option[Int],
    f52: Double,
    f53: Boolean,
    f54: Int,
    f55: String,
    f56: Long,
    f57: Option[Int],
    f58: Double,
    f59: Boolean,
    f60: Int,
    f61: String,
    f62: Long,
    f63: Option[Int],
    f64: Double
) derives Pickler

private[checks] object Corpus65:
  def value: Wide65 = Wide65(
    0,
    "s1",
    2L,
    Some(3),
    4.5,
    true,
    6,
    "s7",
    8L,
    Some(9),
    10.5,
    true,
    12,
    "s13",
    14L,
    Some(15),
    16.5,
    true,
    18,
    "s19",
    20L,
    Some(21),
    22.5,
    true,
    24,
    "s25",
    26L,
    Some(27),
    28.5,
    true,
    30,
    "s31",
    32L,
    Some(33),
    34.5,
    true,
    36,
    "s37",
    38L,
    Some(39),
    40.5,
    true,
    42,
    "s43",
    44L,
    Some(45),
    46.5,
    true,
    48,
    "s49",
    50L,
    Some(51),
    52.5,
    true,
    54,
    "s55",
    56L,
    Some(57),
    58.5,
    true,
    60,
    "s61",
    62L,
    Some(63),
    64.5
  )
