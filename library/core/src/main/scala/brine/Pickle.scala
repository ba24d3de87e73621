package brine

import java.io.{InputStream, OutputStream}
import java.nio.ByteBuffer
import java.nio.channels.{FileChannel, ReadableByteChannel, WritableByteChannel}
import java.nio.file.{Path, StandardOpenOption}
import scala.util.Try
import brine.wire.{ByteSink, ByteSource}

/** A value's bytes, typed by their format: `BinaryPickle`, `JsonPickle`, … A pickle is equal to one of the same format
  * with the same bytes.
  *
  * @param bytes the whole pickle. Not copied: changing the array changes the pickle.
  */
abstract class Pickle(val bytes: Array[Byte]):
  { val ignored = NotNull(bytes, "the bytes of a pickle") }

  /** The format of these bytes. Each format has its own class of pickles. */
  type Format <: PickleFormat

  /** Reads these bytes, whichever format is in scope. */
  def format: Format

  /** Returns the value, or throws a [[PickleException]] with place and reason. The pickle must hold exactly one
    * value.
    */
  def unpickle[A](using unpickler: Unpickler[A], options: PickleOptions): A =
    Pickle.one(ByteSource.of(bytes), unpickler, format, options)

  /** Reads as [[unpickle]] does, and returns a [[PickleException]] as a `Left`. An exception of a constructor is one,
    * too ([[PickleException.UserCode]]). A fatal error, such as an `OutOfMemoryError`, is thrown.
    */
  inline def unpickleEither[A](using unpickler: Unpickler[A], options: PickleOptions): Either[PickleException, A] =
    PickleException.either(unpickle[A])

  /** Reads as [[unpickleEither]] does, with a `Failure` in place of the `Left`. */
  inline def unpickleTry[A](using unpickler: Unpickler[A], options: PickleOptions): Try[A] = unpickleEither[A].toTry

  override def equals(other: Any): Boolean = other match
    case that: Pickle => that.getClass == getClass && java.util.Arrays.equals(that.bytes, bytes)
    case _            => false

  override def hashCode: Int = java.util.Arrays.hashCode(bytes)

  override def toString: String = s"${getClass.getSimpleName}(${bytes.length} bytes)"

/** Reads values that were written elsewhere, in the format in scope or in one that the call names. Each method throws a
  * [[PickleException]] that says where and why; files, streams and channels that fail are a
  * [[PickleException.InputOutput]].
  * {{{
  * Pickle.read[Settings](path)(using format = JsonFormat)
  * PickleException.either(Pickle.read[Settings](path))        // an Either
  * }}}
  */
