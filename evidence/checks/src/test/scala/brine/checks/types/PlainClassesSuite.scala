package brine.checks

import scala.collection.immutable.SortedSet
import scala.collection.mutable
import brine.*
import brine.binary.BinaryFormat
import brine.testkit.Laws

/** The macro emits little for plain case classes: their own methods take them apart and make them. Classes that are not
  * quite plain, whose methods would give another result, are detected.
  */
class PlainClassesSuite extends munit.FunSuite, RoundTrips:
  import PlainClassesSuite.*

  def formats: List[PickleFormat] = AllFormats.all

  test("plain") {
    inAllBackEnds(Plain(1, 2.5, 'c', "text", Some(3), null))
    inAllBackEnds(Generic(List("a"), Map("b" -> List("c"))))
    inAllBackEnds(Closed.of(1, Some(2L)))
  }

  test("collections, of scalars and of types with separate picklers") {
    inAllBackEnds(
      Collections(
        List("a", null),
        Vector(1, -1, 1 << 20),
        Set(1.5),
        Map("k" -> 1L, "l" -> 2L),
        Map(1 -> Plain(1, 2, 'd', "e", None, null), 2 -> null),
        Vector(Plain(3, 4, 'f', null, None, List(true)), null),
        mutable.ArrayBuffer("x"),
        mutable.HashMap("y" -> 'z'),
        List((), ()),
        Set(null)
      )
    )
    inAllBackEnds(Collections(null, null, null, null, null, null, null, null, null, null))
    inAllBackEnds(Collections(
      Nil,
      Vector(),
      Set(),
      Map(),
      Map(),
      Vector(),
      mutable.ArrayBuffer(),
      mutable.HashMap(),
      Nil,
      Set()
    ))
  }

  test("a collection that is shared comes back as one") {
    val buffer = mutable.ArrayBuffer("x")
    val value = Shared(buffer, buffer)
    for format <- BinaryFormat :: AllFormats.telling do
      val back = Laws.read[Shared](Laws.write(value, format), format)
      assert(back.a eq back.b)
      assertEquals(back, value)
  }

  test("not quite plain: custom methods, variables, defaults, orders, a local companion") {
    inAllBackEnds(OwnElements(1, "a"))
    inAllBackEnds(OwnMirror(2, "b"))
    inAllBackEnds(Changing(3, "c"))
    inAllBackEnds(WithDefault(4))
    inAllBackEnds(Sorted(SortedSet(3, 1, 2), Array("d", null)))
    final case class Local(a: Int, b: String)
    given Pickler[Local] = Pickler.derived
    inAllBackEnds(Local(5, "e"))
  }

  test("a failure in a collection names the place") {
    val wide = Collections(List("a"), null, null, Map("k" -> 1L, "lm" -> 2L), null, null, null, null, null, null)
    val bytes = Laws.write(wide, BinaryFormat.Bare)
    val paths = bytes.indices.map(n =>
      intercept[PickleException](Laws.read[Collections](bytes.take(n), BinaryFormat.Bare)).path
    ).distinct
    for path <-
        List("$.strings[0]", "$.numbers.keys[0]", "$.numbers.values[0]", "$.numbers.keys[1]", "$.numbers.values[1]")
    do
      assert(paths.contains(path), s"$path is not among $paths")
  }

object PlainClassesSuite:
  final case class Plain(int: Int, double: Double, char: Char, text: String, option: Option[Int], list: List[Boolean])
      derives Pickler

  final case class Generic[A](a: A, all: Map[String, A]) derives Pickler

  final case class Closed private (a: Int, b: Option[Long])
  object Closed:
    def of(a: Int, b: Option[Long]): Closed = new Closed(a, b)
    given Pickler[Closed] = Pickler.derived

  final case class Collections(
      strings: List[String],
      ints: Vector[Int],
      doubles: Set[Double],
      numbers: Map[String, Long],
      plains: Map[Int, Plain],
      all: Vector[Plain],
      buffer: mutable.ArrayBuffer[String],
      table: mutable.HashMap[String, Char],
      units: List[Unit],
      texts: Set[String]
  ) derives Pickler

  final case class Shared(a: mutable.ArrayBuffer[String], b: mutable.ArrayBuffer[String]) derives Pickler

  final case class OwnElements(a: Int, b: String) derives Pickler:
    override def productElement(n: Int): Any = "another"

  final case class OwnMirror(a: Int, b: String)
  object OwnMirror:
    def fromProduct(p: Product): OwnMirror = new OwnMirror(0, "another")
    given Pickler[OwnMirror] = Pickler.derived

  final case class Changing(var a: Int, b: String) derives Pickler
  final case class WithDefault(a: Int, b: String = "default") derives Pickler
  final case class Sorted(set: SortedSet[Int], array: Array[String]) derives Pickler:
    override def equals(other: Any): Boolean = other match
      case that: Sorted => that.set == set && that.array.sameElements(array)
      case _            => false
