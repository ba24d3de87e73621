package brine.checks

import java.io.{PrintWriter, StringWriter}
import java.nio.file.{Files, Path}
import java.util.spi.ToolProvider
import scala.jdk.CollectionConverters.*
import brine.*
import brine.binary.BinaryFormat
import brine.testkit.Laws

/** Types as large as nobody writes them by hand, but programs do. */
class LargeTypesSuite extends munit.FunSuite, RoundTrips:
  def formats: List[PickleFormat] = AllFormats.all

  test("a class with as many fields as a constructor can take")(inAllBackEnds(WidestSample.value))

  test("a family of 130 leaves")(inAllBackEnds(List[Big](B0(1, "a"), B127(2, null), B128(3, "c"), B129(4, "d"), null)))

  test("a failure in a leaf names its field, in every method that has code of the leaf") {
    for
      leaf <- List[Big](B0(1, "a"), B31(2, "b"), B32(3, "c"), B127(4, "d"), B129(5, "e"));
      depth <- List(0, 1, Limits.Default.emittedDepth)
    do
      val options = PickleOptions(limits = Limits(emittedDepth = depth))
      val cut = Laws.write(leaf, BinaryFormat.Bare).dropRight(1)
      assertEquals(
        intercept[PickleException](Laws.read[Big](cut, BinaryFormat.Bare, options)).path,
        "$.b",
        s"$leaf, emittedDepth = $depth"
      )
  }

  test("a class of 60 fields in a cycle") {
    val object60 = Cycle60.sample
    object60.f8 = object60
    inAllBackEnds(object60)
  }

  // HotSpot leaves longer ones to its interpreter for ever.
  test("no method has more than 8,000 bytecodes") {
    for (method, size) <- methodSizes("Widest", "Big", "Cycle60") do assert(size < 8000, s"$method has $size bytecodes")
  }

  /** The classes of this package whose names begin with this prefix. */
  private def methodSizes(names: String*): List[(String, Int)] =
    val folder = Path.of(getClass.getProtectionDomain.getCodeSource.getLocation.toURI).resolve("brine/checks")
    val all = Files.list(folder)
    val files =
      try all.iterator.asScala.toList.filter(f =>
          names.exists(f.getFileName.toString.startsWith(_)) && f.toString.endsWith(".class")
        )
      finally all.close()
    val out = new StringWriter
    val javap = ToolProvider.findFirst("javap").orElseThrow()
    assertEquals(
      javap.run(new PrintWriter(out), new PrintWriter(out), ("-c" :: "-p" :: files.map(_.toString))*),
      0,
      out.toString
    )
    val sizes = out.toString.linesIterator.foldLeft(List.empty[(String, Int)]) {
      case (done, line) if line.startsWith("  ") && line.endsWith(";") && line.contains("(") && line(2) != ' ' =>
        (line.trim -> 0) :: done
      case ((method, _) :: done, LargeTypesSuite.Instruction(offset)) => (method -> offset.toInt) :: done
      case (done, _)                                                  => done
    }
    assert(sizes.length > 500, s"${sizes.length} methods were found")
    sizes

private object LargeTypesSuite:
  private val Instruction = """ +(\d+): [a-z].*""".r
