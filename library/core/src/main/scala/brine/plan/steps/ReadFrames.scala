package brine.plan.steps

import scala.collection.mutable
import brine.PickleReader
import brine.binary.NumberRun
import brine.assembly.{Construction, Unbuilt}
import brine.assembly.ReaderAssembly.*
import brine.plan.{Access, LateField, ObjectReader, Plan}
import brine.plan.subtypes.OpenForm

/** A value that is being read: the innermost one. A reader has one frame of each kind, and a [[ReadStack]] keeps the
  * contents of the frames around it.
  */
private[brine] sealed abstract class ReadFrame(private[steps] val kind: Int):
  var plan: Plan = null
  var id: Int = -1

  /** The number of the part that is being read; -1 before the first, and between two fields. */
  var index: Int = -1

  /** Begins a value of this plan, with this number in the assembly. */
  final def of(plan: Plan, id: Int): this.type =
    this.plan = plan
    this.id = id
    index = -1
    this

  /** Takes the value of a part. */
  def take(value: AnyRef, reader: PickleReader): Unit

  /** The step of a path to the part that is being read. */
  def segment(reader: PickleReader): String = ""

  /** The step before it, where the object is a leaf or a subtype in a place of its own. */
  def leafSegment(reader: PickleReader): String = ""

  /** Puts everything but the plan, the number in the assembly and the index; returns up to 29 bits of it. */
  protected def saveParts(to: ReadStack): Int
  protected def restoreParts(bits: Int, from: ReadStack): Unit

  private[steps] final def save(to: ReadStack): Unit =
    val bits = saveParts(to)
    to.pushObject(plan)
    if id >= 0 then to.push(id)
    to.push(index)
    to.push(bits << ReadFrames.FrameBits | (if id >= 0 then ReadFrames.HasId else 0) | kind)

  private[steps] final def restore(bits: Int, from: ReadStack): Unit =
    index = from.pop()
    id = if (bits & ReadFrames.HasId) != 0 then from.pop() else -1
    plan = from.popObject().asInstanceOf[Plan]
    restoreParts(bits >>> ReadFrames.FrameBits, from)

