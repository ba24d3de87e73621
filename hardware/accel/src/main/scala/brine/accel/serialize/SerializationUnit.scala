package brine.accel.serialize

import brine.accel.Parameters
import brine.accel.classes.{KlassAnswer, KlassLookup}
import brine.accel.control._
import brine.accel.memory._
import chisel3._
import chisel3.util._

/** Serializes one graph at a time (Fig. 7 of the paper).
  * {{{
  *            references (queue)                    +------------------------+
  *        +---------------------------------------- |     object handler     | --> value array
  *        v                                         +------------------------+
  * +----------------+  object  +------------------+           ^
  * | header manager | -------> | metadata manager | ----------+ pending objects (may spill)
  * +----------------+ <------- +------------------+
  *        |             size            |
  *        v                             v
  *  reference array               layout bitmaps
  * }}}
  * When something fails, the unit takes what memory still owes it, forgets everything, and reports. The headers that it
  * has marked keep its number and counter, which the next serialization does not take for its own.
  */
class SerializationUnit(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val request = Flipped(Decoupled(new SerializeRequest(p)))
    val result = Decoupled(new SerializeResult)
    val link = new UnitLink(p)
    val klassLookup = Decoupled(new KlassLookup(p))
    val klassAnswer = Flipped(Valid(new KlassAnswer(p)))

    /** This unit's number in objects' headers, from 1. */
    val number = Input(UInt((24 - p.counterBits).W))

    /** The host has cleared the headers of all objects. */
    val clearCounter = Input(Bool())

    /** No parallelism within the unit ("Cereal Vanilla" in Fig. 10). */
    val serial = Input(Bool())
  })

  private val idle :: running :: flushing :: settling :: draining :: reporting :: Nil = Enum(6)
  private val state = RegInit(idle)
  private val request = Reg(new SerializeRequest(p))
  private val result = Reg(new SerializeResult)

  // ---- the serialization counter: one more for each request, until its bits are used up

  private val counter = RegInit(0.U(p.counterBits.W))
  private val last = ((BigInt(1) << p.counterBits) - 1).U
  when(io.clearCounter) { counter := 0.U }

  // ---- the components, which a reset between requests clears

  private val clear = WireDefault(false.B)
  private val clean = reset.asBool || clear
  private val headers = withReset(clean)(Module(new HeaderManager(p)))
  private val metadata = withReset(clean)(Module(new MetadataManager(p)))
  private val pending = withReset(clean)(Module(new PendingObjects(p)))
  private val handler = withReset(clean)(Module(new ObjectHandler(p)))
  private val references = withReset(clean)(Module(new Queue(UInt(p.virtualBits.W), 16)))
  private val packer = withReset(clean)(Module(new ReferenceArrayWriter(p)))
  private val referenceArray = withReset(clean)(Module(new PackedWriter(p)))
  private val layouts = withReset(clean)(Module(new PackedWriter(p)))
  private val values = withReset(clean)(Module(new BlockWriter(p, 64, 1)))
  private val port = Module(new UnitPort(p, SerializationUnit.shape(p)))

  private val rootTaken = RegInit(false.B)
  references.io.enq.valid := Mux(rootTaken, handler.io.references.valid, state === running)
  references.io.enq.bits := Mux(rootTaken, handler.io.references.bits, request.root)
  handler.io.references.ready := rootTaken && references.io.enq.ready
  when(state === running && references.io.enq.fire) { rootTaken := true.B }
  headers.io.references <> references.io.deq

  metadata.io.objects <> headers.io.described
  headers.io.size := metadata.io.size
  pending.io.in <> metadata.io.pending
  handler.io.objects <> pending.io.out
  headers.io.objectDone := handler.io.objectDone
  packer.io.references <> headers.io.places
  referenceArray.io.in <> packer.io.packed
  layouts.io.in <> metadata.io.layout
  values.io.in.valid := handler.io.values.valid
  values.io.in.bits.data := handler.io.values.bits
  values.io.in.bits.count := 1.U
  handler.io.values.ready := values.io.in.ready
  io.klassLookup <> handler.io.klassLookup
  handler.io.klassAnswer := io.klassAnswer

  headers.io.unit := io.number
  headers.io.counter := counter
  metadata.io.keepMarks := request.keepMarks
  handler.io.keepMarks := request.keepMarks
  handler.io.registry := request.registry
  values.io.area := request.values
  referenceArray.io.area := request.references
  referenceArray.io.ends := request.referenceEnds
  layouts.io.area := request.layouts
  layouts.io.ends := request.layoutEnds
  pending.io.area := request.spill

  // Without parallelism, one component works at a time.
  headers.io.serial := io.serial
  headers.io.holdOff := !metadata.io.idle || (handler.io.busy && !handler.io.blocked)
  handler.io.serial := io.serial
  handler.io.holdOff := !metadata.io.idle || !headers.io.idle || references.io.count =/= 0.U

  // ---- memory

  port.io.reads(0) <> headers.io.headers
  port.io.reads(1) <> metadata.io.descriptors
  port.io.reads(2) <> handler.io.reads
  port.io.reads(3) <> pending.io.read
  port.io.swaps(0) <> headers.io.updates
  port.io.writes(0) <> values.io.write
  port.io.writes(1) <> referenceArray.io.writes(0)
  port.io.writes(2) <> referenceArray.io.writes(1)
  port.io.writes(3) <> layouts.io.writes(0)
  port.io.writes(4) <> layouts.io.writes(1)
  port.io.writes(5) <> pending.io.write
  io.link <> port.io.link
  port.io.serial := io.serial
  port.io.drain := state === draining

  // ---- the course of a request

  private val watch = Module(new Watch)
  watch.io.runs := state =/= idle && state =/= reporting
  watch.io.limit := request.limit
  watch.io.waits := !port.io.idle || io.link.request.valid || io.klassLookup.valid || handler.io.lookupOutstanding

  private val areaFull = values.io.areaFull || referenceArray.io.areaFull || layouts.io.areaFull
  private val failures = Seq(
    headers.io.failure.valid -> headers.io.failure.bits,
    metadata.io.failure.valid -> metadata.io.failure.bits,
    handler.io.failure.valid -> handler.io.failure.bits,
    pending.io.failure.valid -> pending.io.failure.bits,
    io.link.writeFault -> Status.fault,
    areaFull -> Status.outputFull,
    watch.io.overdue -> Status.timeLimit
  )
  private val failed = failures.map(_._1).reduce(_ || _)

  private val flush = state === flushing
  values.io.flush := flush
  referenceArray.io.flush := flush
  layouts.io.flush := flush
  // The last references and layouts may still be on their way into the writers.
  private val quiet =
    headers.io.done && !packer.io.references.valid && !packer.io.packed.valid && !metadata.io.layout.valid
  private val flushed = values.io.flushed && referenceArray.io.flushed && layouts.io.flushed

  io.request.ready := state === idle
  io.result.valid := state === reporting
  io.result.bits := result
  result.clearSoon := counter >= last - (last >> 4) // a sixteenth is left

  switch(state) {
    is(idle) {
      when(io.request.fire) {
        request := io.request.bits
        result := 0.U.asTypeOf(new SerializeResult)
        clear := true.B
        rootTaken := false.B
        when(counter === last) {
          result.status := Status.needsClear
          state := reporting
        }.otherwise {
          counter := counter + 1.U
          state := running
        }
      }
    }
    is(running) { when(quiet) { state := flushing } }
    is(flushing) { when(flushed) { state := settling } }
    is(settling) {
      // Memory has taken all writes and keeps the order, so a later reader sees them.
      when(port.io.idle) {
        result.status := Status.ok
        result.valueSlots := values.io.units
        result.referenceBytes := referenceArray.io.bytes
        result.layoutBytes := layouts.io.bytes
        result.imageSlots := headers.io.slots
        result.objects := headers.io.objects
        state := reporting
      }
    }
    is(draining) {
      when(port.io.idle && !handler.io.lookupOutstanding) {
        clear := true.B
        state := reporting
      }
    }
    is(reporting) { when(io.result.fire) { state := idle } }
  }
  when((state === running || state === flushing || state === settling) && failed) {
    result.status := PriorityMux(failures)
    state := draining
  }

  // ---- properties

  private val written =
    Seq(request.values, request.references, request.referenceEnds, request.layouts, request.layoutEnds, request.spill)
  for ((write, area) <- port.io.writes.zip(written)) {
    val inside = write.bits.address >= area.base && write.bits.address +& p.blockBytes.U <= area.base +& area.bytes
    assert(!write.valid || inside, "a block is written outside its area")
  }
  assert(!clear || !handler.io.lookupOutstanding, "a class lookup is forgotten")
}

object SerializationUnit {
  def shape(p: Parameters): PortShape =
    PortShape(reads = Seq(p.window, 2, p.readAhead, p.pending), writes = 6, swaps = Some(p.marks))
}
