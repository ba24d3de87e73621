package brine.checks.runtime

import java.io.File
import java.lang.module.ModuleFinder
import java.lang.ref.WeakReference
import java.net.{URL, URLClassLoader}
import java.nio.file.{Files, Path}
import java.util.logging.{Handler, LogRecord, Logger}
import java.util.spi.ToolProvider
import scala.collection.mutable.ArrayBuffer
import brine.*
import brine.binary.BinaryFormat
import brine.bytecode.{Host, MadeClass}
import brine.graph.GraphFormat
import brine.graph.clustered.code.ColumnsMaker
import brine.json.JsonFormat
import brine.plan.Plan
import brine.runtime.{AllowList, RuntimePicklers, UnfitClassException}
import brine.testkit.{Laws, Patient}

/** Code is made for classes of every kind of loader: beside the class if its loader sees this copy of Brine, else in
  * Brine's package.
  */
class LoaderKindsSuite extends munit.FunSuite, Patient:
  import LoaderKindsSuite.*

  /** Each kind of loader, and whether code is defined by it. */
  private val kinds = List[(String, Boolean, () => ClassLoader)](
    ("a child, parent first", true, () => new URLClassLoader(Array(job), ours)),
    ("a child, child first", true, () => new ChildFirst(Array(job))),
    ("a sibling", false, () => new URLClassLoader(Array(job), ClassLoader.getPlatformClassLoader)),
    ("a bundle that imports all packages", true, () => new Bundle(_ => true)),
    ("a bundle that imports no package of Brine", false, () => new Bundle(!_.startsWith("brine"))),
    ("a bundle with another copy of Scala's library", false, () => new ChildFirst(job +: classPath("scala-library"))),
    ("a web application with a copy of Brine", false, () => new ChildFirst(job +: classPath(""))),
    ("an open module", false, () => layer(open, reads = false)),
    ("an open module that reads Brine", true, () => layer(open, reads = true))
  )

  for (name, isBeside, loader) <- kinds do
    test(s"$name: values come back equal, by code") {
      val used = loader()
      assertEquals(logged(roundTrips(used)), Nil)
      assertEquals(hasLookupClass(used), isBeside)
    }

    test(s"$name: the loader can be collected") {
      def used() =
        val used = loader()
        roundTrips(used)
        new WeakReference(used)
      val gone = used()
      for _ <- 1 to 100 if gone.get != null do
        System.gc()
        Thread.sleep(20)
      assert(gone.get == null)
    }

  test("a bundle that does not import one of Brine's packages, whichever it is") {
    roundTrips(new Bundle(_ => true))
    val packages =
      ours.getDefinedPackages.map(_.getName).filter(p => p.startsWith("brine") && !p.startsWith("brine.checks"))
    assert(packages.length > 20, packages.mkString(", "))
    val failed = (packages :+ "scala.runtime" :+ "scala.collection.mutable").filter { name =>
      try
        roundTrips(new Bundle(_ != name))
        false
      catch case e: (munit.FailException | LinkageError) => true
    }
    assertEquals(failed.toList, Nil)
  }

  test("a module that does not open its package: public members only") {
    val loader = layer(closed, reads = true)
    roundTrips(loader, names = List("jobs.Open"))
    val e = intercept[UnfitClassException](roundTrips(loader, names = List("jobs.Order")))
    assert(e.getMessage.contains("its module does not open it"), e.getMessage)
  }

  test("derived picklers of a child's classes: JSON and graph have code beside the class") {
    val child = new ChildFirst(Array(tests), _.startsWith("brine.checks.runtime.Delivery"))
    assert(call(child, "Delivery", "told") == s"$Told by the class's loader", call(child, "Delivery", "told"))
    assert(hasLookupClass(child, "brine.checks.runtime"))
  }

  test("derived picklers of a bundle's classes that does not import the packages of made code") {
    val hidden = Set("brine.json.reading", "brine.json.writing", "brine.graph.clustered.code")
    val bundle = new Bundle(!hidden(_), tests, _.startsWith("brine.checks.runtime.Delivery"))
    assertEquals(call(bundle, "Delivery", "told"), s"$Told by Brine's loader")
  }

  test("a web application's own Brine serves its classes") {
    val all = new ChildFirst(classPath(""))
    assertEquals(call(all, "Delivery", "told"), s"$Told by the class's loader")
  }

  test("a class that the JVM does not define is logged once for a loader") {
    val before = MadeClass.refused.sum
    def refused(loader: ClassLoader) =
      assertEquals(MadeClass.of(new Refusing(loader), classOf[Object])(_ => ()), null)
    val loader = new ChildFirst(Array(job))
    val messages = logged { refused(loader); refused(loader) }
    assertEquals(messages.length, 1)
    assert(messages.head.startsWith("WARNING: The JVM cannot define jobs.Refused."), messages.head)
    assert(messages.head.contains("without this code"), messages.head)
    assertEquals(logged(refused(new ChildFirst(Array(job)))).length, 1)
    assertEquals(MadeClass.refused.sum - before, 3L)
  }

  /** Writes and reads objects of the loader's classes in each format, whose code must have been made. */
  private def roundTrips(loader: ClassLoader, names: List[String] = List("jobs.Order", "jobs.Open")): Unit =
    for name <- names; format <- List[PickleFormat](BinaryFormat, JsonFormat, GraphFormat) do
      val c = loader.loadClass(name)
      val runtime = RuntimePicklers(AllowList(c, loader.loadClass("jobs.Line")), compileAfter = 1)
      given pickler: Pickler[AnyRef] = runtime.pickler(c).asInstanceOf[Pickler[AnyRef]]
      val (made, refused) = (MadeClass.made.sum, MadeClass.refused.sum)
      for _ <- 1 to 3 do
        val value = c.getMethod("sample").invoke(null)
        val back = Laws.read[AnyRef](Laws.write(value, format, summon), format, summon)
        assert(back.getClass == c && back == value, s"$format: $back")
      assert(MadeClass.made.sum > made && MadeClass.refused.sum == refused, s"$format, $name: no code was made")

