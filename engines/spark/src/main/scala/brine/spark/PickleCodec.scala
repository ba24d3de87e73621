package brine.spark

import scala.reflect.ClassTag
import org.apache.spark.sql.catalyst.encoders.AgnosticEncoders.BinaryEncoder
import org.apache.spark.sql.catalyst.encoders.Codec
import brine.{internal, Pickler}
import brine.binary.BinaryFormat

/** Pickles of a type. Executors get the way to its pickler, not the pickler, by Java's serialization.
  *
  * @param find not private: the compiler sets a private field to null that only a lazy value uses
  */
@internal
final class PickleCodec[T] private[spark] (private[spark] val find: () => Pickler[T]) extends Codec[T, Array[Byte]]:
  @transient private lazy val pickler: Pickler[T] = find()

  def encode(value: T): Array[Byte] = BinaryFormat.writeBytes(value)(using pickler)

  def decode(bytes: Array[Byte]): T = BinaryFormat.read[T](bytes)(using pickler)

@internal
object PickleCodec:
  /** @throws IllegalArgumentException if the pickler cannot be found again on an executor */
  def column[T](find: () => Pickler[T])(using tag: ClassTag[T]): SparkColumn[T] =
    FunctionCheck.check(find, s"the pickler of ${tag.runtimeClass.getName}")
    FunctionCodec.column(tag, new SparkColumn(BinaryEncoder))(new PickleCodec[T](find))
