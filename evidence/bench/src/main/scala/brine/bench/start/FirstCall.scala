package brine.bench.start

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import brine.*

/** An order of seven fields, as a web service or a tool may have it. */
final case class FirstOrder(
    id: Long,
    customer: String,
    street: Option[String],
    lines: List[FirstLine],
    total: Double,
    paid: Boolean,
    status: FirstStatus
)

final case class FirstLine(article: String, count: Int, price: Double)

enum FirstStatus:
  case Open, Sent, Closed

/** The first call of one library in a fresh JVM: writes an order and reads it. */
object FirstCall:
  val names: List[String] =
    List("jsoniter-scala", "java", "kryo", "binary", "json", "graph", "runtime", "runtime-json", "java-face")

  def order: FirstOrder =
    FirstOrder(
      4711,
      "Ann",
      Some("High Street 1"),
      List(FirstLine("rose", 12, 1.5), FirstLine("vase", 1, 9.9)),
      27.9,
      true,
      FirstStatus.Sent
    )

  /** Prints the nanoseconds of the first call. */
  def main(arguments: Array[String]): Unit =
    val value = order
    val begin = System.nanoTime
    val back = arguments(0) match
      case "jsoniter-scala" => JsoniterCall.run(value)
      case "java"           => JavaCall.run(value)
      case "kryo"           => KryoCall.run(value)
      case "binary"         => BinaryCall.run(value)
      case "json"           => JsonCall.run(value)
      case "graph"          => GraphCall.run(value)
      case "runtime"        => RuntimeCall.run(value)
      case "runtime-json"   => RuntimeCall.ofJson(value)
      case "java-face"      => JavaFaceCall.run(value)
    val end = System.nanoTime
    if back != value then throw new IllegalStateException(s"$value came back as $back")
    println(end - begin)

// Each in an object of its own: none loads the classes of another. The classes derive no picklers, which runtime
// picklers would take.

private object Derived:
  given Pickler[FirstStatus] = Pickler.derived
  given Pickler[FirstLine] = Pickler.derived
  given Pickler[FirstOrder] = Pickler.derived

import Derived.given

private object BinaryCall:
  def run(value: FirstOrder): FirstOrder = binary.read[FirstOrder](binary.write(value))

private object JsonCall:
  def run(value: FirstOrder): FirstOrder = json.read[FirstOrder](json.write(value))

private object GraphCall:
  def run(value: FirstOrder): FirstOrder = graph.read[FirstOrder](graph.write(value))

private object RuntimeCall:
  import brine.runtime.{AllowList, RuntimePicklers}
  private val runtime = RuntimePicklers(AllowList(classOf[FirstOrder], classOf[FirstLine], classOf[FirstStatus]))
  private val own: Pickler[FirstOrder] = runtime.pickler[FirstOrder]
  private val options = PickleOptions(subtypes = runtime.subtypes)
  def run(value: FirstOrder): FirstOrder =
    binary.read[FirstOrder](binary.write(value)(using own, options))(using own, options)
  def ofJson(value: FirstOrder): FirstOrder =
    json.read[FirstOrder](json.write(value)(using own, options))(using own, options)

private object JavaFaceCall:
  import brine.javaapi.Brine
  def run(value: FirstOrder): FirstOrder =
    val brine = Brine.builder().packages("brine.bench.start").build()
    brine.binary().read(brine.binary().write(value), classOf[FirstOrder])

private object JavaCall:
  def run(value: FirstOrder): FirstOrder =
    val bytes = new ByteArrayOutputStream
    val out = new ObjectOutputStream(bytes)
    out.writeObject(value)
    out.close()
    new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray)).readObject().asInstanceOf[FirstOrder]
