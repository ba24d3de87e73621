package brine.accel.deserialize

import brine.accel.{Packing, Parameters}
import brine.accel.control.Area
import brine.accel.memory.ReadStream
import chisel3._
import chisel3.util._

/** The layout of up to eight slots, a block of 64 bytes: which ones are references, and which ones hold a class's
  * number. Only the last block of an image has fewer than eight.
  */
class BlockLayout extends Bundle {
  val slots = UInt(4.W)
  val references = UInt(8.W)
  val classes = UInt(8.W)
}

/** Reads the packed layout bitmaps and divides them into blocks (section V-C, "Layout Manager").
  *
  * A byte a cycle. The last bit that is set in an object's last byte is its end bit; all before it are slots.
  */
class LayoutManager(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val start = Input(Bool())
    val layouts = Input(new Area(p))
    val ends = Input(new Area(p))
    val hasMarks = Input(Bool())
    val reads = Vec(2, new ReadStream(p))
    val blocks = Decoupled(new BlockLayout)

    /** The last block has been handed over. */
    val done = Output(Bool())
    val malformed = Output(Bool())
    val fault = Output(Bool())
  })

  private val loaders = Seq.fill(2)(Module(new Loader(p)))
  for (((loader, area), i) <- loaders.zip(Seq(io.layouts, io.ends)).zipWithIndex) {
    loader.io.start := io.start
    loader.io.area := area
    io.reads(i) <> loader.io.read
  }
  private val bytes = Module(new ShiftBuffer(8, 2 * p.blockBytes, p.blockBytes, 1))
  private val ends = Module(new ShiftBuffer(1, 2 * p.blockBits, p.blockBits, 8))
  bytes.io.in.valid := loaders(0).io.out.valid
  bytes.io.in.bits.count := loaders(0).io.out.bits.count
  bytes.io.in.bits.data := loaders(0).io.out.bits.data
  loaders(0).io.out.ready := bytes.io.in.ready
  ends.io.in.valid := loaders(1).io.out.valid
  ends.io.in.bits.count := loaders(1).io.out.bits.count << 3
  ends.io.in.bits.data := Packing.mirrored(loaders(1).io.out.bits.data)
  loaders(1).io.out.ready := ends.io.in.ready

  // ---- one byte

  private val started = RegInit(false.B)
  when(io.start) { started := true.B }
  private val isFirst = RegInit(true.B) // of its object
  private val byte = Reverse(bytes.io.data) // slots from the lowest bit on
  private val isLast = ends.io.data(0)
  private val slots = Mux(isLast, Log2(byte), 8.U)
  private val classSlot = io.hasMarks.asUInt // where a first byte has the class's number
  private val unpacked = Module(new ShiftBuffer(2, 32, 8, 8))
  private val here = bytes.io.count =/= 0.U && ends.io.count =/= 0.U
  // The slots of an object's header are no references.
  private val wrongHeader = isFirst && ((isLast && slots <= classSlot) || byte(0) || (io.hasMarks && byte(1)))
  private val wrong = here && ((isLast && byte === 0.U) || wrongHeader)
  unpacked.io.in.valid := here && !wrong
  unpacked.io.in.bits.count := slots
  unpacked.io.in.bits.data := VecInit(Seq.tabulate(8) { i =>
    Cat(isFirst && classSlot === i.U, byte(i))
  }).asUInt
  private val takes = unpacked.io.in.fire
  bytes.io.take := takes
  ends.io.take := takes
  when(takes) { isFirst := isLast }

  // ---- eight slots

  private val bytesOver = loaders(0).io.exhausted && bytes.io.count === 0.U
  private val available = Mux(unpacked.io.count >= 8.U, 8.U, unpacked.io.count(3, 0))
  io.blocks.valid := available === 8.U || (started && bytesOver && available =/= 0.U)
  io.blocks.bits.slots := available
  io.blocks.bits.references := VecInit(Seq.tabulate(8)(i => unpacked.io.data(2 * i) && i.U < available)).asUInt
  io.blocks.bits.classes := VecInit(Seq.tabulate(8)(i => unpacked.io.data(2 * i + 1) && i.U < available)).asUInt
  unpacked.io.take := Mux(io.blocks.fire, available, 0.U)

  io.done := started && bytesOver && unpacked.io.count === 0.U
  // Bits of the end map that belong to no byte are padding, fewer than eight. The last object has an end.
  private val endsMissing = !bytesOver && loaders(1).io.exhausted && ends.io.count === 0.U
  private val surplus = !loaders(1).io.exhausted || ends.io.count >= 8.U || ends.io.data.orR
  io.malformed := started && (wrong || endsMissing || (bytesOver && (!isFirst || surplus)))
  io.fault := loaders.map(_.io.fault).reduce(_ || _)

  private val advances = loaders.zip(Seq(bytes, ends)).map { case (loader, buffer) =>
    !loader.io.exhausted && buffer.io.in.ready
  }.reduce(_ || _)
  assert(
    !started || io.malformed || io.done || io.blocks.valid || here || advances,
    "a loader whose answers are never taken holds up the unit"
  )
}
