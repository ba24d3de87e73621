package brine

import brine.wire.ByteSource

/** Recognizes bytes of another format by the first ones, so that an error can name the format. Two bytes are enough,
  * except to distinguish text in UTF-32 from UTF-16: that takes four.
  */
private[brine] object FirstBytes:
  /** The error of a reader that expects `expected` and finds a pickle that begins with these bytes. */
  def wrongFormat(expected: String, first: Int, second: Int): PickleException.WrongFormat =
    wrongFormat(expected, first, second, nameOf(first, second))

  private def wrongFormat(expected: String, first: Int, second: Int, name: String | Null): PickleException.WrongFormat =
    val hex = f"$first%02x $second%02x"
    new PickleException.WrongFormat(expected, if name == null then hex else s"$hex ($name)")

  /** Returns the failure for a little-endian number of both bytes. */
  def wrongFormat(expected: String, both: Int): PickleException.WrongFormat =
    wrongFormat(expected, both & 0xff, both >>> 8 & 0xff)

  private final val Json = "JSON, by its first bytes"

  /** The error of a reader of JSON that failed at byte `failed` of the first ones; null if they are those of JSON, or
    * of no known format. Takes more bytes from `source` where these are too few. Behind the first byte, only text in
    * another encoding fails.
    */
  def otherThanJson(bytes: Array[Byte], source: ByteSource | Null, failed: Long): PickleException.WrongFormat | Null =
    val all = Array.tabulate(Most)(i => if i < bytes.length then bytes(i) & 0xff else -1)
    var count = math.min(bytes.length, Most)
    def isAmbiguous = all(0) == 0 || all(1) == 0 || all(0) == 0xff
    while (count < 2 || count < Most && isAmbiguous) && source != null && !source.atEnd() do
      all(count) = source.getByte() & 0xff
      count += 1
    val name = nameOf(all(0), all(1), all(2), all(3))
    if count < 2 || name == null || name.startsWith(Json) || failed > 0 && !all.contains(0) then null
    else wrongFormat("JSON text", all(0), all(1), name)

  /** The largest number of bytes that a name depends on. */
  final val Most = 4

  /** The format and how to read it, null for bytes that no format is known by. A byte that is not there is -1. */
  def nameOf(first: Int, second: Int, third: Int = -1, fourth: Int = -1): String | Null =
    val name = if second < 0 then null else ofMagic(first << 8 | second)
    if name != null then name
    else
      val encoding = encodingOf(first, second, third, fourth)
      if encoding != null then s"text in $encoding: encode it in UTF-8" else ofText(first, second)

  /** Returns the name of a format that is not text, by its first bytes; null if they are of none. */
  def ofMagic(magic: Int): String | Null = magic match
    case 0xb21e =>
      "Brine binary, the default format: read it by `brine.binary.read`, or without importing another format"
    case 0xb264 =>
      "a decoupled Brine pickle: read it by `brine.graph.decoupled.read`, or by `import brine.graph.decoupled.given`"
    case 0xb267 => "a Brine graph: read it by `brine.graph.read`, or by `import brine.graph.given`"
    case 0xb272 => "a Brine region: open it by `Region.open`"
    case 0x1f8b => "gzip: decompress it first"
    case 0x28b5 => "zstd: decompress it first"
    case 0x0422 => "LZ4: decompress it first"
    case 0x504b => "a zip or jar file: read one of its entries"
    case 0xaced => "Java serialization: read it by an `ObjectInputStream`, if you trust its writer"
    case 0xcafe => "a Java class file"
    case _      => null

  private def ofText(first: Int, second: Int): String | Null =
    if first == '<' then "XML or HTML, by its first byte"
    else if first == 0xef && second == 0xbb then
      "text with a byte order mark: remove the mark, and read it by `brine.json.read`, or by `import brine.json.given`"
    else if mayBeJson(first, second) then s"$Json: read it by `brine.json.read`, or by `import brine.json.given`"
    else null

  /** The encoding of a text whose first character is a mark of the order of bytes, or of ASCII; null for UTF-8 and
    * other bytes.
    */
  private def encodingOf(first: Int, second: Int, third: Int, fourth: Int): String | Null =
    if first == 0xff && second == 0xfe then if third == 0 && fourth == 0 then "UTF-32LE" else "UTF-16LE"
    else if first == 0xfe && second == 0xff then "UTF-16BE"
    else if first == 0 && second == 0 then
      if third == 0xfe && fourth == 0xff || third == 0 && isAscii(fourth) then "UTF-32BE" else null
    else if first == 0 && isAscii(second) then "UTF-16BE"
    else if second == 0 && isAscii(first) then if third == 0 && fourth == 0 then "UTF-32LE" else "UTF-16LE"
    else null

  private def isAscii(b: Int): Boolean = isText(b) && b < 0x80

  private def mayBeJson(first: Int, second: Int): Boolean = first match
    case '{' | '[' | '"'            => isText(second)
    case ' ' | '\t' | '\r' | '\n'   => isText(second)
    case 't' | 'f' | 'n'            => second == 'r' || second == 'a' || second == 'u'
    case digit if isOfNumber(digit) => isOfNumber(second) || second == '.' || second == '\n'
    case _                          => false

  private def isOfNumber(b: Int): Boolean = b == '-' || b >= '0' && b <= '9'
  private def isText(b: Int): Boolean = b >= ' ' || b == '\t' || b == '\r' || b == '\n'
