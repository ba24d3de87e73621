package brine.sparkjobs

import org.apache.spark.{Partitioner, SparkContext, TaskContext}
import org.apache.spark.rdd.RDD
import scala.util.hashing.MurmurHash3

/** Ten bytes in the order of unsigned numbers. */
final class TeraKey(val bytes: Array[Byte]) extends Ordered[TeraKey] with Serializable {
  def compare(that: TeraKey): Int = java.util.Arrays.compareUnsigned(bytes, that.bytes)

  override def equals(that: Any): Boolean = that match {
    case key: TeraKey => java.util.Arrays.equals(bytes, key.bytes)
    case _            => false
  }

  override def hashCode: Int = MurmurHash3.bytesHash(bytes)
}

/** Ninety bytes. */
final class TeraValue(val bytes: Array[Byte]) extends Serializable {
  override def equals(that: Any): Boolean = that match {
    case value: TeraValue => java.util.Arrays.equals(bytes, value.bytes)
    case _                => false
  }

  override def hashCode: Int = MurmurHash3.bytesHash(bytes)
}

/** Cuts the range of the first two bytes into equal parts, as the keys are random. */
final class TeraPartitioner(val numPartitions: Int) extends Partitioner {
  def getPartition(key: Any): Int = {
    val bytes = key.asInstanceOf[TeraKey].bytes
    val prefix = (bytes(0) & 0xff) << 8 | (bytes(1) & 0xff)
    prefix * numPartitions >> 16
  }
}

/** One sorted partition.
  *
  * @param digest of keys and values in their order
  */
final case class SortedPart(count: Long, isSorted: Boolean, first: TeraKey, last: TeraKey, digest: Long)

/** Sorts random records of 100 bytes, keys and values as objects. Moves each record through one shuffle. */
object TeraSort extends Workload {
  private final val KeyBytes = 10
  private final val ValueBytes = 90

  val name = "terasort"
  val unit = "records"
  val benchSize = 1000000
  val testSize = 20000
  val classes: Seq[Class[_]] =
    Seq(classOf[TeraKey], classOf[TeraValue], classOf[SortedPart], classOf[Array[SortedPart]], classOf[Array[Byte]])

  def moves(settings: Settings): Seq[Workload.Moved] =
    Seq(
      Workload.Moved(classOf[TeraKey], settings.size.toLong),
      Workload.Moved(classOf[TeraValue], settings.size.toLong)
    )

  def run(context: SparkContext, settings: Settings): Outcome = {
    val sorted = records(context, settings).repartitionAndSortWithinPartitions(new TeraPartitioner(settings.partitions))
    val parts = sorted
      .mapPartitionsWithIndex { (partition, sorted) =>
        Halting.reading(settings, partition)
        Iterator.single(part(sorted))
      }
      .collect()
    val filled = parts.filter(_.count > 0)
    val inOrder = parts.forall(_.isSorted) && filled.zip(filled.drop(1)).forall { case (x, y) => x.last <= y.first }
    if (!inOrder) throw new IllegalStateException("The records are not in order")
    Outcome(s"${parts.map(_.count).sum} records, ${parts.map(p => Digest.text(p.digest)).mkString(" ")}")
  }

  private def records(context: SparkContext, settings: Settings): RDD[(TeraKey, TeraValue)] =
    context.parallelize(0 until settings.partitions, settings.partitions).mapPartitionsWithIndex { (partition, _) =>
      val random = settings.random(partition)
      val count = settings.sizeOf(partition)
      Iterator.tabulate(count) { i =>
        if (i == count / 2) Halting.writing(settings, partition)
        (new TeraKey(bytes(random, KeyBytes)), new TeraValue(bytes(random, ValueBytes)))
      }
    }

  private def bytes(random: java.util.SplittableRandom, length: Int): Array[Byte] = {
    val bytes = new Array[Byte](length)
    random.nextBytes(bytes)
    bytes
  }

  private def part(sorted: Iterator[(TeraKey, TeraValue)]): SortedPart = {
    var count, digest = 0L
    var isSorted = true
    var first, last: TeraKey = null
    for ((key, value) <- sorted) {
      if (last == null) first = key else isSorted &= last <= key
      last = key
      digest = Digest.mix(digest, Digest.of(key.bytes) ^ Digest.of(value.bytes))
      count += 1
    }
    SortedPart(count, isSorted, first, last, digest)
  }
}

/** Ends the JVM of an executor if the settings ask for it and the task has not been tried before. */
private object Halting {
  private final val ExitCode = 99

  def writing(settings: Settings, partition: Int): Unit = if (settings.halt == Halt.Writing) at(partition)
  def reading(settings: Settings, partition: Int): Unit = if (settings.halt == Halt.Reading) at(partition)

  private def at(partition: Int): Unit = {
    val task = TaskContext.get()
    if (partition == 1 && task.attemptNumber() == 0 && task.stageAttemptNumber() == 0) Runtime.getRuntime.halt(ExitCode)
  }
}
