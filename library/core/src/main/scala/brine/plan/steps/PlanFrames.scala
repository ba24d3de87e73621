package brine.plan.steps

import scala.collection.mutable
import brine.{PickleBuilder, PickleException, PickleReader, Subtype}
import brine.binary.NumberRun
import brine.assembly.Unbuilt
import brine.plan.{Access, Plan}
import brine.plan.subtypes.OpenForm

// The frames of the stacks on the heap.

/** A value that is being written. */
private[brine] final class WriteFrame:
  var plan: Plan = null
  var value: AnyRef = null
  var index: Int = 0
  var field: Int = 0
  var size: Int = 0
  var iterator: Iterator[Any] = null
  var array: Array[AnyRef] | Null = null
  var numbers: NumberRun.Writer | Null = null
  var isMarked: Boolean = false
  var isAtValue: Boolean = false
  var mapKey: Any = null
  var mapValue: Any = null
  var ofKeys: OpenForm | Null = null
  var ofValues: OpenForm | Null = null
  var subtype: Subtype[?] = null
  var replaced: ReplacedParts | Null = null
  // As in a [[ReadFrame]].
  var sum: Plan.Sum | Null = null
  var leaf: Int = 0
  var below: WriteFrame | Null = null

  def hasNext: Boolean = if array != null then index < array.nn.length else iterator.hasNext

  /** The element of this index, which is the next. */
  def next(index: Int): Any = if array != null then array.nn(index) else iterator.next()

  /** Checks that the announced number of elements has come, and that a reader can read them as rules have left them.
    */
  def checkSize(): Unit =
    if index != size then throw PickleException.ChangedWhileWritten.size(size, index)
    if replaced != null then replaced.nn.check(plan)

  def segment(builder: PickleBuilder): String = plan match
    case p: Plan.Product  => if index == 0 then "" else builder.segment(p.shape, field)
    case _: Plan.Sequence => if index == 0 then "" else s"[${index - 1}]"
    case m: Plan.Mapping =>
      if index == 0 then ""
      else if isAtValue then s".keys[${index - 1}]"
      else builder.entrySegment(m.shape, index - 1, mapKey)
    case _ => ""

/** A value that is being read. */
private[brine] final class ReadFrame:
  var plan: Plan = null
  var id: Int = -1
  var index: Int = -1
  var size: Int = 0
  var isMarked: Boolean = false
  var isAtValue: Boolean = false
  var hasUnbuilt: Boolean = false
  var parts: Array[AnyRef] = null
  var builder: mutable.Builder[Any, AnyRef] = null
  var numbers: NumberRun.Reader | Null = null
  var ofKeys: OpenForm | Null = null
  var ofValues: OpenForm | Null = null
  var value: AnyRef = null
  var subtype: brine.Subtype[?] = null
  // The field before which an object is built, and the object once it is: see [[Component.lateField]].
  var late: Int = -1
  var made: AnyRef | Null = null
  // An object that is a leaf has one frame for itself and its family.
  var sum: Plan.Sum | Null = null
  var leaf: Int = 0
  var below: ReadFrame | Null = null

  /** The elements, or keys and values in turn, that have been read: the first `count`. The next collection uses the
    * array again.
    */
  var collected: Array[AnyRef] = Plan.NoValues
  var count: Int = 0

  def setPart(value: AnyRef): Unit =
    if value == null then checkNull()
    parts(index) = value
    if value.isInstanceOf[Unbuilt] then hasUnbuilt = true

  private def checkNull(): Unit = plan match
    case p: Plan.Product if p.isUnboxed(index) => throw p.noValue(index)
    case _                                     => ()

  def collect(value: AnyRef): Unit =
    if count == collected.length then enlarge()
    collected(count) = value
    count += 1
    if value.isInstanceOf[Unbuilt] then hasUnbuilt = true

  private def enlarge(): Unit =
    collected = java.util.Arrays.copyOf(collected, math.max(ReadFrame.FirstCapacity, count * 2))

  def allCollected: Array[AnyRef] = java.util.Arrays.copyOf(collected, count)

  /** Drops an array that is large or old: a reference stored into such costs the collector's barrier. */
  def forgetCollected(): Unit = if collected.length > ReadFrame.MostKept then collected = Plan.NoValues

  def begin(fieldCount: Int): Unit =
    parts = new Array[AnyRef](fieldCount)
    java.util.Arrays.fill(parts, Access.Missing)

  def segment(reader: PickleReader): String = plan match
    case p: Plan.Product  => if index < 0 then "" else reader.segment(p.shape, index)
    case _: Plan.Sequence => if index < 0 then "" else s"[$index]"
    case m: Plan.Mapping =>
      if index < 0 then ""
      else if !isAtValue then s".keys[$index]"
      else reader.entrySegment(m.shape, index, if (count & 1) != 0 then collected(count - 1) else null)
    case _ => ""

private object ReadFrame:
  private final val FirstCapacity = 16
  private final val MostKept = 1024
