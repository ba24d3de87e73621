package brine.json

import brine.json.streams.ElementFinder
import scala.util.control.NonFatal
import brine.{BoundedInput, FailureBoundary, PickleException}
import brine.wire.ByteSource

/** The values of a stream of JSON. Each is read when the caller requests it, so that one value at a time is in memory.
  *
  * {{{
  * Using(JsonFormat.readLines[Event](Files.newInputStream(path))) { events =>
  *   for event <- events do println(s"${events.index}: $event")
  * }
  * }}}
  * It closes the stream behind the last value, after a failure, and by [[close]]. A failure's path has the value's
  * index or path, `$[3].name` or `$.items[3].name`, and its `offset` counts from the beginning of the stream. For one
  * thread.
  */
final class JsonElements[A] private[json] (
    source: ByteSource,
    input: BoundedInput,
    closed: AutoCloseable,
    finder: ElementFinder,
    read: ByteSource => A
) extends Iterator[A], AutoCloseable:
  private var count = 0L
  private var place = JsonElements.Between

  /** How many values have been read; the index of the one that was read last is one less. */
  def index: Long = count

  /** Bytes of the stream before the next value. */
  def offset: Long = source.offset

  def hasNext: Boolean =
    if place == JsonElements.Between then
      guarded {
        input.restart()
        if finder.next() then place = JsonElements.AtValue else close()
      }
    place == JsonElements.AtValue

  def next(): A =
    if !hasNext then throw new NoSuchElementException("no value is left")
    val value = guarded {
      input.restart()
      read(source)
    }
    count += 1
    place = JsonElements.Between
    value

  /** Closes the stream. No further value is read. */
  def close(): Unit =
    if place != JsonElements.Closed then
      place = JsonElements.Closed
      try closed.close()
      catch case e: java.io.IOException => throw new PickleException.InputOutput(e)

  private inline def guarded[B](inline work: B): B =
    try FailureBoundary.reading(source)(work)
    catch
      case e: PickleException =>
        place = JsonElements.Closed
        try closed.close()
        catch case NonFatal(also) => e.addSuppressed(also)
        for segment <- finder.segments(count).reverse do e.prepend(segment)
        throw e

private object JsonElements:
  private final val Between = 0
  private final val AtValue = 1
  private final val Closed = 2
