package brine.json

import brine.json.text.JsonWindow
import scala.util.control.NonFatal
import brine.{BoundedInput, FailureBoundary, FirstBytes, PickleException}
import brine.wire.ByteSource

/** The values of a stream of JSON. Each is read when the caller requests it, so that one value at a time is in memory.
  *
  * {{{
  * Using(JsonFormat.readLines[Event](Files.newInputStream(path))) { events =>
  *   for event <- events do println(s"${events.index}: $event")
  * }
  * }}}
  * It closes the stream behind the last value, after a failure, and by [[close]]. A failure has the value's index at the beginning
  * of its path, `$[3].name`, and its `offset` counts from the beginning of the stream. For one thread.
  */
final class JsonElements[A] private[json] (
    source: ByteSource,
    input: BoundedInput,
    closed: AutoCloseable,
    isArray: Boolean,
    read: ByteSource => A
) extends Iterator[A], AutoCloseable:
  private var count = 0L
  private var place = JsonElements.Before

  /** How many values have been read; the index of the one that was read last is one less. */
  def index: Long = count

  /** Bytes of the stream before the next value. */
  def offset: Long = source.offset

  def hasNext: Boolean =
    if place == JsonElements.Before || place == JsonElements.Behind then guarded(findNext())
    place == JsonElements.AtValue

  def next(): A =
    if !hasNext then throw new NoSuchElementException("no value is left")
    val value = guarded {
      input.restart()
      read(source)
    }
    count += 1
    place = JsonElements.Behind
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
        throw e.prepend(s"[$count]")

  private def findNext(): Unit =
    input.restart()
    if isArray then findElement() else findLine()

  /** Values of lines are separated by an end of a line, and lines may be blank. */
  private def findLine(): Unit =
    val hasEnded = skipBlanks() || place == JsonElements.Before
    if source.atEnd() then close()
    else if !hasEnded then fail("a line holds more than one value")
    else place = JsonElements.AtValue

  private def findElement(): Unit =
    val isFirst = place == JsonElements.Before
    if isFirst then
      skipBlanks()
      if source.atEnd() then throw new PickleException.Truncated("expected an array").atOffset(source.offset)
      takeArray()
    skipBlanks()
    if source.atEnd() then throw new PickleException.Truncated("in an array").atOffset(source.offset)
    if source.peekByte() == ']' then end()
    else
      if !isFirst then
        take(',', "',' or ']'")
        skipBlanks()
      place = JsonElements.AtValue

  private def end(): Unit =
    source.skip(1)
    skipBlanks()
    if !source.atEnd() then fail("expected nothing behind the array")
    close()

  /** Takes the beginning of an array; names what else begins with the first two bytes. */
  private def takeArray(): Unit =
    val at = source.offset
    val first = source.peekByte() & 0xff
    source.skip(1)
    val second = if source.atEnd() then -1 else source.peekByte() & 0xff
    val name = if second < 0 then null else FirstBytes.nameOf(first, second)
    if name != null && !name.startsWith(FirstBytes.Json) then
      throw FirstBytes.wrongFormat("JSON text", first, second).atOffset(at)
    if first != '[' then throw new PickleException.Malformed("expected an array").atOffset(at)

  private def take(token: Char, expected: String): Unit =
    if source.peekByte() != token then fail(s"expected $expected")
    source.skip(1)

  private def fail(reason: String): Nothing = throw new PickleException.Malformed(reason).atOffset(source.offset)

  /** Returns true if there is the end of a line among them. */
  private def skipBlanks(): Boolean =
    var hasEnd = false
    while !source.atEnd() && JsonWindow.isWhitespace(source.peekByte()) do
      if source.peekByte() == '\n' then hasEnd = true
      source.skip(1)
    hasEnd

private object JsonElements:
  private final val Before = 0
  private final val AtValue = 1
  private final val Behind = 2
  private final val Closed = 3
