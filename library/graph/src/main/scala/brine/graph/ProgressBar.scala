package brine.graph

import java.io.{Console, PrintStream}
import java.util.Locale

/** Shows the progress of a long run on one line of a terminal. Shows nothing for a run of less than a second, and
  * clears the line after the run.
  *
  * {{{
  * library.pickleTo(path)(using summon, GraphFormat.withListener(ProgressBar.onTerminal()))
  *
  *   written 9,371,648 objects, 3,120,000 a second
  *   read    [############------------]  52 %, 4,980,736 of 9,500,001 objects, 3 s left
  * }}}
  * The number of all objects is unknown while a graph is written. A bar serves one run at a time.
  *
  * @param nanoTime the clock, in nanoseconds
  */
final class ProgressBar private[brine] (out: PrintStream, nanoTime: () => Long) extends GraphListener:
  import ProgressBar.*

  /** The progress of the run at the first report, and the time of that report. */
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

  /** Clears the line. Call it after a failed run, which sends the bar no last report. */
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
  /** A bar on standard error if this program runs on a terminal; otherwise one that shows nothing. Standard input and
    * output decide, since standard error alone does not show it.
    */
  def onTerminal(): GraphListener = if isTerminal then on(System.err) else Silent

  /** A bar on this stream, even if it is not a terminal. */
  def on(out: PrintStream): ProgressBar = new ProgressBar(out, () => System.nanoTime)

  private object Silent extends GraphListener:
    def progress(step: GraphStep, done: Long, total: Long): Unit = ()

  private def isTerminal: Boolean =
    val console = System.console()
    console != null && System.getenv("TERM") != "dumb" && isTerminal(console)

  /** On JDK 22 and later, `System.console` may return a console without a terminal, and `isTerminal` reports it. */
  private def isTerminal(console: Console): Boolean =
    try classOf[Console].getMethod("isTerminal").invoke(console).asInstanceOf[Boolean]
    catch case _: NoSuchMethodException => true

  /** The shortest run that is shown, in nanoseconds. */
  private final val FirstNanos = 1_000_000_000L

  /** The time between two updates, slow enough for a reader. */
  private final val PauseNanos = 100_000_000L

  /** Goes to the start of the line, and clears it. */
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

  /** Formats the same way in every locale. */
  private def text(pattern: String, values: Any*): String =
    String.format(Locale.ROOT, pattern, values.map(_.asInstanceOf[AnyRef])*)
