package brine.testkit

import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import brine.*
import brine.testkit.corpus.*
import brine.testkit.Generators.given

/** A suite for the author of a format: the laws on every kind of type, and the further duties of a format.
  * {{{
  * class CborSuite extends FormatLaws:
  *   def format = CborFormat
  * }}}
  */
trait FormatLaws extends PicklerLaws:
  def format: PickleFormat

  /** The separator of two values in one stream, for formats whose numbers would run together. */
  def separator: Array[Byte] = Array.emptyByteArray

  /** How deep to nest; less for a format whose size grows with the square of it, by indentation. */
  def depth: Int = 20_000

  /** The values that the laws run over; one may add to them. */
  def corpus: List[Sample[?]] = Corpus.all

  override def formats: List[PickleFormat] = List(format)

  private def onCorpus(claim: String)(law: [A] => (A, Pickler[A]) => Unit): Unit =
    test(claim) {
      for sample <- corpus do
        try law(sample.value, sample.pickler)
        catch case e: Throwable => throw new AssertionError(s"${sample.name}: ${e.getMessage}", e)
    }

  onCorpus("a written value comes back")([A] => (value: A, p: Pickler[A]) => Laws.roundTrip(value, format)(using p))
  onCorpus("exactly the written bytes are read") {
    [A] => (value: A, p: Pickler[A]) => Laws.readsExactlyWhatItWrote(value, format)(using p)
  }
  onCorpus("the same value gives the same bytes")([A] =>
    (value: A, p: Pickler[A]) => Laws.isDeterministic(value, format)(using p))
  onCorpus("all back ends agree")([A] => (value: A, p: Pickler[A]) => Laws.backEndsAgree(value, format)(using p))
  onCorpus("sharing comes back")([A] => (value: A, p: Pickler[A]) => Laws.sharingComesBack(value, format)(using p))
  onCorpus("streams, channels and buffers give the same value") {
    [A] => (value: A, p: Pickler[A]) => Laws.everySourceAgrees(value, format)(using p)
  }
  onCorpus("cut anywhere, a pickle is refused or a value")([A] =>
    (value: A, p: Pickler[A]) => Laws.truncationIsSafe(value, format)(using p))
  onCorpus("with any bit flipped, a pickle is refused or a value")([A] =>
    (value: A, p: Pickler[A]) => Laws.bitFlipsAreSafe(value, format)(using p))

  obeysLaws[Everything]("everything")
  obeysLaws[Tree]("a sealed family", summon[org.scalacheck.Arbitrary[Tree]].arbitrary)
  obeysLaws[Expr[String]]("a generic enum")
  obeysLaws[List[Cell]]("mutable objects")
  obeysLaws[Friend]("cycles through lists")
  obeysLaws[Map[Option[String], Vector[List[Char]]]]("nested collections")

  test("many values in one stream come back one by one, and then it ends") {
    given PickleFormat = format
    val values = List(Person("a", 1), Person(null, -1), Person("日", Int.MaxValue))
    val out = new ByteArrayOutputStream
    for v <- values do
      v.pickleTo(out)
      out.write(separator)
    assertEquals(Pickle.readAll[Person](new ByteArrayInputStream(out.toByteArray)).toList, values)
    assertEquals(Pickle.readAll[Person](Laws.trickle(out.toByteArray)).toList, values)
    assertEquals(Pickle.readAll[Person](new ByteArrayInputStream(Array.emptyByteArray)).toList, List.empty[Person])
  }

  test("a stream that ends in the middle of a value is reported, not taken for its end") {
    given PickleFormat = format
    val bytes = Person("a", 1).pickle.bytes
    val all = Pickle.readAll[Person](new ByteArrayInputStream(bytes ++ separator ++ bytes.dropRight(1)))
    assertEquals(all.next(), Person("a", 1))
    assert(all.hasNext)
    intercept[PickleException](all.next())
  }

  test("a long chain and a deep tree need no more stack than short ones") {
    Laws.onSmallStack {
      val chain = Laws.read[Chain](Laws.write(Corpus.chain(depth), format), format)
      assertEquals(Iterator.iterate(chain)(_.tail).takeWhile(_ != null).size, depth)
      val rose = Laws.read[Rose](Laws.write(Corpus.rose(depth), format), format)
      assertEquals(Iterator.iterate(rose)(_.children.headOption.orNull).takeWhile(_ != null).size, depth + 1)
    }
  }

  test("an output limit is kept") {
    val limited = PickleOptions(limits = Limits(maxOutputBytes = 100))
    val e = intercept[PickleException.LimitExceeded](Laws.write(List.tabulate(1000)(_.toString), format, limited))
    assert(e.getMessage.contains("maxOutputBytes"), e.getMessage)
  }
