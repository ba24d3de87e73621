package brine.region

import brine.wire.Blocks
import brine.wire.layout.RegionLayout.FIRST_OBJECT

/** What a view is: of a type whose tags have one or two bits, its position less its tag, which is what a word of such a type gives
  * when it is taken from its own position; of any other type, a [[Ref]]. It tells by itself which of them it is.
  */
private[region] object Viewed:
  /** A tag has so many bits at most that is taken from the position. */
  private final val LowBits = 2
  private final val LowTags = (1 << LowBits) - 1

  private def isLow(bits: Int): Boolean = bits > 0 && bits <= LowBits

  /** What the word of 4 bytes at `at` refers to; `before` as of [[Words]]. */
  def follow(blocks: Blocks, at: Long, bits: Int, before: Long): Long =
    if bits == LowBits then low(blocks, at, before) else of(Words.follow(blocks, at, bits, before), bits)

  private def low(blocks: Blocks, at: Long, before: Long): Long =
    val word = blocks.getInt(at)
    val view = at - word
    // A distance and a tag of two bits are the word as it is.
    if word <= (before | LowTags) then of(Words.rare(blocks, at, word, LowBits, before), LowBits)
    else if view < FIRST_OBJECT - LowTags then throw Words.outside(at, view + (word & LowTags), at - before)
    else view

  /** A view of what is there; a tag that is none of the type's stays high. */
  def of(ref: Long, bits: Int): Long =
    if !isLow(bits) || Ref.isNull(ref) || Ref.tag(ref) > LowTags then ref else Ref.position(ref) - Ref.tag(ref)

  def ref(view: Long): Long =
    if view < -LowTags || Ref.tag(view) > 0 && view > 0 then view else Ref(view + lowTag(view), lowTag(view))

  def isNull(view: Long): Boolean = view == Ref.Null

  def tag(view: Long, bits: Int): Int = if isLow(bits) then lowTag(view) else Ref.tag(view)

  /** Where the object is that a view with this tag is of. */
  def position(view: Long, tag: Int, bits: Int): Long = if isLow(bits) then view + tag else Ref.position(view)

  private def lowTag(view: Long): Int = -view.toInt & LowTags
