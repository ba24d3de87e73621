package brine.checks

import java.math.BigInteger
import scala.collection.immutable.{NumericRange, SortedSet, TreeMap, TreeSet}
import scala.collection.mutable
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.{Laws, Patient}

/** Keys that take long to hash or to compare are refused before that, and honest ones are not. */
class HashStepsSuite extends munit.FunSuite, Patient:
  import HashStepsSuite.*

  private def isRefused[A: Pickler](
      bytes: Array[Byte],
      format: PickleFormat,
      options: PickleOptions = PickleOptions.Default
  )(
      using munit.Location
  ): Unit =
    for depth <- List(512, 0) do
      val begun = System.nanoTime
      val now = options.copy(limits = Limits(emittedDepth = depth))
      val e = intercept[PickleException.LimitExceeded](Laws.read[A](bytes, format, now))
      assert(e.getMessage.contains("the steps to hash or compare the keys of sets and maps"), e.getMessage)
      assert(System.nanoTime - begun < 20_000_000_000L)

  /** A set has the bytes of a list of its elements. */
  private def asSet[E: Pickler](name: String, elements: List[E], options: PickleOptions = PickleOptions.Default)(using
      Pickler[Set[E]]
  ): Unit = test(name) {
    isRefused[Set[E]](Laws.write(elements, BinaryFormat.Bare, options), BinaryFormat.Bare, options)
    isRefused[Set[E]](Laws.write(elements, JsonFormat, options), JsonFormat, options)
  }

  private def decimal(unscaled: BigInteger, scale: Int) = BigDecimal(new java.math.BigDecimal(unscaled, scale))

  asSet[NumericRange[Long]]("a range of many numbers", List(NumericRange(0L, 1L << 30, 1L)))
  asSet[List[NumericRange[Long]]]("a range of many numbers in a list", List(List(NumericRange(0L, 1L << 30, 1L))))
  asSet[BigDecimal]("exponents that are expanded", List.tabulate(1000)(i => decimal(BigInteger.valueOf(i + 1), -4900)))
  asSet[BigDecimal](
    "decimals with many zeros",
    List.tabulate(60)(i => decimal(BigInteger.TEN.pow(9990).multiply(BigInteger.valueOf(i + 1)), 9995))
  )
  asSet[Node](
    "objects that refer to the same two objects again and again",
    List((1 to 60).foldLeft(null: Node)((n, _) => Node(n, n))),
    PickleOptions(sharing = Sharing.All)
  )

  test("long texts that many sets refer to") {
    val texts = List("Aa", "BB").map("x" * 200_000 + _)
    val options = PickleOptions(sharing = Sharing.All)
    val bytes = Laws.write(List.tabulate(30_000)(_ => texts.map(identity)), BinaryFormat.Bare, options)
    isRefused[List[Set[String]]](bytes, BinaryFormat.Bare, options)
    val few = Laws.write(List.tabulate(300)(_ => texts.map(identity)), BinaryFormat.Bare, options)
    assertEquals(Laws.read[List[Set[String]]](few, BinaryFormat.Bare, options).length, 300)
  }

  test("pairs of one long text, in each sorted collection") {
    val text = "x" * 400_000
    val options = PickleOptions(sharing = Sharing.All)
    def written(count: Int) = Laws.write(List.tabulate(count)(i => (text, i)), BinaryFormat.Bare, options)
    val (many, few) = (written(30_000), written(300))
    def each[S](name: String, size: S => Int)(using Pickler[S]): Unit =
      isRefused[S](many, BinaryFormat.Bare, options)
      assertEquals(size(Laws.read[S](few, BinaryFormat.Bare, options)), 300, name)
    each[TreeSet[(String, Int)]]("TreeSet", _.size)
    each[SortedSet[(String, Int)]]("SortedSet", _.size)
    each[mutable.TreeSet[(String, Int)]]("mutable.TreeSet", _.size)
    each[mutable.PriorityQueue[(String, Int)]]("mutable.PriorityQueue", _.size)
    each[TreeMap[(String, Int), Unit]]("TreeMap", _.size)
  }

  test("pairs of one long text, in sorted collections that carry their order") {
    val runtime = RuntimePicklers(AllowList.empty)
    given Pickler[Any] = runtime.any
    val text = "x" * 200_000
    def pairs(count: Int) = List.tabulate(count)(i => (text, i))
    def written(value: Any, most: Int): (Array[Byte], PickleOptions) =
      val options = PickleOptions(
        sharing = Sharing.All,
        subtypes = runtime.subtypes,
        limits = Limits(maxElementsWithoutBytes = most)
      )
      (Laws.write[Any](value, BinaryFormat, options), options)
    val made = List[List[(String, Int)] => Any](
      TreeSet.from(_),
      keys => TreeMap.from(keys.map(_ -> 1)),
      mutable.TreeSet.from(_),
      mutable.PriorityQueue.from(_)
    )
    for make <- made do
      val (many, options) = written(make(pairs(5000)), 100_000)
      val e = intercept[PickleException.LimitExceeded](Laws.read[Any](many, BinaryFormat, options))
      assert(e.getMessage.contains("the steps to hash or compare the keys of sets and maps"), e.getMessage)
      val (few, _) = written(make(pairs(300)), 100_000)
      assertEquals(Laws.read[Any](few, BinaryFormat, options).toString.length, make(pairs(300)).toString.length)
  }

  test("sets in sets in sets") {
    val levels = 20_000
    val json = "{\"s\":[" * levels + "]}" * levels
    isRefused[Inner](json.getBytes, JsonFormat)
  }

  test("honest keys of each kind are hashed") {
    val ranges = Set[NumericRange[Long]](NumericRange(0L, 1000L, 1L), NumericRange(0L, 10L, 3L))
    assertEquals(Laws.read[Set[NumericRange[Long]]](Laws.write(ranges, JsonFormat), JsonFormat), ranges)
    val decimals =
      (1 to 50).map(i => BigDecimal("1." + (1 to 5000).map(k => (i.toLong * k * k + i * i) % 9 + 1).mkString)).toSet
    assertEquals(Laws.read[Set[BigDecimal]](Laws.write(decimals, BinaryFormat), BinaryFormat), decimals)
    val nested = (1 to 3000).map(i => Map(Set(List(i, i + 1), List(i)) -> Set((i, s"$i", Option(i))))).toSet
    type Nested = Set[Map[Set[List[Int]], Set[(Int, String, Option[Int])]]]
    for format <- AllFormats.all do assertEquals(Laws.read[Nested](Laws.write[Nested](nested, format), format), nested)
  }

  test("a range without a step, or of more elements than an Int counts, is refused") {
    for text <- List(
        """{"start":0,"end":5,"step":0,"isInclusive":false}""",
        """{"start":0,"end":1099511627776,"step":1,"isInclusive":false}"""
      )
    do intercept[PickleException.Malformed](Laws.read[NumericRange[Long]](text.getBytes, JsonFormat))
    val e = intercept[PickleException.Malformed](
      Laws.read[Range]("""{"start":0,"end":5,"step":0,"isInclusive":true}""".getBytes, JsonFormat)
    )
    assert(e.getMessage.contains("the step of a range is 0"), e.getMessage)
  }

object HashStepsSuite:
  final case class Node(a: Node | Null, b: Node | Null) derives Pickler
  final case class Inner(s: Set[Inner]) derives Pickler
