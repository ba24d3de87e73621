package brine.spark

import scala.reflect.ClassTag
import org.apache.spark.sql.{Encoder, Encoders}
import brine.{internal, Pickler}

/** Encoders of `Dataset` for Scala 3, for which Spark derives none. They need Spark 4.0 or later.
  *
  * {{{
  * final case class Order(id: Long, items: List[Item], paid: Option[LocalDate])
  * given Encoder[Order] = SparkEncoder.derived
  *
  * spark.read.parquet(path).as[Order].filter(col("id") > 7)
  * }}}
  */
object SparkEncoder:
  /** Derives an encoder with a column for each field, as Spark's own `Encoders.product` does:
    *
    *   - case classes, tuples and Java's records are structs;
    *   - sealed families and enums are a struct of the leaf's name, in `type`, and of a nullable column for each leaf
    *     that has fields; if no leaf has any, the name alone;
    *   - `Option` is a nullable column; collections, arrays and maps are Spark's arrays and maps;
    *   - numbers, strings, `java.time`, `java.util.UUID` and enums of Java have columns of [[SparkColumn]];
    *   - any other type needs a given [[SparkColumn]].
    *
    * A type in itself, an option of an option and a class with state beside its constructor do not compile. A number
    * with more digits than its column, and a time with more than microseconds, are refused when they are written. A
    * collection comes back as its declared type: a map that keeps an order loses it in a field of type `Map`.
    */
  inline def derived[T]: Encoder[T] = root(SparkColumn.derived[T])

  /** An encoder with one column of bytes, as `Encoders.kryo` is. Each value is a pickle in the binary format, with its
    * header.
    */
  inline def pickled[T](using inline pickler: Pickler[T], tag: ClassTag[T]): Encoder[T] =
    root(PickleCodec.column(() => pickler))

  /** Called by derived code. No method of this class names a class that Spark 3.5 lacks. */
  @internal
  def root[T](column: => SparkColumn[T]): Encoder[T] =
    try column.encoder
    catch
      case e: NoClassDefFoundError if e.getMessage.contains("org/apache/spark/") =>
        throw new UnsupportedOperationException("encoders of Brine need Spark 4.0 or later", e)

/** The addition of `import brine.spark.given` to Spark's `Encoders`. (A top-level extension with this name would hide
  * the package.)
  */
object BrineEncoders:
  extension (encoders: Encoders.type)
    /** An encoder with one column of bytes by the type's pickler, in place of `Encoders.kryo`: for typed Datasets,
      * buffers of aggregators and states of `mapGroupsWithState`. See [[SparkEncoder.pickled]].
      */
    inline def brine[T](using inline pickler: Pickler[T], tag: ClassTag[T]): Encoder[T] = SparkEncoder.pickled[T]

given BrineEncoders.type = BrineEncoders
