package brine.checks.runtime

import java.io.File
import java.net.{URL, URLClassLoader}
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.Laws
import brine.testkit.corpus.{Address, Constructed, Opening, Strict}

/** Classes beside which no code can be defined get code as well: in Brine's own package, by method handles for members
  * that it cannot name.
  */
class LoadersSuite extends munit.FunSuite:
  private val formats = List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat)

  /** The same classes once more, by a loader that sees nothing but the JDK. */
  private val apart = new URLClassLoader(
    List(classOf[Address], classOf[Opening]).map(_.getProtectionDomain.getCodeSource.getLocation).distinct.toArray,
    ClassLoader.getPlatformClassLoader
  )

  private def picklers(compileAfter: Int, classes: Class[?]*): RuntimePicklers =
    RuntimePicklers(AllowList(classes*), compileAfter = compileAfter)

  /** Compares the bytes for an object of the class apart with those for an object of the class that Brine's loader has.
    */
  private def alike(classes: Class[?]*)(make: Class[?] => AnyRef): Unit =
    val others = classes.map(c => apart.loadClass(c.getName))
    assert(others.head.getClassLoader eq apart)
    for
      runtime <- List(picklers(1, others*), picklers(Int.MaxValue, others*)); format <- formats;
      depth <- List(512, 1, 0)
    do
      val pickler = runtime.pickler(others.head).asInstanceOf[Pickler[AnyRef]]
      val near = picklers(1, classes*).pickler(classes.head).asInstanceOf[Pickler[AnyRef]]
      given PickleOptions = PickleOptions(limits = Limits(emittedDepth = depth), subtypes = runtime.subtypes)
      for _ <- 1 to 3 do
        val expected = Laws.write(make(classes.head), format, summon)(using near)
        assertEquals(
          Laws.hex(Laws.write(make(others.head), format, summon)(using pickler)),
          Laws.hex(expected),
          s"$format, $depth"
        )
        val back = Laws.read[AnyRef](expected, format, summon)(using pickler)
        assert(others.head.isInstance(back))
        assertEquals(Laws.hex(Laws.write(back, format, summon)(using pickler)), Laws.hex(expected), s"$format, $depth")
    val compiled = picklers(1, others*).pickler(others.head).asInstanceOf[Pickler[AnyRef]]
    Laws.write(make(others.head), BinaryFormat)(using compiled)
    assert(RuntimePicklers.hasCode(compiled))

  private def call(of: AnyRef, method: String, arguments: AnyRef*): AnyRef =
    of.getClass.getMethods.find(m => m.getName == method && m.getParameterCount == arguments.length).get.invoke(
      of,
      arguments*
    )

  private def make(c: Class[?], arguments: Any*): AnyRef =
    val constructor = c.getConstructors.find(_.getParameterCount == arguments.length).get
    constructor.newInstance(arguments.map(_.asInstanceOf[AnyRef])*).asInstanceOf[AnyRef]

  test("private fields, a superclass's and a class in a cycle") {
    alike(classOf[Address.OfFirm], classOf[Address]) { c =>
      val firm = make(c, "Brine", "High Street", 7)
      call(firm, "getFloors").asInstanceOf[java.util.List[Integer]].addAll(java.util.Arrays.asList(1, null, 3))
      val neighbours = call(firm, "getNeighbours").asInstanceOf[java.util.Map[String, AnyRef]]
      val home = make(c.getSuperclass, "Low Street", 8)
      neighbours.put("home", home)
      neighbours.put("again", home)
      call(home, "getNeighbours").asInstanceOf[java.util.Map[String, AnyRef]].put("self", home)
      firm
    }
  }

  test("final fields, a variable number of arguments, records, enums, fields of one name") {
    alike(classOf[Constructed.Tagged])(c => make(c, 3, Array("a", null, "b")))
    alike(classOf[Opening]) { c =>
      val days = c.getRecordComponents.head.getType.getEnumConstants
      make(c, days(1), 9, 17, java.util.List.of("x"))
    }
    alike(classOf[Strict.Canonical])(c => make(c, "a", java.util.List.of("x")))
    alike(classOf[Strict.Shifting])(c => make(c, true, 1.toByte, 2.toShort, 'c', 4, 5L, 6f, 7d, "8", 9))
    alike(classOf[Strict.Child]) { c =>
      val child = make(c)
      for (method, name) <- List("called" -> "g", "named" -> null, "as" -> "c") do call(child, method, name)
      child
    }
  }

  test("a record whose constructor changes a component is refused") {
    val shifting = apart.loadClass(classOf[Strict.Shifting].getName)
    val near = picklers(1, classOf[Strict.Shifting]).pickler(classOf[Strict.Shifting]).asInstanceOf[Pickler[AnyRef]]
    val pickler = picklers(1, shifting).pickler(shifting).asInstanceOf[Pickler[AnyRef]]
    for which <- 0 to 8; format <- formats do
      // An object that its class cannot make is made by writing another's number.
      def of(c: Class[?], number: Int) = make(c, true, 1.toByte, 2.toShort, 'c', 4, 5L, 6f, 7d, "8", number)
      val bytes = Laws.write(of(classOf[Strict.Shifting], 9), BinaryFormat.Bare)(using near)
      bytes(bytes.length - 1) = (which << 1).toByte
      for by <- List(near, pickler); _ <- 1 to 2 do
        val e = intercept[PickleException.Malformed](Laws.read[AnyRef](bytes, BinaryFormat.Bare)(using by))
        assert(e.getMessage.contains("changes its parameter"), e.getMessage)
  }

  test("tuples have code also where the loader of Scala's library does not see Brine") {
    val all = System.getProperty("java.class.path").split(File.pathSeparator).map(p => new File(p).toURI.toURL)
    val (scala, others) = all.partition(_.toString.contains("scala-library"))
    val above = new URLClassLoader(scala, ClassLoader.getPlatformClassLoader)
    val below = new URLClassLoader(others, above)
    val told = below.loadClass("brine.checks.runtime.ScalaElsewhere").getMethod("told").invoke(null)
    assertEquals(told, "true, true: (1,List(a, (2.5,null)))")
  }

/** Runs in a separate loader. */
object ScalaElsewhere:
  def told: String =
    val runtime = RuntimePicklers(AllowList.empty, compileAfter = 1)
    val pickler = runtime.pickler(classOf[(?, ?)]).asInstanceOf[Pickler[(Any, Any)]]
    given PickleOptions = PickleOptions(subtypes = runtime.subtypes)
    val value = (1, List("a", (2.5, null)))
    def back = BinaryFormat.pickleOf(value, pickler, summon).unpickle[(Any, Any)](using pickler)
    val isElsewhere = value.getClass.getClassLoader ne getClass.getClassLoader
    s"$isElsewhere, ${back == value && RuntimePicklers.hasCode(pickler)}: $back"
