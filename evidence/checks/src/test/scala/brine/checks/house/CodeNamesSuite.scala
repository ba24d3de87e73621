package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.testkit.Laws

/** Classes and functions come back by name, from the names that the read has, and from nowhere else. */
class CodeNamesSuite extends munit.FunSuite:
  import CodeNamesSuite.*

  private val isEven: Int => Boolean = _ % 2 == 0
  private val lower: String => String = _.toLowerCase
  private val code = tests("even" -> isEven, "positive" -> Positive) ++ changes("lower" -> lower) ++ CodeNames.classes(
    classOf[Filter],
    classOf[String]
  )
  private val knowing = PickleOptions(code = code)

  private val value = List(
    Filter("a", isEven, lower, classOf[Filter]),
    Filter("b", Positive, null, classOf[String]),
    Filter("c", isEven, lower, null)
  )

  for format <- BinaryFormat :: AllFormats.telling do
    test(s"functions and classes come back as the same instance, in $format") {
      val back = Laws.read[List[Filter]](Laws.write(value, format, knowing), format, knowing)
      for (b, v) <- back.zip(value) do
        assert((b.test eq v.test) && (b.change eq v.change) && (b.of eq v.of), b.name)
    }

    test(s"a value without a name is neither written nor read, in $format") {
      val text = Laws.write(value, format, knowing)
      def refused(options: PickleOptions) =
        intercept[PickleException.UnknownCode](Laws.read[List[Filter]](text, format, options))
      val none = refused(PickleOptions.Default)
      assert(none.getMessage.contains("names a Test 'even', and this read knows none"), none.getMessage)
      assertEquals(none.path, "$[0].test")
      val others = refused(PickleOptions(code = tests("odd" -> isEven, "positive" -> Positive)))
      assert(others.getMessage.contains("only odd, positive"), others.getMessage)
      val wrong =
        intercept[PickleException.UnknownCode](Laws.write(List(Filter("a", _ > 7, lower, null)), format, knowing))
      assert(
        wrong.getMessage.contains("this Test, ") && wrong.getMessage.contains("has no name to be written by"),
        wrong.getMessage
      )
      val other = intercept[PickleException.UnknownCode](Laws.write(
        List(Filter("a", isEven, lower, classOf[Thread])),
        format,
        knowing
      ))
      assert(other.getMessage.contains("this Class, java.lang.Thread, has no name"), other.getMessage)
    }

  test("a name of one kind is not a name of another: no function of another type is called") {
    val text = Laws.write(value.take(1), BinaryFormat, knowing)
    val e = intercept[PickleException.UnknownCode] {
      val swapped = tests("lower" -> isEven) ++ changes("even" -> lower) ++ CodeNames.classes(classOf[Filter])
      Laws.read[List[Filter]](text, BinaryFormat, PickleOptions(code = swapped))
    }
    assert(e.getMessage.contains("only lower"), e.getMessage)
  }

  test("no class is loaded because a pickle names it") {
    val json = """[{"name":"a","test":"positive","change":null,"of":"brine.checks.CodeNamesSuite$Trap$"}]"""
    intercept[PickleException.UnknownCode](JsonFormat.pickled(json.getBytes).unpickle[List[Filter]](using
      summon,
      knowing
    ))
    assert(!loaded)
  }

  test("a digest of the class file goes with the name on request, and a reader that requests it must find it") {
    val checked =
      PickleOptions(code = (tests("positive" -> Positive) ++ CodeNames.classes(classOf[Filter])).withDigests)
    val plain = PickleOptions(code = tests("positive" -> Positive) ++ CodeNames.classes(classOf[Filter]))
    val filter = Filter("a", Positive, null, classOf[Filter])
    for format <- BinaryFormat :: AllFormats.telling do
      val text = Laws.write(filter, format, checked)
      assert(Laws.read[Filter](text, format, checked).test eq Positive)
      assert(Laws.read[Filter](text, format, plain).test eq Positive, "nobody asked")
      val e =
        intercept[PickleException.OtherCode](Laws.read[Filter](Laws.write(filter, format, plain), format, checked))
      assert(e.getMessage.contains("the Test 'positive' was written without a digest"), e.getMessage)
    val text = new String(Laws.write(filter, JsonFormat, checked))
    val digest = "positive#([0-9a-f]{64})".r.findFirstMatchIn(text).getOrElse(fail(text)).group(1)
    val changed = text.replace(digest, digest.reverse)
    val e =
      intercept[PickleException.OtherCode](JsonFormat.pickled(changed.getBytes).unpickle[Filter](using summon, checked))
    assertEquals((e.found, e.expected), (digest.reverse, digest))
  }

  test("a lambda has no class file, so it has no digest") {
    val checked = PickleOptions(code = code.withDigests)
    val e = intercept[PickleException.UnknownCode](Laws.write(value, BinaryFormat, checked))
    assert(e.getMessage.contains("make a lambda an `object`"), e.getMessage)
  }

  test("two of one name, two names of one, a name with a digest's sign") {
    intercept[IllegalArgumentException](tests("a" -> isEven, "a" -> Positive))
    intercept[IllegalArgumentException](tests("a" -> isEven) ++ tests("a" -> Positive))
    intercept[IllegalArgumentException](tests("a" -> isEven, "b" -> isEven))
    intercept[IllegalArgumentException](tests("a#" -> isEven))
  }

object CodeNamesSuite:
  val tests: CodeNames[Int => Boolean] = CodeNames[Int => Boolean]("Test")
  val changes: CodeNames[String => String] = CodeNames[String => String]("Change")

  given testPickler: Pickler[Int => Boolean] = tests.pickler
  given changePickler: Pickler[String => String] = changes.pickler
  given classPickler: Pickler[Class[?]] = CodeNames.classes.pickler

  final case class Filter(name: String, test: Int => Boolean, change: String => String, of: Class[?]) derives Pickler

  object Positive extends (Int => Boolean):
    def apply(n: Int): Boolean = n > 0

  var loaded = false
  object Trap:
    loaded = true
