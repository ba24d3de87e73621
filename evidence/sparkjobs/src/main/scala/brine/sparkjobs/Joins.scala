package brine.sparkjobs

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD

sealed trait Payment
final case class Card(number: String, month: Int, year: Int) extends Payment
final case class Transfer(account: String, reference: Option[String]) extends Payment
case object Cash extends Payment

final case class Line(article: Long, count: Int, price: BigDecimal)
final case class Order(number: Long, customer: Long, placed: java.time.Instant, lines: List[Line], payment: Payment)
final case class Customer(id: Long, name: String, city: String, tags: Set[String])

/** Joins orders with their customers, and groups them by city. Moves case classes with collections, options and a
  * sealed trait through three shuffles.
  */
object Joins extends Workload {
  private final val OrdersOfCustomer = 10
  private final val Cities = 500

  val name = "joins"
  val unit = "orders"
  val benchSize = 100000
  val testSize = 4000
  val classes: Seq[Class[_]] = Seq(
    classOf[Order],
    classOf[Line],
    classOf[Customer],
    classOf[Card],
    classOf[Transfer],
    Cash.getClass,
    classOf[java.time.Instant],
    classOf[BigDecimal],
    classOf[java.math.BigDecimal]
  )

  def moves(settings: Settings): Seq[Workload.Moved] = Seq(Workload.Moved(classOf[Order], settings.size.toLong))

  def run(context: SparkContext, settings: Settings): Outcome = {
    val joined = orders(context, settings).keyBy(_.customer).join(customers(context, settings).keyBy(_.id))
    val byCity = joined.values.map { case (order, customer) => customer.city -> (customer.name, order) }.groupByKey()
    val digests = byCity.map { case (city, sold) =>
      sold.iterator.map { case (name, order) => Digest.mix((city + name + order).hashCode.toLong, order.number) }.sum
    }
    Outcome(s"${byCity.count()} cities, ${Digest.text(digests.fold(0)(_ + _))}")
  }

  private def customersOf(settings: Settings): Int = math.max(1, settings.size / OrdersOfCustomer)

  private def customers(context: SparkContext, settings: Settings): RDD[Customer] =
    context.parallelize(0 until customersOf(settings), settings.partitions).map { i =>
      Customer(i.toLong, s"customer $i", s"city ${i % Cities}", Set("regular", s"group ${i % 7}"))
    }

  private def orders(context: SparkContext, settings: Settings): RDD[Order] = {
    val customers = customersOf(settings)
    context.parallelize(0 until settings.partitions, settings.partitions).mapPartitionsWithIndex { (partition, _) =>
      val random = settings.random(partition)
      Iterator.tabulate(settings.sizeOf(partition))(i => order(random, settings.firstOf(partition) + i, customers))
    }
  }

  private def order(random: java.util.SplittableRandom, number: Int, customers: Int): Order = {
    val lines = List.fill(1 + random.nextInt(4)) {
      Line(random.nextInt(100000).toLong, 1 + random.nextInt(9), BigDecimal(random.nextInt(1000000).toLong, 2))
    }
    val payment = random.nextInt(4) match {
      case 0 | 1 => Card(f"${random.nextInt(10000)}%04d", 1 + random.nextInt(12), 2026)
      case 2 => Transfer(s"account ${random.nextInt(1000)}", if (random.nextBoolean()) Some(s"order $number") else None)
      case _ => Cash
    }
    val placed = java.time.Instant.ofEpochMilli(1.7e12.toLong + random.nextInt(1000000000))
    Order(number.toLong, random.nextInt(customers).toLong, placed, lines, payment)
  }
}
