package jobs

/** A class of a job, without a pickler. */
final case class Visit(user: Int, page: String, seconds: Double)

/** docs/guide/spark.md. */
object SparkPage:
  // doc:derive
  import brine.Pickler

  final case class Sale(shop: String, cents: Long, items: List[String]) derives Pickler
  // end

package built:
  // doc:job
  import brine.Pickler
  import brine.spark.SparkEncoder
  import org.apache.spark.sql.{Encoder, SparkSession}
  import org.apache.spark.sql.functions.col

  final case class Sale(shop: String, cents: Long, items: List[String]) derives Pickler
  object Sale:
    given Encoder[Sale] = SparkEncoder.derived

  @main def sales(): Unit =
    val spark = SparkSession.builder.getOrCreate()
    val sales = spark.sparkContext.parallelize((1 to 1000).map(i => Sale(s"shop ${i % 10}", i, List("tea"))), 4)
    val byShop = sales.map(sale => sale.shop -> sale).groupByKey().mapValues(_.map(_.cents).sum).collect().sorted
    byShop.foreach(println)
    println(spark.createDataset(sales).filter(col("cents") > 990).count())
    spark.stop()
  // end

// doc:more
import brine.*
import brine.spark.MorePicklers

object JobPicklers extends MorePicklers:
  given Pickler[Visit] = Pickler.derived // Visit is a class of the job

  def subtypes = Seq(Subtype[Visit])
// end

/** Compiled, and not run: `EncodersSuite` runs such encoders. */
object DatasetsPage:
  import java.time.{Instant, LocalDate}
  import brine.Pickler
  import brine.spark.SparkColumn
  import org.apache.spark.sql.SparkSession
  import org.apache.spark.sql.functions.col

  private def spark: SparkSession = SparkSession.builder.getOrCreate()
  final case class Item(name: String, count: Int)
  final case class Isbn(text: String)
  final case class Tree(label: Int, children: List[Tree]) derives Pickler

  // doc:encoder
  import brine.spark.SparkEncoder
  import org.apache.spark.sql.Encoder

  final case class Order(id: Long, items: List[Item], placed: Instant, paid: Option[LocalDate])
  object Order:
    given Encoder[Order] = SparkEncoder.derived

  val large = spark.read.parquet("orders").as[Order].filter(col("id") > 7)
  // end

  // doc:column
  given SparkColumn[Isbn] = SparkColumn.by((isbn: Isbn) => isbn.text)(Isbn(_))
  given SparkColumn[Tree] = SparkColumn.pickled // Tree derives Pickler
  // end

  // doc:brine
  import brine.spark.given
  import org.apache.spark.sql.Encoders

  given Encoder[Tree] = Encoders.brine[Tree]
  // end
