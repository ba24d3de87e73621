package brine.accel.control

import brine.accel.Parameters
import brine.accel.classes.{ClassTables, Registration}
import brine.accel.deserialize.DeserializationUnit
import brine.accel.memory._
import brine.accel.serialize.SerializationUnit
import chisel3._
import chisel3.util._

/** The whole accelerator (Fig. 6 of the paper): the host's queues in front, the memory channels behind, the units and
  * their shared parts between them.
  */
class Accelerator(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val serializations = Flipped(Decoupled(new Command(p)))
    val deserializations = Flipped(Decoupled(new Command(p)))
    val completions = Decoupled(new Completion(p))

    /** `RegisterClass`. */
    val register = Flipped(Decoupled(new Registration(p)))
    val refused = Decoupled(Bool())

    /** The host has cleared the headers of all objects; taken when no serialization runs. */
    val clearCounters = Flipped(Decoupled())

    /** Pages that the TLB misses, and the host's answers. */
    val miss = Decoupled(UInt((p.virtualBits - p.pageBits).W))
    val refill = Flipped(Valid(new TlbRefill(p)))
    val channels = Vec(p.channels, new Channel(p))

    /** For measurements: units and reconstructors in use, and units without parallelism. */
    val enabledUnits = Input(UInt(8.W))
    val enabledReconstructors = Input(UInt(8.W))
    val serial = Input(Bool())
  })

  private val scheduler = Module(new RequestScheduler(p))
  private val interface = Module(new MemoryAccessInterface(p, p.units))
  private val tables = Module(new ClassTables(p, p.serializers, p.deserializers))
  private val serializers = Seq.fill(p.serializers)(Module(new SerializationUnit(p)))
  private val deserializers = Seq.fill(p.deserializers)(Module(new DeserializationUnit(p)))

  scheduler.io.serializations <> io.serializations
  scheduler.io.deserializations <> io.deserializations
  io.completions <> scheduler.io.completions
  scheduler.io.enabled := io.enabledUnits
  tables.io.register <> io.register
  io.refused <> tables.io.refused
  io.miss <> interface.io.miss
  interface.io.refill := io.refill
  interface.io.channels <> io.channels
  io.clearCounters.ready := scheduler.io.serializersIdle

  for ((unit, i) <- serializers.zipWithIndex) {
    unit.io.request <> scheduler.io.serializers(i)
    scheduler.io.serialized(i) <> unit.io.result
    unit.io.link <> interface.io.units(i)
    tables.io.klassLookups(i) <> unit.io.klassLookup
    unit.io.klassAnswer := tables.io.klassAnswers(i)
    unit.io.number := (i + 1).U
    unit.io.clearCounter := io.clearCounters.fire
    unit.io.serial := io.serial
  }
  for ((unit, i) <- deserializers.zipWithIndex) {
    unit.io.request <> scheduler.io.deserializers(i)
    scheduler.io.deserialized(i) <> unit.io.result
    unit.io.link <> interface.io.units(p.serializers + i)
    tables.io.classLookups(i) <> unit.io.classLookup
    unit.io.classAnswer := tables.io.classAnswers(i)
    unit.io.serial := io.serial
    unit.io.reconstructors := io.enabledReconstructors(log2Ceil(p.reconstructors + 1) - 1, 0)
  }
}
