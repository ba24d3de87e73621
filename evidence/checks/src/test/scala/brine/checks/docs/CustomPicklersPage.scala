package brine.checks.docs

/** docs/guide/custom-picklers.md. */
object CustomPicklersPage:
  // doc:imap
  import brine.*
  import brine.combine.*

  final case class Email(address: String)
  object Email:
    given Pickler[Email] = Pickler[String].imap(Email(_))(_.address)

  println(List(Email("jim@x.org")).pickle.unpickle[List[Email]])     // List(Email(jim@x.org))
  // end

  // doc:opaque
  import java.util.UUID

  object Orders:
    opaque type OrderId = UUID
    object OrderId:
      def of(id: UUID): OrderId = id
      given Pickler[OrderId] = Pickler.uuid.imap[OrderId](id => id)(id => id)    // not Pickler[UUID]

  println(Orders.OrderId.of(new UUID(0, 7)).pickle.unpickle[Orders.OrderId])    // 00000000-0000-0000-0000-000000000007
  // end

  // doc:fields
  final class Money private (cents: Long, unit: String):
    def inCents: Long = cents
    def currency: String = unit
    override def toString: String = s"${cents / 100} $unit"
  object Money:
    def of(cents: Long, currency: String): Money = new Money(cents, currency)

    given Pickler[Money] = product[Money]("Money")
      .field("cents", _.inCents)
      .field("currency", _.currency)
      .build(Money.of(_, _))

  import brine.json.JsonFormat
  println(Money.of(500, "CHF").pickleIn(JsonFormat).text)             // {"cents":500,"currency":"CHF"}
  // end

  // doc:variables
  final class Node(val name: String):
    var next: Node = null
  object Node:
    given Pickler[Node] = product[Node]("Node")
      .field("name", _.name)
      .variable("next", _.next, _.next = _)
      .build { case Tuple1(name) => new Node(name) }

  val node = new Node("a")
  node.next = node
  val back = node.pickle.unpickle[Node]
  println(back.next eq back)                                          // true
  // end

  // doc:standIn
  final class Measure private (val symbol: String)
  object Measure:
    private val all = List("m", "kg").map(symbol => symbol -> new Measure(symbol)).toMap
    def of(symbol: String): Measure = all(symbol)

    given Pickler[Measure] = Pickler[String].standIn[Measure](Measure.of(_))(_.symbol)

  println(Measure.of("m").pickle.unpickle[Measure] eq Measure.of("m")) // true
  // end

  // doc:notYours
  import scala.jdk.CollectionConverters.*

  final class Journal(val owner: String) extends java.util.ArrayList[String]   // of a library

  given Pickler[Journal] = product[Journal]("Journal")
    .field("owner", _.owner)
    .variable("entries", _.asScala.toList, (journal, entries) => { journal.clear(); journal.addAll(entries.asJava) })
    .build { case Tuple1(owner) => new Journal(owner) }

  val journal = new Journal("Jim")
  journal.add("Monday")
  val both = List(journal, journal).pickle.unpickle[List[Journal]]
  println(both)                                                       // List([Monday], [Monday])
  println(both(0).owner)                                              // Jim
  println(both(0) eq both(1))                                         // true
  // end

  // doc:collections
  final class Bag private (items: Vector[String]) extends Iterable[String]:
    def iterator: Iterator[String] = items.iterator
  object Bag:
    def of(items: Iterable[String]): Bag = new Bag(items.toVector)
    given Pickler[Bag] = Pickler[List[String]].imap(Bag.of(_))(_.toList)

  final class Ring(val slots: Array[String], val start: Int) extends Iterable[String] derives Pickler:
    def iterator: Iterator[String] = Iterator.tabulate(slots.length)(i => slots((start + i) % slots.length))

  println(Bag.of(List("a", "b")).pickleIn(JsonFormat).text)           // ["a","b"]
  println(new Ring(Array("b", "a"), 1).pickleIn(JsonFormat).text)     // {"slots":["b","a"],"start":1}
  // end

  // doc:choice
  trait Payment
  object Payment:
    given Pickler[Payment] =
      choice[Payment]("Payment").leaf[Card]("Card").leaf[Cash.type]("Cash").build

  final case class Card(number: String) extends Payment derives Pickler
  case object Cash extends Payment derives Pickler

  println(List[Payment](Card("17"), Cash).pickleIn(JsonFormat).text)
  // [{"$type":"Card","number":"17"},"Cash"]
  // end

  // doc:static
  println(Card("17").pickleIn(JsonFormat).text)                       // {"number":"17"}
  println(Card("17").pickleAs[Payment](using summon, JsonFormat).text) // {"$type":"Card","number":"17"}
  // end

  // doc:byHand
  import brine.shape.Shape

  final case class Celsius(degrees: Double)
  object Celsius:
    given Pickler[Celsius] with
      def shape = Shape.Custom("Celsius", version = 1)
      def pickle(t: Celsius, builder: PickleBuilder) =
        if builder.isTextual then builder.putString(s"${t.degrees} °C") else builder.putDouble(t.degrees)
      def unpickle(reader: PickleReader) =
        Celsius(if reader.isTextual then reader.getString().stripSuffix(" °C").toDouble else reader.getDouble())

  println(List(Celsius(21.5)).pickleIn(JsonFormat).text)              // ["21.5 °C"]
  // end
