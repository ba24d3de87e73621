package brine.plan.steps

import brine.{PickleBuilder, PickleException, Subtype}
import brine.binary.NumberRun
import brine.plan.Plan
import brine.plan.subtypes.OpenForm

/** A value that is being written, of those on the heap. */
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
  // As in a [[ProductFrame]].
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
    case p: Plan.Product  => if index == 0 then "" else builder.pathSegments.field(p.shape, field)
    case _: Plan.Sequence => if index == 0 then "" else s"[${index - 1}]"
    case m: Plan.Mapping =>
      if index == 0 then ""
      else if isAtValue then s".keys[${index - 1}]"
      else builder.pathSegments.entry(m.shape, index - 1, mapKey)
    case _ => ""
