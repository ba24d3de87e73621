package brine.checks.dialects

import scala.util.Random
import brine.*
import brine.combine.imap
import brine.json.{Json, JsonDialect, JsonFormat, RawJson}
import brine.json.JsonDialect.*
import brine.testkit.{Laws, Patient}

/** Any JSON value at places of all types that can hold one: in `imap`s, options, families, unwrapped classes and
  * collections of these. It comes back as it was written, also if it looks like the objects by which a format tells one
  * null from another.
  */
class AnyJsonPlacesSuite extends munit.FunSuite, Patient:
  import AnyJsonPlacesSuite.*

  private val texts: List[String] =
    val inner = List("null", "1", "true", "\"a\"", "[]", "{}", """{"a":1}""", """{ "a" : null }""", "[ {} ]")
    val names =
      List("$value", "$some", "$null", "$id", "$ref", "$type", "$items", "$entries", "\\u0024value", "@id", "l")
    inner ++ (for name <- names; content <- inner :+ "{\"$value\":null}" :+ "2" yield s"""{"$name":$content}""") ++
      List(
        """ {  "$value" : null } """.trim,
        """{"$value":null,"b":1}""",
        """{"$some":{"$value":{"$null":true}}}""",
        """{"a":1,"$id":1}"""
      )

  private def thereAndBack[A: Pickler](value: A, format: JsonFormat, options: PickleOptions, hint: => String)(using
      munit.Location
  ): Boolean =
    PickleException.either(Laws.write(value, format, options)) match
      case Left(_: (PickleException.RuleNotObeyed | PickleException.UnsupportedType | PickleException.NullValue)) =>
        false
      case Left(e) => fail(hint, e)
      case Right(bytes) =>
        val text = new String(bytes, "UTF-8")
        def isSame(read: => A): Unit =
          val back =
            try read
            catch case e: PickleException => fail(s"$hint\n$text", e)
          assertEquals(back, value, s"$hint\n$text")
        isSame(Laws.read[A](bytes, format, options))
        isSame(Laws.read[A](bytes, format, options.copy(limits = Limits(emittedDepth = 0))))
        isSame(Pickle.read[A](Laws.trickle(bytes))(using summon, format, options))
        true

  private val settings =
    for sharing <- List(Sharing.Tracked, Sharing.All); depth <- List(512, 0)
    yield PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))

  test("any JSON comes back as it was, wherever it is"):
    for place <- places; text <- texts; options <- settings do
      assert(place.holds(text, JsonFormat, options)(this), s"$text is refused in ${place.name}")

  test("any JSON comes back as it was in every dialect, or is refused when it is written"):
    val random = new Random(1)
    val draws = new PairDraws(AllOptions.sizes, random)
    var (kept, refused) = (0, 0)
    while !draws.isComplete do
      val values = draws.next()
      val format = JsonFormat(AllOptions.dialect(values))
      for place <- places; text <- random.shuffle(texts).take(12) do
        val options = settings(random.nextInt(settings.length))
        if place.holds(text, format, options, AllOptions.describe(values))(this) then kept += 1 else refused += 1
    assert(kept > refused, s"$kept kept, $refused refused")

  test("common dialects hold any JSON in what they write as a field"):
    for dialect <- List(JsonDialect.likeJackson, JsonDialect.likeUpickle, JsonDialect(wrapped = Wrapped.Fields)) do
      for place <- places; text <- List("1", "[]", "{}", """{"a":1}""", """{ "b" : [ null ] }"""); options <- settings
      do
        val _ = place.holds(text, JsonFormat(dialect), options, dialect.toString)(this)

  test("a null is told from a JSON null"):
    assertEquals(JsonFormat.write(Holder(Form(Json.Null))), """{"f":{"$value":null}}""")
    assertEquals(JsonFormat.write(Holder(null)), """{"f":null}""")
    assertEquals(JsonFormat.read[Holder]("""{"f":null}"""), Holder(null))
    assertEquals(JsonFormat.write(Holder(Form(Json.parse("""{"a":1}""")))), """{"f":{"a":1}}""")
    assertEquals(
      JsonFormat.write(Holder(Form(Json.parse("""{"$value":null}""")))),
      """{"f":{"$value":{"$value":null}}}"""
    )

  test("an object of the format around a value that does not need it is refused"):
    for text <- List("""{"f":{"$value":1}}""", """{"f":{"$value":{"a":1}}}""", """{"f":{"$value":null,"a":1}}""") do
      intercept[PickleException](JsonFormat.read[Holder](text))
    assertEquals(JsonFormat.read[O]("""{"o":{"$value":5}}"""), O(Some(Json.parse("""{"$value":5}"""))))

