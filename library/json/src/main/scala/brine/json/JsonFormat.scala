package brine.json

import brine.json.looks.DialectForms
import brine.json.reading.JsonDocument
import brine.json.text.{JsonInput, JsonWindow, LenientText, ValueStream}
import brine.json.writing.{DialectBuilder, JsonBuilder, SharedScan}
import java.io.{InputStream, OutputStream}
import java.nio.ByteBuffer
import scala.util.Try
import scala.util.control.NonFatal
import brine.{FailureBoundary, Pickle, PickleException, PickleFormat, PickleOptions, Pickler, PickleBuffers, Unpickler}
import brine.shape.{Nullness, Shape}
import brine.wire.{ByteSink, ByteSource}
import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader as Jsoniter, *}

/** What `import brine.json.given` brings: JSON in place of the binary format. */
given jsonFormat: JsonFormat = JsonFormat

/** JSON: a product is an object of its fields, a collection an array, a map with simple keys an object; docs/spec/json.md.
  *
  * {{{
  * json.write(Person("Jim", 2005))          // {"name":"Jim","since":2005}
  * json.read[Person]("""{ "since": 2005, "name": "Jim" }""")
  *
  * import brine.json.given
  * Person("Jim", 2005).pickle.text
  * }}}
  * Objects keep their identity as in every format, by `"$id"` and `"$ref"`, which appear only where something is
  * referred to. To find out, values of types that can hold such objects are run through their pickler twice; a value
  * must not change meanwhile. A value that turns out to be long is begun a second time, too.
  */
