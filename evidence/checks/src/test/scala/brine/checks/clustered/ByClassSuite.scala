package brine.checks.clustered

import java.time.DayOfWeek
import scala.collection.mutable.ArrayBuffer
import brine.*
import brine.combine.*
import brine.graph.{Graph, GraphFormat, GraphPickle}
import brine.testkit.Laws

/** Choices of a class's author for all graphs: the written form of its objects, the fields that are written, and the
  * form of a collection (its content or its internals).
  */
class ByClassSuite extends munit.FunSuite:
  import ByClassSuite.*

  private def there[A: Pickler](value: A): A = Laws.read[A](Laws.write(value, GraphFormat), GraphFormat)

  // ---- stand-ins: the counterparts of writeReplace and readResolve

  test("an object is written once by its stand-in, and all its referrers get one object") {
    val account = new Account("7", 10)
    Account.counts = (0, 0)
    val back = there(Accounts(account, List(account, new Account("8", 20)), Some(account)))
    assertEquals(Account.counts, (2, 2))
    assert((back.first eq back.all(0)) && (back.first eq back.maybe.get))
    assertEquals(back.all.map(a => (a.number, a.cents)), List(("7", 10L), ("8", 20L)))
    assertEquals((account.number, account.cents), ("7", 10L))
  }

  test("inside a cycle, too, where the stand-in's maker does not need it first") {
    val owner = new Owner("me", null)
    owner.wallet = new Wallet(ArrayBuffer(owner))
    val back = there(owner)
    assertEquals(back.name, "me")
    assert(back.wallet.owners.head eq back)
  }

  test("a cycle that the maker needs first is refused, with its path") {
    val knot = new Knot(null)
    knot.end = knot
    val e = intercept[PickleException.CyclicConstruction](there(Tied(knot)))
    assert(e.path.startsWith("$.knot"), e.getMessage)
  }

  test("a stand-in may return an existing object: an interned one, or one of a subclass") {
    val back = there(List(Unit2.of("m"), Unit2.of("kg"), Unit2.of("m")))
    assert((back(0) eq Unit2.of("m")) && (back(1) eq Unit2.of("kg")) && (back(2) eq Unit2.of("m")))
  }

  test("enums' values, objects, values of a Java enum come back as the same instance, wherever they stand") {
    val days = Days(Day.Mon, List(Day.Tue, Day.Mon), Map(Day.Tue -> Alone), DayOfWeek.FRIDAY)
    val back = there(days)
    assert((back.first eq Day.Mon) && (back.all(0) eq Day.Tue) && (back.all(1) eq Day.Mon))
    assert((back.map(Day.Tue) eq Alone) && (back.ofJava eq DayOfWeek.FRIDAY))
  }

  // ---- transient fields

  test("a transient field is not in the graph, and comes back as its default, or empty") {
    val page = Page("text", 3, Array(1), "kept")
    val bytes = Laws.write(page, GraphFormat)
    assertEquals(Graph.inspect(new GraphPickle(bytes))("Page").fields.map(_.name), Seq("text", "note"))
    val back = Laws.read[Page](bytes, GraphFormat)
    assertEquals((back.text, back.views, back.note), ("text", 0, "kept"))
    assertEquals(back.cache, null)
  }

  // ---- collections of one's own

  test("a collection by its content: how it keeps its elements may change") {
    val bag = Bag(List("a", "b"))
    val bytes = Laws.write(Holder(bag), GraphFormat)
    assertEquals(Graph.inspect(new GraphPickle(bytes)).types.map(_.name).toSet, Set("Holder", "List[String]"))
    assertEquals(Laws.read[Holder](bytes, GraphFormat).bag.toList, List("a", "b"))
    assertEquals(Laws.read[NewHolder](bytes, GraphFormat).bag.toList, List("a", "b"))
  }

  test("a collection by its internals: it comes back exactly as it was") {
    val ring = new Ring(Array("c", null, "a", "b"), 2, 3)
    val bytes = Laws.write(ring, GraphFormat)
    assertEquals(Graph.inspect(new GraphPickle(bytes))("Ring").fields.map(_.name), Seq("slots", "start", "size"))
    val back = Laws.read[Ring](bytes, GraphFormat)
    assertEquals(back.toList, List("a", "b", "c"))
    assertEquals((back.slots.toList, back.start), (List("c", null, "a", "b"), 2))
  }

  test("a collection by its content that keeps its identity holds itself") {
    val team = new Team
    team.members += team
    val back = there(List(team, team))
    assert(back(0) eq back(1))
    assert(back(0).members.head eq back(0))
  }

