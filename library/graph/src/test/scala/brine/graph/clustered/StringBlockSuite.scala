package brine.graph.clustered

import scala.util.Random
import brine.PickleException
import brine.graph.clustered.file.StringBlock
import brine.graph.clustered.writing.ThreadBuffers
import brine.wire.{ByteSink, PackedLongs}

/** docs/spec/clustered.md, "Blocks of strings". */
class StringBlockSuite extends munit.FunSuite:
  import StringBlockSuite.*

  private def written(strings: Vector[String | Null]): Array[Byte] =
    val sink = ByteSink.growing(64)
    ThreadBuffers.take(brine.PickleOptions.Default).strings.put(strings.toArray, strings.length, sink)
    sink.toByteArray

  /** Checks that all strings come back, also if some are skipped; returns the bytes that they take. */
  private def comeBack(strings: Vector[String | Null]): Int =
    val bytes = written(strings)
    assertEquals(read(bytes, strings.length), strings)
    for passed <- List(1, 100, strings.length) if passed <= strings.length do
      val block = open(bytes, strings.length)
      block.pass(passed)
      assertEquals(Vector.fill(strings.length - passed)(block.next()), strings.drop(passed))
    val inAnyOrder = StringBlock.accessTo(
      java.util.Arrays.copyOf(bytes, bytes.length + PackedLongs.PADDING),
      0,
      bytes.length,
      strings.length
    )
    for i <- new Random(strings.length).shuffle(strings.indices.toVector).take(200) do
      assertEquals(inAnyOrder.get(i), strings(i))
    bytes.length

  for (name, letters) <- Letters do
    test(s"strings of $name come back: with beginnings in common and without, repeated, empty and null") {
      val random = new Random(1)
      def text(length: Int) = String.valueOf(Array.fill(length)(letters(random.nextInt(letters.length))))
      val begun = text(40)
      for count <- List(1, 2, 127, 128, 129, 3000) do
        comeBack(Vector.fill(count)(text(random.nextInt(20))))
        comeBack(Vector.fill(count)(begun + text(random.nextInt(5))))
        comeBack(Vector.fill(count)(begun.take(random.nextInt(40))))
        comeBack(Vector.fill(count)(if random.nextInt(4) == 0 then null else begun + text(6)))
        val few = Vector.fill(50)(begun + text(8))
        comeBack(Vector.fill(count)(few(random.nextInt(50))))
    }

  test("more text than is encoded at once, and a character of another set at its end") {
    val random = new Random(4)
    def text(first: Char) = String.valueOf(Array.fill(random.nextInt(300))((first + random.nextInt(20)).toChar))
    for first <- List('a', 'α', 'й', '中'); end <- List("", "é", "ω", "\ud800"); count <- List(60, 200) do
      comeBack(Vector.fill(count)(text(first)) :+ end)
      comeBack(Vector(text(first) * 100, end, null))
  }

  test("a beginning in common is there once") {
    val paths = Vector.tabulate(10_000)(i => f"https://example.org/articles/of/the/year/$i%05d")
    assert(comeBack(paths) < 10_000 * 4, "a digit or two, and how many there are")
    assert(comeBack(new Random(2).shuffle(paths)) < 10_000 * 7, "in any order")
  }

  test("a dictionary holds a string once, and its beginning, too") {
    val names = Vector.tabulate(100)(i => s"the long name of article number $i")
    val random = new Random(3)
    assert(
      comeBack(Vector.fill(40_000)(names(random.nextInt(100)))) < 40_000 * 7 / 8 + 100 * 8,
      "seven bits each, and the names"
    )
  }

  test("a writer takes the set of characters in which text is shortest") {
    def charset(text: String): Int = written(Vector("plain", text)).head & 3
    assertEquals(charset("été"), StringBlock.InLatin1)
    assertEquals(charset("αβγ, plain"), StringBlock.InAlphabet)
    assertEquals(charset("αβγ, été"), StringBlock.InUtf8)
    assertEquals(charset("中文字符串，中文"), StringBlock.InUtf16)
    assertEquals(charset("a long text in ASCII with 中文 in it"), StringBlock.InUtf8)
    assertEquals(charset("\ud800 alone, in a long text of ASCII"), StringBlock.InUtf16)
  }

  test("strings whose hashes are made alike are written without a dictionary") {
    // "Aa" and "BB" have one hash, so all of these do.
    val alike = (0 until 8).foldLeft(Vector(""))((all, _) => all.flatMap(s => Vector(s + "Aa", s + "BB")))
    assertEquals(alike.map(_.hashCode).distinct.size, 1)
    comeBack(alike ++ alike)
    assertEquals(written(alike ++ alike).head & StringBlock.Dictionary, 0)
    assertEquals(written(alike.take(60) ++ alike.take(60)).head & StringBlock.Dictionary, StringBlock.Dictionary)
  }

  test("shared prefixes that are missing, or make long strings of few bytes, are refused") {
    assertEquals(read(shared(Vector(4, 0, 2), Vector(0, 0, 2), "abcd"), 3), Vector("abc", null, "abd"))
    def refused(lengths: Vector[Long], beginnings: Vector[Long], chars: String): String =
      val bytes = shared(lengths, beginnings, chars)
      intercept[PickleException.Malformed](read(bytes, lengths.length)).getMessage
    assert(
      refused(Vector(2, 2), Vector(0, 2), "ab").contains("a string claims 2 bytes of a previous string of 1 bytes")
    )
    assert(
      refused(Vector(2, 2), Vector(0, -1), "ab").contains("a string claims -1 bytes of a previous string of 1 bytes")
    )
    assert(refused(Vector(2, 3), Vector(0, 1), "ab").contains("a string claims 2 bytes, and 1 are left"))
    val long = "x" * 1000
    def alike(count: Int) = (1001L +: Vector.fill(count - 1)(1L), 0L +: Vector.fill(count - 1)(1000L))
    val (lengths, beginnings) = alike(StringBlock.MostShared)
    assertEquals(read(shared(lengths, beginnings, long), lengths.length), Vector.fill(StringBlock.MostShared)(long))
    val (more, moreBeginnings) = alike(StringBlock.MostShared + 1)
    assert(refused(more, moreBeginnings, long).contains("strings with shared prefixes exceed 64 times their bytes"))
  }

