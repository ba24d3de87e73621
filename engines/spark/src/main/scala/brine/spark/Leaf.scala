package brine.spark

import org.apache.spark.sql.Row
import org.apache.spark.sql.catalyst.encoders.Codec
import brine.{internal, PickleException}

/** A leaf of a sealed family.
  *
  * @param kind  the class of its objects, null for an object or an enum's value
  * @param value the one value, for a leaf without fields; null for one that has a column
  */
@internal
final class Leaf(val name: String, val kind: Class[?] | Null, val value: AnyRef | Null):
  private[spark] def has(other: Any): Boolean = if kind == null then value == other else kind.nn.isInstance(other)

@internal
object Leaf:
  /** The column of a leaf's name. */
  final val Discriminator = "type"

/** The leaves of a family, made on first use: not all of them are serializable by Java.
  *
  * @param make not private: the compiler sets a private field to null that only a lazy value uses
  */
private[spark] abstract class Leaves[T, C](private[spark] val make: () => Array[Leaf]) extends Codec[T, C]:
  @transient protected lazy val leaves: Array[Leaf] = make()

  @transient private lazy val indexOf: Map[String, Int] = leaves.iterator.map(_.name).zipWithIndex.toMap

  protected def index(value: T): Int =
    val found = leaves.indexWhere(_.has(value))
    if found < 0 then throw PickleException.WrongType(leaves.map(_.name).mkString(" or "), value.getClass.getName)
    found

  protected def index(name: String): Int = indexOf.getOrElse(
    name,
    throw PickleException.Malformed(s"'$name' is no leaf of this family: it has ${leaves.map(_.name).mkString(", ")}")
  )

/** Families whose leaves have no fields: the name alone. */
private[spark] final class NameCodec[T](make: () => Array[Leaf]) extends Leaves[T, String](make):
  def encode(value: T): String = leaves(index(value)).name

  def decode(name: String): T = leaves(index(name)).value.asInstanceOf[T]

/** Other families: the name, and a column for each leaf with fields, all null but one. */
private[spark] final class FamilyCodec[T](make: () => Array[Leaf]) extends Leaves[T, Row](make):
  /** The column of each leaf; 0 for those without. */
  @transient private lazy val places: Array[Int] =
    val before = leaves.scanLeft(0)((count, leaf) => if leaf.value == null then count + 1 else count)
    for (leaf, count) <- leaves.zip(before.tail) yield if leaf.value == null then count else 0

  @transient private lazy val width = 1 + leaves.count(_.value == null)

  def encode(value: T): Row =
    val at = index(value)
    val columns = new Array[Any](width)
    columns(0) = leaves(at).name
    if places(at) > 0 then columns(places(at)) = value
    Row.fromSeq(scala.collection.immutable.ArraySeq.unsafeWrapArray(columns))

  def decode(row: Row): T =
    val at = index(row.getString(0))
    val value = if places(at) == 0 then leaves(at).value else row.get(places(at))
    if value == null then throw PickleException.Malformed(s"the columns of '${leaves(at).name}' are null")
    value.asInstanceOf[T]
