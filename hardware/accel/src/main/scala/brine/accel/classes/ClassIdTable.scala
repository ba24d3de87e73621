package brine.accel.classes

import brine.accel.Parameters
import chisel3._
import chisel3.util._

class PlacedClass(p: Parameters) extends Bundle {
  val place = UInt(p.classBits.W)
  val klass = UInt(p.virtualBits.W)
}

/** A memory with the klass pointer of each class, by its place. One lookup a cycle, answered in the next cycle. After
  * reset the table clears itself, a place a cycle.
  */
class ClassIdTable(p: Parameters, readers: Int) extends Module {
  val io = IO(new Bundle {
    val lookups = Vec(readers, Flipped(Decoupled(UInt(p.classBits.W))))
    val answers = Vec(readers, Valid(new ClassAnswer(p)))
    val write = Flipped(Valid(new PlacedClass(p)))
  })

  private val table = SyncReadMem(p.classes, new ClassAnswer(p))
  private val clearing = RegInit(true.B)
  private val cursor = RegInit(0.U(p.classBits.W))
  when(clearing) {
    cursor := cursor + 1.U
    when(cursor === (p.classes - 1).U) { clearing := false.B }
  }
  private val written = Wire(new ClassAnswer(p))
  written.found := !clearing
  written.klass := io.write.bits.klass
  when(clearing || io.write.valid) { table.write(Mux(clearing, cursor, io.write.bits.place), written) }

  private val choose = Module(new RRArbiter(UInt(p.classBits.W), readers))
  choose.io.in <> io.lookups
  choose.io.out.ready := !clearing && !io.write.valid

  private val found = table.read(choose.io.out.bits, choose.io.out.fire)
  private val asked = RegNext(choose.io.out.fire, false.B)
  private val reader = RegNext(choose.io.chosen)
  for ((answer, index) <- io.answers.zipWithIndex) {
    answer.valid := asked && reader === index.U
    answer.bits := found
  }
}
