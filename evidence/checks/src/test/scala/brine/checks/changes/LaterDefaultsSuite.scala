package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.json.{JsonFormat, JsonPickle}
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.Laws

/** Default arguments of later parameter lists, which may be computed from the parameters before. */
class LaterDefaultsSuite extends munit.FunSuite, RoundTrips:
  import LaterDefaultsSuite.*

  def formats: List[PickleFormat] = AllFormats.all

  private def ofJson[A: Pickler](text: String, depth: Int = 512): A =
    given PickleOptions = PickleOptions(limits = Limits(emittedDepth = depth))
    JsonPickle.of(text).unpickle[A]

  test("a missing field gets the default of its parameter list"):
    for depth <- List(512, 0) do
      assertEquals(ofJson[Area]("""{"width":2}""", depth).fields, (2, "m", 4, List(2, 4), "8 m"))
      assertEquals(
        ofJson[Area]("""{"height":5,"width":2,"unit":"in"}""", depth).fields,
        (2, "in", 5, List(2, 5), "10 in")
      )
      assertEquals(ofJson[Area]("""{"label":"x","width":2}""", depth).fields, (2, "m", 4, List(2, 4), "x"))
      assertEquals(ofJson[Held[Int]]("""{"a":1}""", depth).all, List(1))
      assertEquals(ofJson[Line]("""{"length":3}""", depth).text, "---")

  test("a parameter that is not data gets it, too, computed once"):
    for make <- List[Cached => Cached](_.pickle.unpickle[Cached], _ => ofJson[Cached]("""{"a":3}""")) do
      val value = Cached(3)()()
      val before = Cached.computed
      val back = make(value)
      assertEquals((back.a, back.cache, back.longer, back.kept), (3, "c3", "c33", "c3"))
      assertEquals(Cached.computed, before + (if back.kept eq value.kept then 1 else Cached.computed - before))
    there(Cached(4)()())(back => assertEquals((back.cache, back.longer), ("c4", "c44")))

  test("runtime picklers compute it as well"):
    given Pickler[Cached] = RuntimePicklers(AllowList(classOf[Cached])).pickler[Cached]
    val back = Cached(3)()().pickle.unpickle[Cached]
    assertEquals((back.a, back.cache, back.longer, back.kept), (3, "c3", "c33", "c3"))

  test("it fills in the fields that an older class did not have, with every carriage of the shape"):
    val old = Old.Line(3)
    val history = History(Pickler[Old.Line].shape)
    for format <- BinaryFormat :: AllFormats.telling do
      val options = PickleOptions(history = history)
      val bytes = Laws.write(old, format, options)
      assertEquals(Laws.read[Line](bytes, format, options).text, "---")

  test("one that is computed from an object which is still being read is refused"):
    assertEquals(ofJson[Chain]("""{"next":{"next":null,"name":"b"},"name":"a"}""").length, 2)
    val e = intercept[PickleException.CyclicConstruction](ofJson[Chain]("""{"$id":1,"next":{"$ref":1},"name":"a"}"""))
    assert(
      e.getMessage.contains("the default of Chain's 'length' is computed from an object that is itself being read"),
      e.getMessage
    )

object LaterDefaultsSuite:
  final class Area(val width: Int, val unit: String = "m")(val height: Int = width * 2, val both: List[Int] = Nil)(
      val label: String = s"${width * height} $unit"
  ) derives Pickler:
    def fields: (Int, String, Int, List[Int], String) = (width, unit, height, List(width, height), label)

  final class Held[A](val a: A)(val all: List[A] = List(a)) derives Pickler

  final case class Line(length: Int)(val text: String = "-" * length) derives Pickler

  object Old:
    final case class Line(length: Int) derives Pickler

  final class Cached(val a: Int)(@transient val cache: String = Cached.compute(a))(
      @transient val longer: String = cache + a,
      val kept: String = cache
  ) derives Pickler
  object Cached:
    var computed = 0
    def compute(a: Int): String =
      computed += 1
      "c" + a

  final class Chain(var next: Chain, val name: String)(val length: Int = if next == null then 1 else next.length + 1)
      derives Pickler
