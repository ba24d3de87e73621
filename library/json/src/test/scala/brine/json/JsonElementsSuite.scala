package brine.json

import java.io.{ByteArrayInputStream, InputStream}
import java.nio.channels.Channels
import scala.util.Random
import brine.*
import JsonDialect.*

/** Values of a stream that a path leads to, and lines of which some are bad. */
class JsonElementsSuite extends munit.FunSuite:
  /** A stream that brings few bytes at once, and tells whether it was closed. */
  private final class Watched(text: String, atOnce: Int = Int.MaxValue)
      extends ByteArrayInputStream(text.getBytes("UTF-8")):
    var isClosed = false
    override def read(into: Array[Byte], offset: Int, count: Int): Int =
      super.read(into, offset, math.min(count, atOnce))
    override def close(): Unit = isClosed = true

  private val page =
    """ {"next": {"items": [9], "a": "]}"}, """ +
      """"items" : [ {"name":"a","since":1}, {"name":"b","since":2} ], "n": 1.5e3 } """

  test("a path leads to the elements of an array inside an object") {
    for atOnce <- List(1, 2, 7, 1000) do
      val stream = new Watched(page, atOnce)
      val all = JsonFormat.readElements[Person]("$.items[*]", stream)
      assertEquals(all.next(), Person("a", 1))
      assertEquals(all.toList, List(Person("b", 2)))
      assertEquals(all.index, 2L)
      assert(stream.isClosed)
      val channel = Channels.newChannel(new Watched(page, atOnce))
      assertEquals(JsonFormat.readElements[Person]("$.items[*]", channel).map(_.since).toList, List(1, 2))
  }

  test("each form of a path leads where JSONPath says") {
    val text =
      """{"a b":[[1,2],[3]],"m":{"x":[4],"y":[5,6]},"é":7,"l":[{"v":[8]},{"w":0,"v":[9,10]}],"$":{"it's":11}}"""
    for (path, expected) <- List(
        """$["a b"][*][*]""" -> List(1, 2, 3),
        """$['a b'][1][*]""" -> List(3),
        "$.m.*[*]" -> List(4, 5, 6),
        "$.m.y[0]" -> List(5),
        "$.é" -> List(7),
        "$.l[*].v[*]" -> List(8, 9, 10),
        """$.$['it\'s']""" -> List(11),
        """$["$"]["it's"]""" -> List(11)
      )
    do
      for atOnce <- List(1, 1000) do
        assertEquals(JsonFormat.readElements[Int](path, new Watched(text, atOnce)).toList, expected, path)
    assertEquals(JsonFormat.readElements[Json]("$", new Watched(text)).toList, List(Json.parse(text)))
    for wrong <-
        List("", "items", "$items", "$.", "$[", "$[*", "$..a", "$[-1]", "$[?a]", "$[a]", "$.a[1:2]", "$['a]", "$.*.")
    do
      val e = intercept[IllegalArgumentException](JsonFormat.readElements[Int](wrong, new Watched(text)))
      assert(e.getMessage.contains(s"'$wrong'"), e.getMessage)
  }

  test("what a path reads is what a tree has, for random documents") {
    val random = new Random(1)
    def tree(levels: Int): Json = random.nextInt(if levels == 0 then 3 else 5) match
      case 0 => Json.Num(random.nextInt(100).toString)
      case 1 => Json.Str(random.nextString(random.nextInt(3)).filterNot(Character.isSurrogate) + "\"]}\\")
      case 2 => Json.Null
      case 3 => Json.Arr(Vector.fill(random.nextInt(4))(tree(levels - 1)))
      case _ => Json.Obj(Vector("a", "b", "c d").filter(_ => random.nextBoolean()).map(_ -> tree(levels - 1)))
    def select(value: Json, path: List[String]): Option[Vector[Json]] = (path, value) match
      case (Nil, _)                       => Some(Vector(value))
      case ("[*]" :: rest, Json.Arr(all)) => all.map(select(_, rest)).foldLeft(Option(Vector.empty[Json]))(both)
      case (".*" :: rest, Json.Obj(all))  => all.map(m => select(m._2, rest)).foldLeft(Option(Vector.empty[Json]))(both)
      case ("[1]" :: rest, Json.Arr(all)) => all.lift(1).flatMap(select(_, rest))
      case (".a" :: rest, o: Json.Obj)    => o.get("a").flatMap(select(_, rest))
      case ("[\"c d\"]" :: rest, o: Json.Obj) => o.get("c d").flatMap(select(_, rest))
      case _                                  => None
    def both(a: Option[Vector[Json]], b: Option[Vector[Json]]) = for x <- a; y <- b yield x ++ y
    val steps = Vector("[*]", ".*", "[1]", ".a", "[\"c d\"]")
    var found = 0
    for _ <- 1 to 3000 do
      val value = tree(4)
      val path = List.fill(random.nextInt(4))(steps(random.nextInt(steps.length)))
      val text = value.render
      val read = PickleException.either(
        JsonFormat.readElements[Json](path.mkString("$", "", ""), new Watched(text, 1 + random.nextInt(20))).toVector
      )
      select(value, path) match
        case Some(all) =>
          assertEquals(read, Right(all), s"$path $text")
          if all.nonEmpty then found += 1
        case None => assert(read.isLeft, s"$path $text")
    assert(found > 300, found.toString)
  }

  test("failures have the path of the value, and the offset in the stream") {
    for (text, path, at) <- List(
        ("""{"items":[1,"x"]}""", "$.items[1]", 12L),
        ("""{"items":[1,2""", "$.items[2]", 13L),
        ("""{"items":[1,]}""", "$.items[1]", 12L),
        ("""{"items":[1 2]}""", "$.items[1]", 12L),
        ("""{"items":{"a":1}}""", "$.items", 9L),
        ("""{"items":null}""", "$.items", 9L),
        ("""{"item":[1]}""", "$", 12L),
        ("""[1]""", "$", 0L),
        ("""{"a":tru,"items":[1]}""", "$.a", 8L),
        ("""{"items":[1],"b":[1,]}""", "$.b", 20L),
        ("""{"items":[1]} 2""", "$", 14L),
        ("""{"items":[1],"items":[2]}""", "$.items", 21L),
        ("""{"items":[1]""", "$", 12L),
        ("""{items:[1]}""", "$", 1L),
        ("", "$", 0L)
      )
    do
      val stream = new Watched(text, 1)
      val e = intercept[PickleException](JsonFormat.readElements[Int]("$.items[*]", stream).toList)
      assertEquals((e.path, e.offset), (path, at), text)
      assert(stream.isClosed, text)
    val e = intercept[PickleException](
      JsonFormat.readElements[Person]("$[\"a b\"].*", new Watched("""{"a b":{"x\"":{"name":1}}}""")).toList
    )
    assertEquals(e.path, "$[\"a b\"][\"x\\\"\"].name")
    assert(intercept[PickleException](JsonFormat.readElements[Int]("$.items[*]", new Watched("""{"a":1}"""))
      .hasNext).isInstanceOf[PickleException.MissingField])
  }

  test("a dialect says whether a missing array is empty, and which of two members counts") {
    val omitting = JsonFormat(JsonDialect(omit = Set(Omit.Empties)))
    assertEquals(omitting.readElements[Int]("$.items[*]", new Watched("""{"a":1}""")).toList, Nil)
    val first = JsonFormat(JsonDialect(duplicates = Duplicates.First))
    assertEquals(first.readElements[Int]("$.items[*]", new Watched("""{"items":[1],"items":[2]}""")).toList, List(1))
    val lenient = JsonFormat(JsonDialect(leniency = Leniency.Configuration))
    assertEquals(
      lenient.readElements[Int]("$.a[*]", new Watched("{ // all\n\"a\": [1, /* ] */ 2,], }")).toList,
      List(1, 2)
    )
  }

  /** `head`, then `count` times `part`, then `tail`, byte by byte. */
  private final class Long(head: String, part: String, count: scala.Long, tail: String) extends InputStream:
    var produced = 0L
    private val behind = head.length + part.length * count
    override def read(): Int =
      val at = produced
      produced += 1
      if at < head.length then head.charAt(at.toInt)
      else if at < behind then part.charAt(((at - head.length) % part.length).toInt)
      else if at - behind < tail.length then tail.charAt((at - behind).toInt)
      else
        produced -= 1
        -1

  test("elements of any number, and bad lines of any length, take a few kilobytes") {
    val few = PickleOptions(limits = Limits(maxInputBytes = 1000))
    val items = new Long("""{"a":"x","items":[0""", ",123456789", 100_000, """],"b":{}}""")
    val all = JsonFormat.readElements[Int]("$.items[*]", items)(using summon, few)
    var sum = 0L
    for n <- all do
      sum += n
      assert(items.produced - all.offset < 100_000)
    assertEquals(sum, 123456789L * 100_000)
    val line = new Long("1\n\"", "0123456789", 200_000, "\n2\n")
    val used = JsonFormat.readLinesEither[Json](line)(using summon, few).toList
    assertEquals(used.map(_.isRight), List(true, false, true))
    assert(used(1).left.exists(_.isInstanceOf[PickleException.LimitExceeded]), used(1).toString)
  }

  test("a bad line is reported with its place, and the lines behind it are read") {
    val good = """{"name":"a","since":1}"""
    val bad = List(
      """{"name":"a","since":"x"}""",
      """{"name":"a"""",
      """{"name":"a","since":1}}""",
      """{"name":"a","since":1} 2""",
      "\"",
      "[[[[",
      "}",
      "nul",
      "\u0001",
      "{\"name\":\"\\",
      "[" * 10_000
    )
    val random = new Random(2)
    for _ <- 1 to 200 do
      val lines = List.fill(random.nextInt(8))(if random.nextBoolean() then good else bad(random.nextInt(bad.length)))
      val ends = lines.map(_ => List("\n", "\r\n", "\n\n", "\n \t\n")(random.nextInt(4)))
      val text = lines.zip(ends).map(_ + _).mkString.stripSuffix(if random.nextBoolean() then "\n" else "")
      val stream = new Watched(text, 1 + random.nextInt(100))
      val read = JsonFormat.readLinesEither[Person](stream)
      val all = read.toList
      assertEquals(all.map(_.isRight), lines.map(_ == good), text.take(500))
      assertEquals(read.index, lines.length.toLong)
      assert(stream.isClosed)
      val begins = lines.zip(ends).map(_.length + _.length).scanLeft(0)(_ + _)
      for case (Left(e), i) <- all.zipWithIndex do
        assertEquals(e.path.takeWhile(_ != ']'), s"$$[$i")
        assertEquals(e.recordOffset, begins(i).toLong)
        assert(e.offset >= begins(i) && e.offset < begins(i + 1), s"$e\n$text")
  }

  test("an unclosed text or comment in a line does not reach the next one") {
    val lenient = JsonFormat(JsonDialect(leniency = Leniency.Configuration))
    val text = "[1]\n[\"a]\n[2, // x\n]\n[3,]\n"
    assertEquals(
      lenient.readLinesEither[List[Json]](new Watched(text)).map(_.isRight).toList.take(2),
      List(true, false)
    )
    assertEquals(
      lenient.readLinesEither[List[Int]](new Watched("[1,]\n[\"a]\n[3,] // 3\n")).toList.map(_.toOption),
      List(Some(List(1)), None, Some(List(3)))
    )
  }

  test("failures of the stream and of the dialect are thrown, not passed over") {
    val failing = new InputStream:
      private var left = 3
      override def read(): Int =
        left -= 1
        if left == 2 then '1' else if left == 1 then '\n' else throw new java.io.IOException("gone")
    val lines = JsonFormat.readLinesEither[Int](failing)
    assertEquals(lines.next(), Right(1))
    intercept[PickleException.InputOutput](lines.next())
    assert(!lines.hasNext)
    intercept[PickleException.UnsupportedType](
      JsonFormat.readLinesEither[Int | Double](new Watched("1\n"))(using Pickler.derived).next()
    )
    intercept[PickleException.WrongFormat](JsonFormat.readLinesEither[Int](new Watched("\u0000[\u00001")).next())
  }
