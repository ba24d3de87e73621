package brine.accel.deserialize

import brine.accel.Parameters
import brine.accel.classes.{ClassAnswer, ClassLookup}
import brine.accel.memory.WriteRequest
import chisel3._
import chisel3.util._

/** Rebuilds one block of 64 bytes (section V-C, "Block Reconstructor").
  *
  * A slot a cycle: the next reference where the layout has a one, else the next value. A class's number becomes its
  * klass pointer, if the request wants so. Then the block is written, a memory block a cycle.
  */
class BlockReconstructor(p: Parameters) extends Module {
  private val parts = 64 / p.blockBytes
  val io = IO(new Bundle {
    val job = Flipped(Decoupled(new BlockJob(p)))
    val translate = Input(Bool())
    val registry = Input(UInt(p.classBits.W))
    val classLookup = Decoupled(new ClassLookup(p))
    val classAnswer = Flipped(Valid(new ClassAnswer(p)))
    val write = Decoupled(new WriteRequest(p))
    val lookupOutstanding = Output(Bool())
    val unknownClass = Output(Bool())
  })

  private val idle :: scanning :: writing :: Nil = Enum(3)
  private val state = RegInit(idle)
  private val slots = Reg(UInt(4.W))
  private val isReference = Reg(UInt(8.W))
  private val isClass = Reg(UInt(8.W))
  private val values = Reg(UInt(512.W))
  private val references = Reg(UInt(512.W))
  private val address = Reg(UInt(p.virtualBits.W))
  private val out = Reg(Vec(8, UInt(64.W)))
  private val slot = Reg(UInt(3.W))
  private val part = Reg(UInt(log2Ceil(parts max 2).W))

  // The last classes are remembered: objects of few classes often follow each other. The oldest one is replaced.
  private val numbers = Reg(Vec(p.rememberedClasses, UInt(p.classBits.W)))
  private val klasses = Reg(Vec(p.rememberedClasses, UInt(p.virtualBits.W)))
  private val known = RegInit(VecInit(Seq.fill(p.rememberedClasses)(false.B)))
  private val oldest = RegInit(0.U(log2Ceil(p.rememberedClasses max 2).W))
  private val lookedUp = RegInit(false.B)

  io.job.ready := state === idle
  when(io.job.fire) {
    state := scanning
    slots := io.job.bits.layout.slots
    isReference := io.job.bits.layout.references
    isClass := io.job.bits.layout.classes
    values := io.job.bits.values
    references := io.job.bits.references
    address := io.job.bits.address
    slot := 0.U
    part := 0.U
  }

  // ---- scanning

  private val value = values(63, 0)
  private val wantsKlass = state === scanning && isClass(0) && io.translate
  private val tooLarge = value >= p.classes.U
  private val hits = numbers.zip(known).map { case (number, valid) => valid && number === value(p.classBits - 1, 0) }
  private val hasKlass = !tooLarge && hits.reduce(_ || _)
  io.classLookup.valid := wantsKlass && !hasKlass && !tooLarge && !lookedUp
  io.classLookup.bits.registry := io.registry
  io.classLookup.bits.number := value(p.classBits - 1, 0)
  when(io.classLookup.fire) { lookedUp := true.B }
  when(io.classAnswer.valid) {
    lookedUp := false.B
    when(io.classAnswer.bits.found) {
      numbers(oldest) := value(p.classBits - 1, 0)
      klasses(oldest) := io.classAnswer.bits.klass
      known(oldest) := true.B
      oldest := Mux(oldest === (p.rememberedClasses - 1).U, 0.U, oldest + 1.U)
    }
  }
  io.lookupOutstanding := lookedUp
  io.unknownClass := (wantsKlass && !hasKlass && tooLarge) || (io.classAnswer.valid && !io.classAnswer.bits.found)

  when(state === scanning && (!wantsKlass || hasKlass)) {
    out(slot) := Mux(isReference(0), references(63, 0), Mux(wantsKlass, Mux1H(hits, klasses), value))
    when(isReference(0)) { references := references >> 64 }.otherwise { values := values >> 64 }
    isReference := isReference >> 1
    isClass := isClass >> 1
    slot := slot + 1.U
    when(slot +& 1.U === slots) { state := writing }
  }

  // ---- writing

  private val mask = VecInit(Seq.tabulate(8)(i => i.U < slots)).asUInt
  io.write.valid := state === writing
  io.write.bits.address := address
  io.write.bits.mask := VecInit(Seq.tabulate(parts)(i => mask(p.blockWords * i + p.blockWords - 1, p.blockWords * i)))(
    part
  )
  io.write.bits.data := VecInit(Seq.tabulate(parts)(i => out.asUInt(p.blockBits * (i + 1) - 1, p.blockBits * i)))(part)
  private val isLastPart = part === (parts - 1).U || slots <= ((part +& 1.U) << log2Ceil(p.blockWords))
  when(io.write.fire) {
    part := part + 1.U
    address := address + p.blockBytes.U
    when(isLastPart) { state := idle }
  }
}
