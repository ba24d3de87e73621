package brine.binary

import brine.{internal, Pickler, ReadFailure, Unpickler}

/** A pickler that may have code for the binary format. The format tests for this class, which takes one
  * comparison (ADR 95, traits).
  */
@internal
abstract class BinaryPickler[A] extends Pickler[A]:
  /** Writes the body of a value that is not null. (It takes and gives `Any`, so that no override needs a bridge.) */
  def writeBinary(value: Any, builder: BinaryBuilder): Unit = pickle(value.asInstanceOf[A], builder)

  /** Reads a value that [[writeBinary]] wrote. `id` is the object's number if it is tracked, else -1. */
  def readBinary(reader: BinaryReader, id: Int): Any = unpickle(reader)

  /** Returns true if a pickle of it begins with the body, unless all objects are shared; and its plan is known. */
  private[brine] def isBodyAtRoot: Boolean = false

  /** Writes a root that does not begin with the body. */
  private[brine] def writeRoot(value: A, builder: BinaryBuilder): Unit = pickle(value, builder)

  /** Reads a value that [[writeRoot]] wrote. */
  private[brine] def readRoot(reader: BinaryReader): A = unpickle(reader)

private[brine] object BinaryPickler:
  /** Writes the value that a binary pickle holds, behind its header. Emitted code is called by the shortest way. */
  def write[A](pickler: Pickler[A], value: A, builder: BinaryBuilder): Unit = pickler match
    case direct: BinaryPickler[A] =>
      if value != null && builder.startsEmitted && direct.isBodyAtRoot then
        builder.depth = BinaryBuilder.LevelCost
        direct.writeBinary(value, builder)
        builder.depth = 0
      else direct.writeRoot(value, builder)
    case byHand => byHand.pickle(value, builder)

  /** Reads the value of a binary pickle, after its header. For most types this takes so few steps that
    * all of it, the type's own code included, is compiled into the call that reads a small message, which then does
    * not allocate the reader (ADR 95, escape).
    */
  inline def read[A](unpickler: Unpickler[A], reader: BinaryReader): A = unpickler match
    case direct: BinaryPickler[A] =>
      if direct.isBodyAtRoot && reader.isDirect then
        val outer = reader.beginWhole()
        try
          val value = direct.readBinary(reader, -1)
          if value == null then reader.refuseUnbuilt(direct)
          reader.endWhole(outer)
          reader.verify()
          value.asInstanceOf[A]
        catch case e: Throwable => throw ReadFailure.located(e, reader, outer)
      else direct.readRoot(reader)
    case other => other.unpickle(reader)
