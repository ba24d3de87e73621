package brine.demo

import java.nio.file.Path

import munit.FunSuite

class OptionsSuite extends FunSuite:

  private def parse(line: String): Either[String, Options] = Options.parse(line.split(' ').toList.filter(_.nonEmpty))

  test("no option leaves every choice to the demo"):
    assertEquals(parse(""), Right(Options(heap = None, out = None, rounds = 21, help = false)))

  test("all options together"):
    assertEquals(parse("--heap 2g --out kept --rounds 9"), Right(Options(Some("2g"), Some(Path.of("kept")), 9)))
    assertEquals(parse("--help"), Right(Options(help = true)))

  test("a wrong option is named, with the allowed values"):
    assertEquals(parse("--heap much"), Left("--heap takes a size such as 512m or 4g"))
    assertEquals(parse("--out"), Left("--out takes a folder"))
    assertEquals(parse("--rounds 0"), Left("--rounds takes a number from 1 to 1000"))
    assertEquals(parse("--fast"), Left("unknown option --fast; --help lists the options"))

  test("the help names every option"):
    for option <- List("--heap", "--out", "--rounds", "--help") do assert(Options.help.contains(option), option)
