package brine.sparksuites.jobs

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession

/** A small job. Its result has to be the same with each serializer.
  *
  * @param name its action, once in [[Jobs.all]]
  * @param run  returns values that [[Shown]] can show; a result without an order is sorted
  * @param without the serializer whose objects end the JVM; empty if all can run the job
  */
final case class Job(name: String, run: SparkSession => Any, without: String = "")

/** Jobs of one part of Spark.
  *
  * @param name as `./dev spark jobs` calls it
  */
abstract class JobGroup(val name: String) {
  private val all = Vector.newBuilder[Job]

  protected def core(name: String, without: String = "")(run: SparkContext => Any): Unit =
    all += Job(s"${this.name}: $name", session => run(session.sparkContext), without)

  protected def sql(name: String)(run: SparkSession => Any): Unit = all += Job(s"${this.name}: $name", run)

  final lazy val jobs: Seq[Job] = all.result()
}
