package brine.accel

import brine.accel.control.Area
import brine.accel.deserialize._
import brine.accel.sim.SimulatedTop
import chisel3._
import chisel3.util._

/** The components of a deserialization unit, by themselves. */
trait DeserializeParts extends SharedParts { top: SimulatedTop =>

  private def startOf(name: String): Bool = {
    val start = source(name, Bool())
    start.ready := true.B
    start.valid
  }

  private val layouts = Module(new LayoutManager(p))
  layouts.io.start := startOf("lmStart")
  layouts.io.layouts := areaSetting("lmLayouts")
  layouts.io.ends := areaSetting("lmEnds")
  layouts.io.hasMarks := setting("lmHasMarks", 1).asBool
  client("lmRead0", layouts.io.reads(0))
  client("lmRead1", layouts.io.reads(1))
  sink("lmBlocks", layouts.io.blocks)
  figure("lmDone", layouts.io.done.asUInt)
  figure("lmMalformed", layouts.io.malformed.asUInt)

  // One reference at a time leaves, so the loader's other side is tested with the block manager.
  private val references = Module(new ReferenceLoader(p))
  references.io.start := startOf("rlStart")
  references.io.references := areaSetting("rlReferences")
  references.io.ends := areaSetting("rlEnds")
  references.io.slots := setting("rlSlots", Area.lengthBits)
  references.io.use := setting("rlUse", 1).asBool
  references.io.base := setting("rlBase", p.virtualBits)
  client("rlRead0", references.io.reads(0))
  client("rlRead1", references.io.reads(1))
  private val one = Wire(Decoupled(UInt(64.W)))
  one.valid := references.io.count =/= 0.U
  one.bits := references.io.words(63, 0)
  references.io.take := one.fire
  sink("rlWords", one)
  figure("rlOver", references.io.over.asUInt)
  figure("rlMalformed", references.io.malformed.asUInt)

  private val blocks = Module(new BlockManager(p))
  blocks.io.start := startOf("bmStart")
  blocks.io.values := areaSetting("bmValues")
  blocks.io.references := areaSetting("bmReferences")
  blocks.io.referenceEnds := areaSetting("bmEnds")
  blocks.io.image := areaSetting("bmImage")
  blocks.io.use := setting("bmUse", 1).asBool
  blocks.io.base := setting("bmBase", p.virtualBits)
  blocks.io.holdOff := false.B
  blocks.io.layoutsDone := setting("bmLayoutsDone", 1).asBool
  blocks.io.layouts <> source("bmLayouts", new BlockLayout)
  for (i <- 0 until 3) client(s"bmRead$i", blocks.io.reads(i))
  for (i <- 0 until p.reconstructors) sink(s"bmJobs$i", blocks.io.jobs(i))
  figure("bmDone", blocks.io.done.asUInt)
  figure("bmMalformed", blocks.io.malformed.asUInt)

  private val reconstructor = Module(new BlockReconstructor(p))
  reconstructor.io.job <> source("brJobs", new BlockJob(p))
  reconstructor.io.translate := setting("brTranslate", 1).asBool
  reconstructor.io.registry := 0.U
  reconstructor.io.classLookup <> tables.io.classLookups(1)
  reconstructor.io.classAnswer := tables.io.classAnswers(1)
  client("brWrites", reconstructor.io.write)
  private val unknown = RegInit(false.B)
  when(reconstructor.io.unknownClass) { unknown := true.B }
  figure("brUnknown", unknown.asUInt)
  figure("brIdle", reconstructor.io.job.ready.asUInt)
}
