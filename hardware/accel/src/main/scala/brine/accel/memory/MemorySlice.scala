package brine.accel.memory

import brine.accel.Parameters
import chisel3._
import chisel3.util._

/** A reader that waits for a block: the unit, its stream, and the place in that stream's reorder buffer. */
class Waiter(p: Parameters) extends Bundle {
  val unit = UInt(p.unitBits.W)
  val stream = UInt(PortShape.streamBits.W)
  val slot = UInt(PortShape.slotBits.W)
}

class SliceResponse(p: Parameters) extends Bundle {
  val unit = UInt(p.unitBits.W)
  val answer = new UnitResponse(p)
}

class SliceRequest(p: Parameters) extends Bundle {
  val unit = UInt(p.unitBits.W)
  val request = new UnitRequest(p)
}

/** The part of the memory access interface that serves one memory channel.
  *
  * An entry is a block that was requested from memory, with the list of its readers. A read of a block that is
  * outstanding already joins the list: the two are coalesced. A write closes the block's entry, since a later reader
  * must see the write. Swaps have a second table: a swap reads its block, compares, and writes if nothing has changed;
  * while it is there, no other swap of the same block begins.
  */
class MemorySlice(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val request = Flipped(Decoupled(new SliceRequest(p)))
    val response = Decoupled(new SliceResponse(p))

    /** The unit whose write memory takes in this cycle. */
    val written = Valid(UInt(p.unitBits.W))
    val writeFault = Valid(UInt(p.unitBits.W))
    val lookup = new TlbLookup(p)
    val channel = new Channel(p)
  })

  private val incoming = Queue(io.request, 2)
  private val head = incoming.bits
  io.lookup.valid := incoming.valid
  io.lookup.address := head.request.address
  private val isRead = head.request.operation === Operation.read
  private val isWrite = head.request.operation === Operation.write
  private val isSwap = head.request.operation === Operation.swap
  private val block = io.lookup.physical(p.physicalBits - 1, p.blockShift)

  // Requests to memory. The write of a swap goes first: its block is blocked until then.
  private val toChannel = Module(new Queue(new ChannelRequest(p), 4))
  private val outgoing = Module(new Arbiter(new ChannelRequest(p), 2))
  toChannel.io.enq <> outgoing.io.out
  io.channel.request <> toChannel.io.deq
  private val writers = Module(new Queue(UInt(p.unitBits.W), 4)) // of the writes in that queue
  private val swapWrite = outgoing.io.in(0)
  private val fresh = outgoing.io.in(1)

  // ---- entries of reads

  private val entryValid = RegInit(VecInit(Seq.fill(p.sliceEntries)(false.B)))
  private val entryOpen = Reg(Vec(p.sliceEntries, Bool()))
  private val entryBlock = Reg(Vec(p.sliceEntries, UInt((p.physicalBits - p.blockShift).W)))
  private val entryCount = Reg(Vec(p.sliceEntries, UInt(log2Ceil(p.waiters + 1).W)))
  private val entryWaiters = Reg(Vec(p.sliceEntries, Vec(p.waiters, new Waiter(p))))

  private val answerTag = io.channel.response.bits.tag
  private val answerIsSwap = answerTag >= p.sliceEntries.U
  private val answerEntry = answerTag(log2Ceil(p.sliceEntries max 2) - 1, 0)
  private val answering = io.channel.response.valid && !answerIsSwap

  private val sameBlock =
    VecInit((0 until p.sliceEntries).map(i => entryValid(i) && entryOpen(i) && entryBlock(i) === block))
  private val joins = VecInit((0 until p.sliceEntries).map { i =>
    sameBlock(i) && entryCount(i) =/= p.waiters.U && !(answering && answerEntry === i.U)
  })
  private val joined = OHToUInt(joins)
  private val canJoin = joins.asUInt.orR
  private val freeEntry = PriorityEncoder(entryValid.map(!_))
  private val hasFreeEntry = !entryValid.asUInt.andR

  // ---- entries of swaps

  private val swapValid = RegInit(VecInit(Seq.fill(p.sliceSwaps)(false.B)))
  private val swapAddress = Reg(Vec(p.sliceSwaps, UInt(p.physicalBits.W)))
  private val swapWords = Reg(Vec(p.sliceSwaps, UInt(128.W)))
  private val swapWaiter = Reg(Vec(p.sliceSwaps, new Waiter(p)))
  private val swapBusy = VecInit((0 until p.sliceSwaps).map { i =>
    swapValid(i) && swapAddress(i)(p.physicalBits - 1, p.blockShift) === block
  }).asUInt.orR
  private val freeSwap = PriorityEncoder(swapValid.map(!_))
  private val hasFreeSwap = !swapValid.asUInt.andR

  // ---- taking a request

  private val waiter = Wire(new Waiter(p))
  waiter.unit := head.unit
  waiter.stream := head.request.stream
  waiter.slot := head.request.slot

  private val translated = incoming.valid && io.lookup.hit
  private val newRead = translated && isRead && !canJoin && hasFreeEntry
  private val newSwap = translated && isSwap && !swapBusy && hasFreeSwap
  private val newWrite = translated && isWrite && writers.io.enq.ready
  fresh.valid := newRead || newSwap || newWrite
  fresh.bits.write := isWrite
  fresh.bits.tag := Mux(isSwap, p.sliceEntries.U(p.tagBits.W) + freeSwap, Mux(isWrite, 0.U, freeEntry))
  fresh.bits.address := Cat(block, 0.U(p.blockShift.W))
  fresh.bits.mask := head.request.mask
  fresh.bits.data := head.request.data

  private val joinsNow = translated && isRead && canJoin
  when(joinsNow) {
    entryWaiters(joined)(entryCount(joined)(log2Ceil(p.waiters max 2) - 1, 0)) := waiter
    entryCount(joined) := entryCount(joined) + 1.U
  }
  when(fresh.fire && newRead) {
    entryValid(freeEntry) := true.B
    entryOpen(freeEntry) := true.B
    entryBlock(freeEntry) := block
    entryCount(freeEntry) := 1.U
    entryWaiters(freeEntry)(0) := waiter
  }
  when(fresh.fire && newSwap) {
    swapValid(freeSwap) := true.B
    swapAddress(freeSwap) := io.lookup.physical
    swapWords(freeSwap) := head.request.data(127, 0)
    swapWaiter(freeSwap) := waiter
  }

  // A write has no tag. A swap's write has the tag of its swap, so it is not taken for a unit's.
  writers.io.enq.valid := fresh.fire && newWrite
  writers.io.enq.bits := head.unit
  writers.io.deq.ready :=
    io.channel.request.fire && io.channel.request.bits.write && io.channel.request.bits.tag === 0.U
  io.written.valid := writers.io.deq.fire
  io.written.bits := writers.io.deq.bits

  // A later read of a block that is written must not join an earlier one. A new read closes a full entry, too.
  for (i <- 0 until p.sliceEntries) {
    when(fresh.fire && (newWrite || newRead) && sameBlock(i)) { entryOpen(i) := false.B }
  }

  // ---- answers: of memory, or of a page that is not mapped

  private val answers = Module(new Arbiter(new SliceResponse(p), 2))
  private val fromMemory = answers.io.in(0)
  private val turn = RegInit(0.U(log2Ceil(p.waiters max 2).W))
  private val swapEntry = (answerTag - p.sliceEntries.U)(log2Ceil(p.sliceSwaps max 2) - 1, 0)
  private val swapWord = swapAddress(swapEntry)(p.blockShift - 1, p.wordShift)
  private val found =
    VecInit(Seq.tabulate(p.blockWords)(i => io.channel.response.bits.data(64 * i + 63, 64 * i)))(swapWord)
  private val swaps = found === swapWords(swapEntry)(63, 0)
  private val answered = Mux(answerIsSwap, swapWaiter(swapEntry), entryWaiters(answerEntry)(turn))
  private val lastWaiter = answerIsSwap || turn +& 1.U === entryCount(answerEntry)
  private val swapCanWrite = !(answerIsSwap && swaps) || swapWrite.ready

  fromMemory.valid := io.channel.response.valid && swapCanWrite
  fromMemory.bits.unit := answered.unit
  fromMemory.bits.answer.stream := answered.stream
  fromMemory.bits.answer.slot := answered.slot
  fromMemory.bits.answer.fault := false.B
  fromMemory.bits.answer.data := Mux(answerIsSwap, swaps, io.channel.response.bits.data)
  io.channel.response.ready := fromMemory.ready && swapCanWrite && lastWaiter

  swapWrite.valid := io.channel.response.valid && answerIsSwap && swaps && fromMemory.ready
  swapWrite.bits.write := true.B
  swapWrite.bits.tag := answerTag
  swapWrite.bits.address := Cat(swapAddress(swapEntry)(p.physicalBits - 1, p.blockShift), 0.U(p.blockShift.W))
  swapWrite.bits.mask := UIntToOH(swapWord)
  swapWrite.bits.data := Fill(p.blockWords, swapWords(swapEntry)(127, 64))

  when(fromMemory.fire) {
    when(answerIsSwap) {
      swapValid(swapEntry) := false.B
    }.elsewhen(lastWaiter) {
      entryValid(answerEntry) := false.B
      turn := 0.U
    }.otherwise {
      turn := turn + 1.U
    }
  }
  // The write of a swap closes entries as any write does.
  for (i <- 0 until p.sliceEntries) {
    when(swapWrite.fire && entryBlock(i) === swapAddress(swapEntry)(p.physicalBits - 1, p.blockShift)) {
      entryOpen(i) := false.B
    }
  }

  private val fault = answers.io.in(1)
  fault.valid := incoming.valid && io.lookup.fault && !isWrite
  fault.bits.unit := head.unit
  fault.bits.answer.stream := head.request.stream
  fault.bits.answer.slot := head.request.slot
  fault.bits.answer.fault := true.B
  fault.bits.answer.data := 0.U
  io.writeFault.valid := incoming.valid && io.lookup.fault && isWrite
  io.writeFault.bits := head.unit

  io.response <> answers.io.out
  incoming.ready := fresh.fire || joinsNow || fault.fire || io.writeFault.valid
}
