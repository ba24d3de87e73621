package brine.plan.steps

import brine.binary.{BinaryBuilder, BinaryReader}

/** A pickler without a plan that nevertheless has code for a place in the binary format, null included. */
private[brine] trait DirectPickler:
  def writeAtPlace(value: Any, builder: BinaryBuilder): Unit

  /** Reads a value that [[writeAtPlace]] wrote. */
  def readAtPlace(reader: BinaryReader): Any
