package brine.accel.prove

import brine.accel.memory.{ReadResponse, ReadStream}
import brine.accel.Parameters
import brine.accel.control.Area
import chisel3._
import chisel3.util._

/** A block with an environment that may do all that the block's neighbours may do. A model checker chooses the free
  * inputs of every cycle. Assertions are those of the block's source and those of the subclass.
  */
abstract class Proof extends Module {
  private val made = Seq.newBuilder[UInt]

  /** The names of the free inputs in Verilog, with their widths; known once the proof is elaborated. */
  def inputs: Seq[(String, Int)] = made.result().map(port => port.instanceName -> port.getWidth)

  /** An input that the checker chooses in every cycle. */
  protected def free(name: String, width: Int): UInt = {
    val port = IO(Input(UInt(width.W))).suggestName(name)
    made += port
    port
  }

  protected def freeBool(name: String): Bool = free(name, 1).asBool

  /** An input that the checker chooses once. */
  protected def constant(name: String, width: Int): UInt = {
    val value = free(name, width)
    val before = RegNext(value)
    assume(isFirst || value === before)
    value
  }

  /** The first cycle after the reset. */
  protected lazy val isFirst: Bool = {
    val first = RegInit(true.B)
    first := false.B
    first
  }

  /** An area of at most `mostBytes` bytes. */
  protected def area(name: String, p: Parameters, mostBytes: Int): Area = {
    val area = Wire(new Area(p))
    area.base := constant(s"${name}_base", 8)
    area.bytes := constant(s"${name}_bytes", log2Ceil(mostBytes + 1))
    assume(area.bytes <= mostBytes.U)
    area
  }

  /** Memory that answers each request once, in order, whenever it likes and with any bytes. */
  protected def memory(name: String, p: Parameters, stream: ReadStream): Unit = {
    val outstanding = RegInit(0.U(8.W))
    stream.request.ready := freeBool(s"${name}_ready")
    stream.response.valid := freeBool(s"${name}_valid") && outstanding =/= 0.U
    stream.response.bits := free(s"${name}_data", p.blockBits).asTypeOf(new ReadResponse(p))
    stream.response.bits.fault := false.B
    outstanding := outstanding + stream.request.fire - stream.response.fire
  }
}
