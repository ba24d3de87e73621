package brine.checks.runtime

import java.io.{Externalizable, ObjectInputStream, ObjectOutputStream, Serializable}
import java.util as ju
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, JavaForm, RuntimePicklers, UnfitClassException}
import brine.testkit.{Event, Laws, RecordingBuilder}

/** Classes that say how Java's serialization writes them: pickled through that form where the program asks for it. */
class JavaFormSuite extends munit.FunSuite:
  import JavaFormSuite.*

  private val formats = List[PickleFormat](BinaryFormat, BinaryFormat.Bare, JsonFormat, GraphFormat)
  private val listed = List[Class[?]](
    classOf[Tally],
    classOf[BelowTally],
    classOf[One],
    classOf[Replaced],
    classOf[ReplacedForm],
    classOf[Holding],
    classOf[Greedy],
    classOf[Asking],
    classOf[Place],
    classOf[ju.Properties],
    classOf[java.io.File],
    classOf[java.net.URL],
    classOf[Computing],
    classOf[Plain]
  )

  private def runtimeOf(form: JavaForm, more: Class[?]*) =
    RuntimePicklers(AllowList((listed ++ more)*), javaForm = form)
  private val all = JavaForm.allowed(c => !c.getName.contains("Gadget"))
  private val runtime = runtimeOf(all)

  private def options(runtime: RuntimePicklers, sharing: Sharing = Sharing.Tracked, depth: Int = 512) =
    PickleOptions(subtypes = runtime.subtypes, sharing = sharing, limits = Limits(emittedDepth = depth))

  private def there[A](runtime: RuntimePicklers, value: A)(verify: A => Unit)(using Pickler[A], munit.Location): Unit =
    for format <- formats; depth <- List(512, 0); sharing <- List(Sharing.Tracked, Sharing.All) do
      val settings = options(runtime, sharing, depth)
      for _ <- 1 to 2 do verify(Laws.read[A](Laws.write(value, format, settings), format, settings))

  private def bare(value: Any, by: RuntimePicklers = runtime): Array[Byte] =
    Laws.write[Any](value, BinaryFormat.Bare, options(by))(using by.any)
  private def readBare(bytes: Array[Byte], by: RuntimePicklers = runtime): Any =
    Laws.read[Any](bytes, BinaryFormat.Bare, options(by))(using by.any)

  test("off by default: a class that customises Java's serialization is refused, with the cure"):
    val plain = RuntimePicklers(AllowList(listed*))
    for c <- List(classOf[Tally], classOf[One]) do
      val causes = plain.check(c)
      assert(causes.head.text.contains("write a pickler for it, or accept that form (JavaForm)"), causes)

  test(
    "writeObject, readObject, readResolve and writeReplace are called, also inherited ones, at open and at declared " +
      "places"
  ):
    val tally = new Tally("t", 3)
    val below = new BelowTally("b", 4, 5)
    val place = new Place(tally, below, One.only, new Replaced("r"))
    for pickler <- List(runtime.pickler[Place], runtime.any.asInstanceOf[Pickler[Place]]) do
      there(runtime, place) { back =>
        assertEquals((back.tally.name, back.tally.count, back.any.asInstanceOf[BelowTally].more), ("t", 3, 5))
        assertEquals((back.any.asInstanceOf[BelowTally].name, back.any.asInstanceOf[BelowTally].restored), ("b", true))
        assert(back.one eq One.only)
        assertEquals(back.replaced.name, "r")
      }(using pickler)

  test("classes of the JDK with custom forms: properties with defaults, files, addresses"):
    given Pickler[Any] = runtime.any
    val defaults = new ju.Properties
    defaults.setProperty("color", "red")
    val properties = new ju.Properties(defaults)
    properties.setProperty("size", "3")
    there[Any](runtime, List(properties, new java.io.File("a/b"), new java.net.URL("http://localhost/x"))) { back =>
      val List(p: ju.Properties, f: java.io.File, u: java.net.URL) = back: @unchecked
      assertEquals(
        (p.getProperty("color"), p.getProperty("size"), f.getPath, u.toString),
        ("red", "3", "a/b", "http://localhost/x")
      )
    }

  test("a Serializable class whose fields cannot be pickled goes by it, too, and one whose fields can does not"):
    given Pickler[Any] = runtime.any
    there[Any](runtime, new Computing(5))(back => assertEquals(back.asInstanceOf[Computing].twice, 10))
    assertEquals(
      new String(Laws.write[Any](new Plain(5), JsonFormat, options(runtime))),
      s"""{"$$type":"${classOf[Plain].getName}","n":5}"""
    )
    for c <- List(classOf[Tally], classOf[Computing], classOf[Plain], classOf[Place]) do
      assertEquals(runtime.check(c), Nil)

  test("collections that hide their state come back by it: views, wrappers, exceptions"):
    val own = runtimeOf(
      JavaForm.allowed(_ => true),
      ju.Collections.unmodifiableList(new ju.ArrayList[Int]).getClass,
      ju.Arrays.asList(1).getClass,
      classOf[IllegalStateException],
      ju.Collections.synchronizedMap(new ju.HashMap[Int, Int]).getClass,
      classOf[LazyList[?]]
    )
    given Pickler[Any] = own.any
    val values = List[Any](
      ju.Collections.unmodifiableList(new ju.ArrayList(ju.List.of(1, "a"))),
      ju.Arrays.asList("a", "b"),
      new IllegalStateException("why", new RuntimeException("because")),
      ju.Collections.synchronizedMap(new ju.HashMap(ju.Map.of("k", ju.List.of(1)))),
      LazyList(1, 2)
    )
    there[Any](own, values) { back =>
      val all = back.asInstanceOf[List[Any]]
      assertEquals(all.map(_.getClass: Any), values.map(_.getClass: Any))
      assertEquals((all(0), all(1), all(3), all(4)), (values(0), values(1), values(3), values(4)))
      val e = all(2).asInstanceOf[Exception]
      assertEquals(
        (e.getMessage, e.getCause.getMessage, e.getStackTrace.toList),
        ("why", "because", values(2).asInstanceOf[Exception].getStackTrace.toList)
      )
    }

  test("each object is one unit: it keeps its identity, and its parts lose the sharing with outside objects"):
    given Pickler[Any] = runtime.any
    val list = new ju.ArrayList[Any](ju.List.of("x"))
    val holding = new Holding(list)
    there[Any](runtime, Vector(holding, holding, list)) { back =>
      val Vector(first: Holding, second: Holding, outside: ju.ArrayList[?]) = back: @unchecked
      assert(first eq second)
      assertEquals(first.content, outside)
      assert(!(first.content.asInstanceOf[AnyRef] eq outside))
    }

  test("a class inside that is neither accepted nor listed is refused before a byte of the object is written"):
    for (inner, why) <- List(
        new Gadget("x") -> s"met a ${classOf[Gadget].getName}: put its class on the `AllowList`",
        new NotSerializable -> "it is not Serializable"
      )
    do
      val strict = if inner.isInstanceOf[Gadget] then runtime else runtimeOf(JavaForm.allowed(_ => true))
      val builder = new RecordingBuilder(options(strict))
      val e = intercept[PickleException.UnexpectedClass](strict.any.pickle(Vector("a", new Holding(inner)), builder))
      assert(
        e.getMessage.startsWith("at $[1]: ") && e.getMessage.contains(
          "Holding, by Java's serialization,"
        ) && e.getMessage.contains(why),
        e.getMessage
      )
      assertEquals(
        builder.events.collect { case Event.BeginOpen(_, name) => name },
        Seq("scala.collection.immutable.Vector", "java.lang.String")
      )

  test("a stream with a class outside of the filter is refused, and none of its code runs"):
    val lax = runtimeOf(JavaForm.allowed(_ => true))
    Gadget.runs = 0
    val bytes = bare(new Holding(new Gadget("x")), lax)
    val e = intercept[PickleException.RefusedByRule](readBare(bytes))
    assert(
      e.getMessage.contains(
        s"a ${classOf[Gadget].getName} inside a brine.checks.runtime.JavaFormSuite.Holding, which is in its form for " +
          "Java's serialization"
      ),
      e.getMessage
    )
    assertEquals(Gadget.runs, 0)
    readBare(bytes, lax)
    assertEquals(Gadget.runs, 1)
    val proxy = java.lang.reflect.Proxy.newProxyInstance(getClass.getClassLoader, Array(classOf[Runnable]), new Handler)
    val refused = intercept[PickleException](readBare(forged(proxy), lax))
    assert(
      refused.isInstanceOf[PickleException.Malformed] && refused.getMessage.contains("proxies are refused"),
      refused
    )

  /** A pickle of an object that holds `content`, which no writer here would write. */
  private def forged(content: AnyRef): Array[Byte] =
    val whole = bare(new Holding("PLACEHOLDER"))
    val plain = serialized(new Holding("PLACEHOLDER"))
    val other = serialized(new Holding(content))
    val at = whole.indexOfSlice(plain)
    assert(at > 0)
    // The length goes before the bytes, twice as large with a flag.
    val header = varint(plain.length.toLong << 1 | 1)
    val before = whole.slice(0, at - header.length)
    assertEquals(whole.slice(at - header.length, at).toSeq, header.toSeq)
    before ++ varint(other.length.toLong << 1 | 1) ++ other ++ whole.drop(at + plain.length)

  private def varint(value: Long): Array[Byte] =
    val bytes = Array.newBuilder[Byte]
    var left = value
    while left >= 0x80 do
      bytes += ((left & 0x7f) | 0x80).toByte
      left >>>= 7
    bytes += left.toByte
    bytes.result()

  private def serialized(value: AnyRef): Array[Byte] =
    val bytes = new java.io.ByteArrayOutputStream
    new ObjectOutputStream(bytes).writeObject(value)
    bytes.toByteArray

  test("limits of bytes, references and array lengths hold when writing and when reading, that of depth when reading"):
    def limited(form: JavaForm) = runtimeOf(form)
    def wide = runtimeOf(JavaForm.allowed(_ => true))
    val many = new ju.ArrayList[Any]
    for i <- 1 to 1000 do many.add(new Plain(i))
    val cases = List[(String, JavaForm, AnyRef)](
      ("maxBytes", JavaForm.allowed(_ => true, maxBytes = 500), new Holding("x" * 1000)),
      ("maxReferences", JavaForm.allowed(_ => true, maxReferences = 500), new Holding(many)),
      ("maxArrayLength", JavaForm.allowed(_ => true, maxArrayLength = 100), new Holding(new Array[Int](200)))
    )
    for (name, form, value) <- cases do
      val out = intercept[PickleException.LimitExceeded](bare(value, limited(form)))
      assert(out.getMessage.contains(s"(JavaForm's $name)"), out.getMessage)
      val in = intercept[PickleException.LimitExceeded](readBare(bare(value, wide), limited(form)))
      assert(in.getMessage.contains(s"(JavaForm's $name)"), in.getMessage)
    val deep = (1 to 50).foldLeft[AnyRef]("end")((inner, _) => new Holding(inner))
    assertEquals(depthOf(readBare(bare(deep, wide), wide)), 50)
    val e = intercept[PickleException.LimitExceeded](readBare(
      bare(deep, wide),
      limited(JavaForm.allowed(_ => true, maxDepth = 30))
    ))
    assert(e.getMessage.contains("nested deeper than 30"), e.getMessage)

  private def depthOf(value: Any): Int = value match
    case h: Holding => 1 + depthOf(h.content)
    case _          => 0

  test("an object that is nested too deep for the stack is refused, not overflowed"):
    val chain = (1 to 200_000).foldLeft[AnyRef]("end")((inner, _) => new Holding(inner))
    Laws.onSmallStack {
      intercept[PickleException.LimitExceeded](bare(chain))
    }

  test("a readObject that asks for more than there is, in bytes or in memory, is refused"):
    for (n, kind) <- List(1 -> "bytes", 2 -> "array", 3 -> "objects", 4 -> "throws") do
      val e = intercept[PickleException](readBare(bare(new Asking(n))))
      assert(e.getMessage.contains("brine.checks.runtime.JavaFormSuite.Asking"), s"$kind: ${e.getMessage}")
    val bytes = bare(new Holding(new Array[Int](3)))
    val at = bytes.indexOfSlice(Array[Byte](0, 0, 0, 3), bytes.indexOfSlice("[I".getBytes))
    for length <- List(Int.MaxValue, 100_000, -1) do
      val other = bytes.patch(at, java.nio.ByteBuffer.allocate(4).putInt(length).array.toSeq, 4)
      val e = intercept[PickleException](readBare(other))
      assert(e.isInstanceOf[PickleException.Malformed] || e.isInstanceOf[PickleException.LimitExceeded], e)

  test("hash tables in each other, each with the next one twice, are refused before they take time"):
    val wide = runtimeOf(JavaForm.allowed(_ => true))
    for make <- List[() => ju.Collection[Any]](() => new ju.HashSet[Any], () => new ju.ArrayList[Any]) do
      var inner: ju.Collection[Any] = make()
      val root = new ju.HashSet[Any]
      var (s1, s2) = (root: ju.Collection[Any], make())
      for _ <- 1 to 60 do
        val (t1, t2) = (make(), make())
        t1.add("foo")
        for s <- List(s1, s2) do
          addQuietly(s, t1)
          addQuietly(s, t2)
        s1 = t1
        s2 = t2
      val bytes = bare(new Holding(new Quiet(root)), runtimeOf(JavaForm.allowed(_ => true), classOf[Quiet]))
      val e = intercept[PickleException](readBare(bytes, runtimeOf(JavaForm.allowed(_ => true), classOf[Quiet])))
      assert(
        e.isInstanceOf[PickleException.LimitExceeded] && e.getMessage.contains("a hash table would take long to fill"),
        e
      )

  /** Without asking for hashes that take for ever: the tables are built from the outside in, while they are empty. */
  private def addQuietly(to: ju.Collection[Any], element: Any): Unit = { val ignored = to.add(element) }

  test("damaged bytes are refused by a PickleException or give an object, and nothing else is thrown"):
    val properties = new ju.Properties
    properties.setProperty("key", "value")
    for value <- List[AnyRef](
        new Tally("t", 3),
        new BelowTally("b", 4, 5),
        properties,
        new Holding(new ju.ArrayList(ju.List.of(1, "a"))),
        new Replaced("r"),
        new java.io.File("x")
      )
    do
      val bytes = bare(value)
      for at <- bytes.indices; change <- List(1, 0x80, 0xff) do
        val damaged = bytes.clone
        damaged(at) = (damaged(at) ^ change).toByte
        try { val ignored = readBare(damaged) }
        catch
          case _: PickleException => ()
          case e: Throwable       => fail(s"${value.getClass.getName}, byte $at: $e")
      for length <- bytes.indices do intercept[PickleException](readBare(bytes.take(length)))

  test("the loader of the form resolves the classes inside"):
    val loader = new ChildFirst(classOf[Plain].getName)
    val part = loader.loadClass(classOf[Plain].getName).getConstructor(classOf[Int]).newInstance(7)
    assert(part.getClass ne classOf[Plain])
    val form = JavaForm.allowed(_ => true, loader = loader)
    val back =
      readBare(bare(new Holding(part.asInstanceOf[AnyRef]), runtimeOf(form)), runtimeOf(form)).asInstanceOf[Holding]
    assert(back.content.getClass eq part.getClass)
    val usual = readBare(
      bare(new Holding(part.asInstanceOf[AnyRef]), runtimeOf(form)),
      runtimeOf(JavaForm.allowed(_ => true))
    ).asInstanceOf[Holding]
    assert(usual.content.getClass eq classOf[Plain])

  test(
    "the form is for listed classes only, and a readResolve that gives an object of a class that is not allowed is " +
      "refused"
  ):
    val unlisted = RuntimePicklers(AllowList.empty, javaForm = JavaForm.allowed(_ => true))
    intercept[PickleException.UnexpectedClass](bare(new Tally("t", 1), unlisted))
    intercept[UnfitClassException](unlisted.pickler[Tally])
    val strict = runtimeOf(JavaForm.allowed(_ == classOf[Greedy]))
    val e = intercept[PickleException.RefusedByRule](readBare(bare(new Greedy, strict), strict))
    assert(e.getMessage.contains("a java.lang.Thread inside a brine.checks.runtime.JavaFormSuite.Greedy"), e.getMessage)

