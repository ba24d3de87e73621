package brine.accel.serialize

import brine.accel.Parameters
import brine.accel.control.{Area, Status}
import brine.accel.memory._
import chisel3._
import chisel3.util._

/** Finds the parts of an object (section V-B, "Object Metadata Manager").
  *
  * It reads the class's type descriptor and sends the object's size to the header manager. It hands the object with its
  * layout to the object handler, and writes the object's layout bitmap. This has a bit for each slot of the image, set
  * for a reference, then the end bit, eight of them a cycle. Descriptors are read one after the other, since the header
  * manager waits for each size; bitmaps are written meanwhile. Descriptors do not change while a request runs, so some
  * can be kept.
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

  // Descriptors that were read before, if the parameters have room for any.
  private val kept = Seq.fill(p.descriptors)(Reg(new KeptDescriptor))
  private val keptValid = Seq.fill(p.descriptors)(RegInit(false.B))
  private val hits = kept.zip(keptValid).map { case (k, valid) => valid && k.klass === io.objects.bits.klass }
  private val hit = hits.foldLeft(false.B)(_ || _)
  private val isKept = RegInit(false.B) // the current object's descriptor is in `found`
  private val found = Reg(new Descriptor)

  io.objects.ready := !asked && (hit || io.descriptors.request.ready)
  io.descriptors.request.valid := !asked && io.objects.valid && !hit
  io.descriptors.request.bits := io.objects.bits.klass
  when(io.objects.fire) {
    asked := true.B
    current := io.objects.bits
    isKept := hit
    if (p.descriptors > 0) found := Mux1H(hits, kept.map(_.descriptor))
  }

  // A block of 64 bytes has room for two descriptors.
  private val block = io.descriptors.response.bits.data
  private val read = Descriptor(
    if (p.blockBits == Descriptor.bits) block
    else Mux(current.klass(log2Ceil(Descriptor.bits / 8)), block >> Descriptor.bits, block)(Descriptor.bits - 1, 0)
  )
  private val descriptor = Mux(isKept, found, read)
  private val pending = Module(new Queue(new PendingObject(p), 2))
  private val bitmaps = Module(new Queue(new Bitmap, 2))
  io.pending <> pending.io.deq

  private val room = pending.io.enq.ready && bitmaps.io.enq.ready
  private val hasLength = descriptor.kind =/= Kind.plain
  private val front = 1.U +& io.keepMarks +& hasLength
  private val described = asked && room && (isKept || io.descriptors.response.valid)
  io.descriptors.response.ready := room && !isKept
  io.size.valid := described
  io.size.bits := front +& descriptor.content(current.length)
  when(described) { asked := false.B }
  if (p.descriptors > 0) {
    val next = RegInit(0.U(log2Ceil(p.descriptors max 2).W)) // the oldest one is replaced
    when(described && !isKept && !io.descriptors.response.bits.fault) {
      next := Mux(next === (p.descriptors - 1).U, 0.U, next + 1.U)
      for (i <- 0 until p.descriptors) when(next === i.U) {
        keptValid(i) := true.B
        kept(i).klass := current.klass
        kept(i).descriptor := read
      }
    }
  }

  pending.io.enq.valid := described
  pending.io.enq.bits.descriptor := descriptor
  when(hasLength) { pending.io.enq.bits.descriptor.layout := current.length }
  pending.io.enq.bits.address := current.address

  bitmaps.io.enq.valid := described
  bitmaps.io.enq.bits.slots := io.size.bits
  bitmaps.io.enq.bits.front := front(1, 0)
  bitmaps.io.enq.bits.descriptor := pending.io.enq.bits.descriptor

  io.failure.valid := described && !isKept && io.descriptors.response.bits.fault
  io.failure.bits := Status.fault
  io.idle := !asked && !io.objects.valid && pending.io.count === 0.U

  private class KeptDescriptor extends Bundle {
    val klass = UInt(p.virtualBits.W)
    val descriptor = new Descriptor
  }

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
    val isReference =
      bitmap.descriptor.isReference(position + i.U - bitmap.front, bitmap.descriptor.layout(63, 0), fields(i))
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
