package brine.checks.evolution

import java.util.UUID
import scala.util.Random
import brine.*
import brine.binary.BinaryFormat
import brine.combine.imap
import brine.shape.Shape
import brine.testkit.Laws

/** Classes that are read from another shape by their own emitted code. */
class FieldOrderSuite extends munit.FunSuite:
  import FieldOrderSuite.*

  private val random = new Random(7)
  private val texts = Vector(null, "", "salt", "é", "дом 7", "日本語", "€ and дом", "a\ud800", "?" * 5000, "я" * 70)
  private def text(): String = texts(random.nextInt(texts.length))

  private def old(): Old = Old(
    text(),
    random.nextInt().toByte,
    random.nextInt().toShort,
    random.nextInt(),
    random.nextLong(),
    random.nextFloat(),
    random.nextDouble(),
    random.nextBoolean(),
    ('a' + random.nextInt(1000)).toChar,
    text(),
    if random.nextBoolean() then null else List(text(), text()),
    if random.nextBoolean() then None else Some(random.nextInt()),
    if random.nextBoolean() then null else new UUID(random.nextLong(), 1),
    random.nextInt(),
    Map("a" -> random.nextInt()),
    if random.nextBoolean() then Kind.A else Kind.B(text()),
    if random.nextInt(5) == 0 then null else OldInner(random.nextInt(), text()),
    random.nextLong(),
    random.nextInt(),
    ()
  )

  private def now(o: Old): Now = Now(
    o.text,
    if o.inner == null then null else NowInner(o.inner.name, o.inner.number, 0.5),
    o.kind,
    letter = o.letter,
    isSo = o.isSo,
    double = o.double,
    float = o.float.toDouble,
    long = o.long,
    int = o.int.toLong,
    short = o.short,
    byte = o.byte.toFloat,
    option = Some(o.asOption),
    id = o.id,
    wide = o.wide.toDouble,
    added = 7,
    list = Nil,
    option2 = None,
    made = Vector(1)
  )

  private val ways: List[(String, PickleFormat, PickleOptions)] =
    for
      (name, format, carriage) <- List(
        ("names", BinaryFormat, Carriage.Names),
        ("fingerprint", BinaryFormat, Carriage.Usual),
        ("key", BinaryFormat.Keyed, Carriage.Usual)
      )
      sharing <- List(Sharing.Tracked, Sharing.All)
      emittedDepth <- List(0, 512)
    yield (
      s"$name, $sharing, $emittedDepth",
      format,
      PickleOptions(
        carriage = carriage,
        sharing = sharing,
        limits = Limits(emittedDepth = emittedDepth),
        history = History(Pickler[Old].shape, Pickler[List[Old]].shape, Pickler[Many].shape, Pickler[Ring].shape)
      )
    )

  test("every field: another order, wider, an option now, skipped, absent") {
    for (name, format, options) <- ways; _ <- 1 to 300 do
      val value = old()
      assertEquals(Laws.read[Now](Laws.write(value, format, options), format, options), now(value), name)
  }

  test("in a collection, with nulls and without") {
    for (name, format, options) <- ways; nulls <- List(false, true) do
      val values = List.fill(50)(if nulls && random.nextBoolean() then null else old())
      val expected = values.map(v => if v == null then null else now(v)).toVector
      assertEquals(Laws.read[Vector[Now]](Laws.write(values, format, options), format, options), expected, name)
  }

  test("classes inside classes and collections") {
    for (name, format, options) <- ways do
      val value = Many(1, Inners(Vector.tabulate(3)(i => OldInner(i, s"$i"))), "x")
      val read = Laws.read[More](Laws.write(value, format, options), format, options)
      assertEquals(read, More("x", NowInners(List.tabulate(3)(i => NowInner(s"$i", i, 0.5))), 1L), name)
  }

  test("a class of more fields than one method reads") {
    val wide = brine.checks.Corpus65.value
    Pickler[brine.checks.Wide65].shape match
      case own: Shape.Product =>
        val order = (64 to 0 by -1).toArray
        val written = new Shape.Product(own.name, order.map(own.fieldNames), false, () => order.map(own.fieldShapes))
        val bytes = order.flatMap(i => bare(wide.productElement(i)))
        for emittedDepth <- List(0, 512) do
          given PickleOptions = PickleOptions(limits = Limits(emittedDepth = emittedDepth))
          assertEquals(
            BinaryFormat.Bare.pickled(bytes).unpickle(using Unpickler.from[brine.checks.Wide65](written)),
            wide
          )
      case other => fail(other.describe)
  }

  private def bare(value: Any): Array[Byte] = value match
    case n: Int       => Laws.write(n, BinaryFormat.Bare)
    case n: Long      => Laws.write(n, BinaryFormat.Bare)
    case n: Double    => Laws.write(n, BinaryFormat.Bare)
    case b: Boolean   => Laws.write(b, BinaryFormat.Bare)
    case s: String    => Laws.write(s, BinaryFormat.Bare)
    case o: Option[?] => Laws.write(o.asInstanceOf[Option[Int]], BinaryFormat.Bare)
    case other        => fail(other.toString)

  test("objects that keep their identity, and cycles through skipped objects") {
    for (name, format, options) <- ways do
      val ring = new Ring("a", 1, null, null)
      ring.next = ring
      ring.gone = new Ring("gone", 2, ring, null)
      val read = Laws.read[NowRing](Laws.write(ring, format, options), format, options)
      assert(read.next eq read, name)
      assertEquals((read.name, read.number, read.isNew), ("a", 1L, true))
  }

  test("a generic class whose objects keep their identity") {
    for (name, format, options) <- ways if !name.startsWith("key") && !name.startsWith("fing") do
      val box = new OldBox(5, 1)
      val read = Laws.read[List[NowBox[Int]]](Laws.write(List(box, box), format, options), format, options)
      assert(read.head eq read(1), name)
      assertEquals((read.head.a, read.head.n, read.head.k), (5, 1, "k"), name)
  }

  test("a null that is a primitive now is refused, alone and in a list") {
    val names = PickleOptions(carriage = Carriage.Names)
    for emittedDepth <- List(0, 512); (id, ids) <- List((null, Nil), (UserId(1), List(null))) do
      val bytes = Laws.write(WithIds(id, ids), BinaryFormat, names)
      val options = PickleOptions(limits = Limits(emittedDepth = emittedDepth))
      intercept[PickleException.NullValue](Laws.read[WithInts](bytes, BinaryFormat, options))
      intercept[PickleException.NullValue](Laws.read[WithLongs](bytes, BinaryFormat, options))
    val bytes = Laws.write(WithIds(UserId(1), List(UserId(2))), BinaryFormat, names)
    assertEquals(Laws.read[WithInts](bytes, BinaryFormat), WithInts(1, List(2)))
    assertEquals(Laws.read[WithLongs](bytes, BinaryFormat), WithLongs(1, List(2)))
  }

  test("a variable in the body keeps the value of its constructor: data without it are refused") {
    val names = PickleOptions(carriage = Carriage.Names)
    val bytes = Laws.write(new Bodiless(1), BinaryFormat, names)
    val e = intercept[PickleException.IncompatibleShape](Laws.read[Body](bytes, BinaryFormat))
    assert(e.getMessage.contains("$.all") && e.getMessage.contains("@ifAbsent"), e.getMessage)
    intercept[PickleException.MissingField](brine.json.JsonPickle.of("""{"a":1}""").unpickle[Body])
    assertEquals(Laws.read[SaidBody](bytes, BinaryFormat).all, List(7))
  }

  test("a failure in a field gives its path") {
    val bytes = Laws.write(
      List(old().copy(inner = OldInner(1, "x" * 300))),
      BinaryFormat,
      PickleOptions(carriage = Carriage.Names, checksum = false)
    )
    for cut <- 1 to 20 do intercept[PickleException](Laws.read[Vector[Now]](bytes.dropRight(cut), BinaryFormat))
    val e = intercept[PickleException.UserCode](Laws.read[Fails](
      Laws.write(Pair(1, 2), BinaryFormat, PickleOptions(carriage = Carriage.Names)),
      BinaryFormat
    ))
    assert(e.getMessage.contains("the default of field 'c'"), e.getMessage)
  }

