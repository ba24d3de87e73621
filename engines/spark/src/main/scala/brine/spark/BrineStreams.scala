package brine.spark

import java.io.{EOFException, InputStream, OutputStream}
import scala.reflect.ClassTag
import org.apache.hadoop.fs.FSDataOutputStream
import org.apache.spark.serializer.{DeserializationStream, SerializationStream}
import brine.{BoundedInput, FailureBoundary, PickleException}
import brine.binary.RecordNames
import brine.wire.{ByteSink, ByteSource}

/** Writes objects as records, one after the other.
  *
  *   1. The first record has no header, and [[flush]] hands over whole records. Spark may therefore empty the stream
  *      below before each record, and may cut, sort and concatenate the bytes.
  *   1. [[writeAll]], and a stream into a file of Hadoop's, make it a [[StoredStream]]: its records have names instead
  *      of numbers.
  */
private[spark] final class BrineOutput(out: OutputStream, engine: Engine, meter: Meter) extends SerializationStream:
  private val sink = ByteSink.over(out)
  private var isStored = false
  private var isClosed = false
  private var records: Records | Null = null

  def writeObject[T](value: T)(using tag: ClassTag[T]): SerializationStream =
    ready(wantsNames = false).write(value, if isStored then Phase.Stored else Phase.Stream)
    this

  override def writeKey[T](key: T)(using tag: ClassTag[T]): SerializationStream = writeShuffled(key)

  override def writeValue[T](value: T)(using tag: ClassTag[T]): SerializationStream = writeShuffled(value)

  private def writeShuffled(value: Any): SerializationStream =
    ready(wantsNames = false).write(value, if isStored then Phase.Stored else Phase.Shuffle)
    this

  override def writeAll[T](values: Iterator[T])(using tag: ClassTag[T]): SerializationStream =
    while values.hasNext do
      val value = values.next()
      ready(wantsNames = true).write(value, Phase.Stored)
    this

  /** Returns the writer of the next record. The first record decides whether this is a [[StoredStream]]. */
  private def ready(wantsNames: Boolean): Records =
    val known = records
    if known != null && (isStored || !wantsNames) then known
    else if known == null then begin(wantsNames || out.isInstanceOf[FSDataOutputStream])
    else withNames()

  private def begin(stored: Boolean): Records =
    isStored = stored
    if stored then FailureBoundary.writing(StoredStream.begin(sink, engine.settings))
    val made =
      if stored then engine.records(sink, engine.named, RecordNames.PerStream, meter)
      else engine.records(sink, engine.numbered, RecordNames.PerRecord, meter)
    records = made
    made

  /** Behind records with numbers, each record carries its names itself. */
  private def withNames(): Records =
    isStored = true
    val made = engine.records(sink, engine.named, RecordNames.PerRecord, meter)
    records = made
    made

  def flush(): Unit = FailureBoundary.writing(sink.flush())

  def close(): Unit =
    if !isClosed then
      isClosed = true
      try flush()
      finally out.close()

/** Reads the output of [[BrineOutput]].
  *
  * An `EOFException`, which Spark takes for the end of the data, is thrown only where the stream ends between two
  * records, and not between a key and its value. A stream that ends within a record is a [[PickleException]]. An
  * `EOFException` of the stream itself, as decompressors throw it when their input is cut, is a [[PickleException]],
  * too.
  */
private[spark] final class BrineInput(in: InputStream, engine: Engine, meter: Meter) extends DeserializationStream:
  private val guard = new GuardedInput(in)
  private val bounded = new BoundedInput(engine.settings.limits)
  private val source = ByteSource.of(bounded.stream(guard))
  private var isStored = false
  private var records: RecordsIn | Null = null

  def readObject[T]()(using tag: ClassTag[T]): T = read(Phase.Stream, endsHere = true)

  override def readKey[T]()(using tag: ClassTag[T]): T = read(Phase.Shuffle, endsHere = true)

  override def readValue[T]()(using tag: ClassTag[T]): T = read(Phase.Shuffle, endsHere = false)

  private def read[T](phase: Phase, endsHere: Boolean): T =
    bounded.restart()
    try
      if isAtEnd then throw atEnd(endsHere)
      ready.read(if isStored then Phase.Stored else phase).asInstanceOf[T]
    catch case e: PickleException => throw guard.causeOr(e)

  private def isAtEnd: Boolean = FailureBoundary.reading(source)(source.atEnd())

  private def atEnd(endsHere: Boolean): Throwable =
    if endsHere then new EOFException("the stream has no more records")
    else new PickleException.Truncated("the last key has no value")

  private def ready: RecordsIn =
    if records == null then records = FailureBoundary.reading(source)(begin())
    records.nn

  private def begin(): RecordsIn =
    isStored = StoredStream.isNext(source)
    if isStored then
      engine.recordsIn(source, RecordNames.PerStream, StoredStream.settings(source, engine.settings), meter)
    else engine.recordsIn(source, RecordNames.PerRecord, engine.settings, meter)

  def close(): Unit = in.close()

/** Keeps the exception of a stream, which Spark must see unchanged: a failed fetch, a killed task. */
private[spark] final class GuardedInput(in: InputStream) extends InputStream:
  private var thrown: Throwable | Null = null

  override def read(): Int = watched(in.read())
  override def read(into: Array[Byte], offset: Int, length: Int): Int = watched(in.read(into, offset, length))

  private inline def watched(inline read: Int): Int =
    try read
    catch
      case e: Throwable =>
        thrown = e
        throw e

  /** The stream's own exception, or `failure` if there is none or if Spark would take it for the end of the data. */
  def causeOr(failure: PickleException): Throwable = thrown match
    case null | (_: EOFException) => failure
    case other                    => other
