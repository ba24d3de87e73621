package brine.sparkbench.records

import brine.Pickler
import brine.wire.{ByteSink, ByteSource}
import java.nio.charset.StandardCharsets.UTF_8
import org.apache.spark.mllib.linalg.{DenseVector, SparseVector, Vector}
import org.apache.spark.mllib.regression.LabeledPoint

/** Code by hand that writes and reads records of one kind, and nothing else: no nulls, no limits, no other classes. */
abstract class Codec[K <: AnyRef, V <: AnyRef]:
  def writeKey(key: K, sink: ByteSink): Unit
  def writeValue(value: V, sink: ByteSink): Unit
  def readKey(source: ByteSource): K
  def readValue(source: ByteSource): V

/** Derived picklers of keys and values. */
final class Picklers[K, V](val key: Pickler[K], values: Pickler[V] | Null):
  def value: Pickler[V] = values.nn

object Picklers:
  /** For records that are one object. */
  def ofKeys[K](key: Pickler[K]): Picklers[K, Nothing] = new Picklers(key, null)

/** A record that is one object. */
abstract class KeyCodec[K <: AnyRef] extends Codec[K, Nothing]:
  def writeValue(value: Nothing, sink: ByteSink): Unit = ()
  def readValue(source: ByteSource): Nothing = throw new UnsupportedOperationException

object Parts:
  def write(text: String, sink: ByteSink): Unit =
    val bytes = text.getBytes(UTF_8)
    sink.putVarint(bytes.length)
    sink.putBytes(bytes, 0, bytes.length)

  def readText(source: ByteSource): String = source.getUtf8(source.getVarint)

  def write(bytes: Array[Byte], sink: ByteSink): Unit =
    sink.putVarint(bytes.length)
    sink.putBytes(bytes, 0, bytes.length)

  def readBytes(source: ByteSource): Array[Byte] = source.getBytes(source.getVarint)

  def write(numbers: Array[Int], sink: ByteSink): Unit =
    sink.putVarint(numbers.length)
    sink.putInts(numbers, 0, numbers.length)

  def readInts(source: ByteSource): Array[Int] = source.getInts(source.getVarint)

  def write(numbers: Array[Float], sink: ByteSink): Unit =
    sink.putVarint(numbers.length)
    sink.putFloats(numbers, 0, numbers.length)

  def readFloats(source: ByteSource): Array[Float] = source.getFloats(source.getVarint)

  def write(numbers: Array[Double], sink: ByteSink): Unit =
    sink.putVarint(numbers.length)
    sink.putDoubles(numbers, 0, numbers.length)

  def readDoubles(source: ByteSource): Array[Double] = source.getDoubles(source.getVarint)

/** Points with vectors of both kinds. */
object PointCodec extends KeyCodec[LabeledPoint]:
  private final val Dense = 0
  private final val Sparse = 1

  def writeKey(point: LabeledPoint, sink: ByteSink): Unit =
    sink.putDouble(point.label)
    point.features match
      case vector: DenseVector =>
        sink.putByte(Dense)
        Parts.write(vector.values, sink)
      case vector: SparseVector =>
        sink.putByte(Sparse)
        sink.putVarint(vector.size)
        Parts.write(vector.indices, sink)
        Parts.write(vector.values, sink)

  def readKey(source: ByteSource): LabeledPoint = new LabeledPoint(source.getDouble, readVector(source))

  private def readVector(source: ByteSource): Vector = source.getByte.toInt match
    case Dense => new DenseVector(Parts.readDoubles(source))
    case _     => new SparseVector(source.getVarint, Parts.readInts(source), Parts.readDoubles(source))