object ByClassSuite:
  final case class AccountKey(number: String, cents: Long) derives Pickler

  final class Account(val number: String, val cents: Long)
  object Account:
    /** Written and read. */
    var counts = (0, 0)
    given Pickler[Account] = Pickler[AccountKey].standIn[Account] { key =>
      counts = (counts._1, counts._2 + 1)
      new Account(key.number, key.cents)
    } { account =>
      counts = (counts._1 + 1, counts._2)
      AccountKey(account.number, account.cents)
    }
  final case class Accounts(first: Account, all: List[Account], maybe: Option[Account]) derives Pickler

  final class Owner(val name: String, var wallet: Wallet) derives Pickler
  final class Wallet(val owners: ArrayBuffer[Owner])
  object Wallet:
    given Pickler[Wallet] = recursive(Pickler[ArrayBuffer[Owner]]).standIn[Wallet](new Wallet(_))(_.owners)

  /** Its stand-in is the knot at its end, which its maker looks into. */
  final class Knot(var end: Knot)
  object Knot:
    given Pickler[Knot] =
      recursive(Pickler[Option[Knot]]).standIn[Knot](end => new Knot(end.orNull))(k => Option(k.end))
  final case class Tied(knot: Knot) derives Pickler

  sealed abstract class Unit2(val symbol: String)
  final class Known private[ByClassSuite] (symbol: String) extends Unit2(symbol)
  object Known:
    given Pickler[Known] = Pickler[String].standIn[Known](Unit2.of(_))(_.symbol)
  object Unit2:
    private val all = List("m", "kg").map(s => s -> new Known(s)).toMap
    def of(symbol: String): Known = all(symbol)

  enum Day derives Pickler:
    case Mon, Tue
  case object Alone derives Pickler
  final case class Days(first: Day, all: List[Day], map: Map[Day, Alone.type], ofJava: DayOfWeek) derives Pickler

  final case class Page(text: String, @transient views: Int = 0, @transient cache: Array[Int] = null, note: String)
      derives Pickler

  final class Bag private (items: Vector[String]) extends Iterable[String]:
    def iterator: Iterator[String] = items.iterator
  object Bag:
    def apply(items: Iterable[String]): Bag = new Bag(items.toVector)
    given Pickler[Bag] = Pickler[List[String]].imap(Bag(_))(_.toList)
  final case class Holder(bag: Bag) derives Pickler

  /** It has other internals. */
  final class NewBag(items: Array[String]) extends Iterable[String]:
    def iterator: Iterator[String] = items.iterator
  object NewBag:
    given Pickler[NewBag] = Pickler[List[String]].imap(items => new NewBag(items.toArray))(_.toList)
  @alias("Holder") final case class NewHolder(bag: NewBag) derives Pickler

  final class Ring(val slots: Array[String], val start: Int, override val size: Int) extends Iterable[String]
      derives Pickler:
    def iterator: Iterator[String] = Iterator.tabulate(size)(i => slots((start + i) % slots.length))

  final class Team:
    var members: ArrayBuffer[Team] = ArrayBuffer.empty
  object Team:
    given Pickler[Team] = product[Team]("Team").variable("members", _.members, _.members = _).build(_ => new Team)
