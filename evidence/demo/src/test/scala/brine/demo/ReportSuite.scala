package brine.demo

import munit.FunSuite

class ReportSuite extends FunSuite:

  test("every report survives its line"):
    val reports = List(
      Report.Step("reading"),
      Report.At(3, 4),
      Report.Same("Java serialization", 30_000, 1),
      Report.Different("Java serialization", "$.vertices[3]: null on the left, the class A on the right"),
      Report.TimeIn("Java serialization", 1.5, Stack.Deep)
    )
    for report <- reports do assertEquals(Report.parse(report.line), Some(report))

  test("another line is not a report"):
    assertEquals(Report.parse("WARNING: something of the JVM"), None)
    assertEquals(Report.parse(""), None)
