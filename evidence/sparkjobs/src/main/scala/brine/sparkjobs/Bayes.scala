package brine.sparkjobs

import org.apache.spark.{HashPartitioner, SparkContext}
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** The words of a document, counted, and the topic that it belongs to. */
final case class Document(label: Int, counts: Array[Double]) {
  override def equals(that: Any): Boolean = that match {
    case Document(otherLabel, otherCounts) => label == otherLabel && java.util.Arrays.equals(counts, otherCounts)
    case _                                 => false
  }

  override def hashCode: Int = 31 * label + java.util.Arrays.hashCode(counts)
}

final case class Topic(label: Int)

/** The documents of a topic, added up. */
final class Tally(val words: Int) extends Serializable {
  private var documents = 0L
  private val sums = new Array[Double](words)

  def +=(document: Document): Tally = add(1, document.counts)
  def ++=(that: Tally): Tally = add(that.documents, that.sums)
  def count: Long = documents
  def logs(smoothing: Double): Array[Double] = {
    val all = math.log(sums.sum + smoothing * words)
    sums.map(sum => math.log(sum + smoothing) - all)
  }

  private def add(count: Long, counts: Array[Double]): Tally = {
    documents += count
    var i = 0
    while (i < words) {
      sums(i) += counts(i)
      i += 1
    }
    this
  }
}

/** Logarithms of the probability of each topic, and of each word in it. */
final case class BayesModel(smoothing: Double, priors: Array[Double], words: Array[Array[Double]]) {
  def label(counts: Array[Double]): Int = priors.indices.maxBy { topic =>
    var score = priors(topic)
    var i = 0
    while (i < counts.length) {
      score += counts(i) * words(topic)(i)
      i += 1
    }
    score
  }
}

/** Multinomial Bayes, trained by an `aggregateByKey` over objects.
  *
  * Moves each document, with its name, through one shuffle into a serialized cache, which four passes read: one for
  * each model, and one that adds up. Counts are whole numbers, so that their sums are exact in any order.
  */
object Bayes extends Workload {
  private final val Topics = 20
  private final val Words = 100
  private final val WordsOfDocument = 60
  private val smoothings = Seq(0.1, 1.0, 10.0)

  val name = "bayes"
  val unit = "documents"
  val benchSize = 200000
  val testSize = 4000
  val classes: Seq[Class[_]] = Seq(
    classOf[Document],
    classOf[Topic],
    classOf[Tally],
    classOf[BayesModel],
    classOf[Array[Array[Double]]],
    classOf[Tuple2[_, _]]
  )

  def moves(settings: Settings): Seq[Workload.Moved] =
    Seq(
      Workload.Moved(classOf[Document], settings.size.toLong),
      Workload.Moved(classOf[Tuple2[_, _]], settings.size.toLong)
    )

  def run(context: SparkContext, settings: Settings): Outcome = {
    val documents = generated(context, settings).partitionBy(new HashPartitioner(settings.partitions)).persist(
      StorageLevel.MEMORY_ONLY_SER
    )
    val tallies = documents.values.map(document => Topic(document.label) -> document)
      .aggregateByKey(new Tally(Words))(_ += _, _ ++= _)
      .collect().sortBy(_._1.label).toSeq
    val found = for (smoothing <- smoothings) yield {
      val model = context.broadcast(train(tallies, smoothing))
      val right = documents.values.filter(isRight(model)).count()
      val digest = Digest.text(model.value.words.map(Digest.of).foldLeft(0L)(Digest.mix(_, _)))
      model.destroy()
      s"$right right by $digest"
    }
    documents.unpersist(blocking = true)
    Outcome(found.mkString(", "))
  }

  private def isRight(model: Broadcast[BayesModel])(document: Document): Boolean =
    model.value.label(document.counts) == document.label

  private def train(tallies: Seq[(Topic, Tally)], smoothing: Double): BayesModel = {
    val all = tallies.map(_._2.count).sum.toDouble
    BayesModel(
      smoothing,
      tallies.map(t => math.log(t._2.count / all)).toArray,
      tallies.map(_._2.logs(smoothing)).toArray
    )
  }

  /** A topic prefers an eighth of the words; a sixth of a document is of these. */
  private def generated(context: SparkContext, settings: Settings): RDD[(String, Document)] =
    context.parallelize(0 until settings.partitions, settings.partitions).mapPartitionsWithIndex { (partition, _) =>
      val random = settings.random(partition)
      Iterator.range(0, settings.sizeOf(partition)).map { i =>
        val label = random.nextInt(Topics)
        val counts = new Array[Double](Words)
        for (_ <- 0 until WordsOfDocument) {
          val word =
            if (random.nextInt(6) != 0) random.nextInt(Words) else (label * 5 + random.nextInt(Words / 8)) % Words
          counts(word) += 1
        }
        f"document-${settings.firstOf(partition) + i}%08d" -> Document(label, counts)
      }
    }
}