/** An object of a class. One that is a leaf has one frame for itself and its family. */
private[brine] final class ProductFrame extends ReadFrame(ReadFrames.Product):
  /** The parts, boxed; null as soon as an object is built that takes its other parts one by one. */
  var parts: Array[AnyRef] | Null = null

  /** True if the array serves all such frames, so that its contents are saved. */
  private var sharesParts = false
  private val arrays = new Array[Array[AnyRef]](ProductFrame.MostShared + 1)
  var hasUnbuilt: Boolean = false

  /** The field before which the object is built, -1 for none, and the object once it is: see [[Component.lateField]].
    */
  var late: Int = -1
  var made: AnyRef | Null = null
  var sum: Plan.Sum | Null = null
  var leaf: Int = 0

  /** True if the format's code has built the object: [[began]]. */
  def isBegunByCode: Boolean = made != null && late < 0

  def product: Plan.Product = plan.asInstanceOf[Plan.Product]

  def begin(sum: Plan.Sum | Null, leaf: Int): Unit =
    this.sum = sum
    this.leaf = leaf
    parts = null
    hasUnbuilt = false
    late = -1
    made = null
    sharesParts = false

  /** The object is built of its fields before the late one. */
  def began(made: AnyRef, late: LateField): Unit =
    builds(made)
    index = late.previous

  /** The object is built, and takes its other parts one by one. */
  def builds(made: AnyRef): Unit =
    this.made = made
    parts = null
    sharesParts = false

  /** The object takes parts until it is built.
    *
    * @param isAlone nothing but the object refers to its parts before it is built
    */
  def takes(isAlone: Boolean, late: LateField): Unit =
    this.late = late.field
    val size = product.fields.length
    sharesParts = isAlone && size <= ProductFrame.MostShared
    val parts = if sharesParts then shared(size) else new Array[AnyRef](size)
    java.util.Arrays.fill(parts, Access.Missing)
    this.parts = parts

  private def shared(size: Int): Array[AnyRef] =
    if arrays(size) == null then arrays(size) = new Array[AnyRef](size)
    arrays(size)

  /** The parts, for a caller that keeps them. */
  def ownParts: Array[AnyRef] = if sharesParts then parts.nn.clone else parts.nn

  def take(value: AnyRef, reader: PickleReader): Unit =
    if value == null && product.isUnboxed(index) then throw product.noValue(index)
    val parts = this.parts
    if parts != null then
      parts(index) = value
      if value.isInstanceOf[Unbuilt] then hasUnbuilt = true
    else
      value match
        case placeholder: Unbuilt => placeholder.fillLater(product, made.nn, index)
        case part                 => Construction.assign(product, made.nn, index, part)

  protected def saveParts(to: ReadStack): Int =
    if sharesParts then saveAll(parts.nn, to) else to.pushObject(if made == null then parts else made)
    if sum != null then
      to.push(leaf)
      to.pushObject(sum)
    (late + 1 << 4) | (if hasUnbuilt then 1 else 0) | (if made != null then 2 else 0) |
      (if sum != null then 4 else 0) | (if sharesParts then 8 else 0)

  private def saveAll(parts: Array[AnyRef], to: ReadStack): Unit =
    var i = 0
    while i < parts.length do
      to.pushObject(parts(i))
      i += 1

  protected def restoreParts(bits: Int, from: ReadStack): Unit =
    hasUnbuilt = (bits & 1) != 0
    late = (bits >>> 4) - 1
    sum = null
    if (bits & 4) != 0 then
      sum = from.popObject().asInstanceOf[Plan.Sum]
      leaf = from.pop()
    made = null
    parts = null
    sharesParts = (bits & 8) != 0
    if sharesParts then restoreAll(from)
    else if (bits & 2) != 0 then made = from.popObject()
    else parts = from.popObject().asInstanceOf[Array[AnyRef]]

  private def restoreAll(from: ReadStack): Unit =
    val all = shared(product.fields.length)
    var i = all.length - 1
    while i >= 0 do
      all(i) = from.popObject().asInstanceOf[AnyRef]
      i -= 1
    parts = all

  override def segment(reader: PickleReader): String =
    if index < 0 then "" else reader.pathSegments.field(product.shape, index)

  override def leafSegment(reader: PickleReader): String =
    if sum == null then "" else reader.pathSegments.leaf(sum.shape, leaf)

private object ProductFrame:
  /** The most parts of which the stack holds a copy. */
  private final val MostShared = 8

/** A collection. If it can be in a cycle, its elements are on the assembly's stack, from `base` on; else in `builder`.
  */
private[brine] final class SequenceFrame extends ReadFrame(ReadFrames.Sequence):
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

  /** Takes the next elements as far as they are references to objects that have been read. Returns how many. */
  def takeReferences(from: ObjectReader, element: Plan.Product, stack: mutable.Growable[Any]): Int =
    from.takeReferences(element, size - index - 1, if builder == null then stack else builder.nn)

  protected def saveParts(to: ReadStack): Int =
    if builder != null then to.pushObject(builder)
    if numbers != null then to.pushObject(numbers)
    to.push(base)
    to.push(size)
    (if isMarked then 1 else 0) | (if hasUnbuilt then 2 else 0) | (if builder != null then 4 else 0) |
      (if numbers != null then 8 else 0)

  protected def restoreParts(bits: Int, from: ReadStack): Unit =
    isMarked = (bits & 1) != 0
    hasUnbuilt = (bits & 2) != 0
    size = from.pop()
    base = from.pop()
    numbers = if (bits & 8) != 0 then from.popObject().asInstanceOf[NumberRun.Reader] else null
    builder = if (bits & 4) != 0 then from.popObject().asInstanceOf[mutable.Builder[Any, AnyRef]] else null

  override def segment(reader: PickleReader): String = if index < 0 then "" else s"[$index]"

