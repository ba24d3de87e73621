package brine.json

import brine.PickleException
import com.github.plokhotnyuk.jsoniter_scala.core.JsonReaderException

/** The parser's failures in the terms of a pickle. */
private[json] object JsonFailure:
  /** @param base what the parser's offsets must be added to */
  def apply(e: JsonReaderException, base: Long): PickleException =
    val reason = e.getMessage.take(e.getMessage.lastIndexOf(OffsetMark))
    val failure =
      if reason.startsWith("unexpected end of input") then new PickleException.Truncated("in the middle of a JSON value", e)
      else if reason.startsWith("too long") then new PickleException.LimitExceeded(s"a JSON text is too long: $reason", e)
      else new PickleException.Malformed(reason, e)
    failure.atOffset(offset(e, base))

  /** Where the parser was: it tells this only by its messages, as eight hexadecimal digits (a signed int) or more. */
  def offset(e: JsonReaderException, base: Long): Long =
    val digits = e.getMessage.substring(e.getMessage.lastIndexOf(OffsetMark) + OffsetMark.length)
    base + (if digits.length == 8 then Integer.parseUnsignedInt(digits, 16).toLong else java.lang.Long.parseLong(digits, 16))

  private final val OffsetMark = ", offset: 0x"
