package brine.bench

import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat

/** What else lives in a JVM that uses several formats: takes a value through JSON and through two other builders, often
  * enough to be compiled, so that what they share with the binary format is no longer monomorphic.
  */
object Company:
  private final val Rounds = 200

  def exercise[A](value: A, pickler: Pickler[A]): Unit =
    given Pickler[A] = pickler
    for _ <- 1 to Rounds do
      val json = value.pickle(using pickler, JsonFormat, PickleOptions.Default)
      json.unpickle[A]
      val shared = PickleOptions(sharing = Sharing.All)
      value.pickle(using pickler, BinaryFormat, shared).unpickle[A]
      pickler.pickle(value, new CountingBuilder)
      pickler.pickle(value, new HashingBuilder)
