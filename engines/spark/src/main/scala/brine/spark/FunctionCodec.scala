package brine.spark

import scala.reflect.ClassTag
import org.apache.spark.sql.catalyst.encoders.AgnosticEncoders.TransformingEncoder
import org.apache.spark.sql.catalyst.encoders.Codec

/** The two functions between a type and the one whose column it takes. */
private[spark] final class FunctionCodec[T, C](to: T => C, from: C => T) extends Codec[T, C]:
  def encode(value: T): C = to(value)

  def decode(value: C): T = from(value)

  def column(of: SparkColumn[C])(using tag: ClassTag[T]): SparkColumn[T] = FunctionCodec.column(tag, of)(this)

private[spark] object FunctionCodec:
  def column[T, C](tag: ClassTag[T], of: SparkColumn[C])(codec: Codec[T, C]): SparkColumn[T] =
    new SparkColumn(TransformingEncoder[T, C](tag, of.encoder, () => codec, of.isNullable))
