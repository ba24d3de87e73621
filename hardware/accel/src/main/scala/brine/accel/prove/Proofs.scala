package brine.accel.prove

import brine.accel.Parameters
import brine.accel.deserialize._
import brine.accel.memory.ReorderBuffer
import brine.accel.serialize.{BlockWriter, PendingObjects}
import chisel3._
import chisel3.util._

/** Units leave in the order in which they entered, none is lost, and none is made up. */
class ShiftBufferProof extends Proof {
  private val buffer = Module(new ShiftBuffer(unitBits = 1, capacity = 8, maxIn = 4, maxOut = 4))
  buffer.io.in.valid := freeBool("valid")
  buffer.io.in.bits.count := free("count", 3)
  buffer.io.in.bits.data := free("data", 4)
  buffer.io.take := free("take", 3)
  assume(buffer.io.in.bits.count <= 4.U)
  assume(buffer.io.take <= 4.U && buffer.io.take <= buffer.io.count)

  // One unit, any of them, is followed.
  private val followed = constant("followed", 6)
  private val entered, left = RegInit(0.U(6.W))
  private val value = Reg(Bool())
  when(buffer.io.in.fire) {
    entered := entered + buffer.io.in.bits.count
    when(followed >= entered && followed < entered +& buffer.io.in.bits.count) {
      value := (buffer.io.in.bits.data >> (followed - entered))(0)
    }
  }
  left := left + buffer.io.take
  assume(!entered(5))
  assert(buffer.io.count === entered - left, "units are lost")
  private val place = followed - left
  private val isThere = followed >= left && followed < entered && place < 4.U
  assert(!isThere || (buffer.io.data >> place)(0) === value, "units are not in order")
}

/** Answers leave in the order of their requests, whenever they come. */
class ReorderBufferProof extends Proof {
  private val p = Parameters()
  private val depth = 3
  private val buffer = Module(new ReorderBuffer(p, depth))
  buffer.io.reserve.valid := freeBool("reserve")
  buffer.io.deliver.ready := freeBool("take")
  buffer.io.fill.valid := freeBool("fill")
  buffer.io.fill.bits := 0.U.asTypeOf(buffer.io.fill.bits)
  buffer.io.fill.bits.slot := free("slot", 2)
  buffer.io.fill.bits.data := free("data", 8)

  private val owed = RegInit(VecInit(Seq.fill(4)(false.B)))
  private val slot = buffer.io.fill.bits.slot(1, 0)
  assume(!buffer.io.fill.valid || owed(slot))
  when(buffer.io.fill.valid) { owed(slot) := false.B }
  when(buffer.io.reserve.fire) {
    assert(!owed(buffer.io.slot(1, 0)), "a place is given twice")
    owed(buffer.io.slot(1, 0)) := true.B
  }

  private val followed = constant("followed", 5)
  private val asked, delivered = RegInit(0.U(5.W))
  private val place = Reg(UInt(2.W))
  private val value = Reg(UInt(8.W))
  private val isAsked, isAnswered = RegInit(false.B)
  assume(!asked(4))
  when(buffer.io.reserve.fire) {
    asked := asked + 1.U
    when(asked === followed) {
      place := buffer.io.slot(1, 0)
      isAsked := true.B
    }
  }
  when(buffer.io.fill.valid && isAsked && !isAnswered && slot === place) {
    value := buffer.io.fill.bits.data(7, 0)
    isAnswered := true.B
  }
  when(buffer.io.deliver.fire) {
    delivered := delivered + 1.U
    assert(
      delivered =/= followed || (isAnswered && buffer.io.deliver.bits.data(7, 0) === value),
      "an answer to another request"
    )
  }
  assert(buffer.io.empty === (asked === delivered), "answers are lost")
}

/** Every request lies in the area, and all of its bytes are delivered once. */
class LoaderProof extends Proof {
  private val p = Parameters()
  private val loader = Module(new Loader(p))
  private val its = area("area", p, 120)
  loader.io.start := isFirst
  loader.io.area := its
  memory("memory", p, loader.io.read)
  loader.io.out.ready := freeBool("take")

  private val delivered = RegInit(0.U(8.W))
  when(loader.io.out.fire) { delivered := delivered + loader.io.out.bits.count }
  private val address = loader.io.read.request.bits
  private val block = address(p.virtualBits - 1, p.blockShift)
  private val last = (its.base +& its.bytes - 1.U) >> p.blockShift
  assert(
    !loader.io.read.request.valid || (its.bytes =/= 0.U && block >= (its.base >> p.blockShift) && block <= last),
    "a block outside the area is read"
  )
  assert(isFirst || loader.io.exhausted === (delivered === its.bytes), "bytes are lost")
  assert(!loader.io.out.valid || isFirst || loader.io.out.bits.count =/= 0.U, "an answer without bytes")
}

/** The end maps that a proof is about. */
sealed trait Stream
object Stream {
  case object Any extends Stream

  /** Fewer bits than buckets. */
  case object FewEndBits extends Stream

  /** More bytes than the buckets need. */
  case object ManyEndBits extends Stream
}