object Pickle:
  /** Reads an array that holds exactly one value. The array is not copied. */
  inline def read[A](bytes: Array[Byte])(using
      unpickler: Unpickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): A =
    format.read[A](bytes)

  /** Reads a file that holds exactly one value. */
  def read[A](path: Path)(using unpickler: Unpickler[A], format: PickleFormat, options: PickleOptions): A =
    val channel = open(path)
    try format.readFile(channel, unpickler, options)
    finally channel.close()

  /** Reads one value from a stream that holds exactly one. The stream is read to its end and left open. */
  def read[A](stream: InputStream)(using unpickler: Unpickler[A], format: PickleFormat, options: PickleOptions): A =
    one(ByteSource.of(new BoundedInput(options.limits).stream(stream)), unpickler, format, options)

  /** Reads one value from a blocking channel that holds exactly one. The channel is left open. */
  def read[A](channel: ReadableByteChannel)(using
      unpickler: Unpickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): A =
    one(ByteSource.of(new BoundedInput(options.limits).channel(channel)), unpickler, format, options)

  /** Reads one value from a buffer's position and leaves the position behind it: others may follow. */
  def read[A](buffer: ByteBuffer)(using unpickler: Unpickler[A], format: PickleFormat, options: PickleOptions): A =
    val source = ByteSource.of(NotNull(buffer, "a buffer"))
    val value = format.read(source, unpickler, options)
    source.finish()
    value

  /** Reads the values of a stream one by one, on demand. Ends where the stream ends between two values. A stream that
    * ends in the middle of one is a [[PickleException.Truncated]].
    */
  def readAll[A](stream: InputStream)(using
      unpickler: Unpickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): Iterator[A] =
    val input = new BoundedInput(options.limits)
    all(input, ByteSource.of(input.stream(stream)), unpickler, format, options)

  /** Reads the values of a blocking channel one by one; the channel is left open. */
  def readAll[A](channel: ReadableByteChannel)(using
      unpickler: Unpickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): Iterator[A] =
    val input = new BoundedInput(options.limits)
    all(input, ByteSource.of(input.channel(channel)), unpickler, format, options)

  /** Reads the values of a file one by one, as `use` needs them, and closes the file when `use` returns. */
  def readAll[A, B](path: Path)(use: Iterator[A] => B)(using
      unpickler: Unpickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): B =
    val channel = open(path)
    try use(readAll(channel))
    finally channel.close()

  /** Reads the records of a file one by one, as [[readAll]] does, and continues behind damaged ones: see [[Damage]].
    * For files of records in the binary format with checksums, as [[appender]], [[writer]] and [[writeAll]] write them.
    *
    * A record that is whole, and that this program cannot read, is no damage. `next` throws its failure, and the record
    * behind it comes next.
    *
    * {{{
    * Pickle.readAll[Event, Int](path, damage => log.warn(damage.toString))(_.size)
    * }}}
    *
    * @param onDamage called for each run of damaged bytes, before the record behind it is read
    * @throws IllegalArgumentException if the format is not the binary one, the only one whose records can be found
    *   again
    */
  def readAll[A, B](path: Path, onDamage: Damage => Unit)(use: Iterator[A] => B)(using
      unpickler: Unpickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): B =
    val records = RecordFormat.of(format)
    val channel = open(path)
    try use(new RecordScan(channel, records, unpickler, options).iterator(onDamage))
    finally channel.close()

  /** Opens a log: a file to which records are appended, one after the other. Creates the file if there is none. Reads
    * the records that are there, and cuts a last one that was not written whole ([[PickleAppender.cut]]). [[readAll]]
    * reads the file.
    *
    * {{{
    * Using.resource(Pickle.appender[Event](path)) { log => log.append(event) }
    * }}}
    *
    * @param durability how far a record has gone when `append` returns
    * @throws PickleException.InputOutput if the file cannot be opened, or another appender has it
    * @throws IllegalArgumentException if the format is not the binary one, or the options have no checksum
    */
  def appender[A](path: Path, durability: Durability = Durability.Flushed)(using
      pickler: Pickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): PickleAppender[A] =
    val records = RecordFormat.of(format)
    if !options.checksum then
      throw new IllegalArgumentException("a log needs checksums to find damage: leave `PickleOptions.checksum` on")
    PickleAppender.open(path, durability, pickler, records, options)

  private def all[A](
      input: BoundedInput,
      source: ByteSource,
      unpickler: Unpickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): Iterator[A] =
    val ofStream = options.copy(history = new History.StreamHistory(options.history))
    new Iterator[A]:
      def hasNext: Boolean =
        input.restart()
        FailureBoundary.reading(source)(!format.isAtEnd(source))
      def next(): A =
        input.restart()
        val start = source.offset
        try format.read(source, unpickler, ofStream)
        catch case e: PickleException => throw e.ofRecord(start)

  /** Writes values one after the other to a stream. Close the writer, which closes the stream, or flush it: it keeps
    * the last values until then.
    */
  def writer[A](stream: OutputStream)(using
      pickler: Pickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): PickleWriter[A] =
    PickleWriter.watched(ByteSink.over(NotNull(stream, "a stream")), pickler, format, options)

  /** Writes values one after the other to a blocking channel. Close the writer, which closes the channel, or flush it:
    * it keeps the last values until then.
    */
  def writer[A](channel: WritableByteChannel)(using
      pickler: Pickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): PickleWriter[A] =
    PickleWriter.watched(ByteSink.over(NotNull(channel, "a channel")), pickler, format, options)

  /** Writes a file of many values; the file has all of them or does not appear. */
  def writeAll[A](values: IterableOnce[A], path: Path)(using
      pickler: Pickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): Unit =
    writeFile(path) { sink =>
      val writer = new PickleWriter(sink, pickler, format, options)
      for value <- NotNull(values, "values").iterator do writer.write(value)
    }

  /** Returns the options for a file, which outlives the program that writes it. */
  private[brine] def atRest(options: PickleOptions): PickleOptions =
    if options.carriage == Carriage.Usual then options.copy(carriage = Carriage.Names) else options

  private[brine] def one[A](
      source: ByteSource,
      unpickler: Unpickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): A =
    only(source, unpickler, format, options)

  /** Returns the pickle of one value; Brine's own formats inline it, see [[PickleFormat.pickleOf]]. */
  private[brine] inline def only[A](
      source: ByteSource,
      unpickler: Unpickler[A],
      format: PickleFormat,
      options: PickleOptions
  ): A =
    val value = format.read(source, unpickler, options)
    val atEnd = FailureBoundary.reading(source)(format.isAtEnd(source))
    if !atEnd then throw trailing(source)
    value

  private[brine] def trailing(source: ByteSource): PickleException =
    new PickleException.TrailingBytes(if source.bounded then source.remaining else 0).atOffset(source.offset)

  private def open(path: Path): FileChannel =
    try FileChannel.open(NotNull(path, "a path"), StandardOpenOption.READ)
    catch case e: java.io.IOException => throw new PickleException.InputOutput(e)

  /** Writes a file beside `path` and renames it, so that `path` is never half-written: it is the old file or the new
    * one.
    */
  private[brine] def writeFile(path: Path)(write: ByteSink => Unit): Unit =
    writeFileChannel(path) { channel =>
      val sink = ByteSink.over(channel)
      write(sink)
      sink.flush()
    }

  /** Writes the file through a channel: see [[writeFile]]. */
  private[brine] def writeFileChannel(path: Path)(write: FileChannel => Unit): Unit =
    try PartFiles.replace(NotNull(path, "a path"))(write)
    catch case e: java.io.IOException => throw new PickleException.InputOutput(e)

  /** A temporary file, for the time of a write, with a name that nothing else uses. */
  private[brine] def beside(path: Path, ending: String): Path =
    val unique = java.util.UUID.randomUUID().toString.take(8)
    path.toAbsolutePath.resolveSibling(s".${path.getFileName}.$unique.$ending")
