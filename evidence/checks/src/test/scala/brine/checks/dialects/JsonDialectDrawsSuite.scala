package brine.checks.dialects

import scala.collection.mutable
import scala.util.Random
import brine.*
import brine.json.{JsonDialect, JsonFormat}
import brine.json.JsonDialect.*
import brine.testkit.{Laws, Patient, Same}
import brine.testkit.reference.JsonTree

/** Random values of the types of all laws go out and in, in dialects that are drawn from all options. */
class JsonDialectDrawsSuite extends munit.FunSuite, Patient:
  import JsonDialectDrawsSuite.*

  test("the options are all parameters of a dialect, each changed alone"):
    val default = JsonDialect.Default
    assertEquals(AllOptions.changes.length, default.productArity)
    for (changes, i) <- AllOptions.changes.zipWithIndex; (name, change) <- changes do
      val changed = change(default)
      val differing = default.productIterator.zip(changed.productIterator).zipWithIndex.collect {
        case ((a, b), at) if a != b => at
      }
      assertEquals(differing.toList, List(i), name)

  test("values come back in dialects with every pair of options, or the dialect refuses the type or value"):
    val random = new Random(Seed)
    val draws = new PairDraws(AllOptions.sizes, random)
    val counts = mutable.HashMap.empty[Int, Count]
    val faults = mutable.ListBuffer.empty[String]
    while !draws.isComplete do
      val options = draws.next()
      val trial = new Trial(AllOptions.dialect(options), random)
      for drawn <- DrawnTypes.all do trial.run(drawn, ValuesOfEach)
      for drawn <- random.shuffle(DrawnTypes.samples).take(SamplesOfEach) do trial.run(drawn, 1)
      faults ++= trial.faults.map(fault => s"${AllOptions.describe(options)}: $fault")
      for pair <- draws.pairs(options) do counts.getOrElseUpdate(pair, new Count).add(trial.count)
    assert(faults.isEmpty, s"${faults.length} faults:\n${faults.take(20).mkString("\n")}")
    assertEquals((counts.size, draws.drawnCount), (draws.pairCount, draws.pairCount))
    for (pair, count) <- counts do assert(count.isFull, s"${shown(draws, pair)}: $count")

  private def shown(draws: PairDraws, pair: Int): String =
    val ((a, x), (b, y)) = draws.optionsOf(pair)
    s"${valueOf(a, x)}, ${valueOf(b, y)}"

  private def valueOf(option: Int, value: Int): String =
    s"${AllOptions.nameOf(option)} = ${if value == 0 then "default" else AllOptions.changes(option)(value - 1)._1}"

private object JsonDialectDrawsSuite:
  final val Seed = 20_260
  final val ValuesOfEach = 3
  final val SamplesOfEach = 40

  /** The results of one dialect, or of all dialects with a pair of options. */
  final class Count:
    var types = 0
    var refusedTypes = 0
    var values = 0
    var refusedValues = 0

    def add(other: Count): Unit =
      types += other.types
      refusedTypes += other.refusedTypes
      values += other.values
      refusedValues += other.refusedValues

    /** Most types were tried, and most of their values came back. */
    def isFull: Boolean = refusedTypes * 2 <= types && refusedValues * 2 <= values && values >= 100

    override def toString: String =
      s"$refusedTypes of $types types refused, $refusedValues of $values values refused"

  /** One dialect with values of many types. */
  final class Trial(dialect: JsonDialect, random: Random):
    private val format = JsonFormat(dialect)
    val count = new Count
    val faults: mutable.ListBuffer[String] = mutable.ListBuffer.empty

    def run[A](drawn: DrawnType[A], most: Int): Unit =
      given Pickler[A] = drawn.pickler
      count.types += 1
      val reasons = JsonDialect.check[A](dialect).toList
      if reasons.nonEmpty then
        count.refusedTypes += 1
        note(drawn, drawn.values.head)(isRefused(drawn.values.head, reasons))
      else for value <- random.shuffle(drawn.values).take(most) do note(drawn, value)(check(value))

    private def note[A](drawn: DrawnType[A], value: A)(claim: => Unit): Unit =
      try claim
      catch
        case e: Throwable =>
          faults += s"${drawn.name}: $e\n    for ${PickleException.quote(String.valueOf(value))}"

    private def isRefused[A: Pickler](value: A, reasons: List[String]): Unit =
      PickleException.either(Laws.write(value, format)) match
        case Left(e: PickleException.UnsupportedType) if e.reasons.toList == reasons => ()
        case other => throw new AssertionError(s"expected $reasons, found $other")

    private def check[A: Pickler](value: A): Unit =
      count.values += 1
      PickleException.either(Laws.write(value, format, backEnd())) match
        case Left(e) if isOfValue(e) => count.refusedValues += 1
        case Left(e)                 => throw e
        case Right(bytes) =>
          val ignored = JsonTree.parse(bytes)
          try isSame(read[A](bytes), value)
          catch case e: Throwable => throw new AssertionError(s"$e\n    in ${new String(bytes, "UTF-8").take(300)}", e)

    /** Emitted code, or the interpreter. */
    private def backEnd(): PickleOptions = if random.nextBoolean() then PickleOptions.Default else Laws.interpreted

    private def read[A: Pickler](bytes: Array[Byte]): A =
      val options = backEnd()
      if random.nextInt(4) > 0 then Laws.read[A](bytes, format, options)
      else Pickle.read[A](Laws.trickle(bytes))(using summon, format, options)

    /** A copy has other identities, and a decimal number has no context. */
    private def isSame[A: Pickler](back: A, value: A): Unit =
      if dialect.identity == Identity.Copied || dialect.decimals == NumberForm.Number then
        if !Same(back, value) then throw new AssertionError(s"$back is not the value")
      else Laws.assertSame(back, value)

    /** A value that the dialect cannot hold, though it can hold others of its type. */
    private def isOfValue(e: PickleException): Boolean = e match
      case _: PickleException.RuleNotObeyed | _: PickleException.NullValue => true
      case _: PickleException.Malformed                                    => dialect.marks == Marks.Refused
      case _: PickleException.LimitExceeded                                => dialect.identity == Identity.Copied
      case _                                                               => false
