package brine.spark

import scala.reflect.ClassTag
import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.encoders.AgnosticEncoder
import org.apache.spark.sql.catalyst.encoders.AgnosticEncoders.{
  ArrayEncoder,
  EncoderField,
  IterableEncoder,
  JavaEnumEncoder,
  MapEncoder,
  OptionEncoder,
  ProductEncoder,
  RowEncoder,
  StringEncoder
}
import org.apache.spark.sql.types.Metadata
import brine.internal

/** Puts columns together, for derived code. */
@internal
object Columns:
  def product[T](tag: ClassTag[T], names: Array[String], fields: Array[SparkColumn[?]]): SparkColumn[T] =
    val members = names.toSeq.zip(fields).map(field(_, _))
    new SparkColumn(ProductEncoder[T](tag, members, None))

  private def field(name: String, column: SparkColumn[?]): EncoderField =
    EncoderField(name, column.encoder, column.isNullable, Metadata.empty, None, None)

  def option[T](element: SparkColumn[T]): SparkColumn[Option[T]] = new SparkColumn(OptionEncoder(element.encoder))

  def array[T](element: SparkColumn[T]): SparkColumn[Array[T]] =
    new SparkColumn(ArrayEncoder(element.encoder, element.isNullable).asInstanceOf[AgnosticEncoder[Array[T]]])

  def elements[C](tag: ClassTag[C], element: SparkColumn[?]): SparkColumn[C] =
    def of[E](column: SparkColumn[E]) = IterableEncoder[C, E](tag, column.encoder, column.isNullable, false)
    new SparkColumn(of(element))

  def entries[C](tag: ClassTag[C], key: SparkColumn[?], value: SparkColumn[?]): SparkColumn[C] =
    def of[K, V](key: SparkColumn[K], value: SparkColumn[V]) =
      MapEncoder[C, K, V](tag, key.encoder, value.encoder, value.isNullable)
    new SparkColumn(of(key, value))

  def javaEnum[E](tag: ClassTag[E]): SparkColumn[E] = new SparkColumn(JavaEnumEncoder[E](tag))

  /** @param leaves makes the family's leaves anew on each executor
    * @param columns those of the leaves, null for one without fields
    */
  def family[T](
      tag: ClassTag[T],
      leaves: () => Array[Leaf],
      columns: Array[SparkColumn[?] | Null]
  ): SparkColumn[T] =
    val names = leaves().map(_.name)
    if columns.forall(_ == null) then
      FunctionCodec.column(tag, new SparkColumn(StringEncoder))(new NameCodec[T](leaves))
    else
      val structs =
        for (name, column) <- names.zip(columns) if column != null yield field(name, column).copy(nullable = true)
      val all = EncoderField(Leaf.Discriminator, StringEncoder, false, Metadata.empty, None, None) +: structs.toSeq
      FunctionCodec.column(tag, new SparkColumn[Row](RowEncoder(all)))(new FamilyCodec[T](leaves))
