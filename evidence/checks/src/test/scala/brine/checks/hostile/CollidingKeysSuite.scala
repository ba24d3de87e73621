package brine.checks

import java.util as ju
import scala.collection.{immutable, mutable}
import scala.jdk.CollectionConverters.*
import brine.*
import brine.binary.BinaryFormat
import brine.json.{JsonDialect, JsonFormat}
import brine.json.JsonDialect.Duplicates
import brine.testkit.Laws

/** Keys chosen so that they fall on one place of a hash table are refused before the table is filled; honest ones are
  * not.
  */
class CollidingKeysSuite extends munit.FunSuite:
  import CollidingKeysSuite.*

  private val formats = AllFormats.all

  /** Strings of one hash code: "Aa" and "BB" have the same. */
  private val words: List[String] =
    (1 to 11).foldLeft(List(""))((all, _) => all.flatMap(w => List(w + "Aa", w + "BB")))

  /** Other hash codes, and yet one place of a table with 2,048 of them in Scala's mutable collections. */
  private val numbers: List[Int] = List.range(0, 2048).map(i => i << 16 | i)

  private def refused[A: Pickler](bytes: Array[Byte], format: PickleFormat): Unit =
    for depth <- List(512, 0) do
      val options = PickleOptions(limits = Limits(emittedDepth = depth))
      val e = intercept[PickleException.LimitExceeded](Laws.read[A](bytes, format, options))
      assert(e.getMessage.contains("collide in its hash table (limits.maxCollidingKeys)"), e.getMessage)
      val patient = options.copy(limits = options.limits.copy(maxCollidingKeys = 4096))
      val ignored = Laws.read[A](bytes, format, patient)

  /** A collection has the bytes of a list of its elements. */
  private def asSet[E: Pickler, C](name: String, elements: List[E])(using set: Pickler[C]): Unit =
    test(s"$name: colliding elements") {
      refused[C](Laws.write(elements, JsonFormat), JsonFormat)
      val bytes = Laws.write(elements, BinaryFormat.Bare)
      refused[C](if set.shape.isMutableCollection then tracked(bytes) else bytes, BinaryFormat.Bare)
    }

  /** The same elements behind the header of a collection that keeps its identity. */
  private def tracked(list: Array[Byte]): Array[Byte] =
    val source = brine.wire.ByteSource.of(list)
    val header = source.getVarlong()
    val sink = brine.wire.ByteSink.growing(16)
    sink.putVarlong((header - 1 << 1) + 1)
    sink.toByteArray ++ list.drop(source.offset.toInt)

  asSet[String, Set[String]]("Set", words)
  asSet[String, immutable.HashSet[String]]("HashSet", words)
  asSet[String, mutable.HashSet[String]]("mutable.HashSet", words)
  asSet[Int, mutable.HashSet[Int]]("mutable.HashSet by its places", numbers)
  asSet[Int, mutable.LinkedHashSet[Int]]("mutable.LinkedHashSet by its places", numbers)
  asSet[String, ju.HashSet[String]]("java.util.HashSet", words)
  asSet[String, ju.LinkedHashSet[String]]("java.util.LinkedHashSet", words)

  test("mutable.LongMap, whose keys try one place after another") {
    // Keys whose upper half hides the lower one from the hash.
    val same = List.tabulate(3000)(i => i.toLong << 32 | i)
    // 900 keys of one place, and 800 of other first places that are in their way.
    val following = (0 until 4096).scanLeft(17)((place, i) => place + 2 * (i + 2) * (i + 1) - 3 & 0xfff)
    val inTheWay =
      following.distinct.take(800).map(keyAt).toList ++ List.tabulate(900)(i => i.toLong << 32 | (keyAt(17) ^ i))
    for format <- formats; keys <- List(same, inTheWay) do
      val fits = keys.distinct.filter(_ != 0)
      refused[mutable.LongMap[Int]](Laws.write(mutable.LongMap.from(fits.map(_ -> 1)), format), format)
    for format <- formats; step <- List(1L, 3L, 1L << 20, 1L << 32, 0x9e3779b97f4a7c15L) do
      val honest = mutable.LongMap.from((0L until 10_000L).map(_ * step -> 1))
      assertEquals(Laws.read[mutable.LongMap[Int]](Laws.write(honest, format), format).size, honest.size)
  }

  /** A key whose first place in a `LongMap` has these lower bits. */
  private def keyAt(place: Int): Long =
    def back(y: Int, bits: Int) = (0 until 32).foldLeft(y)((x, _) => y ^ x >>> bits)
    val inverse = (0 until 5).foldLeft(0x85ebca6b)((x, _) => x * (2 - 0x85ebca6b * x))
    back(back(place, 13) * inverse, 16) & 0xffffffffL

  test("names in headers, and columns of one hash code, are read in no time") {
    val many = (1 to 15).foldLeft(List(""))((all, _) => all.flatMap(w => List(w + "Aa", w + "BB")))
    val seed = mixed(mixed(-889275714, "ColumnKey".hashCode), 3)
    val columns = Iterator.from(0).map(m => (m, memberOf(mixed(seed, m) ^ 0x2468ace))).filter(_._2 >= 0).take(30_000)
    val hostile = HostileTablesSuite.forged(Nil, many, columns.toSeq)
    val begun = System.nanoTime
    assertEquals(Laws.read[Int](hostile, graph.GraphFormat), 7)
    assertEquals(graph.Graph.header(new graph.GraphPickle(hostile)).size, many.length)
    val extras = new Extras.Builder("P")
    for name <- many do extras.add(name, new Extras.Json("1".getBytes))
    assertEquals(extras.result().names.size, many.length)
    assert(System.nanoTime - begun < 5_000_000_000L)
  }

  private def mixed(hash: Int, data: Int): Int = scala.util.hashing.MurmurHash3.mix(hash, data)

  /** The number that MurmurHash3 turns into this block. */
  private def memberOf(block: Int): Int =
    def inverse(a: Int) = (0 until 5).foldLeft(a)((x, _) => x * (2 - a * x))
    Integer.rotateRight(block * inverse(0x1b873593), 15) * inverse(0xcc9e2d51)

  test("maps, as fields of classes, in cycles") {
    for format <- formats do
      val map = words.map(_ -> 1)
      refused[Table](Laws.write(Pairs(map.to(mutable.LinkedHashMap), null), format), format)
  }

  test("maps in dialects that take the first or the last value of a key") {
    for format <- dialects do
      val byText = words.map(w => w -> 1).to(immutable.ListMap)
      refused[Map[String, Int]](Laws.write(byText, format), format)
      val byWord = words.map(w => Word(w) -> 1).to(immutable.ListMap)
      refused[Map[Word, Int]](Laws.write(byWord, format), format)
      refused[immutable.TreeMap[Word, Int]](Laws.write(byWord, format), format)
      assertEquals(
        Laws.read[immutable.TreeMap[String, Int]](Laws.write(byText, format), format).size,
        words.length,
        "strings are ordered"
      )
  }

  test("colliding keys are refused before they have been compared with each other") {
    for format <- dialects do
      val text = List.range(0, 20_000).map(n => s"""[{"n":$n},1]""").mkString("[", ",", "]").getBytes
      Counted.comparisons = 0
      intercept[PickleException.LimitExceeded](Laws.read[Map[Counted, Int]](text, format))
      assert(Counted.comparisons < 4_000_000, s"${Counted.comparisons} comparisons")
  }

  test("a key that occurs any number of times does not collide with itself") {
    for format <- dialects do
      val isFirst = format eq dialects.head
      val entries = List.range(0, 100_000)
      val text = entries.map(v => s"""[{"n":7},$v]""").mkString("[", ",", "]").getBytes
      for depth <- List(512, 0) do
        val options = PickleOptions(limits = Limits(emittedDepth = depth))
        Counted.comparisons = 0
        assertEquals(
          Laws.read[Map[Counted, Int]](text, format, options).toList,
          List(Counted(7) -> (if isFirst then 0 else 99_999))
        )
        assert(Counted.comparisons < 200_000, s"${Counted.comparisons} comparisons")
      val named = entries.map(v => s""""a":$v""").mkString("{", ",", "}").getBytes
      assertEquals(Laws.read[Map[String, Int]](named, format), Map("a" -> (if isFirst then 0 else 99_999)))
  }

  test("honest keys of any number are taken") {
    val many = List.range(0, 200_000)
    for format <- formats do
      val numbers = many.toSet
      assertEquals(Laws.read[Set[Int]](Laws.write(numbers, format), format), numbers)
      val spread = many.map(_ * 65_536).to(mutable.HashSet)
      assertEquals(Laws.read[mutable.HashSet[Int]](Laws.write(spread, format), format), spread)
      val byName = many.take(50_000).map(i => s"key $i" -> i).toMap
      assertEquals(Laws.read[Map[String, Int]](Laws.write(byName, format), format), byName)
      val table = new ju.Hashtable[Long, Int](many.take(50_000).map(i => i * 1_000_003L -> i).toMap.asJava)
      assertEquals(Laws.read[ju.Hashtable[Long, Int]](Laws.write(table, format), format), table)
  }

  test("a smaller limit, too, lets honest keys pass") {
    given PickleOptions = PickleOptions(limits = Limits(maxCollidingKeys = 50))
    val many = List.range(0, 100_000).map(_ * 7919).toSet
    for format <- formats do assertEquals(Laws.read[Set[Int]](Laws.write(many, format), format, summon), many)
  }

  test("sorted collections do not mind") {
    val sorted = words.to(immutable.TreeSet)
    for format <- formats do
      assertEquals(Laws.read[immutable.TreeSet[String]](Laws.write(sorted, format), format), sorted)
  }

  private lazy val dialects: List[JsonFormat] = List(Duplicates.First, Duplicates.Last).map(duplicates =>
    JsonFormat(JsonDialect.Default.copy(duplicates = duplicates))
  )

private object CollidingKeysSuite:
  /** The same bytes: the writer's table has no lists. */
  final case class Pairs(all: mutable.LinkedHashMap[String, Int], self: String) derives Pickler
  final case class Table(all: mutable.LinkedHashMap[String, Int], self: String) derives Pickler

  /** Has the hash codes of the texts, and no order that Java knows. */
  final case class Word(text: String) derives Pickler
  object Word:
    given Ordering[Word] = Ordering.by(_.text)

  /** Counts how often two keys are compared. All have one hash code. */
  final case class Counted(n: Int) derives Pickler:
    override def hashCode: Int = 1
    override def equals(other: Any): Boolean = other match
      case that: Counted =>
        Counted.comparisons += 1
        that.n == n
      case _ => false
  object Counted:
    var comparisons = 0L
