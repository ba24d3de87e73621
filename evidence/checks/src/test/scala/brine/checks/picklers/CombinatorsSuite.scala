package brine.checks

import org.scalacheck.Gen
import brine.*
import brine.binary.BinaryFormat
import brine.combine.{choice, imap, product}
import brine.json.JsonFormat
import brine.testkit.{Laws, PicklerLaws}

/** Picklers that are put together by hand. */
class CombinatorsSuite extends PicklerLaws, RoundTrips:
  override def formats: List[PickleFormat] = List(BinaryFormat, BinaryFormat.Bare, JsonFormat)

  import CombinatorsSuite.*

  private val money: Gen[Money] =
    Gen.zip(Gen.long, Gen.oneOf(Gen.const(null: String), Gen.alphaStr)).map(Money.of(_, _))
  private val payment: Gen[Payment] =
    Gen.oneOf(money.map(Card("17", _)), Gen.const(Cash), Gen.listOf(money).map(m => Split(m.map(Card("1", _)) :+ null)))

  obeysLaws("a product", money)
  obeysLaws("a choice", payment)
  obeysLaws("collections of them", Gen.listOf(Gen.zip(money, Gen.option(payment))))
  obeysLaws("a product without fields", Gen.const(new Nothing0))

  test("they write the bytes of derived picklers") {
    val derived = { import brine.auto.given; summon[Pickler[Derived.Payment]] }
    val values = List(
      Card("17", Money.of(5, "CHF")) -> Derived.Card("17", Derived.Money(5, "CHF")),
      Cash -> Derived.Cash,
      Split(List(Cash, Card("x", null))) -> Derived.Split(List(Derived.Cash, Derived.Card("x", null)))
    )
    assertEquals(Pickler[Payment].shape.fingerprint, derived.shape.fingerprint)
    for format <- formats; (byHand, byMacro) <- values do
      assertEquals(Laws.hex(Laws.write[Payment](byHand, format)), Laws.hex(Laws.write(byMacro, format)(using derived)))
  }

  test("variables: cycles come back") {
    val (a, b) = (new Person("a"), new Person("b"))
    a.friend = b
    b.friend = a
    a.others = List(a, b, null)
    a.byName = Map("a" -> Some(List(a)), "b" -> None)
    there(a) { back =>
      assert((back.friend.friend eq back) && (back.others.head eq back) && (back.others(1) eq back.friend))
      assertEquals((back.name, back.friend.name), ("a", "b"))
      assert(back.byName("a").get.head eq back)
    }
    val pair = new Couple(a, a)
    there(pair)(back => assert(back.first eq back.second))
  }

  test("a product without variables inside a cycle waits for the parts that its function looks into") {
    val person = new Person("a")
    person.couple = new Couple(person, person)
    there(person) { back =>
      assert((back.couple.first eq back) && (back.couple.second eq back))
      assertEquals(back.couple.names, "a and a")
    }
  }

  test("a pickler for all, and later a more specific one, which wins") {
    val short: Pickler[Card] = Pickler[String].imap(Card(_, null))(_.number)
    val all = choice[Payment]("Payment").leaf[Card]("Card")(using summon, short).leaf[Cash.type]("Cash").build
    assertEquals(
      new String(Laws.write[Payment](Card("17", null), JsonFormat)(using all)),
      """{"$type":"Card","$value":"17"}"""
    )
    assertEquals(new String(Laws.write(Card("17", null), JsonFormat)), """{"number":"17","amount":null}""")
  }

  test("an object of another class is refused") {
    val e = intercept[PickleException.UnexpectedClass](Laws.write[Payment](new Payment {}, BinaryFormat))
    assert(e.getMessage.contains("Payment"), e.getMessage)
    intercept[PickleException.UnexpectedClass](Laws.write[Open](new Open(1) {}, BinaryFormat)(using open))
  }

  test("errors of `build`, and the shapes that it refuses") {
    val strict = product[Money]("Money").field("amount", _.amount).field("unit", _.unit).build((_, _) =>
      throw new IllegalArgumentException("no")
    )
    val e = intercept[PickleException.UserCode](Laws.read(Laws.write(Money.of(1, ""), BinaryFormat), BinaryFormat)(using
    strict))
    assert(e.getMessage.contains("no"), e.getMessage)
    intercept[IllegalArgumentException](product[Money]("M").field("a", _.amount).field("a", _.amount).build((_, _) =>
      null
    ))
    intercept[IllegalArgumentException](choice[Payment]("P").build)
    intercept[IllegalArgumentException](choice[Payment]("P").leaf[Card]("A").leaf[Cash.type]("A").build)
    intercept[IllegalArgumentException](choice[Payment]("P").leaf[Payment]("All").leaf[Card]("Card").build)
  }

  test("nesting costs no stack") {
    val deep = (1 to 100_000).foldLeft(Split(Nil))((s, _) => Split(List(s)))
    for format <- formats do
      Laws.onSmallStack {
        val back = Laws.read[Payment](Laws.write[Payment](deep, format), format)
        assertEquals(
          Iterator.iterate(back)(_.asInstanceOf[Split].parts.headOption.orNull).takeWhile(_ != null).size,
          100_001
        )
      }
  }

