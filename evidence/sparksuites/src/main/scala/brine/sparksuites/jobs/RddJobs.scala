package brine.sparksuites.jobs

import java.nio.file.Files
import org.apache.spark.{Partition, Partitioner, SparkContext, TaskContext}
import org.apache.spark.api.java.JavaSparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel
import org.apache.spark.util.AccumulatorV2
import scala.collection.mutable

/** Operations of Spark's core on records of classes of a job. */
object RddJobs extends JobGroup("core") {
  final case class Sale(shop: String, cents: Long, items: List[String])
  final case class Key(region: Int, name: String)
  final class Tally(var count: Int, var sum: Long) extends Serializable {
    def add(x: Long): Tally = { count += 1; sum += x; this }
    def merge(other: Tally): Tally = { count += other.count; sum += other.sum; this }
    override def toString: String = s"$count/$sum"
  }
  final class ByRegion(val numPartitions: Int) extends Partitioner {
    def getPartition(key: Any): Int = key match { case Key(region, _) => region % numPartitions }
    override def equals(other: Any): Boolean = other match {
      case that: ByRegion => that.numPartitions == numPartitions
      case _              => false
    }
    override def hashCode: Int = numPartitions
  }
  final class Seen extends AccumulatorV2[Key, Map[Key, Int]] {
    private val counts = mutable.HashMap.empty[Key, Int]
    def isZero: Boolean = counts.isEmpty
    def copy(): Seen = { val c = new Seen; c.counts ++= counts; c }
    def reset(): Unit = counts.clear()
    def add(key: Key): Unit = counts(key) = counts.getOrElse(key, 0) + 1
    def merge(other: AccumulatorV2[Key, Map[Key, Int]]): Unit =
      for ((key, n) <- other.value) counts(key) = counts.getOrElse(key, 0) + n
    def value: Map[Key, Int] = counts.toMap
  }
  final class Slice(val index: Int, val keys: List[Key]) extends Partition
  final class KeysRdd(context: SparkContext) extends RDD[Key](context, Nil) {
    def compute(split: Partition, task: TaskContext): Iterator[Key] = split.asInstanceOf[Slice].keys.iterator
    protected def getPartitions: Array[Partition] =
      Array.tabulate[Partition](3)(i => new Slice(i, List.tabulate(4)(n => Key(i, s"k$n"))))
  }
  final case class Links(to: Array[Int])
  final class Grid(val rows: Array[Array[Double]]) extends Serializable {
    lazy val total: Double = rows.map(_.sum).sum
  }

  private def sales(sc: SparkContext): RDD[Sale] =
    sc.parallelize((1 to 200).map(i => Sale(s"shop ${i % 7}", i * 10L, List.tabulate(i % 4)(n => s"item $n"))), 4)
  private def keyed(sc: SparkContext): RDD[(Key, Sale)] =
    sales(sc).map(sale => Key(sale.items.size, sale.shop) -> sale)
  private def sorted[A](rdd: RDD[A])(implicit shown: A => Any = (a: A) => a): Seq[String] =
    rdd.collect().toSeq.map(a => new Shown(17)(shown(a))).sorted
  private def tallies(sc: SparkContext): RDD[(String, Tally)] =
    sales(sc).map(sale => sale.shop -> new Tally(1, sale.cents))
  private def later(a: String, b: String): String = if (a > b) a else b
  private def folder: String = Files.createTempDirectory("jobs").resolve("data").toString