private object LoaderKindsSuite:
  private val ours: ClassLoader = getClass.getClassLoader
  private val tests: URL = getClass.getProtectionDomain.getCodeSource.getLocation
  private final val Told = "equal, with code"

  private def classPath(name: String): Array[URL] =
    System.getProperty("java.class.path").split(File.pathSeparator).filter(_.contains(name)).map(new File(
      _
    ).toURI.toURL)

  // ---- classes that are not on the class path

  private val order = """package jobs;
    import java.util.*;
    public final class Order {
      private final String name; private final long number; private final List<Line> lines; private int state;
      Order(String name, long number, List<Line> lines) { this.name = name; this.number = number; this.lines = lines; }
      public static Order sample() {
        Order made = new Order("a", 1L << 40, List.of(new Line(2, 0.5), new Line(-3, 1e300)));
        made.state = 7;
        return made;
      }
      private List<Object> all() { return Arrays.asList(name, number, lines, state); }
      @Override public boolean equals(Object o) { return o instanceof Order && ((Order) o).all().equals(all()); }
      @Override public int hashCode() { return all().hashCode(); }
      @Override public String toString() { return all().toString(); }
    }
    record Line(int count, double price) { // equals of the JDK keeps the loader
      @Override public boolean equals(Object o) { return o instanceof Line && o.toString().equals(toString()); }
      @Override public String toString() { return count + " " + price; }
      @Override public int hashCode() { return count; }
    }"""

  private val public_ = """package jobs;
    public final class Open {
      public final String name; public int count;
      public Open(String name) { this.name = name; }
      public static Open sample() { Open made = new Open("b"); made.count = 3; return made; }
      @Override public boolean equals(Object o) { return o instanceof Open && o.toString().equals(toString()); }
      @Override public String toString() { return name + " " + count; }
      @Override public int hashCode() { return name.hashCode(); }
    }"""

  private def compiled(sources: (String, String)*): Path =
    val folder = Files.createTempDirectory("brine-loaders")
    val files = for (name, text) <- sources yield Files.writeString(folder.resolve(name + ".java"), text).toString
    val javac = ToolProvider.findFirst("javac").orElseThrow()
    if javac.run(System.out, System.err, ("-d" :: folder.toString :: files.toList)*) != 0 then sys.error("javac failed")
    folder

  private lazy val job: URL = compiled("Order" -> order, "Open" -> public_).toUri.toURL
  private lazy val open: Path = module("open module jobs {}")
  private lazy val closed: Path = module("module jobs { exports jobs; }")
  private def module(info: String): Path = compiled("Order" -> order, "Open" -> public_, "module-info" -> info)

  /** The loader of a layer of one module. */
  private def layer(module: Path, reads: Boolean): ClassLoader =
    val boot = ModuleLayer.boot
    val found = boot.configuration.resolve(ModuleFinder.of(module), ModuleFinder.of(), java.util.Set.of("jobs"))
    val made = ModuleLayer.defineModulesWithOneLoader(found, java.util.List.of(boot), ours)
    if reads then made.addReads(made.layer.findModule("jobs").get, ours.getUnnamedModule): Unit
    made.layer.findLoader("jobs")

  // ---- loaders

  /** Finds classes of these places itself, and then asks Brine's loader. */
  private class ChildFirst(places: Array[URL], isOwn: String => Boolean = _ => true)
      extends URLClassLoader(places, ours):
    override def loadClass(name: String, resolve: Boolean): Class[?] = getClassLoadingLock(name).synchronized {
      val known = findLoadedClass(name)
      if known != null then known
      else if isOwn(name) && findResource(name.replace('.', '/') + ".class") != null then findClass(name)
      else above(name)
    }
    protected def above(name: String): Class[?] = ours.loadClass(name)

  /** Imports some packages, and no others. */
  private final class Bundle(imports: String => Boolean, place: URL = job, isOwn: String => Boolean = _ => true)
      extends ChildFirst(Array(place), isOwn):
    override protected def above(name: String): Class[?] =
      if imports(name.substring(0, name.lastIndexOf('.'))) then super.above(name)
      else throw new ClassNotFoundException(name)

  private def hasLookupClass(loader: ClassLoader, where: String = "jobs"): Boolean =
    try Class.forName(where + ".$$BrineLookup", false, loader).getClassLoader eq loader
    catch case _: ClassNotFoundException => false

  private def call(loader: ClassLoader, of: String, method: String): AnyRef =
    loader.loadClass("brine.checks.runtime." + of).getMethod(method).invoke(null)

  private final class Refusing(val loader: ClassLoader) extends Host:
    def name = "jobs/Refused"
    def canName(c: Class[?]) = false
    def canUse(field: java.lang.reflect.Field) = false
    def canConstruct(c: java.lang.reflect.Constructor[?]) = false
    def define(bytes: Array[Byte], data: AnyRef) = throw new IllegalAccessException("refused")

  /** Returns the messages that `run` logs. */
  private def logged(run: => Unit): List[String] =
    val log = Logger.getLogger("brine.bytecode")
    val messages = ArrayBuffer.empty[String]
    val handler = new Handler:
      def publish(record: LogRecord): Unit = messages += s"${record.getLevel}: ${record.getMessage}"
      def flush(): Unit = ()
      def close(): Unit = ()
    log.addHandler(handler)
    log.setUseParentHandlers(false)
    try run
    finally
      log.removeHandler(handler)
      log.setUseParentHandlers(true)
    messages.toList

