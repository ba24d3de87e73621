package brine.accel.control

import brine.accel.Parameters
import chisel3._
import chisel3.util._

/** Gives the request at the head of the command queue to a free unit of its kind, and collects the results (section V-A,
  * "Overview"). A request whose kind has no free unit holds up those behind it.
  */
class RequestScheduler(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val commands = Flipped(Decoupled(new Command(p)))
    val completions = Decoupled(new Completion(p))
    val serializers = Vec(p.serializers, Decoupled(new SerializeRequest(p)))
    val serialized = Vec(p.serializers, Flipped(Decoupled(new SerializeResult)))
    val deserializers = Vec(p.deserializers, Decoupled(new DeserializeRequest(p)))
    val deserialized = Vec(p.deserializers, Flipped(Decoupled(new DeserializeResult)))

    /** The number of units of each kind that are used. */
    val enabled = Input(UInt(8.W))

    /** No serialization unit works. */
    val serializersIdle = Output(Bool())
  })

  private val queue = Module(new Queue(new Command(p), p.commands))
  queue.io.enq <> io.commands
  private val head = queue.io.deq

  // ---- to the units

  private def give[T <: Data](units: Seq[DecoupledIO[T]], request: T, wanted: Bool): (Bool, Seq[Bool]) = {
    val free = units.zipWithIndex.map { case (unit, i) => unit.ready && i.U < io.enabled }
    val first = PriorityEncoderOH(free)
    val fired = for ((unit, chosen) <- units.zip(first)) yield {
      unit.valid := head.valid && wanted && chosen
      unit.bits := request
      unit.fire
    }
    (free.reduce(_ || _), fired)
  }
  private val (serializerFree, toSerializer) = give(io.serializers, head.bits.toSerialize, !head.bits.deserialize)
  private val (deserializerFree, toDeserializer) =
    give(io.deserializers, head.bits.toDeserialize, head.bits.deserialize)
  head.ready := Mux(head.bits.deserialize, deserializerFree, serializerFree)

  // ---- from the units

  private val tags = Reg(Vec(p.units, UInt(16.W)))
  for ((fired, i) <- (toSerializer ++ toDeserializer).zipWithIndex) when(fired) { tags(i) := head.bits.tag }

  private val collect = Module(new RRArbiter(new Completion(p), p.units))
  private def completion(index: Int, deserialize: Boolean): Completion = {
    val c = WireInit(0.U.asTypeOf(new Completion(p)))
    c.tag := tags(index)
    c.deserialize := deserialize.B
    c.unit := (if (deserialize) index - p.serializers else index).U
    c
  }
  for ((unit, i) <- io.serialized.zipWithIndex) {
    val c = completion(i, deserialize = false)
    c.result := unit.bits
    collect.io.in(i).valid := unit.valid
    collect.io.in(i).bits := c
    unit.ready := collect.io.in(i).ready
  }
  for ((unit, i) <- io.deserialized.zipWithIndex) {
    val index = p.serializers + i
    val c = completion(index, deserialize = true)
    c.result.status := unit.bits.status
    collect.io.in(index).valid := unit.valid
    collect.io.in(index).bits := c
    unit.ready := collect.io.in(index).ready
  }
  io.completions <> Queue(collect.io.out, 2)
  io.serializersIdle := io.serializers.map(_.ready).reduce(_ && _)
}
