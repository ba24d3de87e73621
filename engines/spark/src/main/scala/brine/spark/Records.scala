package brine.spark

import java.io.NotSerializableException
import brine.{FailureBoundary, PickleException, PickleOptions, Pickler}
import brine.binary.{RecordNames, RecordReader, RecordWriter}
import brine.wire.{ByteSink, ByteSource}

/** Writes objects of any class as records, each with a CRC32C behind it on request, and counts them. */
private[spark] final class Records(
    sink: ByteSink,
    options: PickleOptions,
    names: RecordNames,
    settings: Settings,
    pickler: Pickler[Any],
    meter: Meter
):
  private val writer = new RecordWriter(sink, options, names)

  def write(value: Any, phase: Phase): Unit =
    val start = sink.written
    val began = meter.begin()
    try if settings.checksum then writeChecked(value) else writer.write(value)(using pickler)
    catch
      case e: PickleException.UnexpectedClass => throw Records.refused(e.advised(Records.advice(settings.strict)))
      case e: PickleException                 => throw if Records.isFinal(e) then Records.refused(e) else e
    meter.written(phase, began, sink.written - start)

  private def writeChecked(value: Any): Unit =
    sink.startChecksum()
    writer.write(value)(using pickler)
    sink.maxBytes(Long.MaxValue) // the limit is that of the record without its checksum
    FailureBoundary.writing(sink.putInt(sink.checksum()))

  /** Hands all bytes to the stream, and flushes it. */
  def flush(): Unit = writer.flush()

private[spark] object Records:
  private def advice(strict: Boolean): String =
    "In a Spark job, a class can derive a pickler, and an object of spark.brine.picklers can give it one" +
      (if strict then ". Without spark.brine.strict=true, most classes go by their fields or by Java's serialization"
       else "")

  /** Returns false for a failure that another attempt may not have. */
  private def isFinal(e: PickleException): Boolean = e match
    case _: (PickleException.InputOutput | PickleException.ChangedWhileWritten | PickleException.UserCode) => false
    case _                                                                                                 => true

  /** The exception after which Spark does not try a task again. */
  private def refused(e: PickleException): NotSerializableException =
    val refusal = new NotSerializableException(e.getMessage)
    refusal.initCause(e)
    refusal

/** Reads the output of [[Records]]. */
private[spark] final class RecordsIn(
    source: ByteSource,
    options: PickleOptions,
    names: RecordNames,
    checksum: Boolean,
    pickler: Pickler[Any],
    meter: Meter,
    loader: ClassLoader
):
  private val reader = new RecordReader(source, options, names)

  def isAtEnd: Boolean = reader.isAtEnd

  def read(phase: Phase): Any =
    val start = source.offset
    val began = meter.begin()
    val value =
      try if checksum then readChecked() else reader.read[Any](using pickler)
      catch case e: PickleException.UnknownSubtype => throw unknown(e)
    meter.read(phase, began, source.offset - start)
    value

  /** For a class that this JVM lacks, the exception by which Spark knows that. */
  private def unknown(e: PickleException.UnknownSubtype): Exception =
    val name = e.name
    if name == null then e
    else if isThere(name) || isThere(name + "$") then e.advised("spark.brine.trust does not allow this class")
    else new ClassNotFoundException(s"$name, of an object in a record: ${e.getMessage}", e)

  private def isThere(name: String): Boolean =
    try Class.forName(name, false, loader) != null
    catch case _: ClassNotFoundException | _: LinkageError => false

  private def readChecked(): Any =
    source.startChecksum()
    val value = reader.read[Any](using pickler)
    FailureBoundary.reading(source) {
      val expected = source.checksum()
      val found = source.getInt()
      if found != expected then throw new PickleException.ChecksumMismatch(found, expected)
      value
    }