object AnyJsonPlacesSuite:
  final case class Form(j: Json)
  object Form { given Pickler[Form] = Pickler[Json].imap(Form(_))(_.j) }
  final case class RawForm(j: RawJson)
  object RawForm { given Pickler[RawForm] = Pickler[RawJson].imap(RawForm(_))(_.j) }
  final case class Twice(form: Form)
  object Twice { given Pickler[Twice] = Pickler[Form].imap(Twice(_))(_.form) }
  final case class Perhaps(j: Option[Json])
  object Perhaps { given Pickler[Perhaps] = Pickler[Option[Json]].imap(Perhaps(_))(_.j) }
  final case class ByHand(j: Json)
  object ByHand:
    given Pickler[ByHand] with
      def shape: brine.shape.Shape = brine.shape.Shape.Custom("ByHand", 1)
      def pickle(value: ByHand, builder: PickleBuilder): Unit = Pickler[Json].pickle(value.j, builder)
      def unpickle(reader: PickleReader): ByHand = ByHand(Pickler[Json].unpickle(reader))

  final case class Holder(f: Form) derives Pickler
  final case class O(o: Option[Json]) derives Pickler
  final case class W(j: Json) derives Pickler
  final case class WForm(form: Form) derives Pickler
  final case class WOption(j: Option[Json]) derives Pickler
  final case class WW(w: W) derives Pickler
  enum Family derives Pickler:
    case Direct(j: Json)
    case Mapped(form: Form, other: Option[Form])
    case Wrapped(w: W)

  /** Classes with fields of other types, so that code is made for them. */
  final case class All(n: Int, j: Json, form: Form, raw: Option[RawForm], w: W, more: List[Form], end: String)
      derives Pickler
  private given eitherJson: Pickler[Either[Json, Int]] = Pickler.derived
  private given eitherForm: Pickler[Either[Int, Form]] = Pickler.derived

  private final class Place[A: Pickler](val name: String, make: (Json, RawJson) => A):
    def holds(
        text: String,
        format: JsonFormat,
        options: PickleOptions,
        hint: => String = ""
    )(suite: AnyJsonPlacesSuite)(
        using munit.Location
    ): Boolean =
      suite.thereAndBack(make(Json.parse(text), RawJson(text)), format, options, s"$text in $name, $options $hint")

  private val places: List[Place[?]] = List(
    Place("Json", (j, _) => j),
    Place("RawJson", (_, r) => r),
    Place("Form", (j, _) => Form(j)),
    Place("Holder", (j, _) => Holder(Form(j))),
    Place("List[Form]", (j, _) => List(Form(j), null, Form(j))),
    Place("List[RawForm]", (_, r) => List(RawForm(r), null)),
    Place("List[Twice]", (j, _) => List(Twice(Form(j)), null)),
    Place("Vector[Option[Json]]", (j, _) => Vector(Some(j), None)),
    Place("List[Option[RawJson]]", (_, r) => List(Some(r), None)),
    Place("List[Option[Form]]", (j, _) => List(Some(Form(j)), None, Some(null))),
    Place("List[Option[Option[Json]]]", (j, _) => List[Option[Option[Json]]](Some(Some(j)), Some(None), None)),
    Place(
      "List[Option[Option[RawForm]]]",
      (_, r) => List[Option[Option[RawForm]]](Some(Some(RawForm(r))), Some(None), Some(Some(null)), None)
    ),
    Place("List[Perhaps]", (j, _) => List(Perhaps(Some(j)), Perhaps(None), null)),
    Place("List[Option[Perhaps]]", (j, _) => List(Some(Perhaps(Some(j))), Some(Perhaps(None)), Some(null), None)),
    Place("List[ByHand]", (j, _) => List(ByHand(j))),
    Place("List[Option[ByHand]]", (j, _) => List(Some(ByHand(j)), None)),
    Place("List[Either[Json, Int]]", (j, _) => List[Either[Json, Int]](Left(j), Right(1))),
    Place("List[Either[Int, Form]]", (j, _) => List[Either[Int, Form]](Left(1), Right(Form(j)), Right(null))),
    Place("W", (j, _) => W(j)),
    Place("List[W]", (j, _) => List(W(j), null)),
    Place("List[Option[W]]", (j, _) => List(Some(W(j)), None, Some(null))),
    Place("List[WForm]", (j, _) => List(WForm(Form(j)), WForm(null), null)),
    Place("List[WOption]", (j, _) => List(WOption(Some(j)), WOption(None), null)),
    Place("List[WW]", (j, _) => List(WW(W(j)), WW(null), null)),
    Place("Map[String, Form]", (j, _) => Map("a" -> Form(j), "b" -> null)),
    Place("Map[Json, RawForm]", (j, r) => Map(j -> RawForm(r))),
    Place("Map[Form, Json]", (j, _) => Map(Form(j) -> j)),
    Place("(Json, Form)", (j, _) => (j, Form(j))),
    Place("Array[W]", (j, _) => List(List(W(j)), Nil)),
    Place(
      "List[Family]",
      (j, _) => List(Family.Direct(j), Family.Mapped(Form(j), Some(Form(j))), Family.Wrapped(W(j)))
    ),
    Place("All", (j, r) => All(1, j, Form(j), Some(RawForm(r)), W(j), List(Form(j)), "x"))
  )
