package brine.sparkbench.records

import java.util.SplittableRandom

/** A kind of record, as Spark hands it to a serializer: a key and a value, or one object, which is a key alone.
  *
  * @param name of the job that moves it
  */
abstract class Sample[K <: AnyRef, V <: AnyRef](val name: String, val hasValue: Boolean):
  def key(random: SplittableRandom): K
  def value(random: SplittableRandom): V

  /** Code for just this record. */
  def byHand: Codec[K, V]

  /** Derived picklers. */
  def derived: Picklers[K, V]

  /** Classes in these objects, for Kryo and for numbered subtypes. */
  def classes: Seq[Class[?]]

  /** Random records; two calls return equal ones. */
  final def records(count: Int): Records =
    val random = new SplittableRandom(Sample.Seed)
    val keys = new Array[AnyRef](count)
    val values = new Array[AnyRef](if hasValue then count else 0)
    for i <- 0 until count do
      keys(i) = key(random)
      if hasValue then values(i) = value(random)
    new Records(keys, values)

object Sample:
  private final val Seed = 42L

  val all: List[Sample[?, ?]] = List(TeraSortRecord, SvmPoint, LrPoint, Weights, Ratings, NamedDocument)

  def apply(name: String): Sample[?, ?] =
    all.find(_.name == name).getOrElse(throw new IllegalArgumentException(
      s"No record '$name'; there are ${all.map(_.name).mkString(", ")}"
    ))

/** @param values none if the records have keys alone */
final class Records(val keys: Array[AnyRef], val values: Array[AnyRef]):
  def hasValues: Boolean = values.length > 0
  def isSame(that: Records): Boolean = keys.sameElements(that.keys) && values.sameElements(that.values)
