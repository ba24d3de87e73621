package brine.json.streams

import brine.{FirstBytes, PickleException}
import brine.wire.{ByteSource, QuotedText}

/** Goes to each value of a stream in turn. */
private[json] abstract class ElementFinder(source: ByteSource):
  /** True until the first call of [[next]]. */
  protected final var isFirst = true

  private var lastBlank = -1

  /** Goes to the next value. Returns false, at the end of the source, if none is left. */
  final def next(): Boolean =
    val found = find()
    isFirst = false
    found

  protected def find(): Boolean

  /** The path of the value that is next or was read last, for errors. `count` values have been read. */
  def segments(count: Long): List[String]

  protected final def fail(reason: String): Nothing =
    throw new PickleException.Malformed(reason).atOffset(source.offset)

  /** Names another encoding by a zero at the beginning, where JSON has none, or behind the last blank there. */
  protected final def checkEncoding(): Unit =
    if !source.atEnd() && source.peekByte() == 0 then
      refuseStart(if lastBlank < 0 then Array() else Array(lastBlank.toByte))

  /** Refuses a stream that begins with these bytes, the last of the source. */
  protected final def refuseStart(taken: Array[Byte]): Nothing =
    val at = source.offset - taken.length
    val other = FirstBytes.otherThanJson(taken, source, 0)
    throw (if other != null then other else new PickleException.Malformed("expected a JSON text")).atOffset(at)

  /** Returns true if there is the end of a line among them. */
  protected final def skipBlanks(): Boolean =
    var hasEnd = false
    while !source.atEnd() && QuotedText.isSpace(source.peekByte()) do
      lastBlank = source.peekByte()
      if lastBlank == '\n' then hasEnd = true
      source.skip(1)
    hasEnd

/** Finds values that an end of a line separates; lines may be blank. */
private[json] final class LineFinder(source: ByteSource) extends ElementFinder(source):
  protected def find(): Boolean =
    val hasEnded = skipBlanks() || isFirst
    if isFirst then checkEncoding()
    if !source.atEnd() && !hasEnded then fail("a line holds more than one value")
    !source.atEnd()

  def segments(count: Long): List[String] = List(s"[$count]")

/** Finds lines that are not blank. Each has been read to its end. */
private[json] final class WholeLineFinder(source: ByteSource) extends ElementFinder(source):
  protected def find(): Boolean =
    skipBlanks()
    if isFirst then checkEncoding()
    !source.atEnd()

  def segments(count: Long): List[String] = List(s"[$count]")
