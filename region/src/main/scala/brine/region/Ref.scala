package brine.region

import brine.wire.layout.RegionLayout

/** A position and its tag as one long: what a builder has of an object that it has written, and what a word leads to. */
private[region] object Ref:
  /** In place of an object. A position below every block, so that a load from it fails without being asked for. */
  final val Null = Int.MinValue.toLong

  /** The null of a type that says so by itself, where the type around it has a null of its own. */
  final val OwnNull = Int.MinValue.toLong + 1

  /** The word that refers to it goes by a pad. */
  final val Far = 1L << 62

  private final val Positions = (1L << RegionLayout.TAG_SHIFT) - 1

  inline def position(ref: Long): Long = ref & Positions
  inline def tag(ref: Long): Int = (ref >>> RegionLayout.TAG_SHIFT).toInt
  inline def apply(position: Long, tag: Int): Long = position | tag.toLong << RegionLayout.TAG_SHIFT
  inline def isNull(ref: Long): Boolean = ref < 0
