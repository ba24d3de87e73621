package brine.demo

/** Receives the steps of the demo, so that nobody looks at a silent screen. */
trait Progress:
  /** A new step begins. */
  def step(what: String): Unit

  /** How far the step is. Called as often as anything happens; shown no more often than a person can read. */
  def at(done: Int, total: Int): Unit

  /** The last step is over. */
  def end(): Unit

object Progress:
  /** One line that is rewritten on a terminal, plain lines otherwise. */
  def onScreen(): Progress = if System.console() != null then RewrittenLine() else PlainLines()

/** Lets a call pass no more often than once in the given time, counted from the start of the step. */
private final class Pace(nanos: Long):
  private var last = System.nanoTime()

  def restart(): Unit = last = System.nanoTime()

  def apply(action: => Unit): Unit =
    val now = System.nanoTime()
    if now - last >= nanos then
      last = now
      action

private final class RewrittenLine extends Progress:
  private val pace = Pace(100_000_000L)
  private var current = ""

  def step(what: String): Unit =
    current = what
    show(what)

  def at(done: Int, total: Int): Unit = pace(show(s"$current: $done of $total"))

  def end(): Unit = show("")

  private def show(text: String): Unit =
    print(s"\r\u001b[K$text") // to the line's start, and clear it
    Console.out.flush()

private final class PlainLines extends Progress:
  private val pace = Pace(2_000_000_000L)

  def step(what: String): Unit =
    pace.restart()
    println(what)

  def at(done: Int, total: Int): Unit = pace(println(s"  $done of $total"))

  def end(): Unit = ()
