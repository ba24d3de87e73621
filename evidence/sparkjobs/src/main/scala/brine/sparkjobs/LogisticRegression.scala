package brine.sparkjobs

import org.apache.spark.SparkContext
import org.apache.spark.mllib.linalg.Vectors
import org.apache.spark.mllib.optimization.{GradientDescent, LogisticGradient, SquaredL2Updater}
import org.apache.spark.mllib.regression.LabeledPoint

/** Logistic regression by `GradientDescent.runMiniBatchSGD`, over points with ten of a thousand numbers.
  *
  * Writes each point once, into a serialized cache, and reads it in each pass: one that counts, and one for each
  * iteration. As with [[Svm]], weights differ in the last digits from run to run.
  */
object LogisticRegression extends Workload {
  private final val Dimensions = 1000
  private final val Filled = 10
  private final val Iterations = 10
  private final val Step = 10.0
  private final val Regularization = 0.001

  /** The part of the points that an iteration takes. */
  private final val Fraction = 0.8

  /** No step is so short that the iterations end early. */
  private final val Never = 0.0

  val name = "lr"
  val unit = "points"
  val benchSize = 800000
  val testSize = 4000
  val classes: Seq[Class[_]] = Points.classes

  def moves(settings: Settings): Seq[Workload.Moved] = Seq(Workload.Moved(classOf[LabeledPoint], settings.size.toLong))

  def run(context: SparkContext, settings: Settings): Outcome = {
    val points = Points.sparse(context, settings, Dimensions, Filled)
    val start = Vectors.dense(new Array[Double](Dimensions))
    val (weights, losses) = GradientDescent.runMiniBatchSGD(
      points.map(point => (point.label, point.features)),
      new LogisticGradient,
      new SquaredL2Updater,
      Step,
      Iterations,
      Regularization,
      Fraction,
      start,
      Never
    )
    points.unpersist(blocking = true)
    Outcome(s"${losses.length} losses", losses.toIndexedSeq ++ weights.toArray, tolerance = 1e-9)
  }
}
