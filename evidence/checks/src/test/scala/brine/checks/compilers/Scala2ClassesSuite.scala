package brine.checks

import scala.compiletime.testing.typeCheckErrors
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.models213.*
import brine.runtime.{AllowList, RuntimePicklers}

/** Classes that Scala 2.13 compiled: the same rules as for those of Scala 3, and the same bytes as by runtime picklers.
  */
class Scala2ClassesSuite extends munit.FunSuite, RoundTrips:
  import Scala2ClassesSuite.given

  def formats: List[PickleFormat] = List(BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat)

  private inline def message(inline code: String): String = typeCheckErrors(code).map(_.message).mkString("\n")

  test("a class whose parameters are vals comes back"):
    there(new Plain("a", 2))(back => assertEquals((back.name, back.count), ("a", 2)))
    there(new Outside.Inside(1, List("x")))(back => assertEquals((back.a, back.b), (1, List("x"))))
    there(new Cell("x"))(back => assertEquals(back.value, "x"))
    there(new Tracked(Array(1, 2)))(back =>
      assertEquals((back.values.toList, back.tag), (List(1, 2), scala.reflect.ClassTag.Int))
    )

  test("a parameter that is a var keeps its value"):
    val counter = new Counter(1, "c")
    counter.count = 5
    there(counter)(back => assertEquals((back.count, back.name), (5, "c")))
    val tally = Tally(1, "t")
    tally.count = 6
    there(tally)(back => assertEquals(back, Tally(6, "t")))

  test("an object that can change is one object, wherever it is referred to"):
    val tally = Tally(1, "t")
    there(List(tally, tally))(back => assert(back(0) eq back(1)))
    val a = new Chain("a", null)
    a.next = new Chain("b", a)
    there(a)(back => assert(back.next.next eq back))

  test("variables of the body, of traits and of superclasses keep their values"):
    val account = new Account("jo")
    account.balance = 7
    there(account)(back => assertEquals((back.owner, back.balance, back.shout), ("jo", 7L, "JO")))
    val ledger = Ledger("jo")
    ledger.entries = List("1", "2")
    there(ledger)(back => assertEquals((back, back.entries), (ledger, List("1", "2"))))
    val tagged = new Tagged(4)
    tagged.label = "l"
    there(tagged)(back => assertEquals((back.id, back.label, back.kind), (4, "l", 3)))
    val employee = new Employee(1999)
    employee.count = 9
    there(employee)(back => assertEquals((back.since, back.count), (1999, 9)))

  test("a sealed trait of plain classes is a sum"):
    val all = List[Numbers](new DenseNumbers(Array(1, 2)), new SparseNumbers(9, Array(3), Array(0.5)), NoNumbers)
    there(all) {
      case List(dense: DenseNumbers, sparse: SparseNumbers, NoNumbers) =>
        assertEquals(dense.values.toList, List(1.0, 2.0))
        assertEquals((sparse.size, sparse.indices.toList, sparse.values.toList), (9, List(3), List(0.5)))
      case other => fail(other.toString)
    }

  test("runtime picklers give the same bytes"):
    val runtime = RuntimePicklers(AllowList(
      classOf[Plain],
      classOf[Counter],
      classOf[Tally],
      classOf[Account],
      classOf[Ledger],
      classOf[Tagged],
      classOf[Employee],
      classOf[DenseNumbers],
      classOf[Outside.Inside]
    ))
    def same[A <: AnyRef](value: A)(using pickler: Pickler[A]): Unit =
      val derived = testkit.Laws.write(value, BinaryFormat, PickleOptions())
      val found = testkit.Laws.write(value, BinaryFormat, PickleOptions())(using
      runtime.pickler(value.getClass).asInstanceOf[Pickler[A]])
      assertEquals(testkit.Laws.hex(found), testkit.Laws.hex(derived), value.getClass.getName)
    same(new Plain("a", 2))
    same(new Counter(1, "c"))
    same(Tally(1, "t"))
    same(new Account("jo"))
    same(Ledger("jo"))
    same(new Tagged(4))
    same(new Employee(1999))
    same(new DenseNumbers(Array(1)))
    same(new Outside.Inside(1, List("x")))

  test("state that no derived pickler can see is refused"):
    def isRefused(text: String, why: String)(using munit.Location): Unit = assert(text.contains(why), text)
    isRefused(
      message("Pickler.derived[Kept]"),
      "Kept's constructor takes 'number', which is not a field that can be read"
    )
    isRefused(message("Pickler.derived[Hidden]"), "Hidden's 'Hidden.more' can be neither read nor assigned from here")
    isRefused(
      message("Pickler.derived[HiddenToOthers]"),
      "HiddenToOthers's 'HiddenToOthers.more' can be neither read nor assigned from here"
    )
    isRefused(message("Pickler.derived[OwnOnly]"), "OwnOnly's 'OwnOnly.a' can be neither read nor assigned from here")
    isRefused(
      message("Pickler.derived[WithSecret]"),
      "WithSecret's 'Sealed.secret' can be neither read nor assigned from here"
    )
    isRefused(
      message("Pickler.derived[Renamed]"),
      "Renamed's constructor takes 'name', which is not a field that can be read"
    )

  test("a class of Scala 3 with a var of a trait of Scala 2 keeps it"):
    final class Own(val a: Int) extends Labelled
    val pickler: Pickler[Own] = Pickler.derived
    val own = new Own(1)
    own.label = "x"
    there(own)(back => assertEquals((back.a, back.label), (1, "x")))(using pickler)

object Scala2ClassesSuite:
  given Pickler[Plain] = Pickler.derived
  given Pickler[Counter] = Pickler.derived
  given Pickler[Tally] = Pickler.derived
  given Pickler[Account] = Pickler.derived
  given Pickler[Ledger] = Pickler.derived
  given Pickler[Tagged] = Pickler.derived
  given Pickler[Employee] = Pickler.derived
  given Pickler[Numbers] = Pickler.derived
  given Pickler[DenseNumbers] = Pickler.derived
  given Pickler[Cell[String]] = Pickler.derived
  given Pickler[Tracked[Int]] = Pickler.derived
  given Pickler[Chain] = Pickler.derived
  given Pickler[Outside.Inside] = Pickler.derived
