package brine.accel.deserialize

import brine.accel.{Packing, Parameters}
import brine.accel.control.Area
import brine.accel.memory.ReadStream
import chisel3._
import chisel3.util._

/** Reads the packed references and unpacks them, `p.unpackWidth` a cycle. The end map gives the end of each one, so
  * they can be unpacked side by side (section IV-B). A reference that leads behind the image is malformed; whether an
  * object begins where it leads is not checked.
  */
class ReferenceLoader(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val start = Input(Bool())
    val references = Input(new Area(p))
    val ends = Input(new Area(p))

    /** The slots of the image. */
    val slots = Input(UInt(Area.lengthBits.W))
    val use = Input(Bool())
    val base = Input(UInt(p.virtualBits.W))
    val reads = Vec(2, new ReadStream(p))

    /** The next eight references, as words of the image, and how many there are. */
    val words = Output(UInt(512.W))
    val count = Output(UInt(5.W))
    val take = Input(UInt(4.W))

    /** No reference follows those that are there. */
    val over = Output(Bool())
    val malformed = Output(Bool())
    val fault = Output(Bool())
  })

  private val width = p.unpackWidth
  private val most = Packing.referenceBytes
  private val loaders = Seq.fill(2)(Module(new Loader(p)))
  for (((loader, area), i) <- loaders.zip(Seq(io.references, io.ends)).zipWithIndex) {
    loader.io.start := io.start
    loader.io.area := area
    io.reads(i) <> loader.io.read
  }
  private val bytes = Module(new ShiftBuffer(8, 2 * p.blockBytes, p.blockBytes, most * width))
  private val ends = Module(new ShiftBuffer(1, 2 * p.blockBits, p.blockBits, most * width))
  bytes.io.in.valid := loaders(0).io.out.valid
  bytes.io.in.bits.count := loaders(0).io.out.bits.count
  bytes.io.in.bits.data := loaders(0).io.out.bits.data
  loaders(0).io.out.ready := bytes.io.in.ready
  ends.io.in.valid := loaders(1).io.out.valid
  ends.io.in.bits.count := loaders(1).io.out.bits.count << 3
  ends.io.in.bits.data := Packing.mirrored(loaders(1).io.out.bits.data)
  loaders(1).io.out.ready := ends.io.in.ready

  private val started = RegInit(false.B)
  when(io.start) { started := true.B }

  // ---- the next references: their ends and their values

  private val known = Mux(bytes.io.count < ends.io.count, bytes.io.count, ends.io.count)
  private class Item extends Bundle {
    val valid = Bool()
    val after = UInt(log2Ceil(most * width + 1).W) // bytes up to its end
    val length = UInt(log2Ceil(most + 1).W)
    val bytes = UInt((8 * most).W) // those of later items as well
  }
  private val items = Wire(Vec(width, new Item))
  private var begin: UInt = 0.U
  private var before: Bool = true.B
  for (item <- items) {
    val itsEnds = (ends.io.data >> begin)(most - 1, 0)
    val length = PriorityEncoder(itsEnds) +& 1.U
    item.valid := before && itsEnds.orR && begin +& length <= known
    item.after := (begin +& length)(item.after.getWidth - 1, 0)
    item.length := length(item.length.getWidth - 1, 0)
    item.bytes := (bytes.io.data >> (begin << 3))(8 * most - 1, 0)
    begin = item.after
    before = item.valid
  }

  // ---- their codes, a cycle later

  private val found = Reg(Vec(width, new Item))
  private val isFound = RegInit(false.B)
  private class Code extends Bundle {
    val valid = Bool()
    val bits = UInt(Packing.referenceBits.W)
  }
  private val words = Module(new ShiftBuffer(64, 16, width, 8))
  private val codes = Reg(Vec(width, new Code))
  private val hasCodes = RegInit(false.B)
  private val mayCode = !hasCodes || words.io.in.ready
  private val wrongs = for ((item, code) <- found.zip(codes)) yield {
    val mask = VecInit(Seq.tabulate(most)(i => Fill(8, i.U < item.length))).asUInt
    val its = item.bytes & mask
    when(mayCode) {
      code.valid := item.valid
      code.bits := Packing.unpack(its)
    }
    // Leading zeros, or no end bit in the last byte.
    item.valid && (!its(7) || (its >> ((item.length - 1.U) << 3))(7, 0) === 0.U)
  }
  private val wrong = RegInit(false.B)
  when(isFound && wrongs.reduce(_ || _)) { wrong := true.B }
  when(mayCode) { hasCodes := isFound }

  // ---- their words, a further cycle later

  private val origin = RegNext(io.base - 8.U) // reference 1 is the image's first slot
  words.io.in.valid := hasCodes
  words.io.in.bits.count := PopCount(codes.map(_.valid))
  words.io.in.bits.data := VecInit(codes.map { code =>
    Mux(io.use && code.bits =/= 0.U, origin + (code.bits << 3), code.bits).pad(64)
  }).asUInt
  private val hasRoom = !isFound || mayCode
  private val moves = items(0).valid && hasRoom
  when(hasRoom) {
    isFound := items(0).valid
    found := items
  }
  private val moved = Mux(moves, PriorityMux(items.reverse.map(i => i.valid -> i.after)), 0.U)
  bytes.io.take := moved
  ends.io.take := moved
  io.words := words.io.data
  io.count := words.io.count
  words.io.take := io.take

  // The comparison with the image's size takes a further cycle. A reference takes longer on its way to the image.
  private val outside = RegInit(false.B)
  for (code <- codes) {
    val bits = RegEnable(code.bits, words.io.in.fire)
    val isNext = RegNext(words.io.in.fire && code.valid, false.B)
    when(isNext && bits > io.slots) { outside := true.B }
  }

  // ---- the end

  protected val bytesExhausted: Bool = loaders(0).io.exhausted
  protected val endsExhausted: Bool = loaders(1).io.exhausted
  protected val hasItem: Bool = items(0).valid
  protected val mayMove: Bool = hasRoom
  private val bytesOver = bytesExhausted && bytes.io.count === 0.U
  private val hasEnd = ends.io.data(most - 1, 0).orR
  io.over := started && bytesOver && !isFound && !hasCodes
  // An item that is too long. One that is cut: a side is exhausted, and its rest cannot complete an item. Ends that are
  // missing, or belong to no byte: those of the last byte are padding.
  private val endless = known >= most.U && !hasEnd
  protected def cut: Bool = !hasItem &&
    ((bytesExhausted && ends.io.count >= bytes.io.count) || (endsExhausted && !hasEnd))
  private val isCut = !bytesOver && cut
  private val surplus = bytesOver && (!endsExhausted || ends.io.count >= 8.U || ends.io.data(7, 0).orR)
  io.malformed := started && (wrong || endless || isCut || surplus || outside)
  io.fault := loaders.map(_.io.fault).reduce(_ || _)

  private val advances = loaders.zip(Seq(bytes, ends)).map { case (loader, buffer) =>
    !loader.io.exhausted && buffer.io.in.ready
  }.reduce(_ || _)
  assert(
    !started || io.malformed || io.over || hasItem || isFound || hasCodes || advances,
    "a loader whose answers are never taken holds up the unit"
  )
}
