package brine.checks

import java.util.BitSet as JavaBitSet
import scala.collection as general
import scala.collection.immutable.*
import scala.collection.mutable
import org.scalacheck.Gen
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.testkit.{Laws, PicklerLaws}

/** The immutable collections beyond the usual ones, and the types above immutable and mutable ones. */
class ImmutableCollectionsSuite extends PicklerLaws:
  override def formats: List[PickleFormat] = List(BinaryFormat, JsonFormat)

  private val words: Gen[List[String]] = Gen.listOf(Gen.oneOf(Gen.const(null: String), Gen.alphaStr))
  private val numbers: Gen[List[Int]] = Gen.listOf(Gen.choose(-1000, 1000))
  private val pairs: Gen[List[(String, Int)]] = Gen.listOf(Gen.zip(Gen.alphaStr, Gen.choose(0, 9)))

  obeysLaws("LinearSeq", words.map(w => w: LinearSeq[String]))
  obeysLaws("LazyList", words.map(_.to(LazyList)))
  obeysLaws("HashSet", words.map(_.to(HashSet)))
  obeysLaws("ListSet", words.map(_.to(ListSet)))
  obeysLaws("HashMap", pairs.map(_.to(HashMap)))
  obeysLaws("SeqMap", pairs.map(p => p.to(VectorMap): SeqMap[String, Int]))
  obeysLaws("TreeSeqMap", pairs.map(_.to(TreeSeqMap)))
  obeysLaws("IntMap", numbers.map(n => IntMap.from(n.map(x => x -> x.toString))))
  obeysLaws("LongMap", numbers.map(n => LongMap.from(n.map(x => (x.toLong << 32) -> x))))
  obeysLaws("any Seq", words.map(w => w: general.Seq[String]))
  obeysLaws("any IndexedSeq", words.map(w => w.toVector: general.IndexedSeq[String]))
  obeysLaws("any LinearSeq", words.map(w => w: general.LinearSeq[String]))
  obeysLaws("any Iterable", words.map(w => w: general.Iterable[String]))
  obeysLaws("any Set", words.map(w => w.toSet: general.Set[String]))
  obeysLaws("any Map", pairs.map(p => p.toMap: general.Map[String, Int]))
  obeysLaws(
    "Range",
    Gen.zip(Gen.choose(-9, 9), Gen.choose(-9, 9), Gen.oneOf(-2, 1, 3)).map((a, b, s) => Range.inclusive(a, b, s): Range)
  )
  obeysLaws(
    "NumericRange",
    Gen.zip(Gen.choose(0, 9), Gen.choose(0, 99)).map((a, b) =>
      NumericRange(BigInt(a), BigInt(b), BigInt(2)): NumericRange[BigInt]
    )
  )
  obeysLaws("BitSet", numbers.map(_.map(_.abs).to(BitSet)))
  obeysLaws("mutable BitSet", numbers.map(_.map(_.abs).to(mutable.BitSet)))
  obeysLaws(
    "a class of such fields",
    pairs.map(p => Rack(p.map(_._2).to(LazyList), IntMap.from(p.map((k, v) => v -> Rack.empty)), p))
  )

  test("a mutable collection comes back immutable at a place of both") {
    for format <- formats do
      val back = Laws.read[general.Seq[Int]](Laws.write[general.Seq[Int]](mutable.ArrayBuffer(1, 2), format), format)
      assertEquals((back, back.getClass.getSimpleName), (List(1, 2): general.Seq[Int], "$colon$colon"))
  }

  test("ranges and bit sets have a form that a person can read") {
    assertEquals(
      new String(Laws.write[Range](1 to 9 by 2, JsonFormat)),
      """{"start":1,"end":9,"step":2,"isInclusive":true}"""
    )
    assertEquals(new String(Laws.write(BitSet(0, 9), JsonFormat)), "\"0102\"")
    assertEquals(Laws.read[BitSet]("\"0102\"".getBytes, JsonFormat), BitSet(0, 9))
    for bad <- List("""{"start":1,"end":9,"step":0,"isInclusive":true}""", "[1]", "null") do
      intercept[PickleException](Laws.read[Range](bad.getBytes, JsonFormat))
  }

  test("the bits of a set take no more than they say") {
    val far = Laws.write(BitSet(100_000), BinaryFormat)
    assert(far.length > 12_500, far.length)
    for end <- 0 until far.length by 997 do intercept[PickleException](Laws.read[BitSet](far.take(end), BinaryFormat))
  }

  test("one bit set is not another") {
    val texts = List(
      summon[Pickler[BitSet]].shape.fingerprint,
      summon[Pickler[mutable.BitSet]].shape.fingerprint,
      summon[Pickler[JavaBitSet]].shape.fingerprint
    )
    assertEquals(texts.distinct.length, 3)
  }

  test("a value that would come back as another is refused: sorted where an unsorted one is declared, with a default") {
    val backwards = Ordering[Int].reverse
    val assortments = List(
      Assortment(TreeMap(1 -> 2)(using backwards), Set.empty, Map.empty, mutable.Map.empty),
      Assortment(Map.empty, TreeSet(1)(using backwards), Map.empty, mutable.Map.empty),
      Assortment(Map(1 -> 2).withDefaultValue(3), Set.empty, Map.empty, mutable.Map.empty),
      Assortment(Map.empty, Set.empty, mutable.Map(1 -> 2).withDefaultValue(3), mutable.Map.empty),
      Assortment(Map.empty, Set.empty, Map.empty, mutable.Map(1 -> 2).withDefaultValue(3))
    )
    for format <- formats; depth <- List(512, 0); assortment <- assortments do
      intercept[PickleException.UnexpectedClass](Laws.write(
        assortment,
        format,
        PickleOptions(limits = Limits(emittedDepth = depth))
      ))
    intercept[PickleException.UnexpectedClass](Laws.write(Map(1 -> 2).withDefaultValue(3), BinaryFormat))
  }

final case class Assortment(
    map: Map[Int, Int],
    set: Set[Int],
    either: general.Map[Int, Int],
    changing: mutable.Map[Int, Int]
) derives Pickler

final case class Rack(lazyOnes: LazyList[Int], below: IntMap[Rack], any: general.Seq[(String, Int)]) derives Pickler
object Rack:
  val empty: Rack = Rack(LazyList.empty, IntMap.empty, Nil)
