package brine.bench

import scala.reflect.ClassTag
import brine.*
import brine.bench.messages.{MessageType, Messages}
import brine.binary.BinaryFormat

class MessagesSuite extends munit.FunSuite:
  private val count = 1000 // of each type

  test("the list has 64 types, each with a separate class") {
    assertEquals(Messages.types.length, 64)
    assertEquals(Messages.types.map(_.name).distinct.length, 64)
    assertEquals(Messages.types.map(_.pickler.shape.fingerprint).distinct.length, 64)
  }

  test("the derived codecs come in the order of the types") {
    assertEquals(Messages.ofEach[ClassTag].map(_.runtimeClass.getSimpleName), Messages.types.map(_.name))
    assertEquals(Messages.schemas.map(_.as), Messages.types.map(_.as))
  }

  private def checkRoundTrips[A](messages: MessageType[A]): Unit =
    given Pickler[A] = messages.pickler
    val all = messages.values(count)
    assert(all.distinct.length > count * 9 / 10, "the values differ")
    assertEquals(messages.values(count), all, "the same seed draws the same values")
    val lengths = all.map { value =>
      val bytes = value.pickle(using summon, BinaryFormat.Bare).bytes
      assertEquals(BinaryFormat.Bare.pickled(bytes).unpickle[A], value)
      bytes.length
    }
    val mean = lengths.sum / count
    assert(mean >= 50 && mean <= 500, s"$mean bytes on average")
    assert(lengths.count(n => n >= 50 && n <= 500) > count * 3 / 4, "most are of 50 to 500 bytes")

  for messages <- Messages.types do
    test(s"${messages.name}: a written value comes back, and has 50 to 500 bytes")(checkRoundTrips(messages))

  test("eight types and more have mostly non-Latin text") {
    val shares = Messages.types.map(t => t.name -> t.values(count).map(nonLatinShare).sum / count)
    assert(shares.count(_._2 > 0.5) >= 8, shares.toString)
  }

  /** The sorts of the characters in a message's strings. Digits, spaces and Latin letters with accents count as Latin.
    */
  private def nonLatinShare(message: Any): Double =
    val characters = texts(message).mkString
    if characters.isEmpty then 0 else characters.count(_ > 0x24f).toDouble / characters.length

  private def texts(part: Any): Vector[String] = part match
    case text: String     => Vector(text)
    case all: Iterable[?] => all.toVector.flatMap(texts)
    case several: Product => several.productIterator.toVector.flatMap(texts)
    case _                => Vector.empty
