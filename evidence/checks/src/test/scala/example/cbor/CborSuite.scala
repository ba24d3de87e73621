package example.cbor

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.dataformat.cbor.CBORFactory
import org.scalacheck.Gen
import org.scalacheck.Prop.forAll
import brine.*
import brine.json.JsonFormat
import brine.testkit.{FormatLaws, Laws}

/** The laws that every format keeps, and the results of another implementation of CBOR. */
class CborSuite extends FormatLaws:
  def format: PickleFormat = CborFormat

  private val cbor = new ObjectMapper(new CBORFactory)
  private val json = new ObjectMapper

  /** By Brine's JSON, which has the same form for the content of an [[Order]]. */
  private def tree[A: Pickler](value: A): JsonNode = json.readTree(Laws.write(value, JsonFormat))

  private val orders: Gen[List[Order]] = Gen.listOf(
    for
      id <- Gen.long
      customer <- Gen.oneOf(Gen.const(null), Gen.asciiPrintableStr, Gen.stringOf(Gen.oneOf('a', 'ß', '日', '\u0000')))
      lines <- Gen.listOf(Gen.zip(Gen.alphaStr, Gen.choose(-1000, 100_000), Gen.double).map((name, n, price) =>
        Line(name, n, price)
      ))
      notes <- Gen.mapOf(Gen.zip(Gen.alphaStr, Gen.choose(Int.MinValue, Int.MaxValue)))
    yield Order(id, customer, lines, notes, id % 2 == 0, if id % 3 == 0 then State.Open else State.Paid)
  )

  property("Jackson reads Brine's output") {
    forAll(orders)(all => assertEquals(cbor.readTree(Laws.write(all, CborFormat)), tree(all)))
  }

  property("Brine reads Jackson's output, with lengths that are not given beforehand") {
    forAll(orders)(all => assertEquals(Laws.read[List[Order]](cbor.writeValueAsBytes(tree(all)), CborFormat), all))
  }

  test("examples of RFC 8949, appendix A") {
    def hex(bytes: Array[Byte]): String = bytes.map(b => f"$b%02x").mkString
    def reads[A: Pickler](bytes: String, value: A): Unit =
      assertEquals(Laws.read[A](java.util.HexFormat.of.parseHex(bytes), CborFormat), value, bytes)
    def both[A: Pickler](value: A, bytes: String): Unit =
      assertEquals(hex(Laws.write(value, CborFormat)), bytes)
      reads(bytes, value)
    both(23, "17")
    both(24, "1818")
    both(1000, "1903e8")
    both(1_000_000, "1a000f4240")
    both(1_000_000_000_000L, "1b000000e8d4a51000")
    both(-1, "20")
    both(-1000, "3903e7")
    both(1.1, "fb3ff199999999999a")
    both(100000.0f, "fa47c35000")
    both(true, "f5")
    both("", "60")
    both("ü", "62c3bc")
    both("水", "63e6b0b4")
    both(List(1, 2, 3), "83010203")
    both(Map("a" -> "A", "b" -> "B"), "a26161614161626142")
    reads("9f0102ff", List(1, 2))
    reads("bf616101616202ff", Map("a" -> 1, "b" -> 2))
  }

  test("the registered tags for shared values") {
    val node = new Loop(null)
    node.next = node
    val bytes = Laws.write(node, CborFormat)
    assertEquals(bytes.map(b => f"$b%02x").mkString(" "), "d8 1c a1 64 6e 65 78 74 d8 1d 00")
  }

  test("an array of a subtype, which this format cannot represent, is refused") {
    val card = Card(Array(Firm("a")).asInstanceOf[Array[Payer]])
    val e = intercept[PickleException.UnexpectedClass](Laws.write(card, CborFormat))
    assert(
      e.getMessage.contains("Array[Payer] met a Firm[]: this format cannot write the class of an array. Copy it"),
      e.getMessage
    )
  }

final case class Card(holder: Array[Payer]) derives Pickler
sealed trait Payer derives Pickler
final case class Firm(name: String) extends Payer

final case class Line(name: String, count: Int, price: Double) derives Pickler
final case class Order(
    id: Long,
    customer: String,
    lines: List[Line],
    notes: Map[String, Int],
    isPaid: Boolean,
    state: State
) derives Pickler
enum State derives Pickler:
  case Open, Paid
final class Loop(var next: Loop) derives Pickler
