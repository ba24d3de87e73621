package brine.run

import brine.binary.{BinaryBuilder, BinaryReader}

/** A pickler that has no plan, and yet code for what stands at a place in the binary format, null included. */
private[brine] trait DirectPickler:
  def writeAtPlace(value: Any, builder: BinaryBuilder): Unit

  /** Mirrors [[writeAtPlace]]. */
  def readAtPlace(reader: BinaryReader): Any
