package brine.run

import scala.collection.mutable
import brine.{PickleException, Subtype}
import brine.binary.NumberRun
import brine.plan.{Access, Plan}

// The frames of the stacks on the heap.

/** A value that is being written. */
private[run] final class WriteFrame:
  var plan: Plan = null
  var value: AnyRef = null
  var index: Int = 0
  var field: Int = 0
  var size: Int = 0
  var iterator: Iterator[Any] = null
  var numbers: NumberRun.Writer | Null = null
  var isMarked: Boolean = false
  var isAtValue: Boolean = false
  var mapValue: Any = null
  var ofKeys: OpenForm | Null = null
  var ofValues: OpenForm | Null = null
  var subtype: Subtype[?] = null
  var replaced: ReplacedParts | Null = null
  var below: WriteFrame | Null = null

  /** Checks that the announced number of elements has come, and that a reader can read them as rules have left them.
    */
  def checkSize(): Unit =
    if index != size then throw PickleException.ChangedWhileWritten.size(size, index)
    if replaced != null then replaced.nn.check(plan)

  def segment: String = plan match
    case p: Plan.Product  => if index == 0 then "" else p.shape.segment(field)
    case _: Plan.Sequence => if index == 0 then "" else s"[${index - 1}]"
    case _: Plan.Mapping =>
      if index == 0 then "" else if isAtValue then s".keys[${index - 1}]" else s".values[${index - 1}]"
    case _ => ""

/** A value that is being read. */
private[run] final class ReadFrame:
  var plan: Plan = null
  var id: Int = -1
  var index: Int = -1
  var size: Int = 0
  var isMarked: Boolean = false
  var isAtValue: Boolean = false
  var hasUnbuilt: Boolean = false
  var parts: Array[AnyRef] = null
  var builder: mutable.Builder[Any, AnyRef] = null
  var collected: mutable.ArrayBuffer[AnyRef] = null
  var numbers: NumberRun.Reader | Null = null
  var ofKeys: OpenForm | Null = null
  var ofValues: OpenForm | Null = null
  var value: AnyRef = null
  var subtype: brine.Subtype[?] = null
  var below: ReadFrame | Null = null

  def begin(fieldCount: Int): Unit =
    parts = new Array[AnyRef](fieldCount)
    java.util.Arrays.fill(parts, Access.Missing)

  def segment: String = plan match
    case p: Plan.Product  => if index < 0 then "" else p.shape.segment(index)
    case _: Plan.Sequence => if index < 0 then "" else s"[$index]"
    case _: Plan.Mapping  => if index < 0 then "" else if isAtValue then s".values[$index]" else s".keys[$index]"
    case _                => ""
