package brine.checks

import java.math.BigInteger
import scala.collection.immutable.NumericRange
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.testkit.Laws

/** Keys whose hash codes take long are refused before they are hashed, and honest ones are not. */
class HashStepsSuite extends munit.FunSuite:
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
      assert(e.getMessage.contains("hashing the keys of sets and maps takes more than 1000000 steps"), e.getMessage)
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