object JavaFormSuite:
  @SerialVersionUID(1)
  class Tally(var name: String, @transient var count: Int) extends Serializable:
    private def writeObject(out: ObjectOutputStream): Unit =
      out.defaultWriteObject()
      out.writeInt(count)
    private def readObject(in: ObjectInputStream): Unit =
      in.defaultReadObject()
      count = in.readInt()
      restored = true
    @transient var restored: Boolean = false

  /** Its superclass's form is a separate part. */
  @SerialVersionUID(1)
  final class BelowTally(n: String, c: Int, var more: Int) extends Tally(n, c)

  @SerialVersionUID(1)
  final class One private () extends Serializable:
    private def readResolve(): AnyRef = One.only
  object One:
    val only = new One

  @SerialVersionUID(1)
  final class Replaced(val name: String) extends Serializable:
    private def writeReplace(): AnyRef = new ReplacedForm(name)
    private def readObject(in: ObjectInputStream): Unit = throw new java.io.InvalidObjectException("by its form only")

  @SerialVersionUID(1)
  final class ReplacedForm(val name: String) extends Serializable:
    private def readResolve(): AnyRef = new Replaced(name)

  @SerialVersionUID(1)
  final class Holding(var content: AnyRef) extends Serializable:
    private def writeObject(out: ObjectOutputStream): Unit = out.defaultWriteObject()
    private def readObject(in: ObjectInputStream): Unit = in.defaultReadObject()

  final class Place(val tally: Tally, val any: Any, val one: One, val replaced: Replaced)

  @SerialVersionUID(1)
  final class Computing(seed: Int) extends Serializable:
    val twice: Int = seed * 2

  @SerialVersionUID(1)
  final class Plain(val n: Int) extends Serializable

  @SerialVersionUID(1)
  final class Gadget(val text: String) extends Serializable:
    private def readObject(in: ObjectInputStream): Unit =
      in.defaultReadObject()
      Gadget.runs += 1
  object Gadget:
    var runs = 0

  final class NotSerializable

  /** Reads in one of several ways more than it wrote. */
  @SerialVersionUID(1)
  final class Asking(val way: Int) extends Serializable:
    private def writeObject(out: ObjectOutputStream): Unit = out.defaultWriteObject()
    private def readObject(in: ObjectInputStream): Unit =
      in.defaultReadObject()
      way match
        case 1 => in.readFully(new Array[Byte](100))
        case 2 =>
          if new Array[Array[Long]](4).map(_ => new Array[Long](Int.MaxValue - 8)).length < 4 then throw new Exception
        case 3 => while true do in.readObject()
        case _ => throw new IllegalStateException("no")

  @SerialVersionUID(1)
  final class Greedy extends Serializable:
    private def readResolve(): AnyRef = new Thread

  @SerialVersionUID(1)
  final class Handler extends java.lang.reflect.InvocationHandler, Serializable:
    def invoke(proxy: Object, method: java.lang.reflect.Method, arguments: Array[Object]): Object = null

  /** Writes a set without asking it for a hash. */
  @SerialVersionUID(1)
  final class Quiet(val set: AnyRef) extends Serializable

  /** Has a separate class for one name. */
  final class ChildFirst(own: String) extends ClassLoader(classOf[Plain].getClassLoader):
    override def loadClass(name: String, resolve: Boolean): Class[?] =
      if name != own then super.loadClass(name, resolve)
      else
        val known = findLoadedClass(name)
        if known != null then known
        else
          val in = getParent.getResourceAsStream(name.replace('.', '/') + ".class")
          val bytes = in.readAllBytes()
          in.close()
          defineClass(name, bytes, 0, bytes.length)
