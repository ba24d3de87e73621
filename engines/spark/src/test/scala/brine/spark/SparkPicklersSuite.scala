package brine.spark

import java.io.File
import java.net.URLClassLoader
import scala.util.Random
import org.apache.spark.SparkConf
import brine.*
import brine.runtime.{AllowList, RuntimePicklers}
import brine.spark.table.{Outcome, Sample, SparkContender, SparkCore, SparkGraphX, SparkMl, SparkObjects}

class SparkPicklersSuite extends munit.FunSuite:
  import SparkPicklersSuite.*

  private val runtime =
    RuntimePicklers(AllowList(Ordering.Int.getClass, classOf[Holder], classOf[Features]), SparkPicklers.subtypes)
  private given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
  private given Pickler[Any] = runtime.any

  private def isByHand(sample: Sample): Boolean = SparkPicklers.subtypes.of(sample.value().getClass) != null

  private val samples = Seq(SparkCore, SparkGraphX, SparkMl).flatMap(_.samples).filter(isByHand)

  test("every object of a class with a separate pickler comes back as it was, of the same variant") {
    assert(samples.length >= 44, samples.length)
    for sample <- samples do
      val outcome = Brine.outcome(sample) match
        // Spark 3.5 keeps the capacity that a map began with, which no method reads again.
        case Outcome.Differs(how) if isSpark3 && how.contains(".initialCapacity was ") => Outcome.Same
        case other                                                                     => other
      assertEquals(outcome, Outcome.Same, sample.name)
  }

  private def isSpark3 = org.apache.spark.SPARK_VERSION.startsWith("3.")

  test("no class takes more bytes in a record than with Kryo that knows all classes by numbers") {
    val names = samples.map(_.value().getClass.getName).distinct
    val kryo = SparkContender.kryo(names ++ Seq(
      "[Ljava.lang.String;",
      "[I",
      "[J",
      "[F",
      "[D",
      "scala.Tuple3",
      "[Lscala.Tuple3;"
    ))
    val conf = new SparkConf(false)
    BrinePlugin.numbers = new NumberTable(FixedNumbers.of(Settings.from(conf)))
    try
      val own = new BrineSerializer(conf).newInstance()
      for sample <- samples do
        val ours = own.serialize[Any](sample.value())(using scala.reflect.ClassTag.Any).remaining
        val theirs = kryo.write(sample.value()).length
        assert(ours <= theirs, s"${sample.name}: $ours bytes, with Kryo $theirs")
    finally BrinePlugin.forget(BrinePlugin.numbers)
  }

  test("each damaged byte gives an object, or an error of Brine") {
    val random = new Random(7)
    for sample <- samples; i <- 1 to 60 do
      val bytes = sample.value().pickleIn(brine.binary.BinaryFormat.Bare).bytes
      val damaged = bytes.clone
      damaged(random.nextInt(bytes.length)) = random.nextInt().toByte
      for input <- Seq(damaged, bytes.take(random.nextInt(bytes.length))) do
        try new brine.binary.BarePickle(input).unpickle[Any]: Unit
        catch case _: PickleException => ()
  }

  test("a mutable object in two places comes back as one") {
    val bits = SparkObjects.bitSet(1, 2)
    val List(a, b) = List[Any](bits, bits).asInstanceOf[Any].pickle.unpickle[Any].asInstanceOf[List[AnyRef]]: @unchecked
    assert(a eq b)
    val queue = SparkObjects.buffer(scala.reflect.ClassTag.Int, 1, 2, 3).asInstanceOf[Seq[Any]]
    val held = Holder(queue, queue).asInstanceOf[Any].pickle.unpickle[Any].asInstanceOf[Holder]
    assert(held.first.asInstanceOf[AnyRef] eq held.second.asInstanceOf[AnyRef])
  }

  test("a field that is declared as a vector takes both classes of vectors, and null") {
    import org.apache.spark.mllib.linalg.Vectors
    val all = Features(Vectors.dense(1, 2), Vectors.sparse(3, Array(1), Array(2.5)), null)
    assertEquals(all.asInstanceOf[Any].pickle.unpickle[Any], all)
  }

  test("an object of a subclass is refused, since its state would be lost") {
    for value <- Seq[Any](Features(Longer(Array(1)), null, null), Longer(Array(1))) do
      val error = intercept[PickleException.UnexpectedClass](value.pickle)
      assert(error.getMessage.contains("SparkPicklersSuite$Longer: "), error.getMessage)
  }

  test("one level and one place of blocks are one object in a JVM") {
    import org.apache.spark.storage.StorageLevel
    for value <- Seq[Any](StorageLevel.DISK_ONLY, SparkObjects.blockManagerId) do
      val pickle = value.pickle
      assert(pickle.unpickle[Any].asInstanceOf[AnyRef] eq pickle.unpickle[Any].asInstanceOf[AnyRef])
  }

  test("a queue that would allocate gigabytes for a few bytes is refused") {
    val queue = SparkObjects.boundedQueue(Ordering.Int)
    val bytes = (queue: Any).pickleIn(brine.binary.BinaryFormat.Bare).bytes
    val at = bytes.indexOfSlice(Seq[Byte](6)) // 3, zigzag
    val claims = bytes.take(at) ++ Array[Byte](-2, -1, -1, -1, 15) ++ bytes.drop(at + 1)
    val error = intercept[PickleException](new brine.binary.BarePickle(claims).unpickle[Any])
    assert(error.getMessage.contains("has the bound 2147483647: expected 1 to 16777216"), error.getMessage)
  }

  test("without GraphX and MLlib on the class path, the other picklers are there") {
    val urls = System.getProperty("java.class.path").split(File.pathSeparatorChar)
      .filterNot(path => path.contains("spark-graphx") || path.contains("spark-mllib"))
      .map(path => File(path).toURI.toURL)
    val loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader)
    try
      val found = loader.loadClass("brine.spark.BareClassPath").getMethod("found").invoke(null)
      val expected =
        "BitSet BlockManagerId BoundedPriorityQueue CompactBuffer Map$WithDefault Map$WithDefault Object OpenHashMap " +
          "OpenHashSet StorageLevel"
      assertEquals(found, expected)
    finally loader.close()
  }

  private object Brine extends brine.spark.table.Contender("Brine"):
    def write(value: Any): Array[Byte] = value.pickle.bytes
    def read(bytes: Array[Byte]): Any = new brine.binary.BinaryPickle(bytes).unpickle[Any]
    protected def refusal(e: Throwable): String | Null = null

object SparkPicklersSuite:
  final class Longer(values: Array[Double]) extends org.apache.spark.mllib.linalg.DenseVector(values)
  final class Holder(val first: Seq[Any], val second: Seq[Any])
  final case class Features(
      a: org.apache.spark.mllib.linalg.Vector,
      b: org.apache.spark.mllib.linalg.Vector,
      c: org.apache.spark.mllib.linalg.Vector
  )

/** Called where GraphX is not there. */
object BareClassPath:
  /** The classes of Spark that still have picklers, and one of them that its own loader has. */
  def found: String =
    SparkPicklers.subtypes.names.flatMap(name => Option(SparkPicklers.subtypes.named(name))).map(
      _.name.split('.').last
    ).sorted.mkString(" ")
