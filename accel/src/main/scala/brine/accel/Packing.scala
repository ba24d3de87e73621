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

  /** The reference that packed bytes stand for; bytes behind them are 0. */
  def unpack(bytes: UInt): UInt = {
    val left = bytesReversed(bytes)
    val ended = left >> PriorityEncoder(left) // the end bit is the lowest one that is set
    (ended >> 1)(referenceBits - 1, 0)
  }

  /** The bits of each byte in reverse: what has the highest bit first becomes what has the lowest first. */
  def mirrored(data: UInt): UInt =
    VecInit(Seq.tabulate(data.getWidth / 8)(i => Reverse(data(8 * i + 7, 8 * i)))).asUInt

  private def bytesReversed(data: UInt): UInt = {
    val count = data.getWidth / 8
    VecInit(Seq.tabulate(count)(i => data(8 * (count - i) - 1, 8 * (count - i) - 8))).asUInt
  }
}
