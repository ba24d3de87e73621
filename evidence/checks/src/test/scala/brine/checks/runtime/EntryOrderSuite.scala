package brine.checks.runtime

import java.net.URLClassLoader
import java.nio.file.{Files, Path}
import scala.util.Random
import brine.runtime.{AllowList, JavaForm, RuntimePicklers}

/** Classes that refer to each other have the same shapes and fingerprints in all JVMs, whichever of them a JVM meets
  * first: on a cluster each executor meets them in another order.
  */
class EntryOrderSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration(120, "s")

  private val seed = java.lang.Long.getLong("brine.seed", 1L)
  private val groups = Integer.getInteger("brine.entry.groups", 60)
  private val folder = Files.createTempDirectory("brine-cycles")

  /** The names of classes that can have objects. */
  private val names = EntryOrderSuite.compiled(groups, new Random(seed), folder)

  private def loader = new URLClassLoader(Array(folder.toUri.toURL), getClass.getClassLoader)

  /** For each class its fingerprints, or the reason why there is no pickler, by picklers that meet the classes in this
    * order.
    */
  private def met(order: Seq[String], picklers: ClassLoader => RuntimePicklers): Map[String, String] =
    val own = loader
    val subtypes = picklers(own).subtypes
    order.map { name =>
      val told =
        try
          val shape = subtypes.of(own.loadClass(name)).pickler.shape
          s"${shape.fingerprint} ${shape.classFingerprint}"
        catch case e: RuntimeException => e.getMessage
      name -> told
    }.toMap

  private def law(picklers: ClassLoader => RuntimePicklers)(using munit.Location): Unit =
    val random = new Random(seed)
    val expected = met(names, picklers)
    assert(expected.values.count(_.head.isLetter) < names.length / 2, expected.values.filter(_.head.isLetter).take(3))
    for round <- 1 to 6 do
      val found = met(random.shuffle(names), picklers)
      val others = names.filter(name => found(name) != expected(name))
      assertEquals(others.map(n => (n, expected(n), found(n))), Nil, s"seed $seed, round $round")

  private def allowed(loader: ClassLoader) = AllowList.whereNamed(loader)(_ => true)

  test("by constructors"):
    law(loader => RuntimePicklers(allowed(loader), exactCollections = true))

  test("by fields"):
    law(loader => RuntimePicklers(allowed(loader), fieldAccess = true))

  test("by the ladder that Spark's serializer has"):
    law(loader =>
      RuntimePicklers(
        allowed(loader),
        fieldAccess = true,
        exactCollections = true,
        javaForm = JavaForm.allowed(_ => true, loader = loader)
      )
    )

private object EntryOrderSuite:
  /** Groups of two to five classes, traits and families, whose members refer to those of the same group. */
  private def sources(groups: Int, random: Random): (String, Seq[String]) =
    def pick[A](all: Seq[A]): A = all(random.nextInt(all.length))
    def group(g: Int): (String, Seq[String]) =
      val kinds = Seq.fill(2 + random.nextInt(4))(pick(Seq(
        "class",
        "class",
        "case class",
        "open " +
          "class",
        "trait",
        "family"
      )))
      val types = kinds.indices.map(i => s"G${g}T$i")
      def memberType: String =
        val t = pick(types)
        pick(Seq(
          t,
          t,
          t,
          s"Option[$t]",
          s"List[$t]",
          s"Array[$t]",
          "Map[String, " +
            s"$t]",
          s"scala.collection.mutable.ArrayBuffer[$t]",
          s"java.util.List[$t]",
          s"($t, Int)",
          s"Either[$t, String]",
          s"Vector[Option[$t]]",
          "Any",
          "Int",
          "String",
          s"Held[$t]",
          s"java.util.HashMap[String, $t]",
          s"Seq[$t]"
        ))
      def parameters =
        (0 to random.nextInt(3)).map(k => s"${pick(Seq("val", "val", "var"))} a$k: $memberType").mkString(
          "(",
          ", " +
            "",
          ")"
        )
      def body = pick(Seq(
        "",
        "",
        "",
        s"{ var b: $memberType = scala.compiletime.uninitialized }",
        s"{ @transient private var c: $memberType = scala.compiletime.uninitialized; def touch(): Unit = c = c }",
        s"{ val n: Int = a0.hashCode }",
        s"{ lazy val l: Any = List(a0) }",
        s"{ val m: Any = new scala.collection.mutable.ArrayBuffer[Any] }",
        "{ private val k = a0; def k2: Any = k }"
      ))
      val parts = kinds.zip(types).map { (kind, t) =>
        def parent = kinds.zip(types).filter((k, n) => k == "trait" && n != t).map(_(1)) match
          case traits if traits.nonEmpty && random.nextBoolean() => pick(traits)
          case _                                                 => "java.io.Serializable"
        kind match
          case "trait" => (s"trait $t extends java.io.Serializable", Nil)
          case "open class" =>
            val subclass = s"class ${t}S(x: Int) extends $t(null.asInstanceOf) { var more: ${pick(types)} = " +
              "scala.compiletime.uninitialized }"
            (s"abstract class ${t}P extends java.io.Serializable\nclass $t(val a0: $memberType) extends ${t}P", Seq(t))
          case "family" =>
            val leaves = (0 to random.nextInt(3)).map(k => s"final case class ${t}L$k$parameters extends $t")
            (
              s"sealed trait $t extends java.io.Serializable\ncase object ${t}N extends $t\n${leaves.mkString("\n")}",
              leaves.indices.map(k => s"${t}L$k")
            )
          case other => (s"$other $t$parameters extends $parent $body", Seq(t))
      }
      (parts.map(_(0)).mkString("\n"), parts.flatMap(_(1)))
    val all = (0 until groups).map(group)
    val held = "final case class Held[A](content: A, number: Int)\n"
    ("package cycles\n" + held + all.map(_(0)).mkString("\n"), all.flatMap(_(1)).map("cycles." + _))

  def compiled(groups: Int, random: Random, folder: Path): Seq[String] =
    val (text, names) = sources(groups, random)
    val source = Files.writeString(folder.resolve("Cycles.scala"), text)
    val path = System.getProperty("java.class.path")
    val report =
      new dotty.tools.dotc.Driver().process(Array(
        "-classpath",
        path,
        "-d",
        folder.toString,
        "-nowarn",
        source.toString
      ))
    if report.hasErrors then
      throw new AssertionError(report.allErrors.take(5).map(e => s"${e.pos.line}: ${e.message}").mkString("\n"))
    names
