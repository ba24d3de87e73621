package brine.sparksuites.jobs

import java.nio.file.Files
import org.apache.spark.sql.{DataFrame, Dataset, Encoder, Encoders, Row, SparkSession}
import org.apache.spark.sql.expressions.{Aggregator, Window}
import org.apache.spark.sql.functions._
import org.apache.spark.sql.types._
import org.apache.spark.storage.StorageLevel

/** Datasets and DataFrames. */
object SqlJobs extends JobGroup("sql") {
  final case class Line(article: String, count: Int)
  final case class Order(id: Long, customer: String, lines: Seq[Line], paid: Option[Double], placed: java.sql.Timestamp)
  final case class Stats(n: Long, most: Double)
  final class Basket(var all: List[String], var total: Long) extends Serializable
  final class Opaque(val text: String, val n: Int) extends Serializable { override def toString: String = s"$text $n" }

  object MostPaid extends Aggregator[Order, Stats, String] {
    def zero: Stats = Stats(0, 0)
    def reduce(s: Stats, o: Order): Stats = Stats(s.n + 1, s.most.max(o.paid.getOrElse(0.0)))
    def merge(a: Stats, b: Stats): Stats = Stats(a.n + b.n, a.most.max(b.most))
    def finish(s: Stats): String = s"${s.n} ${s.most}"
    def bufferEncoder: Encoder[Stats] = Encoders.product
    def outputEncoder: Encoder[String] = Encoders.STRING
  }
  object Collected extends Aggregator[String, Basket, String] {
    def zero: Basket = new Basket(Nil, 0)
    def reduce(b: Basket, s: String): Basket = { b.all ::= s; b.total += s.length; b }
    def merge(a: Basket, b: Basket): Basket = { a.all :::= b.all; a.total += b.total; a }
    def finish(b: Basket): String = s"${b.all.sorted.distinct} ${b.total}"
    def bufferEncoder: Encoder[Basket] = Encoders.kryo
    def outputEncoder: Encoder[String] = Encoders.STRING
  }

  private def orders(s: SparkSession): Dataset[Order] = {
    import s.implicits._
    s.sparkContext.parallelize(
      (1 to 100).map(i =>
        Order(
          i,
          s"c${i % 7}",
          Seq.tabulate(i % 4)(n => Line(s"a${(i + n) % 5}", n + 1)),
          Option(i / 3.0).filter(_ => i % 3 > 0),
          new java.sql.Timestamp(i * 100000L)
        )
      ),
      3
    ).toDS()
  }
  private def frame(s: SparkSession): DataFrame = orders(s).toDF()
  private def sorted(d: Dataset[_]): Seq[String] = d.collect().toSeq.map(new Shown(17)(_)).sorted
  private def folder: String = Files.createTempDirectory("tables").resolve("data").toString

