package brine.spark

import java.nio.file.Files
import scala.concurrent.duration.DurationInt
import org.apache.spark.Checkpoints
import Models.*

/** Two applications, one after the other: with and without the plugin. */
class CheckpointSuite extends munit.FunSuite:
  override val munitTimeout = 90.seconds

  override def munitTests(): Seq[Test] = if Cluster.obstacle == null then super.munitTests() else Nil

  test("a checkpoint is read by a second application, which has no plugin") {
    val folder = Files.createTempDirectory("brine")
    val first = Cluster.start()
    val checkpoint =
      try
        first.setCheckpointDir(folder.toString)
        val shuffled = Jobs.byUser(first, 3000, 4)
        shuffled.checkpoint()
        shuffled.count()
        shuffled.getCheckpointFile.get
      finally first.stop()
    val second = Cluster.start("spark.plugins" -> "")
    try
      val read = Checkpoints.read[(Int, Visit)](second, checkpoint)
      assertEquals(read.partitioner.map(_.numPartitions), Some(4), "the partitioner was not read")
      assertEquals(read.values.collect().toSet, (0 until 3000).map(visit).toSet)
      assertEquals(Jobs.questions(second).values.toSet, Set(-1))
      // The other ways without class numbers.
      assertEquals(Jobs.byUser(second, 3000, 5).values.collect().toSet, (0 until 3000).map(visit).toSet)
      assertEquals(Jobs.countersByKey(second, 1000), (0 until 1000).groupMapReduce(_ % 13)(identity)(_ + _))
    finally second.stop()
  }
