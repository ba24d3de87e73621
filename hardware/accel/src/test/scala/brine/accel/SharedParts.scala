package brine.accel

import brine.accel.classes.{ClassLookup, ClassTables, KlassLookup, Registration}
import brine.accel.control.{Area, Command, RequestScheduler, SerializeResult, DeserializeResult}
import brine.accel.sim.SimulatedTop
import chisel3._
import chisel3.util._

/** The class tables and the request scheduler, by themselves. */
trait SharedParts { top: SimulatedTop =>

  /** An area by two settings. */
  protected def areaSetting(name: String): Area = {
    val area = Wire(new Area(p))
    area.base := setting(s"${name}Base", p.virtualBits)
    area.bytes := setting(s"${name}Bytes", Area.lengthBits)
    area
  }

  /** Keeps a component's first report for the test until the next reset. */
  protected def kept(name: String, report: Valid[UInt]): Unit = {
    val seen = RegInit(false.B)
    val value = RegInit(0.U(report.bits.getWidth.W))
    when(report.valid && !seen) {
      seen := true.B
      value := report.bits
    }
    figure(name, Cat(value, seen))
  }

  /** Reports without backpressure, as a stream. */
  protected def reports[T <: Data](name: String, from: Valid[T]): Unit = {
    val queue = Module(new Queue(chiselTypeOf(from.bits), 64))
    queue.io.enq.valid := from.valid
    queue.io.enq.bits := from.bits
    sink(name, queue.io.deq)
  }

  // Ports 0 are the tests' own, ports 1 belong to the object handler and the block reconstructor.
  protected val tables: ClassTables = Module(new ClassTables(p, 2, 2))
  tables.io.register <> source("register", new Registration(p))
  sink("refused", tables.io.refused)
  tables.io.klassLookups(0) <> source("klassLookup", new KlassLookup(p))
  reports("klassAnswer", tables.io.klassAnswers(0))
  tables.io.classLookups(0) <> source("classLookup", new ClassLookup(p))
  reports("classAnswer", tables.io.classAnswers(0))

  private val scheduler = Module(new RequestScheduler(p))
  scheduler.io.serializations <> source("serializations", new Command(p))
  scheduler.io.deserializations <> source("deserializations", new Command(p))
  sink("completions", scheduler.io.completions)
  scheduler.io.enabled := setting("enabledUnits", 8)
  // The test plays the units: one that has taken a request takes no other until the test has pushed its result.
  private def unit[A <: Data, B <: Data](
      to: String,
      request: DecoupledIO[A],
      from: String,
      result: DecoupledIO[B],
      kind: B
  ): Unit = {
    val busy = RegInit(false.B)
    val taken = Wire(Decoupled(chiselTypeOf(request.bits)))
    taken.valid := request.valid && !busy
    taken.bits := request.bits
    request.ready := taken.ready && !busy
    sink(to, taken)
    val results = source(from, kind)
    result <> results
    when(request.fire) { busy := true.B }.elsewhen(results.fire) { busy := false.B }
  }
  for (i <- 0 until p.serializers)
    unit(
      s"toSerializer$i",
      scheduler.io.serializers(i),
      s"fromSerializer$i",
      scheduler.io.serialized(i),
      new SerializeResult
    )
  for (i <- 0 until p.deserializers)
    unit(
      s"toDeserializer$i",
      scheduler.io.deserializers(i),
      s"fromDeserializer$i",
      scheduler.io.deserialized(i),
      new DeserializeResult
    )
}
