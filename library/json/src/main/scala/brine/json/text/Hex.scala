package brine.json.text

/** Hexadecimal digits. */
private[json] object Hex:
  private val Values =
    val values = new Array[Byte](256)
    var c = 0
    while c < 256 do
      values(c) = (if c < 128 then Character.digit(c, 16) else -1).toByte
      c += 1
    values

  /** The value of `count` hexadecimal digits from `from` on, at most 15; negative if one of them is another character.
    */
  def number(digits: Array[Byte], from: Int, count: Int): Long =
    var number = 0L
    var wrong = 0
    var i = from
    while i < from + count do
      val digit = Values(digits(i) & 0xff)
      wrong |= digit
      number = number << 4 | digit
      i += 1
    if wrong < 0 then -1 else number
