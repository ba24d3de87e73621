package brine.checks.runtime

import munit.FunSuite
import brine.*
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.Patient

/** Values that a constructor computes: those that are functions of its parameters are computed again, others are
  * refused.
  */
class RecomputedSuite extends FunSuite, Patient:
  import RecomputedSuite.*

  private val runtime = RuntimePicklers(AllowList.whereNamed(getClass.getClassLoader)(_ => true))
  private given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
  private given Pickler[Any] = runtime.any

  private def refusal(value: Any): String = intercept[PickleException.UnexpectedClass](value.pickle).getMessage

  for (value, field, why) <- List[(Any, String, String)](
      (Numbered("a"), "id", "reads brine.checks.runtime.RecomputedSuite$Counter.last, which may change"),
      (WithTrait("a"), "id", "reads brine.checks.runtime.RecomputedSuite$Counter.last, which may change"),
      (ByMethod("a"), "id", "reads brine.checks.runtime.RecomputedSuite$Counter.last, which may change"),
      (Stamped("a"), "created", "calls java.time.Instant.now"),
      (Drawn(5), "number", "calls scala.util.Random.nextInt"),
      (OfVariable(1), "twice", "uses 'n', which may have changed since"),
      (OfArray(Array(1)), "sum", "uses 'values', which may have changed since"),
      (OfFunction(() => 1), "id", "calls a function, scala.Function0.apply"),
      (OfShape(Round(1)), "area", "calls brine.checks.runtime.RecomputedSuite$Shape.area, which can be anything")
    )
  do
    test(s"the field '$field' of ${value.getClass.getSimpleName} is refused"):
      val text = refusal(value)
      assert(
        text.contains(s"its constructor computes its field '$field', which is computed again when the object is read"),
        text
      )
      assert(text.contains(why), text)

  for (value, why) <- List[(Any, String)](
      (LazyOfVariable(1), "uses 'n', which may have changed since"),
      (LazyClock("a"), "calls java.lang.System.nanoTime")
    )
  do
    test(s"the lazy value of ${value.getClass.getSimpleName} is refused"):
      val text = refusal(value)
      assert(text.contains("it has the lazy value '") && text.contains(why), text)

  test("values of the parameters are computed again"):
    def back[A](value: A): A = (value: Any).pickle.unpickle[Any].asInstanceOf[A]
    val price = back(Price("An Example", 250))
    assertEquals(
      (price.euros, price.words, price.initial, price.key),
      (2.5, List("an", "example"), Some('a'), "an example/250")
    )
    assertEquals(price.length, 10)
    assertEquals(back(Below("a", 3)).text, "a3")
    assertEquals(back(TransientClock("a")).name, "a")
    assertEquals(back(WithLevel("a")).name, "a")

  test("an array of numbers that the constructor makes is filled"):
    for compileAfter <- List(1, 100) do
      val runtime = RuntimePicklers(AllowList(classOf[Tally], classOf[Grown]), compileAfter = compileAfter)
      given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
      given Pickler[Any] = runtime.any
      for round <- 1 to 3 do
        val tally = Tally(4).add(1, 2.5).add(3, round)
        val List(back: Tally, same: Tally) = (List(tally, tally): Any).pickle.unpickle[Any]: @unchecked
        assertEquals(back.all, List(0, 2.5, 0, round.toDouble))
        assertEquals(back.count, 2L)
        assert(back eq same)
        assertEquals(back.add(0, 1).all.head, 1.0)
        assertEquals(tally.all.head, 0.0)
      val text = intercept[PickleException.UnexpectedClass]((Grown(2): Any).pickle).getMessage
      assert(text.contains("uses 'size', which may have changed since"), text)

object RecomputedSuite:
  final class Tally(val size: Int):
    private var calls = 0L
    private val sums = new Array[Double](size)
    def add(i: Int, d: Double): Tally =
      calls += 1
      sums(i) += d
      this
    def all: List[Double] = sums.toList
    def count: Long = calls

  final class Grown(var size: Int):
    val values: Array[Int] = new Array[Int](size)

  object Counter:
    private var last = 0L
    def next(): Long =
      last += 1
      last

  final class Numbered(val name: String):
    val id: Long = Counter.next()

  trait HasId:
    val id: Long = Counter.next()
  final class WithTrait(val name: String) extends HasId

  final class ByMethod(val name: String):
    val id: Long = number(name)
    private def number(s: String): Long = List(s).map(_ => Counter.next()).head

  final class Stamped(val name: String):
    val created: java.time.Instant = java.time.Instant.now

  final class Drawn(val bound: Int):
    val number: Int = scala.util.Random.nextInt(bound)

  final class OfVariable(var n: Int):
    val twice: Int = n * 2

  final class OfArray(val values: Array[Int]):
    val sum: Int = values.sum

  final class OfFunction(val make: () => Int):
    val id: Int = make()

  trait Shape:
    def area: Double
  final case class Round(r: Double) extends Shape:
    def area: Double = r
  final class OfShape(val shape: Shape):
    val area: Double = shape.area

  final class LazyOfVariable(var n: Int):
    lazy val twice: Int = n * 2

  final class LazyClock(val name: String):
    lazy val read: Long = System.nanoTime

  final class TransientClock(val name: String):
    @transient lazy val read: Long = System.nanoTime

  object Keys:
    val separator = "/"
    def of(name: String, cents: Long): String = s"${name.toLowerCase}$separator$cents"

  final case class Price(name: String, cents: Long):
    val euros: Double = cents / 100.0
    val words: List[String] = name.split(' ').toList.map(_.trim.toLowerCase)
    val initial: Option[Char] = words.headOption.flatMap(_.headOption)
    val key: String = Keys.of(name, cents)
    lazy val length: Int = name.length

  abstract class Above(val n: Int):
    val text: String = describe + n
    protected def describe: String
  final class Below(val name: String, n: Int) extends Above(n):
    protected def describe: String = if name == null then "a" else name

  final class WithLevel(val name: String):
    private val log = java.lang.System.Logger.Level.INFO
    def level: AnyRef = log
