package brine.json.text

import brine.{FirstBytes, PickleException}
import brine.wire.ByteSource

/** Names the format of bytes that are not JSON. It is a separate object for the same reason as [[brine.ReadFailure]]. */
private[json] object JsonFailure:
  /** The failure of a reader: another one if the first byte failed and is that of a known format.
    *
    * @param source has the bytes behind those of `in`, or is null
    */
  def of(e: PickleException, in: JsonInput, source: ByteSource | Null): PickleException =
    val bytes = in.firstBytes(2)
    val first = if bytes.length > 0 then bytes(0) & 0xff else -1
    // A stream brings no second byte if the first one is of no value.
    val second = if bytes.length > 1 then bytes(1) & 0xff
    else if source != null && !source.atEnd() then source.peekByte() & 0xff
    else -1
    val name = if first < 0 || second < 0 || e.offset > in.offset then null else FirstBytes.nameOf(first, second)
    if name == null || name.startsWith(FirstBytes.Json) then e
    else FirstBytes.wrongFormat("JSON text", first, second).atOffset(in.offset)
