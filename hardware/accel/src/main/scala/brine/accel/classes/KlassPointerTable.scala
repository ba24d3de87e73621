package brine.accel.classes

import brine.accel.Parameters
import chisel3._
import chisel3.util._

class Insertion(p: Parameters) extends Bundle {
  val key = new KlassLookup(p)
  val number = UInt(p.classBits.W)
}

/** Finds the number of a klass pointer.
  *
  * The paper has a content-addressable memory of 4,096 entries. A CAM of flip-flops and comparators would be larger
  * than all units together. This is a hash table in an ordinary memory: two places for each class, linear probing, a
  * place a cycle. Its contract is the CAM's, except for the cycles: 2 for most pointers. It is never more than half
  * full, since each class has a place of the Class ID Table. After reset, the table clears itself, a place a cycle.
  */
class KlassPointerTable(p: Parameters, readers: Int) extends Module {
  private val places = 2 * p.classes
  private val placeBits = log2Ceil(places)

  val io = IO(new Bundle {
    val lookups = Vec(readers, Flipped(Decoupled(new KlassLookup(p))))
    val answers = Vec(readers, Valid(new KlassAnswer(p)))
    val insert = Flipped(Decoupled(new Insertion(p)))

    /** True if the insertion was refused: the table has the class with another number. */
    val inserted = Decoupled(Bool())
  })

  private class Place extends Bundle {
    val used = Bool()
    val key = new KlassLookup(p)
    val number = UInt(p.classBits.W)
  }
  private val table = SyncReadMem(places, new Place)

  private val clearing :: idle :: probing :: reporting :: Nil = Enum(4)
  private val state = RegInit(clearing)
  private val cursor = RegInit(0.U(placeBits.W))
  private val key = Reg(new KlassLookup(p))
  private val number = Reg(UInt(p.classBits.W))
  private val reader = Reg(UInt(log2Ceil(readers max 2).W))
  private val inserting = Reg(Bool())
  private val refused = Reg(Bool())

  // Descriptors are aligned to 32 bytes at least; the bits above are folded, with the registry.
  private def hash(key: KlassLookup): UInt = {
    val bits = Cat(key.registry, key.klass >> 5)
    val folds = (0 until bits.getWidth by placeBits).map(i => bits((i + placeBits - 1) min (bits.getWidth - 1), i))
    folds.map(_.pad(placeBits)).reduce(_ ^ _)
  }

  private val choose = Module(new RRArbiter(new KlassLookup(p), readers))
  choose.io.in <> io.lookups
  choose.io.out.ready := state === idle && !io.insert.valid
  io.insert.ready := state === idle

  private val begins = choose.io.out.fire || io.insert.fire
  private val wanted = Mux(io.insert.valid, io.insert.bits.key, choose.io.out.bits)
  private val readAt = Mux(state === probing, cursor + 1.U, hash(wanted))
  private val place = table.read(readAt, begins || state === probing)
  private val hit = place.used && place.key.asUInt === key.asUInt
  private val ends = hit || !place.used
  private val enters = state === probing && ends && inserting && !hit

  switch(state) {
    is(clearing) {
      cursor := cursor + 1.U
      when(cursor === (places - 1).U) { state := idle }
    }
    is(idle) {
      when(begins) {
        state := probing
        key := wanted
        number := io.insert.bits.number
        cursor := hash(wanted)
        inserting := io.insert.valid
        reader := choose.io.chosen
      }
    }
    is(probing) {
      when(ends) {
        state := Mux(inserting, reporting, idle)
        refused := hit && place.number =/= number
      }.otherwise {
        cursor := cursor + 1.U
      }
    }
    is(reporting) { when(io.inserted.ready) { state := idle } }
  }

  private val entry = Wire(new Place)
  entry.used := enters
  entry.key := key
  entry.number := number
  when(enters || state === clearing) { table.write(cursor, entry) }
  io.inserted.valid := state === reporting
  io.inserted.bits := refused

  for ((answer, index) <- io.answers.zipWithIndex) {
    answer.valid := state === probing && ends && !inserting && reader === index.U
    answer.bits.found := hit
    answer.bits.number := place.number
  }
}
