package brine.sparkjobs

import brine.sparkjobs.counting.JvmCounts
import org.apache.spark.{SparkConf, SparkContext}

/** A job for benchmarks and tests: the six Spark applications of "A Specialized Architecture for Object Serialization
  * with Applications to Big Data Analytics" (ISCA 2020, Table III), and others. It is an ordinary Spark program with a
  * generator in place of files.
  *
  * Spark never passes primitives, strings and arrays of primitives to the configured serializer, so the records here
  * are objects. `moves` returns how many of them must pass through it, and [[Run]] checks that.
  */
trait Workload {
  def name: String

  /** The noun that a size counts. */
  def unit: String

  /** The size of a benchmark's job. */
  def benchSize: Int

  /** The size of a test's job. */
  def testSize: Int

  /** The classes that Kryo must know if registration is required. */
  def classes: Seq[Class[_]]

  /** Registers `classes` with Kryo. */
  def register(conf: SparkConf): Unit = conf.registerKryoClasses((Workload.common ++ classes).toArray): Unit

  /** The records that a run must write and read through the serializer. */
  def moves(settings: Settings): Seq[Workload.Moved]

  /** Returns an error if records were not written, or not read, by the serializer. */
  final def bypassed(settings: Settings, counts: JvmCounts): Option[String] = {
    val shortages =
      for (
        moved <- moves(settings); (verb, seen) <- Seq("wrote" -> counts.written, "read" -> counts.read);
        count = seen.of(moved.recordClass); if count < moved.records
      )
        yield s"$name $verb $count values of ${moved.recordClass} through the serializer, expected ${moved.records} " +
          "at least: Spark has bypassed it"
    shortages.headOption
  }

  /** Runs the jobs and leaves nothing cached. */
  def run(context: SparkContext, settings: Settings): Outcome
}

object Workload {

  /** The six of the paper, and jobs of other kinds. */
  val all: Seq[Workload] = Seq(NWeight, Svm, Bayes, LogisticRegression, TeraSort, Als, WordCount, Joins, ManyPartitions)

  def apply(name: String): Workload = all.find(_.name == name).getOrElse {
    throw new IllegalArgumentException(s"No workload '$name'; there are ${all.map(_.name).mkString(", ")}")
  }

  /** The least number of records of a class that are written, and that are read. */
  final case class Moved(recordClass: String, records: Long)

  object Moved {
    def apply(recordClass: Class[_], records: Long): Moved = Moved(recordClass.getName, records)
  }

  /** Classes of Spark and Scala that every job moves: task results and slices of parallelised ranges. */
  private val common: Seq[Class[_]] = Seq(
    classOf[Array[Object]],
    classOf[Array[Int]],
    classOf[Array[Long]],
    classOf[Array[Double]],
    classOf[scala.collection.immutable.Range.Exclusive],
    Class.forName("scala.collection.immutable.ArraySeq$ofInt"),
    classOf[Array[Tuple2[_, _]]]
  )
}
