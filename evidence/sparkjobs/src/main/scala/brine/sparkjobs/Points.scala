package brine.sparkjobs

import java.util.SplittableRandom
import org.apache.spark.SparkContext
import org.apache.spark.mllib.linalg.{DenseVector, SparseVector, Vector, Vectors}
import org.apache.spark.mllib.regression.LabeledPoint
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** Random points on both sides of a random plane, some of them on the wrong one, in a serialized cache. */
private object Points {
  private final val WrongPercent = 5

  /** Classes that the linear workloads move: the points, and the sums of a task's gradients. */
  val classes: Seq[Class[_]] = Seq(
    classOf[LabeledPoint],
    classOf[Vector],
    classOf[DenseVector],
    classOf[SparseVector],
    Class.forName("breeze.linalg.DenseVector$mcD$sp"),
    classOf[breeze.linalg.DenseVector[_]],
    Class.forName("breeze.linalg.DenseVector$SerializedForm"),
    classOf[Tuple3[_, _, _]],
    classOf[Array[Tuple3[_, _, _]]]
  )

  def dense(context: SparkContext, settings: Settings, dimensions: Int): RDD[LabeledPoint] =
    cached(context, settings, dimensions)(random => Vectors.dense(Array.fill(dimensions)(random.nextDouble(-1, 1))))

  def sparse(context: SparkContext, settings: Settings, dimensions: Int, filled: Int): RDD[LabeledPoint] =
    cached(context, settings, dimensions) { random =>
      val indices = Iterator.continually(random.nextInt(dimensions)).distinct.take(filled).toArray.sorted
      Vectors.sparse(dimensions, indices, indices.map(_ => random.nextDouble(-1, 1)))
    }

  private def cached(
      context: SparkContext,
      settings: Settings,
      dimensions: Int
  )(vector: SplittableRandom => Vector): RDD[LabeledPoint] = {
    val random = new SplittableRandom(settings.seed)
    val plane = Array.fill(dimensions)(random.nextDouble(-1, 1))
    context.parallelize(0 until settings.partitions, settings.partitions).mapPartitionsWithIndex { (partition, _) =>
      val random = settings.random(partition)
      Iterator.fill(settings.sizeOf(partition)) {
        val features = vector(random)
        val isAbove = score(features, plane) > 0
        val isWrong = random.nextInt(100) < WrongPercent
        new LabeledPoint(if (isAbove != isWrong) 1 else 0, features)
      }
    }.persist(StorageLevel.MEMORY_ONLY_SER)
  }

  /** Returns the product of two vectors, which this adds up in the order of the features. */
  def score(features: Vector, weights: Array[Double]): Double = {
    var sum = 0.0
    features.foreachActive((i, x) => sum += x * weights(i))
    sum
  }
}
