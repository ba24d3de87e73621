package brine.region.values

import scala.util.control.NoStackTrace
import brine.{PickleOptions, internal}
import brine.region.layout.{ElementSlots, Ref, ReferenceWords, SlotLayout}
import brine.wire.Blocks

/** Copies values out of a region, called by the code of `EmitObjects`. Not for users. A `ref` is a position and its
  * tag.
  *
  * The pickler's calls copy the other values, and report errors with their places: wide collections, deeply nested
  * values, more objects than the region may hold, invalid tags and Booleans.
  */
@internal
final class RegionObjects private[region] (val blocks: Blocks, options: PickleOptions):
  import RegionObjects.{MostLevels, Other}
  private var wordsLeft = (blocks.length >>> 2) + options.limits.maxElementsWithoutBytes
  private var levels = 0

  /** Fails: no code handles this type, or this value. */
  def other(): Nothing = throw Other

  private def count(words: Long): Unit =
    wordsLeft -= words
    if wordsLeft < 0 then throw Other

  def begin(): Unit =
    count(1)
    levels += 1
    if levels > MostLevels then throw Other

  def end(): Unit = levels -= 1

  /** The positions of objects that wait for one of their parts. */
  private var positions = RegionObjects.NoPositions
  private var awaiting = 0

  def waiting: Int = awaiting

  def await(at: Long): Unit =
    count(1)
    if awaiting == positions.length then
      positions = java.util.Arrays.copyOf(positions, math.max(16, awaiting + (awaiting >> 1)))
    positions(awaiting) = at
    awaiting += 1

  /** The position of the object that began to wait last. */
  def next(): Long =
    awaiting -= 1
    positions(awaiting)

  /** True if the reference leads to an object with this tag. */
  def isObject(ref: Long, tag: Int): Boolean = !Ref.isNull(ref) && Ref.position(ref) != 0 && Ref.tag(ref) == tag

  def isNull(ref: Long): Boolean = Ref.isNull(ref)
  def tag(ref: Long): Int = Ref.tag(ref)

  /** Follows the word at `at`, `before` bytes after the beginning of its object. */
  def ref(at: Long, bits: Int, before: Long): Long = ReferenceWords.follow(blocks, at, bits, before)

  /** The position of the object that a reference leads to. */
  def leaf(ref: Long): Long =
    val at = Ref.position(ref)
    if at == 0 then throw Other
    at

  /** Checks that a value consists of its tag alone. */
  def alone(ref: Long): Unit = if Ref.position(ref) != 0 || Ref.tag(ref) == 0 then throw Other

  def isNone(ref: Long): Boolean =
    val isNone = Ref.tag(ref) == SlotLayout.None
    if !isNone && Ref.tag(ref) != SlotLayout.Some then throw Other
    isNone

  def isSomeNull(ref: Long): Boolean = Ref.position(ref) == 0

  def text(ref: Long): String | Null =
    if Ref.isNull(ref) then null
    else
      count(ElementSlots.textWords(ref, blocks))
      ElementSlots.text(ref, blocks)

  def boolean(at: Long): Boolean = blocks.getByte(at) match
    case 0 => false
    case 1 => true
    case _ => throw Other

  /** The number of elements, of this width, of a collection. */
  def beginRows(at: Long, width: Int): Int =
    begin()
    val size = blocks.getInt(at)
    if size < 0 then throw Other
    blocks.check(at, 4 + size.toLong * width)
    count(size.toLong * width / 4)
    size

private object RegionObjects:
  /** The most levels of values that are copied on the Java stack. */
  private final val MostLevels = 512

  private val NoPositions = new Array[Long](0)

  private object Other extends RuntimeException with NoStackTrace
