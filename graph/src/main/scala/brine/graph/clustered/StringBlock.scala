package brine.graph.clustered

import java.nio.charset.{Charset, StandardCharsets}
import java.util.HashMap
import brine.PickleException
import brine.binary.WireFailure
import brine.wire.{ByteSink, ByteSource, Latin1, PackedLongs, Utf8, WireException}

/** A block of strings.
  *
  * {{{
  *  +------+---------+---------------+---------+-------------+-------+---------+
  *  | head | [count] | lengths bytes | lengths | chars bytes | chars | [words] |
  *  +------+---------+---------------+---------+-------------+-------+---------+
  *   head: the character set (0 ISO-8859-1, 1 UTF-8, 2 UTF-16), and 4 with a dictionary
  *   count, words: with a dictionary only
  * }}}
  * A length is that in bytes and one; 0 stands for null. With a dictionary these are its strings, and the block's values are
  * the words: packed numbers, 0 for null, else the string's and one.
  */
private[graph] object StringBlock:
  private final val Dictionary = 4
  private val Charsets = Array[Charset](StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8, StandardCharsets.UTF_16LE)

  /** Characters of one block, about: those of all columns must fit an array together. */
  final val MostChars = 1L << 24

  /** So many values tell whether strings repeat. */
  private final val Sample = 1024

  def put(values: Array[String | Null], count: Int, sink: ByteSink): Unit =
    val dictionary = dictionaryOf(values, count)
    if dictionary == null then putStrings(values, count, 0, sink)
    else
      val words = new Array[Long](count)
      for i <- 0 until count do if values(i) != null then words(i) = dictionary.get(values(i)).longValue + 1
      val strings = new Array[String | Null](dictionary.size)
      dictionary.forEach((string, number) => strings(number) = string)
      putStrings(strings, strings.length, Dictionary, sink)
      PackedLongs.put(words, count, sink)

  /** The distinct strings, numbered, if there are few. */
  private def dictionaryOf(values: Array[String | Null], count: Int): HashMap[String, Integer] | Null =
    val dictionary = new HashMap[String, Integer]
    var i = 0
    var isWorth = count > 1
    while isWorth && i < count do
      val value = values(i)
      if value != null then dictionary.putIfAbsent(value, dictionary.size)
      i += 1
      if i == Sample && dictionary.size > Sample - Sample / 4 then isWorth = false
    if isWorth && dictionary.size * 4L <= count * 3L then dictionary else null

  private def putStrings(strings: Array[String | Null], count: Int, head: Int, sink: ByteSink): Unit =
    val encoded = new Array[Array[Byte]](count)
    val charset = encode(strings, count, encoded)
    val lengths = new Array[Long](count)
    var bytes = 0L
    for i <- 0 until count do
      if strings(i) != null then
        lengths(i) = encoded(i).length + 1
        bytes += encoded(i).length
    sink.putByte(head | charset)
    if head != 0 then sink.putVarint(count)
    val packed = ByteSink.growing(64)
    PackedLongs.put(lengths, count, packed)
    putBytes(packed.toByteArray, sink)
    sink.putVarint(Math.toIntExact(bytes))
    for one <- encoded do if one != null then sink.putBytes(one, 0, one.length)

  private def putBytes(bytes: Array[Byte], sink: ByteSink): Unit =
    sink.putVarint(bytes.length)
    sink.putBytes(bytes, 0, bytes.length)

  /** All of them in the first character set that has them all. */
  private def encode(strings: Array[String | Null], count: Int, encoded: Array[Array[Byte]]): Int =
    var charset = 0
    while !encodeBy(charset, strings, count, encoded) do charset += 1
    charset

  private def encodeBy(charset: Int, strings: Array[String | Null], count: Int, encoded: Array[Array[Byte]]): Boolean =
    var i = 0
    var fits = true
    while fits && i < count do
      val string = strings(i)
      if string != null then
        val bytes = charset match
          case 0 =>
            val latin1 = string.getBytes(StandardCharsets.ISO_8859_1)
            if Latin1.standsFor(latin1, string) then latin1 else null
          case 1 => Utf8.encode(string)
          case _ => utf16(string)
        encoded(i) = bytes
        fits = bytes != null
      i += 1
    fits

  /** (The JDK's encoder puts other characters for surrogates that are alone.) */
  private def utf16(string: String): Array[Byte] =
    val sink = ByteSink.growing(string.length * 2)
    sink.putChars(string.toCharArray, 0, string.length)
    sink.toByteArray

  /** The strings of a block of so many. */
  def of(bytes: Array[Byte], offset: Int, length: Int, count: Int): StringBlock =
    try open(bytes, offset, length, count)
    catch case e: WireException => throw WireFailure(e)

  private def open(bytes: Array[Byte], offset: Int, length: Int, count: Int): StringBlock =
    val source = ByteSource.of(bytes, offset, length)
    val head = source.getByte()
    val charset = head & ~Dictionary
    if charset < 0 || charset >= Charsets.length then throw new PickleException.Malformed(s"a block of strings of kind $head")
    if (head & Dictionary) == 0 then
      val strings = readStrings(bytes, offset, source, charset, count)
      if source.remaining > 0 then throw new PickleException.Malformed(s"a block of strings has ${source.remaining} bytes too many")
      new StringBlock(strings, null, null)
    else
      val distinct = source.getVarint()
      // Each has a length, which may take no bytes if all are alike; and then they are alike.
      if distinct < 0 || distinct > count then throw new PickleException.Malformed(s"a dictionary of $distinct strings for $count")
      val strings = readStrings(bytes, offset, source, charset, distinct)
      val dictionary = Array.fill[String | Null](distinct)(strings.next())
      new StringBlock(strings, dictionary, PackedLongs.of(bytes, offset + source.offset.toInt, source.remaining.toInt, count))

  private def readStrings(bytes: Array[Byte], offset: Int, source: ByteSource, charset: Int, count: Int): Strings =
    val lengthsBytes = size(source)
    val lengths = PackedLongs.of(bytes, offset + source.offset.toInt, lengthsBytes, count)
    source.skip(lengthsBytes)
    val charsBytes = size(source)
    val at = offset + source.offset.toInt
    source.skip(charsBytes)
    new Strings(bytes, at, at + charsBytes, lengths, charset)

  /** Strings that follow each other. */
  private final class Strings(bytes: Array[Byte], from: Int, end: Int, lengths: PackedLongs, charset: Int):
    private var at = from

    /** Passes over one. */
    def pass(): Unit = at += math.max(nextLength(), 0)

    def next(): String | Null =
      val length = nextLength()
      if length < 0 then null
      else
        val string = decode(bytes, at, length, charset)
        at += length
        string

    /** That of the next string, in bytes; -1 of null. */
    private def nextLength(): Int =
      val length = lengths.next() - 1
      if length < -1 || length > end - at then
        throw new PickleException.Malformed(s"a string of $length bytes, and ${end - at} are left")
      length.toInt

  private def size(source: ByteSource): Int =
    val claimed = source.getVarint()
    if claimed < 0 || claimed > source.remaining then
      throw new PickleException.Malformed(s"${Integer.toUnsignedString(claimed)} bytes of strings, and ${source.remaining} are left")
    claimed

  private def decode(bytes: Array[Byte], at: Int, length: Int, charset: Int): String =
    try
      charset match
        case 0 => new String(bytes, at, length, StandardCharsets.ISO_8859_1)
        case 1 => ByteSource.of(bytes, at, length).getUtf8(length)
        case _ =>
          if (length & 1) != 0 then throw new PickleException.Malformed(s"text in UTF-16 of $length bytes")
          ByteSource.of(bytes, at, length).getUtf16(length >>> 1)
    catch case e: WireException => throw WireFailure(e)

/** The values of a block of strings, one after the other: those that it holds, or the words of a dictionary. */
private[graph] final class StringBlock private (
    strings: StringBlock.Strings, dictionary: Array[String | Null] | Null, words: PackedLongs | Null
):
  /** Passes over so many. */
  def pass(values: Int): Unit =
    if dictionary == null then for _ <- 0 until values do strings.pass() else words.nn.pass(values)

  def next(): String | Null =
    val known = dictionary
    if known == null then strings.next()
    else
      val word = words.nn.next()
      if word == 0 then null
      else if word < 0 || word > known.length then throw new PickleException.Malformed(s"no string $word in a dictionary of ${known.length}")
      else known((word - 1).toInt)
