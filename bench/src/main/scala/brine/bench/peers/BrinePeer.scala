package brine.bench.peers

import brine.*
import brine.bench.Contender
import brine.binary.{BarePickle, BinaryFormat, BinaryPickle}

/** Brine's bare form, a derived pickler: what the hand-written twins write, with limits and the guard of depth. */
final class BrineBare[A](pickler: Pickler[A]) extends Contender[A]:
  def write(value: A): Array[Byte] = value.pickle(using pickler, BinaryFormat.Bare, PickleOptions.Default).bytes
  def read(bytes: Array[Byte]): A = BarePickle(bytes).unpickle(using pickler, PickleOptions.Default)

/** Brine's default form: the same with a header, a fingerprint of the shape and a checksum. */
final class BrineDefault[A](pickler: Pickler[A]) extends Contender[A]:
  def write(value: A): Array[Byte] = value.pickle(using pickler, BinaryFormat, PickleOptions.Default).bytes
  def read(bytes: Array[Byte]): A = BinaryPickle(bytes).unpickle(using pickler, PickleOptions.Default)