private object StringBlockSuite:
  val Letters: List[(String, IndexedSeq[Char])] = List(
    "ISO-8859-1" -> (' ' to '\u00ff'),
    "ISO-8859-1, with many a '?'" -> "??aé".toVector,
    "Greek, an alphabet" -> ('\u0391' to '\u03c9'),
    "Greek and Hebrew, in UTF-8" -> "αβγאבג".toVector,
    "Chinese, in UTF-16" -> ('\u4e00' to '\u4eff'),
    "halves of pairs, in UTF-16" -> ('\ud800' to '\ud8ff')
  )

  def open(bytes: Array[Byte], count: Int): StringBlock =
    StringBlock.of(java.util.Arrays.copyOf(bytes, bytes.length + PackedLongs.PADDING), 0, bytes.length, count)

  def read(bytes: Array[Byte], count: Int): Vector[String | Null] =
    val block = open(bytes, count)
    Vector.fill(count)(block.next())

  /** A block with shared beginnings that nobody has written. */
  def shared(lengths: Vector[Long], beginnings: Vector[Long], chars: String): Array[Byte] =
    val sink = ByteSink.growing(64)
    sink.putByte(StringBlock.Shared)
    for numbers <- List(lengths, beginnings) do
      val packed = ByteSink.growing(64)
      PackedLongs.put(numbers.toArray, numbers.length, packed)
      sink.putVarint(packed.written.toInt)
      sink.putAll(packed)
    sink.putVarint(chars.length)
    sink.putBytes(chars.getBytes("ISO-8859-1"), 0, chars.length)
    sink.toByteArray
