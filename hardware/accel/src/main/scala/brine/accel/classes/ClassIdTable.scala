package brine.accel.classes

import brine.accel.Parameters
import chisel3._
import chisel3.util._

/** A class that takes its place. */
class PlacedClass(p: Parameters) extends Bundle {
  val key = new ClassLookup(p)
  val klass = UInt(p.virtualBits.W)
}

/** A memory with the registry and the klass pointer of each class, by its place. One lookup a cycle, answered in the
  * next cycle. After reset the table clears itself, a place a cycle.
  *
  * A class is found only in its own registry, so the numbers of a stream can lead to any place. A number that leads
  * beyond the end of the table goes on at its beginning. No registry has a class there, before its own first place.
  */
class ClassIdTable(p: Parameters, readers: Int) extends Module {
  val io = IO(new Bundle {
    val lookups = Vec(readers, Flipped(Decoupled(new ClassLookup(p))))
    val answers = Vec(readers, Valid(new ClassAnswer(p)))

    /** The place of the lookup that is answered has a class, whatever its registry is. */
    val taken = Output(Bool())
    val write = Flipped(Valid(new PlacedClass(p)))
  })

  private class Place extends Bundle {
    val used = Bool()
    val registry = UInt(p.classBits.W)
    val klass = UInt(p.virtualBits.W)
  }
  private val table = SyncReadMem(p.classes, new Place)
  private def placeOf(key: ClassLookup): UInt = key.registry + key.number

  private val clearing = RegInit(true.B)
  private val cursor = RegInit(0.U(p.classBits.W))
  when(clearing) {
    cursor := cursor + 1.U
    when(cursor === (p.classes - 1).U) { clearing := false.B }
  }
  private val written = Wire(new Place)
  written.used := !clearing
  written.registry := io.write.bits.key.registry
  written.klass := io.write.bits.klass
  when(clearing || io.write.valid) { table.write(Mux(clearing, cursor, placeOf(io.write.bits.key)), written) }

  private val choose = Module(new RRArbiter(new ClassLookup(p), readers))
  choose.io.in <> io.lookups
  choose.io.out.ready := !clearing && !io.write.valid

  private val place = table.read(placeOf(choose.io.out.bits), choose.io.out.fire)
  private val registry = RegNext(choose.io.out.bits.registry)
  private val asked = RegNext(choose.io.out.fire, false.B)
  private val reader = RegNext(choose.io.chosen)
  for ((answer, index) <- io.answers.zipWithIndex) {
    answer.valid := asked && reader === index.U
    answer.bits.found := place.used && place.registry === registry
    answer.bits.klass := place.klass
  }
  io.taken := place.used
}
