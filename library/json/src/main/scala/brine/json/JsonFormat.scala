package brine.json

import brine.json.errors.ErrorCollection
import brine.json.looks.DialectForms
import brine.json.reading.JsonDocument
import brine.json.streams.PartialFields
import brine.json.text.{JsonFailure, JsonInput, JsonWindow, LenientText, ValueStream}
import brine.json.writing.{JsonBuilders, SharedScan}
import java.io.InputStream
import java.nio.ByteBuffer
import scala.util.Try
import brine.{
  FailureBoundary,
  Pickle,
  PickleBuffers,
  PickleException,
  PickleFormat,
  PickleOptions,
  Pickler,
  NotNull,
  Unpickler
}
import brine.shape.{Nullness, Shape}
import brine.wire.{ByteSink, ByteSource, JsonSink, QuotedText}

/** What `import brine.json.given` brings: JSON in place of the binary format. */
given jsonFormat: JsonFormat = JsonFormat

/** JSON: a product is an object of its fields, a collection an array, a map with simple keys an object;
  * docs/spec/json.md.
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
  * must not change meanwhile.
  */
sealed abstract class JsonFormat(indentation: Int, forms: DialectForms | Null) extends PickleFormat, JsonStreams:
  import JsonFormat.*

  type Pickled = JsonPickle

  def pickled(bytes: Array[Byte]): JsonPickle = new JsonPickle(bytes, this)

  /** How this format's JSON looks. */
  final def dialect: JsonDialect = if forms == null then dialects.JsonDialect.Default else forms.nn.dialect

  /** Writes one value as text, or throws a [[PickleException]]. [[writeBytes]] gives the same text in UTF-8, without
    * the step that decodes it.
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

  /** Reads text as [[read]] does, and returns all errors of the document as a `Left`, up to
    * [[JsonErrors.isComplete a limit]]. A read that succeeds costs as much as [[read]]; after a failure, the document
    * is read once or twice more for each error. Constructors and functions of the program run in all of these reads.
    */
  def readAccumulating[A](text: String)(using unpickler: Unpickler[A], options: PickleOptions): Either[JsonErrors, A] =
    PickleException.either(JsonDocument.bytesOf(text)) match
      case Right(bytes) => readAccumulating(bytes)
      case Left(e)      => Left(ErrorCollection.notUnicode(e))

  /** Reads text in UTF-8. */
  def readAccumulating[A](
      bytes: Array[Byte]
  )(using unpickler: Unpickler[A], options: PickleOptions): Either[JsonErrors, A] =
    try Right(readOnly(NotNull(bytes, "bytes"), unpickler, options))
    catch
      case first: PickleException =>
        val text = if isLenient then LenientText.plain(bytes) else bytes
        Left(new ErrorCollection(text, dialect, readOnly(_, unpickler, options)).of(first))

  /** Returns the value as a JSON merge patch (RFC 7386) changes its JSON: a member with a null is removed, and the
    * class must do without it.
    */
  def patched[A](value: A, patch: Json)(using Pickler[A], PickleOptions): A =
    read[A](JsonMergePatch(Json.parse(write(value)), patch).render)

  /** Reads text as [[read]] does, and returns a [[PickleException]] as a `Failure`. */
  inline def readTry[A](text: String)(using unpickler: Unpickler[A], options: PickleOptions): Try[A] =
    readEither[A](text).toTry

  def write[A](value: A, pickler: Pickler[A], sink: ByteSink, options: PickleOptions): Unit =
    FailureBoundary.writing {
      val out = JsonSink.over(sink, indentation, isEcma)
      writeTo(out, value, pickler, options)
      out.finish()
    }

  /** The options of a call, as the dialect has them. Refuses a type that it does not fit. */
  private def prepared(unpickler: Unpickler[?], options: PickleOptions): PickleOptions =
    if forms == null then options else forms.nn.prepared(unpickler, options)

  override def pickleOf[A](value: A, pickler: Pickler[A], options: PickleOptions): JsonPickle =
    pickled(PickleBuffers.bytes(options)(bytesOf(value, pickler, _, options)))

  private[json] final val isCompact = indentation == 0

  private val isEcma = forms != null && forms.nn.isEcma

  private def writeTo[A](out: JsonSink, value: A, pickler: Pickler[A], asked: PickleOptions): Unit =
    val options = prepared(pickler, asked)
    val shared = SharedScan(value, pickler, options, forms)
    val builder = JsonBuilders(out, forms, shared, options)
    if !builder.putByHand(pickler.asInstanceOf[Pickler[Any]], value) then pickler.pickle(value, builder)

  /** Into an array that is kept, unless white space comes between. */
  private def bytesOf[A](value: A, pickler: Pickler[A], buffers: PickleBuffers, options: PickleOptions): Array[Byte] =
    if !isCompact then
      val sink = buffers.sink(options)
      write(value, pickler, sink, options)
      sink.toByteArray
    else
      FailureBoundary.writing {
        val out = JsonSink.inMemory(buffers.room, options.limits.maxOutputBytes, isEcma)
        writeTo(out, value, pickler, options)
        val bytes = out.toByteArray
        buffers.keepRoom(out.array, bytes.length, options)
        bytes
      }

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
    while !source.atEnd() && QuotedText.isSpace(source.peekByte()) do source.skip(1)
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

  private def skipMark(source: ByteSource): Unit =
    if source.offset == 0 && !source.atEnd() && source.peekByte().toByte == JsonWindow.ByteOrderMark(0) then
      for expected <- JsonWindow.ByteOrderMark do
        if source.atEnd() || source.peekByte().toByte != expected then
          throw new PickleException.Malformed("expected a byte order mark").atOffset(source.offset)
        source.skip(1)

  private def readStream[A](source: ByteSource, unpickler: Unpickler[A], options: PickleOptions): A =
    if forms != null && forms.nn.takesMark then skipMark(source)
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
    if !in.isAtEnd then
      val failure = new PickleException.Malformed("unexpected text after the value").atOffset(in.offset)
      throw JsonFailure.of(failure, in, source)
    value

  /** The value of a line, which begins at this offset. */
  private[json] def readLine[A](line: InputStream, begin: Long, unpickler: Unpickler[A], options: PickleOptions): A =
    val in = new JsonInput(new Array(FirstBuffer), 0, 0, line, begin)
    val value = JsonDocument.read(in, null, unpickler, options, forms)
    if !in.isAtEnd then in.fail("a line holds more than one value")
    value

  /** The only value of a stream, of whose bytes none is waited for before it is needed. */
  private[json] def readArriving[A](
      stream: InputStream,
      unpickler: Unpickler[A],
      options: PickleOptions,
      update: PartialFields => Unit
  ): A =
    val in = new JsonInput(new Array(FirstBuffer), 0, 0, stream, 0)
    try
      val value = JsonDocument.readPartial(in, unpickler, options, forms, update)
      if !in.isAtEnd then in.fail("unexpected text after the value")
      value
    catch case e: (PickleException.Malformed | PickleException.Truncated) => throw JsonFailure.of(e, in, null)

  /** The value that these bytes hold, and nothing else. */
  private[json] def readOnly[A](bytes: Array[Byte], unpickler: Unpickler[A], options: PickleOptions): A =
    JsonDocument.readOnly(bytes, unpickler, options, forms)

/** Compact: no white space. */
object JsonFormat extends JsonFormat(0, null):
  /** For people: indented by two spaces. A value that is nested thousands deep gets long. */
  object Pretty extends JsonFormat(2, null)

  /** JSON as somebody else has defined it, compact. Make one for each dialect, once. */
  def apply(dialect: JsonDialect): JsonFormat = apply(dialect, 0)

  /** The JSON of a dialect, indented by this number of spaces a level. */
  def apply(dialect: JsonDialect, indentation: Int): JsonFormat =
    if indentation < 0 then throw new IllegalArgumentException(s"indentation by $indentation spaces")
    new DialectFormat(NotNull(dialect, "a dialect"), indentation)

  private final class DialectFormat(dialect: JsonDialect, indentation: Int)
      extends JsonFormat(indentation, new DialectForms(dialect))

  /** Bytes of the first buffer for input in pieces; later buffers double. */
  private final val FirstBuffer = 4096

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
