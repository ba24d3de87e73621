package brine.json

import brine.json.text.LenientText
import java.io.{InputStream, OutputStream}
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import brine.{BoundedInput, FailureBoundary, PickleException, PickleOptions, Pickler, Unpickler}
import brine.wire.{ByteSink, ByteSource}

/** Streams of many values: one in each line (newline-delimited JSON), or the elements of one array, of any length. In memory is one
  * value at a time. Objects are not shared between values.
  */
private[json] trait JsonStreams:
  this: JsonFormat =>

  /** Writes each value on a separate line. The stream is flushed and left open.
    *
    * @throws IllegalArgumentException if this format indents
    */
  def writeLines[A](values: IterableOnce[A], stream: OutputStream)(using
      pickler: Pickler[A],
      options: PickleOptions
  ): Unit =
    lines(values, ByteSink.over(stream), pickler, options)

  /** Writes to a blocking channel, which is left open. */
  def writeLines[A](values: IterableOnce[A], channel: WritableByteChannel)(using
      pickler: Pickler[A],
      options: PickleOptions
  ): Unit =
    lines(values, ByteSink.over(channel), pickler, options)

  /** Writes the values as the elements of one array, each on a separate line if this format indents. The stream is flushed and
    * left open.
    */
  def writeArray[A](values: IterableOnce[A], stream: OutputStream)(using
      pickler: Pickler[A],
      options: PickleOptions
  ): Unit =
    array(values, ByteSink.over(stream), pickler, options)

  /** Writes to a blocking channel, which is left open. */
  def writeArray[A](values: IterableOnce[A], channel: WritableByteChannel)(using
      pickler: Pickler[A],
      options: PickleOptions
  ): Unit =
    array(values, ByteSink.over(channel), pickler, options)

  /** Reads values that are each in a line of their own; blank lines are skipped. `limits.maxInputBytes` applies to each value. */
  def readLines[A](stream: InputStream)(using unpickler: Unpickler[A], options: PickleOptions): JsonElements[A] =
    elements(stream, isArray = false, unpickler, options)

  /** Reads from a blocking channel. */
  def readLines[A](channel: ReadableByteChannel)(using
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] =
    elements(channel, isArray = false, unpickler, options)

  /** Reads the elements of one array, behind which nothing may follow. `limits.maxInputBytes` applies to each element. */
  def readArray[A](stream: InputStream)(using unpickler: Unpickler[A], options: PickleOptions): JsonElements[A] =
    elements(stream, isArray = true, unpickler, options)

  /** Reads from a blocking channel. */
  def readArray[A](channel: ReadableByteChannel)(using
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] =
    elements(channel, isArray = true, unpickler, options)

  private def lines[A](values: IterableOnce[A], sink: ByteSink, pickler: Pickler[A], options: PickleOptions): Unit =
    if !isCompact then
      throw new IllegalArgumentException(
        "a format that indents writes values of several lines: use JsonFormat(dialect)"
      )
    each(values, sink, pickler, options) { (_, write) =>
      write()
      sink.putByte('\n')
    }

  private def array[A](values: IterableOnce[A], sink: ByteSink, pickler: Pickler[A], options: PickleOptions): Unit =
    FailureBoundary.writing(sink.putByte('['))
    each(values, sink, pickler, options) { (index, write) =>
      if index > 0 then sink.putByte(',')
      if !isCompact then sink.putByte('\n')
      write()
    }
    FailureBoundary.writing {
      if !isCompact then sink.putByte('\n')
      sink.putByte(']')
      sink.flush()
    }

  private def each[A](values: IterableOnce[A], sink: ByteSink, pickler: Pickler[A], options: PickleOptions)(
      put: (Long, () => Unit) => Unit
  ): Unit =
    var index = 0L
    for value <- values.iterator do
      try
        FailureBoundary.writing {
          val limit = options.limits.maxOutputBytes
          sink.maxBytes(if limit > Long.MaxValue - sink.written - Separators then Long.MaxValue
          else sink.written + limit + Separators)
          put(index, () => write(value, pickler, sink, options))
        }
      catch case e: PickleException => throw e.prepend(s"[$index]")
      index += 1
    FailureBoundary.writing(sink.flush())

  /** Bytes that stand between two values. */
  private final val Separators = 4

  private def elements[A](
      stream: InputStream,
      isArray: Boolean,
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] =
    val input = new BoundedInput(options.limits)
    elements(ByteSource.of(plain(input.stream(stream))), input, stream, isArray, unpickler, options)

  private def elements[A](
      channel: ReadableByteChannel,
      isArray: Boolean,
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] =
    val input = new BoundedInput(options.limits)
    val bounded = input.channel(channel)
    val source = if isLenient then ByteSource.of(plain(java.nio.channels.Channels.newInputStream(bounded)))
    else ByteSource.of(bounded)
    elements(source, input, channel, isArray, unpickler, options)

  private def plain(stream: InputStream): InputStream = if isLenient then new LenientText(stream) else stream

  private def elements[A](
      source: ByteSource,
      input: BoundedInput,
      closed: AutoCloseable,
      isArray: Boolean,
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] = new JsonElements(source, input, closed, isArray, readElement(_, unpickler, options))
