package brine.accel.serialize

import brine.accel.{Parameters, UpDown}
import brine.accel.control.{Area, Status}
import brine.accel.memory._
import chisel3._
import chisel3.util._

/** Numbers the objects (section V-B, "Header Manager").
  *
  * References come from the object handler, in the order of the slots that hold them. For each one the manager reads
  * the object's header. If the unit has been there in this serialization, the header holds the object's place.
  * Otherwise the object is new: its place is the sum of the sizes so far, which the manager writes into the header and
  * hands on. It then waits for the object's size.
  *
  * Headers are read ahead, up to `p.window` of them, so that only new objects wait for memory. A window can hold
  * several references to one object. The first one decides, and its answer is forwarded to the others: their headers
  * are not read, or were read too early. The same holds for references that come while the header's update is under
  * way, which `marks` remembers.
  */
class HeaderManager(p: Parameters) extends Module {
  val io = IO(new Bundle {

    /** References to objects; 0 is null. The first one is the root, which no slot holds. */
    val references = Flipped(Decoupled(UInt(p.virtualBits.W)))
    val headers = new ReadStream(p)
    val updates = new SwapStream(p)
    val described = Decoupled(new NewObject(p))
    val size = Flipped(Valid(UInt(Area.lengthBits.W)))
    val places = Decoupled(new Reference)

    /** The object handler has passed on the last reference of an object. */
    val objectDone = Input(Bool())

    /** The unit's number, from 1, and the counter of this serialization. */
    val unit = Input(UInt((24 - p.counterBits).W))
    val counter = Input(UInt(p.counterBits.W))

    /** One reference at a time, and none while `holdOff` says that another component works. */
    val serial = Input(Bool())
    val holdOff = Input(Bool())
    val idle = Output(Bool())
    val done = Output(Bool())
    val failure = Valid(UInt(Status.bits.W))
    val slots = Output(UInt(Area.lengthBits.W))
    val objects = Output(UInt(Area.lengthBits.W))
  })

  private val w = p.window
  private val indexBits = log2Ceil(w)
  private val headerWords = 3 // klass pointer, extension, length: words 1 to 3 of the object

  // ---- the window: a ring of references

  private val address = Reg(Vec(w, UInt(p.virtualBits.W)))
  private val isNull = Reg(Vec(w, Bool()))
  private val isRoot = Reg(Vec(w, Bool()))
  private val missing = RegInit(VecInit(Seq.fill(w)(0.U(2.W)))) // blocks of the header that are still to come
  private val waits = Reg(Vec(w, Bool())) // an older reference to the object will give its place
  private val known = Reg(Vec(w, Bool())) // the place is known, for any content of the header
  private val place = Reg(Vec(w, UInt(Area.lengthBits.W)))
  private val words = Reg(Vec(w, Vec(headerWords, UInt(64.W))))
  private val isVisited, isReserved = Reg(Vec(w, Bool())) // by this unit in this serialization; by another unit
  private val used = RegInit(VecInit(Seq.fill(w)(false.B)))
  private val head = RegInit(0.U(indexBits.W))
  private val tail = RegInit(0.U(indexBits.W))
  private val windowEmpty = !used.asUInt.orR

  // ---- marks: updates of headers that are under way, a ring

  private val m = p.marks
  private val markBits = log2Ceil(m max 2)
  private val markValid = RegInit(VecInit(Seq.fill(m)(false.B)))
  private val markAddress = Reg(Vec(m, UInt(p.virtualBits.W)))
  private val markPlace = Reg(Vec(m, UInt(Area.lengthBits.W)))
  private val markHead = RegInit(0.U(markBits.W))
  private val markTail = RegInit(0.U(markBits.W))

  // The place of an address that the reference leaving the window gives in this cycle.
  private val told = Wire(Bool())
  private val toldAddress = address(head)
  private val toldPlace = Wire(UInt(Area.lengthBits.W))

  // ---- taking a reference

  private val started = RegInit(false.B)
  private val asks = Module(new Queue(UInt(p.virtualBits.W), 2)) // blocks of headers, to memory
  private val fills = Module(new Queue(new FillTicket(indexBits), 2 * w))
  io.headers.request <> asks.io.deq
  private val secondBlock = RegInit(false.B)

