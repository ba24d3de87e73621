package brine

/** Recognizes bytes of another format by the first two of them, so that an error can name the format. */
private[brine] object FirstBytes:
  /** The error of a reader that expects `expected` and finds a pickle that begins with these bytes. */
  def wrongFormat(expected: String, first: Int, second: Int): PickleException.WrongFormat =
    val hex = f"$first%02x $second%02x"
    val name = nameOf(first, second)
    new PickleException.WrongFormat(expected, if name == null then hex else s"$hex ($name)")

  /** Returns the failure for a little-endian number of both bytes. */
  def wrongFormat(expected: String, both: Int): PickleException.WrongFormat =
    wrongFormat(expected, both & 0xff, both >>> 8 & 0xff)

  final val Json = "JSON, by its first bytes"

  /** The format and how to read it, null for bytes that no format is known by. */
  def nameOf(first: Int, second: Int): String | Null =
    val name = ofMagic(first << 8 | second)
    if name != null then name else ofText(first, second)

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
    else if isUtf16(first, second) then "text in UTF-16: encode it in UTF-8"
    else if mayBeJson(first, second) then s"$Json: read it by `brine.json.read`, or by `import brine.json.given`"
    else null

  /** A mark of the order of bytes, or a letter of ASCII. */
  private def isUtf16(first: Int, second: Int): Boolean =
    first + second == 0xfe + 0xff && first >= 0xfe || first == 0 && isText(second) && second < 0x80 ||
      second == 0 && isText(first) && first < 0x80

  private def mayBeJson(first: Int, second: Int): Boolean = first match
    case '{' | '[' | '"'            => isText(second)
    case ' ' | '\t' | '\r' | '\n'   => isText(second)
    case 't' | 'f' | 'n'            => second == 'r' || second == 'a' || second == 'u'
    case digit if isOfNumber(digit) => isOfNumber(second) || second == '.' || second == '\n'
    case _                          => false

  private def isOfNumber(b: Int): Boolean = b == '-' || b >= '0' && b <= '9'
  private def isText(b: Int): Boolean = b >= ' ' || b == '\t' || b == '\r' || b == '\n'
