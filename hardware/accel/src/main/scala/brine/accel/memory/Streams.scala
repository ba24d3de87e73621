package brine.accel.memory

import brine.accel.Parameters
import chisel3._
import chisel3.util._

/** A block that was read. A fault says that its page is not mapped; the data are then without meaning. */
class ReadResponse(p: Parameters) extends Bundle {
  val fault = Bool()
  val data = UInt(p.blockBits.W)
}

/** Words to write into one block. Bit i of the mask is word i, of 8 bytes. */
class WriteRequest(p: Parameters) extends Bundle {
  val address = UInt(p.virtualBits.W)
  val mask = UInt(p.blockWords.W)
  val data = UInt(p.blockBits.W)
}

/** Replaces one word of 8 bytes if it is still the expected one, without another unit's update in between. */
class SwapRequest(p: Parameters) extends Bundle {
  val address = UInt(p.virtualBits.W)
  val expected = UInt(64.W)
  val replacement = UInt(64.W)
}

class SwapResponse extends Bundle {
  val fault = Bool()
  val swapped = Bool()
}

/** Reads of one module: addresses out, blocks back in the same order. An address may lie anywhere in its block. */
class ReadStream(p: Parameters) extends Bundle {
  val request = Decoupled(UInt(p.virtualBits.W))
  val response = Flipped(Decoupled(new ReadResponse(p)))
}

class SwapStream(p: Parameters) extends Bundle {
  val request = Decoupled(new SwapRequest(p))
  val response = Flipped(Decoupled(new SwapResponse))
}

object Operation {
  val read = 0.U(2.W)
  val write = 1.U(2.W)
  val swap = 2.U(2.W)
}

/** The streams that a unit has: for each read stream the depth of its reorder buffer, the write streams, and whether
  * it swaps. Swaps get a reorder buffer too, which is the last one.
  */
final case class PortShape(reads: Seq[Int], writes: Int, swaps: Option[Int]) {
  val depths: Seq[Int] = reads ++ swaps
}

object PortShape {

  /** Bits that name a reorder buffer, and a place in one, for every unit. */
  val streamBits = 3
  val slotBits = 5
}

/** A unit's request to a slice. A swap's expected word is the lowest of the data, its replacement the next. */
class UnitRequest(p: Parameters) extends Bundle {
  val operation = UInt(2.W)
  val stream = UInt(PortShape.streamBits.W)
  val slot = UInt(PortShape.slotBits.W)
  val address = UInt(p.virtualBits.W)
  val mask = UInt(p.blockWords.W)
  val data = UInt(p.blockBits.W)
}

/** The answer to a read or a swap; a swap's result is the lowest bit of the data. */
class UnitResponse(p: Parameters) extends Bundle {
  val stream = UInt(PortShape.streamBits.W)
  val slot = UInt(PortShape.slotBits.W)
  val fault = Bool()
  val data = UInt(p.blockBits.W)
}

/** Between a unit's port and the interface. Answers are always taken: their place was reserved by the request. */
class UnitLink(p: Parameters) extends Bundle {
  val request = Decoupled(new UnitRequest(p))
  val response = Flipped(Valid(new UnitResponse(p)))

  /** The number of writes that memory has taken in this cycle: later reads see them. */
  val written = Input(UInt(log2Ceil(2 * p.channels + 1).W))

  /** A write was dropped, for its page is not mapped. It counts as written. */
  val writeFault = Input(Bool())
}

/** A slice's request to its memory channel: a read or a masked write of a block, by its physical address. */
class ChannelRequest(p: Parameters) extends Bundle {
  val write = Bool()
  val tag = UInt(p.tagBits.W)
  val address = UInt(p.physicalBits.W)
  val mask = UInt(p.blockWords.W)
  val data = UInt(p.blockBits.W)
}

class ChannelResponse(p: Parameters) extends Bundle {
  val tag = UInt(p.tagBits.W)
  val data = UInt(p.blockBits.W)
}

/** A memory channel. Answers to reads come in any order and bear the read's tag; writes are not answered. A read sees
  * the writes that the channel took before it.
  */
class Channel(p: Parameters) extends Bundle {
  val request = Decoupled(new ChannelRequest(p))
  val response = Flipped(Decoupled(new ChannelResponse(p)))
}
