package brine.accel.deserialize

import brine.accel.Parameters
import brine.accel.classes.{ClassAnswer, ClassLookup}
import brine.accel.control._
import brine.accel.memory._
import chisel3._
import chisel3.util._

/** Rebuilds one image at a time (Fig. 8 of the paper).
  * {{{
  *  layout bitmaps      values      references
  *        |               |             |
  *        v               v             v
  *  +----------------+   +---------------+    one block    +----------------------+
  *  | layout manager |-->| block manager |---------------->| block reconstructors |--> image
  *  +----------------+   +---------------+                 +----------------------+
  * }}}
  * The three arrays are read ahead and in order, whatever the objects are. Arrays that do not fit together are
  * reported; nothing is written outside the image's area. Every reference is null or leads into the image. For use,
  * every class number is registered in the request's registry. The unit does not check that an object of the right
  * class begins where a reference leads. Software verifies the image before it trusts it (docs/accel, "Trust").
  */
class DeserializationUnit(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val request = Flipped(Decoupled(new DeserializeRequest(p)))
    val result = Decoupled(new DeserializeResult)
    val link = new UnitLink(p)
    val classLookup = Decoupled(new ClassLookup(p))
    val classAnswer = Flipped(Valid(new ClassAnswer(p)))

    /** No parallelism within the unit ("Cereal Vanilla" in Fig. 10). */
    val serial = Input(Bool())

    /** Reconstructors that are used, of those that there are. */
    val reconstructors = Input(UInt(log2Ceil(p.reconstructors + 1).W))
  })

  private val idle :: starting :: running :: settling :: draining :: reporting :: Nil = Enum(6)
  private val state = RegInit(idle)
  private val request = Reg(new DeserializeRequest(p))
  private val result = Reg(new DeserializeResult)

  private val clear = WireDefault(false.B)
  private val clean = reset.asBool || clear
  private val layouts = withReset(clean)(Module(new LayoutManager(p)))
  private val blocks = withReset(clean)(Module(new BlockManager(p)))
  private val reconstructors = Seq.fill(p.reconstructors)(withReset(clean)(Module(new BlockReconstructor(p))))
  private val port = Module(new UnitPort(p, DeserializationUnit.shape(p)))

  private val start = state === starting
  layouts.io.start := start
  layouts.io.layouts := request.layouts
  layouts.io.ends := request.layoutEnds
  layouts.io.hasMarks := request.hasMarks
  blocks.io.start := start
  blocks.io.values := request.values
  blocks.io.references := request.references
  blocks.io.referenceEnds := request.referenceEnds
  blocks.io.image := request.image
  blocks.io.use := request.use
  blocks.io.base := request.base

  private val layoutQueue = withReset(clean)(Module(new Queue(new BlockLayout, 2)))
  layoutQueue.io.enq <> layouts.io.blocks
  blocks.io.layouts <> layoutQueue.io.deq
  blocks.io.layoutsDone := layouts.io.done && layoutQueue.io.count === 0.U

  // ---- class numbers: the reconstructors share the unit's way to the Class ID Table

  private val ask = Module(new RRArbiter(new ClassLookup(p), p.reconstructors))
  private val asker = Reg(UInt(log2Ceil(p.reconstructors max 2).W))
  private val asking = RegInit(false.B)
  io.classLookup.valid := ask.io.out.valid && !asking
  io.classLookup.bits := ask.io.out.bits
  ask.io.out.ready := io.classLookup.ready && !asking
  when(io.classLookup.fire) {
    asking := true.B
    asker := ask.io.chosen
  }
  when(io.classAnswer.valid) { asking := false.B }

  private val busy = reconstructors.map(!_.io.job.ready).reduce(_ || _)
  // Without parallelism, a block is rebuilt before more is read.
  blocks.io.holdOff := io.serial && busy
  for ((reconstructor, i) <- reconstructors.zipWithIndex) {
    val enabled = i.U < io.reconstructors
    reconstructor.io.job.valid := blocks.io.jobs(i).valid && enabled
    reconstructor.io.job.bits := blocks.io.jobs(i).bits
    blocks.io.jobs(i).ready := reconstructor.io.job.ready && enabled
    reconstructor.io.translate := request.use
    reconstructor.io.registry := request.registry
    ask.io.in(i) <> reconstructor.io.classLookup
    reconstructor.io.classAnswer.valid := io.classAnswer.valid && asker === i.U
    reconstructor.io.classAnswer.bits := io.classAnswer.bits
    port.io.writes(i) <> reconstructor.io.write
  }

  // ---- memory

  for ((read, i) <- (layouts.io.reads ++ blocks.io.reads).zipWithIndex) {
    port.io.reads(i).response <> read.response
    val mayAsk = !(io.serial && busy)
    port.io.reads(i).request.valid := read.request.valid && mayAsk
    port.io.reads(i).request.bits := read.request.bits
    read.request.ready := port.io.reads(i).request.ready && mayAsk
  }
  io.link <> port.io.link
  port.io.serial := io.serial
  port.io.drain := state === draining

  // ---- the course of a request

  private val watch = Module(new Watch)
  watch.io.runs := state =/= idle && state =/= reporting
  watch.io.limit := request.limit
  watch.io.waits := !port.io.idle || io.link.request.valid || io.classLookup.valid || asking

  private val failures = Seq(
    (layouts.io.fault || blocks.io.fault || io.link.writeFault) -> Status.fault,
    reconstructors.map(_.io.unknownClass).reduce(_ || _) -> Status.unknownClass,
    (layouts.io.malformed || blocks.io.malformed) -> Status.malformed,
    watch.io.overdue -> Status.timeLimit
  )
  private val failed = failures.map(_._1).reduce(_ || _)

  io.request.ready := state === idle
  io.result.valid := state === reporting
  io.result.bits := result

  switch(state) {
    is(idle) {
      when(io.request.fire) {
        request := io.request.bits
        result := 0.U.asTypeOf(new DeserializeResult)
        clear := true.B
        state := starting
      }
    }
    is(starting) { state := running }
    is(running) { when(blocks.io.done && !busy) { state := settling } }
    is(settling) {
      when(port.io.idle) {
        result.status := Status.ok
        state := reporting
      }
    }
    is(draining) {
      when(port.io.idle && !asking) {
        clear := true.B
        state := reporting
      }
    }
    is(reporting) { when(io.result.fire) { state := idle } }
  }
  when((state === running || state === settling) && failed) {
    result.status := PriorityMux(failures)
    state := draining
  }

  // ---- properties

  private val imageEnd = request.image.base +& request.image.bytes
  for (write <- port.io.writes; word <- 0 until p.blockWords) {
    val at = write.bits.address + (8 * word).U
    val inside = at >= request.image.base && at +& 8.U <= imageEnd
    assert(!write.valid || !write.bits.mask(word) || inside, "a word is written outside the image")
  }
  assert(!clear || !asking || state === idle, "a class lookup is forgotten")
}

object DeserializationUnit {

  /** Layouts and their end map; values; references and their end map. */
  def shape(p: Parameters): PortShape =
    PortShape(reads = Seq(4, 2, p.readAhead, p.readAhead / 2, 2), writes = p.reconstructors, swaps = None)
}
