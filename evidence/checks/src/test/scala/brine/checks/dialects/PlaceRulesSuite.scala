package brine.checks.dialects

import java.time.{Duration, Instant}
import scala.jdk.CollectionConverters.*
import scala.util.Random
import brine.*
import brine.json.*
import brine.json.JsonDialect.*
import brine.testkit.{Laws, Patient}
import com.fasterxml.jackson.databind.ObjectMapper
import com.networknt.schema.{JsonSchemaFactory, SpecVersion}

/** Rules of a dialect for types and for fields. */
class PlaceRulesSuite extends munit.FunSuite, Patient:
  import PlaceRulesSuite.{given, *}

  private val api = JsonDialect.Api
  private val at = Instant.ofEpochSecond(1)
  private val order = Order(
    at,
    Customer("Jim", at, Address("Main Street", at), Map("x" -> at)),
    List(Step.FirstStep(at, 5L), Step.LastStep),
    Some(7L),
    (at, Address("Side Street", at))
  )

  private def written[A: Pickler](value: A, dialect: JsonDialect): String =
    assertEquals(JsonDialect.check[A](dialect).toList, Nil)
    val format = JsonFormat(dialect)
    val text = new String(Laws.write(value, format), "UTF-8")
    val schema = JsonSchema.of[A](dialect)
    val validator = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema.text)
    assertEquals(validator.validate(new ObjectMapper().readTree(text)).asScala.toList, Nil, s"$text\n${schema.text}")
    for options <- List(PickleOptions.Default, Laws.interpreted) do
      // Often enough that code is made for the classes.
      for _ <- 1 to 30 do
        assertEquals(new String(Laws.write(value, format, options), "UTF-8"), text)
        assertEquals(Laws.read[A](text.getBytes("UTF-8"), format, options), value, text)
    assertEquals(Pickle.read[A](Laws.trickle(text.getBytes("UTF-8")))(using summon, format), value)
    text

  private val plain = written(order, api)

  test("a rule for a type holds for its objects and their values, not for other objects in them"):
    val rule = api.forType[Customer](_.copy(names = NameStyle.SnakeCase, instants = Instants.EpochSeconds))
    assertEquals(
      written(order, rule),
      """{"placedAt":"1970-01-01T00:00:01Z","customer":{"full_name":"Jim","since":1,""" +
        """"home":{"streetName":"Main Street",""" +
        """"movedAt":"1970-01-01T00:00:01Z"},"by_name":{"x":1}},"steps":[{"type":"FirstStep","startedAt":""" +
        """"1970-01-01T00:00:01Z","cost":5},"LastStep"],"total":7,"pair":["1970-01-01T00:00:01Z",""" +
        """{"streetName":"Side Street","movedAt":"1970-01-01T00:00:01Z"}]}"""
    )

  test("a rule for a sealed type holds for its leaves: its member, their names, and their fields"):
    val rule = api.forType[Step](_.copy(
      families = Families.Member("kind"),
      leafNames = NameStyle.KebabCase,
      names = NameStyle.SnakeCase,
      longs = NumberForm.Text,
      singletons = Singletons.Objects
    ))
    assert(written(order, rule).contains(
      """"steps":[{"kind":"first-step","started_at":"1970-01-01T00:00:01Z","cost":"5"},""" +
        """{"kind":"last-step"}],"total":7"""
    ))
    val wrapped = written(order, api.forType[Step](_.copy(families = Families.Wrapper)))
    assert(wrapped.contains(""""steps":[{"FirstStep":{"startedAt""""), wrapped)
    // The rule for a leaf precedes that for its family.
    val both = written(
      order,
      rule.forType[Step.FirstStep](_.copy(names = NameStyle.PascalCase, families = Families.Member("kind")))
    )
    assert(both.contains("\"StartedAt\""), both)

  test("a rule for a field holds for its value and all within, and precedes rules for types"):
    val rule = api.at[Order]("customer")(_.copy(names = NameStyle.KebabCase, instants = Instants.EpochMilliseconds))
    assert(written(order, rule).startsWith(
      """{"placedAt":"1970-01-01T00:00:01Z","customer":{"full-name":"Jim","since":1000,"home":{"street-name":""" +
        """"Main Street","moved-at":1000},"by-name":{"x":1000}},"steps":[{"type":"FirstStep","startedAt":"1970"""
    ))
    val typed = rule.forType[Customer](_.copy(names = NameStyle.SnakeCase, longs = NumberForm.Text))
    assertEquals(written(order, typed), written(order, rule))

  test("a path leads through options, collections, leaves and objects"):
    val deep = api.at[Order]("$.steps[].startedAt")(_.copy(instants = Instants.EpochSeconds))
      .at[Order]("customer.home.movedAt")(_.copy(instants = Instants.EpochSeconds))
      .at[Order]("total")(_.copy(longs = NumberForm.Text))
    assertEquals(
      written(order, deep),
      plain.replace(""""startedAt":"1970-01-01T00:00:01Z"""", """"startedAt":1""")
        .replace(""""Main Street","movedAt":"1970-01-01T00:00:01Z"""", """"Main Street","movedAt":1""")
        .replace("\"total\":7", "\"total\":\"7\"")
    )

  test("nulls, missing fields and omission follow the rules"):
    val rule = api.copy(unknown = Unknown.Refuse)
      .forType[Address](_.copy(unknown = Unknown.Skip, missing = Missing.Zeros, nulls = Nulls.AsMissing))
      .forType[Profile](_.copy(omit = Set.empty))
    val format = JsonFormat(rule)
    assertEquals(
      format.read[Home]("""{"address":{"streetName":null,"x":1,"movedAt":"1970-01-01T00:00:01Z"}}"""),
      Home(Address("", at))
    )
    intercept[PickleException.UnknownField](
      format.read[Home]("""{"y":1,"address":{"streetName":"","movedAt":"1970-01-01T00:00:01Z"}}""")
    )
    assertEquals(format.write((Profile(None), Other(None))), """[{"name":null},{}]""")

  test(
    "a union tells types by the rules that they have: the member that names a leaf, and the kind of a wrapped value"
  ):
    val rule = api.forType[Step](_.copy(families = Families.Member("kind")))
      .forType[Code](_.copy(longs = NumberForm.Text, wrapped = Wrapped.Fields))
    val steps = List[Step | Profile](Step.FirstStep(at, 5L), Profile(Some("a")))
    assert(written(steps, rule).startsWith("""[{"kind":"FirstStep""""))
    assertEquals(written(List[Code | Int](Code(7), 7), rule), """["7",7]""")
    // Both would be texts.
    assertNotEquals(JsonDialect.check[Code | String](rule).toList, Nil)

  test("rules are data, which hold for a dialect that is copied later"):
    def rule =
      api.forType[Customer](_.copy(names = NameStyle.SnakeCase)).at[Order]("total")(_.copy(longs = NumberForm.Text))
    assertEquals(rule, rule)
    assertEquals(
      written(order, rule.copy(doubles = Doubles.EcmaScript, instants = Instants.EpochSeconds)),
      written(
        order,
        api.copy(doubles = Doubles.EcmaScript, instants = Instants.EpochSeconds)
          .forType[Customer](_.copy(names = NameStyle.SnakeCase)).at[Order]("total")(_.copy(longs = NumberForm.Text))
      )
    )

  test("a rule that leads nowhere, or that changes what holds for whole documents, is reported"):
    assertEquals(
      JsonDialect.check[Order](api.at[Order]("customer.nme")(_.copy(longs = NumberForm.Text))).toList,
      List("Order: the rule for 'customer.nme' leads to no field")
    )
    assertEquals(JsonDialect.check[Order](api.forType[Order](_.copy(marks = Marks.Written))).length, 1)
    assertEquals(
      JsonDialect.check[Order](api.forType[Order](_.copy(lenient = Set(Lenient.ByteOrderMark)))).toList,
      List("a rule for a type or a field changes the option 'ByteOrderMark', which is one of whole documents")
    )
    assertEquals(JsonDialect.check[Order](api.forType[Order](_.copy(lenient = Set(Lenient.AnyCase)))).toList, Nil)
    intercept[PickleException.UnsupportedType](
      JsonFormat(api.at[Order]("nothing")(_.copy(longs = NumberForm.Text))).write(order)
    )
    // Names that collide by a rule are found, too.
    assertNotEquals(JsonDialect.check[Order](api.forType[Address](_.copy(names = NameStyle.of(_ => "a")))).toList, Nil)

  test("drawn rules come back, and change nothing of objects that they do not reach"):
    val random = new Random(3)
    val changes = AllOptions.changes.zipWithIndex.filterNot((_, i) =>
      Set("marks", "identity", "leniency", "notFinite", "places")(AllOptions.nameOf(i))
    ).flatMap(_._1).map(_._2)
    var tried = 0
    for _ <- 1 to Integer.getInteger("brine.places", 150) do
      def drawn(d: JsonDialect) =
        Seq.fill(1 + random.nextInt(2))(changes(random.nextInt(changes.length))).foldLeft(d)((d, c) => c(d))
      val dialect = random.nextInt(3) match
        case 0 => api.forType[Customer](drawn)
        case 1 => api.at[Order]("customer")(drawn)
        case _ => api.forType[Step](drawn).forType[Address](drawn)
      if JsonDialect.check[Order](dialect).isEmpty then
        tried += 1
        val format = JsonFormat(dialect)
        for options <- List(PickleOptions.Default, Laws.interpreted) do
          PickleException.either(Laws.write(order, format, options)) match
            case Right(bytes) =>
              assertEquals(Laws.read[Order](bytes, format, options), order, s"${new String(bytes)} $dialect")
            case Left(_) => ()
    assert(tried > 20, tried)

object PlaceRulesSuite:
  final case class Code(value: Long) derives Pickler
  given steps: Pickler[Step | Profile] = Pickler.derived
  given codes: Pickler[Code | Int] = Pickler.derived
  given texts: Pickler[Code | String] = Pickler.derived
  final case class Address(streetName: String, movedAt: Instant) derives Pickler
  final case class Home(address: Address) derives Pickler
  final case class Profile(name: Option[String]) derives Pickler
  final case class Other(name: Option[String]) derives Pickler
  final case class Customer(fullName: String, since: Instant, home: Address, byName: Map[String, Instant])
      derives Pickler
  enum Step derives Pickler:
    case FirstStep(startedAt: Instant, cost: Long)
    case LastStep
  final case class Order(
      placedAt: Instant,
      customer: Customer,
      steps: List[Step],
      total: Option[Long],
      pair: (Instant, Address)
  ) derives Pickler
