package brine.accel

import chisel3._
import chisel3.util._

/** The packing of references and layouts (docs/spec/decoupled.md, "Packed items"), as combinational logic.
  *
  * An item is its bits, the end bit, and zeros up to a whole byte; the highest bit of a byte comes first. In the units,
  * the first byte of several has the lowest bits.
  */
object Packing {

  /** Bytes that a packed reference takes at most: enough for 2^47 slots. */
  val referenceBytes = 6
  val referenceBits: Int = 8 * referenceBytes - 1

  /** The bytes of a packed reference and their count. */
  def pack(code: UInt): (UInt, UInt) = {
    val bits = code.pad(referenceBits)
    val significant = Mux(bits.orR, Log2(bits) +& 1.U, 0.U)
    val ended = Cat(bits, 1.U(1.W))
    val shift = (8 * referenceBytes - 1).U - significant // zeros behind the end bit, if all bytes were used
    val left = (ended << shift)(8 * referenceBytes - 1, 0)
    (bytesReversed(left), ((significant >> 3) +& 1.U)(2, 0))
  }

  /** The reference that packed bytes represent; bytes after them are 0. */
  def unpack(bytes: UInt): UInt = {
    val left = bytesReversed(bytes)
    val ended = left >> PriorityEncoder(left) // the end bit is the lowest one that is set
    (ended >> 1)(referenceBits - 1, 0)
  }

  /** Reverses the bits of each byte. Hardware needs only wires for it; a simulator runs the three exchanges fast. */
  def mirrored(data: UInt): UInt = Seq(1, 2, 4).foldLeft(data) { (bits, distance) =>
    val low = BigInt(1, Array.fill(data.getWidth / 8)(Packing.lowHalves(distance))).U(data.getWidth.W)
    ((bits >> distance) & low) | ((bits & low) << distance)(data.getWidth - 1, 0)
  }

  /** A byte's bits in the lower group of each pair of groups, by the size of a group. */
  private val lowHalves: Map[Int, Byte] = Map(1 -> 0x55.toByte, 2 -> 0x33.toByte, 4 -> 0x0f.toByte)

  private def bytesReversed(data: UInt): UInt = {
    val count = data.getWidth / 8
    VecInit(Seq.tabulate(count)(i => data(8 * (count - i) - 1, 8 * (count - i) - 8))).asUInt
  }
}
