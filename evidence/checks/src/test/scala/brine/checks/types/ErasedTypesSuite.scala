package brine.checks

import brine.*
import brine.combine.imap
import brine.json.JsonFormat
import brine.testkit.Laws

/** Fields whose type the JVM does not know: of value classes, and arrays of opaque types over primitives. */
class ErasedTypesSuite extends munit.FunSuite:
  import ErasedTypesSuite.*

  private val allOptions =
    for depth <- List(0, 1, Limits.Default.emittedDepth); sharing <- List(Sharing.Tracked, Sharing.All)
    yield PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))

  private def each[A: Pickler](value: A)(check: A => Unit): Unit =
    for format <- AllFormats.all; options <- allOptions do
      check(Laws.read[A](Laws.write(value, format, options), format, options))
    check(value.deepCopy)

  test("a variable of a value class in a ring comes back"):
    val first = new Ring(1, null, Grams(2), Name("a"), Nil)
    first.next = new Ring(2, first, Grams(3), Name("b"), List(first))
    each(first) { back =>
      assert(back.next.next eq back)
      assertEquals(List(back.weight.value, back.next.weight.value), List(2f, 3f))
      assertEquals(List(back.name.text, back.next.name.text), List("a", "b"))
    }

  test("null is no value of a value class, whose number would be a zero"):
    for (text, path) <- List("null" -> "$.weight", "7" -> "") do
      val ring =
        s"""{"n":1,"next":null,"weight":{"value":2},"name":{"text":"a"},"all":[]}""".replace("{\"value\":2}", text)
      val parts = s"""{"a":{"value":1},"n":1,"weight":$text}"""
      for read <- List(() => json[Ring](ring), () => json[Parts](parts), () => json[Later](parts)) do
        val e = intercept[PickleException](read())
        if path.nonEmpty then assertEquals((e.getClass.getSimpleName, e.path), ("NullValue", path))

  private def json[A: Pickler](text: String): Any = JsonFormat.pickled(text.getBytes).unpickle[A]

  test("arrays of an opaque type over a primitive come back"):
    val value = Arrays(Array(Code('a'), Code('b')), Some(Array(Code('c'))), Array(Array(Code('d'))), null)
    each(value.copy(next = value)) { back =>
      assertEquals(back.codes.map(Code.char).mkString, "ab")
      assertEquals(back.some.get.map(Code.char).mkString, "c")
      assertEquals(back.all.map(_.map(Code.char).mkString).mkString, "d")
    }
    each(value.codes)(back => assertEquals(back.map(Code.char).mkString, "ab"))

object ErasedTypesSuite:
  final case class Grams(value: Float) extends AnyVal derives Pickler
  final case class Name(text: String) extends AnyVal derives Pickler
  final class Ring(val n: Int, var next: Ring, var weight: Grams, var name: Name, var all: List[Ring]) derives Pickler
  final case class Parts(a: Grams, n: Int, weight: Grams) derives Pickler
  final case class Later(a: Grams, n: Int) derives Pickler:
    var weight: Grams = Grams(0)
  final case class Arrays(codes: Array[Code], some: Option[Array[Code]], all: Array[Array[Code]], next: Arrays)
      derives Pickler

  opaque type Code = Char
  object Code:
    def apply(char: Char): Code = char
    def char(code: Code): Char = code
    given Pickler[Code] = Pickler.char.imap[Code](char => char)(code => code)
