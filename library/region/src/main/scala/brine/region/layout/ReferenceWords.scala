package brine.region.layout

import brine.PickleException
import brine.wire.Blocks
import brine.wire.layout.RegionLayout.{FIRST_OBJECT, UNIT_BITS}

/** Reads and makes the words that encode references. A followed reference must lead to a position before the object
  * that holds its word, so that no forged bytes form a cycle. `before` is the distance in bytes from the beginning of
  * that object to the word, a multiple of 4.
  */
private[region] object ReferenceWords:
  /** The target, as a [[Ref]], of the word of 4 bytes at `at`. */
  inline def follow(blocks: Blocks, at: Long, bits: Int, before: Long): Long =
    val word = blocks.getInt(at)
    val mask = (1 << bits) - 1
    // One comparison separates a distance that leaves the object from a short distance, a null, a tag and a pad.
    if word > (before >>> UNIT_BITS << bits | mask) then
      val target = at - ((word >>> bits).toLong << UNIT_BITS)
      if target < FIRST_OBJECT then throw outside(at, target, at - before)
      Ref(target, word & mask)
    else rare(blocks, at, word, bits, before)

  /** Follows the rarer words: a null, a value that consists of its tag, or an object behind a pad.
    *
    * @throws PickleException.BadReference for a distance that does not leave the object
    */
  def rare(blocks: Blocks, at: Long, word: Int, bits: Int, before: Long): Long =
    val mask = (1 << bits) - 1
    if word == 0 then Ref.Null
    else if word > mask then throw outside(at, at - ((word >>> bits).toLong << UNIT_BITS), at - before)
    else if word > 0 then Ref(0, word)
    else
      val pad = at - (((word & Int.MaxValue) >>> bits).toLong << UNIT_BITS)
      if pad < FIRST_OBJECT || pad > at - before - 8 then throw outside(at, pad, at - before)
      Ref(checked(pad, blocks.getLong(pad), 0), word & mask)

  /** Follows a word of 8 bytes. */
  def followWide(blocks: Blocks, at: Long, bits: Int, before: Long): Long =
    val word = blocks.getLong(at)
    val mask = (1L << bits) - 1
    if word == 0 then Ref.Null
    else if word > 0 && word <= mask then Ref(0, word.toInt)
    else Ref(checked(at, word >>> bits << UNIT_BITS, before), (word & mask).toInt)

  /** The position that lies `distance` bytes before `at`. */
  private def checked(at: Long, distance: Long, before: Long): Long =
    if distance <= before || distance > at - FIRST_OBJECT || (distance & 3) != 0 then
      throw outside(at, at - distance, at - before)
    at - distance

  // ---- making words

  /** Makes the word of 4 bytes at `at` that [[follow]] follows to this target. */
  def word(at: Long, ref: Long, bits: Int): Int =
    if Ref.isNull(ref) then 0
    else
      val target = Ref.position(ref)
      if target == 0 then Ref.tag(ref)
      else
        val tag = Ref.tag(ref & ~Ref.Far)
        val distance = ((at - target) >>> UNIT_BITS).toInt << bits | tag
        if (ref & Ref.Far) == 0 then distance else distance | Int.MinValue

  /** Makes the word of 8 bytes that [[followWide]] follows to this target. */
  def wide(at: Long, ref: Long, bits: Int): Long =
    if Ref.isNull(ref) then 0
    else if Ref.position(ref) == 0 then Ref.tag(ref)
    else (at - Ref.position(ref)) >>> UNIT_BITS << bits | Ref.tag(ref)

  // ---- failures

  def outside(at: Long, target: Long, start: Long): PickleException =
    new PickleException.BadReference(
      s"the word at $at leads to $target; expected a position from $FIRST_OBJECT up to ${start - 1}, before the " +
        "object that holds the word"
    ).atOffset(at)

  /** The position of an object.
    *
    * @throws PickleException.NullValue for the position of a null
    */
  def present(ref: Long): Long =
    if Ref.isNull(ref) then throw new PickleException.NullValue("a view of null has no parts")
    Ref.position(ref)
