package brine.accel.serialize

import brine.accel.Parameters
import brine.accel.classes.{KlassAnswer, KlassLookup}
import brine.accel.control.Status
import brine.accel.memory._
import chisel3._
import chisel3.util._

/** Reads the objects (section V-B, "Object Handler").
  *
  * Each word of an object is a value or a reference, by the object's layout. Values go to the value array: the class's
  * number in place of the klass pointer, an array's length, fields and elements. References go back to the header
  * manager. One word a cycle; the blocks of the next objects are read ahead.
  */
class ObjectHandler(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val objects = Flipped(Decoupled(new PendingObject(p)))
    val reads = new ReadStream(p)
    val values = Decoupled(UInt(64.W))
    val references = Decoupled(UInt(p.virtualBits.W))
    val registry = Input(UInt(p.classBits.W))
    val klassLookup = Decoupled(new KlassLookup(p))
    val klassAnswer = Flipped(Valid(new KlassAnswer(p)))
    val keepMarks = Input(Bool())
    val serial = Input(Bool())
    val holdOff = Input(Bool())
    val objectDone = Output(Bool())
    val busy = Output(Bool())

    /** It waits for the header manager to take references. */
    val blocked = Output(Bool())
    val lookupOutstanding = Output(Bool())
    val failure = Valid(UInt(Status.bits.W))
  })

  private val countBits = Descriptor.contentBits + 1

  // ---- asking for the blocks of an object

  private class Reading extends Bundle {
    val pending = new PendingObject(p)
    val words = UInt(countBits.W) // the object's words, header included
  }
  private val reading = Module(new Queue(new Reading, 4))
  private val asking = RegInit(false.B)
  private val askAddress = Reg(UInt(p.virtualBits.W))
  private val blocksLeft = Reg(UInt(countBits.W))

  private val taken = Queue(io.objects, 1, pipe = true)
  private val next = taken.bits
  private val nextHasLength = next.descriptor.kind =/= Kind.plain
  private val words = ObjectWords.first.U +& nextHasLength +& next.descriptor.content(next.length)
  private val firstWord = Mux(io.keepMarks, ObjectWords.mark.U, ObjectWords.klass.U)
  private val firstAddress = next.address + (firstWord << 3)
  private val offset = next.address(p.blockShift - 1, 0) // of the object in its first block
  private val blocks = ((offset +& ((words - 1.U) << 3)) >> p.blockShift) -
    ((offset +& (firstWord << 3)) >> p.blockShift) + 1.U

  private val idle = !asking && reading.io.count === 0.U
  private val begins = taken.valid && !asking && reading.io.enq.ready && !(io.serial && (!idle || io.holdOff))
  taken.ready := !asking && reading.io.enq.ready && !(io.serial && (!idle || io.holdOff))
  reading.io.enq.valid := begins
  reading.io.enq.bits.pending := next
  reading.io.enq.bits.words := words
  when(begins) {
    asking := true.B
    askAddress := Cat(firstAddress >> p.blockShift, 0.U(p.blockShift.W))
    blocksLeft := blocks
  }
  io.reads.request.valid := asking
  io.reads.request.bits := askAddress
  when(io.reads.request.fire) {
    askAddress := askAddress + p.blockBytes.U
    blocksLeft := blocksLeft - 1.U
    when(blocksLeft === 1.U) { asking := false.B }
  }

  // ---- the words of the oldest object

  private val current = reading.io.deq.bits
  private val running = RegInit(false.B)
  private val word = Reg(UInt(countBits.W))
  private val layout = Reg(UInt(Descriptor.maxFields.W)) // of a plain object: bits of the fields from here on
  private val position = Reg(UInt(countBits.W)) // in the content, behind header and length
  when(!running && reading.io.deq.valid) {
    running := true.B
    word := firstWord
    layout := current.pending.descriptor.layout
    position := 0.U
  }

  private val block = io.reads.response
  private val wordAddress = (current.pending.address >> p.wordShift) + word
  private val inBlock = wordAddress(p.blockShift - p.wordShift - 1, 0)
  private val data = VecInit(Seq.tabulate(p.blockWords)(i => block.bits.data(64 * i + 63, 64 * i)))(inBlock)
  private val here = running && block.valid

  private val isKlass = word === ObjectWords.klass.U
  private val isExtension = word === ObjectWords.extension.U
  private val descriptor = current.pending.descriptor
  private val hasLength = descriptor.kind =/= Kind.plain
  private val isContent = word > ObjectWords.length.U || (word === ObjectWords.first.U && !hasLength)
  private val isReference = isContent && descriptor.isReference(position, current.pending.length, layout(0))
  private val isLastWord = word === current.words - 1.U

  // The last word of packed numbers can have bytes behind the last one, which are not the object's.
  private val lastBytes = (current.pending.length(2, 0) << descriptor.elementShift)(2, 0)
  private val cut = isLastWord && isContent && descriptor.kind === Kind.packed && lastBytes =/= 0.U
  private val kept = Mux(cut, data & ((1.U << (lastBytes << 3)) - 1.U), data)

  // The number of the last class is remembered: objects of one class often follow each other.
  private val lastKlass = RegInit(0.U(p.virtualBits.W))
  private val lastNumber = Reg(UInt(p.classBits.W))
  private val lookedUp = RegInit(false.B)
  private val klass = data(p.virtualBits - 1, 0)
  private val numberKnown = klass === lastKlass && klass =/= 0.U
  io.klassLookup.valid := here && isKlass && !numberKnown && !lookedUp
  io.klassLookup.bits.klass := klass
  io.klassLookup.bits.registry := io.registry
  when(io.klassLookup.fire) { lookedUp := true.B }
  when(io.klassAnswer.valid) {
    lookedUp := false.B
    when(io.klassAnswer.bits.found) {
      lastKlass := klass
      lastNumber := io.klassAnswer.bits.number
    }
  }
  io.lookupOutstanding := lookedUp

  io.values.valid := here && !isExtension && !isReference && (!isKlass || numberKnown)
  io.values.bits := Mux(isKlass, lastNumber, kept)
  io.references.valid := here && isReference
  io.references.bits := data(p.virtualBits - 1, 0)

  private val advances = here && (isExtension || io.values.fire || io.references.fire)
  block.ready := advances && (isLastWord || inBlock === (p.blockWords - 1).U)
  reading.io.deq.ready := advances && isLastWord
  io.objectDone := advances && isLastWord
  when(advances) {
    word := word + 1.U
    when(isContent) {
      layout := layout >> 1
      position := position + 1.U
    }
    when(isLastWord) { running := false.B }
  }

  io.busy := !idle
  io.blocked := io.references.valid && !io.references.ready
  // Words that the unit's addresses have no bits for.
  private val beyond = (data >> p.virtualBits).orR
  private val unknown = (io.klassAnswer.valid && !io.klassAnswer.bits.found) || (here && isKlass && beyond)
  private val wild = here && isReference && (beyond || data(2, 0).orR)
  private val fault = (block.valid && block.bits.fault) || wild
  io.failure.valid := unknown || fault
  io.failure.bits := Mux(fault, Status.fault, Status.unknownClass)
}
