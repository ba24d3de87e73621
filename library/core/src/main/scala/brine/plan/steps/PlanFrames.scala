package brine.plan.steps

import scala.collection.mutable
import brine.{PickleBuilder, PickleException, PickleReader, Subtype}
import brine.binary.NumberRun
import brine.assembly.{Construction, Unbuilt}
import brine.assembly.ReaderAssembly.*
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
    case p: Plan.Product  => if index == 0 then "" else builder.pathSegments.field(p.shape, field)
    case _: Plan.Sequence => if index == 0 then "" else s"[${index - 1}]"
    case m: Plan.Mapping =>
      if index == 0 then ""
      else if isAtValue then s".keys[${index - 1}]"
      else builder.pathSegments.entry(m.shape, index - 1, mapKey)
    case _ => ""

/** A value that is being read. A read of a deep value makes one for each level, so they are small. */
private[brine] sealed abstract class ReadFrame:
  var plan: Plan = null
  var id: Int = -1

  /** The number of the part that is being read; -1 before the first, and between two fields. */
  var index: Int = -1
  var below: ReadFrame | Null = null

  /** Takes the value of a part. */
  def take(value: AnyRef, reader: PickleReader): Unit

  /** The step of a path to the part that is being read. */
  def segment(reader: PickleReader): String = ""

  /** The step before it, where the object is a leaf or a subtype in a place of its own. */
  def leafSegment(reader: PickleReader): String = ""

/** An object of a class. One that is a leaf has one frame for itself and its family. */
private[brine] final class ProductFrame extends ReadFrame:
  var parts: Array[AnyRef] = null
  var hasUnbuilt: Boolean = false

  /** The field before which the object is built, -1 for none, and the object once it is: see [[Component.lateField]].
    */
  var late: Short = -1
  var made: AnyRef | Null = null
  var sum: Plan.Sum | Null = null
  var leaf: Int = 0

  def product: Plan.Product = plan.asInstanceOf[Plan.Product]

  def begin(): Unit =
    parts = new Array[AnyRef](product.fields.length)
    java.util.Arrays.fill(parts, Access.Missing)
    hasUnbuilt = false
    late = -1
    made = null
    sum = null

  def take(value: AnyRef, reader: PickleReader): Unit =
    if value == null && product.isUnboxed(index) then throw product.noValue(index)
    parts(index) = value
    if value.isInstanceOf[Unbuilt] then hasUnbuilt = true

  override def segment(reader: PickleReader): String =
    if index < 0 then "" else reader.pathSegments.field(product.shape, index)

  override def leafSegment(reader: PickleReader): String =
    if sum == null then "" else reader.pathSegments.leaf(sum.shape, leaf)

/** A collection. If it can be in a cycle, its elements are on the assembly's stack, from `base` on; else in `builder`.
  */
private[brine] final class SequenceFrame extends ReadFrame:
  var size: Int = 0
  var isMarked: Boolean = false
  var hasUnbuilt: Boolean = false
  var base: Int = 0
  var builder: mutable.Builder[Any, AnyRef] | Null = null
  var numbers: NumberRun.Reader | Null = null

  def sequence: Plan.Sequence = plan.asInstanceOf[Plan.Sequence]

  def take(value: AnyRef, reader: PickleReader): Unit =
    if builder == null then
      reader.assembly.stack(value)
      if value.isInstanceOf[Unbuilt] then hasUnbuilt = true
    else if value.isInstanceOf[Unbuilt] then throw Construction.noCycle(sequence)
    else builder.nn += value

  override def segment(reader: PickleReader): String = if index < 0 then "" else s"[$index]"

/** A map. Its keys and values are in turn on the assembly's stack, from `base` on. */
private[brine] final class MappingFrame extends ReadFrame:
  var size: Int = 0
  var isMarked: Boolean = false
  var isAtValue: Boolean = false
  var base: Int = 0
  var ofKeys: OpenForm | Null = null
  var ofValues: OpenForm | Null = null

  def mapping: Plan.Mapping = plan.asInstanceOf[Plan.Mapping]

  def take(value: AnyRef, reader: PickleReader): Unit =
    reader.assembly.stack(value)
    isAtValue = !isAtValue

  override def segment(reader: PickleReader): String =
    if index < 0 then ""
    else if !isAtValue then s".keys[$index]"
    else reader.pathSegments.entry(mapping.shape, index, reader.assembly.stackedAt(base + 2 * index))

/** A value that holds one other value, such as an option or a converted value. */
private[brine] final class SingleFrame extends ReadFrame:
  var value: AnyRef = null
  var subtype: brine.Subtype[?] = null
  var leaf: Int = 0

  def take(value: AnyRef, reader: PickleReader): Unit = this.value = value

  override def leafSegment(reader: PickleReader): String = plan match
    case s: Plan.Sum  => reader.pathSegments.leaf(s.shape, leaf)
    case _: Plan.Open => reader.pathSegments.subtype(subtype.name, subtype.hasFields)
    case _            => ""

/** The frames that a reader uses again. */
private[brine] final class ReadFrames:
  private var products: ReadFrame | Null = null
  private var sequences: ReadFrame | Null = null
  private var mappings: ReadFrame | Null = null
  private var singles: ReadFrame | Null = null

  def product(): ProductFrame = reused(products, new ProductFrame)(products = _)
  def sequence(): SequenceFrame = reused(sequences, new SequenceFrame)(sequences = _)
  def mapping(): MappingFrame = reused(mappings, new MappingFrame)(mappings = _)
  def single(): SingleFrame = reused(singles, new SingleFrame)(singles = _)

  private inline def reused[F <: ReadFrame](kept: ReadFrame | Null, inline made: F)(
      inline leave: ReadFrame | Null => Unit
  ): F =
    if kept == null then made
    else
      leave(kept.below)
      kept.asInstanceOf[F]

  /** Takes a frame back. */
  def keep(frame: ReadFrame): Unit = frame match
    case _: ProductFrame =>
      frame.below = products
      products = frame
    case _: SequenceFrame =>
      frame.below = sequences
      sequences = frame
    case _: MappingFrame =>
      frame.below = mappings
      mappings = frame
    case _: SingleFrame =>
      frame.below = singles
      singles = frame
