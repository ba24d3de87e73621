package brine.sparkjobs

import org.apache.spark.SparkContext

final case class Word(text: String)

/** Counts words of a vocabulary in which few are frequent. Moves each different word of a partition with its count. */
object WordCount extends Workload {
  private final val WordsOfLine = 12
  private final val Vocabulary = 200000

  val name = "wordcount"
  val unit = "lines"
  val benchSize = 400000
  val testSize = 2000
  val classes: Seq[Class[_]] = Seq(classOf[Word])

  def moves(settings: Settings): Seq[Workload.Moved] = Seq(Workload.Moved(classOf[Word], settings.size.toLong / 10))

  def run(context: SparkContext, settings: Settings): Outcome = {
    val counts = context
      .parallelize(0 until settings.partitions, settings.partitions)
      .mapPartitionsWithIndex((partition, _) => lines(settings, partition))
      .flatMap(_.split(' '))
      .map(Word(_) -> 1)
      .reduceByKey(_ + _)
    val (words, total, digest) = counts
      .map { case (Word(word), count) =>
        (1L, count.toLong, Digest.mix(Digest.of(word.getBytes("UTF-8")), count.toLong))
      }
      .treeReduce((x, y) => (x._1 + y._1, x._2 + y._2, x._3 + y._3))
    Outcome(s"$words words, $total in all, ${Digest.text(digest)}")
  }

  private def lines(settings: Settings, partition: Int): Iterator[String] = {
    val random = settings.random(partition)
    Iterator.fill(settings.sizeOf(partition))(Seq.fill(WordsOfLine)(word(random)).mkString(" "))
  }

  /** The cube makes low numbers frequent. */
  private def word(random: java.util.SplittableRandom): String = {
    val x = random.nextDouble()
    "w" + Integer.toString((x * x * x * Vocabulary).toInt, 36)
  }
}