  sql("map, filter and flatMap of a Dataset")(s => {
    import s.implicits._;
    sorted(orders(s).filter(_.paid.nonEmpty).flatMap(o => o.lines.map(l => o.customer -> l)).map(_.swap))
  })
  sql("groupByKey and mapGroups")(s => {
    import s.implicits._;
    sorted(orders(s).groupByKey(_.customer).mapGroups((k, all) => k -> all.map(_.id).toSeq.sorted))
  })
  sql("flatMapSortedGroups")(s => {
    import s.implicits._;
    sorted(orders(s).groupByKey(_.customer).flatMapSortedGroups($"id".desc)((k, all) =>
      all.take(2).map(o => k -> o.id)
    ))
  })
  sql("cogroup of Datasets")(s => {
    import s.implicits._;
    sorted(orders(s).groupByKey(_.customer).cogroup(orders(s).groupByKey(o => s"c${o.id % 9}"))((k, a, b) =>
      Iterator((k, a.map(_.id).sum, b.map(_.id).sum))
    ))
  })
  sql("reduceGroups and count")(s => {
    import s.implicits._;
    (
      sorted(orders(s).groupByKey(_.customer).reduceGroups((a, b) => if (a.id > b.id) a else b)),
      sorted(orders(s).groupByKey(_.lines.size).count())
    )
  })
  sql("a typed aggregator")(s => {
    import s.implicits._;
    (sorted(orders(s).groupByKey(_.customer).agg(MostPaid.toColumn)), sorted(orders(s).select(MostPaid.toColumn)))
  })
  sql("an aggregator whose buffer is an object")(s => {
    import s.implicits._; sorted(orders(s).groupByKey(_.id % 5).mapValues(_.customer).agg(Collected.toColumn))
  })
  sql("joinWith")(s =>
    sorted(orders(s).as("a").joinWith(
      orders(s).as("b"),
      col("a.customer") === col("b.customer") && col("a.id") < col("b.id") && col("b.id") < 20,
      "left_outer"
    ))
  )
  sql("objects in columns by Kryo and by Java")(s => {
    implicit val kryo: Encoder[Opaque] = Encoders.kryo
    val java = Encoders.javaSerialization[Opaque]
    (
      sorted(s.createDataset((1 to 9).map(i => new Opaque("k", i))).map(o => new Opaque(o.text + o.n, o.n + 1))),
      sorted(s.createDataset((1 to 9).map(i => new Opaque("j", i)))(java).filter((o: Opaque) => o.n % 2 == 0))
    )
  })
  sql("a Dataset of beans")(s => {
    val beans = s.createDataset((1 to 5).map { i =>
      val b = new Records.Bean; b.setName(s"n$i"); b.setValues(java.util.List.of(i)); b
    })(Encoders.bean(classOf[Records.Bean]))
    (beans.schema.fieldNames.toSeq, beans.toDF().count())
  })
  sql("window functions")(s =>
    sorted(frame(s).withColumn(
      "rank",
      row_number().over(Window.partitionBy("customer").orderBy(col("id").desc))
    ).withColumn("sum", sum("id").over(Window.partitionBy("customer").orderBy("id").rowsBetween(-2, 0))).select(
      "id",
      "rank",
      "sum"
    ))
  )
  sql("rollup, cube and pivot")(s => {
    val f = frame(s).withColumn("n", size(col("lines")))
    (
      sorted(f.rollup("customer", "n").agg(sum("id"))),
      sorted(f.cube("n").agg(avg("id"))),
      sorted(f.groupBy("customer").pivot("n", Seq(0, 1, 2, 3)).sum("id"))
    )
  })
  sql("explode, collect_list and collect_set")(s =>
    sorted(frame(s).select(col("customer"), explode(col("lines")).as("line")).groupBy("line.article").agg(
      sort_array(collect_set("customer")),
      sort_array(collect_list("line.count"))
    ))
  )
  sql("user-defined functions of structs")(s => {
    val f = udf((r: Row) => r.getAs[String]("article") + r.getInt(1));
    sorted(frame(s).select(transform(col("lines"), l => f(l)).as("all")))
  })
  sql("a broadcast join and a sorted one")(s => {
    val (a, b) =
      (frame(s).select("id", "customer"), frame(s).filter("id < 30").select(col("customer"), col("id").as("other")))
    (
      sorted(a.join(broadcast(b), "customer")),
      sorted(a.hint("merge").join(b, Seq("customer"), "full")),
      sorted(a.join(b, Seq("customer"), "left_anti"))
    )
  })
  sql("sort and repartitionByRange")(s =>
    (
      frame(s).orderBy(col("customer").desc, col("id")).select("id").collect().toSeq,
      frame(s).repartitionByRange(4, col("id")).select(spark_partition_id(), col("id")).collect().toSeq
    )
  )
  for (
    (name, level) <- Seq(
      "MEMORY_ONLY_SER" -> StorageLevel.MEMORY_ONLY_SER,
      "MEMORY_ONLY" -> StorageLevel.MEMORY_ONLY,
      "DISK_ONLY" -> StorageLevel.DISK_ONLY
    )
  )
    sql(s"persist with $name")(s => {
      val kept = orders(s).persist(level); (kept.count(), sorted(kept), sorted(kept.filter(_.id > 50)))
    })
  sql("checkpoint and localCheckpoint")(s =>
    (sorted(orders(s).checkpoint()), sorted(frame(s).groupBy("customer").count().localCheckpoint()))
  )
  sql("rows as an RDD, through a shuffle and a cached block")(s => {
    val rows = frame(s).rdd
    (
      rows.map(r => r.getString(1) -> r).groupByKey().mapValues(_.toSeq.sortBy(_.getLong(0))).collect().sortBy(
        _._1
      ).toSeq,
      rows.persist(StorageLevel.MEMORY_ONLY_SER).map(_.getAs[Long]("id")).collect().toSeq,
      rows.distinct().count()
    )
  })
  sql("a DataFrame of rows with a schema")(s => {
    val schema = StructType(Seq(
      StructField("a", IntegerType),
      StructField("m", MapType(StringType, ArrayType(DoubleType))),
      StructField("d", DecimalType(10, 2)),
      StructField("s", StructType(Seq(StructField("x", DateType))))
    ))
    val rows = s.sparkContext.parallelize(
      (1 to 20).map(i =>
        Row(i, Map("k" -> Seq(i / 2.0)), new java.math.BigDecimal(i), Row(java.sql.Date.valueOf("2024-01-02")))
      ),
      3
    )
    (
      sorted(s.createDataFrame(rows.repartition(2), schema)),
      s.sparkContext.parallelize(Seq(schema, schema), 2).map(x => x.fieldNames.toSeq -> x).groupByKey().mapValues(_.map(
        _.json
      ).toSeq).collect().toSeq
    )
  })
  for (format <- Seq("parquet", "json", "orc", "csv"))
    sql(s"$format there and back")(s => {
      val path = folder
      (if (format == "csv") frame(s).select("id", "customer", "paid") else frame(s)).write.partitionBy(
        "customer"
      ).option("header", "true").format(format).save(path)
      val back = s.read.format(format).option("inferSchema", "true").option("header", "true").load(path)
      (
        back.schema.fieldNames.toSeq.sorted,
        back.count(),
        sorted(back.filter("id < 20").select("id", "customer", "paid")),
        back.rdd.map(r => r.size -> r).groupByKey().mapValues(_.size).collect().toSeq
      )
    })
  sql("text, binary files and SQL tables")(s => {
    val path = folder
    import s.implicits._
    orders(s).map(_.customer).write.text(path)
    frame(s).createOrReplaceTempView("orders")
    (
      sorted(s.read.text(path)),
      s.read.format("binaryFile").load(path).select("length").rdd.map(r => r -> 1).reduceByKey(_ + _).count() > 0,
      sorted(s.sql(
        "select customer, sum(l.count) from orders lateral view explode(lines) x as l group by customer having " +
          "count(*) > 3"
      ))
    )
  })
  sql("quantiles, frequent items, crosstab, Bloom filter and sketch")(s =>
    (
      frame(s).stat.approxQuantile("id", Array(0.25, 0.5), 0.01).toSeq,
      sorted(frame(s).stat.freqItems(Seq("customer"), 0.2).select(sort_array(col("customer_freqItems")))),
      sorted(frame(s).withColumn("n", size(col("lines"))).stat.crosstab("customer", "n")),
      frame(s).stat.bloomFilter("id", 100, 0.01).mightContain(50L),
      frame(s).stat.countMinSketch("customer", 0.1, 0.9, 7).estimateCount("c1"),
      sorted(frame(s).select(approx_count_distinct("customer"), percentile_approx(col("id"), lit(0.5), lit(100))))
    )
  )
  sql("sample, randomSplit, toLocalIterator and foreachPartition")(s => {
    val n = s.sparkContext.longAccumulator
    orders(s).foreachPartition((all: Iterator[Order]) => n.add(all.map(_.id).sum))
    (
      sorted(orders(s).sample(0.2, 7)),
      orders(s).randomSplit(Array(0.5, 0.5), 7).map(_.count()).toSeq,
      orders(s).toLocalIterator().hasNext,
      n.value
    )
  })
  sql("mapPartitions and typed columns")(s => {
    import s.implicits._;
    sorted(orders(s).select($"customer".as[String], $"lines".as[Seq[Line]]).mapPartitions(all =>
      all.map { case (c, l) => c -> l.map(_.count).sum }
    ))
  })
}
