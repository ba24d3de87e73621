package brine.accel.serialize

import brine.accel.Parameters
import brine.accel.control.{Area, Status}
import brine.accel.memory._
import chisel3._
import chisel3.util._

/** Finds out what an object is made of (section V-B, "Object Metadata Manager").
  *
  * It reads the class's type descriptor, tells the header manager the object's size, hands the object with its layout
  * to the object handler, and writes the object's layout bitmap: a bit for each slot of the image, set for a reference,
  * then the end bit, eight of them a cycle. Descriptors are read one after the other, since the header manager waits
  * for each size; bitmaps are written meanwhile.
  */
class MetadataManager(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val objects = Flipped(Decoupled(new NewObject(p)))
    val descriptors = new ReadStream(p)
    val size = Valid(UInt(Area.lengthBits.W))
    val pending = Decoupled(new PendingObject(p))
    val layout = Decoupled(new PackedBytes)
    val keepMarks = Input(Bool())
    val idle = Output(Bool())
    val failure = Valid(UInt(Status.bits.W))
  })

  // ---- the descriptor

  private val asked = RegInit(false.B)
  private val current = Reg(new NewObject(p))
  io.objects.ready := !asked && io.descriptors.request.ready
  io.descriptors.request.valid := !asked && io.objects.valid
  io.descriptors.request.bits := io.objects.bits.klass
  when(io.objects.fire) {
    asked := true.B
    current := io.objects.bits
  }

  private val descriptor = Descriptor(io.descriptors.response.bits.data)
  private val pending = Module(new Queue(new PendingObject(p), 2))
  private val bitmaps = Module(new Queue(new Bitmap, 2))
  io.pending <> pending.io.deq

  private val room = pending.io.enq.ready && bitmaps.io.enq.ready
  private val hasLength = descriptor.kind =/= Kind.plain
  private val front = 1.U +& io.keepMarks +& hasLength
  io.descriptors.response.ready := room
  io.size.valid := io.descriptors.response.fire
  io.size.bits := front +& descriptor.content(current.length)
  when(io.descriptors.response.fire) { asked := false.B }

  pending.io.enq.valid := io.descriptors.response.fire
  pending.io.enq.bits.descriptor := descriptor
  when(hasLength) { pending.io.enq.bits.descriptor.layout := current.length }
  pending.io.enq.bits.address := current.address

  bitmaps.io.enq.valid := io.descriptors.response.fire
  bitmaps.io.enq.bits.slots := io.size.bits
  bitmaps.io.enq.bits.front := front(1, 0)
  bitmaps.io.enq.bits.descriptor := pending.io.enq.bits.descriptor

  io.failure.valid := io.descriptors.response.fire && io.descriptors.response.bits.fault
  io.failure.bits := Status.fault
  io.idle := !asked && !io.objects.valid && pending.io.count === 0.U

  // ---- the bitmap

  private class Bitmap extends Bundle {
    val slots = UInt(Area.lengthBits.W)
    val front = UInt(2.W) // slots before the fields or elements: they are not references
    val descriptor = new Descriptor // with the length in place of the layout
  }

  private val bitmap = bitmaps.io.deq.bits
  private val position = RegInit(0.U(Area.lengthBits.W)) // of the first slot of the next byte
  private val shifted = Reg(UInt((Descriptor.maxFields + 3).W)) // of a plain object: bits of the slots from there on
  private val isFirst = position === 0.U
  private val fields = Mux(isFirst, bitmap.descriptor.layout << bitmap.front, shifted)
  private val left = bitmap.slots - position
  private val bits = VecInit(Seq.tabulate(8) { i =>
    val isFront = isFirst && i.U < bitmap.front
    val isSlot = i.U < left
    val isReference = bitmap.descriptor.isReference(position + i.U - bitmap.front, bitmap.descriptor.layout(63, 0), fields(i))
    Mux(isSlot, !isFront && isReference, i.U === left)
  })
  private val isLast = left < 8.U // the end bit is in this byte

  io.layout.valid := bitmaps.io.deq.valid
  io.layout.bits.bytes := Reverse(bits.asUInt)
  io.layout.bits.count := 1.U
  io.layout.bits.last := isLast
  bitmaps.io.deq.ready := io.layout.ready && isLast
  when(io.layout.fire) {
    position := Mux(isLast, 0.U, position + 8.U)
    shifted := fields >> 8
  }
}
