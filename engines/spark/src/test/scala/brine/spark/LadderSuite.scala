package brine.spark

import java.nio.ByteBuffer
import scala.collection.mutable
import scala.reflect.ClassTag
import org.apache.spark.SparkConf
import Models.*

/** The way that a class goes if no pickler was derived for it, and failures that name the class. */
class LadderSuite extends munit.FunSuite:
  import LadderSuite.*

  private val any = ClassTag.Any

  private def instance(loader: ClassLoader = getClass.getClassLoader): BrineInstance =
    new BrineInstance(Settings.from(new SparkConf(false)), loader)

  private def back[A](value: A): A =
    val own = instance()
    own.deserialize[Any](own.serialize[Any](value)(using any))(using any).asInstanceOf[A]

  test("a class that no constructor rebuilds goes by its fields, which keep what is shared, and is logged once") {
    val before = OtherWays.count
    val counting = new Counting("a")
    counting.seen("x") = 3
    for _ <- 1 to 3 do
      val (first, second) = back((counting, counting))
      assertEquals((first.name, first.seen.toMap), ("a", Map("x" -> 3)))
      assert(first eq second)
    assertEquals(OtherWays.count, before + 1)
  }

  test("a class above which a constructor must run goes by Java's serialization, and is logged once") {
    val before = OtherWays.count
    val value = new OnABase(4)
    value.seen += 5
    for _ <- 1 to 3 do
      val found = back(value)
      assertEquals((found.n, found.seen.toList, found.madeAnew), (4, List(5), "made"))
    assertEquals(OtherWays.count, before + 1)
  }

  test("classes that a constructor rebuilds, and those of libraries, are not logged") {
    val before = OtherWays.count
    assertEquals(back(visit(1)), visit(1))
    assertEquals(back(new java.util.concurrent.atomic.AtomicLong(7)).get, 7L)
    assertEquals(OtherWays.count, before)
  }

  test("a lock stays an object without state, one for all that share it") {
    val lock = new Object
    val (first, second) = back((new Locked(lock), new Locked(lock)))
    assert(first.lock eq second.lock)
  }

  test("a class that this JVM lacks is a ClassNotFoundException that names it, by number and by name") {
    val without = instance(new Hiding("brine.spark.Models$Visit"))
    for numbers <- List(null, new NumberTable(FixedNumbers.of(Settings.from(new SparkConf(false))))) do
      BrinePlugin.numbers = numbers
      try
        val bytes = instance().serialize[Any](List(visit(1)))(using any)
        val e = intercept[ClassNotFoundException](without.deserialize[Any](bytes)(using any))
        assert(e.getMessage.startsWith("brine.spark.Models$Visit, of an object in a record: at $[0]"), e.getMessage)
      finally BrinePlugin.numbers = null
  }

  test("a driver refuses a jar that executors would have to fetch, and says where to put it") {
    val jar = "brine-spark-all.jar"
    def conf(master: String, settings: (String, String)*): SparkConf =
      new SparkConf(false).setAll(Seq("spark.master" -> master, "spark.jars" -> s"/a/job.jar,/b/$jar") ++ settings)
    for master <- List("spark://host:7077", "local-cluster[2,1,1024]", "k8s://https://host") do
      assert(Deployment.isOnlyFetched(conf(master), jar), master)
      assert(!Deployment.isOnlyFetched(conf(master, "spark.executor.extraClassPath" -> s"/opt/$jar"), jar), master)
      assert(!Deployment.isOnlyFetched(conf(master, "spark.jars" -> "/a/job.jar"), jar), master)
    for master <- List("local", "local[4]", "yarn") do assert(!Deployment.isOnlyFetched(conf(master), jar), master)

    val own = classOf[BrineSerializer].getProtectionDomain.getCodeSource.getLocation.getPath
    val driver = conf("spark://host:7077", "spark.jars" -> own.stripSuffix("/"), "spark.executor.id" -> "driver")
    val text = intercept[IllegalArgumentException](new BrineSerializer(driver)).getMessage
    assert(text.contains("spark.jars (--jars)") && text.contains("spark.executor.extraClassPath"), text)
    val ignored = new BrineSerializer(driver.set("spark.executor.id", "3"))
  }

object LadderSuite:
  final class Counting(val name: String):
    val seen: mutable.HashMap[String, Int] = mutable.HashMap.empty

  class Base:
    val madeAnew: String = "ma" + "de"
    protected var calls: Thread = new Thread
  final class OnABase(val n: Int) extends Base, java.io.Serializable:
    val seen: mutable.ArrayBuffer[Int] = mutable.ArrayBuffer.empty

  final class Locked(val lock: AnyRef) extends java.io.Serializable

  /** The classes of the tests, except one and its companion. */
  final class Hiding(hidden: String) extends ClassLoader(classOf[Hiding].getClassLoader):
    override def loadClass(name: String, resolve: Boolean): Class[?] =
      if name.startsWith(hidden) then throw new ClassNotFoundException(name) else super.loadClass(name, resolve)
