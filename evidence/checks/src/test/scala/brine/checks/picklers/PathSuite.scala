package brine.checks

import scala.collection.immutable.ListMap
import brine.*
import brine.binary.{BarePickle, BinaryFormat}
import brine.combine.imap
import brine.json.{JsonFormat, JsonPickle}
import brine.testkit.Laws
import brine.testkit.corpus.Awkward

/** Every failure gives the path from the root, when writing and when reading, through every kind of value. */
class PathSuite extends munit.FunSuite:
  private val depths = List(Limits.Default.emittedDepth, 0, 1, 2, 3)

  /** JSON has the keys of maps that are objects. */
  private def inFormat(path: String, format: PickleFormat): String =
    if format != JsonFormat then path
    else path.replace("$.map.values[1]", "$.map[\"b\"]").replace("$.values[0]", "$[\"k\"]")

  private def pathsOfWriting[A: Pickler](value: A)(path: String)(using munit.Location): Unit =
    for format <- AllFormats.all; depth <- depths do
      val e =
        intercept[PickleException](Laws.write(value, format, PickleOptions(limits = Limits(emittedDepth = depth))))
      assertEquals(e.path, inFormat(path, format), s"$format, emittedDepth = $depth: ${e.getMessage}")
      assert(e.getMessage.startsWith(s"at ${inFormat(path, format)}: "), e.getMessage)

  /** The writable part of the value is written, and the value is refused when it is read. */
  private def pathsOfReading[A: Pickler](value: A)(path: String)(using munit.Location): Unit =
    for format <- AllFormats.all; depth <- depths do
      val bytes = Laws.write(value, format)
      val e =
        intercept[PickleException](Laws.read[A](bytes, format, PickleOptions(limits = Limits(emittedDepth = depth))))
      assertEquals(e.path, inFormat(path, format), s"$format, emittedDepth = $depth: ${e.getMessage}")
      assert(e.offset >= 0 && e.offset <= bytes.length, s"$format: offset ${e.offset} of ${bytes.length}")

  private val bad = Title("bad")
  private val worse = Title("worse")
  private def page(title: Title) = Page(title, 1)

  test("a place as a JSON Pointer"):
    def pointer[A: Pickler](text: String): String = intercept[PickleException](JsonFormat.read[A](text)).pointer
    assertEquals(pointer[Map[String, List[Int]]]("{\"/a~/{b}\":[1,\"x\"]}"), "/~1a~0~1{b}/1")
    assertEquals(pointer[Map[String, Int]]("{\"a\\\"b\\\\c]\":true}"), "/a\"b\\c]")
    assertEquals(pointer[Map[Int, Int]]("{\"7\":\"x\"}"), "/7")
    assertEquals(pointer[Map[List[Int], Int]]("[[[1],2],[[2],\"x\"]]"), "/1/1")
    assertEquals(pointer[Map[Int, Int]]("{\"x\":1}"), "")
    assertEquals(pointer[Int]("true"), "")

  for (claim, title, check) <- List(
      ("writing", bad, [A] => (value: A, p: Pickler[A], path: String) => pathsOfWriting(value)(path)(using p)),
      ("reading", worse, [A] => (value: A, p: Pickler[A], path: String) => pathsOfReading(value)(path)(using p))
    )
  do
    def at[A](value: A)(path: String)(using p: Pickler[A]): Unit = check(value, p, path)

    test(s"$claim: a field of an element of a field") {
      at(Book("b", List(page(Title("a")), page(Title("b")), page(Title("c")), page(title))))("$.pages[3].title")
    }
    test(s"$claim: through an option")(at(Shelf(Some(page(title)), ListMap(), null, null))("$.option.title"))
    test(s"$claim: through an array")(at(Shelf(None, ListMap(), Array(null, page(title)), null))("$.array[1].title"))
    test(s"$claim: through a map's value") {
      at(Shelf(None, ListMap("a" -> page(Title("x")), "b" -> page(title)), null, null))("$.map.values[1].title")
    }
    test(s"$claim: through a sealed family")(at(Shelf(
      None,
      ListMap(),
      null,
      Medium.Bound(Book("b", List(page(title))))
    ))("$.medium.book.pages[0].title"))
    test(s"$claim: at the root of a collection")(at(List(page(Title("a")), page(title)))("$[1].title"))
    test(s"$claim: at the root of a map")(at(Map("k" -> page(title)))("$.values[0].title"))
    test(s"$claim: the root itself")(at(title)("$"))
    test(s"$claim: beyond the depth of emitted code") {
      var nested = Nest(title, null)
      for _ <- 1 to 5 do nested = Nest(Title("x"), nested)
      at(nested)("$.next.next.next.next.next.title")
    }
    test(s"$claim: of a path of thousands of segments, the first and the last") {
      var nested = Nest(title, null)
      for _ <- 1 to 5000 do nested = Nest(Title("x"), nested)
      val options = PickleOptions()
      val e = intercept[PickleException] {
        Laws.read[Nest](Laws.write(nested, BinaryFormat, options), BinaryFormat, options)
      }
      assert(e.path.startsWith("$.next.next."), e.path)
      assert(e.path.endsWith(".next.title"), e.path)
      assert(e.path.contains("…") && e.path.length < 2000, e.path)
    }

  test("the path distinguishes a map's key from its value") {
    val e = intercept[PickleException](Laws.write(ListMap(bad -> 1), BinaryFormat))
    assertEquals(e.path, "$.keys[0]")
  }

  test("a read says at which byte") {
    val bytes = Laws.write(Book("b", List(page(Title("a")))), BinaryFormat.Bare)
    // The last byte is the page's number: an Int that never ends.
    val e = intercept[PickleException.Truncated](new BarePickle(bytes.dropRight(1) :+ 0x80.toByte).unpickle[Book])
    assertEquals(e.path, "$.pages[0].number")
    assertEquals(e.offset, bytes.length.toLong)
    val json = """{"name":"b","pages":[{"title":"a","number":"one"}]}"""
    val f = intercept[PickleException](JsonPickle.of(json).unpickle[Book])
    assertEquals(f.path, "$.pages[0].number")
    assert(f.offset >= json.indexOf("\"one\"") && f.offset <= json.indexOf("one") + 1, f.offset)
    assert(f.getMessage.startsWith(s"at $$.pages[0].number, byte ${f.offset}: "), f.getMessage)
  }

  test("a null where a class cannot have one, an unexpected subclass: the path says where") {
    pathsOfWriting(Book("b", List(new SpecialPage)))("$.pages[0]")
  }

  test("an accessor that fails, a value of another class behind a type parameter: the path says which field") {
    pathsOfWriting(Party(new Awkward.Shy("Ann", 7), null))("$.guest.age")
    pathsOfWriting(Party(null, Worn(1, 2).asInstanceOf[Worn[String]]))("$.worn.second")
  }

/** `bad` cannot be written, `worse` cannot be read. */
final case class Title(text: String)
object Title:
  given Pickler[Title] = Pickler[String].imap { text =>
    if text == "worse" then throw new IllegalArgumentException(text)
    Title(text)
  } { title =>
    if title.text == "bad" then throw new IllegalArgumentException("bad")
    title.text
  }

class Page(val title: Title, val number: Int) derives Pickler
final class SpecialPage extends Page(Title("s"), 0)
final case class Book(name: String, pages: List[Page]) derives Pickler

enum Medium derives Pickler:
  case Bound(book: Book)
  case Lost

final case class Shelf(option: Option[Page], map: ListMap[String, Page], array: Array[Page], medium: Medium)
    derives Pickler
final case class Nest(title: Title, next: Nest) derives Pickler

final case class Worn[A](number: Int, second: A) derives Pickler
final case class Party(guest: Awkward.Shy, worn: Worn[String])
object Party:
  given Pickler[Awkward.Shy] = Pickler.derived
  given Pickler[Party] = Pickler.derived
