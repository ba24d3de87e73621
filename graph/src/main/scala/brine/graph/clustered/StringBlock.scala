package brine.graph.clustered

import brine.{PickleException, WireFailure}
import brine.wire.{Alphabet, ByteSource, Latin1, PackedLongs, WireException}

/** A block of strings, which [[StringBlockWriter]] puts.
  *
  * {{{
  *  +------+---------+------------+---------------+---------+----------------+----------+-------------+-------+---------+
  *  | head | [count] | [alphabet] | lengths bytes | lengths | [shared bytes] | [shared] | chars bytes | chars | [words] |
  *  +------+---------+------------+---------------+---------+----------------+----------+-------------+-------+---------+
  *   head: the character set (0 ISO-8859-1, 1 UTF-8, 2 UTF-16, 3 an alphabet), 4 with a dictionary, 8 with shared beginnings
  *   count, words: with a dictionary only
  * }}}
  * A length is that in bytes and one; 0 stands for null. With shared beginnings it is that of the rest, and each string begins with
  * so many bytes of the one before it that is no null. With a dictionary these are its strings, and the block's values are
  * the words: packed numbers, 0 for null, else the string's and one.
  */
private[graph] object StringBlock:
  // Sets of characters.
  final val InLatin1 = 0
  final val InUtf8 = 1
  final val InUtf16 = 2

  /** That of [[brine.wire.Alphabet]] of one number. */
  final val InAlphabet = 3

  final val Dictionary = 4
  final val Shared = 8

  /** The strings of a block whose beginnings are shared have at most so many times the bytes that are there: bytes bear out what
    * they make.
    */
  final val MostShared = 64

  /** The strings of a block of so many. */
  def of(bytes: Array[Byte], offset: Int, length: Int, count: Int): StringBlock =
    try open(bytes, offset, length, count)
    catch case e: WireException => throw WireFailure(e)

  private def open(bytes: Array[Byte], offset: Int, length: Int, count: Int): StringBlock =
    val source = ByteSource.of(bytes, offset, length)
    val head = source.getByte()
    if (head & ~(InAlphabet | Dictionary | Shared)) != 0 then throw new PickleException.Malformed(s"a block of strings of kind $head")
    val hasShared = (head & Shared) != 0
    if (head & Dictionary) == 0 then
      val strings = readStrings(bytes, offset, source, Charset.of(head, source), hasShared, count)
      if source.remaining > 0 then throw new PickleException.Malformed(s"a block of strings has ${source.remaining} bytes too many")
      new StringBlock(strings, null, null)
    else
      val distinct = source.getVarint()
      // Each has a length, which may take no bytes if all are alike; and then they are alike.
      if distinct < 0 || distinct > count then throw new PickleException.Malformed(s"a dictionary of $distinct strings for $count")
      val strings = readStrings(bytes, offset, source, Charset.of(head, source), hasShared, distinct)
      val dictionary = Array.fill[String | Null](distinct)(strings.next())
      new StringBlock(strings, dictionary, PackedLongs.of(bytes, offset + source.offset.toInt, source.remaining.toInt, count))

  private def readStrings(bytes: Array[Byte], offset: Int, source: ByteSource, charset: Charset, hasShared: Boolean, count: Int): Strings =
    val lengths = readNumbers(bytes, offset, source, count)
    val shared = if hasShared then readNumbers(bytes, offset, source, count) else null
    val charsBytes = size(source)
    val at = offset + source.offset.toInt
    source.skip(charsBytes)
    if shared == null then new Whole(bytes, at, at + charsBytes, lengths, charset)
    else new Rests(bytes, at, at + charsBytes, lengths, shared, charset)

  private def readNumbers(bytes: Array[Byte], offset: Int, source: ByteSource, count: Int): PackedLongs =
    val length = size(source)
    val numbers = PackedLongs.of(bytes, offset + source.offset.toInt, length, count)
    source.skip(length)
    numbers

  /** Strings that follow each other. */
  private sealed abstract class Strings(from: Int, end: Int, lengths: PackedLongs):
    protected final var at: Int = from

    /** Passes over one. */
    def pass(): Unit
    def next(): String | Null

    /** The bytes that the next string has here; -1 of null. */
    protected final def nextLength(): Int =
      val length = lengths.next() - 1
      if length < -1 || length > end - at then
        throw new PickleException.Malformed(s"a string of $length bytes, and ${end - at} are left")
      length.toInt

  /** Strings of which all bytes are here. */
  private final class Whole(bytes: Array[Byte], from: Int, end: Int, lengths: PackedLongs, charset: Charset) extends Strings(from, end, lengths):
    def pass(): Unit = at += math.max(nextLength(), 0)

    def next(): String | Null =
      val length = nextLength()
      if length < 0 then null
      else
        val string = charset.decode(bytes, at, length)
        at += length
        string

  /** Strings that begin as the one before. */
  private final class Rests(bytes: Array[Byte], from: Int, end: Int, lengths: PackedLongs, shared: PackedLongs, charset: Charset)
      extends Strings(from, end, lengths):
    private var last = new Array[Byte](64)
    private var length = 0
    private var left = MostShared * (end - from).toLong

    def pass(): Unit =
      val ignored = isThere()

    def next(): String | Null = if isThere() then charset.decode(last, 0, length) else null

    /** Puts the next string together; false if it is null. */
    private def isThere(): Boolean =
      val rest = nextLength()
      val kept = shared.next()
      if rest >= 0 then
        if kept < 0 || kept > length then throw new PickleException.Malformed(s"$kept bytes of a string of $length bytes")
        length = kept.toInt + rest
        left -= length
        if left < 0 then throw new PickleException.Malformed(s"strings of more than $MostShared times their bytes")
        if length > last.length then last = java.util.Arrays.copyOf(last, math.max(length, last.length * 2))
        System.arraycopy(bytes, at, last, kept.toInt, rest)
        at += rest
      rest >= 0

  private def size(source: ByteSource): Int =
    val claimed = source.getVarint()
    if claimed < 0 || claimed > source.remaining then
      throw new PickleException.Malformed(s"${Integer.toUnsignedString(claimed)} bytes of strings, and ${source.remaining} are left")
    claimed

  /** A set of characters, and what bytes mean in it. */
  private final class Charset(number: Int, alphabet: Int):
    def decode(bytes: Array[Byte], at: Int, length: Int): String =
      try
        number match
          case InLatin1   => Latin1.decode(bytes, at, length)
          case InUtf8     => ByteSource.of(bytes, at, length).getUtf8(length)
          case InAlphabet => Alphabet.decode(alphabet, bytes, at, length)
          case _ =>
            if (length & 1) != 0 then throw new PickleException.Malformed(s"text in UTF-16 of $length bytes")
            ByteSource.of(bytes, at, length).getUtf16(length >>> 1)
      catch case e: WireException => throw WireFailure(e)

  private object Charset:
    def of(head: Int, source: ByteSource): Charset =
      val number = head & InAlphabet
      new Charset(number, if number == InAlphabet then source.getByte() & 0xff else -1)

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
