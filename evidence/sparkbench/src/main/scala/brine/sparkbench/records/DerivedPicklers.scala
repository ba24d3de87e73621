package brine.sparkbench.records

import brine.{Pickler, Subtype}
import brine.spark.MorePicklers
import brine.sparkjobs.{Document, RatingsBlock, TeraKey, TeraValue}
import org.apache.spark.mllib.linalg.{DenseVector, SparseVector, Vector}
import org.apache.spark.mllib.regression.LabeledPoint

/** Derived picklers for classes of jobs in Scala 2.13, and of Spark: `spark.brine.picklers`. */
object DerivedPicklers extends MorePicklers:
  given teraKey: Pickler[TeraKey] = Pickler.derived
  given teraValue: Pickler[TeraValue] = Pickler.derived
  given vector: Pickler[Vector] = Pickler.derived
  given point: Pickler[LabeledPoint] = Pickler.derived
  given ratings: Pickler[RatingsBlock] = Pickler.derived
  given document: Pickler[Document] = Pickler.derived

  // Standard types, whose picklers Brine has.
  val boxedLong: Pickler[java.lang.Long] = summon
  val weights: Pickler[Map[Long, Double]] = summon
  val blocks: Pickler[(Int, Int)] = summon
  val name: Pickler[String] = summon

  def subtypes: Seq[Subtype[?]] = Seq(
    Subtype[TeraKey],
    Subtype[TeraValue],
    Subtype[LabeledPoint],
    Subtype[RatingsBlock],
    Subtype[Document]
  )
