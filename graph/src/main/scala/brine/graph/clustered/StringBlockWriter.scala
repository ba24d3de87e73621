package brine.graph.clustered

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.Arrays
import brine.wire.{Alphabet, ByteSink, Latin1, PackedLongs, Utf8}

/** Puts blocks of strings, as [[StringBlock]] shows them. */
private[clustered] object StringBlockWriter:
  /** Characters of one block, about: those of all columns must fit an array together. */
  final val MostChars = 1L << 24

  def put(values: Array[String | Null], count: Int, sink: ByteSink): Unit =
    val words = new Array[Long](count)
    val dictionary = StringDictionary.of(values, count, words)
    if dictionary == null then putStrings(values, count, 0, sink)
    else
      putStrings(dictionary.strings, dictionary.size, StringBlock.Dictionary, sink)
      PackedLongs.put(words, count, sink)

  private def putStrings(strings: Array[String | Null], count: Int, head: Int, sink: ByteSink): Unit =
    val lengths = new Array[Long](count)
    val latin1 = inLatin1(strings, count, lengths)
    if latin1 != null then putAll(head | StringBlock.InLatin1, -1, lengths, latin1, sink)
    else if !putInAlphabet(strings, count, head, lengths, sink) then
      val utf8 = encoded(strings, count, lengths, Utf8.encode(_))
      if utf8 != null && utf8.length <= 2L * charsOf(strings, count) then putAll(head | StringBlock.InUtf8, -1, lengths, utf8, sink)
      else putAll(head | StringBlock.InUtf16, -1, lengths, encoded(strings, count, lengths, inUtf16).nn, sink)

  /** False if there are characters of more alphabets than one. */
  private def putInAlphabet(strings: Array[String | Null], count: Int, head: Int, lengths: Array[Long], sink: ByteSink): Boolean =
    val alphabet = strings.iterator.take(count).map(string => if string == null then -1 else Alphabet.guess(string)).find(_ >= 0)
    val bytes = alphabet.map(number => encoded(strings, count, lengths, Alphabet.encode(_, number))).orNull
    if bytes != null then putAll(head | StringBlock.InAlphabet, alphabet.get, lengths, bytes, sink)
    bytes != null

  private def putAll(head: Int, alphabet: Int, lengths: Array[Long], chars: Array[Byte], sink: ByteSink): Unit =
    val shared = new Array[Long](lengths.length)
    val rest = chars.length - share(lengths, chars, shared)
    // A number for each takes a byte, or less.
    val isWorth = chars.length - rest > chars.length / 8 + lengths.length
    val isShared = isWorth && chars.length <= StringBlock.MostShared * rest.toLong
    sink.putByte(if isShared then head | StringBlock.Shared else head)
    if (head & StringBlock.Dictionary) != 0 then sink.putVarint(lengths.length)
    if alphabet >= 0 then sink.putByte(alphabet)
    if isShared then putRests(lengths, shared, chars, rest, sink)
    else
      putNumbers(lengths, sink)
      sink.putVarint(chars.length)
      sink.putBytes(chars, 0, chars.length)

  /** How many bytes each string shares with the one before it; in all. */
  private def share(lengths: Array[Long], chars: Array[Byte], shared: Array[Long]): Int =
    var before = 0
    var at = 0
    var all = 0
    var i = 0
    while i < lengths.length do
      if lengths(i) > 0 then
        val end = at + lengths(i).toInt - 1
        val common = Arrays.mismatch(chars, before, at, chars, at, end)
        val length = if common >= 0 then common else math.min(at - before, end - at)
        shared(i) = length
        all += length
        before = at
        at = end
      i += 1
    all

  private def putRests(lengths: Array[Long], shared: Array[Long], chars: Array[Byte], rest: Int, sink: ByteSink): Unit =
    val rests = new Array[Byte](rest)
    var from = 0
    var to = 0
    var i = 0
    while i < lengths.length do
      if lengths(i) > 0 then
        val length = (lengths(i) - 1 - shared(i)).toInt
        System.arraycopy(chars, from + shared(i).toInt, rests, to, length)
        from += lengths(i).toInt - 1
        to += length
        lengths(i) = length + 1
      i += 1
    putNumbers(lengths, sink)
    putNumbers(shared, sink)
    sink.putVarint(rest)
    sink.putBytes(rests, 0, rest)

  private def putNumbers(numbers: Array[Long], sink: ByteSink): Unit =
    val packed = ByteSink.growing(64)
    PackedLongs.put(numbers, numbers.length, packed)
    sink.putVarint(Math.toIntExact(packed.written))
    sink.putAll(packed)

  /** The characters of all of them, or null if one has others: encoded at once, since a call for each takes longer. */
  private def inLatin1(strings: Array[String | Null], count: Int, lengths: Array[Long]): Array[Byte] | Null =
    val all = new java.lang.StringBuilder(charsOf(strings, count))
    var i = 0
    while i < count do
      val string = strings(i)
      if string != null then
        if !Latin1.isLikely(string) then return null
        all.append(string)
        lengths(i) = string.length + 1L
      i += 1
    val text = all.toString
    val bytes = text.getBytes(ISO_8859_1)
    if Latin1.standsFor(bytes, text) then bytes else null

  private def charsOf(strings: Array[String | Null], count: Int): Int =
    var all = 0
    var i = 0
    while i < count do
      if strings(i) != null then all = Math.addExact(all, strings(i).nn.length)
      i += 1
    all

  /** The same by an encoder that gives null for what it has no characters for. */
  private def encoded(
      strings: Array[String | Null], count: Int, lengths: Array[Long], encode: String => Array[Byte] | Null
  ): Array[Byte] | Null =
    val all = ByteSink.growing(1024)
    var i = 0
    while i < count do
      val string = strings(i)
      if string != null then
        val bytes = encode(string)
        if bytes == null then return null
        all.putBytes(bytes, 0, bytes.length)
        lengths(i) = bytes.length + 1L
      i += 1
    all.toByteArray

  /** (The JDK's encoder puts other characters for surrogates that are alone.) */
  private def inUtf16(string: String): Array[Byte] =
    val sink = ByteSink.growing(string.length * 2)
    sink.putChars(string.toCharArray, 0, string.length)
    sink.toByteArray
