package jobs

/** A class of a job, without a pickler. */
final case class Visit(user: Int, page: String, seconds: Double)

/** docs/guide/spark.md. */
object SparkPage:
  // doc:derive
  import brine.Pickler

  final case class Sale(shop: String, cents: Long, items: List[String]) derives Pickler
  // end

// doc:more
import brine.*
import brine.spark.MorePicklers

object JobPicklers extends MorePicklers:
  given Pickler[Visit] = Pickler.derived // Visit is a class of the job

  def subtypes = Seq(Subtype[Visit])
// end