sealed abstract class JsonFormat(writerConfig: WriterConfig, forms: DialectForms | Null) extends PickleFormat,
      JsonStreams:
  import JsonFormat.*

  type Pickled = JsonPickle

  def pickled(bytes: Array[Byte]): JsonPickle = new JsonPickle(bytes, this)

  /** How this format's JSON looks. */
  final def dialect: JsonDialect = if forms == null then dialects.JsonDialect.Default else forms.nn.dialect

  /** Writes one value as text, or throws a [[PickleException]]. [[writeBytes]] gives the same text in UTF-8, without the step
    * that decodes it.
    */
  inline def write[A](value: A)(using pickler: Pickler[A], options: PickleOptions): String =
    pickleOf(value, pickler, options).text

  /** Reads text that holds exactly one value, or throws a [[PickleException]]. */
  inline def read[A](text: String)(using unpickler: Unpickler[A], options: PickleOptions): A =
    JsonPickle.of(text, this).unpickle[A]

  /** Reads text as [[read]] does, and returns a [[PickleException]] as a `Left`. */
  inline def readEither[A](text: String)(using
      unpickler: Unpickler[A],
      options: PickleOptions
  ): Either[PickleException, A] =
    PickleException.either(read[A](text))

  /** Reads text as [[read]] does, and returns a [[PickleException]] as a `Failure`. */
  inline def readTry[A](text: String)(using unpickler: Unpickler[A], options: PickleOptions): Try[A] =
    readEither[A](text).toTry

  def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
    FailureBoundary.writing {
      val own = prepared(pickler, options)
      writeTo(sink, value, writing(pickler, SharedScan(value, pickler, own), own, checksText = true))
    }

  /** The options of a call, as the dialect has them. Refuses a type that it does not fit. */
  private def prepared(unpickler: Unpickler[?], options: PickleOptions): PickleOptions =
    if forms == null then options else forms.nn.prepared(unpickler, options)

  override def pickleOf[A](value: A, pickler: Pickler[A], options: PickleOptions): JsonPickle =
    pickled(PickleBuffers.bytes(options)(bytesOf(value, pickler, _, options)))

  private def writing[A](
      pickler: Pickler[A],
      shared: Array[Int],
      options: PickleOptions,
      checksText: Boolean
  ): Writing[A] =
    new Writing(pickler, shared, options, isCompact, checksText, forms)

  private[json] final val isCompact = writerConfig.indentionStep == 0

  private def writeTo[A](sink: ByteSink, value: A, writing: Writing[A]): Unit =
    writeToStreamReentrant(value, new SinkStream(sink), writerConfig)(using writing)

  /** Into an array that is kept, without the library's buffer and the sink, and without a look at texts beforehand: two copies
    * and a walk over each text less. If that fails, because the array is too short or a text is not Unicode, the write starts again
    * in a growing sink, whose failure is the one to report.
    */
  private def bytesOf[A](value: A, pickler: Pickler[A], buffers: PickleBuffers, asked: PickleOptions): Array[Byte] =
    FailureBoundary.writing {
      val options = prepared(pickler, asked)
      val shared = SharedScan(value, pickler, options)
      val room = buffers.room
      // A handwritten pickler may catch the failure and go on; the end of its output would then be lost.
      val length =
        if pickler.shape.holdsHandwritten then -1
        else writeInto(room, value, writing(pickler, shared, options, checksText = false), options)
      if length >= 0 then java.util.Arrays.copyOf(room, length)
      else
        val sink = buffers.sink(options)
        writeTo(sink, value, writing(pickler, shared, options, checksText = true))
        val bytes = sink.toByteArray
        buffers.makeRoom(bytes.length, options)
        bytes
    }

  /** How many bytes, or -1. */
  private def writeInto[A](room: Array[Byte], value: A, writing: Writing[A], options: PickleOptions): Int =
    if room.length == 0 then -1
    else
      try
        val end = math.min(room.length, options.limits.maxOutputBytes).toInt
        writeToSubArrayReentrant(value, room, 0, end, writerConfig)(using writing)
      catch case NonFatal(_) => -1

  def read[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    FailureBoundary.reading(source)(if source.bounded then readView(source, unpickler, options)
    else readStream(source, unpickler, options))

  /** Ends the line after a value that may be a number or a word, since two of them in sequence would become one. */
  override def separate(shape: Shape, sink: ByteSink): Unit = if mayBeWord(shape) then sink.putByte('\n')

  private[json] final val isLenient = forms != null && forms.nn.isLenient

  private def mayBeWord(shape: Shape): Boolean = shape match
    case m: Shape.Mapped => mayBeWord(m.inner)
    case _: Shape.Custom => true
    case other           => other.nullness != Nullness.Marker // the others can be a number, or null

  /** Skips white space, which is allowed before, between and after values. */
  override def isAtEnd(source: ByteSource): Boolean =
    while !source.atEnd() && JsonWindow.isWhitespace(source.peekByte()) do source.skip(1)
    source.atEnd()

  private def readView[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    val view = source.view()
    val start = source.offset
    val in =
      if isLenient then new JsonInput(new Array(FirstBuffer), 0, 0, new LenientText(new ViewStream(view)), start)
      else if view.hasArray then
        val from = view.arrayOffset + view.position
        new JsonInput(view.array, from, from + view.remaining, null, start)
      else new JsonInput(new Array(FirstBuffer), 0, 0, new ViewStream(view), start)
    val value = JsonDocument.read(in, null, unpickler, options, forms)
    source.skip(in.offset - start)
    if mayBeWord(unpickler.shape) && !source.atEnd() && source.peekByte() == '\n' then source.skip(1)
    value

  private def readStream[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    readAhead(
      source,
      if isLenient then new LenientText(new SourceStream(source)) else new ValueStream(source),
      unpickler,
      options
    )

  /** One of the values of a stream, behind which others may follow. */
  private[json] def readElement[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    readAhead(source, new ValueStream(source), unpickler, options)

  private def readAhead[A](
      source: ByteSource,
      stream: InputStream,
      unpickler: Unpickler[A],
      options: PickleOptions
  ): A =
    val in = new JsonInput(new Array(FirstBuffer), 0, 0, stream, source.offset)
    val value = JsonDocument.read(in, source, unpickler, options, forms)
    // The stream must end after the value.
    if !in.isAtEnd then in.fail("unexpected text after the value")
    value

  /** The value that these bytes hold, and nothing else. */
  private[json] def readOnly[A](bytes: Array[Byte], unpickler: Unpickler[A], options: PickleOptions): A =
    JsonDocument.readOnly(bytes, unpickler, options, forms)

/** Compact: no white space. */
object JsonFormat extends JsonFormat(WriterConfig.withPreferredBufSize(1024), null):
  /** For people: indented by two spaces. A value that is nested thousands deep gets long. */
  object Pretty extends JsonFormat(WriterConfig.withPreferredBufSize(1024).withIndentionStep(2), null)

  /** JSON as somebody else has defined it, compact. Make one for each dialect, once. */
  def apply(dialect: JsonDialect): JsonFormat = new Of(dialect, 0)

  /** The JSON of a dialect, indented by this number of spaces a level. */
  def apply(dialect: JsonDialect, indentation: Int): JsonFormat = new Of(dialect, indentation)

  private final class Of(dialect: JsonDialect, indentation: Int)
      extends JsonFormat(
        WriterConfig.withPreferredBufSize(1024).withIndentionStep(indentation),
        new DialectForms(dialect)
      )

  /** Bytes of the first buffer for input in pieces; later buffers double. */
  private final val FirstBuffer = 4096

  /** How one gets at jsoniter's writer. */
  private final class Writing[A](
      pickler: Pickler[A],
      shared: Array[Int],
      options: PickleOptions,
      isCompact: Boolean,
      checksText: Boolean,
      forms: DialectForms | Null
  ) extends JsonValueCodec[A]:
    def nullValue: A = null.asInstanceOf[A]
    def encodeValue(value: A, out: JsonWriter): Unit =
      if forms == null then pickler.pickle(value, new JsonBuilder(out, shared, options, isCompact, checksText))
      else DialectBuilder.write(value, pickler, forms.nn, out, shared, options, isCompact, checksText)
    def decodeValue(in: Jsoniter, default: A): A = throw new IllegalStateException("for writing only")

  private final class SinkStream(sink: ByteSink) extends OutputStream:
    override def write(b: Int): Unit = sink.putByte(b)
    override def write(bytes: Array[Byte], offset: Int, length: Int): Unit = sink.putBytes(bytes, offset, length)

  private final class SourceStream(source: ByteSource) extends InputStream:
    override def read(): Int = if source.atEnd() then -1 else source.getByte() & 0xff

  /** The bytes of a buffer that has no array to look into. */
  private final class ViewStream(view: ByteBuffer) extends InputStream:
    override def read(): Int = if view.hasRemaining then view.get() & 0xff else -1
    override def read(into: Array[Byte], offset: Int, count: Int): Int =
      val n = math.min(count, view.remaining)
      view.get(into, offset, n)
      if n == 0 && count > 0 then -1 else n

/** A value as JSON text, in UTF-8, in the dialect of a format. */
final class JsonPickle(bytes: Array[Byte], val format: JsonFormat) extends Pickle(bytes):
  def this(bytes: Array[Byte]) = this(bytes, JsonFormat)

  type Format = JsonFormat

  override def unpickle[A](using unpickler: Unpickler[A], options: PickleOptions): A =
    format.readOnly(bytes, unpickler, options)

  def text: String = new String(bytes, java.nio.charset.StandardCharsets.UTF_8)

object JsonPickle:
  /** From text, which must be Unicode: an unpaired surrogate is a [[PickleException.Malformed]]. */
  def of(text: String): JsonPickle = of(text, JsonFormat)

  /** From text in the dialect of a format. */
  def of(text: String, format: JsonFormat): JsonPickle = new JsonPickle(JsonDocument.bytesOf(text), format)