/** A map. Its keys and values are in turn on the assembly's stack, from `base` on. */
private[brine] final class MappingFrame extends ReadFrame(ReadFrames.Mapping):
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

  protected def saveParts(to: ReadStack): Int =
    to.pushObject(ofKeys)
    to.pushObject(ofValues)
    to.push(base)
    to.push(size)
    (if isMarked then 1 else 0) | (if isAtValue then 2 else 0)

  protected def restoreParts(bits: Int, from: ReadStack): Unit =
    isMarked = (bits & 1) != 0
    isAtValue = (bits & 2) != 0
    size = from.pop()
    base = from.pop()
    ofValues = from.popObject().asInstanceOf[OpenForm | Null]
    ofKeys = from.popObject().asInstanceOf[OpenForm | Null]

  override def segment(reader: PickleReader): String =
    if index < 0 then ""
    else if !isAtValue then s".keys[$index]"
    else reader.pathSegments.entry(mapping.shape, index, reader.assembly.stackedAt(base + 2 * index))

/** A value that holds one other value, such as an option or a converted value. */
private[brine] final class SingleFrame extends ReadFrame(ReadFrames.Single):
  /** The other value, if it has been read. */
  var value: AnyRef | Null = null

  /** The subtype of an object at an open place; null for other values. */
  var subtype: brine.Subtype[?] | Null = null

  /** The number of the leaf of a sealed type; -1 for other values. */
  var leaf: Int = -1

  def take(value: AnyRef, reader: PickleReader): Unit = this.value = value

  protected def saveParts(to: ReadStack): Int =
    if subtype != null then to.pushObject(subtype)
    leaf + 1 << 1 | (if subtype != null then 1 else 0)

  protected def restoreParts(bits: Int, from: ReadStack): Unit =
    leaf = (bits >>> 1) - 1
    subtype = if (bits & 1) != 0 then from.popObject().asInstanceOf[brine.Subtype[?]] else null
    value = null

  override def leafSegment(reader: PickleReader): String =
    if subtype != null then reader.pathSegments.subtype(subtype.nn.name, subtype.nn.hasFields)
    else if leaf >= 0 then reader.pathSegments.leaf(plan.asInstanceOf[Plan.Sum].shape, leaf)
    else ""

/** The frames of a reader. Only the innermost one is a frame. Each method begins another, and `pop` returns to the one
  * around it.
  */
private[brine] final class ReadFrames:
  import ReadFrames.*
  private val stack = new ReadStack
  private var products: ProductFrame | Null = null
  private var sequences: SequenceFrame | Null = null
  private var mappings: MappingFrame | Null = null
  private var singles: SingleFrame | Null = null

  /** The innermost frame; null outside of all values with parts. */
  var top: ReadFrame | Null = null

  def product(): ProductFrame =
    if products == null then products = new ProductFrame
    begin(products.nn)

  def sequence(): SequenceFrame =
    if sequences == null then sequences = new SequenceFrame
    begin(sequences.nn)

  def mapping(): MappingFrame =
    if mappings == null then mappings = new MappingFrame
    begin(mappings.nn)

  def single(): SingleFrame =
    if singles == null then singles = new SingleFrame
    val frame = begin(singles.nn)
    frame.value = null
    frame.subtype = null
    frame.leaf = -1
    frame

  private def begin[F <: ReadFrame](frame: F): F =
    if top != null then top.nn.save(stack)
    top = frame
    frame

  /** Ends the innermost frame. Its contents are lost if the frame around it is of the same kind. */
  def pop(): Unit =
    if stack.isEmpty then top = null
    else
      val bits = stack.pop()
      val frame = of(bits & Kinds)
      frame.restore(bits, stack)
      top = frame

  private def of(kind: Int): ReadFrame = kind match
    case Product  => products.nn
    case Sequence => sequences.nn
    case Mapping  => mappings.nn
    case _        => singles.nn

  def end(): Unit = stack.end()

private[brine] object ReadFrames:
  private[steps] final val Product = 0
  private[steps] final val Sequence = 1
  private[steps] final val Mapping = 2
  private[steps] final val Single = 3
  private final val Kinds = 3
  private[steps] final val HasId = 4
  private[steps] final val FrameBits = 3
