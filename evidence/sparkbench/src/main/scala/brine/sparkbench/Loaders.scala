package brine.sparkbench

import brine.{PickleFormat, PickleOptions, Pickler}
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers}

/** Times runtime picklers for an array of 100 objects whose class has another loader than Brine.
  *
  *   - `same`: Brine's loader, as on one class path.
  *   - `child`: a child of Brine's loader, as with `spark-submit job.jar`.
  *   - `apart`: a loader that does not see Brine.
  *   - `reflected`: Brine's loader, without compiled code for the class.
  *
  * One loader and one format a JVM, since two would share HotSpot's profiles. Prints the median of eleven half seconds
  * of CPU time.
  *
  * {{{ java -Xmx1g -cp … brine.sparkbench.Loaders child binary }}}
  */
object Loaders:
  private final class Apart(seesBrine: Boolean) extends ClassLoader(classOf[Reading].getClassLoader):
    override def loadClass(name: String, resolve: Boolean): Class[?] =
      val known = findLoadedClass(name)
      if known != null then known
      else if name == classOf[Reading].getName || name == classOf[Scale].getName then defined(name)
      else if name.startsWith("brine.") && !seesBrine then throw new ClassNotFoundException(name)
      else super.loadClass(name, resolve)

    private def defined(name: String): Class[?] =
      val bytes = getParent.getResourceAsStream(name.replace('.', '/') + ".class").readAllBytes
      defineClass(name, bytes, 0, bytes.length)

  def main(arguments: Array[String]): Unit =
    val loader = arguments(0) match
      case "same" | "reflected" => getClass.getClassLoader
      case "child"              => new Apart(seesBrine = true)
      case "apart"              => new Apart(seesBrine = false)
    val compileAfter = if arguments(0) == "reflected" then Int.MaxValue else 20
    val format: PickleFormat = arguments(1) match
      case "binary" => BinaryFormat
      case "json"   => JsonFormat
      case "graph"  => GraphFormat
    val (reading, scale) = (loader.loadClass(classOf[Reading].getName), loader.loadClass(classOf[Scale].getName))
    val values = java.lang.reflect.Array.newInstance(reading, 100)
    for i <- 0 until 100 do java.lang.reflect.Array.set(values, i, one(reading, scale, i))
    time(
      format,
      values,
      RuntimePicklers(AllowList(reading, scale), compileAfter = compileAfter),
      s"${arguments(0)} ${arguments(1)}"
    )

  private def one(reading: Class[?], scale: Class[?], i: Int): Any =
    def make(c: Class[?], parts: Any*) = c.getConstructors.head.newInstance(parts.map(_.asInstanceOf[AnyRef])*)
    make(reading, s"station ${i % 7}", i * 1000003L, i / 3.0, i, i % 2 == 0, make(scale, "celsius", 1.0))

  private def time(format: PickleFormat, values: AnyRef, runtime: RuntimePicklers, name: String): Unit =
    given Pickler[AnyRef] = runtime.pickler(values.getClass).asInstanceOf[Pickler[AnyRef]]
    given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
    val pickle = format.pickleOf(values, summon, summon)
    def out = format.pickleOf(values, summon, summon)
    def in = pickle.unpickle[AnyRef]
    check(values, in)
    println(
      f"$name%-14s out ${median(out)}%,9.0f ns, in ${median(in)}%,9.0f ns, median of 11 × 0.5 s of CPU time after 5 s"
    )

  private def check(expected: AnyRef, found: AnyRef): Unit =
    val all = Seq(expected, found).map(_.asInstanceOf[Array[AnyRef]].map(_.toString).toSeq)
    if all(0) != all(1) then throw new IllegalStateException(s"${all(0)} came back as ${all(1)}")

  private def median(run: => Any): Double =
    for _ <- 1 to 10 do perRun(run)
    Seq.fill(11)(perRun(run)).sorted.apply(5)

  private var result: Any = null

  /** The thread's CPU time, which other processes on the machine disturb least. */
  private def perRun(run: => Any): Double =
    val begin = cpu
    var count = 0
    while cpu - begin < 500_000_000L do
      for _ <- 1 to 20 do result = run
      count += 20
    (cpu - begin).toDouble / count

  private def cpu: Long = threads.getCurrentThreadCpuTime
  private val threads = java.lang.management.ManagementFactory.getThreadMXBean

final case class Reading(station: String, number: Long, celsius: Double, count: Int, isValid: Boolean, scale: Scale)
final case class Scale(name: String, factor: Double)
