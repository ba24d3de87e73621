package brine.json.text

import java.nio.charset.StandardCharsets.UTF_8
import brine.shape.Shape
import brine.wire.QuotedText

/** Finds a name's number from its bytes, without a string for them.
  *
  * `absent` has the numbers of names that are not to be found. Open addressing, at most half full. Only
  * the names of a shape are in it, so nobody's input can make them collide.
  */
private[json] class NameTable(names: Array[String], absent: Array[Int] = Shape.NoNumbers):
  private val encoded = new Array[Array[Byte]](names.length)
  private val mask = math.max(2, Integer.highestOneBit(names.length) * 4) - 1
  private val slots = new Array[Int](mask + 1) // number + 1; 0 is free

  private var added = 0
  while added < names.length do
    val name = names(added).getBytes(UTF_8)
    encoded(added) = name
    if !absent.contains(added) then
      var slot = QuotedText.hash(name, 0, name.length) & mask
      while slots(slot) != 0 do slot = (slot + 1) & mask
      slots(slot) = added + 1
    added += 1

  /** The names with their quotes, to be compared one by one; empty if there are many, or some that texts escape. */
  private val few: Array[Array[Byte]] =
    if names.length <= NameTable.MostCompared && absent.length == 0 && encoded.forall(NameTable.isPlain) then
      encoded.map(name => '"'.toByte +: name :+ '"'.toByte)
    else NameTable.None

  /** The number of the quoted text at `from`, if it is one of [[few]]; else -1. */
  final def findQuoted(bytes: Array[Byte], from: Int, until: Int): Int =
    var i = few.length - 1
    while i >= 0 && !QuotedText.isAt(bytes, from, until, few(i)) do i -= 1
    i

  /** The length of this name with its quotes, in bytes. */
  final def quotedLength(name: Int): Int = encoded(name).length + 2

  /** The number of the name that stands here; -1 if it is none. */
  final def find(bytes: Array[Byte], from: Int, length: Int): Int =
    var slot = QuotedText.hash(bytes, from, length) & mask
    while slots(slot) != 0 do
      val i = slots(slot) - 1
      if encoded(i).length == length && QuotedText.isAt(bytes, from, from + length, encoded(i)) then return i
      slot = (slot + 1) & mask
    -1

private object NameTable:
  /** The most comparisons that take less time than a hash. */
  final val MostCompared = 4

  val None: Array[Array[Byte]] = new Array(0)

  def isPlain(name: Array[Byte]): Boolean = QuotedText.endOfAscii(name, 0, name.length) == name.length
