package brine.checks.clustered

import java.io.{ByteArrayOutputStream, PrintStream}
import brine.graph.{GraphFormat, GraphStep, ProgressBar}
import brine.testkit.Laws

/** A line on a terminal for long operations. The clock is the test's; the listener's calls are those of a real run
  * elsewhere ([[GraphSettingsSuite]]).
  */
class ProgressBarSuite extends munit.FunSuite:
  private val clear = "\r\u001b[K"

  private final class Screen:
    private val bytes = new ByteArrayOutputStream
    var seconds = 0.0
    val bar = new ProgressBar(new PrintStream(bytes, true), () => (seconds * 1e9).toLong)

    def at(seconds: Double, step: GraphStep, done: Long, total: Long): String =
      this.seconds = seconds
      bytes.reset()
      bar.progress(step, done, total)
      bytes.toString

    def cleared(): String =
      bytes.reset()
      bar.clear()
      bytes.toString

  test("an operation of less than a second shows nothing") {
    val screen = new Screen
    assertEquals(screen.at(5, GraphStep.Written, 65_536, -1), "")
    assertEquals(screen.at(5.99, GraphStep.Written, 131_072, -1), "")
    assertEquals(screen.at(6.5, GraphStep.Written, 140_000, 140_000), "")
  }

  test("while a graph is written: how many objects, and how many a second") {
    val screen = new Screen
    assertEquals(screen.at(0, GraphStep.Written, 65_536, -1), "")
    assertEquals(
      screen.at(2, GraphStep.Written, 3_065_536, -1),
      s"${clear}written 3,065,536 objects, 1,500,000 a second"
    )
    assertEquals(screen.at(2.05, GraphStep.Written, 3_100_000, -1), "", "twenty times a second is too often")
    assertEquals(
      screen.at(2.2, GraphStep.Written, 3_365_536, -1),
      s"${clear}written 3,365,536 objects, 1,500,000 a second"
    )
    assertEquals(screen.at(2.21, GraphStep.Written, 3_366_000, 3_366_000), clear, "the end")
  }

  test("while a graph is read: a bar, and how long it will take") {
    val screen = new Screen
    assertEquals(screen.at(0, GraphStep.Read, 0, 8_000_000), "")
    val shown = screen.at(3, GraphStep.Read, 6_000_000, 8_000_000)
    assertEquals(shown, s"${clear}read    [##################------]  75 %, 6,000,000 of 8,000,000 objects, 1 s left")
    assertEquals(screen.at(4, GraphStep.Read, 8_000_000, 8_000_000), clear)
    assertEquals(screen.at(4.5, GraphStep.Read, 65_536, 70_000), "", "another run begins anew")
  }

  test("a failed run's line can be cleared, once") {
    val screen = new Screen
    assertEquals(screen.at(0, GraphStep.Read, 65_536, 8_000_000), "")
    assertNotEquals(screen.at(3, GraphStep.Read, 6_000_000, 8_000_000), "")
    assertEquals(screen.cleared(), clear)
    assertEquals(screen.cleared(), "")
  }

  test("without a terminal it shows no bar") {
    assume(System.console() == null)
    val listening = GraphFormat.withListener(ProgressBar.onTerminal())
    val err = System.err
    val bytes = new ByteArrayOutputStream
    System.setErr(new PrintStream(bytes, true))
    try
      for step <- GraphStep.values; done <- 1 to 3 do ProgressBar.onTerminal().progress(step, done, -1)
      assertEquals(Laws.read[List[Int]](Laws.write(List(1), listening), listening), List(1))
    finally System.setErr(err)
    assertEquals(bytes.toString, "")
  }
