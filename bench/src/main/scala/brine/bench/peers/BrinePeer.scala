package brine.bench.peers

import brine.*
import brine.binary.{BarePickle, BinaryFormat, BinaryPickle}

/** Brine, derived picklers: the bare body (what the hand-written twins write), and the default form with fingerprint
  * and checksum.
  */
object BrinePeer:
  def writeBare[A](value: A, pickler: Pickler[A]): Array[Byte] =
    value.pickle(using pickler, BinaryFormat.Bare, PickleOptions.Default).bytes

  def readBare[A](bytes: Array[Byte], pickler: Pickler[A]): A = BarePickle(bytes).unpickle(using pickler, PickleOptions.Default)

  def write[A](value: A, pickler: Pickler[A]): Array[Byte] = value.pickle(using pickler, BinaryFormat, PickleOptions.Default).bytes

  def read[A](bytes: Array[Byte], pickler: Pickler[A]): A = BinaryPickle(bytes).unpickle(using pickler, PickleOptions.Default)
