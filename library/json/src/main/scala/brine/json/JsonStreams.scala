package brine.json

import brine.json.dialects.JsonDialect.{Duplicates, Omit}
import brine.json.streams.{ElementFinder, LineFinder, LineStream, PathFinder, PathStep, WholeLineFinder}
import brine.json.text.LenientText
import java.io.{InputStream, OutputStream}
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import brine.{BoundedInput, FailureBoundary, Limits, PickleException, PickleOptions, Pickler, Unpickler}
import brine.wire.{ByteSink, ByteSource}

/** Streams of many values: one in each line (newline-delimited JSON), or the elements of one array, of any length. In
  * memory is one value at a time. Objects are not shared between values.
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

  /** Writes the values as the elements of one array, each on a separate line if this format indents. The stream is
    * flushed and left open.
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

  /** Reads values that are each in a line of their own; blank lines are skipped. `limits.maxInputBytes` applies to each
    * value.
    */
  def readLines[A](stream: InputStream)(using unpickler: Unpickler[A], options: PickleOptions): JsonElements[A] =
    elements(stream, new LineFinder(_), unpickler, options)

  /** Reads from a blocking channel. */
  def readLines[A](channel: ReadableByteChannel)(using
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] =
    elements(channel, new LineFinder(_), unpickler, options)

  /** Reads lines as [[readLines]] does, and goes on behind a line that does not hold a value of the type: it is a
    * `Left`, whose failure has the offset of the line as its `recordOffset`. Each value must be in one line.
    * `limits.maxInputBytes` applies to each line. In memory is one value, or the buffer of a bad line.
    *
    * A failure of the stream itself, and a type that the dialect does not fit, are thrown.
    */
  def readLinesEither[A](
      stream: InputStream
  )(using unpickler: Unpickler[A], options: PickleOptions): JsonElements[Either[PickleException, A]] =
    val input = new BoundedInput(unbounded(options))
    lineResults(ByteSource.of(plain(input.stream(stream))), input, stream, unpickler, options)

  /** Reads from a blocking channel. */
  def readLinesEither[A](
      channel: ReadableByteChannel
  )(using unpickler: Unpickler[A], options: PickleOptions): JsonElements[Either[PickleException, A]] =
    val input = new BoundedInput(unbounded(options))
    lineResults(source(input.channel(channel)), input, channel, unpickler, options)

  /** Reads the elements of one array, behind which nothing may follow. `limits.maxInputBytes` applies to each element.
    */
  def readArray[A](stream: InputStream)(using unpickler: Unpickler[A], options: PickleOptions): JsonElements[A] =
    elements(stream, finder(PathStep.Array), unpickler, options)

  /** Reads from a blocking channel. */
  def readArray[A](channel: ReadableByteChannel)(using
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] =
    elements(channel, finder(PathStep.Array), unpickler, options)

  /** Reads the values of one document that a path leads to, in their order: `$.items[*]` for the elements of the array
    * `items`. The names are those of the JSON. The path has the steps `.name`, `["name"]`, `[0]`, `[*]` (the elements
    * of an array) and `.*` (the values of an object). All other values are skipped and checked to be JSON, also behind
    * the last value. Call `hasNext` until it is false to know that the document is whole. `limits.maxInputBytes`
    * applies to each value.
    *
    * A document without a member or an index of the path fails, except that `Omit.Empties` takes a missing member for
    * an empty collection. A second member of one name fails, except that `Duplicates.First` skips it.
    *
    * @throws IllegalArgumentException if the path has another form
    */
  def readElements[A](path: String, stream: InputStream)(using
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] =
    elements(stream, finder(PathStep.parse(path)), unpickler, options)

  /** Reads from a blocking channel. */
  def readElements[A](path: String, channel: ReadableByteChannel)(using
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] =
    elements(channel, finder(PathStep.parse(path)), unpickler, options)

  /** Reads one value of a stream whose bytes arrive in pieces, as the answer of a language model does. Passes on the
    * fields so far after each field, and after each element of a field that is a collection. Each byte is read once.
    * Only the outermost object comes in parts. A class with migrations, and a type that is not a class, comes whole.
    *
    * An exception of `update` ends the read with a [[PickleException.UserCode]].
    */
  def readPartial[A](stream: InputStream)(update: JsonPartial[A] => Unit)(using
      unpickler: Unpickler[A],
      options: PickleOptions
  ): A =
    val arriving = plain(new BoundedInput(options.limits).stream(stream))
    FailureBoundary.reading(ByteSource.of(arriving))(
      readArriving(arriving, unpickler, options, fields => update(new JsonPartial(fields)))
    )

  private def finder(path: List[PathStep])(source: ByteSource): ElementFinder =
    new PathFinder(source, path, dialect.duplicates == Duplicates.First, dialect.omit(Omit.Empties))

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
      finder: ByteSource => ElementFinder,
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] =
    val input = new BoundedInput(options.limits)
    elements(ByteSource.of(plain(input.stream(stream))), input, stream, finder, unpickler, options)

  private def elements[A](
      channel: ReadableByteChannel,
      finder: ByteSource => ElementFinder,
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] =
    val input = new BoundedInput(options.limits)
    elements(source(input.channel(channel)), input, channel, finder, unpickler, options)

  private def source(channel: ReadableByteChannel): ByteSource =
    if isLenient then ByteSource.of(plain(java.nio.channels.Channels.newInputStream(channel)))
    else ByteSource.of(channel)

  private def plain(stream: InputStream): InputStream = if isLenient then new LenientText(stream) else stream

  private def elements[A](
      source: ByteSource,
      input: BoundedInput,
      closed: AutoCloseable,
      finder: ByteSource => ElementFinder,
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[A] = new JsonElements(source, input, closed, finder(source), readElement(_, unpickler, options))

  /** A line has its own limit, so that the rest of a line beyond it can be skipped. */
  private def unbounded(options: PickleOptions): Limits = options.limits.copy(maxInputBytes = Long.MaxValue)

  private def lineResults[A](
      source: ByteSource,
      input: BoundedInput,
      closed: AutoCloseable,
      unpickler: Unpickler[A],
      options: PickleOptions
  ): JsonElements[Either[PickleException, A]] =
    val finder = new WholeLineFinder(source)
    var index = -1L
    new JsonElements(
      source,
      input,
      closed,
      finder,
      source =>
        index += 1
        lineResult(source, finder.segments(index), unpickler, options)
    )

  private def lineResult[A](
      source: ByteSource,
      place: List[String],
      unpickler: Unpickler[A],
      options: PickleOptions
  ): Either[PickleException, A] =
    val begin = source.offset
    val line = new LineStream(source, options.limits)
    val result =
      try Right(FailureBoundary.reading(source)(readLine(line, begin, unpickler, options)))
      catch
        case e: (PickleException.InputOutput | PickleException.UnsupportedType) => throw e
        case e: PickleException =>
          place.foreach(e.prepend)
          Left(e.ofRecord(begin))
    line.finish()
    result
