package brine.checks.reports

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.net.URI
import java.util as ju
import scala.collection.immutable.{HashMap, IntMap, ListMap}
import scala.collection.mutable
import scala.compiletime.testing.typeCheckErrors
import scala.util.Try
import brine.*
import brine.binary.BinaryFormat
import brine.checks.{AllFormats, RoundTrips}
import brine.json.{Json, JsonFormat}
import brine.testkit.Laws

/** Programs of bug reports to other serializers, by project and number of the issue or pull request: each does here
  * what its author expected there.
  */
class PublicReportsSuite extends munit.FunSuite, RoundTrips:
  import PublicReportsSuite.{*, given}
  override def formats: List[PickleFormat] = AllFormats.all

  private def report(project: String, number: Int)(expected: String)(program: => Any): Unit =
    test(s"$project $number: $expected")(program)

  private def same[A: Pickler](value: A)(using munit.Location): Unit = there(value)(back => assertEquals(back, value))
  private def json[A: Pickler](text: String): A = JsonFormat.read[A](text)
  private def refused(program: => Any)(using munit.Location): Unit = intercept[PickleException](program): Unit

  // ---- Kryo

  private val kryo = "EsotericSoftware/kryo"
  report(kryo, 411)("a list that occurs twice leaves the next list's element type alone") {
    val strings = new ju.ArrayList(ju.List.of("a"))
    val numbers = new ju.ArrayList[Double](ju.List.of(1.5))
    there((strings, strings, numbers)) { (one, two, three) =>
      assert(one eq two)
      assertEquals(three, numbers)
    }
  }
  report(kryo, 512)("after a list of objects with lists, a list of other objects is written") {
    same(ju.List.of(Costs(ju.List.of(1, 2))))
    same(ju.List.of(Plain("a", 1)))
  }
  report(kryo, 106)("a list of more than a thousand elements")(same(List.tabulate(5000)(i => Plain(s"n$i", i))))
  report(kryo, 78)("an EnumSet, empty or not") {
    import brine.testkit.corpus.Weekday
    same(ju.EnumSet.of(Weekday.FRIDAY, Weekday.SUNDAY))
    same(ju.EnumSet.noneOf(classOf[Weekday]))
  }
  report(kryo, 112)("a TreeMap sorted by a comparator, among other fields") {
    val map = new ju.TreeMap[String, String](Backwards)
    map.putAll(ju.Map.of("a", "1", "b", "2"))
    there(Sorted("abc", map, "def")) { back =>
      assertEquals(back.map.firstKey, "b")
      assertEquals(back, Sorted("abc", map, "def"))
    }
  }
  report(kryo, 268)("a HashSet of URIs")(same(new ju.HashSet(ju.List.of(URI.create("a:b"), URI.create("http://c/d")))))
  report(kryo, 865)("an empty PriorityQueue") {
    there(new ju.PriorityQueue[String])(back => assert(back.isEmpty))
  }
  report(kryo, 986)("a null field and its neighbour are not exchanged, also by other versions of the class") {
    same(Two("val1", null))
    same(Two(null, "val2"))
    val old = Two("val1", null).pickle
    val history = PickleOptions(history = History(Pickler[Two].shape))
    assertEquals(old.unpickle[TwoSwapped](using summon, history), TwoSwapped(null, "val1"))
  }

  // ---- FST

  private val fst = "RuedigerMoeller/fast-serialization"
  report(fst, 169)("a Stack") {
    val stack = new ju.Stack[Int]
    stack.push(1): Unit
    stack.push(2): Unit
    there(stack) { back =>
      assertEquals(back.pop(), 2)
      assertEquals(back.pop(), 1)
    }
  }
  report(fst, 159)("a list of URIs without sharing") {
    val list = new ju.ArrayList(ju.List.of(URI.create("about:blank")))
    val options = PickleOptions(sharing = Sharing.Off)
    assertEquals(Laws.read[ju.ArrayList[URI]](Laws.write(list, BinaryFormat, options), BinaryFormat, options), list)
  }
  report(fst, 182)("a field that is null is null")(there(Two(null, null))(back => assertEquals(back, Two(null, null))))
  report(fst, 48)("the first part of a stream of objects is refused as cut, and so is any other") {
    val bytes = List.tabulate(50)(i => Plain(s"$i", i)).pickle.bytes
    for length <- bytes.indices do refused(BinaryFormat.pickled(bytes.take(length)).unpickle[List[Plain]])
  }
  report(fst, 166)("the bytes of Java's serialization are refused") {
    val out = new ByteArrayOutputStream
    new java.io.ObjectOutputStream(out).writeObject("a")
    refused(BinaryFormat.pickled(out.toByteArray).unpickle[String])
  }
  report(fst, 315)("one pickler in many threads") {
    val value = List.tabulate(100)(i => Plain(s"$i", i))
    val results = (1 to 64).map(_ => value).toArray
    ju.Arrays.parallelSetAll(results, _ => value.pickle.unpickle[List[Plain]])
    assert(results.forall(_ == value))
  }

  // ---- jsoniter-scala

  private val jsoniter = "plokhotnyuk/jsoniter-scala"
  report(jsoniter, 519)("a trait that is not sealed is refused with the word sealed") {
    val errors = typeCheckErrors("Pickler.derived[PublicReportsSuite.Unsealed]").map(_.message).mkString
    assert(errors.contains("sealed"), errors)
  }
  report(jsoniter, 247)("a field of such a trait is named in the error") {
    val errors = typeCheckErrors("Pickler.derived[PublicReportsSuite.UsesUnsealed]").map(_.message).mkString
    assert(errors.contains("UsesUnsealed.one"), errors)
  }
  report(jsoniter, 757)("a recursive family in an object, derived elsewhere") {
    val human: KingDom.Human = KingDom.King("John", List(KingDom.Subject("Joanna")))
    same(human)
  }
  report(jsoniter, 206)("an array of a generic sealed trait") {
    there(Array[Bar[?]](Baz, Qux))(back => assertEquals(back.toList, List[Bar[?]](Baz, Qux)))
  }
  report(jsoniter, 95)("a sealed trait without subclasses does not compile") {
    assert(typeCheckErrors("Pickler.derived[PublicReportsSuite.Childless]").nonEmpty)
  }
  report(jsoniter, 1004)("two covariant type parameters") {
    val all: List[Status[String, Int]] = List(Failed("e"), Fatal("f"), Success(1), Timeout())
    same(all)
  }
  report(jsoniter, 949)("a leaf with a pickler of its own, as its family and alone") {
    same(Pet.Dog("Lassie"): Pet)
    same(Pet.Dog("Lassie"))
    assertEquals(json[Pet](JsonFormat.write[Pet](Pet.Dog("Lassie"))), Pet.Dog("Lassie"))
  }
  report(jsoniter, 937)("a field whose type is a type parameter, bare or wrapped") {
    same(Wrapping(1, Some(1), List(1)))
    same(Wrapping("a", None, List("b")))
  }

  // ---- upickle and ujson

  private val upickle = "com-lihaoyi/upickle"
  report(upickle, 362)("a default is not the value of the object before") {
    assertEquals(json[A]("""{"a":2}"""), A(2))
    assertEquals(json[A]("{}"), A(1))
  }
  report(upickle, 111)("several defaults at once")(assertEquals(json[Defaults]("{}"), Defaults()))
  report(upickle, 628)("a sealed case class without subclasses")(same(ImportType("a")))
  report(upickle, 360)("a default of a renamed field") {
    assertEquals(json[Keyed]("{}"), Keyed(7))
    assertEquals(json[Keyed]("""{"key":8}"""), Keyed(8))
  }
  report(upickle, 181)("defaults of nested classes") {
    assertEquals(json[Outer]("""{"bs":[{}]}"""), Outer(List(Inner(Nil))))
    same(Outer())
  }
  report(upickle, 624)("a companion with an `apply` of another result type")(same(Intersection(Vector(1)): Term))
  report(upickle, 350)("a class of many fields with defaults") {
    assertEquals(json[Huge]("{}"), Huge())
    same(Huge(f30 = 5))
  }
  report(upickle, 263)("a Long above 2^53 keeps all digits") {
    same(Long.MaxValue)
    assertEquals(json[Long]("9007199254740993"), 9007199254740993L)
  }
  report(upickle, 566)("as any JSON value, too") {
    val text = """{"id":6821264719157920773}"""
    assertEquals(JsonFormat.write(json[Json](text)), text)
  }
  report(upickle, 433)("a map whose keys are no texts, and infinite numbers") {
    same(Map(1 -> Double.PositiveInfinity, 2 -> Double.NegativeInfinity))
    same(Map(List(1) -> "a"))
  }
  report(upickle, 154)("a Long that is a number in the text") {
    assertEquals(json[Seq[Post]]("""[{"userId":1,"id":2,"title":"a\nb"}]"""), Seq(Post(1, 2, "a\nb")))
  }

  // ---- circe, tapir, pureconfig, magnolia, phobos

  report("circe/circe", 2190)("a leaf below a sealed trait in the middle")(same(Base.Concrete(): Base))
  report("circe/circe", 2110)("nested families, each leaf by its own name") {
    same(List[Base](Base.Concrete(), Base.Other(1), Base.Last))
  }
  report("circe/circe", 2006)("a value of an Enumeration") {
    there(Visibility.Hidden)(back => assert(back eq Visibility.Hidden))
  }
  report("circe/circe", 662)("a sealed trait whose leaves follow it in the file")(same(Late.Error("x"): Late))
  report("softwaremill/tapir", 4076)("each value of an enum is itself") {
    for side <- Side.values do same(side)
  }
  report("pureconfig/pureconfig", 1776)("values whose names begin with each other's") {
    assertEquals(json[List[Env]]("""["prod","stage","stage1"]"""), List(Env.prod, Env.stage, Env.stage1))
  }
  report("softwaremill/magnolia", 227)("two parameters with defaults")(assertEquals(json[Pair]("{}"), Pair(3, 4)))
  report("Tinkoff/phobos", 281)("case objects that derive, too") {
    same(Foo.A: Foo)
    same(List[Foo](Foo.B, Foo.A))
  }
  report("netvl/picopickle", 1)("a companion with an overloaded `apply`")(same(Overloaded(1, "a")))

  // ---- Fory

  private val fory = "apache/fory"
  report(fory, 1759)("a long list, a map and the list again through one stream") {
    val list = List.tabulate(50_000)(identity)
    val all = (list, list.map(i => s"key$i" -> s"value$i").toMap, list)
    val out = new ByteArrayOutputStream
    all.pickleTo(out)
    assertEquals(
      Pickle.read[(List[Int], Map[String, String], List[Int])](new ByteArrayInputStream(out.toByteArray)),
      all
    )
  }
  report(fory, 2060)("a double from a stream that gives one byte at a time") {
    for format <- formats do
      val bytes = Laws.write(Decimal(0.5), format)
      given PickleFormat = format
      assertEquals(Pickle.read[Decimal](Laws.trickle(bytes)), Decimal(0.5))
  }
  report(fory, 1401)("lists of lists of small immutable lists") {
    same(Data(ju.List.of(ju.List.of(1, 2), ju.List.of(2, 2))))
  }
  report(fory, 1236)("foreign bytes are refused, and are not null") {
    for bytes <- List(Array.empty[Byte], Array[Byte](2), Array.fill[Byte](40)(2)) do
      refused(BinaryFormat.pickled(bytes).unpickle[Plain])
    refused(BinaryFormat.pickled(Array[Byte](-1)).unpickle[Plain])
  }
  report(fory, 1454)("a length that the input does not have takes no memory") {
    val bytes = List(1, 2, 3).pickle.bytes
    for i <- bytes.indices; change <- List(0x7f, 0xff) do
      val forged = bytes.clone
      forged(i) = change.toByte
      Try(BinaryFormat.pickled(forged).unpickle[List[Int]]).failed.foreach(e => assert(e.isInstanceOf[PickleException]))
  }

  // ---- borer

  private val borer = "sirthias/borer"
  report(borer, 610)("a value of more than 4 MiB") {
    val value = List.tabulate(300_000)(i => s"text number $i")
    for format <- List(BinaryFormat, JsonFormat) do
      assertEquals(Laws.read[List[String]](Laws.write(value, format), format), value)
  }
  report(borer, 23)("a companion with an `apply` without parameters")(same(Box("abc")))
  report(borer, 2)("an Array[Int]") {
    there(Array(1, 2, 3, 4))(back => assertEquals(back.toList, List(1, 2, 3, 4)))
  }

  // ---- Jackson

  private val jackson = "FasterXML/jackson-module-scala"
  report(jackson, 184)("a HashMap of Longs in an option") {
    val back = json[Option[HashMap[Long, Long]]](JsonFormat.write(Option(HashMap(1L -> 2L))))
    assertEquals(back.get(1L) + 1L, 3L)
  }
  report(jackson, 62)("a small number in an Option[Long] is a Long") {
    assertEquals(json[Entity]("""{"id":1}""").id.map(_ + Int.MaxValue.toLong), Some(2147483648L))
  }
  report(jackson, 213)("it can be passed as a Long")(assertEquals(json[Entity]("""{"id":1}""").id.get: Long, 1L))
  report(jackson, 241)("a map of Longs has Longs") {
    assertEquals(json[Map[String, Long]]("""{"1":11,"2":22}""").apply("1") + 0L, 11L)
  }
  report(jackson, 347)("a map with Long keys equals itself")(same(Map(1L -> 1L)))
  report(jackson, 459)("a text where an optional number is expected is refused") {
    refused(json[Entity]("""{"id":"xx"}"""))
  }
  report(jackson, 438)("a field with a dash in its name") {
    same(Dashed(Some(3L)))
    assertEquals(json[Dashed]("""{"foo-bar":5}""").`foo-bar`.map(_ + 1L), Some(6L))
  }
  report(jackson, 593)("an IntMap, an immutable LongMap, and a mutable one") {
    same(IntMap(1 -> 2L))
    same(scala.collection.immutable.LongMap(1L -> 2L))
    same(mutable.LongMap(1L -> 2L))
  }
  report("FasterXML/jackson-dataformats-binary", 754)("defaults that a Float does not hold") {
    assertEquals(json[Exact]("{}"), Exact(20000001, 9007199254740993L))
  }

  // ---- Chill

  private val chill = "twitter/chill"
  report(chill, 10)("values of Enumerations in a tuple")(same((Visibility.Shown, 1, Visibility.Hidden)))
  report(chill, 227)("a list that is not empty")(same(List(1, 2, 3)))
  report(chill, 146)("a Range takes a few bytes") {
    assert((1 to 1000: Range).pickle.bytes.length < 30)
    same(1 to 1000: Range)
  }
  report(chill, 327)("a Try is refused when it is compiled") {
    assert(typeCheckErrors("Pickler[scala.util.Try[Int]]").nonEmpty)
  }

  // ---- others

  report("CorfuDB/CorfuDB", 898)("a map of more than 32,767 entries") {
    val map = Map.from((0 until 40_000).map(i => i -> i))
    for format <- List(BinaryFormat, JsonFormat) do
      assertEquals(Laws.read[Map[Int, Int]](Laws.write(map, format), format), map)
  }
  report("Archarithms/bigio", 18)("a collection that its class fills is not doubled") {
    val filled = new Filled
    filled.all += "b"
    there(filled)(back => assertEquals(back.all.toList, List("a", "b")))
  }
  report("corda/corda-runtime-os", 3807)("the entry set of a LinkedHashMap as a set, or a refusal that names it") {
    val set: ju.Set[ju.Map.Entry[String, Int]] = new ju.LinkedHashMap(ju.Map.of("a", 1)).entrySet
    assert(typeCheckErrors("Pickler[ju.Set[ju.Map.Entry[String, Int]]]").nonEmpty)
    assertEquals(set.size, 1)
  }
  report("ultrajson/ultrajson", 224)("integers above 2^64") {
    val big = BigInt("18446744073709551616")
    same(Map("params" -> List(BigInt(1), big)))
    refused(json[List[Long]]("[18446744073709551616]"))
  }
  report("ultrajson/ultrajson", 252)("an integer of 42 digits") {
    val text = "272757895493505930073807329622695606794392"
    assertEquals(JsonFormat.write(json[Json](text)), text)
    same(BigInt(text))
  }
  report("ultrajson/ultrajson", 445)("0.9999999999999996 keeps its digits") {
    assertEquals(JsonFormat.write(0.9999999999999996), "0.9999999999999996")
  }
  report("ultrajson/ultrajson", 691)("half of a surrogate pair is no text") {
    refused(json[String]("\"\\ud800\""))
    refused(json[String]("\"\\udc00\\ud800\""))
  }
  report("zio/zio-json", 1177)("a ListMap keeps its order") {
    there(ListMap("z" -> 1, "a" -> 2, "m" -> 3))(back => assertEquals(back.toList, List("z" -> 1, "a" -> 2, "m" -> 3)))
  }
  report("advantageous/boon", 13)("members of any JSON keep their order") {
    assertEquals(JsonFormat.write(json[Json]("""{"z":1,"a":2,"m":3}""")), """{"z":1,"a":2,"m":3}""")
  }

