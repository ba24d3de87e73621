package brine

import java.nio.channels.FileChannel
import scala.util.Try
import brine.binary.BinaryFormat
import brine.shape.Shape
import brine.wire.{ByteSink, ByteSource}

/** Turns the calls of a [[Pickler]] into bytes, and bytes into values.
  *
  * The format in scope is the binary one; `import brine.json.given` (or another format's given) replaces it at the
  * call. A format defines two methods, `write` to a sink and `read` from a source. It passes a [[PickleBuilder]] or a
  * [[PickleReader]] to the pickler.
  */
trait PickleFormat:
  /** The result of `x.pickle` in this format. Each format has its own type of pickle, so JSON is never read as
    * binary.
    */
  type Pickled <: Pickle

  /** Wraps bytes of this format. */
  def pickled(bytes: Array[Byte]): Pickled

  // ---- for callers: this format by name, whichever is in scope

  /** Writes one value as bytes of this format: the bytes of `x.pickleIn(format)`. Throws a [[PickleException]] if the
    * value cannot be written.
    */
  inline def writeBytes[A](value: A)(using pickler: Pickler[A], options: PickleOptions): Array[Byte] =
    pickleOf(value, pickler, options).bytes

  /** Reads bytes that hold exactly one value, or throws a [[PickleException]]. The bytes are not copied.
    * {{{ BinaryFormat.Bare.read[Person](bytes)(using options = PickleOptions(sharing = Sharing.All)) }}}
    */
  inline def read[A](bytes: Array[Byte])(using unpickler: Unpickler[A], options: PickleOptions): A =
    pickled(bytes).unpickle[A]

  /** Reads as [[read]] does, and returns a [[PickleException]] as a `Left`. */
  inline def readEither[A](bytes: Array[Byte])(using
      unpickler: Unpickler[A],
      options: PickleOptions
  ): Either[PickleException, A] =
    PickleException.either(read[A](bytes))

  /** Reads as [[read]] does, and returns a [[PickleException]] as a `Failure`. */
  inline def readTry[A](bytes: Array[Byte])(using unpickler: Unpickler[A], options: PickleOptions): Try[A] =
    readEither[A](bytes).toTry

  // ---- for authors of formats: the methods to define

  /** Appends one value to `sink`, or throws a [[PickleException]]. Does not flush it. */
  def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit

  /** Ends a value of this shape in a stream, a buffer or a file, where others may follow. Writes a separator if two
    * values would otherwise run together. A format whose values determine their own ends writes nothing.
    */
  def separate(shape: Shape, sink: ByteSink): Unit = ()

  /** Returns the pickle of one value; `x.pickle` calls it. Each of Brine's own formats overrides it with equal code
    * (ADR 95, profiles).
    */
  def pickleOf[A](value: A, pickler: Pickler[A], options: PickleOptions): Pickled =
    val bytes = PickleBuffers.bytes(options) { buffers =>
      val sink = buffers.sink(options)
      write(value, pickler, sink, options)
      FailureBoundary.writing(sink.toByteArray)
    }
    FailureBoundary.writing(pickled(bytes))

  /** Reads one value and leaves `source` behind it, or throws a [[PickleException]]. */
  def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A

  /** Reads a file that holds exactly one value; `Pickle.read(path)` calls it. A format may read each part of it on
    * demand.
    */
  private[brine] def readFile[A](channel: FileChannel, unpickler: Unpickler[A], options: PickleOptions): A =
    Pickle.one(ByteSource.of(channel), unpickler, this, options)

  /** The format as one of records in a file, which can be found again behind damage; null if it is none. */
  private[brine] def ofRecords: RecordFormat | Null = null

  /** Returns true if no value follows: the source is at its end, or only padding remains that this format allows,
    * which is skipped.
    */
  def isAtEnd(source: ByteSource): Boolean = source.atEnd()

object PickleFormat:
  /** Makes binary the default: any imported format takes precedence. */
  given binary: BinaryFormat = BinaryFormat

/** A format whose values have a header, as `brine.wire.layout.BinaryLayout` draws it, and a checksum at their end. */
private[brine] trait RecordFormat extends PickleFormat:
  /** Reads as [[read]] does, and refuses a value without a checksum if the options ask for one. */
  private[brine] def readRecord[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A

private[brine] object RecordFormat:
  /** @throws IllegalArgumentException if the format has no such values */
  def of(format: PickleFormat): RecordFormat =
    val found = format.ofRecords
    if found != null then found
    else
      throw new IllegalArgumentException(
        "a log is written in the binary format, whose records have a header and a checksum: expected BinaryFormat, " +
          "found " +
          format.getClass.getSimpleName.stripSuffix("$")
      )
