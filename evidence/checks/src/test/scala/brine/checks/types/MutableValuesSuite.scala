package brine.checks

import java.nio.ByteBuffer
import java.util.{BitSet, Date}
import scala.collection.mutable
import brine.*
import brine.binary.BinaryFormat
import brine.binary.ShapeTable
import brine.shape.ShapeText
import brine.graph.{Graph, GraphFormat}
import brine.json.{JsonFormat, JsonPickle}
import brine.region.Region
import brine.testkit.Laws
import MutableValuesSuite.*

/** The standard values that can change keep their identity. */
class MutableValuesSuite extends munit.FunSuite:
  private val formats = AllFormats.all

  /** The results, by each format and back end. */
  private def everyWay[A: Pickler](value: A)(check: A => Unit): Unit =
    for
      format <- formats; depth <- List(Limits.Default.emittedDepth, 0, 2); sharing <- List(Sharing.Tracked, Sharing.All)
    do
      val options = PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))
      val back = Laws.read[A](Laws.write(value, format, options), format, options)
      try check(back)
      catch
        case e: Throwable => throw new AssertionError(s"$format, emittedDepth = $depth, $sharing: ${e.getMessage}", e)

  private def keepsIdentity[A <: AnyRef: Pickler](value: () => A)(change: A => Unit): Unit =
    given Pickler[Holder[A]] = Pickler.derived
    val one = value()
    everyWay(Holder[A](one, one, List(one, null.asInstanceOf[A], one), Map("k" -> one), Some(one))) { back =>
      change(back.first)
      for other <- back.second +: back.all.filter(_ != null) :+ back.byName("k") :+ back.maybe.get do
        assert(other eq back.first)
      assert(back.all(1) == null)
    }
    everyWay(Holder[A](value(), value(), List(value()), Map.empty, None)) { back =>
      assert(back.first ne back.second)
      assertEquals(back.first, value())
      change(back.first)
      assertEquals(back.second, value())
      assertEquals(back.all.head, value())
    }
    everyWay(List(one, one))(back => assert(back(0) eq back(1)))
    everyWay(one)(back => assertEquals(back, value()))

  test("a date that is referred to twice comes back as one date, in every format") {
    keepsIdentity(() => new Date(1_000_000_000_001L))(_.setTime(7))
  }

  test("a Java bit set that is referred to twice comes back as one, in every format") {
    keepsIdentity(() => BitSet.valueOf(Array(5L)))(_.set(9))
    keepsIdentity(() => new BitSet)(_.set(9))
  }

  test("a mutable bit set that is referred to twice comes back as one, in every format") {
    keepsIdentity(() => mutable.BitSet(0, 9))(_ += 5)
  }

  test("a byte buffer that is referred to twice comes back as one, in every format") {
    keepsIdentity(() => ByteBuffer.wrap(Array[Byte](1, 2)))(_.put(0, 9.toByte))
  }

  test("a leaf and an object of an open type may be a date") {
    import brine.combine.choice
    given Pickler[AnyRef] = choice[AnyRef]("Any").leaf[Date]("Date").leaf[String]("String").build
    val date = new Date(5)
    everyWay(List[AnyRef](date, "x", date))(back => assert((back(0) eq back(2)) && back(0) == date && back(1) == "x"))
  }

  test("where any object may stand, a date keeps its identity, too") {
    given Pickler[AnyRef] = Pickler.open
    val date = new Date(5)
    for format <- formats do
      given PickleOptions = PickleOptions(subtypes = Subtypes(Subtype[Date], Subtype[Event]))
      val back =
        Laws.read[List[AnyRef]](Laws.write(List[AnyRef](date, Event(date, "e"), date), format, summon), format, summon)
      assert((back(0) eq back(2)) && (back(1).asInstanceOf[Event].on eq back(0)), format)
  }

  test("in JSON a date is its text, and has a number where it is referred to") {
    def json[A: Pickler](value: A) = new String(Laws.write(value, JsonFormat), "UTF-8")
    val date = new Date(0)
    assertEquals(json(Event(date, "e")), """{"on":"1970-01-01T00:00:00Z","what":"e"}""")
    assertEquals(json(List(date, date)), """[{"$id":1,"$value":"1970-01-01T00:00:00Z"},{"$ref":1}]""")
    for text <- List(
        """[{"$id":1,"$value":null}]""",
        """[{"$id":1}]""",
        """[{"$id":1,"$value":"1970-01-01T00:00:00Z","x":1}]""",
        "[{}]",
        "[7]"
      )
    do
      intercept[PickleException](Laws.read[List[Date]](JsonPickle.of(text).bytes, JsonFormat))
  }

  test("a path in an error leads to the date, and to nothing inside it") {
    val event = Event(new Date(0), "e")
    val damaged = JsonPickle.of("""{"on":"yesterday","what":"e"}""").bytes
    val read = intercept[PickleException](Laws.read[Event](damaged, JsonFormat))
    assertEquals(read.path, "$.on")
    for depth <- List(Limits.Default.emittedDepth, 0); format <- formats do
      val options = PickleOptions(limits = Limits(emittedDepth = depth))
      val e = intercept[PickleException.UnexpectedClass](Laws.write(
        event.copy(on = new java.sql.Timestamp(1)),
        format,
        options
      ))
      assertEquals(e.path, "$.on")
      assert(e.getMessage.contains("a subclass may differ from it"), e.getMessage)
  }

  test("a subclass of a bit set is refused, rather than read back as the bit set") {
    final class Counted extends BitSet
    final class ScalaCounted extends mutable.BitSet
    intercept[PickleException.UnexpectedClass](Laws.write[BitSet](new Counted, BinaryFormat))
    intercept[PickleException.UnexpectedClass](Laws.write[mutable.BitSet](new ScalaCounted, BinaryFormat))
  }

  test("a pickle from before dates had an identity is read") {
    val today = Pickler[Event].shape
    val plain = new brine.shape.Shape.Custom("Date", version = 1)
    val before =
      new brine.shape.Shape.Product("Event", Array("on", "what"), false, () => Array(plain, Pickler[String].shape))
    assertNotEquals(before.fingerprint, today.fingerprint)
    val bytes = Array[Byte](1, 10, 3, 'e'.toByte) // present, 5 in zigzag, "e"
    val back = BinaryFormat.Bare.pickled(bytes).unpickle[Event](using Unpickler.from(before))
    assertEquals(back, Event(new Date(5), "e"))
  }

  test("the shape of a mutable value survives as bytes and as text, and differs from a class's of one field") {
    val shape = Pickler[Date].shape
    val table = ShapeTable.read(ShapeTable.write(shape))
    assertEquals(
      (table.fingerprint, ShapeText.parse(ShapeText.render(shape)).fingerprint),
      (shape.fingerprint, shape.fingerprint)
    )
    val ofClass =
      new brine.shape.Shape.Product("Date", Array("value"), true, () => Array(new brine.shape.Shape.Custom("Date", 1)))
    assertNotEquals(ofClass.fingerprint, shape.fingerprint)
  }

  test("a date that a reader has no field for is skipped, and keeps its number") {
    val date = new Date(5)
    given Pickler[Holder[Date]] = Pickler.derived
    val written = Laws.write(Holder(date, date, List(date), Map.empty, Some(date)), BinaryFormat.Bare)
    val back = BinaryFormat.Bare.pickled(written).unpickle[Last](using Unpickler.from(Pickler[Holder[Date]].shape))
    assert(back.all.head == date && back.maybe.exists(_ eq back.all.head))
  }

  test("a record of a class that is gone holds the date itself") {
    val date = new Date(5)
    val written = GraphFormat.pickled(Laws.write(List(Event(date, "a"), Event(date, "b")), GraphFormat))
    val records = Graph.records(written)
    val dates = records.root.asInstanceOf[collection.Seq[Record]].map(_[Date]("on"))
    assert(dates == List(date, date) && (dates(0) eq dates(1)))
    assertEquals(records.pickle.unpickle[List[Event]], List(Event(date, "a"), Event(date, "b")))
  }

  test("a region, which is of immutable values, refuses a date") {
    val e = intercept[PickleException.NotCompact](Region.compact(Event(new Date(5), "e")))
    assert(e.getMessage.contains("Date can change"), e.getMessage)
  }

object MutableValuesSuite:
  final case class Holder[A](first: A, second: A, all: List[A], byName: Map[String, A], maybe: Option[A])
  final case class Last(all: List[Date], maybe: Option[Date]) derives Pickler
  final case class Event(on: Date, what: String) derives Pickler
