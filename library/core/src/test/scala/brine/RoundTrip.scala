package brine

import brine.binary.BinaryFormat

/** Every back end and setting takes a value there and back, to the same bytes. */
trait RoundTrip:
  this: munit.FunSuite =>

  private val interpreted = PickleOptions(limits = Limits(emittedDepth = 0))
  private val shallow = PickleOptions(limits = Limits(emittedDepth = 2))
  private val sharesAll = PickleOptions(sharing = Sharing.All)

  def bytesOf[A: Pickler](value: A, options: PickleOptions = PickleOptions.Default): Seq[Byte] =
    value.pickle(using summon, BinaryFormat, options).bytes.toSeq

  private def read[A: Pickler](bytes: Seq[Byte], options: PickleOptions): A =
    BinaryFormat.pickled(bytes.toArray).unpickle[A](using summon, options)

  /** What emitted code reads; the others read what gives the same bytes again. */
  def roundTrip[A: Pickler](value: A): A =
    val bytes = bytesOf(value)
    for options <- List(interpreted, shallow) do
      assertEquals(bytesOf(value, options), bytes, "back ends agree")
      assertEquals(bytesOf(read[A](bytes, options)), bytes)
    assertEquals(bytesOf(read[A](bytesOf(value, sharesAll), PickleOptions.Default)), bytes)
    read[A](bytes, PickleOptions.Default)

  def comesBack[A: Pickler](value: A)(using munit.Location): Unit = assertEquals(roundTrip(value), value)
