package brine.accel

import chisel3._

/** A counter that goes up, down, or both in a cycle. The two conditions are known late, so both sums are made ahead of
  * them.
  */
object UpDown {
  def apply(bits: Int, up: Bool, down: Bool): UInt = {
    val count = RegInit(0.U(bits.W))
    when(up && !down) { count := count + 1.U }
    when(down && !up) { count := count - 1.U }
    count
  }
}
