package brine.sparkbench

import brine.spark.SparkEncoder
import brine.sparkjobs.{LocalCluster, Part, Article, Articles}
import java.nio.file.Files
import org.apache.spark.sql.{Encoder, SparkSession}
import scala.concurrent.duration.{Duration, DurationInt}

/** Brine's encoders beside those that Spark derives for the same case classes in Scala 2.13: the same columns, and one
  * reads what the other wrote.
  */
class ArticleEncodersSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 3.minutes

  private lazy val session =
    SparkSession.builder().master("local[2]").appName("encoders").config("spark.ui.enabled", "false")
      .config("spark.sql.warehouse.dir", Files.createTempDirectory("brine-warehouse").toString)
      .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()

  override def munitTests(): Seq[Test] =
    if LocalCluster.isSupported then super.munitTests()
    else
      println(s"left out on JDK ${Runtime.version.feature}: encoders. ${LocalCluster.Obstacle}")
      Nil

  override def afterAll(): Unit = if LocalCluster.isSupported then session.stop()

  private val product: Encoder[Article] = SparkEncoder.derived
  private val part: Encoder[Part] = SparkEncoder.derived
  private val samples = Articles.samples(300, seed = 1)

  test("the columns and their nulls are the same"):
    assertEquals(part.schema.treeString, Articles.part.schema.treeString)
    assertEquals(product.schema.treeString, Articles.product.schema.treeString)

  for
    (writer, written) <- Seq("Spark" -> Articles.product, "Brine" -> product)
    (reader, read) <- Seq("Spark" -> Articles.product, "Brine" -> product)
  do
    test(s"what $writer's encoder wrote to Parquet, $reader's reads"):
      val file = Files.createTempDirectory("brine-articles").resolve("all").toString
      session.createDataset(samples)(using written).repartition(2).write.parquet(file)
      val back = session.read.parquet(file).as[Article](using read).collect()
      assertEquals(back.toSet, samples.toSet)

  test("typed maps, filters and groups have one result"):
    def results(encoder: Encoder[Article]) =
      given Encoder[Article] = encoder
      val all = session.createDataset(samples)
      val mapped = all.map((p: Article) => p.copy(number = p.number + 1, part = null)).collect().toSet
      val grouped = all.groupBy("flag").sum("number", "pair._1").collect().map(_.toString).toSet
      val filtered = all.filter("maybe > 0 and size(numbers) > 1 and byName is not null").collect().toSet
      (mapped, grouped, filtered)
    assertEquals(results(product), results(Articles.product))
