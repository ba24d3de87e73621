package brine.checks.calls

import java.nio.file.Path
import java.util.concurrent.TimeUnit
import brine.*
import brine.bytecode.{CodeUses, MadeClass}
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.testkit.{Laws, Patient}
import brine.testkit.corpus.{Corpus, Sample}

/** The first objects of a class go by its plan, the later ones by code that is made for it; the bytes do not show
  * which.
  */
class CodeLaterSuite extends munit.FunSuite, Patient:
  test("code is due behind the first objects, and at once for many"):
    val before = CodeLaterSuite.run("uses", 3)
    assertEquals(before, "false false false true true; true; false true")

  test("no code is made for the first objects, and the same bytes are written and read before and after"):
    for before <- List(0, 5, 1000) do
      assertEquals(CodeLaterSuite.run("corpus", before), if before == 1000 then "none" else "some", s"before = $before")

object CodeLaterSuite:
  private def run(what: String, before: Int): String =
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val arguments = List(
      java,
      s"-D${CodeUses.Property}=$before",
      "-cp",
      System.getProperty("java.class.path"),
      "brine.checks.calls.CodeLaterSuite",
      what
    )
    val process = new ProcessBuilder(arguments*).redirectErrorStream(true).start()
    val output = new String(process.getInputStream.readAllBytes).trim
    assert(process.waitFor(60, TimeUnit.SECONDS))
    if process.exitValue != 0 then throw new AssertionError(output)
    output

  def main(arguments: Array[String]): Unit = arguments(0) match
    case "uses" =>
      val (one, many, some) = (new CodeUses, new CodeUses, new CodeUses)
      println(
        List.fill(5)(one.add(1)).mkString(" ") + "; " + many.add(1000) + "; " + some.add(2) + " " + some.add(2)
      )
    case "corpus" =>
      for round <- 1 to 8; sample <- Corpus.all do check(sample)
      println(if MadeClass.made.sum == 0 then "none" else "some")

  private def check[A](sample: Sample[A]): Unit =
    given Pickler[A] = sample.pickler
    for format <- List(JsonFormat, GraphFormat) do
      val value = sample.value
      val bytes = Laws.write(value, format)
      val first = kept.computeIfAbsent((sample.name, format), _ => bytes)
      if !java.util.Arrays.equals(first, bytes) then throw new AssertionError(s"${sample.name}: other bytes in $format")
      Laws.assertSame(Laws.read[A](bytes, format), value)

  private val kept = new java.util.concurrent.ConcurrentHashMap[(String, PickleFormat), Array[Byte]]
