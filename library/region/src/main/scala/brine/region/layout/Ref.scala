package brine.region.layout

import brine.wire.layout.RegionLayout

/** A position and its tag as one long: a builder's handle of a written object, and the target of a word. */
private[region] object Ref:
  /** Null. A position below every block, so that a load from it fails without a separate check. */
  final val Null = Int.MinValue.toLong

  /** The null of a type that encodes its own null, inside a type with another null. */
  final val OwnNull = Int.MinValue.toLong + 1

  /** Set if the word for this reference needs a pad. */
  final val Far = 1L << 62

  private final val Positions = (1L << RegionLayout.TAG_SHIFT) - 1

  inline def position(ref: Long): Long = ref & Positions
  inline def tag(ref: Long): Int = (ref >>> RegionLayout.TAG_SHIFT).toInt
  inline def apply(position: Long, tag: Int): Long = position | tag.toLong << RegionLayout.TAG_SHIFT
  inline def isNull(ref: Long): Boolean = ref < 0
