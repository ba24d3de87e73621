package brine.sparkbench.records

import brine.{PickleOptions, Pickler, Subtype, Subtypes}
import brine.binary.{RecordReader, RecordWriter}
import brine.runtime.AllowList
import brine.spark.JobPicklers
import brine.wire.{ByteSink, ByteSource}
import scala.collection.mutable.ArrayBuffer

/** Everything over Brine's sink and source. */
abstract class SinkTarget extends Target:
  protected final val sink: ByteSink = ByteSink.growing(Target.Capacity)

  def start(): Unit = sink.reset()
  def end(): Int = sink.written.toInt
  def bytes: Array[Byte] = sink.toByteArray

final class HandTarget[K <: AnyRef, V <: AnyRef](codec: Codec[K, V]) extends SinkTarget:
  private var source = ByteSource.of(Array.emptyByteArray)

  def writeKey(key: AnyRef): Unit = codec.writeKey(key.asInstanceOf[K], sink)
  def writeValue(value: AnyRef): Unit = codec.writeValue(value.asInstanceOf[V], sink)
  def open(bytes: Array[Byte]): Unit = source = ByteSource.of(bytes)
  def readKey(): AnyRef = codec.readKey(source)
  def readValue(): AnyRef = codec.readValue(source)

/** Records of static types: the derived picklers' own bytes, and no class. */
final class DerivedTarget[K <: AnyRef, V <: AnyRef](picklers: Picklers[K, V]) extends SinkTarget:
  private val writer = new RecordWriter(sink)
  private var reader = new RecordReader(ByteSource.of(Array.emptyByteArray))

  def writeKey(key: AnyRef): Unit = writer.write(key.asInstanceOf[K])(using picklers.key)
  def writeValue(value: AnyRef): Unit = writer.write(value.asInstanceOf[V])(using picklers.value)
  def open(bytes: Array[Byte]): Unit = reader = new RecordReader(ByteSource.of(bytes))
  def readKey(): AnyRef = reader.read[K](using picklers.key)
  def readValue(): AnyRef = reader.read[V](using picklers.value)

/** Objects of any class, by the picklers of a Spark job, with a number for each class as the plugin gives it. */
final class RuntimeTarget extends SinkTarget:
  private val runtime =
    val loader = getClass.getClassLoader
    JobPicklers(AllowList.whereNamed(loader)(_ => true), loader, Nil, strict = false)
  private val options = PickleOptions(subtypes = runtime.subtypes.numberedBy(new AsMet))
  private val writer = new RecordWriter(sink, options)
  private var reader = new RecordReader(ByteSource.of(Array.emptyByteArray), options)
  private val any: Pickler[Any] = runtime.any

  def writeKey(key: AnyRef): Unit = writer.write[Any](key)(using any)
  def writeValue(value: AnyRef): Unit = writer.write[Any](value)(using any)
  def open(bytes: Array[Byte]): Unit = reader = new RecordReader(ByteSource.of(bytes), options)
  def readKey(): AnyRef = reader.read[Any](using any).asInstanceOf[AnyRef]
  def readValue(): AnyRef = reader.read[Any](using any).asInstanceOf[AnyRef]

/** Numbers classes when they are met, as the driver of an application does. */
private final class AsMet extends Subtypes.Numbering:
  private val known = ArrayBuffer.empty[Subtype[?]]

  def numberOf(subtype: Subtype[?]): Int =
    val number = known.indexOf(subtype)
    if number >= 0 then number
    else
      known += subtype
      known.length - 1

  def numbered(number: Int): Subtype[?] | Null = if number < known.length then known(number) else null
