package brine.sparkjobs

import org.apache.spark.SparkContext

final case class Cell(x: Int, y: Int)

/** Groups numbers by many cells into 150 partitions. Moves a few records by each of a great number of streams. */
object ManyPartitions extends Workload {
  private final val Reducers = 150
  private final val Rounds = 3
  private final val Side = 150

  val name = "manypartitions"
  val unit = "numbers"
  val benchSize = 200000
  val testSize = 4000
  val classes: Seq[Class[_]] = Seq(classOf[Cell])

  def moves(settings: Settings): Seq[Workload.Moved] = Seq(Workload.Moved(classOf[Cell], Rounds * settings.size.toLong))

  def run(context: SparkContext, settings: Settings): Outcome = {
    val numbers =
      context.parallelize(0 until settings.partitions, settings.partitions).mapPartitionsWithIndex { (partition, _) =>
        val random = settings.random(partition)
        Iterator.fill(settings.sizeOf(partition))(
          Cell(random.nextInt(Side), random.nextInt(Side)) -> random.nextInt(1000)
        )
      }
    val sums = (1 to Rounds).map(round =>
      numbers.map { case (cell, n) => cell.copy(x = cell.x * round) -> n }.groupByKey(Reducers).mapValues(_.sum)
    )
    val digests = sums.map(_.map { case (cell, sum) => Digest.mix(cell.hashCode.toLong, sum.toLong) }.fold(0)(_ + _))
    Outcome(digests.map(Digest.text).mkString(" "))
  }
}
