package brine.json

import brine.json.text.{JsonInput, JsonTags}
import java.math.BigDecimal

/** Numbers with a point, against the JDK's own way of reading them. */
class DecimalsSuite extends munit.FunSuite:
  private def double(text: String): Double =
    val bytes = text.getBytes("US-ASCII")
    new JsonInput(bytes, 0, bytes.length, null, 0).readDouble()

  private def check(text: String): Unit =
    val (expected, found) = (java.lang.Double.parseDouble(text), double(text))
    if java.lang.Double.doubleToRawLongBits(expected) != java.lang.Double.doubleToRawLongBits(found) then
      fail(s"$text: $found, not $expected")

  private val random = new scala.util.Random(11)

  test("every Double comes back from its shortest form") {
    for _ <- 1 to 300_000 do
      val value = java.lang.Double.longBitsToDouble(random.nextLong())
      if java.lang.Double.isFinite(value) then check(value.toString)
  }

  test("digits of any number, times ten to any power, as the JDK reads them") {
    for _ <- 1 to 300_000 do
      val digits =
        Iterator.fill(1 + random.nextInt(22))(('0' + random.nextInt(10)).toChar).mkString.replaceFirst("^0+(?=.)", "")
      check(s"${digits}e${random.nextInt(700) - 360}")
    for
      exponent <- -400 to 400;
      digits <- List(
        "1",
        "2",
        "5",
        "7",
        "9",
        "17976931348623157",
        "22250738585072014",
        "9007199254740993",
        "123456789012345678"
      )
    do
      check(s"${digits}e$exponent")
  }

  test("half way between two neighbours, and a little beside it: to the even one, the lower, the higher") {
    for _ <- 1 to 20_000 do
      val exponent = random.nextInt(120) - 60
      val low = Math.scalb((1L << 52 | random.nextLong() & (1L << 52) - 1).toDouble, exponent - 52)
      val middle = new BigDecimal(low).add(new BigDecimal(Math.nextUp(low))).divide(BigDecimal.valueOf(2))
      val beside = middle.ulp.movePointLeft(3)
      for text <- List(middle, middle.add(beside), middle.subtract(beside)) do
        check(text.toPlainString)
        check(text.toString)
  }

  test("where exponents end: zero, the smallest, infinite") {
    for text <- List(
        "4.9E-324",
        "2.4703282292062327E-324",
        "2.4703282292062328E-324",
        "2.2250738585072011E-308",
        "2.2250738585072014E-308",
        "1.7976931348623157E308",
        "1.7976931348623159E308",
        "1e400",
        "1e-400",
        "0e999999999999",
        "-0.0",
        "0.0",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "0." + "0" * 400 + "1e401",
        "1" + "0" * 400 + "e-400",
        "0." + "3" * 2000,
        "1" * 300 + "." + "2" * 300
      )
    do check(text)
    assertEquals(1 / double("-0"), Double.NegativeInfinity)
  }

  test("every Float comes back, from its shortest form and as a Double's; and nothing is rounded twice") {
    for _ <- 1 to 100_000 do
      val value = java.lang.Float.intBitsToFloat(random.nextInt())
      if java.lang.Float.isFinite(value) then
        assertEquals(float(JsonTags.shortest(value)), value)
        assertEquals(float(JsonTags.shortest(value.toDouble)), value)
    // As a Double it is the middle between two Floats, which it is not itself.
    val text = "7.038531E-26"
    assertNotEquals(text.toDouble.toFloat, java.lang.Float.parseFloat(text))
    assertEquals(float(text), java.lang.Float.parseFloat(text))
  }

  private def float(text: String): Float = new JsonPickle(text.getBytes).unpickle[Float]
