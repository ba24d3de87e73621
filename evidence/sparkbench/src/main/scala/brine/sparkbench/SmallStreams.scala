package brine.sparkbench

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, EOFException}
import java.lang.management.ManagementFactory
import scala.reflect.ClassTag
import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.serializer.{KryoSerializer, Serializer, SerializerInstance}
import brine.spark.BrineSerializer

/** Times streams of a few records, each by a new serializer instance, as results of tasks and shuffles of many
  * partitions are written. Brine and Kryo, with the classes registered, take turns. Prints nanoseconds of CPU time for
  * a stream, the least of five.
  *
  * {{{ java … -cp … brine.sparkbench.SmallStreams }}}
  */
object SmallStreams:
  private final case class Order(number: Long, customer: String, total: Double, count: Int)

  private val cases: Seq[(String, Seq[Any])] = Seq(
    "a number" -> Seq(42L),
    "a pair" -> pairs(1),
    "an array of 5" -> Seq(Array.tabulate(5)(order)),
    "10 pairs" -> pairs(10),
    "100 pairs" -> pairs(100)
  )

  private def order(i: Int) = Order(i, s"customer $i", i / 4.0, i % 7)
  private def pairs(count: Int) = Seq.tabulate(count)(i => (s"key $i", order(i)))

  def main(arguments: Array[String]): Unit =
    val conf = new SparkConf().setMaster("local[1]").setAppName("small streams").set("spark.ui.enabled", "false")
      .set("spark.serializer", classOf[BrineSerializer].getName).set("spark.plugins", "brine.spark.BrinePlugin")
    val registered =
      new SparkConf().registerKryoClasses(Array(classOf[Order], classOf[Array[Order]], classOf[(Any, Any)]))
    val context = new SparkContext(conf)
    try
      val serializers = Seq("kryo" -> new KryoSerializer(registered), "brine" -> new BrineSerializer(conf))
      for _ <- 1 to 3; (what, values) <- cases do
        val times = for (name, serializer) <- serializers yield s"$name ${timesOf(serializer, values)}"
        println(f"$what%-14s ${times.mkString("   ")}")
    finally context.stop()

  private def timesOf(serializer: Serializer, values: Seq[Any]): String =
    val bytes = write(serializer.newInstance(), values)
    val out = least(write(serializer.newInstance(), values))
    val in = least(read(serializer.newInstance(), bytes))
    f"out $out%,8.0f in $in%,8.0f (${bytes.length}%,d B)"

  private given ClassTag[Any] = ClassTag.Any

  private def write(instance: SerializerInstance, values: Seq[Any]): Array[Byte] =
    val bytes = new ByteArrayOutputStream
    val stream = instance.serializeStream(bytes)
    values.foreach {
      case (key, value) => stream.writeKey[Any](key).writeValue[Any](value)
      case value        => stream.writeObject[Any](value)
    }
    stream.close()
    bytes.toByteArray

  private def read(instance: SerializerInstance, bytes: Array[Byte]): Any =
    val stream = instance.deserializeStream(new ByteArrayInputStream(bytes))
    var last: Any = null
    try while true do last = stream.readObject[Any]()
    catch case _: EOFException => stream.close()
    last

  private val threads = ManagementFactory.getThreadMXBean
  private var result: Any = null

  private def least(run: => Any): Double =
    val times =
      for _ <- 1 to 5 yield
        val begin = threads.getCurrentThreadCpuTime
        var count = 0
        while threads.getCurrentThreadCpuTime - begin < 200_000_000L do
          for _ <- 1 to 50 do result = run
          count += 50
        (threads.getCurrentThreadCpuTime - begin).toDouble / count
    times.min
