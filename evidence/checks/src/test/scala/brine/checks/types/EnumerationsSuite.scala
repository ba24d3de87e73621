package brine.checks

import scala.compiletime.testing.typeCheckErrors
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.region.Region
import brine.testkit.Laws

/** Values of a `scala.Enumeration` by their names, and sets of them. */
class EnumerationsSuite extends munit.FunSuite, RoundTrips:
  import EnumerationsSuite.*
  override def formats: List[PickleFormat] = AllFormats.all

  private val paint = Paint(
    Color.Red,
    Color.ValueSet(Color.Blue, Color.Green),
    Map(Color.Red -> 1),
    Some(Color.Blue),
    Array(Color.Red),
    Planets.Earth
  )

  test("values are the same objects, and sets are equal, in fields and collections of every format") {
    there(paint.copy(array = Array.empty)) { back =>
      assert(back.color eq Color.Red)
      assert(back.planet eq Planets.Earth)
      assertEquals(back.set, paint.set)
      assertEquals(back.counts, paint.counts)
    }
    there(Color.Green)(back => assert(back eq Color.Green))
    there(Color.ValueSet.empty)(back => assertEquals(back, Color.ValueSet.empty))
    assertEquals(paint.pickle.unpickle[Paint].array.toList, List(Color.Red))
  }

  test("a null in place of a value, a name or a set is refused as malformed, not as a failure of the program") {
    for bytes <- List(Array[Byte](0), Array[Byte](5, 0), Array[Byte](0, 0)) do
      for read <- List[() => Any](
          () => BinaryFormat.Bare.read[Color.Value](bytes),
          () => BinaryFormat.Bare.read[Color.ValueSet](bytes)
        )
      do
        PickleException.either(read()) match
          case Left(e: PickleException.UserCode) => fail(s"${bytes.toList}: $e")
          case _                                 => ()
    for json <- List("null", "[null]", """["Red",null]""") do
      for read <- List[() => Any](
          () => JsonFormat.read[Color.Value](json),
          () => JsonFormat.read[Color.ValueSet](json),
          () => JsonFormat.read[Map[String, Color.ValueSet]](s"""{"a":$json}""")
        )
      do
        PickleException.either(read()) match
          case Left(e: PickleException.UserCode) => fail(s"$json: $e")
          case _                                 => ()
    intercept[PickleException.Malformed](JsonFormat.read[Color.ValueSet]("[null]"))
    intercept[PickleException.Malformed](JsonFormat.read[List[Color.ValueSet]]("[[null]]"))
  }

  test("a list of one enumeration's values is not taken for a list of another's") {
    val options = PickleOptions(sharing = Sharing.All)
    val shared = List(Color.values.head)
    val bytes = Laws.write((shared, shared), BinaryFormat.Bare, options)
    val back = Laws.read[(List[Color.Value], List[Color.Value])](bytes, BinaryFormat.Bare, options)
    assert(back._1 eq back._2)
    intercept[PickleException.WrongType](
      Laws.read[(List[Color.Value], List[Planets.Value])](bytes, BinaryFormat.Bare, options)
    )
  }

  test("they are texts in JSON, and words of a region") {
    assertEquals(JsonFormat.write(paint.set), """["Green","b l u e"]""")
    assertEquals(
      Region.compact(Shade(Color.Red, Color.ValueSet(Color.Blue))).toValue,
      Shade(Color.Red, Color.ValueSet(Color.Blue))
    )
  }

  test("an unknown name is refused where it stands") {
    val e = intercept[PickleException.UnknownLeaf](JsonFormat.read[List[Color.Value]]("""["Red","Pink"]"""))
    assert(e.getMessage.startsWith("at $[1]"), e.getMessage)
    assert(e.getMessage.contains("Color has no leaf 'Pink'"), e.getMessage)
  }

  test("one of two values of one name is refused at the write") {
    val e = intercept[PickleException.UnexpectedClass](Twins.One.pickle)
    assert(e.getMessage.contains("Give each a name of its own"), e.getMessage)
  }

  test("a value that was added later is found") {
    val before = Growing.first.pickle.unpickle[Growing.Value]
    val later = Growing.more("later")
    assert(before eq Growing.first)
    assert(later.pickle.unpickle[Growing.Value] eq later)
  }

  test("a value of no known enumeration is refused, with advice that helps") {
    val error = typeCheckErrors("Pickler[Enumeration#Value]").map(_.message).mkString
    assert(error.contains("declare it as `Color.Value`"), error)
    assert(typeCheckErrors("Pickler[Color.Value]").isEmpty)
  }

object EnumerationsSuite:
  object Color extends Enumeration:
    val Red, Green = Value
    val Blue = Value("b l u e")
  object Planets extends Enumeration:
    protected case class Planet(mass: Double) extends super.Val
    val Earth: Planet = Planet(5.9)
  object Twins extends Enumeration:
    val One = Value("x")
    val Two = Value("x")
  object Growing extends Enumeration:
    val first = Value("first")
    def more(name: String): Value = Value(name)

  final case class Paint(
      color: Color.Value,
      set: Color.ValueSet,
      counts: Map[Color.Value, Int],
      option: Option[Color.Value],
      array: Array[Color.Value],
      planet: Planets.Value
  ) derives Pickler
  final case class Shade(color: Color.Value, others: Color.ValueSet) derives Pickler