  core("map, filter, flatMap")(sc =>
    sales(sc).filter(_.cents % 3 == 0).flatMap(s => s.items.map(s.shop -> _)).collect()
  )
  core("groupByKey")(sc => sorted(keyed(sc).groupByKey().mapValues(_.toList)))
  core("reduceByKey of mutable objects")(sc => sorted(tallies(sc).reduceByKey(_ merge _)))
  core("aggregateByKey with a mutable zero")(sc =>
    sorted(keyed(sc).aggregateByKey(new Tally(0, 0))((t, s) => t.add(s.cents), _ merge _))
  )
  core("aggregateByKey with a buffer as zero")(sc =>
    sorted(keyed(sc).aggregateByKey(mutable.ArrayBuffer.empty[Sale])(_ += _, _ ++= _).mapValues(_.sortBy(_.cents)))
  )
  core("combineByKey")(sc =>
    sorted(keyed(sc).combineByKey(
      s => mutable.Map(s.shop -> 1L),
      (m: mutable.Map[String, Long], s: Sale) =>
        m += (s.shop -> s.cents),
      (a: mutable.Map[String, Long], b: mutable.Map[String, Long]) => a ++= b
    ))
  )
  core("foldByKey with a case class")(sc =>
    sorted(keyed(sc).foldByKey(Sale("", 0, Nil))((a, b) => Sale(later(a.shop, b.shop), a.cents + b.cents, Nil)))
  )
  core("join")(sc => sorted(keyed(sc).join(keyed(sc).filter(_._2.cents < 300))))
  core("left, right and full outer join")(sc => {
    val (a, b) = (keyed(sc).filter(_._2.cents < 90), keyed(sc).filter(_._2.cents > 70).filter(_._2.cents < 150))
    Seq(sorted(a.leftOuterJoin(b)), sorted(a.rightOuterJoin(b)), sorted(a.fullOuterJoin(b)))
  })
  core("cogroup of three")(sc => {
    val a = keyed(sc).filter(_._2.cents < 300)
    sorted(a.cogroup(a.mapValues(_.cents), a.mapValues(_.items))).map(_.sorted)
  })
  core("groupWith of four")(sc => {
    val a = keyed(sc).filter(_._2.cents < 100)
    sorted(a.groupWith(a.mapValues(_.cents), a.mapValues(_.shop), a.mapValues(Option(_)))).map(_.sorted)
  })
  core("sortByKey by an ordering of the job")(sc => {
    implicit val order: Ordering[Key] = Ordering.by((k: Key) => (-k.region, k.name))
    keyed(sc).sortByKey(numPartitions = 3).keys.collect()
  })
  core("sortBy a pair, descending")(sc => sales(sc).sortBy(s => (s.shop, s.cents), ascending = false, 3).collect())
  core("repartitionAndSortWithinPartitions")(sc => {
    implicit val order: Ordering[Key] = Ordering.by((k: Key) => k.name)
    keyed(sc).repartitionAndSortWithinPartitions(new ByRegion(3)).map(_._1).glom().collect()
  })
  core("partitionBy a partitioner of the job, then join without a shuffle")(sc => {
    val by = keyed(sc).partitionBy(new ByRegion(2)).cache()
    (sorted(by.mapValues(_.cents).join(by.mapValues(_.shop))), by.partitioner.get == new ByRegion(2))
  })
  core("secondary sort")(sc => {
    val by = new Partitioner {
      def numPartitions: Int = 2
      def getPartition(key: Any): Int = key.asInstanceOf[(String, Long)]._1.length % 2
    }
    sales(sc).map(s => (s.shop, -s.cents) -> s).repartitionAndSortWithinPartitions(by).values.collect()
  })
  core("zip, zipWithIndex, zipWithUniqueId")(sc =>
    sales(sc).zip(sales(sc).map(_.shop)).zipWithIndex().zipWithUniqueId().collect().take(50)
  )
  core("zipPartitions")(sc =>
    sales(sc).zipPartitions(keyed(sc))((a, b) => a.zip(b).map { case (s, (k, _)) => k -> s.items }).collect()
  )
  core("cartesian")(sc => sorted(sales(sc).map(_.shop).distinct().map(Option(_)).cartesian(keyed(sc).keys.distinct())))
  core("repartition and coalesce with a shuffle")(sc =>
    (sorted(sales(sc).repartition(7)), sorted(sales(sc).coalesce(2, shuffle = true)), sales(sc).coalesce(2).collect())
  )
  core("distinct, union, intersection, subtract")(sc => {
    val (a, b) = (sales(sc).filter(_.cents < 900), sales(sc).filter(_.cents > 700))
    Seq(
      sorted(a.union(b).distinct()),
      sorted(a.intersection(b)),
      sorted(a.subtract(b)),
      sorted(
        keyed(sc).subtractByKey(keyed(sc).filter(_._1.region > 1))
      )
    )
  })
  core("glom and mapPartitionsWithIndex")(sc =>
    (sales(sc).glom().collect(), sales(sc).mapPartitionsWithIndex((i, all) => all.map(i -> _)).collect())
  )
  core("reduce, fold, aggregate")(sc => {
    def add(a: Sale, b: Sale) = Sale(later(a.shop, b.shop), a.cents + b.cents, (a.items ++ b.items).distinct)
    val all = sales(sc)
    (
      all.reduce(add),
      all.fold(Sale("z", 0, Nil))(add),
      all.aggregate(new Tally(0, 0))((t, s) => t.add(s.cents), _ merge _)
    )
  })
  core("treeAggregate and treeReduce of arrays")(sc => {
    val all = sc.parallelize((1 to 1000).map(i => Array.tabulate(8)(n => i / (n + 1.0))), 9)
    def add(a: Array[Double], b: Array[Double]) = { for (i <- a.indices) a(i) += b(i); a }
    (all.treeAggregate(new Array[Double](8))(add, add, 3), all.treeReduce((a, b) => add(a.clone, b), 3))
  })
  core("top, takeOrdered, min, max")(sc => {
    implicit val order: Ordering[Sale] = Ordering.by((s: Sale) => (s.items.size, s.cents))
    val all = sales(sc)
    (all.top(5), all.takeOrdered(5), all.min(), all.max())
  })
  core("countByKey, countByValue, lookup")(sc =>
    (keyed(sc).countByKey(), sales(sc).map(_.items).countByValue(), keyed(sc).lookup(Key(1, "shop 1")))
  )
  core("stats, histogram, countApproxDistinct")(sc => {
    val cents = sales(sc).map(_.cents.toDouble)
    (
      cents.stats(),
      cents.histogram(5),
      sales(sc).countApproxDistinct(0.05),
      keyed(sc).countApproxDistinctByKey().collect().sortBy(_._1.toString)
    )
  })
  core("sample, takeSample, randomSplit, sampleByKey")(sc =>
    (
      sales(sc).sample(withReplacement = true, 0.4, 7).collect(),
      sales(sc).takeSample(withReplacement = false, 9, 7),
      sales(sc).randomSplit(Array(0.3, 0.7), 7).map(_.count()),
      keyed(sc).map { case (k, s) => k.region -> s }.sampleByKey(
        false,
        Map(0 -> 0.5, 1 -> 0.2, 2 -> 0.9, 3 -> 0.1),
        7
      ).collect()
    )
  )
  core("a broadcast map of case classes")(sc => {
    val shops = sc.broadcast(sales(sc).map(s => s.shop -> s).collectAsMap())
    sales(sc).map(s => shops.value(s.shop).cents + s.cents).collect()
  })
  core("a broadcast with a lazy value")(sc => {
    val grid = new Grid(Array.tabulate(4)(i => Array.fill(3)(i / 3.0)))
    val total = grid.total
    val all = sc.broadcast(grid)
    (total, sc.parallelize(1 to 4, 2).map(_ * all.value.total).collect())
  })
  core("a broadcast in a record")(sc => {
    val names = sc.broadcast(List("a", "b"))
    sc.parallelize(1 to 6, 2).map(i => i % 2 -> (names, Option(i))).groupByKey().mapValues(_.map(p =>
      p._1.value -> p._2
    ).toList).collect().sortBy(_._1)
  })
  core("accumulators of numbers and of a collection")(sc => {
    val (n, d, c) = (sc.longAccumulator("n"), sc.doubleAccumulator("d"), sc.collectionAccumulator[Key]("c"))
    keyed(sc).foreach { case (k, s) => n.add(s.cents); d.add(s.cents / 3.0); c.add(k) }
    (n.value, d.value, c.value)
  })
  core("an accumulator of the job with a map")(sc => {
    val seen = new Seen
    sc.register(seen, "seen")
    keyed(sc).foreach { case (k, _) => seen.add(k) }
    seen.value
  })
  for (
    (name, level) <- Seq(
      "MEMORY_ONLY" -> StorageLevel.MEMORY_ONLY,
      "MEMORY_ONLY_SER" -> StorageLevel.MEMORY_ONLY_SER,
      "MEMORY_AND_DISK_SER" -> StorageLevel.MEMORY_AND_DISK_SER,
      "DISK_ONLY" -> StorageLevel.DISK_ONLY,
      "MEMORY_ONLY_SER_2" -> StorageLevel.MEMORY_ONLY_SER_2
    )
  )
    core(s"persist with $name")(sc => {
      val kept = keyed(sc).groupByKey().mapValues(all => new Tally(all.size, all.map(_.cents).sum)).persist(level)
      (kept.count(), sorted(kept), sorted(kept.mapValues(_.sum)))
    })
  core("checkpoint")(sc => {
    val all = keyed(sc).reduceByKey((a, b) => if (a.cents > b.cents) a else b)
    all.checkpoint()
    (sorted(all), all.isCheckpointed, sorted(all.mapValues(_.items)))
  })
  core("localCheckpoint")(sc => {
    val all = tallies(sc).reduceByKey(_ merge _).localCheckpoint()
    (sorted(all), sorted(all))
  })
  core("saveAsObjectFile and objectFile")(sc => {
    val path = folder
    keyed(sc).saveAsObjectFile(path)
    sorted(sc.objectFile[(Key, Sale)](path).groupByKey().mapValues(_.size))
  })
  core("saveAsSequenceFile and sequenceFile")(sc => {
    val path = folder
    sales(sc).map(s => s.shop -> s.cents).saveAsSequenceFile(path)
    sorted(sc.sequenceFile[String, Long](path).map { case (k, v) => k -> Option(v) }.reduceByKey((a, b) =>
      a.zip(b).map(p => p._1 + p._2).headOption
    ))
  })
  core("textFile and wholeTextFiles")(sc => {
    val path = folder
    sales(sc).map(_.toString).saveAsTextFile(path)
    (
      sorted(
        sc.textFile(path).map(line => line.length -> Option(line)).groupByKey().mapValues(_.toList.flatten.sorted)
      ),
      sc.wholeTextFiles(path).values.map(_.length -> "x").groupByKey().mapValues(_.size).collect().sorted
    )
  })
  core("binaryFiles through a shuffle")(sc => {
    val path = folder
    sales(sc).map(_.toString).saveAsTextFile(path)
    sc.binaryFiles(path).map { case (name, data) => name.length -> data }.repartition(2).mapValues(
      _.toArray().length
    ).collect().sorted
  })
  core("page rank by hand")(sc => {
    val links = sc.parallelize(
      (0 until 60).map(i => i -> Links(Array(i * 7 % 60, i * 3 % 60, (i + 1) % 60))),
      3
    ).partitionBy(new org.apache.spark.HashPartitioner(3)).persist(StorageLevel.MEMORY_ONLY_SER)
    var ranks = links.mapValues(_ => 1.0)
    for (_ <- 1 to 5)
      ranks = links.join(ranks).values.flatMap { case (l, r) => l.to.map(_ -> r / l.to.length) }.reduceByKey(
        _ + _
      ).mapValues(0.15 + 0.85 * _)
    ranks.collect().sorted
  })
  core("k-means by hand")(sc => {
    val points =
      sc.parallelize((1 to 300).map(i => Array(i % 17 / 3.0, i % 5 / 7.0)), 3).persist(StorageLevel.MEMORY_ONLY_SER)
    var centres = Array(Array(0.0, 0.0), Array(5.0, 0.5))
    for (_ <- 1 to 4) {
      val now = sc.broadcast(centres)
      def near(p: Array[Double]) =
        now.value.indices.minBy(i => now.value(i).zip(p).map { case (a, b) => (a - b) * (a - b) }.sum)
      val sums = points.map(p => near(p) -> (p, 1)).reduceByKey((a, b) =>
        (a._1.zip(b._1).map(x => x._1 + x._2), a._2 + b._2)
      ).collectAsMap()
      centres = centres.indices.map(i => sums.get(i).fold(centres(i)) { case (s, n) => s.map(_ / n) }).toArray
    }
    centres
  })
  core("inverted index")(sc =>
    sorted(sales(sc).flatMap(s => s.items.map(_ -> s.shop)).aggregateByKey(Set.empty[String])(_ + _, _ ++ _))
  )
  core("product of matrices in blocks")(sc => {
    val blocks = sc.parallelize(
      for (i <- 0 until 3; j <- 0 until 3)
        yield ((i, j), new Grid(Array.tabulate(4, 4)((a, b) => i + j * a - b / 2.0))),
      3
    )
    val products =
      blocks.map { case ((i, k), b) => k -> (i, b) }.join(blocks.map { case ((k, j), b) => k -> (j, b) }).map {
        case (_, ((i, a), (j, b))) =>
          (i, j) -> a.rows.map(r => b.rows.transpose.map(c => r.zip(c).map(x => x._1 * x._2).sum))
      }
    products.reduceByKey((a, b) => a.zip(b).map { case (x, y) => x.zip(y).map(p => p._1 + p._2) }).collect().sortBy(
      _._1
    )
  })
  core("an RDD of the job with partitions of its own")(sc =>
    sorted(new KeysRdd(sc).map(k => k.name -> k).groupByKey().mapValues(_.toList))
  )
  core("Java's API")(sc => {
    val java = new JavaSparkContext(sc)
    val pairs = java.parallelize(_root_.java.util.List.of("a", "bb", "cc", "ddd"), 2).mapToPair(s =>
      (s.length, _root_.java.util.List.of(s))
    )
    pairs.groupByKey().mapValues(_.toString).collect().toString
  })
  core("toLocalIterator, take, first, isEmpty, foreachPartition")(sc => {
    val n = sc.longAccumulator
    keyed(sc).foreachPartition(all => n.add(all.map(_._2.cents).sum))
    (keyed(sc).toLocalIterator.toList.size, keyed(sc).take(3), keyed(sc).first(), keyed(sc).isEmpty(), n.value)
  })
  core("asynchronous actions")(sc => {
    import scala.concurrent.Await
    import scala.concurrent.duration.Duration
    (Await.result(sales(sc).collectAsync(), Duration.Inf), Await.result(sales(sc).countAsync(), Duration.Inf))
  })
  core("a barrier stage")(sc => sales(sc).repartition(1).barrier().mapPartitions(all => all.map(_.items)).collect())
  core("a sort that spills")(sc =>
    sc.parallelize(1 to 20000, 2).map(i => Key(i * 31 % 1009, s"n${i % 13}") -> Option(i)).sortBy(
      p => (p._1.region, p._1.name, p._2),
      numPartitions = 2
    ).map(_._2.get).collect().toSeq.hashCode
  )
  core("a shuffle of 300 partitions")(sc =>
    keyed(sc).map { case (k, s) => k -> s.cents }.reduceByKey(_ + _, 300).collect().sortBy(_._1.toString)
  )
  core("pipe to a program")(sc => sorted(sales(sc).map(_.shop).pipe("cat").map(s => s -> Some(s.length)).distinct()))
}