private[runtime] object LoaderKinds:
  /** The loader of the code for graphs. */
  def loaderOfCode(pickler: Pickler[?]): ClassLoader =
    ColumnsMaker.of(Plan.of(pickler).asInstanceOf[Plan.Product]).getClass.getClassLoader

/** Runs in a separate loader. Neither the class's constructor nor its getters are public. */
final class Delivery private (private val name: String, private val weight: Double, private val next: Option[Delivery])
    derives Pickler:
  override def equals(other: Any): Boolean = other match
    case d: Delivery => d.name == name && d.weight == weight && d.next == next
    case _           => false

object Delivery:
  def told: String =
    val value = new Delivery("a", 0.5, Some(new Delivery("b", -1e300, None)))
    val results = List[PickleFormat](BinaryFormat, JsonFormat, GraphFormat).map { format =>
      val made = MadeClass.made.sum
      val back = Laws.read[Delivery](Laws.write(value, format), format)
      back == value && (format == BinaryFormat || MadeClass.made.sum > made)
    }
    val by = if LoaderKinds.loaderOfCode(summon[Pickler[Delivery]]) eq classOf[Delivery].getClassLoader then
      "the class's"
    else "Brine's"
    s"${if results.forall(identity) then "equal, with code" else results.toString} by $by loader"
