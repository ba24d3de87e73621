package brine.bench.workloads

import java.util.ArrayList
import com.esotericsoftware.kryo.Kryo
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy
import org.apache.fory.Fory
import org.objenesis.strategy.StdInstantiatorStrategy
import brine.*

/** An order as a service keeps it: parts that change, and parts that do not. */
final class Purchase(
    var id: Long,
    var customer: String,
    val address: Place,
    val items: ArrayList[Item],
    var total: Double,
    val tags: Array[String],
    var status: Int
) derives Pickler

final case class Place(street: String, city: String, zip: Int) derives Pickler
final class Item(var article: String, var count: Int, var price: Double) derives Pickler

/** A class whose parts alone can change. */
final case class Tile(name: String, width: Int, height: Int, pixels: Array[Int], place: Place) derives Pickler

final case class Bough(left: Bough, right: Bough, number: Int) derives Pickler

final class Link(var next: Link, var number: Int) derives Pickler

/** Deep copies of values: by hand, by Brine without bytes and with them, and by others. */
object Copying:
  abstract class Way:
    def copy(): Any

  def apply(value: String, way: String): Way = value match
    case "purchase" => of(purchase, byHand(_), way)
    case "image"    => of(Tile("a", 8, 8, Array.tabulate(64)(i => i), Place("s", "c", 1)), byHand(_), way)
    case "tree"     => of(tree(9), byHand(_), way)
    case "ring"     => of(ring(1000), byHand(_), way)

  private def of[A](value: A, hand: A => A, way: String)(using Pickler[A]): Way = way match
    case "hand"  => new Way { def copy(): Any = hand(value) }
    case "brine" => new Way { def copy(): Any = value.deepCopy }
    case "bytes" => new Way { def copy(): Any = value.pickleIn(binary.BinaryFormat.Bare).unpickle[A] }
    case "kryo" =>
      val kryo = new Kryo
      kryo.setRegistrationRequired(false)
      kryo.setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy))
      new Way { def copy(): Any = kryo.copy(value) }
    case "fory" =>
      val fory = Fory.builder.requireClassRegistration(false).withRefTracking(true).withRefCopy(true).build()
      for c <- List(classOf[Purchase], classOf[Place], classOf[Item], classOf[Tile], classOf[Bough], classOf[Link]) do
        fory.register(c)
      new Way { def copy(): Any = fory.copy(value) }

  private def purchase: Purchase =
    val items = new ArrayList[Item]
    for i <- 1 to 5 do items.add(new Item(s"article $i", i, i * 1.5))
    new Purchase(4711, "Ann", Place("High Street", "Springfield", 12345), items, 22.5, Array("new", "gift"), 1)

  private def tree(depth: Int): Bough = if depth == 0 then null else Bough(tree(depth - 1), tree(depth - 1), depth)

  private def ring(size: Int): Link =
    val first = new Link(null, 0)
    var last = first
    for i <- 1 until size do
      last.next = new Link(null, i)
      last = last.next
    last.next = first
    first

  private def byHand(p: Purchase): Purchase =
    val items = new ArrayList[Item](p.items.size)
    var i = 0
    while i < p.items.size do
      val item = p.items.get(i)
      items.add(new Item(item.article, item.count, item.price))
      i += 1
    new Purchase(p.id, p.customer, p.address, items, p.total, p.tags.clone, p.status)

  private def byHand(image: Tile): Tile = image.copy(pixels = image.pixels.clone)

  /** A person who knows that nothing can change copies nothing; this is the copy of one who does not. */
  private def byHand(b: Bough): Bough = if b == null then null else Bough(byHand(b.left), byHand(b.right), b.number)

  private def byHand(ring: Link): Link =
    val first = new Link(null, ring.number)
    var last = first
    var at = ring.next
    while at ne ring do
      last.next = new Link(null, at.number)
      last = last.next
      at = at.next
    last.next = first
    first
