package brine.checks

import java.nio.ByteBuffer
import java.time.{Instant, LocalDate, OffsetDateTime, Period, Year, YearMonth, ZonedDateTime}
import java.util.{BitSet, Currency, Date, Optional, UUID}
import java.util.concurrent.TimeUnit.SECONDS
import scala.collection.immutable.{ListMap, TreeSet}
import scala.concurrent.duration.{Duration as ScalaDuration, FiniteDuration}
import brine.*
import brine.testkit.Laws
import brine.testkit.corpus.*
import JavaRecords.given
import zoo.{Animal, Cage, Dog, Parrot}

/** The examples of docs/spec/binary.md, by the text in the table's first column. */
object SpecExamples:
  final class Example[A](val value: A)(using val pickler: Pickler[A]):
    def shape: String = pickler.shape.name
    def write(format: PickleFormat, options: PickleOptions): Array[Byte] = Laws.write(value, format, options)

    /** `bytes` read back as an equal value, as a graph. */
    def readsBack(bytes: Array[Byte], format: PickleFormat, options: PickleOptions): Unit =
      Laws.assertSame(Laws.read[A](bytes, format, options), value, options)

  private def example[A: Pickler](value: A): Example[A] = new Example(value)

  private given Pickler[Either[Int, String]] = Pickler.derived
  private given Pickler[(Int, String)] = Pickler.derived

  private val rex = Dog("Rex", 3)
  private val jim = Person("Jim", 5)
  private val date = new Date(5)
  private val a = new Cell("a", null)
  private val self = ring("a")
  private val inner = new Inner("v", null)
  inner.next = inner

  private def ring(names: String*): Cell =
    val cells = names.map(new Cell(_, null))
    for (cell, i) <- cells.zipWithIndex do cell.next = cells((i + 1) % cells.length)
    cells.head

  private def arr: Arr =
    val items = new Array[Arr](2)
    items(0) = new Arr(items)
    items(0)

  private def friend: Friend =
    val f = new Friend("f", List())
    f.friends = List(f)
    f

  val subtypes: Subtypes = Subtypes(Subtype[Dog])

  val numbers: Subtypes =
    Subtypes(Subtype[Dog], Subtype[Int], Subtype[String], Subtype[Parrot])
      .numberedBy(List("brine.checks.zoo.Dog", "java.lang.Integer", "java.lang.String"))

  val tracked: ListMap[String, Example[?]] = ListMap(
    "()" -> example(()),
    "true" -> example(true),
    "-1: Byte" -> example((-1).toByte),
    "258: Short" -> example(258.toShort),
    "'A'" -> example('A'),
    "0" -> example(0),
    "-1" -> example(-1),
    "64" -> example(64),
    "Int.MinValue" -> example(Int.MinValue),
    "-64L" -> example(-64L),
    "Long.MaxValue" -> example(Long.MaxValue),
    "1.5f" -> example(1.5f),
    "-0.0" -> example(-0.0),
    "null: String" -> example[String](null),
    "\"\"" -> example(""),
    "\"Jim\"" -> example("Jim"),
    "\"é\"" -> example("é"),
    "\"日😀\"" -> example("日😀"),
    "\"дом 7\"" -> example("дом 7"),
    "\"日本語\"" -> example("日本語"),
    "\"a\\ud800\"" -> example("a\ud800"),
    "Person(\"Jim\", 5)" -> example(jim),
    "Person(null, 5)" -> example(Person(null, 5)),
    "Pair(Person(\"Jim\", 5), 1)" -> example(Pair(jim, 1)),
    "Pair(null: Person, 1)" -> example(Pair[Person, Int](null, 1)),
    "(1, \"a\")" -> example((1, "a")),
    "Nothing0()" -> example(Nothing0()),
    "Solo" -> example(Solo),
    "Pair(Solo, Nothing0())" -> example(Pair(Solo, Nothing0())),
    "Color.Blue" -> example[Color](Color.Blue),
    "null: Color" -> example[Color](null),
    "Node(Leaf(1, 0.5), Nil): Tree" -> example[Tree](Node(Leaf(1, 0.5), Nil)),
    "Right(\"r\"): Either[Int, String]" -> example[Either[Int, String]](Right("r")),
    "None: Option[Int]" -> example[Option[Int]](None),
    "Some(1): Option[Int]" -> example[Option[Int]](Some(1)),
    "null: Option[Int]" -> example[Option[Int]](null),
    "Some(null): Option[String]" -> example[Option[String]](Some(null)),
    "Some(null): Option[Person]" -> example[Option[Person]](Some(null)),
    "Some(Person(\"Jim\", 5)): Option[Person]" -> example[Option[Person]](Some(jim)),
    "Some(new Cell(\"a\", null)): Option[Cell]" -> example[Option[Cell]](Some(new Cell("a", null))),
    "List.empty[Int]" -> example(List.empty[Int]),
    "List(1, -1)" -> example(List(1, -1)),
    "List.fill(5)(Int.MaxValue)" -> example(List.fill(5)(Int.MaxValue)),
    "null: List[Int]" -> example[List[Int]](null),
    "List(\"a\", null)" -> example(List("a", null)),
    "List(Person(\"Jim\", 5))" -> example(List(jim)),
    "List(Person(\"Jim\", 5), null)" -> example(List(jim, null)),
    "List(Color.Red, null)" -> example[List[Color]](List(Color.Red, null)),
    "Vector(List(1), null)" -> example(Vector(List(1), null)),
    "TreeSet(2, 1)" -> example(TreeSet(2, 1)),
    "ListMap(\"a\" -> 1)" -> example(ListMap("a" -> 1)),
    "ListMap(\"a\" -> Person(\"Jim\", 5), \"b\" -> null)" -> example(ListMap("a" -> jim, "b" -> null)),
    "Array(1, -1)" -> example(Array(1, -1)),
    "Array(true, false)" -> example(Array(true, false)),
    "Array(\"a\", null)" -> example(Array("a", null)),
    "Array.empty[String]" -> example(Array.empty[String]),
    "Email(\"a\")" -> example(Email("a")),
    "List(Email(\"a\"), null)" -> example(List(Email("a"), null)),
    "Celsius(1.5)" -> example(Celsius(1.5)),
    "Pair(Celsius(1.5), Email(\"a\"))" -> example(Pair(Celsius(1.5), Email("a"))),
    "BigInt(-256)" -> example(BigInt(-256)),
    "new java.math.BigDecimal(\"1.50\")" -> example(new java.math.BigDecimal("1.50")),
    "BigDecimal(\"1.50\")" -> example(BigDecimal("1.50")),
    "Instant.ofEpochSecond(1, 5)" -> example(Instant.ofEpochSecond(1, 5)),
    "LocalDate.of(1970, 1, 3)" -> example(LocalDate.of(1970, 1, 3)),
    "OffsetDateTime.parse(\"1970-01-01T00:00:00.000000001+01:00\")" ->
      example(OffsetDateTime.parse("1970-01-01T00:00:00.000000001+01:00")),
    "ZonedDateTime.parse(\"1970-01-01T00:00Z[GMT]\")" -> example(ZonedDateTime.parse("1970-01-01T00:00Z[GMT]")),
    "YearMonth.of(2024, 2)" -> example(YearMonth.of(2024, 2)),
    "Period.of(1, -1, 0)" -> example(Period.of(1, -1, 0)),
    "FiniteDuration(60, SECONDS)" -> example(FiniteDuration(60, SECONDS)),
    "ScalaDuration.MinusInf" -> example[ScalaDuration](ScalaDuration.MinusInf),
    "new UUID(1, 2)" -> example(new UUID(1, 2)),
    "Pair(new UUID(0x8001, 2), null: UUID)" -> example(Pair[UUID, UUID](new UUID(0x8001, 2), null)),
    "BitSet.valueOf(Array[Byte](5))" -> example(BitSet.valueOf(Array[Byte](5))),
    "ByteBuffer.wrap(Array[Byte](1, 2))" -> example(ByteBuffer.wrap(Array[Byte](1, 2))),
    "Pair(date, date), date = new Date(5)" -> example(Pair(date, date)),
    "Currency.getInstance(\"CHF\")" -> example(Currency.getInstance("CHF")),
    "Symbol(\"a\")" -> example(Symbol("a")),
    "ClassTag(classOf[Array[Int]])" -> example[scala.reflect.ClassTag[?]](scala.reflect.ClassTag(classOf[Array[Int]])),
    "Pair(Year.of(-1), null: Year)" -> example(Pair[Year, Year](Year.of(-1), null)),
    "Optional.of(\"a\")" -> example(Optional.of("a")),
    "Weekday.SATURDAY" -> example[Weekday](Weekday.SATURDAY),
    "null: Weekday" -> example[Weekday](null),
    "new Opening(Weekday.FRIDAY, 9)" -> example(new Opening(Weekday.FRIDAY, 9)),
    "Dog(\"Rex\", 3): Animal" -> example[Animal](rex),
    "List(rex, rex, max, null), of Animal, rex = Dog(\"Rex\", 3), max = Dog(\"Max\", 1)" ->
      example(List[Animal](rex, rex, Dog("Max", 1), null)),
    "new Cell(\"a\", null)" -> example(a),
    "a ring of one Cell" -> example(self),
    "a ring of the Cells a and b" -> example(ring("a", "b")),
    "List(c, c), c a Cell" -> example(List(a, a)),
    "Inner(\"v\", itself): Vertex" -> example[Vertex](inner),
    "List(v, End, v), v an Inner that refers to itself" -> example(List[Vertex](inner, End, inner)),
    "Pair(array, array), array = Array(\"a\")" -> {
      val array = Array("a")
      example(Pair(array, array))
    },
    "an Arr of itself and null" -> example(arr),
    "Array[Leaf](Leaf(1, 0.5), null), of Tree" -> example(Array(Leaf(1, 0.5), null).asInstanceOf[Array[Tree]]),
    "a Friend of itself" -> example(friend)
  )

  val numbered: ListMap[String, Example[?]] =
    given Pickler[Any] = Pickler.open
    ListMap(
      "Dog(\"Rex\", 3): Animal" -> example[Animal](rex),
      "null: Animal" -> example[Animal](null),
      "Parrot(\"p\", Vector()): Animal" -> example[Animal](Parrot("p", Vector.empty)),
      "Cage(\"a\", Dog(\"Rex\", 3))" -> example(Cage("a", rex)),
      "List(rex, rex, null), of Animal, rex = Dog(\"Rex\", 3)" -> example(List[Animal](rex, rex, null)),
      "List(1, -1), of Any" -> example(List[Any](1, -1)),
      "List(\"a\", \"a\"), of Any" -> example(List[Any]("a", "a")),
      "List(1, \"a\", null), of Any" -> example(List[Any](1, "a", null)),
      "List.empty[Any]" -> example(List.empty[Any]),
      "Map(\"a\" -> 1), of Any" -> example(Map[Any, Any]("a" -> 1)),
      "Map(\"a\" -> rex), of Any, rex = Dog(\"Rex\", 3)" -> example(Map[Any, Any]("a" -> rex))
    )

  val all: ListMap[String, Example[?]] = ListMap(
    "List(\"a\", \"a\", null)" -> example(List("a", "a", null)),
    "Person(\"Jim\", 5)" -> example(jim),
    "List(p, p, null), p = Person(\"Jim\", 5)" -> example(List(jim, jim, null)),
    "Pair(array, array), array = Array(1)" -> {
      val array = Array(1)
      example(Pair(array, array))
    },
    "Pair(list, list), list = List(1)" -> {
      val list = List(1)
      example(Pair(list, list))
    },
    "Pair(Nil, Nil), of List[Int]" -> example(Pair(List.empty[Int], List.empty[Int])),
    "Some(Person(\"Jim\", 5)): Option[Person]" -> example[Option[Person]](Some(jim)),
    "Node(l, l): Tree, l = Leaf(1, 0.5)" -> {
      val leaf = Leaf(1, 0.5)
      example[Tree](Node(leaf, leaf))
    },
    "a ring of one Cell" -> example(self)
  )

  val whole: ListMap[String, (Example[?], PickleOptions)] = ListMap(
    "Person(\"Jim\", 5)" -> (example(jim), PickleOptions()),
    "Person(\"Jim\", 5), checksum = false" -> (example(jim), PickleOptions(checksum = false)),
    "Person(\"Jim\", 5), sharing = Sharing.All" -> (example(jim), PickleOptions(sharing = Sharing.All)),
    "Person(\"Jim\", 5), carriage = Carriage.Names" -> (example(jim), PickleOptions(carriage = Carriage.Names))
  )

  val keyed: ListMap[String, (Example[?], PickleOptions)] =
    val history = History.ofKeys(2 -> Pickler[Person].shape)
    ListMap(
      "Person(\"Jim\", 5), key 2" -> (example(jim), PickleOptions(history = history)),
      "Person(\"Jim\", 5), key 2, sharing = Sharing.All" -> (example(jim), PickleOptions(
        history = history,
        sharing = Sharing.All
      ))
    )
