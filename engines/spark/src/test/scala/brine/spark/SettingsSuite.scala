package brine.spark

import org.apache.spark.SparkConf

class SettingsSuite extends munit.FunSuite:
  private def settings(entries: (String, String)*): Settings =
    val conf = new SparkConf(false)
    for (key, value) <- entries do conf.set(key, value)
    Settings.from(conf)

  private def refusal(key: String, value: String): String =
    intercept[IllegalArgumentException](settings(key -> value)).getMessage

  test("without settings, every setting has the default that its entry names") {
    val defaults = Settings.all.map(entry => entry.key -> entry.default)
    assertEquals(settings(), settings(defaults*))
    assertEquals(settings().trust, Trust.Job)
    assertEquals(settings().limits.maxOutputBytes, 2047L << 20)
  }

  test("values are read as Spark reads them: any case, spaces, sizes with units") {
    val read = settings(
      "spark.brine.trust" -> " DERIVED ",
      "spark.brine.classes" -> "a.B, c.D ,",
      "spark.brine.checksum" -> "True",
      "spark.brine.sharing" -> "All",
      "spark.brine.maxRecordSize" -> "100m",
      "spark.brine.maxDepth" -> "7"
    )
    assertEquals(read.trust, Trust.Derived)
    assertEquals(read.classes, Seq("a.B", "c.D"))
    assertEquals(read.checksum, true)
    assertEquals(read.sharing, brine.Sharing.All)
    assertEquals(read.limits.maxOutputBytes, 100L << 20)
    assertEquals(read.limits.maxInputBytes, 100L << 20)
    assertEquals(read.limits.maxDepth, 7)
  }

  test("an invalid value is refused with its key and the expected values") {
    assertEquals(
      refusal("spark.brine.trust", "everything"),
      "Invalid value 'everything' of spark.brine.trust: expected job, derived or listed. No trust has this name"
    )
    for (key, value) <- Seq(
        "checksum" -> "yes",
        "strict" -> "1",
        "sharing" -> "off",
        "maxRecordSize" -> "12 parsecs",
        "maxRecordSize" -> "1",
        "maxRecordSize" -> "2g",
        "maxDepth" -> "0",
        "maxDepth" -> "many",
        "maxCollidingKeys" -> "3000000000"
      )
    do
      val text = refusal(s"spark.brine.$key", value)
      assert(text.startsWith(s"Invalid value '$value' of spark.brine.$key: expected "), text)
  }

  test("an unknown setting is refused, and the nearest one is named") {
    val text = refusal("spark.brine.check", "true")
    assert(
      text.startsWith(
        "Unknown setting spark.brine.check. The nearest setting is spark.brine.checksum; all are spark.brine.trust, "
      ),
      text
    )
    assert(refusal("spark.brine.class", "x").contains("nearest setting is spark.brine.classes"))
  }

  test("settings of other prefixes are ignored") {
    assertEquals(settings("spark.brines.trust" -> "x", "spark.app.name" -> "y"), settings())
  }