object FieldOrderSuite:
  enum Kind derives Pickler:
    case A
    case B(text: String)

  final case class OldInner(number: Int, name: String) derives Pickler
  final case class NowInner(name: String, number: Long, weight: Double = 0.5) derives Pickler

  final case class Old(
      gone: String,
      byte: Byte,
      short: Short,
      int: Int,
      long: Long,
      float: Float,
      double: Double,
      isSo: Boolean,
      letter: Char,
      text: String,
      goneList: List[String],
      goneOption: Option[Int],
      id: UUID,
      asOption: Int,
      goneMap: Map[String, Int],
      kind: Kind,
      inner: OldInner,
      goneLong: Long,
      wide: Int,
      goneUnit: Unit
  ) derives Pickler

  final case class Now(
      text: String,
      inner: NowInner,
      kind: Kind,
      letter: Char,
      isSo: Boolean,
      double: Double,
      float: Double,
      long: Long,
      int: Long,
      short: Int,
      byte: Float,
      @alias("asOption") option: Option[Int],
      id: UUID,
      wide: Double,
      added: Int = 7,
      list: List[Int],
      option2: Option[String],
      made: Vector[Int] = Vector(1)
  ) derives Pickler

  final case class Inners(all: Vector[OldInner]) derives Pickler
  final case class NowInners(all: List[NowInner]) derives Pickler
  final case class Many(number: Int, inners: Inners, text: String) derives Pickler
  final case class More(text: String, inners: NowInners, number: Long) derives Pickler

  final class Ring(val name: String, val number: Int, var next: Ring, var gone: Ring) derives Pickler
  final class NowRing(val number: Long, var next: NowRing, val name: String, val isNew: Boolean = true) derives Pickler

  final class OldBox[A](var a: A, val n: Int) derives Pickler
  final class NowBox[A](val n: Int, var a: A, val k: String = "k") derives Pickler

  final case class UserId(n: Int)
  given Pickler[UserId] = Pickler[Int].imap(UserId(_))(_.n)
  final case class WithIds(id: UserId, ids: List[UserId]) derives Pickler
  final case class WithInts(id: Int, ids: List[Int]) derives Pickler
  final case class WithLongs(id: Long, ids: List[Long]) derives Pickler

  final class Bodiless(val a: Int) derives Pickler
  final class Body(val a: Int) derives Pickler { var all: List[Int] = List(1) }
  final class SaidBody(val a: Int) derives Pickler { @ifAbsent(List(7)) var all: List[Int] = List(1) }

  final case class Pair(a: Int, b: Int) derives Pickler
  final case class Fails(b: Int, c: Int = throw new IllegalStateException("no default today")) derives Pickler
