package brine.json

import brine.wire.{ByteSink, JsonSink, ShortestDecimal}
import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter, writeToString}
import java.lang.Double.{doubleToRawLongBits, longBitsToDouble}
import java.lang.Float.intBitsToFloat
import java.util.UUID
import scala.util.Random

/** Numbers and texts as jsoniter-scala writes them. `-Dbrine.samples` multiplies the samples. */
class JsonSinkSuite extends munit.FunSuite:
  import JsonSinkSuite.{given, *}

  private val random = new Random(7)
  private val many = 40_000 * Integer.getInteger("brine.samples", 1)

  private def checkDouble(value: Double): Unit = if java.lang.Double.isFinite(value) then
    val expected = writeToString(value)
    assertEquals(ShortestDecimal.text(value, false), expected, doubleToRawLongBits(value))
    assertEquals(ShortestDecimal.text(value, true), EcmaNumbers.text(expected), expected)

  private def checkFloat(value: Float): Unit = if java.lang.Float.isFinite(value) then
    val expected = writeToString(value)
    assertEquals(ShortestDecimal.text(value, false), expected)
    assertEquals(ShortestDecimal.text(value, true), EcmaNumbers.text(expected), expected)

  test("a double has the shortest text, in both looks: all exponents, and numbers that people write") {
    for exponent <- 0 to 2046; fraction <- List(0L, 1L, 2L, -1L, -2L, random.nextLong()) do
      val value = longBitsToDouble(exponent.toLong << 52 | fraction & (1L << 52) - 1)
      checkDouble(value)
      checkDouble(-value)
    for exponent <- -323 to 308; digit <- 1 to 9 do
      val value = s"${digit}e$exponent".toDouble
      for near <- List(value, Math.nextUp(value), Math.nextDown(value)) do checkDouble(near)
    for fraction <- 1L to 1000L do checkDouble(longBitsToDouble(fraction))
    for _ <- 1 to many do
      checkDouble(longBitsToDouble(random.nextLong()))
      checkDouble(random.nextInt(1_000_000) / 100.0)
      checkDouble(random.nextInt() / 1e7)
      checkDouble(random.nextLong().toDouble)
      checkDouble((random.nextLong() >> random.nextInt(64)).toDouble)
      checkDouble(random.nextGaussian())
  }

  test("a float has the shortest text, in both looks") {
    for exponent <- 0 to 254; fraction <- List(0, 1, 2, -1, -2, random.nextInt()) do
      val value = intBitsToFloat(exponent << 23 | fraction & (1 << 23) - 1)
      checkFloat(value)
      checkFloat(-value)
    for bits <- 1 to 1000 do checkFloat(intBitsToFloat(bits))
    for _ <- 1 to many do
      checkFloat(intBitsToFloat(random.nextInt()))
      checkFloat(random.nextInt(1_000_000) / 100f)
      checkFloat((random.nextInt() >> random.nextInt(32)).toFloat)
  }

  test("integers, words and UUIDs") {
    val edges =
      for n <- 0 to 18; k <- -1 to 1; sign <- List(1, -1) yield sign * (BigInt(10).pow(n).toLong + k)
    val drawn = Vector.fill(many)(random.nextLong() >> random.nextInt(64))
    for value <- edges ++ drawn ++ List(Long.MinValue, Long.MaxValue, Int.MinValue.toLong) do
      assertEquals(written(_.number(value)), value.toString)
      assertEquals(written(_.number(value.toInt)), value.toInt.toString)
    for value <- List(true, false) do assertEquals(written(_.bool(value)), value.toString)
    assertEquals(written(_.nul()), "null")
    for _ <- 1 to 1000 do
      val id = new UUID(random.nextLong(), random.nextLong())
      assertEquals(written(_.uuid(id)), s"\"$id\"")
  }

  private def drawnText(): String =
    val length = if random.nextInt(4) == 0 then random.nextInt(100) else random.nextInt(30)
    val alphabet = random.nextInt(7)
    val text = Array.fill(length) {
      (if alphabet > 3 && random.nextInt(20) > 0 then 3 else alphabet) match
        case 0 => random.nextInt(0x80).toChar
        case 1 => random.nextInt(0x100).toChar
        case 2 => (0x400 + random.nextInt(0x60)).toChar
        case 3 => (' ' + random.nextInt(95)).toChar
        case 4 => random.nextInt(0x10000).toChar
        case 5 => "\"\\\n\t\u0000\u007f\u001f" (random.nextInt(7))
        case _ => (0xd800 + random.nextInt(0x800)).toChar
    }
    val plain = new String(text)
    if random.nextInt(8) == 0 then plain + new String(Character.toChars(0x10000 + random.nextInt(0x100000))) else plain

  test("texts and keys; a text with an unpaired surrogate is taken back") {
    for _ <- 1 to many do
      val text = drawnText()
      val out = JsonSink.inMemory(new Array(random.nextInt(40)), Long.MaxValue, false)
      out.ready().begin('{')
      val isUnicode = !brine.wire.Utf8.hasUnpairedSurrogate(text)
      assertEquals(out.key(text), isUnicode)
      if isUnicode then
        assertEquals(out.text(text), true)
        out.end('}')
        val quoted = writeToString(text)(using Texts)
        assertEquals(new String(out.toByteArray, "UTF-8"), s"{$quoted:$quoted}")
      else
        assertEquals(out.text(text), false)
        out.end('}')
        assertEquals(new String(out.toByteArray, "UTF-8"), "{}")
  }

  /** Tokens of a document, each as a call of a sink. */
  private def document(level: Int): List[JsonSink => Unit] = random.nextInt(if level > 6 then 6 else 10) match
    case 0 => List(_.ready().nul())
    case 1 =>
      val value = random.nextLong() >> random.nextInt(64)
      List(_.ready().number(value))
    case 2 =>
      val value = random.nextGaussian()
      List(_.ready().number(value))
    case 3 => List(_.ready().bool(level % 2 == 0))
    case 4 =>
      val id = new UUID(random.nextLong(), random.nextLong())
      List(_.ready().uuid(id))
    case 5 =>
      val text = Iterator.continually(drawnText()).find(!brine.wire.Utf8.hasUnpairedSurrogate(_)).get
      List(s => s.text(text): Unit)
    case 6 | 7 =>
      val all = List.fill(random.nextInt(4))(document(level + 1)).flatten
      ((_: JsonSink).ready().begin('[')) :: all ::: List[JsonSink => Unit](_.end(']'))
    case _ =>
      val name = new JsonSink.Literal("\"name\":".getBytes("UTF-8"))
      val all = List.fill(random.nextInt(4))(((_: JsonSink).put(name)) :: document(level + 1)).flatten
      ((_: JsonSink).ready().begin('{')) :: all ::: List[JsonSink => Unit](_.end('}'))

  test("a document is the same in memory, through a stream, and without its indentation") {
    for _ <- 1 to 500 do
      val tokens = ((_: JsonSink).ready().begin('[')) ::
        List.fill(random.nextInt(100))(document(0)).flatten ::: List[JsonSink => Unit](_.end(']'))
      val inMemory = JsonSink.inMemory(new Array(random.nextInt(100)), Long.MaxValue, false)
      for token <- tokens do token(inMemory)
      val text = new String(inMemory.toByteArray, "UTF-8")
      def through(indentation: Int): String =
        val sink = ByteSink.growing(10)
        val out = JsonSink.over(sink, indentation, false)
        for token <- tokens do token(out)
        out.finish()
        new String(sink.toByteArray, "UTF-8")
      assertEquals(through(0), text)
      val indented = through(3)
      assertEquals(Json.parse(indented), Json.parse(text))
      for line <- indented.linesIterator do assertEquals(line.takeWhile(_ == ' ').length % 3, 0)
  }

  test("the limit ends output in memory, at the byte") {
    for length <- 0 to 200 do
      val out = JsonSink.inMemory(new Array(0), 100, false)
      def write(): Int =
        out.text("a" * length)
        out.toByteArray.length
      if length <= 98 then assertEquals(write(), length + 2)
      else intercept[brine.wire.WireException](write())
  }

object JsonSinkSuite:
  private def written(write: JsonSink => Unit): String =
    val out = JsonSink.inMemory(new Array(0), Long.MaxValue, false).ready()
    write(out)
    new String(out.toByteArray, "UTF-8")

  private trait Written[A] extends JsonValueCodec[A]:
    def nullValue: A = null.asInstanceOf[A]
    def decodeValue(in: JsonReader, default: A): A = default

  private object Texts extends Written[String]:
    def encodeValue(value: String, out: JsonWriter): Unit = out.writeVal(value)
  private given Written[Double] with
    def encodeValue(value: Double, out: JsonWriter): Unit = out.writeVal(value)
  private given Written[Float] with
    def encodeValue(value: Float, out: JsonWriter): Unit = out.writeVal(value)
