package brine.checks.runtime

import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers, UnfitClassException}
import brine.testkit.Laws

/** Names that annotations give, and fields without a field in the class file: runtime picklers write the bytes of
  * derived ones, or refuse the class.
  */
class DeclaredNamesSuite extends munit.FunSuite:
  import DeclaredNamesSuite.*

  private def runtime(classes: Class[?]*): RuntimePicklers =
    val found = RuntimePicklers(AllowList(classes*))
    found.usesDerived = false
    found

  private val formats = List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat)

  private def same[A](value: A, classes: Class[?]*)(using derived: Pickler[A], location: munit.Location): Unit =
    val read = runtime((value.getClass +: classes)*)
    val pickler = read.pickler(classes.headOption.getOrElse(value.getClass)).asInstanceOf[Pickler[A]]
    assertEquals(pickler.shape.describe, derived.shape.describe)
    assertEquals(pickler.shape.fingerprint, derived.shape.fingerprint)
    for format <- formats do
      assertEquals(
        Laws.write(value, format)(using pickler).toSeq,
        Laws.write(value, format)(using derived).toSeq,
        s"$format"
      )
      assertEquals(Laws.read[A](Laws.write(value, format)(using derived), format)(using pickler), value)

  test("fields are written by the names of their annotations"):
    same(Renamed(1, "a", 2))
    same(Outer.Inner("x"))
    same(WithBody(3))
    same(new Child(2))
    same(`strange name`(1))

  test("leaves and constants of an enum are written by the names of their annotations"):
    val (own, derived) = (runtime(classOf[Color], classOf[Color.Mixed]), RuntimePicklers(AllowList(classOf[Color])))
    for value <- Seq[Any](Color.Red, Color.Green, Color.Mixed(3)) do
      def json(by: RuntimePicklers) =
        new String(Laws.write[Any](value, JsonFormat, PickleOptions(subtypes = by.subtypes))(using by.any))
      assertEquals(json(own), json(derived))
      val back =
        Laws.read[Any](json(derived).getBytes, JsonFormat, PickleOptions(subtypes = own.subtypes))(using own.any)
      assertEquals(back, value)

  test("data of older names are read by their aliases"):
    given Pickler[Renamed] = runtime(classOf[Renamed]).pickler[Renamed]
    assertEquals(JsonFormat.read[Renamed]("""{"first":1,"older":"a","third":2}"""), Renamed(1, "a", 2))
    assertEquals(JsonFormat.read[Renamed]("""{"first":1,"oldest":"a","third":2}"""), Renamed(1, "a", 2))

  test("fields that data do not have get the literals of their annotations"):
    given own: Pickler[Filled] = runtime(classOf[Filled]).pickler[Filled]
    val expected = Filled(1, "unknown", -5, 1L << 40, true, 'é', 2.5, -0.25f, 300.toShort, -7.toByte)
    for pickler <- List(own, Pickler[Filled]) do
      assertEquals(JsonFormat.read[Filled]("""{"item":1}""")(using pickler), expected)

  test("fields that data do not have get the default arguments of their parameters"):
    given own: Pickler[Preset] = runtime(classOf[Preset]).pickler[Preset]
    for pickler <- List(own, Pickler[Preset]) do
      val preset = JsonFormat.read[Preset]("""{"id":4}""")(using pickler)
      assertEquals(preset, Preset(4)())
      assertEquals((preset.twice, preset.log, preset.roles), (8, "log", List("user")))
      assertEquals(JsonFormat.read[Preset]("""{"id":4,"count":1,"twice":2}""")(using pickler).twice, 2)
      intercept[PickleException.MissingField](JsonFormat.read[Preset]("{}")(using pickler))
    val omitted = JsonFormat(brine.json.JsonDialect.Default.copy(omit = brine.json.JsonDialect.Omit.values.toSet))
    assertEquals(omitted.write(Preset(4)())(using own), omitted.write(Preset(4)())(using Pickler[Preset]))

  test("a name or a value that is not a literal is refused"):
    val e = intercept[UnfitClassException](runtime(classOf[Computed]).pickler[Computed])
    assert(e.getMessage.contains("rename"), e.getMessage)
    for c <- List(classOf[ComputedValue], classOf[Folded], classOf[Half]) do
      val value = intercept[UnfitClassException](runtime(c).pickler(c))
      assert(value.getMessage.contains("must be constants"), value.getMessage)

  test("a class with a parameter or variable of type Unit is refused, since its class file has no field for it"):
    for c <- List(classOf[UnitParameter], classOf[UnitVariable], classOf[UnitChild]) do
      val e = intercept[UnfitClassException](runtime(c).pickler(c))
      assert(e.getMessage.contains("it has a value of type Unit, which has no field in its class file"), e.getMessage)

  test("annotations and methods of other libraries with these names change nothing"):
    same(Misleading(1))

object DeclaredNamesSuite:
  final case class Renamed(
      @brine.rename("first") number: Int,
      @alias("older", "oldest") @brine.rename("second") text: String,
      third: Int
  ) derives Pickler
  object Outer:
    final case class Inner(@brine.rename("y") x: String) derives Pickler
  final case class WithBody(n: Int) derives Pickler:
    @brine.rename("count")
    var counted: Int = 7
  trait Parent:
    @brine.rename("up")
    var above: Int = 1
  final class Child(@brine.rename("down") val below: Int) extends Parent derives Pickler:
    override def equals(that: Any): Boolean = that match
      case c: Child => c.above == above && c.below == below
      case _        => false
    override def hashCode: Int = below
  final case class `strange name`(@brine.rename("a b") `a-b`: Int) derives Pickler
  enum Color derives Pickler:
    @brine.rename("Rouge") case Red
    case Green
    @alias("Mixture") @brine.rename("Blend") case Mixed(@brine.rename("amount") n: Int)

  final case class Filled(
      item: Int,
      @ifAbsent("unknown") customer: String,
      @ifAbsent(-5) count: Int,
      @ifAbsent(1099511627776L) long: Long,
      @ifAbsent(true) flag: Boolean,
      @ifAbsent('é') char: Char,
      @ifAbsent(2.5) double: Double,
      @ifAbsent(-0.25f) float: Float,
      @ifAbsent(300) short: Short,
      @ifAbsent(value = -7) byte: Byte
  ) derives Pickler

  final case class Preset(
      id: Int,
      roles: List[String] = List("user"),
      count: Int = 7,
      note: Option[String] = Some("n"),
      @transient log: String = "lo" + "g"
  )(val twice: Int = id * 2) derives Pickler

  def computed: String = "c"
  final val Constant = "constant"
  final case class ComputedValue(@ifAbsent(computed) name: String)
  final case class Folded(@ifAbsent(1L << 40) long: Long)
  final case class Half(@alias("half", Constant) name: String)
  final case class Computed(@brine.rename(computed) n: Int)

  final case class UnitParameter(n: Int, u: Unit)
  final class UnitVariable(val n: Int):
    var u: Unit = ()
  class UnitParent(val u: Unit)
  final class UnitChild(val n: Int) extends UnitParent(())

  final class rename(name: String) extends scala.annotation.StaticAnnotation
  final case class Misleading(@DeclaredNamesSuite.rename("brine") alias: Int) derives Pickler
