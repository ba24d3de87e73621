package brine.json.looks

import brine.json.dialects.JsonDialect
import java.util.{Base64, HexFormat}
import JsonDialect.Bytes

/** Bytes as text. */
private[json] object ByteTexts:
  def text(bytes: Array[Byte], form: Bytes): String = form match
    case Bytes.Base64    => Base64.getEncoder.encodeToString(bytes)
    case Bytes.Base64Url => Base64.getUrlEncoder.withoutPadding.encodeToString(bytes)
    case _               => HexFormat.of.formatHex(bytes)

  /** Reads the bytes from a text that [[text]] makes; null if it has another form. Bits behind the last byte must be
    * zero, so that no two texts are the same bytes. `isUnpadded`: the padding may be left out.
    */
  def bytes(text: String, form: Bytes, isUnpadded: Boolean = false): Array[Byte] | Null =
    try
      form match
        case Bytes.Base64 if isUnpadded && text.indexOf('=') < 0 =>
          exact(text + "=" * ((4 - text.length % 4) % 4), Base64.getDecoder.decode(text), form)
        case Bytes.Base64    => exact(text, Base64.getDecoder.decode(text), form)
        case Bytes.Base64Url => exact(text.replaceAll("=+$", ""), Base64.getUrlDecoder.decode(text), form)
        case _               => HexFormat.of.parseHex(text)
    catch case _: IllegalArgumentException => null

  private def exact(text: String, bytes: Array[Byte], form: Bytes): Array[Byte] | Null =
    if this.text(bytes, form) == text then bytes else null
