package brine.graph.clustered.writing

import java.util.Arrays
import brine.graph.clustered.file.StringBlock
import brine.wire.{Alphabet, ByteSink, Latin1, PackedLongs, Utf8}

/** Puts blocks of strings in the layout of [[StringBlock]]. It keeps its arrays for the next block. */
private[clustered] final class StringBlockWriter(workspace: ThreadBuffers):
  import StringBlockWriter.*

  /** The encoded characters of a block's strings. */
  private var chars = new Array[Byte](0)
  private var size = 0

  /** A block of numbers, before its length is known. */
  private val packed = ByteSink.growing(64)

  /** Releases arrays after a run, down to this number of bytes. */
  def release(mostBytes: Long): Unit = if chars.length > mostBytes then chars = new Array[Byte](0)

  def put(values: Array[String | Null], count: Int, sink: ByteSink): Unit =
    val words = workspace.numbersFor(count)
    val dictionary = StringDictionary.of(values, count, words)
    if dictionary == null then putStrings(values, count, 0, sink)
    else
      putStrings(dictionary.strings, dictionary.size, StringBlock.Dictionary, sink)
      PackedLongs.put(words, count, sink)
    workspace.release(words)

  private def putStrings(strings: Array[String | Null], count: Int, head: Int, sink: ByteSink): Unit =
    val lengths = workspace.numbersFor(count)
    if encodeByteEach(strings, count, lengths, Latin1.encode(_, _, _)) then
      putEncoded(head | StringBlock.InLatin1, -1, lengths, count, sink)
    else putWide(strings, count, head, lengths, sink)
    workspace.release(lengths)

  private def putWide(
      strings: Array[String | Null],
      count: Int,
      head: Int,
      lengths: Array[Long],
      sink: ByteSink
  ): Unit =
    val alphabet = alphabetOf(strings, count)
    if alphabet >= 0 && encodeByteEach(strings, count, lengths, Alphabet.encode(_, alphabet, _, _)) then
      putEncoded(head | StringBlock.InAlphabet, alphabet, lengths, count, sink)
    else if encodeEach(strings, count, lengths, Utf8.encode(_)) && size <= 2L * charsOf(strings, count) then
      putEncoded(head | StringBlock.InUtf8, -1, lengths, count, sink)
    else
      encodeEach(strings, count, lengths, inUtf16)
      putEncoded(head | StringBlock.InUtf16, -1, lengths, count, sink)

  /** The first encoder that fits, by a sample of the strings; -1 if none does. */
  private def alphabetOf(strings: Array[String | Null], count: Int): Int =
    strings.iterator.take(count).map(string => if string == null then -1 else Alphabet.guess(string)).find(
      _ >= 0
    ).getOrElse(-1)

  private def putEncoded(head: Int, alphabet: Int, lengths: Array[Long], count: Int, sink: ByteSink): Unit =
    val shared = workspace.numbersFor(count)
    val rest = size - share(lengths, count, shared)
    // Each number takes at most a byte.
    val isWorth = size - rest > size / 8 + count
    val isShared = isWorth && size <= StringBlock.MostShared * rest.toLong
    sink.putByte(if isShared then head | StringBlock.Shared else head)
    if (head & StringBlock.Dictionary) != 0 then sink.putVarint(count)
    if alphabet >= 0 then sink.putByte(alphabet)
    if isShared then
      keepRests(lengths, count, shared)
      putNumbers(lengths, count, sink)
      putNumbers(shared, count, sink)
    else putNumbers(lengths, count, sink)
    sink.putVarint(size)
    sink.putBytes(chars, 0, size)
    workspace.release(shared)

  /** Computes the bytes that each string shares with the previous one, and returns their sum. */
  private def share(lengths: Array[Long], count: Int, shared: Array[Long]): Int =
    var before = 0
    var at = 0
    var all = 0
    var i = 0
    while i < count do
      shared(i) = 0
      if lengths(i) > 0 then
        val end = at + lengths(i).toInt - 1
        // Most strings differ in their first byte.
        if before < at && at < end && chars(before) == chars(at) then
          val common = Arrays.mismatch(chars, before, at, chars, at, end)
          val length = if common >= 0 then common else math.min(at - before, end - at)
          shared(i) = length
          all += length
        before = at
        at = end
      i += 1
    all

  /** The bytes of each string that it does not share. */
  private def keepRests(lengths: Array[Long], count: Int, shared: Array[Long]): Unit =
    var from = 0
    var to = 0
    var i = 0
    while i < count do
      if lengths(i) > 0 then
        val all = lengths(i).toInt - 1
        val length = all - shared(i).toInt
        System.arraycopy(chars, from + shared(i).toInt, chars, to, length)
        from += all
        to += length
        lengths(i) = length + 1
      i += 1
    size = to

  private def putNumbers(numbers: Array[Long], count: Int, sink: ByteSink): Unit =
    PackedLongs.put(numbers, count, packed)
    sink.putVarint(Math.toIntExact(packed.written))
    sink.putAll(packed)
    packed.reset()

  /** Encodes all characters by an encoder with one byte per character; false if it lacks some character. Encodes many
    * strings per call, since a call for each takes longer.
    */
  private def encodeByteEach(
      strings: Array[String | Null],
      count: Int,
      lengths: Array[Long],
      encode: (String, Array[Byte], Int) => Boolean
  ): Boolean =
    val all = charsOf(strings, count)
    size = 0
    makeRoom(all)
    val text = new java.lang.StringBuilder(math.min(all, ChunkChars))
    var isEncoded = true
    var i = 0
    while i < count && isEncoded do
      text.setLength(0)
      while i < count && text.length < ChunkChars do
        val string = strings(i)
        if string != null then text.append(string)
        lengths(i) = lengthOf(string)
        i += 1
      isEncoded = encode(text.toString, chars, size)
      size += text.length
    isEncoded

  private def lengthOf(string: String | Null): Long = if string == null then 0 else string.length + 1L

  private def charsOf(strings: Array[String | Null], count: Int): Int =
    var all = 0
    var i = 0
    while i < count do
      if strings(i) != null then all = Math.addExact(all, strings(i).nn.length)
      i += 1
    all

  /** Encodes all characters string by string; the encoder returns null if it lacks a character. */
  private def encodeEach(
      strings: Array[String | Null],
      count: Int,
      lengths: Array[Long],
      encode: String => Array[Byte] | Null
  ): Boolean =
    size = 0
    var i = 0
    while i < count do
      val string = strings(i)
      lengths(i) = 0
      if string != null then
        val bytes = encode(string)
        if bytes == null then return false
        makeRoom(bytes.length)
        System.arraycopy(bytes, 0, chars, size, bytes.length)
        size += bytes.length
        lengths(i) = bytes.length + 1L
      i += 1
    true

  /** Makes room for this number of further bytes. */
  private def makeRoom(bytes: Int): Unit =
    val needed = Math.addExact(size, bytes)
    if needed > chars.length then
      chars = Arrays.copyOf(chars, math.max(needed, math.min(chars.length * 2L, ByteSink.MAX_ARRAY).toInt))

  /** Encodes surrogates without a partner as they are. (The JDK's encoder would replace them.) */
  private def inUtf16(string: String): Array[Byte] =
    val sink = ByteSink.growing(string.length * 2)
    sink.putChars(string.toCharArray, 0, string.length)
    sink.toByteArray

private[clustered] object StringBlockWriter:
  /** The approximate characters of one block: those of all columns must fit into one array. */
  final val MostChars = 1L << 24

  /** The characters that are encoded per call: they stay in the processor's cache. */
  private final val ChunkChars = 8192
