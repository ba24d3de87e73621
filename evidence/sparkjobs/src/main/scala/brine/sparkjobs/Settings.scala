package brine.sparkjobs

/** The settings of one job.
  *
  * @param size       number of the workload's units.
  * @param partitions of each RDD; two runs have the same result only if they agree in this number.
  * @param halt       the point at which an executor's JVM ends; the job must survive it.
  */
final case class Settings(size: Int, seed: Long = 42, partitions: Int = 4, halt: Halt = Halt.Nowhere) {

  /** The units of one partition: the first partitions have one more if the size cannot be divided. */
  def sizeOf(partition: Int): Int = size / partitions + (if (partition < size % partitions) 1 else 0)

  /** The number of the partition's first unit. */
  def firstOf(partition: Int): Int = size / partitions * partition + math.min(partition, size % partitions)

  def random(partition: Int): java.util.SplittableRandom =
    new java.util.SplittableRandom(Digest.mix(seed, partition.toLong))
}

/** A point of a shuffle at which [[TeraSort]] ends the JVM of an executor, once. */
sealed abstract class Halt(val name: String)

object Halt {
  case object Nowhere extends Halt("nowhere")

  /** Half of a map task's records are written. */
  case object Writing extends Halt("writing")

  /** A reduce task has sorted its records. */
  case object Reading extends Halt("reading")

  val all: Seq[Halt] = Seq(Nowhere, Writing, Reading)

  def apply(name: String): Halt = all.find(_.name == name).getOrElse {
    throw new IllegalArgumentException(s"No place '$name' to halt; there are ${all.map(_.name).mkString(", ")}")
  }
}
