package brine.accel.memory

import brine.accel.Parameters
import chisel3._
import chisel3.util._

/** Joins the streams of one unit into its link to the memory access interface: one request a cycle, fairly chosen.
  * Reorder buffers bring the answers back in order.
  *
  * A stream may ask only while its reorder buffer has room, so answers never wait for a unit.
  */
class UnitPort(p: Parameters, shape: PortShape) extends Module {
  require(shape.depths.size <= (1 << PortShape.streamBits))
  val io = IO(new Bundle {
    val reads = Vec(shape.reads.size, Flipped(new ReadStream(p)))
    val swaps = Vec(shape.swaps.size, Flipped(new SwapStream(p)))
    val writes = Vec(shape.writes, Flipped(Decoupled(new WriteRequest(p))))
    val link = new UnitLink(p)

    /** One read or swap at a time: the unit without parallelism that the paper calls vanilla. */
    val serial = Input(Bool())

    /** The unit gives up: answers are dropped, and no request leaves. */
    val drain = Input(Bool())

    /** No answer is outstanding, and memory has taken every write. */
    val idle = Output(Bool())
  })

  private val buffers = shape.depths.map(depth => Module(new ReorderBuffer(p, depth)))
  private val allEmpty = buffers.map(_.io.empty).reduce(_ && _)
  private val unanswered = RegInit(0.U(8.W)) // reads and swaps that memory has not answered yet
  private val mayAsk = (unanswered === 0.U || !io.serial) && !io.drain

  private val choose = Module(new RRArbiter(new UnitRequest(p), shape.depths.size + shape.writes))
  private val readRequests = io.reads.map(_.request)

  // A read or swap stream asks when it has a request and its buffer has room.
  private def ask(index: Int, valid: Bool, ready: Bool, request: UnitRequest): Unit = {
    val buffer = buffers(index)
    val input = choose.io.in(index)
    input.valid := valid && buffer.io.reserve.ready && mayAsk
    input.bits := request
    input.bits.stream := index.U
    input.bits.slot := buffer.io.slot
    buffer.io.reserve.valid := input.fire
    ready := input.ready && buffer.io.reserve.ready && mayAsk
    buffer.io.fill.valid := io.link.response.valid && io.link.response.bits.stream === index.U
    buffer.io.fill.bits := io.link.response.bits
  }

  for ((read, index) <- io.reads.zipWithIndex) {
    val request = WireInit(0.U.asTypeOf(new UnitRequest(p)))
    request.operation := Operation.read
    request.address := readRequests(index).bits
    ask(index, read.request.valid, read.request.ready, request)
    read.response.valid := buffers(index).io.deliver.valid && !io.drain
    read.response.bits := buffers(index).io.deliver.bits
    buffers(index).io.deliver.ready := read.response.ready || io.drain
  }

  for (swap <- io.swaps) {
    val index = shape.reads.size
    val request = WireInit(0.U.asTypeOf(new UnitRequest(p)))
    request.operation := Operation.swap
    request.address := swap.request.bits.address
    request.data := Cat(swap.request.bits.replacement, swap.request.bits.expected)
    ask(index, swap.request.valid, swap.request.ready, request)
    swap.response.valid := buffers(index).io.deliver.valid && !io.drain
    swap.response.bits.fault := buffers(index).io.deliver.bits.fault
    swap.response.bits.swapped := buffers(index).io.deliver.bits.data(0)
    buffers(index).io.deliver.ready := swap.response.ready || io.drain
  }

  for ((write, index) <- io.writes.zipWithIndex) {
    val input = choose.io.in(shape.depths.size + index)
    input.valid := write.valid && !io.drain
    input.bits := 0.U.asTypeOf(new UnitRequest(p))
    input.bits.operation := Operation.write
    input.bits.address := write.bits.address
    input.bits.mask := write.bits.mask
    input.bits.data := write.bits.data
    write.ready := input.ready && !io.drain
  }

  private val outgoing = Module(new Queue(new UnitRequest(p), 2))
  outgoing.io.enq <> choose.io.out
  io.link.request <> outgoing.io.deq
  private val asked = choose.io.out.fire && choose.io.out.bits.operation =/= Operation.write
  assert(!io.link.response.valid || unanswered =/= 0.U, "an answer that nobody asked for")
  assert(unanswered <= shape.depths.sum.U, "more requests than places for answers")
  unanswered := unanswered + asked - io.link.response.valid
  private val unwritten = RegInit(0.U(8.W)) // writes that memory has not taken yet
  assert(unwritten >= io.link.written, "memory has taken a write that nobody sent")
  assert(!unwritten.andR, "writes are counted wrongly")
  unwritten := unwritten + (choose.io.out.fire && choose.io.out.bits.operation === Operation.write) - io.link.written
  io.idle := allEmpty && unwritten === 0.U
}
