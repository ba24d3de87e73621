package brine.checks.runtime

import java.net.{URL, URLClassLoader}
import java.nio.file.{Files, Path}
import scala.util.Random

/** Makes serializable Scala classes whose bodies compute values, of every declared type and every actual class that the
  * tables below list. Each class can change its values after it was made: `change()` does it.
  */
private[runtime] object GeneratedClasses:
  /** A value of a body.
    *
    * @param made   the expression, which may use the parameter `d`
    * @param types  the types that can be declared for it
    * @param change code that changes the value `v`, an `Any`; empty if nothing can
    */
  private final case class Value(made: String, types: List[String], change: String = "")

  private def cast(to: String)(then_ : String): String = s"v.asInstanceOf[$to]$then_"

  private val values: List[Value] = List(
    Value("d + 1", List("Int", "Any", "AnyVal", "java.io.Serializable")),
    Value("s\"text $d\"", List("String", "Any", "CharSequence", "Comparable[String]", "AnyRef")),
    Value("List(d, 2)", List("List[Int]", "Seq[Int]", "Iterable[Any]", "Any")),
    Value("Vector(\"a\", \"b\")", List("Vector[String]", "IndexedSeq[String]", "Any")),
    Value("Map(\"a\" -> d)", List("Map[String, Int]", "collection.Map[String, Int]", "Any")),
    Value("scala.collection.immutable.TreeMap(d -> \"a\")", List("Map[Int, String]", "Any")),
    Value("java.time.Instant.ofEpochSecond(d)", List("java.time.Instant", "java.time.temporal.Temporal", "Any")),
    Value("java.util.List.of(\"a\", d.toString)", List("Any", "AnyRef")),
    Value("new Fixed(d)", List("Fixed", "Shape", "Any")),
    Value("new Moving(d)", List("Moving", "Shape", "Any"), cast("Moving")(".x += 7")),
    Value("Make.shape(d)", List("Shape", "Any"), cast("Moving")(".x += 7")),
    Value("new Dense(new Array[Double](d))", List("Dense", "Vec", "Any"), cast("Dense")(".all(0) += 2.5")),
    Value("new Open(d)", List("Open", "Any"), cast("Open")(".change()")),
    Value("new Cached(d)", List("Cached", "Any"), cast("Cached")(".total += 3")),
    Value("new Array[Double](d)", List("Array[Double]", "Any", "AnyRef"), cast("Array[Double]")("(0) += 1.5")),
    Value(
      "new Array[String](d)",
      List("Array[String]", "Any", "Array[? <: AnyRef]"),
      cast("Array[String]")("(0) = \"x\"")
    ),
    Value("Make.array[Int](d).asInstanceOf[AnyRef]", List("Any", "AnyRef"), cast("Array[Int]")("(0) = 4")),
    Value(
      "scala.collection.immutable.ArraySeq.unsafeWrapArray(new Array[Int](d))",
      List("scala.collection.immutable.ArraySeq[Int]", "Seq[Int]", "IndexedSeq[Int]", "Any"),
      cast("scala.collection.immutable.ArraySeq[Int]")(".unsafeArray.asInstanceOf[Array[Int]](0) = 3")
    ),
    Value(
      "scala.collection.mutable.ArrayBuffer(d)",
      List("scala.collection.mutable.ArrayBuffer[Int]", "collection.Seq[Int]", "Any"),
      cast("scala.collection.mutable.ArrayBuffer[Int]")(" += 9")
    ),
    Value(
      "scala.collection.mutable.HashMap.empty[String, Int]",
      List("scala.collection.mutable.HashMap[String, Int]", "scala.collection.mutable.Map[String, Int]", "Any"),
      cast("scala.collection.mutable.HashMap[String, Int]")("(\"a\") = 4")
    ),
    Value(
      "new java.util.ArrayList[String]",
      List("java.util.ArrayList[String]", "java.util.List[String]", "java.io.Serializable", "Any"),
      cast("java.util.ArrayList[String]")(".add(\"z\")")
    ),
    Value(
      "new java.util.concurrent.ConcurrentHashMap[String, Integer]",
      List("java.util.Map[String, Integer]", "Any"),
      cast("java.util.Map[String, Integer]")(".put(\"z\", 4)")
    ),
    Value(
      "new java.util.Date(d)",
      List("java.util.Date", "Comparable[java.util.Date]", "Any"),
      cast("java.util.Date")(".setTime(77)")
    ),
    Value(
      "new java.util.concurrent.atomic.LongAdder",
      List("java.util.concurrent.atomic.LongAdder", "Number", "Any"),
      cast("java.util.concurrent.atomic.LongAdder")(".add(3)")
    ),
    Value(
      "new java.util.concurrent.atomic.AtomicLong(d)",
      List("java.util.concurrent.atomic.AtomicLong", "Number", "Any"),
      cast("java.util.concurrent.atomic.AtomicLong")(".set(30)")
    ),
    Value("new java.util.BitSet", List("java.util.BitSet", "Any"), cast("java.util.BitSet")(".set(5)")),
    Value(
      "new java.lang.StringBuilder(\"a\")",
      List("CharSequence", "Any"),
      cast("java.lang.StringBuilder")(".append('b')")
    ),
    Value(
      "new java.util.Properties",
      List("java.util.Properties", "Any"),
      cast("java.util.Properties")(".setProperty(\"k\", \"v\")")
    ),
    Value("Make.function(new Moving(d))", List("Int => Int", "Any"), cast("(Int => Int)")("(1)"))
  )

  /** Puts a value into another one. `part` finds it there again. */
  private final case class Wrapper(made: String => String, types: List[String], part: String)

  private val wrappers: List[Wrapper] = List(
    Wrapper(m => s"Some($m)", List("Option[Any]", "Any"), "v.asInstanceOf[Option[Any]].get"),
    Wrapper(m => s"List($m)", List("List[Any]", "Seq[Any]", "Any"), "v.asInstanceOf[Seq[Any]].head"),
    Wrapper(m => s"Map(\"k\" -> $m)", List("Map[String, Any]", "Any"), "v.asInstanceOf[Map[String, Any]](\"k\")"),
    Wrapper(m => s"(d, $m)", List("(Int, Any)", "Product", "Any"), "v.asInstanceOf[(Int, Any)]._2"),
    Wrapper(m => s"Right($m)", List("Either[String, Any]", "Any"), "v.asInstanceOf[Right[String, Any]].value"),
    Wrapper(m => s"Held($m)", List("Held", "Product", "Any"), "v.asInstanceOf[Held].content"),
    Wrapper(m => s"Vector(1, $m)", List("Vector[Any]", "Any"), "v.asInstanceOf[Vector[Any]](1)"),
    Wrapper(m => s"new Pairs[Any]($m)", List("Pairs[Any]", "Any"), "v.asInstanceOf[Pairs[Any]].left")
  )

  private val common = """
trait Shape extends Serializable { def x: Int }
final class Fixed(val x: Int) extends Shape
final class Moving(var x: Int) extends Shape
trait Vec extends Serializable
final class Dense(val all: Array[Double]) extends Vec
class Open(val x: Int) extends Serializable { private var calls = 0; def change(): Unit = calls += 1 }
final class Cached(val x: Int) extends Serializable {
  @transient var total = 0
  override def toString: String = s"$x $total"
  private def writeObject(out: java.io.ObjectOutputStream): Unit = { out.defaultWriteObject(); out.writeInt(total) }
  private def readObject(in: java.io.ObjectInputStream): Unit = { in.defaultReadObject(); total = in.readInt() }
}
final case class Held(content: Any)
class Pairs[A](val left: A) extends Serializable
abstract class Checked extends Serializable { def change(): Unit; def all: Seq[Any] }
object Make {
  def shape(d: Int): Shape = new Moving(d)
  def array[A: scala.reflect.ClassTag](n: Int): Any = new Array[A](n)
  def function(m: Moving): Int => Int = { i => m.x += i; m.x }
}
"""

  /** The text of `count` classes `C0`, `C1` and so on, each with one parameter. */
  private def sources(count: Int, random: Random): String =
    def pick[A](all: Seq[A]): A = all(random.nextInt(all.length))
    def value(depth: Int): Value =
      if depth == 0 then pick(values)
      else
        val (inside, wrapper) = (value(depth - 1), pick(wrappers))
        val change = if inside.change.isEmpty then ""
        else s"locally { val w: Any = ${wrapper.part}; locally { val v = w; ${inside.change} } }"
        Value(wrapper.made(s"(${inside.made}: Any)"), wrapper.types, change)
    val classes = (0 until count).map { i =>
      val made = List.fill(1 + random.nextInt(2))(value(pick(List(0, 0, 0, 1, 1, 2))))
      val place = pick(List("val", "val", "private val", "lazy val", "private lazy val", "trait", "superclass"))
      val members = made.zipWithIndex.map((v, k) => (s"v$k", s"${pick(v.types)} = ${v.made}", v.change))
      val changes = members.map((name, _, code) => s"locally { val v: Any = $name; $code }").mkString("; ")
      val all = members.map(_(0)).mkString("Seq(", ", ", ")")
      def body(keyword: String) = members.map((name, definition, _) => s"$keyword $name: $definition").mkString("; ")
      val methods = s"def change(): Unit = { $changes }; def all: Seq[Any] = $all"
      place match
        case "trait" =>
          s"trait T$i extends Serializable { def d: Int; ${body("val")} }\n" +
            s"class C$i(val d: Int) extends Checked with T$i { $methods }"
        case "superclass" =>
          s"abstract class S$i(val d: Int) extends Checked { ${body("val")} }\nclass C$i(d: Int, val name: String = " +
            s"\"n\") extends S$i(d) { def this(n: Int) = this(n, \"n\"); $methods }"
        case keyword => s"class C$i(val d: Int) extends Checked { ${body(keyword)}; $methods }"
    }
    s"package generated\n$common\n${classes.mkString("\n")}\n"

  /** Compiles them, and returns the classes. */
  def compiled(count: Int, seed: Long): IndexedSeq[Class[?]] =
    val folder = Files.createTempDirectory("brine-generated")
    val source = folder.resolve("Generated.scala")
    Files.writeString(source, sources(count, new Random(seed)))
    val arguments =
      Array("-classpath", System.getProperty("java.class.path"), "-d", folder.toString, "-nowarn", source.toString)
    val report = new dotty.tools.dotc.Driver().process(arguments)
    if report.hasErrors then
      throw new AssertionError(report.allErrors.take(5).map(e => s"${e.pos.line}: ${e.message}").mkString("\n"))
    val loader = new URLClassLoader(Array[URL](folder.toUri.toURL), getClass.getClassLoader)
    (0 until count).map(i => loader.loadClass(s"generated.C$i"))