private object CombinatorsSuite:
  /** It does not show that it is made of these, but by methods. */
  final class Money private (val amount: Long, val unit: String):
    override def equals(other: Any): Boolean = other match
      case that: Money => that.amount == amount && that.unit == unit
      case _           => false
    override def hashCode: Int = (amount, unit).hashCode
  object Money:
    def of(amount: Long, unit: String): Money = new Money(amount, unit)
    given Pickler[Money] = product[Money]("Money").field("amount", _.amount).field("unit", _.unit).build(Money.of(_, _))

  trait Payment
  object Payment:
    given Pickler[Payment] =
      choice[Payment]("Payment").leaf[Card]("Card").leaf[Cash.type]("Cash").leaf[Split]("Split").build
  final case class Card(number: String, amount: Money) extends Payment
  object Card:
    given Pickler[Card] = product[Card]("Card").field("number", _.number).field("amount", _.amount).build(Card(_, _))
  case object Cash extends Payment:
    given Pickler[Cash.type] = Pickler.derived
  final case class Split(parts: List[Payment]) extends Payment
  object Split:
    given Pickler[Split] = product[Split]("Split").field("parts", _.parts).build { case Tuple1(parts) => Split(parts) }

  object Derived:
    final case class Money(amount: Long, unit: String)
    sealed trait Payment
    final case class Card(number: String, amount: Money) extends Payment
    case object Cash extends Payment
    final case class Split(parts: List[Payment]) extends Payment

  final class Person(val name: String):
    var friend: Person = null
    var others: List[Person] = Nil
    var couple: Couple = null
    var byName: Map[String, Option[List[Person]]] = Map.empty
  object Person:
    given Pickler[Person] = product[Person]("Person")
      .variable("friend", _.friend, _.friend = _)
      .field("name", _.name)
      .variable("others", _.others, _.others = _)
      .variable("couple", _.couple, _.couple = _)
      .variable("byName", _.byName, _.byName = _)
      .build { case Tuple1(name) => new Person(name) }

  final class Couple(val first: Person, val second: Person):
    val names: String = s"${first.name} and ${second.name}"
  object Couple:
    given Pickler[Couple] =
      product[Couple]("Couple").field("first", _.first).field("second", _.second).build(new Couple(_, _))

  final class Nothing0:
    override def equals(other: Any): Boolean = other.isInstanceOf[Nothing0]
    override def hashCode: Int = 0
  object Nothing0:
    given Pickler[Nothing0] = product[Nothing0]("Nothing0").build(_ => new Nothing0)

  class Open(val n: Int)
  val open: Pickler[Open] = product[Open]("Open").field("n", _.n).build { case Tuple1(n) => new Open(n) }
