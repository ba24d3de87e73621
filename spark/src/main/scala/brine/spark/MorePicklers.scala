package brine.spark

import brine.Subtypes

/** Picklers for classes that have none of their own, such as those of a library or of a job in Scala 2.13. The setting
  * `spark.brine.picklers` names objects that extend this trait:
  *
  * {{{
  * package jobs
  * object JobPicklers extends MorePicklers:
  *   given Pickler[Sale] = Pickler.derived           // Sale is a class of Scala 2.13
  *   def subtypes = Subtypes(Subtype[Sale])
  * }}}
  * {{{ spark.brine.picklers=jobs.JobPicklers }}}
  */
trait MorePicklers:
  /** Classes with their picklers. Called once for each class loader that records are read with. */
  def subtypes: Subtypes
