package brine.region.layout

import brine.wire.Blocks
import brine.wire.layout.RegionLayout.FIRST_OBJECT

/** The encoding of a view as a long. For a type whose tags have one or two bits, a view is the position less the tag:
  * subtracting the type's word from the word's own position gives just that. For every other type, a view is a [[Ref]].
  * The number shows which of the two it is.
  */
private[region] object ViewEncoding:
  /** The most tag bits of a type whose tag is subtracted from the position. */
  private final val LowBits = 2
  private final val LowTags = (1 << LowBits) - 1

  private def isLow(bits: Int): Boolean = bits > 0 && bits <= LowBits

  /** Follows the word of 4 bytes at `at`; for `before` see [[ReferenceWords]]. */
  def follow(blocks: Blocks, at: Long, bits: Int, before: Long): Long =
    if bits == LowBits then low(blocks, at, before) else of(ReferenceWords.follow(blocks, at, bits, before), bits)

  private def low(blocks: Blocks, at: Long, before: Long): Long =
    val word = blocks.getInt(at)
    val view = at - word
    // A word with two tag bits is the distance plus the tag.
    if word <= (before | LowTags) then of(ReferenceWords.rare(blocks, at, word, LowBits, before), LowBits)
    else if view < FIRST_OBJECT - LowTags then throw ReferenceWords.outside(at, view + (word & LowTags), at - before)
    else view

  /** A view of a target. A tag that is not one of the type's stays in the high bits. */
  def of(ref: Long, bits: Int): Long =
    if !isLow(bits) || Ref.isNull(ref) || Ref.tag(ref) > LowTags then ref else Ref.position(ref) - Ref.tag(ref)

  def ref(view: Long): Long =
    if view < -LowTags || Ref.tag(view) > 0 && view > 0 then view else Ref(view + lowTag(view), lowTag(view))

  def isNull(view: Long): Boolean = view == Ref.Null

  def tag(view: Long, bits: Int): Int = if isLow(bits) then lowTag(view) else Ref.tag(view)

  /** The position of the object of a view with this tag. */
  def position(view: Long, tag: Int, bits: Int): Long = if isLow(bits) then view + tag else Ref.position(view)

  private def lowTag(view: Long): Int = -view.toInt & LowTags