  private val taken = Queue(io.references, 1, pipe = true)
  private val next = taken.bits
  private val nextNull = next === 0.U
  private val inWindow = VecInit((0 until w).map(i => used(i) && !isNull(i) && address(i) === next)).asUInt.orR
  private val marked = VecInit((0 until m).map(i => markValid(i) && markAddress(i) === next))
  private val toldNow = told && toldAddress === next
  private val needsHeader = !nextNull && !inWindow && !marked.asUInt.orR && !toldNow
  private val offset = next(p.blockShift - 1, p.wordShift)
  private val needsFirst = offset +& 1.U < p.blockWords.U
  private val needsSecond = offset +& 3.U >= p.blockWords.U
  private val room = !used(tail) && !(io.serial && (!windowEmpty || io.holdOff || markValid.asUInt.orR))

  // A header that lies across two blocks is requested in two cycles; the reference is taken in the first. Until then
  // no other can be.
  private val takes =
    taken.valid && room && !secondBlock && (!needsHeader || (asks.io.enq.ready && fills.io.enq.ready))
  taken.ready := room && !secondBlock && (!needsHeader || (asks.io.enq.ready && fills.io.enq.ready))
  private val asksFirst = takes && needsHeader
  private val blockOf = next(p.virtualBits - 1, p.blockShift)
  private val secondAddress = Reg(UInt(p.virtualBits.W))
  private val secondOffset = Reg(chiselTypeOf(offset))
  private val secondEntry = Reg(UInt(indexBits.W))
  asks.io.enq.valid := (asksFirst || secondBlock) && fills.io.enq.ready
  asks.io.enq.bits := Mux(secondBlock, secondAddress, Cat(Mux(needsFirst, blockOf, blockOf + 1.U), 0.U(p.blockShift.W)))
  fills.io.enq.valid := (asksFirst || secondBlock) && asks.io.enq.ready
  fills.io.enq.bits.entry := Mux(secondBlock, secondEntry, tail)
  fills.io.enq.bits.offset := Mux(secondBlock, secondOffset, offset)
  fills.io.enq.bits.second := secondBlock || !needsFirst
  when(asksFirst && needsFirst && needsSecond) {
    secondBlock := true.B
    secondAddress := Cat(blockOf + 1.U, 0.U(p.blockShift.W))
    secondOffset := offset
    secondEntry := tail
  }
  when(secondBlock && asks.io.enq.fire) { secondBlock := false.B }

  when(takes) {
    started := true.B
    used(tail) := true.B
    address(tail) := next
    isNull(tail) := nextNull
    isRoot(tail) := !started
    missing(tail) := Mux(needsHeader, needsFirst +& needsSecond, 0.U)
    known(tail) := toldNow || (!inWindow && marked.asUInt.orR)
    waits(tail) := inWindow && !toldNow
    place(tail) := Mux(toldNow, toldPlace, Mux1H(marked, markPlace))
    tail := tail + 1.U
  }

  // ---- headers arrive

  private val ticket = fills.io.deq.bits
  private val answer = io.headers.response
  answer.ready := true.B
  fills.io.deq.ready := answer.fire
  private val answerWords = VecInit(Seq.tabulate(p.blockWords)(i => answer.bits.data(64 * i + 63, 64 * i)))
  when(answer.fire) {
    for (k <- 0 until headerWords) {
      val at = ticket.offset +& (k + 1).U
      val inSecond = at >= p.blockWords.U
      val word = answerWords(at(p.blockShift - p.wordShift - 1, 0))
      when(inSecond === ticket.second) {
        words(ticket.entry)(k) := word
        if (k == ObjectWords.extension - 1) {
          val found = word.asTypeOf(new Extension(p))
          isVisited(ticket.entry) := found.counter === io.counter && found.unit === io.unit
          isReserved(ticket.entry) := found.unit =/= 0.U && found.unit =/= io.unit
        }
      }
    }
    missing(ticket.entry) := missing(ticket.entry) - 1.U
  }

