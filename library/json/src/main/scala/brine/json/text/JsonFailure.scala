package brine.json.text

import brine.{FirstBytes, PickleException}
import brine.wire.ByteSource

/** Names the format of bytes that are not JSON. It is a separate object for the same reason as [[brine.ReadFailure]].
  */
private[json] object JsonFailure:
  /** The failure of a reader: another one if the first bytes are those of a known format, and one of them failed.
    *
    * @param source has the bytes behind those of `in`, or is null
    */
  def of(e: PickleException, in: JsonInput, source: ByteSource | Null): PickleException =
    val bytes = in.firstBytes(FirstBytes.Most)
    val failed = math.max(e.offset - in.firstOffset, 0)
    val other =
      if bytes.length == 0 || failed >= FirstBytes.Most then null else FirstBytes.otherThanJson(bytes, source, failed)
    if other == null then e else other.atOffset(in.firstOffset)