/** The loader of references never waits for what cannot come ([[ReferenceLoader]]'s assertion). */
class ReferenceLoaderProof(make: Parameters => ReferenceLoader, stream: Stream = Stream.Any) extends Proof {
  private val p = Parameters()
  private val loader = Module(make(p))
  loader.io.start := isFirst
  loader.io.references := area("references", p, 127)
  loader.io.ends := area("ends", p, 127)
  private val bits = loader.io.ends.bytes << 3
  assume(stream match {
    case Stream.Any         => true.B
    case Stream.FewEndBits  => bits < loader.io.references.bytes
    case Stream.ManyEndBits => bits > loader.io.references.bytes + 7.U
  })
  loader.io.slots := constant("slots", 16)
  loader.io.use := false.B
  loader.io.base := 0.U
  memory("bytes", p, loader.io.reads(0))
  memory("bits", p, loader.io.reads(1))
  loader.io.take := free("take", 4)
  assume(loader.io.take <= 8.U && loader.io.take <= loader.io.count)
}

/** The loader of layouts never waits for what cannot come ([[LayoutManager]]'s assertion). */
class LayoutManagerProof extends Proof {
  private val p = Parameters()
  private val layouts = Module(new LayoutManager(p))
  layouts.io.start := isFirst
  layouts.io.layouts := area("layouts", p, 127)
  layouts.io.ends := area("ends", p, 127)
  layouts.io.hasMarks := constant("marks", 1).asBool
  memory("bytes", p, layouts.io.reads(0))
  memory("bits", p, layouts.io.reads(1))
  layouts.io.blocks.ready := freeBool("take")
}

/** Objects that wait stay in their area, none is overwritten, and there is room for each that comes back. */
class PendingObjectsProof extends Proof {
  private val p = Parameters(pending = 2)
  private val objects = Module(new PendingObjects(p))
  private val its = area("area", p, 127)
  assume(!its.base(p.blockShift - 1, 0).orR && !its.bytes(p.blockShift - 1, 0).orR)
  objects.io.area := its
  objects.io.in.valid := freeBool("in")
  objects.io.in.bits := 0.U.asTypeOf(objects.io.in.bits)
  objects.io.out.ready := freeBool("take")
  objects.io.write.ready := freeBool("write")
  memory("memory", p, objects.io.read)

  private val written, asked = RegInit(0.U(8.W))
  written := written + objects.io.write.fire
  asked := asked + objects.io.read.request.fire
  private def isInside(address: UInt) = address >= its.base && address +& p.blockBytes.U <= its.base +& its.bytes
  assert(!objects.io.write.valid || isInside(objects.io.write.bits.address), "an object is written outside the area")
  assert(!objects.io.read.request.valid || isInside(objects.io.read.request.bits), "an object is read outside the area")
  assert((written - asked) * p.blockBytes.U <= its.bytes, "an object is overwritten")
}

/** A writer stays in its area, and writes all that it was given unless it says that the area is full. */
class BlockWriterProof extends Proof {
  private val p = Parameters()
  private val writer = Module(new BlockWriter(p, unitBits = 8, maxUnits = 8))
  private val its = area("area", p, 127)
  assume(!its.base(p.blockShift - 1, 0).orR && !its.bytes(p.blockShift - 1, 0).orR)
  writer.io.area := its
  writer.io.in.valid := freeBool("valid")
  writer.io.in.bits.count := free("count", 4)
  writer.io.in.bits.data := free("data", 64)
  writer.io.flush := freeBool("flush")
  writer.io.write.ready := freeBool("write")
  private val flushes = RegNext(writer.io.flush, false.B)
  assume(writer.io.in.bits.count <= 8.U && writer.io.in.bits.count =/= 0.U)
  assume((!flushes || writer.io.flush) && !(writer.io.flush && writer.io.in.valid))

  private val blocks = RegInit(0.U(8.W))
  blocks := blocks + writer.io.write.fire
  private val address = writer.io.write.bits.address
  assert(
    !writer.io.write.valid || (address === its.base + (blocks << p.blockShift) && (blocks + 1.U) * 32.U <= its.bytes),
    "a block is written outside the area, or twice"
  )
  assert(
    !writer.io.flushed || (blocks << p.blockShift) >= writer.io.units,
    "units are lost"
  )
}

/** A block to check.
  *
  * @param cycles   the course from the reset on that is searched
  * @param isBroken a block with a known error, which the checker must find
  */
final case class Task(name: String, cycles: Int, isBroken: Boolean = false)(val make: () => Proof)

object Proofs {
  val all: Seq[Task] = Seq(
    Task("shift buffer", 12)(() => new ShiftBufferProof),
    Task("reorder buffer", 14)(() => new ReorderBufferProof),
    Task("loader", 14)(() => new LoaderProof),
    Task("pending objects", 14)(() => new PendingObjectsProof),
    Task("block writer", 12)(() => new BlockWriterProof),
    Task("layout manager", 12)(() => new LayoutManagerProof),
    Task("reference loader", 9)(() => new ReferenceLoaderProof(new ReferenceLoader(_))),
    Task("reference loader that waits for its end map", 14, isBroken = true)(() =>
      new ReferenceLoaderProof(new WaitsForBothArrays(_), Stream.FewEndBits)
    ),
    Task("reference loader that waits for its buckets", 14, isBroken = true)(() =>
      new ReferenceLoaderProof(new WaitsForBothArrays(_), Stream.ManyEndBits)
    )
  )
}

/** A [[ReferenceLoader]] as it was before its progress was proved. It reports a cut item only when both arrays are
  * exhausted, but the array with more bytes than its buffer takes never is.
  */
class WaitsForBothArrays(p: Parameters) extends ReferenceLoader(p) {
  override protected def cut: Bool = bytesExhausted && endsExhausted && !hasItem && mayMove
}
