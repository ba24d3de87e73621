package brine.json

import com.github.plokhotnyuk.jsoniter_scala.core.JsonReader as Jsoniter

/** Finds a name's number from the characters that the parser has just read, without a string for them.
  *
  * Open addressing, at most half full. Only the names of a shape are in it, so nobody's input can make them collide.
  */
private[json] class NameTable(names: Array[String]):
  private val mask = math.max(2, Integer.highestOneBit(names.length) * 4) - 1
  private val slots = new Array[Int](mask + 1) // number + 1; 0 is free

  for i <- names.indices do
    var slot = Jsoniter.toHashCode(names(i).toCharArray, names(i).length) & mask
    while slots(slot) != 0 do slot = (slot + 1) & mask
    slots(slot) = i + 1

  /** The number of the name that the last read left in the parser, of this length; -1 if it is none. */
  def find(in: Jsoniter, length: Int): Int =
    var slot = in.charBufToHashCode(length) & mask
    while slots(slot) != 0 do
      val i = slots(slot) - 1
      if in.isCharBufEqualsTo(length, names(i)) then return i
      slot = (slot + 1) & mask
    -1
