package brine.figures

class SettingsSuite extends munit.FunSuite:
  private def settings(words: String*) = Settings.of(words.toList, "sizes" -> "1,64", "rounds" -> "3")

  test("a setting that a command does not get has its default") {
    assertEquals(settings().numbers("sizes"), List(1, 64))
    assertEquals(settings("--sizes", "16").numbers("sizes"), List(16))
    assertEquals(settings("--sizes", "16").number("rounds"), 3)
  }

  test("an unknown setting, and one without a value, are refused by a text that lists the settings") {
    for words <- List(List("--size", "16"), List("-?"), List("--rounds"), List("16", "--rounds")) do
      val refusal = intercept[IllegalArgumentException](settings(words*)).getMessage
      assertEquals(
        refusal,
        s"'${words.mkString(" ")}' is not a setting; the settings and their defaults are --sizes 1,64 --rounds 3"
      )
  }
