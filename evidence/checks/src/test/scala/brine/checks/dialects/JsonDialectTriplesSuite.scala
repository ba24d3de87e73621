package brine.checks.dialects

import scala.collection.mutable
import scala.util.Random
import brine.*
import brine.json.{Json, JsonDialect, JsonFormat}
import brine.json.JsonDialect.*
import brine.testkit.{Laws, Patient, Same}

/** Values at the limits of what a dialect can express, in dialects with every triple of options: [[JsonDialect.check]]
  * names what is wrong, or the value is refused when it is written, or it comes back.
  */
class JsonDialectTriplesSuite extends munit.FunSuite, Patient:
  import JsonDialectTriplesSuite.*

  test(
    "a value comes back in every triple of options, or the dialect refuses its type, or the value when it is written"
  ):
    val random = new Random(7)
    val draws = new TripleDraws(AllOptions.sizes, random)
    val faults = mutable.ListBuffer.empty[String]
    var (kept, refused, refusedTypes) = (0, 0, 0)
    while !draws.isComplete do
      val options = draws.next()
      val dialect = AllOptions.dialect(options)
      for limit <- limits; value <- limit.values do
        limit.outcome(value, dialect, random) match
          case Outcome.Kept         => kept += 1
          case Outcome.Refused      => refused += 1
          case Outcome.TypeRefused  => refusedTypes += 1
          case Outcome.Wrong(fault) => if faults.size < 20 then faults += s"${AllOptions.describe(options)}: $fault"
    assert(faults.isEmpty, faults.mkString("\n"))
    assert(kept > refused && kept > refusedTypes, s"$kept kept, $refused refused, $refusedTypes of refused types")

  test("the check names fields in which a value that is no null would be read as the default"):
    val nulls = JsonDialect.Default.copy(nulls = Nulls.AsMissing)
    val reasons = JsonDialect.check[Measured](nulls.copy(notFinite = NotFinite.Null)).mkString
    assert(reasons.contains("NaN in the field 'a'") && reasons.contains("NaN in the field 'b'"), reasons)
    assert(!reasons.contains("'unknown'"), reasons)
    assertEquals(JsonDialect.check[Measured](nulls).toList, Nil)
    assert(JsonDialect.check[Payload](nulls).mkString.contains("Json.Null in the field 'json'"))

  test("null extras are refused, and extras with names that a dialect gives a meaning"):
    intercept[PickleException.NullValue](JsonFormat.write(Open("a", null)))
    val open = JsonFormat.read[Open]("""{"name":"a","@id":1,"b":2}""")
    assertEquals(JsonFormat.read[Open](JsonFormat.write(open)), open)
    val marked = JsonDialect.Default.copy(identity = Identity.Marked("@id", "@ref"))
    for marks <- Marks.values do
      intercept[PickleException.RuleNotObeyed](JsonFormat(marked.copy(marks = marks)).write(open))

object JsonDialectTriplesSuite:
  final case class Measured(a: Double = 0.5, b: Float = 1f, c: Option[Double] = Some(2.0), unknown: Double = Double.NaN)
      derives Pickler
  final case class Payload(json: Json = Json.Num("1"), other: Option[Json] = Some(Json.Bool(true))) derives Pickler
  final case class Open(name: String, extras: Extras = Extras.none) derives Pickler
  final case class Texts(text: String = "a", list: List[String] = List("b"), option: Option[String] = Some("c"))
      derives Pickler

  sealed trait Part derives Pickler
  final class Wheel(val size: Int, var next: Part) extends Part
  final class Axle(val length: Double, var wheels: List[Part]) extends Part

  sealed trait Leaf derives Pickler
  final case class Plain(number: Double = 1.0) extends Leaf
  final case class Kept(text: String, extras: Extras = Extras.none) extends Leaf
  case object Nothing extends Leaf

  enum Outcome:
    case Kept, Refused, TypeRefused
    case Wrong(fault: String)

  /** Values of a type that some dialects cannot express. */
  final class Limit[A: Pickler](hasIdentity: Boolean, val values: A*):
    def outcome(value: Any, dialect: JsonDialect, random: Random): Outcome =
      val a = value.asInstanceOf[A]
      val format = JsonFormat(dialect)
      val reasons = JsonDialect.check[A](dialect).toList
      PickleException.either(Laws.write(a, format, backEnd(random))) match
        case Left(e: PickleException.UnsupportedType) =>
          if e.reasons.toList == reasons then Outcome.TypeRefused else Outcome.Wrong(s"$reasons, and not $e")
        case Left(_) if reasons.nonEmpty      => Outcome.Wrong(s"written in spite of $reasons")
        case Left(e) if isOfValue(e, dialect) => Outcome.Refused
        case Left(e)                          => Outcome.Wrong(s"$e of $a")
        case Right(_) if reasons.nonEmpty     => Outcome.Wrong(s"written in spite of $reasons")
        case Right(bytes) =>
          val text = new String(bytes, "UTF-8")
          try
            val back = Laws.read[A](bytes, format, backEnd(random))
            if hasIdentity && dialect.identity != Identity.Copied then Laws.assertSame(back, a)
            if Same(back, a) then Outcome.Kept else Outcome.Wrong(s"$back in place of $a by $text")
          catch case e: (Exception | AssertionError) => Outcome.Wrong(s"$e by $text")

    private def backEnd(random: Random): PickleOptions =
      if random.nextBoolean() then PickleOptions.Default else Laws.interpreted

    private def isOfValue(e: PickleException, dialect: JsonDialect): Boolean = e match
      case _: PickleException.RuleNotObeyed | _: PickleException.NullValue | _: PickleException.DuplicateField => true
      case _: PickleException.LimitExceeded | _: PickleException.CyclicConstruction =>
        dialect.identity == Identity.Copied
      case _ => false

  private val numbers = List(Double.NaN, 0.0, -0.0, 0.5, Double.PositiveInfinity)

  private def parts: List[Part] =
    val axle = new Axle(1.0, Nil)
    val wheel = new Wheel(1, axle)
    axle.wheels = List(wheel, wheel, null)
    val ring = new Wheel(2, null)
    ring.next = ring
    List(wheel, axle, ring)

  private def extras(text: String): Extras = JsonFormat.read[Open](text).extras

  private val names = List("kind", "@id", "@ref", "$$type", "number", "Kept", "a")

  private val limits: List[Limit[?]] = List(
    Limit(false, numbers.map(n => Measured(n, n.toFloat, Some(n), n))*),
    Limit(false, Measured(), Measured(c = None), null),
    Limit(false, numbers*),
    Limit(false, numbers.map(n => List(Option(n), None))*),
    Limit(false, numbers.map(n => Map("a" -> n))*),
    Limit(false, numbers.map(n => (n, 1))*),
    Limit(false, Payload(), Payload(Json.Null, None), Payload(Json.Null, Some(Json.Null)), Payload(null, null)),
    Limit(false, Texts(), Texts(null, null, null), Texts("", Nil, None), Texts("a", List(null), Some(null))),
    Limit(true, parts*),
    Limit(true, List(parts.head, parts.head)),
    Limit(false, names.map(n => Open("a", extras(s"""{"name":"a","$n":null}""")))*),
    Limit(false, Open("a", null), Open(null)),
    Limit(false, names.map(n => List[Leaf](Kept("a", extras(s"""{"name":"a","$n":{"x":1}}""")), Nothing, null))*),
    Limit(false, numbers.map(n => List[Leaf](Plain(n), Kept("b")))*),
    Limit(false, List[Leaf](Kept("a", null)))
  )
