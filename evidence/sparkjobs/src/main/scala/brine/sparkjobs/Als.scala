package brine.sparkjobs

import java.util.SplittableRandom
import org.apache.spark.SparkContext
import org.apache.spark.mllib.recommendation.{ALS, MatrixFactorizationModel, Rating}
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** Alternating least squares by mllib's `ALS`, with all that it keeps in serialized caches.
  *
  * Moves ratings in blocks of arrays through a shuffle, and factors in lists of arrays through two shuffles an
  * iteration. The order of a block's ratings is that in which blocks arrive, and the sums of a least square follow it.
  */
object Als extends Workload {
  private final val Rank = 10
  private final val HiddenRank = 4
  private final val Iterations = 4
  private final val Regularization = 0.05
  private final val RatingsOfUser = 50
  private final val Noise = 0.1

  val name = "als"
  val unit = "ratings"
  val benchSize = 1000000
  val testSize = 20000

  private def inner(name: String): Class[_] = Class.forName(s"org.apache.spark.ml.recommendation.ALS$$$name")

  private val ratingBlock = inner("RatingBlock")

  val classes: Seq[Class[_]] = Seq(
    classOf[Rating],
    classOf[Array[Rating]],
    classOf[Array[Float]],
    classOf[Array[Array[Float]]],
    classOf[Array[Array[Int]]],
    ratingBlock,
    inner("RatingBlock$mcI$sp"),
    inner("InBlock"),
    inner("InBlock$mcI$sp"),
    inner("Rating"),
    inner("Rating$mcI$sp"),
    inner("Rating").arrayType,
    Class.forName("org.apache.spark.util.collection.CompactBuffer"),
    classOf[Tuple2[_, _]],
    Class.forName("scala.Tuple2$mcII$sp"),
    classOf[scala.collection.mutable.ArrayBuffer[_]]
  )

  def moves(settings: Settings): Seq[Workload.Moved] =
    Seq(Workload.Moved(ratingBlock, settings.partitions.toLong * settings.partitions))

  def run(context: SparkContext, settings: Settings): Outcome = {
    val ratings = generated(context, settings)
    val count = ratings.count()
    val model = new ALS()
      .setRank(Rank).setIterations(Iterations).setLambda(Regularization).setBlocks(settings.partitions).setSeed(
        settings.seed
      )
      .setIntermediateRDDStorageLevel(StorageLevel.MEMORY_ONLY_SER).setFinalRDDStorageLevel(
        StorageLevel.MEMORY_ONLY_SER
      )
      .run(ratings)
    val predicted = predictions(model)
    ratings.unpersist(blocking = true)
    model.userFeatures.unpersist(blocking = true)
    model.productFeatures.unpersist(blocking = true)
    Outcome(s"$count ratings", predicted, tolerance = 1e-3)
  }

  /** Returns the ratings of each hundredth user for each tenth product. */
  private def predictions(model: MatrixFactorizationModel): Seq[Double] = {
    def chosen(features: RDD[(Int, Array[Double])], one: Int) =
      features.filter(_._1 % one == 0).collect().sortBy(_._1).map(_._2).toIndexedSeq
    val products = chosen(model.productFeatures, one = 10)
    for (user <- chosen(model.userFeatures, one = 100); product <- products)
      yield user.zip(product).map { case (x, y) => x * y }.sum
  }

  private def generated(context: SparkContext, settings: Settings): RDD[Rating] =
    context.parallelize(0 until settings.partitions, settings.partitions).mapPartitionsWithIndex { (partition, _) =>
      val random = settings.random(partition)
      val products = math.max(100, math.sqrt(settings.size.toDouble).toInt)
      Iterator.range(0, settings.sizeOf(partition)).map { i =>
        val user = (settings.firstOf(partition) + i) / RatingsOfUser
        val product = random.nextInt(products)
        val taste = hidden(settings.seed, user)
        val style = hidden(~settings.seed, product)
        val rating = 3 + (0 until HiddenRank).map(k => taste(k) * style(k)).sum + random.nextDouble(-Noise, Noise)
        Rating(user, product, rating)
      }
    }.persist(StorageLevel.MEMORY_ONLY_SER)

  private def hidden(seed: Long, of: Int): Array[Double] = {
    val random = new SplittableRandom(Digest.mix(seed, of.toLong))
    Array.fill(HiddenRank)(random.nextDouble(-1, 1))
  }
}
