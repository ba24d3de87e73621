package brine.testkit

import java.io.{ByteArrayInputStream, InputStream}
import brine.*
import brine.wire.ByteSource

/** The laws of picklers and formats, on one value each. Every law throws munit's failure when it does not hold;
  * [[PicklerLaws]] and [[FormatLaws]] make tests of them.
  */
object Laws extends munit.Assertions:
  val interpreted: PickleOptions = PickleOptions(limits = Limits(emittedDepth = 0))
  val sharesAll: PickleOptions = PickleOptions(sharing = Sharing.All)

  /** The settings that exercise the back ends: all emitted, all interpreted, and one handing over to the other. */
  private val depths =
    List(Limits.Default.emittedDepth, 0, 1, 2, 3).map(d => PickleOptions(limits = Limits(emittedDepth = d)))

  def write[A](value: A, format: PickleFormat, options: PickleOptions = PickleOptions.Default)(using
      Pickler[A]
  ): Array[Byte] =
    value.pickle(using summon, format, options).bytes

  def read[A](bytes: Array[Byte], format: PickleFormat, options: PickleOptions = PickleOptions.Default)(using
      Pickler[A]
  ): A =
    format.pickled(bytes).unpickle[A](using summon, options)

  /** The result is the same, part by part and as a graph. */
  def roundTrip[A: Pickler](value: A, format: PickleFormat, options: PickleOptions = PickleOptions.Default): Unit =
    assertSame(read(write(value, format, options), format, options), value, options)

  def assertSame[A: Pickler](back: A, value: A, options: PickleOptions = PickleOptions.Default): Unit =
    val difference =
      if value == null || back == null then if value == back then None else Some("null")
      else GraphIsomorphism.difference(value, back, options)
    difference.foreach(d => fail(s"the value read differs from the written one $d"))
    assert(Same(value, back), s"the value read, $back, is not the written one, $value")

  /** Reading the first of two values in one source leaves exactly the second; and a byte that follows the value is not
    * read.
    */
  def readsExactlyWhatItWrote[A: Pickler](value: A, format: PickleFormat): Unit =
    val bytes = write(value, format)
    val source = ByteSource.of(bytes :+ 0.toByte)
    assertSame(format.read(source, Pickler[A], PickleOptions.Default), value)
    assertEquals(source.offset, bytes.length.toLong, "bytes consumed")
    intercept[PickleException](read[A](bytes :+ 0.toByte, format))

  def isDeterministic[A: Pickler](value: A, format: PickleFormat): Unit =
    assertEquals(hex(write(value, format)), hex(write(value, format)))

  /** The emitted code, the interpreter, and each handing over to the other, write the same bytes and read them alike.
    */
  def backEndsAgree[A: Pickler](value: A, format: PickleFormat): Unit =
    val bytes = write(value, format)
    for options <- depths do
      val depth = options.limits.emittedDepth
      assertEquals(hex(write(value, format, options)), hex(bytes), s"written with emittedDepth = $depth")
      assertSame(read(bytes, format, options), value)

  /** A pickler's calls obey the grammar and match its shape. */
  def callsMatchShape[A](value: A)(using pickler: Pickler[A]): Unit =
    for sharing <- Sharing.values if sharing != Sharing.Off do
      for depth <- List(Limits.Default.emittedDepth, 0, 2) do
        given PickleOptions = PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth))
        val events = RecordingBuilder.record(value)
        Grammar.problem(pickler.shape, events, sharing).foreach { p =>
          fail(
            s"the calls for $value do not fit ${pickler.shape.describe}, with sharing $sharing: " +
              s"$p\n${Event.show(events)}"
          )
        }

  /** Emitted code, the interpreter, and each handing over to the other, make the same calls on a builder. */
  def backEndsMakeTheSameCalls[A: Pickler](value: A): Unit =
    for sharing <- Sharing.values if sharing != Sharing.Off do
      def calls(options: PickleOptions) = RecordingBuilder.record(value)(using summon, options.copy(sharing = sharing))
      val expected = calls(interpreted)
      for options <- depths do
        assertEquals(
          calls(options),
          expected,
          s"with emittedDepth = ${options.limits.emittedDepth} and sharing $sharing"
        )

  /** Objects come back shared as they were, with [[Sharing.All]] immutable ones too. */
  def sharingComesBack[A: Pickler](value: A, format: PickleFormat): Unit =
    roundTrip(value, format, sharesAll)
    val both = sharesAll.copy(limits = Limits(emittedDepth = 0))
    assertEquals(hex(write(value, format, both)), hex(write(value, format, sharesAll)))

  /** Every way in gives the same value. */
  def everySourceAgrees[A: Pickler](value: A, format: PickleFormat): Unit =
    val bytes = write(value, format)
    given PickleFormat = format
    assertSame(Pickle.read[A](new ByteArrayInputStream(bytes)), value)
    assertSame(Pickle.read[A](trickle(bytes)), value)
    assertSame(Pickle.read[A](java.nio.channels.Channels.newChannel(new ByteArrayInputStream(bytes))), value)
    val direct = java.nio.ByteBuffer.allocateDirect(bytes.length + 1).put(bytes).put(0.toByte).flip()
    assertSame(Pickle.read[A](direct), value)
    assertEquals(direct.remaining, 1, "the buffer's position is behind the value")

  /** Cut anywhere: refused, or (if the format does not notice) some value; never another exception. */
  def truncationIsSafe[A: Pickler](value: A, format: PickleFormat): Unit =
    val bytes = write(value, format)
    for length <- cuts(bytes.length) do isSafe[A](bytes.take(length), format)

  /** Any bit flipped: the same. */
  def bitFlipsAreSafe[A: Pickler](value: A, format: PickleFormat): Unit =
    val bytes = write(value, format)
    for i <- cuts(bytes.length); bit <- 0 until 8 do
      val flipped = bytes.clone
      flipped(i) = (flipped(i) ^ (1 << bit)).toByte
      isSafe[A](flipped, format)

  /** Bytes give a value or a [[PickleException]], over an array and over a stream. */
  def isSafe[A: Pickler](bytes: Array[Byte], format: PickleFormat): Unit =
    for source <- List(ByteSource.of(bytes), ByteSource.of(new ByteArrayInputStream(bytes))) do
      try format.read(source, Pickler[A], PickleOptions.Default)
      catch
        case _: PickleException => ()
        case e: Throwable       => fail(s"${hex(bytes)} ends in $e", e)

  /** All lengths of a short pickle, some of a long one. */
  private def cuts(length: Int): Seq[Int] =
    if length <= 400 then 0 until length else (0 until length by (length / 400 max 1))

  /** Gives one byte at a time. */
  def trickle(bytes: Array[Byte]): InputStream = new ByteArrayInputStream(bytes):
    override def read(into: Array[Byte], offset: Int, count: Int): Int = super.read(into, offset, math.min(count, 1))

  /** Runs `code` on a thread with a stack of 512 KiB, which deep recursion would overflow. */
  def onSmallStack(code: => Unit): Unit =
    var failure: Option[Throwable] = None
    val run: Runnable = () =>
      try code
      catch case e: Throwable => failure = Some(e)
    val thread = new Thread(null, run, "small stack", 512 * 1024)
    thread.start()
    thread.join()
    failure.foreach(throw _)

  def hex(bytes: Array[Byte]): String = inPairs.formatHex(bytes)

  private val inPairs = java.util.HexFormat.ofDelimiter(" ")
