package brine.json

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, InputStream}
import java.nio.channels.Channels
import brine.*
import JsonDialect.*

/** Streams of many values: lines, and one array. */
class JsonStreamsSuite extends munit.FunSuite:
  private type Reading = java.nio.channels.ReadableByteChannel => JsonElements[Int]

  private val people = List(Person("a\nb", 1), null, Person("é", 2), Person(null, 3))
  private val some = List(Option(Person("a", 1)), None, Option(Person("é", 2)))

  private def written(write: ByteArrayOutputStream => Unit): String =
    val out = new ByteArrayOutputStream
    write(out)
    out.toString("UTF-8")

  /** Says whether it was closed. */
  private final class Watched(text: String, atOnce: Int = Int.MaxValue)
      extends ByteArrayInputStream(text.getBytes("UTF-8")):
    var isClosed = false
    override def read(into: Array[Byte], offset: Int, count: Int): Int =
      super.read(into, offset, math.min(count, atOnce))
    override def close(): Unit = isClosed = true

  test("lines and arrays come back, from streams and channels, whatever arrives at once") {
    val lines = written(JsonFormat.writeLines(some, _))
    assertEquals(lines, "{\"name\":\"a\",\"since\":1}\nnull\n{\"name\":\"é\",\"since\":2}\n")
    val array = written(JsonFormat.writeArray(some, _))
    assertEquals(array, "[{\"name\":\"a\",\"since\":1},null,{\"name\":\"é\",\"since\":2}]")
    for atOnce <- List(1, 3, 1000) do
      assertEquals(JsonFormat.readLines[Option[Person]](new Watched(lines, atOnce)).toList, some)
      assertEquals(JsonFormat.readArray[Option[Person]](new Watched(array, atOnce)).toList, some)
      assertEquals(JsonFormat.readArray[Option[Person]](Channels.newChannel(new Watched(array, atOnce))).toList, some)
      assertEquals(JsonFormat.readLines[Option[Person]](Channels.newChannel(new Watched(lines, atOnce))).toList, some)
    val out = new ByteArrayOutputStream
    JsonFormat.writeArray(some, Channels.newChannel(out))
    assertEquals(out.toString("UTF-8"), array)
    val pretty = written(JsonFormat.Pretty.writeArray(List(1, 2), _))
    assertEquals(pretty, "[\n1,\n2\n]")
    assertEquals(JsonFormat.readArray[Int](new Watched(pretty)).toList, List(1, 2))
    intercept[IllegalArgumentException](JsonFormat.Pretty.writeLines(List(1), new ByteArrayOutputStream))
  }

  test("empty streams, blank lines and white space") {
    assertEquals(JsonFormat.readLines[Int](new Watched("")).toList, Nil)
    assertEquals(JsonFormat.readLines[Int](new Watched("\n 1 \r\n\n\t2\n3")).toList, List(1, 2, 3))
    assertEquals(JsonFormat.readArray[Int](new Watched(" [ ] ")).toList, Nil)
    assertEquals(JsonFormat.readArray[Int](new Watched("[ 1 ,\n2\t, 3 ]\n")).toList, List(1, 2, 3))
    assertEquals(written(JsonFormat.writeArray(List.empty[Int], _)), "[]")
    assertEquals(written(JsonFormat.writeLines(List.empty[Int], _)), "")
  }

  test("a stream is closed behind the last value, after a failure, and by close") {
    val all = new Watched("[1,2]")
    assertEquals(JsonFormat.readArray[Int](all).toList, List(1, 2))
    assert(all.isClosed)
    val wrong = new Watched("1\nx\n3\n")
    val elements = JsonFormat.readLines[Int](wrong)
    assertEquals(elements.next(), 1)
    assertEquals(elements.index, 1L)
    val e = intercept[PickleException.Malformed](elements.next())
    assertEquals((e.path, e.offset), ("$[1]", 2L))
    assert(wrong.isClosed)
    assert(!elements.hasNext, "nothing is read behind a failure")
    val early = new Watched("[1,2]")
    val some = JsonFormat.readArray[Int](early)
    assertEquals(some.next(), 1)
    some.close()
    assert(early.isClosed && !some.hasNext)
    intercept[NoSuchElementException](some.next())
  }

  test("a channel is closed behind the last value, after a failure, and by close") {
    val all = new Watched("1\n2\n")
    val lines = JsonFormat.readLines[Int](Channels.newChannel(all))
    assertEquals(lines.next(), 1)
    assert(!all.isClosed, "a value is left")
    assertEquals(lines.toList, List(2))
    assert(all.isClosed)
    val wrong = new Watched("[1,x]")
    val elements = JsonFormat.readArray[Int](Channels.newChannel(wrong))
    assertEquals(elements.next(), 1)
    val e = intercept[PickleException.Malformed](elements.next())
    assertEquals((e.path, e.offset), ("$[1]", 3L))
    assert(wrong.isClosed)
    assert(!elements.hasNext, "nothing is read behind a failure")
    for read <- List[Reading](JsonFormat.readArray[Int](_), JsonFormat.readLines[Int](_)) do
      val early = new Watched("[1,2]")
      val some = read(Channels.newChannel(early))
      some.close()
      assert(early.isClosed && !some.hasNext)
  }

  test("failures have the index, the path and the offset in the stream") {
    val e = intercept[PickleException](
      JsonFormat.readArray[Person](new Watched("""[{"name":"a","since":1}, {"name":"b","since":"x"}]""")).toList
    )
    assertEquals((e.path, e.offset), ("$[1].since", 45L))
    for (text, index) <- List(
        "[1" -> 1,
        "[1,]" -> 1,
        "[1,,2]" -> 1,
        "[1 2]" -> 1,
        "[,1]" -> 0,
        "{}" -> 0,
        "" -> 0,
        "[1] 2" -> 1,
        "[" -> 0,
        "[1}" -> 1
      )
    do
      val e = intercept[PickleException](JsonFormat.readArray[Int](new Watched(text)).toList)
      assertEquals(e.path, s"$$[$index]", text)
    for (text, index) <- List("1 2\n" -> 1, "{}{}" -> 0, "[1]\n" -> 0, "1\n,2" -> 1) do
      val e = intercept[PickleException](JsonFormat.readLines[Int](new Watched(text)).toList)
      assertEquals(e.path, s"$$[$index]", text)
    val failing = new ByteArrayOutputStream
    val w = intercept[PickleException](JsonFormat.writeLines(List(UserId(1), null), failing))
    assertEquals(w.path, "$[1]")
    assertEquals(failing.toString("UTF-8"), "", "nothing was flushed")
  }

  test("a limit on bytes applies to each value, and not to the stream") {
    val few = PickleOptions(limits = Limits(maxInputBytes = 100, maxOutputBytes = 20))
    val numbers = List.fill(10_000)(123456789)
    val text = written(JsonFormat.writeArray(numbers, _)(using summon, few))
    val oneByOne = new Watched(text, atOnce = 16)
    assertEquals(JsonFormat.readArray[Int](oneByOne)(using summon, few).toList, numbers)
    intercept[PickleException.LimitExceeded](JsonFormat.writeLines(List("x" * 30), new ByteArrayOutputStream)(using
      summon,
      few
    ))
    intercept[PickleException.LimitExceeded](JsonFormat.readLines[String](new Watched(
      s"\"${"x" * 200}\"",
      atOnce = 16
    ))(using summon, few).toList)
  }

  test("of an array of any length, a few kilobytes are read ahead") {
    val count = 1_000_000
    val element = ",123456789"
    val length = 2L + element.length * (count - 1) + 1
    var produced = 0L
    val long = new InputStream:
      private def at(place: Long): Int =
        if place == 0 then '['
        else if place == 1 then '1'
        else if place == length - 1 then ']'
        else element.charAt(((place - 2) % element.length).toInt)
      override def read(): Int =
        if produced == length then -1
        else
          produced += 1
          at(produced - 1)
    val elements = JsonFormat.readArray[Int](long)
    var sum = 0L
    for n <- elements do
      sum += n
      assert(produced - elements.offset < 100_000, s"$produced bytes given, ${elements.offset} used")
    assertEquals(sum, 1 + 123456789L * (count - 1))
    assertEquals(elements.index, count.toLong)
  }

  test("dialects apply to each value; comments may be between them") {
    val format =
      JsonFormat(JsonDialect.Default.copy(names = NameStyle.ScreamingSnakeCase, leniency = Leniency.Configuration))
    val text = written(format.writeLines(people.filter(_ != null), _))
    assertEquals(format.readLines[Person](new Watched(text)).toList, people.filter(_ != null))
    val commented = "// all\n[ /* 1 */ {\"NAME\": \"a\", \"SINCE\": 1,}, // 2\n {\"NAME\":\"b\",\"SINCE\":2}, ]"
    assertEquals(format.readArray[Person](new Watched(commented)).toList, List(Person("a", 1), Person("b", 2)))
    assertEquals(
      format.readArray[Person](Channels.newChannel(new Watched(commented))).toList,
      List(Person("a", 1), Person("b", 2))
    )
  }
