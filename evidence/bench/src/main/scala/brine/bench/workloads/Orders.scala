package brine.bench.workloads

import java.nio.file.Files
import java.util.SplittableRandom
import brine.*
import brine.bench.workloads.Parts.*
import brine.binary.BinaryFormat
import brine.graph.{Graph, GraphFormat}
import brine.wire.{ByteSink, ByteSource}

/** One of many things of which a question asks about one field. */
final case class Order(number: Long, customer: String, item: String, price: Int, quantity: Int) derives Pickler

/** Ways to the sum of all orders' prices, from bytes or a file. */
object Orders:
  /** Adds up the prices of the orders that it holds. */
  abstract class Way:
    def sum(): Double

  def made(count: Int): Vector[Order] =
    val random = new SplittableRandom(1)
    Vector.tabulate(count) { i =>
      val (customer, item) = (s"customer ${random.nextInt(50_000)}", s"item ${random.nextInt(2000)}")
      Order(1_000_000L + i, customer, item, price = random.nextInt(100_000), quantity = 1 + random.nextInt(9))
    }

  def way(name: String, orders: Vector[Order]): Way = name match
    case "column"        => column(orders.pickleIn(GraphFormat))
    case "columnInFile"  => columnInFile(orders)
    case "rows"          => rows(orders)
    case "unpickle"      => unpickling(orders, BinaryFormat.Bare)
    case "unpickleGraph" => unpickling(orders, GraphFormat)

  /** Without the class, the footer read anew each time. */
  private def column(pickle: brine.graph.GraphPickle): Way = () => Graph.inspect(pickle)("Order")("price").sum

  private def columnInFile(orders: Vector[Order]): Way =
    val file = Files.createTempFile("orders", ".graph")
    file.toFile.deleteOnExit()
    orders.pickleTo(file)(using summon, GraphFormat)
    () => Graph.inspect(file)(_("Order")("price").sum)

  private def unpickling(orders: Vector[Order], format: PickleFormat): Way =
    val pickle = orders.pickleIn(format)
    () => pickle.unpickle[Vector[Order]].iterator.map(_.price.toDouble).sum

  /** By hand: rows of fields, of which a scan takes the requested one and skips the rest. */
  private def rows(orders: Vector[Order]): Way =
    val sink = ByteSink.growing(1 << 16)
    putAll(orders, sink)(put(_, sink))
    val bytes = sink.toByteArray
    () => scan(ByteSource.of(bytes))

  private def put(order: Order, sink: ByteSink): Unit =
    sink.putZigzagLong(order.number)
    putString(order.customer, sink)
    putString(order.item, sink)
    sink.putZigzagInt(order.price)
    sink.putZigzagInt(order.quantity)

  private def scan(source: ByteSource): Double =
    var sum = 0.0
    var left = source.getVarint()
    while left > 0 do
      sum += price(source)
      left -= 1
    sum

  private def price(source: ByteSource): Int =
    source.getZigzagLong()
    skipString(source)
    skipString(source)
    val price = source.getZigzagInt()
    source.getZigzagInt()
    price

  private def skipString(source: ByteSource): Unit = source.skip(source.getVarint() >>> 1)
