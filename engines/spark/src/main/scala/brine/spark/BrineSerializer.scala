package brine.spark

import java.io.{InputStream, OutputStream}
import java.nio.ByteBuffer
import scala.reflect.ClassTag
import org.apache.spark.SparkConf
import org.apache.spark.serializer.{DeserializationStream, SerializationStream, Serializer, SerializerInstance}
import brine.{FailureBoundary, PickleException}
import brine.binary.RecordNames
import brine.wire.{ByteSink, ByteSource}

/** Spark's data by Brine: shuffles, cached blocks, broadcasts, results of tasks, parallelised collections, checkpoints.
  *
  * {{{
  * spark.serializer=brine.spark.BrineSerializer
  * spark.plugins=brine.spark.BrinePlugin
  * spark.executor.extraClassPath=/path/to/brine-spark_3-…-all.jar
  * }}}
  *
  * A class that derives a pickler is written by it. For others, picklers are made when the first object is met. The
  * settings are those of the guide's table, `spark.brine.*`; they are checked here, so that a wrong one ends the
  * application at its start.
  *
  * Objects of one application may be put into streams and buffers in any order, and cut, sorted and concatenated
  * between records.
  *
  * @throws IllegalArgumentException for a setting that does not exist or has an invalid value
  */
final class BrineSerializer(conf: SparkConf) extends Serializer, java.io.Serializable:
  private val settings = Settings.from(conf)
  Deployment.check(conf)

  /** For one thread. */
  def newInstance(): SerializerInstance =
    new BrineInstance(settings, defaultClassLoader.getOrElse(Engines.contextLoader))

  /** Spark may move records within a stream: `true`. */
  override def supportsRelocationOfSerializedObjects: Boolean = true

private[spark] final class BrineInstance(settings: Settings, loader: ClassLoader) extends SerializerInstance:
  private var known: Engine | Null = null

  /** The engine of the application that runs now. */
  private def engine: Engine =
    val last = known
    if last != null && last.isCurrent then last
    else
      val found = Engines.of(settings, loader)
      known = found
      found

  def serialize[T](value: T)(using tag: ClassTag[T]): ByteBuffer =
    val sink = ByteSink.growing(BrineInstance.FirstBytes)
    val used = engine
    used.records(sink, used.numbered, RecordNames.PerRecord, Meters.ofThread).write(value, Phase.Buffer)
    ByteBuffer.wrap(FailureBoundary.writing(sink.toByteArray))

  def deserialize[T](bytes: ByteBuffer)(using tag: ClassTag[T]): T = deserialize(bytes, engine)

  def deserialize[T](bytes: ByteBuffer, loader: ClassLoader)(using tag: ClassTag[T]): T =
    deserialize(bytes, Engines.of(settings, loader))

  private def deserialize[T](bytes: ByteBuffer, used: Engine): T =
    val source = ByteSource.of(bytes)
    if source.remaining == 0 then throw new PickleException.Truncated("the buffer is empty")
    val value = used.recordsIn(source, RecordNames.PerRecord, settings, Meters.ofThread).read(Phase.Buffer)
    if source.remaining > 0 then throw new PickleException.TrailingBytes(source.remaining)
    value.asInstanceOf[T]

  def serializeStream(out: OutputStream): SerializationStream = new BrineOutput(out, engine, Meters.ofThread)

  def deserializeStream(in: InputStream): DeserializationStream = new BrineInput(in, engine, Meters.ofThread)

private object BrineInstance:
  private final val FirstBytes = 256
