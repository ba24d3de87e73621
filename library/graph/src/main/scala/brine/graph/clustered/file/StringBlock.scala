package brine.graph.clustered.file

import brine.{PickleException, WireFailure}
import brine.wire.{Alphabet, ByteSource, Latin1, PackedLongs, WireException}

/** A block of strings, written by `StringBlockWriter`.
  *
  * {{{
  * +------+---------+------------+---------------+---------+----------------+----------+-------------+-------+--------+
  * | head | [count] | [alphabet] | lengths bytes | lengths | [shared bytes] | [shared] | chars bytes | chars | [words]|
  * +------+---------+------------+---------------+---------+----------------+----------+-------------+-------+--------+
  *  head: the character set (0 ISO-8859-1, 1 UTF-8, 2 UTF-16, 3 an alphabet), plus 4 with a dictionary, plus 8 with
  *        shared prefixes
  *  count, words: with a dictionary only
  * }}}
  * A length is in bytes, plus one; 0 is null. With shared prefixes it is the length of the rest: `shared` has for each
  * string the number of bytes that it shares with the previous string that is not null. With a dictionary, these are
  * its strings, and the values of the block are the words: packed numbers, 0 for null, else the string's number plus
  * one.
  */
private[graph] object StringBlock:
  // Character sets.
  final val InLatin1 = 0
  final val InUtf8 = 1
  final val InUtf16 = 2

  /** The character set of the [[brine.wire.Alphabet]] with this number. */
  final val InAlphabet = 3

  final val Dictionary = 4
  final val Shared = 8

  /** The most bytes of strings with shared prefixes, as a multiple of the block's bytes: a small block cannot make very
    * long strings.
    */
  final val MostShared = 64

  /** The strings of a block with this number of values. */
  def of(bytes: Array[Byte], offset: Int, length: Int, count: Int): StringBlock =
    opened(bytes, offset, length, count) { parts =>
      val strings = parts.inOrder
      val dictionary =
        if parts.words == null then null else Array.fill[String | Null](parts.count)(strings.next())
      new StringsInOrder(strings, dictionary, parts.words)
    }

  /** The values of a block with this number of values, in any order. */
  def accessTo(bytes: Array[Byte], offset: Int, length: Int, count: Int): StringAccess =
    opened(bytes, offset, length, count)(new StringAccess(_))

  private def opened[A](bytes: Array[Byte], offset: Int, length: Int, count: Int)(use: Parts => A): A =
    try use(open(bytes, offset, length, count))
    catch case e: WireException => throw WireFailure(e)

  private def open(bytes: Array[Byte], offset: Int, length: Int, count: Int): Parts =
    val source = ByteSource.of(bytes, offset, length)
    val head = source.getByte()
    if (head & ~(InAlphabet | Dictionary | Shared)) != 0 then
      throw new PickleException.Malformed(s"invalid kind $head of a string block")
    val hasShared = (head & Shared) != 0
    if (head & Dictionary) == 0 then
      val parts = readStrings(bytes, offset, source, Charset.of(head, source), hasShared, count)(_ => null)
      if source.remaining > 0 then
        throw new PickleException.Malformed(s"a block of strings has ${source.remaining} bytes too many")
      parts
    else
      val distinct = source.getVarint()
      // Each string has a length, which takes no bytes if all are equal; then the strings are equal, too.
      if distinct < 0 || distinct > count then
        throw new PickleException.Malformed(s"a dictionary claims $distinct strings for $count values")
      readStrings(bytes, offset, source, Charset.of(head, source), hasShared, distinct) { rest =>
        PackedLongs.of(bytes, offset + rest.offset.toInt, rest.remaining.toInt, count)
      }

  private def readStrings(
      bytes: Array[Byte],
      offset: Int,
      source: ByteSource,
      charset: Charset,
      hasShared: Boolean,
      count: Int
  )(words: ByteSource => PackedLongs | Null): Parts =
    val lengths = readNumbers(bytes, offset, source, count)
    val shared = if hasShared then readNumbers(bytes, offset, source, count) else null
    val charsBytes = size(source)
    val at = offset + source.offset.toInt
    source.skip(charsBytes)
    new Parts(bytes, at, at + charsBytes, lengths, shared, charset, count, words(source))

  /** The parts of a block: `count` strings, and the words if these are a dictionary. */
  private[file] final class Parts(
      val bytes: Array[Byte],
      val from: Int,
      val end: Int,
      val lengths: PackedLongs,
      val shared: PackedLongs | Null,
      val charset: Charset,
      val count: Int,
      val words: PackedLongs | Null
  ):
    def inOrder: Strings =
      if shared == null then new Whole(bytes, from, end, lengths, charset)
      else new Rests(bytes, from, end, lengths, shared, charset)

  private def readNumbers(bytes: Array[Byte], offset: Int, source: ByteSource, count: Int): PackedLongs =
    val length = size(source)
    val numbers = PackedLongs.of(bytes, offset + source.offset.toInt, length, count)
    source.skip(length)
    numbers

  /** Consecutive strings. */
  private[file] sealed abstract class Strings(from: Int, end: Int, lengths: PackedLongs):
    protected final var at: Int = from

    /** Skips a string. */
    def pass(): Unit
    def next(): String | Null

    /** The bytes of the next string in the block; -1 for null. */
    protected final def nextLength(): Int =
      val length = lengths.next() - 1
      if length < -1 || length > end - at then
        throw new PickleException.Malformed(s"a string claims $length bytes, and ${end - at} are left")
      length.toInt

  /** Strings whose bytes are all in the block. */
  private final class Whole(bytes: Array[Byte], from: Int, end: Int, lengths: PackedLongs, charset: Charset)
      extends Strings(from, end, lengths):
    def pass(): Unit = at += math.max(nextLength(), 0)

    def next(): String | Null =
      val length = nextLength()
      if length < 0 then null
      else
        val string = charset.decode(bytes, at, length)
        at += length
        string

  /** Strings that share a prefix with the previous string. */
  private final class Rests(
      bytes: Array[Byte],
      from: Int,
      end: Int,
      lengths: PackedLongs,
      shared: PackedLongs,
      charset: Charset
  ) extends Strings(from, end, lengths):
    private var last = new Array[Byte](64)
    private var length = 0
    private var left = MostShared * (end - from).toLong

    def pass(): Unit =
      val ignored = isThere()

    def next(): String | Null = if isThere() then charset.decode(last, 0, length) else null

    /** Assembles the next string; false if it is null. */
    private def isThere(): Boolean =
      val rest = nextLength()
      val kept = shared.next()
      if rest >= 0 then
        if kept < 0 || kept > length then
          throw new PickleException.Malformed(s"a string claims $kept bytes of a previous string of $length bytes")
        length = kept.toInt + rest
        left -= length
        if left < 0 then
          throw new PickleException.Malformed(s"strings with shared prefixes exceed $MostShared times their bytes")
        if length > last.length then last = java.util.Arrays.copyOf(last, math.max(length, last.length * 2))
        System.arraycopy(bytes, at, last, kept.toInt, rest)
        at += rest
      rest >= 0

  private def size(source: ByteSource): Int =
    val claimed = source.getVarint()
    if claimed < 0 || claimed > source.remaining then
      throw new PickleException.Malformed(
        s"strings claim ${Integer.toUnsignedString(claimed)} bytes, and ${source.remaining} are left"
      )
    claimed

  /** A character set, which decodes bytes. */
  private[file] final class Charset(number: Int, alphabet: Int):
    def decode(bytes: Array[Byte], at: Int, length: Int): String =
      try
        number match
          case InLatin1   => Latin1.decode(bytes, at, length)
          case InUtf8     => ByteSource.of(bytes, at, length).getUtf8(length)
          case InAlphabet => Alphabet.decode(alphabet, bytes, at, length)
          case _ =>
            if (length & 1) != 0 then
              throw new PickleException.Malformed(
                s"expected an even number of bytes for a UTF-16 string, found $length"
              )
            ByteSource.of(bytes, at, length).getUtf16(length >>> 1)
      catch case e: WireException => throw WireFailure(e)

  private object Charset:
    def of(head: Int, source: ByteSource): Charset =
      val number = head & InAlphabet
      new Charset(number, if number == InAlphabet then source.getByte() & 0xff else -1)

/** The values of a block of strings, one after the other. */
private[graph] abstract class StringBlock:
  /** Skips `count` values. */
  def pass(values: Int): Unit
  def next(): String | Null

/** The strings of a block, or the words of its dictionary. */
private final class StringsInOrder(
    strings: StringBlock.Strings,
    dictionary: Array[String | Null] | Null,
    words: PackedLongs | Null
) extends StringBlock:
  def pass(values: Int): Unit =
    if dictionary == null then for _ <- 0 until values do strings.pass() else words.nn.pass(values)

  def next(): String | Null =
    val known = dictionary
    if known == null then strings.next()
    else
      val word = words.nn.next()
      if word == 0 then null
      else if word < 0 || word > known.length then
        throw new PickleException.Malformed(s"invalid word $word: the dictionary has ${known.length} strings")
      else known((word - 1).toInt)
