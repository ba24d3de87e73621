package brine.checks.runtime

import java.time.Instant
import java.util.Optional
import scala.util.Random
import brine.{Carriage, PickleFormat, PickleOptions, Pickler}
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.javaapi.{Brine, Options}
import brine.json.JsonFormat
import brine.testkit.corpus.Purchases

/** The face for Java writes the bytes of derived picklers. */
class JavaFaceSuite extends munit.FunSuite:
  import JavaFaceSuite.*

  private val face = Brine.builder().classes(
    classOf[Purchases.Purchase],
    classOf[Purchases.Item],
    classOf[Purchases.Pay]
  ).build()

  private def derived(purchase: Purchase, format: PickleFormat, options: PickleOptions): List[Byte] =
    format.pickleOf(purchase, Pickler[Purchase], options).bytes.toList

  private val samples = List.tabulate(Integer.getInteger("brine.samples", 200))(seed => sample(new Random(seed)))

  test("the bytes of a Java record are those of a case class of the same shape, in binary and JSON") {
    for (java, scala) <- samples do
      val names = face.binary().`with`(Options.builder().carriage(Options.Carriage.FINGERPRINT).build())
      assertEquals(
        names.write(java).toList,
        derived(scala, BinaryFormat, PickleOptions(carriage = Carriage.Fingerprint))
      )
      assertEquals(face.binary().write(java).toList, derived(scala, BinaryFormat, PickleOptions()))
      assertEquals(face.binary().bare().write(java).toList, derived(scala, BinaryFormat.Bare, PickleOptions()))
      assertEquals(face.json().write(java), JsonFormat.pickleOf(scala, Pickler[Purchase], PickleOptions()).text)
  }

  test("Java reads what Scala wrote, and Scala what Java wrote, also as graphs") {
    for (java, scala) <- samples do
      val read = face.binary().read(derived(scala, BinaryFormat, PickleOptions()).toArray, classOf[Purchases.Purchase])
      assertEquals(face.json().write(read), face.json().write(java))
      val graph = GraphFormat.pickled(face.graph().write(java)).unpickle[Purchase]
      assertEquals(derived(graph, BinaryFormat, PickleOptions()), derived(scala, BinaryFormat, PickleOptions()))
  }

object JavaFaceSuite:
  final case class Purchase(
      id: Int,
      buyer: String,
      items: java.util.List[Item],
      counts: java.util.Map[String, java.lang.Long],
      note: Optional[String],
      pay: Pay,
      at: Instant
  ) derives Pickler

  final case class Item(article: String, price: Double, isGift: Boolean, codes: Array[Long]) derives Pickler

  enum Pay derives Pickler:
    case ByCard(number: String, month: Short)
    case Cash(currency: Char)

  private def sample(random: Random): (Purchases.Purchase, Purchase) =
    def text = if random.nextInt(9) == 0 then null else random.nextString(random.nextInt(5))
    def codes = Array.fill(random.nextInt(4))(random.nextLong())
    val items = List.fill(random.nextInt(4))((text, random.nextDouble(), random.nextBoolean(), codes))
    val counts = List.fill(random.nextInt(4))(random.alphanumeric.take(3).mkString -> Long.box(random.nextLong())).toMap
    val (id, buyer, at) = (random.nextInt(), text, Instant.ofEpochSecond(random.nextInt(), random.nextInt(1000)))
    val note: Optional[String] = if random.nextBoolean() then Optional.of("n") else Optional.empty[String]
    val isCard = random.nextBoolean()
    val (javaItems, scalaItems) = (new java.util.ArrayList[Purchases.Item], new java.util.ArrayList[Item])
    for (article, price, isGift, codes) <- items do
      javaItems.add(new Purchases.Item(article, price, isGift, codes))
      scalaItems.add(Item(article, price, isGift, codes))
    val map = new java.util.LinkedHashMap[String, java.lang.Long]
    for (key, count) <- counts do map.put(key, count)
    val javaPay: Purchases.Pay = if isCard then new Purchases.ByCard("1", 2) else new Purchases.Cash('x')
    val scalaPay = if isCard then Pay.ByCard("1", 2) else Pay.Cash('x')
    (
      new Purchases.Purchase(id, buyer, javaItems, map, note, javaPay, at),
      Purchase(id, buyer, scalaItems, map, note, scalaPay, at)
    )
