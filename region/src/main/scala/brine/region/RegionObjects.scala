package brine.region

import scala.util.control.NoStackTrace
import brine.{PickleOptions, internal}
import brine.wire.Blocks

/** What the code calls that copies values out ([[EmitObjects]]). Not for users. A `ref` is a position and its tag.
  *
  * What it cannot do, or must not, it leaves to the pickler's calls, which do the same and tell what is wrong and where: wide
  * collections, what is nested deep, more than the region may hold, tags and Booleans that are none.
  */
@internal
final class RegionObjects private[region] (val blocks: Blocks, options: PickleOptions):
  import RegionObjects.{MostLevels, Other}
  private var wordsLeft = Steps.wordsOf(blocks, options)
  private var levels = 0

  /** There is no code for it, or not for this. */
  def other(): Nothing = throw Other

  private def count(words: Long): Unit =
    wordsLeft -= words
    if wordsLeft < 0 then throw Other

  def begin(): Unit =
    count(1)
    levels += 1
    if levels > MostLevels then throw Other

  def end(): Unit = levels -= 1

  /** Positions of objects that wait for one that they hold. */
  private var positions = RegionObjects.NoPositions
  private var awaiting = 0

  def waiting: Int = awaiting

  def await(at: Long): Unit =
    count(1)
    if awaiting == positions.length then positions = java.util.Arrays.copyOf(positions, math.max(16, awaiting + (awaiting >> 1)))
    positions(awaiting) = at
    awaiting += 1

  /** The object that has waited least. */
  def next(): Long =
    awaiting -= 1
    positions(awaiting)

  /** Whether there is an object with this tag. */
  def isObject(ref: Long, tag: Int): Boolean = !Ref.isNull(ref) && Ref.position(ref) != 0 && Ref.tag(ref) == tag

  def isNull(ref: Long): Boolean = Ref.isNull(ref)
  def tag(ref: Long): Int = Ref.tag(ref)

  /** What the word at `at` refers to, `before` bytes behind the beginning of its object. */
  def ref(at: Long, bits: Int, before: Long): Long = Words.follow(blocks, at, bits, before)

  /** The object that is referred to. */
  def leaf(ref: Long): Long =
    val at = Ref.position(ref)
    if at == 0 then throw Other
    at

  /** That a value is nothing but its tag. */
  def alone(ref: Long): Unit = if Ref.position(ref) != 0 || Ref.tag(ref) == 0 then throw Other

  def isNone(ref: Long): Boolean =
    val isNone = Ref.tag(ref) == Place.None
    if !isNone && Ref.tag(ref) != Place.Some then throw Other
    isNone

  def isSomeNull(ref: Long): Boolean = Ref.position(ref) == 0

  def text(ref: Long): String | Null =
    if Ref.isNull(ref) then null
    else
      count(Rows.textWords(ref, blocks))
      Rows.text(ref, blocks)

  def boolean(at: Long): Boolean = blocks.getByte(at) match
    case 0 => false
    case 1 => true
    case _ => throw Other

  /** How many elements of so many bytes a collection has. */
  def beginRows(at: Long, width: Int): Int =
    begin()
    val size = blocks.getInt(at)
    if size < 0 then throw Other
    blocks.check(at, 4 + size.toLong * width)
    count(size.toLong * width / 4)
    size

private object RegionObjects:
  /** How deep values may be nested that are copied on the Java stack. */
  private final val MostLevels = 512

  private val NoPositions = new Array[Long](0)

  private object Other extends RuntimeException with NoStackTrace