object PublicReportsSuite:
  final case class Plain(name: String, n: Int) derives Pickler
  final case class Costs(categories: ju.List[Int]) derives Pickler
  object Backwards extends ju.Comparator[String]:
    def compare(a: String, b: String): Int = b.compareTo(a)
  final case class Sorted(x1: String, map: ju.TreeMap[String, String], x2: String)
  object Sorted:
    given ju.Comparator[String] = Backwards
    given Pickler[Sorted] = Pickler.derived
  final case class Two(field1: String | Null, field2: String | Null) derives Pickler
  final case class TwoSwapped(field2: String | Null, field1: String | Null) derives Pickler

  trait Unsealed
  final case class UsesUnsealed(id: String, one: Unsealed)
  object KingDom:
    sealed trait Human
    final case class Subject(name: String) extends Human
    final case class King(name: String, reignOver: Iterable[Human]) extends Human
  given Pickler[KingDom.Human] = Pickler.derived
  sealed trait Bar[A]
  case object Baz extends Bar[Int]
  case object Qux extends Bar[String]
  given Pickler[Bar[?]] = Pickler.derived
  sealed trait Childless
  sealed trait Status[+E, +A] derives Pickler
  final case class Failed[E](error: E) extends Status[E, Nothing]
  final case class Fatal(reason: String) extends Status[Nothing, Nothing]
  final case class Success[A](a: A) extends Status[Nothing, A]
  final case class Timeout() extends Status[Nothing, Nothing]
  sealed trait Pet derives Pickler
  object Pet:
    final case class Dog(name: String) extends Pet derives Pickler
  final case class Wrapping[E](bare: E, option: Option[E], list: List[E]) derives Pickler

  final case class A(a: Int = 1) derives Pickler
  final case class Defaults(asdf: Double = 0.5, qwer: Int = 3) derives Pickler
  sealed case class ImportType(name: String) derives Pickler
  final case class Keyed(@rename("key") a: Int = 7) derives Pickler
  final case class Outer(bs: List[Inner] = Nil) derives Pickler
  final case class Inner(nums: List[Int] = Nil) derives Pickler
  sealed trait Term derives Pickler
  final case class Intersection(xs: Vector[Int]) extends Term
  object Intersection:
    def apply(xs: Vector[Int]): Term = new Intersection(xs)
  final case class Huge(
      f1: Int = 1,
      f2: Int = 2,
      f3: Int = 3,
      f4: Int = 4,
      f5: Int = 5,
      f6: Int = 6,
      f7: Int = 7,
      f8: Int = 8,
      f9: Int = 9,
      f10: Int = 10,
      f11: Int = 11,
      f12: Int = 12,
      f13: Int = 13,
      f14: Int = 14,
      f15: Int = 15,
      f16: Int = 16,
      f17: Int = 17,
      f18: Int = 18,
      f19: Int = 19,
      f20: Int = 20,
      f21: Int = 21,
      f22: Int = 22,
      f23: Int = 23,
      f24: Int = 24,
      f25: Int = 25,
      f26: Int = 26,
      f27: Int = 27,
      f28: Int = 28,
      f29: Int = 29,
      f30: Int = 30
  ) derives Pickler
  final case class Post(userId: Long, id: Long, title: String) derives Pickler

  sealed trait Base derives Pickler
  object Base:
    sealed trait Intermediate extends Base
    final case class Concrete() extends Intermediate
    final case class Other(n: Int) extends Intermediate
    case object Last extends Base
  object Visibility extends Enumeration:
    val Shown, Hidden = Value
  sealed trait Late derives Pickler
  object Late:
    final case class Error(description: String) extends Late
  enum Side derives Pickler:
    case Left, Right, Middle
  enum Env derives Pickler:
    case prod, stage, stage1
  final case class Pair(a: Int = 3, b: Int = 4) derives Pickler
  sealed trait Foo derives Pickler
  object Foo:
    case object A extends Foo derives Pickler
    case object B extends Foo derives Pickler
  final case class Overloaded(a: Int, b: String) derives Pickler
  object Overloaded:
    def apply(a: Int): Overloaded = Overloaded(a, "")
    def apply(b: String): Overloaded = Overloaded(0, b)

  final case class Decimal(value: Double) derives Pickler
  final case class Data(data: ju.List[ju.List[Int]]) derives Pickler
  final case class Box(id: String) derives Pickler
  object Box:
    def apply(): Box = new Box("default")
  final case class Entity(id: Option[Long], name: Option[String] = None) derives Pickler
  final case class Dashed(`foo-bar`: Option[Long]) derives Pickler
  final case class Exact(int: Int = 20000001, long: Long = 9007199254740993L) derives Pickler
  final class Filled(var all: mutable.ArrayBuffer[String] = mutable.ArrayBuffer("a")) derives Pickler
