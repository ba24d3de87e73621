package brine.checks

import java.util.concurrent.{Callable, Executors}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import munit.FunSuite
import brine.*
import brine.binary.{BinaryFormat, RecordReader, RecordWriter}
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.{Allocation, Laws, Patient}
import brine.wire.{ByteSink, ByteSource}
import zoo.*

/** Subtypes with numbers: the bytes, the agreement that writer and reader need, and the effects of a forged pickle. */
class NumberedSubtypesSuite extends FunSuite, Patient:
  import NumberedSubtypesSuite.*

  private val named = Subtypes(
    Subtype[Dog],
    Subtype[Parrot],
    Subtype[Keeper],
    Subtype[Nobody.type],
    Subtype[Stone](using summon, Stones.pickler)
  )
  private val numbered = named.numberedBy(List("Dog", "Keeper", "Nobody", "Stone").map("brine.checks.zoo." + _))

  // The type is `Any`: runtime picklers know the standard types, and their collections hold anything.
  private val runtime = RuntimePicklers(AllowList(classOf[Held]))
  private given Pickler[Any] = runtime.any
  private val anything = runtime.subtypes.numberedBy(List(
    "java.lang.Integer",
    "java.lang.String",
    "scala.collection.immutable.List",
    "scala.Tuple2",
    classOf[Held].getName,
    "scala.runtime.BoxedUnit",
    "java.lang.Long",
    "java.lang.Double",
    "scala.collection.immutable.Map",
    "[Ljava.lang.Object;",
    "java.util.ArrayList",
    "scala.collection.immutable.Set",
    "java.time.LocalDate",
    "scala.math.BigInt"
  ))
  private def codeOf(name: String): String = f"${2 * anything.numbers.indexOf(name) + 2}%02x"

  extension (subtypes: Subtypes) private def numbers: List[String] = subtypes.names

  private def everyDepth(subtypes: Subtypes, sharing: Sharing = Sharing.Tracked): List[PickleOptions] =
    List(512, 2, 0).map(depth =>
      PickleOptions(subtypes = subtypes, sharing = sharing, limits = Limits(emittedDepth = depth))
    )

  /** The bare bytes: all back ends write them, and read them as an equal value. */
  private def hex[A: Pickler](value: A, subtypes: Subtypes, sharing: Sharing = Sharing.Tracked)(using
      munit.Location
  ): String =
    val all =
      for options <- everyDepth(subtypes, sharing) yield
        val bytes = Laws.write(value, BinaryFormat.Bare, options)
        for in <- everyDepth(subtypes, sharing) do assertEquals(Laws.read[A](bytes, BinaryFormat.Bare, in), value)
        Laws.hex(bytes)
    assertEquals(all.distinct.length, 1, all.mkString("\n"))
    all.head

  private def bytesOf(hex: String): Array[Byte] = hex.split(' ').map(Integer.parseInt(_, 16).toByte)

  private def refused[A: Pickler](hex: String, subtypes: Subtypes)(using munit.Location): String =
    val all =
      for options <- everyDepth(subtypes)
      yield intercept[PickleException](Laws.read[A](bytesOf(hex), BinaryFormat.Bare, options)).reason
    assertEquals(all.distinct.length, 1, all.mkString("\n"))
    all.head

  test("a place is one code: null, a class, or a reference"):
    val rex = Dog("R", 3)
    assertEquals(hex(Cage("a", rex), numbered), "01 03 61 02 03 52 06")
    assertEquals(hex(Cage("a", null), numbered), "01 03 61 00")
    assertEquals(hex(List[Animal](rex, rex, null), numbered), "08 00 02 03 52 06 03 00")

  test("a class without a number goes by its name, as at a place without numbers"):
    val parrots = List[Animal](Parrot("p", Vector.empty), Parrot("q", Vector.empty))
    val byNumbers = hex(parrots, numbered)
    assert(byNumbers.startsWith("06 00 01 00 2f 62 72 69"), byNumbers)
    assertEquals(byNumbers.replaceFirst("06 00", "06"), hex(parrots, named))

  test("a root leads straight to its pickler, and has no identity if its class has none"):
    assertEquals(hex[Animal](Dog("R", 3), numbered), "02 03 52 06")
    assertEquals(hex[Animal](Nobody, numbered), "06")
    assertEquals(hex[Animal](null, numbered), "00")
    assertEquals(hex[Any](7, anything), "02 0e")
    // The pair may lead back to itself, so it is object 0; the class of both parts may not.
    val held = Held("h", null)
    assertEquals(hex[Any]((held, held), anything), "08 0a 03 68 00 05")
    held.next = held
    val bytes = Laws.write[Any](held, BinaryFormat.Bare, everyDepth(anything).head)
    assertEquals(Laws.hex(bytes), "0a 03 68 03")

  test("strings, boxes and other plain values have no identity"):
    val text = new String("a")
    assertEquals(hex[Any]((text, (text, text)), anything), "08 04 03 61 08 04 03 61 04 03 61")
    val held = Held("h", null)
    // They have no identity, so they do not count: held is object 2, after the pair and the list.
    assertEquals(
      hex[Any]((List[Any](1000, text, held), held), anything),
      "08 06 08 00 02 d0 0f 04 03 61 0a 03 68 00 07"
    )
    val big = BigInt(5)
    val day = java.time.LocalDate.EPOCH
    assertEquals(hex[Any]((big, (big, (day, (day, ())))), anything), "08 1c 03 05 08 1c 03 05 08 1a 00 08 1a 00 0c")

  test("a list of nothing but ints numbers their class once, and has the bytes of a list of ints"):
    val ints = List.tabulate(300)(_ * 1_000_000)
    for all <- List(List(1, -1), ints) do
      assertEquals(hex[Any](all, anything), "06 " + withMark(hex(all, Subtypes.none), "02"))
    assertEquals(hex[Any](List("a", "b"), anything), "06 06 04 03 61 03 62")
    assertEquals(hex[Any](List(java.time.LocalDate.EPOCH, java.time.LocalDate.EPOCH), anything), "06 06 1a 00 00")

  /** The code of the class between the header, which says that elements have markers, and the elements. */
  private def withMark(hex: String, code: String): String =
    val length = if hex.startsWith("d9 04") then 2 else 1
    val bytes = hex.split(' ')
    bytes(0) = f"${Integer.parseInt(bytes(0), 16) + 1}%02x"
    (bytes.take(length) ++ Seq(code) ++ bytes.drop(length)).mkString(" ")

  test("elements that are not all of one plain class have a place each"):
    assertEquals(hex[Any](List(1, "a"), anything), "06 06 00 02 02 04 03 61")
    assertEquals(hex[Any](List(1, null), anything), "06 06 00 02 02 00")
    assertEquals(hex[Any](List(null, 1), anything), "06 06 00 00 02 02")
    assertEquals(hex[Any](List((), ()), anything), "06 06 00 0c 0c") // they take no bytes
    assertEquals(hex(List[Animal](Nobody, Nobody), numbered), "06 00 06 06")
    assertEquals(hex(List[Animal](Dog("R", 3)), numbered), "04 00 02 03 52 06") // somebody else may hold the dog, too
    assertEquals(hex[Any](Nil, anything), "06 02")

  test("keys and values of a map number their classes separately"):
    assertEquals(hex[Any](Map(1 -> 2L), anything), "12 04 02 0e 02 04")
    assertEquals(hex[Any](Map(1 -> Held("h", null)), anything), "12 04 02 00 02 0a 03 68 00")
    assertEquals(hex[Any](Map[Any, Any](1 -> "a", "b" -> "c"), anything), "12 06 00 04 02 02 03 61 04 03 62 03 63")
    assertEquals(hex[Any](Map.empty[Any, Any], anything), "12 02")

  test("arrays, sets and mutable collections number a uniform class once, too"):
    assertEquals(hex[Any](Set(1), anything), "18 04 02 02")
    val array = Laws.write[Any](Array[Object]("a", "b"), BinaryFormat.Bare, everyDepth(anything).head)
    assertEquals(Laws.hex(array), "14 06 04 03 61 03 62")
    assertEquals(hex[Any](new java.util.ArrayList[Any](java.util.List.of(1, 2)), anything), "16 06 02 02 04")
    val back = everyDepth(anything).map(o => Laws.read[Any](array, BinaryFormat.Bare, o))
    for b <- back do assertEquals(b.asInstanceOf[Array[Object]].toList, List[Object]("a", "b"))

  test("with Sharing.All, strings and collections are shared as everywhere"):
    val text = new String("a")
    val list = List[Any](text, text)
    for options <- everyDepth(anything, Sharing.All) do
      val back =
        Laws.read[Any](Laws.write[Any]((list, (list, 7)), BinaryFormat.Bare, options), BinaryFormat.Bare, options)
      val (a, (b, seven)) = back: @unchecked
      assertEquals((a, seven), (list, 7))
      assert(a.asInstanceOf[AnyRef] eq b.asInstanceOf[AnyRef])
    assertEquals(hex[Any](List("a", "a"), anything, Sharing.All), "06 0b 04 01 03 61 02")

  test("an object of an open type that is a leaf of a family follows the leaf's number"):
    val byNames = Subtypes(Subtype[Gravel], Subtype[Sand])
    val numbers = byNames.numberedBy(List(classOf[Gravel].getName))
    val all = List[Surface](Gravel(3), Sand("s"), Smooth("t"), Bare, null)
    for subtypes <- List(byNames, numbers) do hex(all, subtypes)
    assertEquals(hex[Surface](Gravel(3), numbers), "01 02 06")

  test("a reader whose type has changed reads uniform elements"):
    val options = everyDepth(anything)
    for out <- options; in <- options; items <- List(List[Any](1, 2), List[Any](1, "a"), Nil) do
      val bytes = Laws.write(Bag1(items, Map("k" -> 1)), BinaryFormat.Bare, out)
      val reader = Unpickler.from[Bag2](Pickler[Bag1].shape)
      val back = BinaryFormat.Bare.read(ByteSource.of(bytes), reader, in)
      assertEquals(back, Bag2(items.map(Option(_)), Map("k" -> Some(1))))

  test("a number that the reader does not have is refused, and so is one of another type's class"):
    assertEquals(
      refused[Animal]("0a", numbered),
      "the pickle has an object of subtype number 4, which the subtypes of this read do not have. Give the read the " +
        "numbers that the write " +
        "had, by `Subtypes.numberedBy` of the same list or numbering"
    )
    refused[Animal]("fe ff ff ff 0f", numbered)
    val withPlough = (named + Subtype[Plough]).numberedBy(List("brine.checks.zoo.Plough"))
    assertEquals(refused[Animal]("02 06", withPlough), "expected Animal, found a brine.checks.zoo.Plough")

  test("forged codes of places and of uniform elements are refused"):
    refused[List[Animal]]("04 00 03", numbered) // object 0 has not appeared
    refused[List[Animal]]("04 00 ff ff ff ff 0f", numbered)
    refused[Animal]("01 01", numbered) // the first subtype by name, which has none
    assertEquals(
      refused[List[Animal]]("04 03", numbered),
      "malformed pickle: expected the class of all elements, found code 3"
    )
    assertEquals(
      refused[List[Animal]]("04 01", numbered),
      "malformed pickle: expected the class of all elements, found code 1"
    )
    assertEquals(
      refused[List[Animal]]("04 02 03 52 06", numbered),
      "malformed pickle: elements of brine.checks.zoo.Dog must be written one by one, each with its class"
    )
    refused[List[Animal]]("04 06", numbered)
    assertEquals(
      refused[Any]("06 04 0c", anything),
      "malformed pickle: elements of scala.runtime.BoxedUnit must be written one by one, each with its class"
    )
    assertEquals(
      refused[Surface]("01 00", Subtypes(Subtype[Gravel]).numberedBy(Nil)),
      "malformed pickle: expected the class of a Rough, found a null or a reference"
    )
    refused[Surface]("01 03", Subtypes(Subtype[Gravel]).numberedBy(Nil))

  test("a size is a claim, of uniform elements, too"):
    val claims = List(
      "06 ff ff ff ff 0f 02 02",
      "12 ff ff ff ff 0f 02 02 02",
      "14 ff ff ff ff 0f 04 03 61",
      "06 ff ff ff ff 0f 00 02"
    )
    for claim <- claims; options <- everyDepth(anything); isBounded <- List(true, false) do
      val bytes = bytesOf(claim)
      def read() =
        val source = if isBounded then ByteSource.of(bytes) else ByteSource.of(new java.io.ByteArrayInputStream(bytes))
        intercept[PickleException](BinaryFormat.Bare.read(source, runtime.any, options))
      assert(!Allocation.isAlwaysAbove(1 << 20, times = 5)(read()), claim)

  test("truncated and flipped bytes end in a value or a PickleException"):
    val values = List[Any](
      (Held("h", "x"), List(1, 2, 3)),
      Map(1 -> "a", 2 -> "b"),
      List(List(1.5), Array[Object]("a"), new java.util.ArrayList[Any](java.util.List.of(7L))),
      List(Held("h", Held("i", null)), Set("x", "y"), None, Some(1))
    )
    for value <- values; options <- everyDepth(anything) do
      val bytes = Laws.write[Any](value, BinaryFormat.Bare, options)
      for end <- 0 until bytes.length do
        intercept[PickleException](Laws.read[Any](bytes.take(end), BinaryFormat.Bare, options))
      for i <- bytes.indices; bit <- 0 until 8 do
        val flipped = bytes.clone()
        flipped(i) = (flipped(i) ^ 1 << bit).toByte
        try Laws.read[Any](flipped, BinaryFormat.Bare, options)
        catch case _: PickleException => ()

  test("the header says that there are numbers"):
    val rex = Cage("a", Dog("R", 3))
    val byNumbers = Laws.write(rex, BinaryFormat, PickleOptions(subtypes = numbered))
    val byNames = Laws.write(rex, BinaryFormat, PickleOptions(subtypes = named))
    assertEquals(byNumbers(3) & 0xff, 0x19)
    assertEquals(byNames(3) & 0xff, 0x09)
    assertEquals(Laws.read[Cage](byNumbers, BinaryFormat, PickleOptions(subtypes = numbered)), rex)
    assertEquals(Laws.read[Cage](byNames, BinaryFormat, PickleOptions(subtypes = numbered)), rex)
    val e = intercept[PickleException.UnknownSubtype](Laws.read[Cage](
      byNumbers,
      BinaryFormat,
      PickleOptions(subtypes = named)
    ))
    assertEquals(
      e.reason,
      "the pickle has numbers of subtypes, and the subtypes of this read have none. Give the read the numbers that " +
        "the write had " +
        "(`Subtypes.numberedBy`), or write by names (`subtypes.unnumbered`)"
    )
    for sharing <- List(Sharing.Tracked, Sharing.All) do
      val options = PickleOptions(subtypes = numbered, sharing = sharing, carriage = Carriage.Names)
      assertEquals(
        Laws.read[Cage](Laws.write(rex, BinaryFormat, options), BinaryFormat, PickleOptions(subtypes = numbered)),
        rex
      )

  test("without numbers the bytes are unchanged, and other formats know no numbers"):
    val value = Zoo(List(Dog("Rex", 3), Nobody, null), Map("x" -> Stone(7)), Some(Parrot("p", Vector("q"))))
    for format <- List(JsonFormat, GraphFormat) do
      val options = PickleOptions(subtypes = numbered)
      assertEquals(
        Laws.hex(Laws.write(value, format, options)),
        Laws.hex(Laws.write(value, format, PickleOptions(subtypes = named)))
      )
      assertEquals(Laws.read[Zoo](Laws.write(value, format, options), format, options), value)
    assert(!numbered.unnumbered.isNumbered && numbered.isNumbered)
    assertEquals(hex(value, numbered.unnumbered), hex(value, named))

  test("an object without a subtype is refused as at places by name"):
    for options <- everyDepth(numbered) do
      val e = intercept[PickleException.UnexpectedClass](Laws.write(
        List[Animal](Nobody, Ghost("boo")),
        BinaryFormat.Bare,
        options
      ))
      assert(
        e.getMessage.contains(
          "at $[1]: the pickler of Animal met a brine.checks.zoo.Ghost: it has no pickler of its own"
        ),
        e.getMessage
      )

  test("cases of an enum have a number each"):
    val leaves = Subtypes(Subtype[Colour], Subtype[Dog])
    val byNumbers = leaves.numberedBy(leaves.names)
    given Pickler[Any] = Pickler.open
    val all = List[Any](Colour.Red, Colour.Mixed(3), Colour.Green, Colour.Red)
    val codes = List("Red", "Mixed", "Green").map(n => f"${2 * leaves.names.indexWhere(_.endsWith("$" + n)) + 2}%02x")
    assertEquals(hex(all, byNumbers), s"0a 00 ${codes(0)} ${codes(1)} 06 ${codes(2)} ${codes(0)}")

  test("a numbering is called once for a number that it gives, and again for one that it does not give yet"):
    val calls = mutable.ListBuffer.empty[String]
    var hasStone = false
    val numbering = new Subtypes.Numbering:
      def numberOf(subtype: Subtype[?]): Int =
        calls += subtype.name.drop("brine.checks.zoo.".length)
        if subtype.name.endsWith("Dog") then 5 else if subtype.name.endsWith("Stone") && hasStone then 1 else -1
      def numbered(number: Int): Subtype[?] | Null =
        calls += s"$number"
        number match
          case 5 => named.named("brine.checks.zoo.Dog")
          case 1 => named.named("brine.checks.zoo.Stone")
          case _ => null
    val subtypes = named.numberedBy(numbering)
    val animals = List[Animal](Dog("R", 3), Stone(1), Stone(2), Dog("S", 4))
    def there() = assertEquals(
      Laws.read[List[Animal]](
        Laws.write(animals, BinaryFormat.Bare, PickleOptions(subtypes = subtypes)),
        BinaryFormat.Bare,
        PickleOptions(subtypes = subtypes)
      ),
      animals
    )
    there()
    assertEquals(calls.toList, List("Dog", "Stone", "Stone", "5"))
    hasStone = true
    there()
    there()
    assertEquals(calls.toList.drop(4), List("Stone", "1"))

  test("a list of names that has one twice is refused, and so is a number that is too large"):
    val e = intercept[IllegalArgumentException](named.numberedBy(List("a", "b", "a")))
    assertEquals(e.getMessage, "a name has two numbers: a")
    val subtypes = named.numberedBy(new Subtypes.Numbering:
      def numberOf(subtype: Subtype[?]): Int = Int.MaxValue
      def numbered(number: Int): Subtype[?] | Null = null
    )
    intercept[PickleException.UserCode](Laws.write[Animal](
      Dog("R", 3),
      BinaryFormat.Bare,
      PickleOptions(subtypes = subtypes)
    ))

  test("the largest number that a subtype can have goes out and comes back"):
    val subtypes = named.numberedBy(new Subtypes.Numbering:
      def numberOf(subtype: Subtype[?]): Int = Subtypes.MaxNumber
      def numbered(number: Int): Subtype[?] | Null =
        if number == Subtypes.MaxNumber then named.named("brine.checks.zoo.Dog") else null
    )
    assertEquals(hex[Animal](Dog("R", 3), subtypes), "80 80 80 80 08 03 52 06")

  test("many threads find many classes at once"):
    val values = manyValues
    val names = runtime.subtypes.names
    val pool = Executors.newFixedThreadPool(8)
    try
      for _ <- 1 to 20 do
        val fresh = RuntimePicklers(AllowList(classOf[Held])).subtypes.numberedBy(names)
        val options = PickleOptions(subtypes = fresh)
        val tasks = List.tabulate(8)(i =>
          new Callable[List[Any]]:
            def call() =
              val turned = values.drop(i * 5) ++ values.take(i * 5)
              for value <- turned do
                val back =
                  Laws.read[Any](Laws.write[Any](value, BinaryFormat.Bare, options), BinaryFormat.Bare, options)
                assertEquals(back.getClass.getName.takeWhile(_ != '$'), value.getClass.getName.takeWhile(_ != '$'))
              turned
        )
        for done <- pool.invokeAll(tasks.asJava).asScala do done.get()
    finally pool.shutdown()

  /** With more classes than the tables have room for at first. */
  private def manyValues: List[Any] =
    val scalars = List[Any](
      1,
      2L,
      1.5,
      1.5f,
      'c',
      true,
      1.toByte,
      1.toShort,
      "text",
      (),
      BigInt(7),
      BigDecimal(7),
      java.math.BigInteger.ONE,
      java.math.BigDecimal.ONE,
      java.time.LocalDate.EPOCH,
      java.time.Instant.EPOCH,
      java.time.Duration.ZERO,
      java.time.Year.of(1),
      java.util.UUID(1, 2),
      Symbol("s"),
      java.util.Locale.ROOT,
      java.net.URI.create("x:y"),
      java.util.Optional.of(1),
      java.util.OptionalInt.of(1),
      Some(1),
      None,
      Left(1),
      Right(2)
    )
    val collections = List[Any](
      List(1),
      Vector(1),
      Set(1),
      Map(1 -> 2),
      mutable.ArrayBuffer[Any](1),
      mutable.HashMap[Any, Any](1 -> 2),
      mutable.HashSet[Any](1),
      new java.util.ArrayList[Any](java.util.List.of(1)),
      new java.util.HashMap[Any, Any](java.util.Map.of(1, 2)),
      new java.util.LinkedList[Any](),
      Array(1),
      Array(1L),
      Array(1.5),
      Array("a"),
      Array[Any](1),
      Array('c'),
      mutable.LinkedHashMap[Any, Any](),
      scala.collection.immutable.Queue(1)
    )
    val tuples = (1 to 22).map(n => Tuple.fromArray(Array.fill[Object](n)("x"))).toList
    scalars ++ collections ++ tuples :+ Held("h", 1)

  test("records of numbered subtypes are as small as their values"):
    val options = PickleOptions(subtypes = anything)
    val sink = ByteSink.growing(16)
    val writer = RecordWriter(sink, options)
    for i <- 1 to 10 do writer.write[Any]((i, s"$i"))
    assertEquals(sink.written, (9 * 6 + 7).toLong) // pair, class and zigzag, class and header and digits
    val reader = RecordReader(ByteSource.of(sink.toByteArray), options)
    assertEquals(List.fill(10)(reader.read[Any]), List.tabulate[Any](10)(i => (i + 1, s"${i + 1}")))

object NumberedSubtypesSuite:
  final case class Held(name: String, var next: Any)

  enum Colour derives Pickler:
    case Red, Green
    case Mixed(n: Int)

  sealed trait Surface derives Pickler

  /** A leaf whose subclasses are unknown where the family is derived. */
  abstract class Rough extends Surface
  object Rough:
    given Pickler[Rough] = Pickler.open
  final case class Gravel(grain: Int) extends Rough derives Pickler
  final case class Sand(name: String) extends Rough derives Pickler
  final case class Smooth(name: String) extends Surface
  case object Bare extends Surface

  final case class Bag1(items: List[Any], byKey: Map[String, Any])
  object Bag1:
    given Pickler[Bag1] = { given Pickler[Any] = Pickler.open; Pickler.derived }
  final case class Bag2(items: List[Option[Any]], byKey: Map[String, Option[Any]])
  object Bag2:
    given Pickler[Bag2] = { given Pickler[Any] = Pickler.open; Pickler.derived }
