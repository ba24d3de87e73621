package brine.json

import java.nio.charset.StandardCharsets.UTF_8
import brine.wire.QuotedText

/** Finds a name's number from its bytes, without a string for them.
  *
  * `absent` is the number of a name that is not to be found, -1 if all are. Open addressing, at most half full. Only the
  * names of a shape are in it, so nobody's input can make them collide.
  */
private[json] class NameTable(names: Array[String], absent: Int = -1):
  private val encoded = new Array[Array[Byte]](names.length)
  private val mask = math.max(2, Integer.highestOneBit(names.length) * 4) - 1
  private val slots = new Array[Int](mask + 1) // number + 1; 0 is free

  private var added = 0
  while added < names.length do
    val name = names(added).getBytes(UTF_8)
    encoded(added) = name
    if added != absent then
      var slot = QuotedText.hash(name, 0, name.length) & mask
      while slots(slot) != 0 do slot = (slot + 1) & mask
      slots(slot) = added + 1
    added += 1

  /** The number of the name that stands here; -1 if it is none. */
  final def find(bytes: Array[Byte], from: Int, length: Int): Int =
    var slot = QuotedText.hash(bytes, from, length) & mask
    while slots(slot) != 0 do
      val i = slots(slot) - 1
      if encoded(i).length == length && QuotedText.isAt(bytes, from, from + length, encoded(i)) then return i
      slot = (slot + 1) & mask
    -1
