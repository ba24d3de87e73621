package brine.accel.control

import brine.accel.Parameters
import chisel3._
import chisel3.util._

/** A request in a command queue. */
class Waiting[T <: Data](kind: T) extends Bundle {
  val tag = UInt(16.W)

  /** It breaks a rule ([[Command.isBad]]), so no unit gets it. */
  val isBad = Bool()
  val request = kind.cloneType
}

/** Gives requests to free units, and collects the results (section V-A, "Overview"). Each kind of request has its own
  * queue, so that requests of one kind never wait for units of the other. A request that breaks the rules for areas
  * ends here.
  */
class RequestScheduler(p: Parameters) extends Module {
  val io = IO(new Bundle {
    val serializations = Flipped(Decoupled(new Command(p)))
    val deserializations = Flipped(Decoupled(new Command(p)))
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

  private val collect = Module(new RRArbiter(new Completion(p), p.units + 2))
  private val tags = Reg(Vec(p.units, UInt(16.W)))

  // ---- to the units

  /** One kind of request: its queue, its units, and the place of the first unit among all. */
  private def give[T <: Data](
      commands: DecoupledIO[Command],
      request: Command => T,
      units: Seq[DecoupledIO[T]],
      deserialize: Boolean
  ): Unit = {
    val first = if (deserialize) p.serializers else 0
    val queue = Module(new Queue(new Waiting(units.head.bits), p.commands))
    queue.io.enq.valid := commands.valid
    queue.io.enq.bits.tag := commands.bits.tag
    queue.io.enq.bits.isBad := commands.bits.isBad(deserialize)
    queue.io.enq.bits.request := request(commands.bits)
    commands.ready := queue.io.enq.ready

    val head = queue.io.deq
    val free = units.zipWithIndex.map { case (unit, i) => unit.ready && i.U < io.enabled }
    for (((unit, chosen), i) <- units.zip(PriorityEncoderOH(free)).zipWithIndex) {
      unit.valid := head.valid && !head.bits.isBad && chosen
      unit.bits := head.bits.request
      when(unit.fire) { tags(first + i) := head.bits.tag }
    }
    val refusal = collect.io.in(p.units + (if (deserialize) 1 else 0))
    refusal.valid := head.valid && head.bits.isBad
    refusal.bits := completion(head.bits.tag, deserialize, 0)
    refusal.bits.result.status := Status.badRequest
    head.ready := Mux(head.bits.isBad, refusal.ready, free.reduce(_ || _))
  }
  give(io.serializations, _.toSerialize, io.serializers, deserialize = false)
  give(io.deserializations, _.toDeserialize, io.deserializers, deserialize = true)

  // ---- from the units

  private def completion(tag: UInt, deserialize: Boolean, unit: Int): Completion = {
    val c = WireInit(0.U.asTypeOf(new Completion(p)))
    c.tag := tag
    c.deserialize := deserialize.B
    c.unit := unit.U
    c
  }
  for ((unit, i) <- io.serialized.zipWithIndex) {
    val input = collect.io.in(i)
    input.valid := unit.valid
    input.bits := completion(tags(i), deserialize = false, i)
    input.bits.result := unit.bits
    unit.ready := input.ready
  }
  for ((unit, i) <- io.deserialized.zipWithIndex) {
    val input = collect.io.in(p.serializers + i)
    input.valid := unit.valid
    input.bits := completion(tags(p.serializers + i), deserialize = true, i)
    input.bits.result.status := unit.bits.status
    unit.ready := input.ready
  }
  io.completions <> Queue(collect.io.out, 2)
  io.serializersIdle := io.serializers.map(_.ready).reduce(_ && _)
}
