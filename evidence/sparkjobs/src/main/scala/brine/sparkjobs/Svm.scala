package brine.sparkjobs

import org.apache.spark.SparkContext
import org.apache.spark.mllib.classification.SVMWithSGD
import org.apache.spark.mllib.regression.LabeledPoint

/** A support vector machine by `SVMWithSGD`, over points of forty numbers.
  *
  * Writes each point once, into a serialized cache, and reads it in each pass: one that checks the labels, one that
  * counts, and one for each iteration. Spark adds the gradients of the partitions in the order in which their tasks
  * end, so that weights differ in the last digits from run to run.
  */
object Svm extends Workload {
  private final val Dimensions = 40
  private final val Iterations = 10
  private final val Step = 1.0
  private final val Regularization = 0.01

  val name = "svm"
  val unit = "points"
  val benchSize = 400000
  val testSize = 4000
  val classes: Seq[Class[_]] = Points.classes

  def moves(settings: Settings): Seq[Workload.Moved] = Seq(Workload.Moved(classOf[LabeledPoint], settings.size.toLong))

  def run(context: SparkContext, settings: Settings): Outcome = {
    val points = Points.dense(context, settings, Dimensions)
    val model = SVMWithSGD.train(points, Iterations, Step, Regularization)
    val weights = model.weights.toArray
    points.unpersist(blocking = true)
    Outcome(s"${weights.length} weights", weights.toIndexedSeq, tolerance = 1e-9)
  }
}
