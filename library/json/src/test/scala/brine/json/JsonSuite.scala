package brine.json

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, InputStream}
import scala.collection.immutable.ListMap
import brine.*

class JsonSuite extends munit.FunSuite, RoundTrip:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(20, "min")

  test("`import brine.json.given` swaps the format") {
    import brine.json.given
    val pickle = Person("Jim", 2005).pickle
    assertEquals(pickle.text, """{"name":"Jim","since":2005}""")
    assertEquals(pickle.unpickle[Person], Person("Jim", 2005))
    assertEquals(pickle.toString, "JsonPickle(27 bytes)")
  }

  test("a format that is named goes before the one in scope, and types the pickle") {
    val compact: JsonPickle = Person("Jim", 2005).pickleIn(JsonFormat)
    assertEquals(compact.text, """{"name":"Jim","since":2005}""")
    assertEquals(Person("Jim", 2005).pickleIn(JsonFormat.Pretty).unpickle[Person], Person("Jim", 2005))
    import brine.json.given
    assertEquals(Person("Jim", 2005).pickle, compact)
    val bare: brine.binary.BarePickle = Person("Jim", 2005).pickleIn(brine.binary.BinaryFormat.Bare)
    assertEquals(bare.bytes.length, 6)
    assertEquals(bare.unpickle[Person], Person("Jim", 2005))
  }

  test("a JSON pickle cannot be passed as a binary one") {
    assert(compileErrors(
      """val p: brine.binary.BinaryPickle = Person("a", 1).pickle(using summon, JsonFormat, summon)"""
    ).nonEmpty)
  }

  test("pretty: two spaces, and the same value") {
    val text = write(Pair(Person("a", 1), List(1, 2)), JsonFormat.Pretty).text
    assertEquals(text, "{\n  \"a\": {\n    \"name\": \"a\",\n    \"since\": 1\n  },\n  \"b\": [\n    1,\n    2\n  ]\n}")
    assertEquals(read[Pair[Person, List[Int]]](text), Pair(Person("a", 1), List(1, 2)))
  }

  test("products, nulls and any text") {
    check(Person("Jim", 2005))
    check(Person(null, -1))
    check(Person("é\ud800", 3))
    check(Person("日本語 \u0000 \" \\ / \u2028 😀", 3))
    check(Person("", 0))
    check(Nothing0())
    check(Dollar(1, 2, 3, 4))
    check(Pair(Nothing0(), Nothing0()))
    check(Pair((), Option(())))
    check("x" * 1_000_000)
    check("é" * 1_000_000)
    check(Person("\udc00" * 10_000, 1))
  }

  test("a text that is not Unicode is written the same, whether room was kept from the pickle before or not") {
    val values = Map("a" * 100 -> List("b"), "\udc00" -> List("c" * 100, "\ud800"))
    val kept = (1 to 3).map { _ =>
      write(Map("long" -> List("x" * 10_000)))
      write(values).text
    }
    val stream = new java.io.ByteArrayOutputStream
    values.pickleTo(stream)(using summon, JsonFormat, summon)
    assertEquals(
      kept.distinct.map(_ + "\n"),
      Seq(stream.toString("UTF-8")),
      "a line ends after a value that can be null"
    )
    check(values)
  }

  test("every unit of UTF-16, as text, character and key") {
    for c <- List('\u0000', '"', '\\', '$', '\u007f', '\u0080', '\u07ff', '\u0800', '\ud7ff', '\ud800', '\udbff',
        '\udc00', '\udfff', '\ue000', '\uffff')
    do
      check(Scalars((), true, 1, 2, c, 4, 5, 6, 7, s"$c"))
      check(Scalars((), true, 1, 2, c, 4, 5, 6, 7, s"a${c}b"))
      check(Map(c -> s"$c$c", 'a' -> "b"))
      check(Map(s"$c" -> Option(c), s"$c$c" -> None, "x" -> null))
    check((0 to 0xffff).map(_.toChar).toVector)
  }

  test("numbers at their ends") {
    for n <-
        List(Long.MinValue, Long.MaxValue, 0L, -1L, Int.MinValue.toLong, Int.MaxValue.toLong, 1L << 53, (1L << 53) + 1)
    do
      check(Scalars((), false, n.toByte, n.toShort, 'x', n.toInt, n, n.toFloat, n.toDouble, n.toString))
      check(Map(n -> n))
      check(Map(n.toInt -> n.toInt))
      check(Map(n.toByte -> n.toShort))
      check(Map(n.toShort -> n.toByte))
  }

  test("floating point numbers come back bit by bit, except for a NaN's payload") {
    val random = new scala.util.Random(1)
    val doubles = Array(
      0.0,
      -0.0,
      1e-320,
      Double.MinPositiveValue,
      Double.MaxValue,
      Double.MinValue,
      Double.PositiveInfinity,
      Double.NegativeInfinity,
      Double.NaN,
      0.1,
      1e21,
      1e22,
      1e23,
      9007199254740993.0,
      java.lang.Double.MIN_NORMAL
    ) ++
      Array.fill(20_000)(java.lang.Double.longBitsToDouble(random.nextLong()))
    assertEquals(
      roundTrip(doubles).map(java.lang.Double.doubleToLongBits).toSeq,
      doubles.map(java.lang.Double.doubleToLongBits).toSeq
    )
    val floats = Array(
      0f,
      -0f,
      Float.MinPositiveValue,
      Float.MaxValue,
      Float.NaN,
      Float.PositiveInfinity,
      Float.NegativeInfinity,
      0.1f
    ) ++
      Array.fill(20_000)(java.lang.Float.intBitsToFloat(random.nextInt()))
    assertEquals(
      roundTrip(floats).map(java.lang.Float.floatToIntBits).toSeq,
      floats.map(java.lang.Float.floatToIntBits).toSeq
    )
  }

  test("sealed families") {
    def tree(n: Int): Tree =
      if n == 0 then Tree.Leaf(n, 1.5) else Tree.Node(tree(n - 1), if n % 2 == 0 then Tree.Nil else null)
    check(tree(10))
    check[Tree](Tree.Nil)
    check[Tree](null)
    for c <- Color.values do check(c)
    check(Color.values.toList)
    check(List(Month.Jan, Month.Dec, Month.Other(3), Month.Jul, null))
    assertEquals(read[Month]("{\"$type\":\"Sep\"}"), Month.Sep)
    intercept[PickleException.UnknownLeaf](read[Month]("\"Sepp\""))
    check[Expr[Int]](Expr.Add(Expr.Const(3), Expr.Zero))
    check[Figure](Figure.Group(List(Figure.Circle(1), null, Figure.Blank, Figure.Group(Nil))))
    check(List[Reading](Reading.Text("a"), Reading.Temperature(2), null))
    check(Map[Reading, Option[Reading]](
      Reading.Temperature(2) -> Some(Reading.Temperature(3)),
      Reading.Text("") -> None
    ))
    check[List[Solo.type]](List(Solo, null.asInstanceOf[Solo.type], Solo))
    check(Pair(Solo, Option(Solo)))
    check(Map(Solo -> Solo))
  }

  test("an object leaf may also be written as an object") {
    assertEquals(read[Color]("""{"$type":"Red"}"""), Color.Red)
    assertEquals(read[Tree](""" { "$type" : "Nil" } """), Tree.Nil)
  }

  test("options, in each other and over other types") {
    type O = Option[Option[Option[Int]]]
    val options: List[O] =
      List(null, None, Some(null), Some(None), Some(Some(null)), Some(Some(None)), Some(Some(Some(1))))
    check(options)
    for o <- options do check(o)
    assertEquals(options.map(o => write(o).text).distinct.length, options.length)
    check(List[Maybe](null, Maybe(null), Maybe(None), Maybe(Some(1))))
    check(List[Option[Maybe]](null, None, Some(null), Some(Maybe(null)), Some(Maybe(None)), Some(Maybe(Some(1)))))
    check(List[Option[Email]](null, None, Some(null), Some(Email(null)), Some(Email("a"))))
    check(List[Option[Person]](null, None, Some(null), Some(Person("a", 1))))
    check(List[Option[List[Int]]](null, None, Some(null), Some(Nil), Some(List(1))))
    check(List[Option[Map[String, Int]]](
      null,
      None,
      Some(null),
      Some(Map()),
      Some(Map("$some" -> 1)),
      Some(Map("$ref" -> 1, "$id" -> 2))
    ))
    check(List[Option[Map[Color, Int]]](null, None, Some(null), Some(Map()), Some(Map(Color.Red -> 1))))
    check(List[Option[Unit]](null, None, Some(())))
    check(List[Option[Char]](Some('\ud800'), Some('x'), None))
    check(List[Option[String]](Some("\ud800"), Some("x"), None, Some(null)))
    check(List[Option[Color]](Some(Color.Red), Some(null), None))
    check(List[Option[Figure]](Some(Figure.Blank), Some(null), None, Some(Figure.Circle(1))))
    check(List[Option[Dollar]](Some(Dollar(1, 2, 3, 4)), Some(null)))
    check(List[Option[Array[Int]]](None, Some(null)))
    check(Map[Option[String], Option[Int]](None -> None, Some(null) -> Some(1), Some("a") -> None))
    check(Map[Maybe, Maybe](Maybe(None) -> null, (null: Maybe) -> Maybe(None), Maybe(Some(1)) -> Maybe(null)))
    check(Map[Email, Email](Email("a") -> Email("b"), (null: Email) -> null))
  }

  test("collections and maps") {
    check(List(1, 2))
    check(List.empty[Int])
    check(List(List(Nil, List(1)), null, Nil))
    check(Vector(Some(Person("a", 1)), None, null, Some(null)))
    check(Rose(1, List(Rose(2, Nil), null, Rose(3, null))))
    check(Pair(Pair(1, 2), List(Person("a", 1), null)))
    check(Map(1 -> List("a")))
    check(Map("a" -> Map("b" -> Map.empty[String, Int]), "$c" -> null, "" -> Map()))
    check[Map[List[Int], Map[Person, String]]](Map(List(1) -> Map(Person("a", 1) -> null), List() -> Map()))
    check(Map(true -> 1, false -> 2))
    check(Map[String, Int](
      (null: String) -> 1,
      "$null" -> 2,
      "null" -> 3,
      "$$null" -> 4,
      "$utf16:d800" -> 5,
      "\ud800" -> 6,
      "$" -> 7
    ))
    check(Map(1.5 -> 1, Double.PositiveInfinity -> 2))
    check(Map(() -> 1))
    check(Set("a", null))
    check(ListMap(3 -> 1, 2 -> 2, 1 -> 3))
    assertEquals(
      roundTrip(Array(Array('a', '\ud800'), null)).toSeq.map(a => if a == null then null else a.toSeq),
      Seq(Seq('a', '\ud800'), null)
    )
  }

  test("everything in one product") {
    val p = Person("p", 1)
    val a = All(
      (),
      true,
      1,
      2,
      'c',
      4,
      5L,
      6f,
      7d,
      "s",
      Some(1),
      Some("x"),
      Some(p),
      p,
      List(p, null, p),
      Vector(1, 2),
      Set("a"),
      Map("k" -> p),
      Right("r"),
      (1, "2", p),
      Array(1, 2, 3),
      Array("x", null),
      Color.Green,
      Tree.Nil,
      Pair(1, "s")
    )
    val b = roundTrip(a)
    assertEquals(b.copy(a = null, as = null), a.copy(a = null, as = null))
    assertEquals(b.a.toSeq, a.a.toSeq)
    assertEquals(b.as.toSeq, a.as.toSeq)
    val c = Counter("c")
    c.count = 3
    c.tag = "x"
    val d = roundTrip(c)
    assertEquals((d.name, d.count, d.tag), ("c", 3, "x"))
  }

  test("a ring comes back as the same ring") {
    val a = Cell("a", null)
    a.next = Cell("c", Cell("b", a))
    val x = roundTrip(a)
    assertEquals((x.name, x.next.name), ("a", "c"))
    assert(x.next.next.next eq x)
    val self = Cell("s", null)
    self.next = self
    val y = roundTrip(self)
    assert(y.next eq y)
  }

  test("immutable objects in a cycle, lists of friends, an array of itself") {
    val t = Thing(null, "t")
    val o = Owner(t)
    t.owner = o
    val x = roundTrip(o)
    assert(x.thing.owner eq x)
    val y = roundTrip(t)
    assert(y.owner.thing eq y)
    val a = Friend("a", Nil)
    a.friends = List(Friend("b", List(a)), a)
    val f = roundTrip(a)
    assert(f.friends(1) eq f)
    assert(f.friends(0).friends(0) eq f)
    val items = new Array[Arr](2)
    items(0) = Arr(items)
    val r = roundTrip(items(0))
    assert(r.items(0) eq r)
    assert(r.items(1) == null)
  }

  test("collections inside collections, 20 levels and any number") {
    def four[A](a: A): Four[A] = Vector(List(Vector(List(a, a), Nil)))
    check(Levels(four(four(four(four(four(1)))))))
    check(Iterator.iterate(Bunch(Nil))(inner => Bunch(List(inner, Bunch(Nil)))).drop(40).next())
  }

  test("leaves, options, maps and other types' values that are referred to") {
    val end = Vertex.Inner("end", Vertex.End)
    end.next = end
    val c = roundTrip(Couple(end, Some(end), null))
    assert(c.a eq c.b.get)
    assert(c.a.asInstanceOf[Vertex.Inner].next eq c.a)
    val cell = Cell("c", null)
    val m = roundTrip(Map("a" -> cell, "b" -> cell, "c" -> null))
    assert(m("a") eq m("b"))
    val b = roundTrip(Boxes(Box(cell), Box(cell), cell))
    assert((b.a.cell eq b.b.cell) && (b.a.cell eq b.c))
    val n = roundTrip(Boxes(null, Box(null), cell))
    assert(n.a == null && n.b.cell == null)
    val h = roundTrip(List(Handle(cell, null), Handle(cell, None), Handle(null, Some(1))))
    assert(h(0).cell eq h(1).cell)
    assertEquals(h.map(_.count), List(null, None, Some(1)))
  }

  test("numbers stand only where something refers to them") {
    assertEquals(write(Cell("a", Cell("b", null))).text, """{"name":"a","next":{"name":"b","next":null}}""")
    val c = Cell("c", null)
    assertEquals(
      write((Cell("a", c), c)).text,
      """{"_1":{"name":"a","next":{"$id":1,"name":"c","next":null}},"_2":{"$ref":1}}"""
    )
  }

  test("with sharing All, whatever was one object comes back as one") {
    val p = Person("a", 1)
    val l = List(p, p)
    val v = (l, l, Map(1 -> l), Array(p))
    val pickle = write(v, options = sharesAll)
    assertEquals(
      pickle.text,
      """{"_1":{"$id":1,"$items":[{"$id":2,"name":"a","since":1},{"$ref":2}]},""" +
        """"_2":{"$ref":1},"_3":{"1":{"$ref":1}},"_4":[{"$ref":2}]}"""
    )
    val (a, b, m, r) =
      readPickle[(List[Person], List[Person], Map[Int, List[Person]], Array[Person])](pickle, sharesAll)
    assert((a eq b) && (a eq m(1)) && (a(0) eq a(1)) && (a(0) eq r(0)))
    val ints = Array(1, 2)
    val xs = write(List(ints, ints), options = sharesAll)
    assertEquals(xs.text, """[{"$id":1,"$items":[1,2]},{"$ref":1}]""")
    val back = readPickle[List[Array[Int]]](xs, sharesAll)
    assert(back(0) eq back(1))
    val f: Figure = Figure.Group(Nil)
    assertEquals(write(List(f, f), options = sharesAll).text, """[{"$type":"Group","$id":1,"members":[]},{"$ref":1}]""")
    val e = Map(Color.Red -> 1)
    assertEquals(write(List(e, e), options = sharesAll).text, """[{"$id":1,"$entries":[["Red",1]]},{"$ref":1}]""")
  }

  test("types that are text in JSON count as text when objects are numbered") {
    val p = Person("p", 1)
    val value = (BigInt(7), new java.util.UUID(1, 2), p, p)
    assertEquals(
      write(value, options = sharesAll).text,
      """{"_1":"7","_2":"00000000-0000-0001-0000-000000000002","_3":{"$id":1,"name":"p","since":1},"_4":{"$ref":1}}"""
    )
  }

  test("a read without sharing All refuses a text that was written with it, and says so") {
    val p = Person("a", 1)
    val text = write(List(p, p), options = sharesAll).text
    val e = intercept[PickleException.BadReference](read[List[Person]](text))
    assert(e.getMessage.contains("Sharing.All"), e.getMessage)
    val l = List(1)
    intercept[PickleException.BadReference](read[List[List[Int]]](write(List(l, l), options = sharesAll).text))
  }

  test("with sharing Off a cycle is refused") {
    val a = Cell("a", null)
    a.next = a
    intercept[PickleException.LimitExceeded](write(a, options = PickleOptions(sharing = Sharing.Off)))
    val bytes = PickleOptions(sharing = Sharing.Off, limits = Limits(maxOutputBytes = 10_000))
    intercept[PickleException.LimitExceeded](write(a, options = bytes))
  }

  test("a value that shares immutable parts many times over ends at the limit on the output") {
    var x: Expr[Cell] = Expr.Const(null)
    for _ <- 1 to 60 do x = Expr.Add(x, x)
    intercept[PickleException.LimitExceeded](write(
      x,
      options = PickleOptions(limits = Limits(maxOutputBytes = 1_000_000))
    ))
    assertEquals(readPickle[Expr[Cell]](write(x, options = sharesAll), sharesAll).getClass, x.getClass)
  }

  test("pretty text has no white space in empty objects and arrays") {
    def pretty[A: Pickler](value: A): String = write(value, JsonFormat.Pretty).text
    assertEquals(pretty(List.empty[Int]), "[]")
    assertEquals(pretty(Map.empty[String, Int]), "{}")
    assertEquals(pretty(Map.empty[List[Int], Int]), "[]")
    assertEquals(pretty(()), "{}")
    assertEquals(pretty(List((), ())), "[\n  {},\n  {}\n]")
    assertEquals(pretty(Array.empty[Int]), "[]")
    assertEquals(pretty(Map("a" -> List.empty[Int], "b" -> List(1))), "{\n  \"a\": [],\n  \"b\": [\n    1\n  ]\n}")
    assertEquals(pretty(Nothing0()), "{}")
  }

  test("a value that changes between the two runs is refused") {
    val cell = Cell("a", null)
    var runs = 0
    final class Fickle
    given Pickler[Fickle] with
      def shape = brine.shape.Shape.Custom("Fickle", 1)
      def pickle(f: Fickle, builder: PickleBuilder): Unit =
        runs += 1
        builder.put(if runs == 1 then List(cell, Cell("b", null)) else List(cell, cell))
      def unpickle(reader: PickleReader): Fickle = new Fickle
    intercept[PickleException.ChangedWhileWritten](write(new Fickle))
  }

  test("a chain of a million, at the stack's default size") {
    var c: Chain = null
    for i <- 1 to 1_000_000 do c = Chain(i, c)
    def length(chain: Chain): Int =
      var x = chain
      var n = 0
      while x != null do
        n += 1
        x = x.tail
      n
    val pickle = write(c)
    assertEquals(length(readPickle[Chain](pickle)), 1_000_000)
    assertEquals(length(readStream[Chain](new ByteArrayInputStream(pickle.bytes))), 1_000_000)
    var x = Cell("end", null)
    val end = x
    for i <- 1 to 1_000_000 do x = Cell("c", x)
    end.next = x
    var y = readPickle[Cell](write(x))
    val start = y
    for _ <- 1 to 1_000_001 do y = y.next
    assert(y eq start)
    var nest = Nest(None)
    for _ <- 1 to 100 do nest = Nest(Some(nest))
    var back = readPickle[Nest](write(nest))
    var depth = 0
    while back.inner.nonEmpty do
      back = back.inner.get
      depth += 1
    assertEquals(depth, 100)
  }

  test("a list of a million") {
    val list = List.tabulate(1_000_000)(i => i)
    assertEquals(readPickle[List[Int]](write(list)), list)
    val people = Vector.tabulate(100_000)(i => Person(s"p$i", i))
    assertEquals(readStream[Vector[Person]](new ByteArrayInputStream(write(people).bytes)), people)
  }

  test("many values in one stream, byte by byte, whatever white space is between them") {
    val text = "{\"name\":\"a\",\"since\":1}\n {\"since\":2,\"name\":\"}\\\"{\"}{\"name\":null,\"since\":3}\r\n\t\n"
    val people = readAll[Person](trickle(text.getBytes("UTF-8"))).toList
    assertEquals(people, List(Person("a", 1), Person("}\"{", 2), Person(null, 3)))
    def all[A: Pickler](text: String): List[A] =
      readAll[A](trickle(text.getBytes("UTF-8"))).toList
    assertEquals(all[Int](" 1 -2\n3"), List(1, -2, 3))
    assertEquals(all[String]("\"a\" \"\\\\\"\"\\\"]\"null"), List("a", "\\", "\"]", null))
    assertEquals(all[List[Int]]("[1][] [2,3]"), List(List(1), Nil, List(2, 3)))
    assertEquals(all[Boolean]("true false"), List(true, false))
    assertEquals(all[Double]("-0.5e1 \"NaN\"").map(_.toString), List("-5.0", "NaN"))
    assertEquals(all[Int](" \n"), Nil)
  }

  test("nothing behind a value is taken from the stream") {
    val bytes = "{\"name\":\"a\",\"since\":1}X".getBytes("UTF-8")
    val source = brine.wire.ByteSource.of(new ByteArrayInputStream(bytes))
    assertEquals(JsonFormat.read(source, Pickler[Person], summon), Person("a", 1))
    assertEquals(source.offset, bytes.length - 1L)
    // A value is there as soon as its last byte is: no read beyond it.
    val stops = new InputStream:
      private val inner = new ByteArrayInputStream(bytes)
      def read(): Int = if inner.available == 1 then throw new AssertionError("read too far") else inner.read()
      override def read(into: Array[Byte], offset: Int, count: Int): Int =
        into(offset) = read().toByte
        1
    assertEquals(readAll[Person](stops).next(), Person("a", 1))
  }

  test("files and streams") {
    val out = new ByteArrayOutputStream
    val people = List.tabulate(3000)(i => Person(s"p$i", i))
    for p <- people do p.pickleTo(out)(using summon, JsonFormat, summon)
    assertEquals(readAll[Person](new ByteArrayInputStream(out.toByteArray)).toList, people)
    val file = java.nio.file.Files.createTempFile("brine", ".json")
    try
      people.pickleTo(file)(using summon, JsonFormat, summon)
      assertEquals(Pickle.read[List[Person]](file)(using Pickler[List[Person]], JsonFormat, summon), people)
    finally java.nio.file.Files.delete(file)
  }
