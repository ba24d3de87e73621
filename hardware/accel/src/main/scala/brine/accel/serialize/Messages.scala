package brine.accel.serialize

import brine.accel.Parameters
import brine.accel.control.Area
import chisel3._
import chisel3.util.MuxLookup

/** The parts of a class's objects, behind their header (docs/spec/decoupled.md, "Objects"). */
object Kind {
  val bits = 2

  /** Fields; the descriptor marks the references. */
  val plain = 0.U(bits.W)

  /** A length, then for each element no slot, one or two; the descriptor marks the references of an element. */
  val elements = 1.U(bits.W)

  /** A length, then numbers, eight bytes to a slot. */
  val packed = 2.U(bits.W)

  /** The counts of values and of references, then the values, then the references. */
  val byHand = 3.U(bits.W)
}

/** A type descriptor: one block of memory, at the klass pointer.
  * {{{
  * word 0   bits 0 and 1: kind
  *          2 and 3: log2 of the bytes of a packed number
  *          4 and 5: slots of an element; 6 and 7: which of them are references
  *          8 to 15: count of fields
  * words 1 to 3   for plain objects: bit i is set if field i is a reference
  * }}}
  */
class Descriptor extends Bundle {
  val layout = UInt(Descriptor.maxFields.W)
  val fields = UInt(8.W)
  val elementReferences = UInt(2.W)
  val elementSlots = UInt(2.W)
  val elementShift = UInt(2.W)
  val kind = UInt(Kind.bits.W)

  /** Slots behind header and length, by the word where the length is. */
  def content(length: UInt): UInt = {
    val count = length(31, 0)
    MuxLookup(kind, fields.pad(Descriptor.contentBits))(Seq(
      Kind.elements -> Mux(elementSlots(1), count << 1, Mux(elementSlots(0), count, 0.U)),
      Kind.packed -> (((count << elementShift) +& 7.U) >> 3),
      Kind.byHand -> (count +& length(63, 32))
    ))
  }

  /** True if a slot of the content is a reference. For a plain object, `field` is the bit of its layout. */
  def isReference(position: UInt, length: UInt, field: Bool): Bool = MuxLookup(kind, field)(Seq(
    Kind.elements -> Mux(elementSlots(1) && position(0), elementReferences(1), elementReferences(0)),
    Kind.packed -> false.B,
    Kind.byHand -> (position >= length(31, 0))
  ))
}

object Descriptor {

  /** Classes with more fields cannot be registered: their descriptor would not be one block. */
  val maxFields = 192

  /** A descriptor begins at a multiple of its size, so it lies in one block. */
  val bits = 256

  /** A count has 32 bits, an element up to two slots. */
  val contentBits = 36

  def apply(block: UInt): Descriptor = {
    val d = Wire(new Descriptor)
    d.kind := block(1, 0)
    d.elementShift := block(3, 2)
    d.elementSlots := block(5, 4)
    d.elementReferences := block(7, 6)
    d.fields := block(15, 8)
    d.layout := block(255, 64)
    d
  }
}

/** An object that has been given its place: where it lies, its class, and the word where an array has its length. */
class NewObject(p: Parameters) extends Bundle {
  val address = UInt(p.virtualBits.W)
  val klass = UInt(p.virtualBits.W)
  val length = UInt(64.W)
}

/** An object that waits to be read, with its class. For other than plain objects, the length has the place of the
  * layout, so it is 32 bytes when it is spilled.
  */
class PendingObject(p: Parameters) extends Bundle {
  val descriptor = new Descriptor
  val address = UInt(p.virtualBits.W)
  def length: UInt = descriptor.layout(63, 0)
}

/** A reference for the reference array: null, or a place in the image, counted in slots. */
class Reference extends Bundle {
  val isNull = Bool()
  val slot = UInt(Area.lengthBits.W)
}

/** Up to eight bytes of a packed item. */
class PackedBytes extends Bundle {
  val last = Bool()
  val count = UInt(4.W)
  val bytes = UInt(64.W)
}

/** The 8 bytes that the accelerator has in each object's header. Counter 0 means that no unit has been here.
  * {{{ bits 0 to 15: serialization counter; 16 to 23: unit, from 1; 24 to 63: the object's place, in slots }}}
  */
class Extension(p: Parameters) extends Bundle {
  val slot = UInt(40.W)
  val unit = UInt((24 - p.counterBits).W)
  val counter = UInt(p.counterBits.W)
}

/** The words of an object in memory, from its address on. Other than plain objects have their length where those have
  * the first field.
  */
object ObjectWords {
  val mark = 0
  val klass = 1
  val extension = 2
  val length = 3
  val first = 3
}
