package brine.spark

import scala.reflect.ClassTag
import org.apache.spark.sql.catalyst.encoders.AgnosticEncoder
import org.apache.spark.sql.types.DataType
import brine.Pickler

/** The form of a type in a column of a `Dataset`: a type of Spark's, and the way there and back.
  *
  * Standard types, case classes and sealed families have one. Another type gets one by [[SparkColumn.by]] or
  * [[SparkColumn.pickled]], as a given.
  */
final class SparkColumn[T] private[spark] (private[spark] val encoder: AgnosticEncoder[T]):
  /** The type that Spark shows for the column. */
  def dataType: DataType = encoder.dataType

  /** False for primitives. */
  def isNullable: Boolean = encoder.nullable

  override def toString: String = s"SparkColumn(${dataType.sql})"

object SparkColumn extends StandardColumns:
  /** Derives the column of a case class, a sealed family, a collection of such … by the rules of
    * [[SparkEncoder.derived]].
    */
  inline def derived[T]: SparkColumn[T] = ${ DeriveColumn.column[T] }

  /** Gives a type the column of another one.
    *
    * {{{ given SparkColumn[Isbn] = SparkColumn.by((x: Isbn) => x.text)(Isbn(_)) }}}
    *
    * Executors get both functions by Java's serialization.
    */
  def by[T, C](to: T => C)(from: C => T)(using column: SparkColumn[C], tag: ClassTag[T]): SparkColumn[T] =
    FunctionCodec(to, from).column(column)

  /** Gives a type a column of bytes: each value is a pickle in the binary format, with its header, so that the class
    * may evolve. Its parts cannot be selected.
    */
  inline def pickled[T](using inline pickler: Pickler[T], tag: ClassTag[T]): SparkColumn[T] =
    PickleCodec.column(() => pickler)
