package brine.accel.classes

import brine.accel.Parameters
import chisel3._
import chisel3.util._

/** The host registers a class: the address of its type descriptor (the klass pointer), and its number in pickles.
  *
  * In the paper a program numbers its classes once. In a pickle, the classes of each type have separate numbers
  * (docs/spec/decoupled.md, "Classes"). The tables therefore hold several registries side by side. A registry is known
  * by its first place, which requests name as well; its class number n has the place `registry + n`. Each place has a
  * class of one registry, so registries may overlap where their numbers leave gaps. Fields are as wide as the host's
  * words.
  */
class Registration(p: Parameters) extends Bundle {
  val registry = UInt(32.W)
  val number = UInt(32.W)
  val klass = UInt(64.W)

  /** No table has such a place, or no descriptor can be at that address. */
  def isBad: Bool = registry +& number >= p.classes.U || (klass >> p.virtualBits).orR || klass === 0.U
}

/** A class of a registry, by its klass pointer. */
class KlassLookup(p: Parameters) extends Bundle {
  val registry = UInt(p.classBits.W)
  val klass = UInt(p.virtualBits.W)
}

/** Its number, as the Klass Pointer Table finds it. */
class KlassAnswer(p: Parameters) extends Bundle {
  val found = Bool()
  val number = UInt(p.classBits.W)
}

/** A class of a registry, by its number. */
class ClassLookup(p: Parameters) extends Bundle {
  val registry = UInt(p.classBits.W)
  val number = UInt(p.classBits.W)
}

/** Its klass pointer, as the Class ID Table has it. */
class ClassAnswer(p: Parameters) extends Bundle {
  val found = Bool()
  val klass = UInt(p.virtualBits.W)
}

/** The two class tables that all units share, and their registration.
  *
  * The Klass Pointer Table leads from a klass pointer to the class's number (serialization), the Class ID Table back
  * (deserialization). Both hold `p.classes` classes. A class can be registered again. A registration is refused in
  * three cases:
  *   - there is no such place, or no descriptor can be at that address,
  *   - the place has another class, or belongs to another registry,
  *   - the class has another number in that registry.
  */
class ClassTables(p: Parameters, serializers: Int, deserializers: Int) extends Module {
  val io = IO(new Bundle {
    val register = Flipped(Decoupled(new Registration(p)))

    /** True if the registration was refused. */
    val refused = Decoupled(Bool())
    val klassLookups = Vec(serializers, Flipped(Decoupled(new KlassLookup(p))))
    val klassAnswers = Vec(serializers, Valid(new KlassAnswer(p)))
    val classLookups = Vec(deserializers, Flipped(Decoupled(new ClassLookup(p))))
    val classAnswers = Vec(deserializers, Valid(new ClassAnswer(p)))
  })

  private val pointers = Module(new KlassPointerTable(p, serializers))
  private val numbers = Module(new ClassIdTable(p, deserializers + 1)) // the last reader is the registration
  for (i <- 0 until serializers) {
    pointers.io.lookups(i) <> io.klassLookups(i)
    io.klassAnswers(i) := pointers.io.answers(i)
  }
  for (i <- 0 until deserializers) {
    numbers.io.lookups(i) <> io.classLookups(i)
    io.classAnswers(i) := numbers.io.answers(i)
  }

  // A registration looks whether its place is free, then enters the klass pointer, then takes the place.
  private val idle :: looking :: waiting :: entering :: entered :: reporting :: Nil = Enum(6)
  private val state = RegInit(idle)
  private val wanted = Reg(new Registration(p))
  private val refused = Reg(Bool())
  private val key = Wire(new ClassLookup(p))
  key.registry := wanted.registry(p.classBits - 1, 0)
  key.number := wanted.number(p.classBits - 1, 0)

  io.register.ready := state === idle
  private val probe = numbers.io.lookups(deserializers)
  private val probed = numbers.io.answers(deserializers)
  probe.valid := state === looking && !wanted.isBad
  probe.bits := key
  pointers.io.insert.valid := state === entering
  pointers.io.insert.bits.key.registry := key.registry
  pointers.io.insert.bits.key.klass := wanted.klass(p.virtualBits - 1, 0)
  pointers.io.insert.bits.number := key.number
  pointers.io.inserted.ready := state === entered
  numbers.io.write.valid := state === entered && pointers.io.inserted.fire && !pointers.io.inserted.bits
  numbers.io.write.bits.key := key
  numbers.io.write.bits.klass := wanted.klass(p.virtualBits - 1, 0)
  io.refused.valid := state === reporting
  io.refused.bits := refused

  switch(state) {
    is(idle) {
      wanted := io.register.bits
      when(io.register.fire) { state := looking }
    }
    is(looking) {
      refused := true.B
      when(wanted.isBad) { state := reporting }.elsewhen(probe.fire) { state := waiting }
    }
    is(waiting) {
      val isOwn = probed.bits.found && probed.bits.klass === wanted.klass
      when(probed.valid) { state := Mux(numbers.io.taken && !isOwn, reporting, entering) }
    }
    is(entering) { when(pointers.io.insert.fire) { state := entered } }
    is(entered) {
      when(pointers.io.inserted.fire) {
        refused := pointers.io.inserted.bits
        state := reporting
      }
    }
    is(reporting) { when(io.refused.fire) { state := idle } }
  }
}
