package brine.graph.clustered.file

import brine.PickleException

/** The values of a block of strings, in any order.
  *
  * Keeps the place of every 32nd string. If strings share prefixes, keeps the bytes of that string, too. These take at
  * most twice the bytes of the block, since all strings take at most [[StringBlock.MostShared]] times its bytes.
  */
private[graph] final class StringAccess private[file] (parts: StringBlock.Parts):
  import StringAccess.Spacing

  private val (bytes, lengths, shared, words) = (parts.bytes, parts.lengths, parts.shared, parts.words)

  /** The offset of every 32nd string, or of its rest. */
  private val offsets = new Array[Int]((parts.count + Spacing - 1) / Spacing)

  /** With shared prefixes: the last string before each of them. */
  private val before = new Array[Array[Byte]](if shared == null then 0 else offsets.length)

  enter()

  private def enter(): Unit =
    var left = StringBlock.MostShared * (parts.end - parts.from).toLong
    var at = parts.from
    var string = Array.emptyByteArray
    var length = 0
    var i = 0
    while i < parts.count do
      if i % Spacing == 0 then
        offsets(i / Spacing) = at
        if shared != null then before(i / Spacing) = java.util.Arrays.copyOf(string, length)
      val rest = restOf(i, at)
      if shared != null && rest >= 0 then
        val kept = keptOf(i, length)
        left -= kept + rest
        if left < 0 then
          throw new PickleException.Malformed(
            s"strings with shared prefixes exceed ${StringBlock.MostShared} times their bytes"
          )
        string = withRest(string, kept, at, rest)
        length = kept + rest
      at += math.max(rest, 0)
      i += 1

  /** The bytes of a string, or of its rest, which begins at this offset; -1 for null. */
  private def restOf(i: Int, at: Int): Int =
    val length = lengths.get(i) - 1
    if length < -1 || length > parts.end - at then
      throw new PickleException.Malformed(s"a string claims $length bytes, and ${parts.end - at} are left")
    length.toInt

  private def keptOf(i: Int, length: Int): Int =
    val kept = shared.nn.get(i)
    if kept < 0 || kept > length then
      throw new PickleException.Malformed(s"a string claims $kept bytes of a previous string of $length bytes")
    kept.toInt

  private def withRest(string: Array[Byte], kept: Int, at: Int, rest: Int): Array[Byte] =
    val room =
      if kept + rest <= string.length then string
      else java.util.Arrays.copyOf(string, math.max(kept + rest, string.length * 2))
    System.arraycopy(bytes, at, room, kept, rest)
    room

  /** The value of this index of the block. */
  def get(index: Int): String | Null =
    if words == null then string(index)
    else
      val word = words.get(index)
      if word == 0 then null
      else if word < 0 || word > parts.count then
        throw new PickleException.Malformed(s"invalid word $word: the dictionary has ${parts.count} strings")
      else string((word - 1).toInt)

  /** The values one after the other, from the first. */
  def inOrder: StringBlock = new StringBlock:
    private var index = 0
    def pass(values: Int): Unit = index += values
    def next(): String | Null =
      index += 1
      get(index - 1)

  private def string(index: Int): String | Null =
    var at = offsets(index / Spacing)
    var i = index / Spacing * Spacing
    if shared == null then
      while i < index do
        at += math.max(restOf(i, at), 0)
        i += 1
      val length = restOf(index, at)
      if length < 0 then null else parts.charset.decode(bytes, at, length)
    else
      var string = before(index / Spacing).clone
      var length = string.length
      var rest = 0
      while i <= index do
        rest = restOf(i, at)
        if rest >= 0 then
          val kept = keptOf(i, length)
          string = withRest(string, kept, at, rest)
          length = kept + rest
          at += rest
        i += 1
      if rest < 0 then null else parts.charset.decode(string, 0, length)

private object StringAccess:
  final val Spacing = 32
