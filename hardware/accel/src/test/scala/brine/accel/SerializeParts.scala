package brine.accel

import brine.accel.serialize._
import brine.accel.sim.SimulatedTop
import chisel3._

/** The components of a serialization unit, by themselves. */
trait SerializeParts extends SharedParts { top: SimulatedTop =>

  // A size is given only after its object was described.
  private val headers = Module(new HeaderManager(p))
  headers.io.references <> source("hmReferences", UInt(p.virtualBits.W))
  client("hmHeaders", headers.io.headers)
  client("hmUpdates", headers.io.updates)
  sink("hmDescribed", headers.io.described)
  sink("hmPlaces", headers.io.places)
  private val sizes = source("hmSizes", UInt(40.W))
  private val sizeWanted = RegInit(false.B)
  when(headers.io.described.fire) { sizeWanted := true.B }.elsewhen(sizes.fire) { sizeWanted := false.B }
  sizes.ready := sizeWanted
  headers.io.size.valid := sizes.fire
  headers.io.size.bits := sizes.bits
  private val finished = source("hmFinished", Bool())
  finished.ready := true.B
  headers.io.objectDone := finished.valid
  headers.io.unit := setting("hmUnit", 24 - p.counterBits)
  headers.io.counter := setting("hmCounter", p.counterBits)
  headers.io.serial := setting("hmSerial", 1).asBool
  headers.io.holdOff := false.B
  kept("hmFailure", headers.io.failure)
  figure("hmSlots", headers.io.slots)
  figure("hmDone", headers.io.done.asUInt)

  private val metadata = Module(new MetadataManager(p))
  metadata.io.objects <> source("mmObjects", new NewObject(p))
  client("mmDescriptors", metadata.io.descriptors)
  reports("mmSizes", metadata.io.size)
  sink("mmPending", metadata.io.pending)
  sink("mmLayouts", metadata.io.layout)
  metadata.io.keepMarks := setting("mmKeepMarks", 1).asBool

  private val pending = Module(new PendingObjects(p))
  pending.io.in <> source("poIn", new PendingObject(p))
  sink("poOut", pending.io.out)
  pending.io.area := areaSetting("poArea")
  client("poWrites", pending.io.write)
  client("poReads", pending.io.read)
  kept("poFailure", pending.io.failure)

  private val handler = Module(new ObjectHandler(p))
  handler.io.objects <> source("ohObjects", new PendingObject(p))
  client("ohReads", handler.io.reads)
  sink("ohValues", handler.io.values)
  sink("ohReferences", handler.io.references)
  handler.io.klassLookup <> tables.io.klassLookups(1)
  handler.io.klassAnswer := tables.io.klassAnswers(1)
  handler.io.keepMarks := setting("ohKeepMarks", 1).asBool
  handler.io.registry := 0.U
  handler.io.serial := false.B
  handler.io.holdOff := false.B
  kept("ohFailure", handler.io.failure)
  private val objectsDone = RegInit(0.U(32.W))
  objectsDone := objectsDone + handler.io.objectDone
  figure("ohObjectsDone", objectsDone)

  private val packer = Module(new ReferenceArrayWriter(p))
  packer.io.references <> source("rwReferences", new Reference)
  private val writer = Module(new PackedWriter(p))
  writer.io.in <> packer.io.packed
  writer.io.area := areaSetting("rwArea")
  writer.io.ends := areaSetting("rwEnds")
  writer.io.flush := setting("rwFlush", 1).asBool
  client("rwBytes", writer.io.writes(0))
  client("rwEndBits", writer.io.writes(1))
  figure("rwCount", writer.io.bytes)
  figure("rwFlushed", writer.io.flushed.asUInt)
  figure("rwFull", writer.io.areaFull.asUInt)
}
