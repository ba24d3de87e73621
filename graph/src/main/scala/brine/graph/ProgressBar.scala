package brine.graph

import java.io.{Console, PrintStream}
import java.util.Locale

/** Shows on one line of a terminal how far a long run has come. A run of less than a second shows nothing, and when it has ended
  * the line is cleared.
  *
  * {{{
  * library.pickleTo(path)(using summon, GraphFormat.withListener(ProgressBar.onTerminal()))
  *
  *   written 9,371,648 objects, 3,120,000 a second
  *   read    [############------------]  52 %, 4,980,736 of 9,500,001 objects, 3 s left
  * }}}
  * While a graph is written nobody knows how many objects there will be. A bar is for one run at a time.
  *
  * @param nanoTime the clock, in nanoseconds
  */
final class ProgressBar private[brine] (out: PrintStream, nanoTime: () => Long) extends GraphListener:
  import ProgressBar.*

  /** What the run had done when it was first heard of, and when that was. */
  private var begun = 0L
  private var begunWith = 0L

  private var shownAt = 0L
  private var isShown = false
  private var last = Long.MaxValue
  private var lastStep = GraphStep.Written

  def progress(step: GraphStep, done: Long, total: Long): Unit = synchronized {
    val now = nanoTime()
    if step != lastStep || done < last then
      begun = now
      begunWith = done
    lastStep = step
    last = done
    if done == total then
      clear()
      last = Long.MaxValue // another run begins
    else if now - begun >= FirstNanos && (!isShown || now - shownAt >= PauseNanos) then
      show(line(step, done, total, (done - begunWith) * 1e9 / (now - begun)))
      shownAt = now
  }

  /** Takes the line away: where a run has failed, which nobody tells the bar. */
  def clear(): Unit = synchronized {
    if isShown then
      out.print(ClearLine)
      out.flush()
      isShown = false
  }

  private def show(line: String): Unit =
    out.print(ClearLine + line)
    out.flush()
    isShown = true

object ProgressBar:
  /** On standard error if this program runs on a terminal, else it shows nothing. Standard input and output tell: it is not to be
    * found out of standard error alone.
    */
  def onTerminal(): GraphListener = if isTerminal then on(System.err) else Silent

  /** On this stream, whatever it is. */
  def on(out: PrintStream): ProgressBar = new ProgressBar(out, () => System.nanoTime)

  private object Silent extends GraphListener:
    def progress(step: GraphStep, done: Long, total: Long): Unit = ()

  private def isTerminal: Boolean =
    val console = System.console()
    console != null && System.getenv("TERM") != "dumb" && isTerminal(console)

  /** From JDK 22 on, there may be a console that is none, and a method that tells. */
  private def isTerminal(console: Console): Boolean =
    try classOf[Console].getMethod("isTerminal").invoke(console).asInstanceOf[Boolean]
    catch case _: NoSuchMethodException => true

  /** What is over sooner is not shown. */
  private final val FirstNanos = 1_000_000_000L

  /** No more often than a person can read. */
  private final val PauseNanos = 100_000_000L

  /** To the line's start, and nothing on it. */
  private final val ClearLine = "\r\u001b[K"

  private final val Width = 24

  private def line(step: GraphStep, done: Long, total: Long, perSecond: Double): String =
    val name = step.toString.toLowerCase(Locale.ROOT)
    if total <= 0 then text("%-7s %,d objects, %,d a second", name, done, roundedTo1000(perSecond))
    else
      val full = (done * Width / total).toInt
      val bar = "#" * full + "-" * (Width - full)
      val left = math.ceil((total - done) / perSecond).toLong
      text("%-7s [%s] %3d %%, %,d of %,d objects, %,d s left", name, bar, done * 100 / total, done, total, left)

  private def roundedTo1000(number: Double): Long = (number / 1000).toLong * 1000

  /** The same in every country. */
  private def text(pattern: String, values: Any*): String = String.format(Locale.ROOT, pattern, values.map(_.asInstanceOf[AnyRef])*)
