package brine.accel.deserialize

import brine.accel.Parameters
import brine.accel.control.Area
import brine.accel.memory.ReadStream
import chisel3._
import chisel3.util._

/** All that a reconstructor needs for one block of the image. */
class BlockJob(p: Parameters) extends Bundle {
  val layout = new BlockLayout
  val values = UInt(512.W)
  val references = UInt(512.W)
  val address = UInt(p.virtualBits.W)
}

/** Gives each block its values and references, and hands it to a free reconstructor (section V-C, "Block Manager").
  *
  * The layout gives the number of each that a block takes, so the two arrays are read ahead without regard to the
  * objects.
  */
class BlockManager(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val start = Input(Bool())
    val values = Input(new Area(p))
    val references = Input(new Area(p))
    val referenceEnds = Input(new Area(p))
    val image = Input(new Area(p))

    /** References become addresses, counted from the base. */
    val use = Input(Bool())
    val base = Input(UInt(p.virtualBits.W))

    /** Values, references, the references' end map. */
    val reads = Vec(3, new ReadStream(p))
    val layouts = Flipped(Decoupled(new BlockLayout))
    val jobs = Vec(p.reconstructors, Decoupled(new BlockJob(p)))

    /** No block in this cycle. */
    val holdOff = Input(Bool())

    /** No layout follows. */
    val layoutsDone = Input(Bool())
    val done = Output(Bool())
    val malformed = Output(Bool())
    val fault = Output(Bool())
  })

  // ---- the two arrays

  private val loader = Module(new Loader(p))
  loader.io.start := io.start
  loader.io.area := io.values
  io.reads(0) <> loader.io.read
  private val values = Module(new ShiftBuffer(8, 128, p.blockBytes, 64))
  values.io.in.valid := loader.io.out.valid
  values.io.in.bits.count := loader.io.out.bits.count
  values.io.in.bits.data := loader.io.out.bits.data
  loader.io.out.ready := values.io.in.ready

  private val references = Module(new ReferenceLoader(p))
  references.io.start := io.start
  references.io.references := io.references
  references.io.ends := io.referenceEnds
  references.io.slots := io.image.bytes >> 3
  references.io.use := io.use
  references.io.base := io.base
  io.reads(1) <> references.io.reads(0)
  io.reads(2) <> references.io.reads(1)

  // ---- the next block: what it needs is counted in a cycle, and it goes in the next one

  private class Needs extends Bundle {
    val layout = new BlockLayout
    val values, references = UInt(4.W)
  }
  private val counted = Module(new Queue(new Needs, 1, pipe = true))
  counted.io.enq.valid := io.layouts.valid
  counted.io.enq.bits.layout := io.layouts.bits
  counted.io.enq.bits.references := PopCount(io.layouts.bits.references)
  counted.io.enq.bits.values := io.layouts.bits.slots - PopCount(io.layouts.bits.references)
  io.layouts.ready := counted.io.enq.ready

  private val next = counted.io.deq
  private val layout = next.bits.layout
  private val ones = next.bits.references
  private val valueBytes = next.bits.values << 3
  private val enough = values.io.count >= valueBytes && references.io.count >= ones
  private val free = VecInit(io.jobs.map(_.ready))
  private val chosen = PriorityEncoderOH(free)
  private val mayGo = free.asUInt.orR && !io.holdOff

  private val address = Reg(UInt(p.virtualBits.W))
  private val bytesLeft = RegInit(0.U(Area.lengthBits.W)) // of the image
  private val blockBytes = layout.slots << 3
  private val fits = bytesLeft >= blockBytes
  private val goes = next.valid && enough && mayGo && fits
  next.ready := enough && mayGo && fits
  values.io.take := Mux(goes, valueBytes, 0.U)
  references.io.take := Mux(goes, ones, 0.U)
  when(goes) {
    address := address + 64.U
    bytesLeft := bytesLeft - blockBytes
  }
  when(io.start) {
    address := io.image.base
    bytesLeft := io.image.bytes
  }
  for ((job, i) <- io.jobs.zipWithIndex) {
    job.valid := next.valid && enough && fits && chosen(i) && mayGo
    job.bits.layout := layout
    job.bits.values := values.io.data
    job.bits.references := references.io.words
    job.bits.address := address
  }

  // ---- the end

  private val started = RegInit(false.B)
  when(io.start) { started := true.B }
  private val noValues = loader.io.exhausted && values.io.count === 0.U
  private val noReferences = references.io.over && references.io.count === 0.U
  private val layoutsOver = io.layoutsDone && counted.io.count === 0.U
  io.done := started && layoutsOver && noValues && noReferences && bytesLeft === 0.U

  private val valuesMissing = loader.io.exhausted && values.io.count < valueBytes
  private val referencesMissing = references.io.over && references.io.count < ones
  private val needsMore = next.valid && (valuesMissing || referencesMissing || !fits)
  // The layouts are over, and something of the arrays or of the image is left.
  private val left = layoutsOver && !io.done && (values.io.count =/= 0.U || references.io.count =/= 0.U ||
    (noValues && noReferences))
  io.malformed := started && (needsMore || left || references.io.malformed)
  io.fault := loader.io.fault || references.io.fault
}