  // ---- the oldest reference is decided

  private val extension = words(head)(1).asTypeOf(new Extension(p))
  private val complete = used(head) && missing(head) === 0.U && !waits(head)
  private val visited = isVisited(head)
  private val reserved = isReserved(head)
  private val isNew = !isNull(head) && !known(head) && !visited && !reserved
  private val total = RegInit(0.U(Area.lengthBits.W))
  private val count = RegInit(0.U(Area.lengthBits.W))
  private val sizing = RegInit(false.B) // the last new object's size is not known yet

  private val places = Module(new Queue(new Reference, 4))
  private val updates = Module(new Queue(new SwapRequest(p), 2))
  private val described = Module(new Queue(new NewObject(p), 1, flow = true))
  io.places <> places.io.deq
  io.updates.request <> updates.io.deq
  io.updates.request.bits.address := updates.io.deq.bits.address + (8 * ObjectWords.extension).U // of the object
  io.described <> described.io.deq

  private val roomForNew = updates.io.enq.ready && described.io.enq.ready && !markValid(markTail) && !sizing
  private val decides = complete && (isNull(head) || known(head) || visited || (isNew && roomForNew)) &&
    (places.io.enq.ready || isRoot(head))
  private val makes = decides && isNew
  toldPlace := Mux(known(head), place(head), Mux(visited, extension.slot, total))
  told := decides && !isNull(head)

  places.io.enq.valid := decides && !isRoot(head)
  places.io.enq.bits.isNull := isNull(head)
  places.io.enq.bits.slot := toldPlace

  updates.io.enq.valid := makes
  updates.io.enq.bits.address := address(head)
  updates.io.enq.bits.expected := words(head)(1)
  private val mark = Wire(new Extension(p))
  mark.slot := total
  mark.unit := io.unit
  mark.counter := io.counter
  updates.io.enq.bits.replacement := mark.asUInt

  described.io.enq.valid := makes
  described.io.enq.bits.address := address(head)
  described.io.enq.bits.klass := words(head)(0)(p.virtualBits - 1, 0)
  described.io.enq.bits.length := words(head)(2)

  when(decides) {
    used(head) := false.B
    head := head + 1.U
  }
  when(told) {
    for (i <- 0 until w) {
      when(used(i) && !isNull(i) && address(i) === toldAddress) {
        known(i) := true.B
        waits(i) := false.B
        place(i) := toldPlace
      }
    }
  }
  when(makes) {
    sizing := true.B
    count := count + 1.U
    markValid(markTail) := true.B
    markAddress(markTail) := address(head)
    markPlace(markTail) := total
    markTail := Mux(markTail === (m - 1).U, 0.U, markTail + 1.U)
  }
  when(io.size.valid) {
    sizing := false.B
    total := total + io.size.bits
  }

  io.updates.response.ready := true.B
  when(io.updates.response.fire) {
    markValid(markHead) := false.B
    markHead := Mux(markHead === (m - 1).U, 0.U, markHead + 1.U)
  }

  // ---- the end

  // Objects whose references are still to come.
  private val unfinished = UpDown(Area.lengthBits, up = makes, down = io.objectDone)
  io.idle := windowEmpty && !sizing && !secondBlock && !taken.valid
  private val noReference = windowEmpty && !io.references.valid && !taken.valid
  io.done := started && noReference && unfinished === 0.U && !markValid.asUInt.orR && !sizing
  io.slots := total
  io.objects := count

  private val sharedHere = complete && !isNull(head) && !known(head) && !visited && reserved
  private val lostUpdate =
    io.updates.response.fire && !io.updates.response.bits.fault && !io.updates.response.bits.swapped
  private val fault = (answer.fire && answer.bits.fault) || (io.updates.response.fire && io.updates.response.bits.fault)
  io.failure.valid := sharedHere || lostUpdate || fault
  io.failure.bits := Mux(fault, Status.fault, Status.shared)
}

/** Whose header a block belongs to, and which part of it. */
class FillTicket(indexBits: Int) extends Bundle {
  val entry = UInt(indexBits.W)
  val offset = UInt(3.W)
  val second = Bool()
}
