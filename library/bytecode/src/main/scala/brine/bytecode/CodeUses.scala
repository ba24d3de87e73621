package brine.bytecode

import brine.shape.Note

/** Counts the objects of a class, for a format that makes code for the class. The first objects go by the plan: a
  * program that writes few of them does not load ASM, and makes no class. Threads may lose counts of each other.
  */
private[brine] final class CodeUses extends Note:
  private var count = 0

  /** Counts more objects. Returns true if code is due. */
  def add(objects: Int): Boolean =
    val isDue = count >= CodeUses.Before
    if !isDue then count = math.min(count.toLong + objects, CodeUses.Before).toInt
    isDue || count >= CodeUses.Before && objects > 1

private[brine] object CodeUses:
  /** The objects of a class before the one for which code is made. Tests set it to 0. */
  final val Property = "brine.code.before"
  private val Before: Int = math.max(0, Integer.getInteger(Property, 20))
