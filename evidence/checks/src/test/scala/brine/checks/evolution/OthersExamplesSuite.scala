package brine.checks.evolution

import brine.*
import brine.binary.BinaryFormat
import brine.checks.evolution.OthersExamplesSuite.*
import brine.json.JsonFormat

/** The changes that protobuf's language guide ("Updating A Message Type") and Avro's specification ("Schema
  * Resolution") allow, as classes. Changes that those accept without losing anything are accepted here.
  */
class OthersExamplesSuite extends munit.FunSuite:
  private def becomes[Old: Pickler, New: Pickler](old: Old, expected: New)(using munit.Location): Unit =
    given PickleOptions = PickleOptions(carriage = Carriage.Names)
    assertEquals(old.pickle.unpickle[New], expected)
    assertEquals(old.pickleIn(JsonFormat).unpickle[New], expected)
    val options = PickleOptions(history = History(Pickler[Old].shape))
    assertEquals(old.pickleIn(BinaryFormat.Keyed)(using summon, options).unpickle[New](using summon, options), expected)

  test("protobuf: fields are added and removed, old code reads new messages and new code old ones") {
    becomes(SearchRequest1("q", 2), SearchRequest2("q", 2, 10, Corpus.Universal))
    becomes(SearchRequest2("q", 2, 20, Corpus.Web), SearchRequest1("q", 2))
    becomes(SearchRequest2("q", 2, 20, Corpus.Web), SearchRequest3("q"))
    becomes(SearchRequest3("q"), SearchRequest1("q"))
  }

  test("protobuf: an enum's value that is not known is kept apart") {
    becomes(Request[Corpus2](Corpus2.News), Request[Corpus](Corpus.Unspecified))
    becomes(Request[Corpus](Corpus.Web), Request[Corpus2](Corpus2.Web))
  }

  test("protobuf: int32 becomes int64, a message's field optional, a oneof gets another case") {
    becomes(Counter1(-5), Counter2(-5L))
    becomes(Sample1(Result("u", "t")), Sample2(Some(Result2("u", "t", Nil))))
    becomes[Test1, Test2](Test1.Name("n"), Test2.Name("n"))
    becomes[Test1, Test2](Test1.SubMessage(3), Test2.SubMessage(3))
  }

  test("protobuf: a singular field becomes repeated") {
    given PickleOptions = PickleOptions(carriage = Carriage.Names)
    assertEquals(One("x").pickle.unpickle[Repeated], Repeated(List("x")))
    assertEquals(Union(Some("x")).pickle.unpickle[Repeated], Repeated(List("x")))
    assertEquals(Union(None).pickle.unpickle[Repeated], Repeated(Nil))
  }

  test("Avro: a record's fields are matched by name, in any order, with aliases and defaults") {
    becomes(User1("Ada", 256, "red"), User2(None, "Ada", 256L, 0))
    becomes(LongList(1, Some(LongList(2, None))), LinkedLongs(1, Some(LinkedLongs(2, None))))
  }

  test("Avro: promotions that lose nothing; a value becomes a union; arrays and maps by their elements") {
    becomes(Numbers1(1, 2, 1.5f, List(1), Map("a" -> 2)), Numbers2(1L, 2.0, 1.5, Vector(1L), Map("a" -> 2.0)))
    becomes(One("x"), Union(Some("x")))
  }

  test("Avro: an enum's default replaces symbols that the reader does not have") {
    becomes[List[Suit2], List[Suit1]](List(Suit2.Joker, Suit2.Spades), List(Suit1.Hearts, Suit1.Spades))
  }

object OthersExamplesSuite:
  enum Corpus derives Pickler:
    @fallback case Unspecified
    case Universal, Web
  enum Corpus2 derives Pickler:
    case Unspecified, Universal, Web, News
  final case class Request[C](corpus: C) derives Pickler
  final case class SearchRequest1(query: String, pageNumber: Int = 0) derives Pickler
  final case class SearchRequest2(
      query: String,
      pageNumber: Int,
      resultsPerPage: Int = 10,
      corpus: Corpus = Corpus.Universal
  ) derives Pickler
  final case class SearchRequest3(query: String) derives Pickler
  final case class Counter1(value: Int) derives Pickler
  final case class Counter2(value: Long) derives Pickler
  final case class Result(url: String, title: String) derives Pickler
  final case class Result2(url: String, title: String, snippets: List[String]) derives Pickler
  final case class Sample1(result: Result) derives Pickler
  final case class Sample2(result: Option[Result2]) derives Pickler
  enum Test1 derives Pickler:
    case Name(value: String)
    case SubMessage(value: Int)
  enum Test2 derives Pickler:
    case SubMessage(value: Long)
    case Name(value: String)
    case Other(flag: Boolean)

  final case class User1(name: String, favoriteNumber: Int, favoriteColor: String) derives Pickler
  final case class User2(mail: Option[String], @alias("name") fullName: String, favoriteNumber: Long, logins: Int = 0)
      derives Pickler
  final case class LongList(value: Long, next: Option[LongList]) derives Pickler
  final case class LinkedLongs(value: Long, next: Option[LinkedLongs]) derives Pickler
  final case class Numbers1(a: Int, b: Int, c: Float, array: List[Int], map: Map[String, Int]) derives Pickler
  final case class Numbers2(a: Long, b: Double, c: Double, array: Vector[Long], map: Map[String, Double])
      derives Pickler
  final case class One(value: String) derives Pickler
  final case class Union(value: Option[String]) derives Pickler
  final case class Repeated(value: List[String]) derives Pickler
  enum Suit1 derives Pickler:
    case Spades
    @fallback case Hearts
  enum Suit2 derives Pickler:
    case Spades, Hearts, Joker
