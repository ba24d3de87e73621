package brine.sparksuites

import org.junit.Assert.assertEquals
import org.junit.Assert.assertTrue
import org.junit.Test
import brine.sparksuites.jobs.Jobs

/** Some of the jobs of each part of Spark, whose results are compared with those of Java's serialization and Kryo.
  * `./dev spark jobs` runs all.
  */
class JobsTest {
  private val chosen = Seq(
    "core: groupByKey",
    "core: cogroup of three",
    "core: repartitionAndSortWithinPartitions",
    "core: an accumulator of the job with a map",
    "core: a broadcast in a record",
    "core: persist with MEMORY_ONLY_SER",
    "core: checkpoint",
    "records: a sealed family",
    "records: a ring of nodes",
    "records: a trait with values, variables and lazy values",
    "records: an inner class",
    "records: an anonymous ordering",
    "records: one array in two fields",
    "records: arrays of arrays, of objects and of primitives",
    "records: collections of Java",
    "graphx: aggregateMessages with a class of the job",
    "mllib: block matrices",
    "sql: rows as an RDD, through a shuffle and a cached block",
    "streaming: events as they come"
  )

  @Test def haveOneResultWithEachSerializer(): Unit =
    if (Runtime.version.feature >= 24)
      println(s"left out on JDK ${Runtime.version.feature}: jobs with each serializer; Spark does not start there")
    else {
      val jobs = Jobs.all.filter(job => chosen.contains(job.name))
      assertEquals(chosen.size, jobs.size)
      assertEquals(Seq.empty, Jobs.differences(jobs))
    }

  @Test def areMany(): Unit = {
    val counts = Jobs.groups.map(group => group.name -> group.jobs.size).toMap
    assertTrue(counts.toString, counts("core") + counts("records") >= 100)
    assertTrue(counts.toString, counts("graphx") + counts("mllib") + counts("ml") >= 48)
    assertTrue(counts.toString, counts("sql") + counts("streaming") >= 28)
    assertEquals(Jobs.all.size, Jobs.all.map(_.name).distinct.size)
  }
}
