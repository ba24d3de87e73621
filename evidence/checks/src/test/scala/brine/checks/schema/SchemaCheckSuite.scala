package brine.checks.schema

import java.io.File
import java.nio.file.{Files, Path}
import scala.collection.mutable.ListBuffer
import dotty.tools.dotc.interfaces.{Diagnostic, SimpleReporter}
import brine.evolve.Lock
import brine.json.SchemaLock

/** A break of an API's JSON does not compile: each test runs the compiler on an API, and then on a call of
  * `SchemaLock.check`.
  */
class SchemaCheckSuite extends munit.FunSuite:
  private val folder = Files.createTempDirectory("brine")
  private val lock = folder.resolve("brine.lock")
  private var number = 0

  /** Compiles a source against class folders. Returns the classes and the errors. */
  private def compiled(source: String, classPath: Seq[Path] = Nil, lock: Option[Path] = None): (Path, List[String]) =
    number += 1
    val into = Files.createDirectories(folder.resolve(s"classes$number"))
    val file = Files.writeString(folder.resolve(s"Source$number.scala"), source)
    val all = (classPath.map(_.toString) :+ System.getProperty("java.class.path")).mkString(File.pathSeparator)
    val settings = lock.map(path => s"-Xmacro-settings:brine.lock=$path")
    val arguments = Array("-classpath", all, "-d", into.toString) ++ settings :+ file.toString
    val errors = ListBuffer.empty[String]
    val reporter: SimpleReporter = found => if found.level == Diagnostic.ERROR then errors += found.message
    val ignored = dotty.tools.dotc.Main.process(arguments, reporter, null)
    (into, errors.toList)

  private def api(fields: String, names: String = "AsIs"): Path =
    val (classes, errors) = compiled(
      s"""package acme
         |import brine.*
         |import brine.json.{JsonDialect, JsonSchema, NameStyle, SchemaLock}
         |object Api:
         |  final case class Person($fields) derives Pickler
         |  object V1:
         |    private val dialect = JsonDialect.Default.copy(names = NameStyle.$names)
         |    val people: SchemaLock.Interface = SchemaLock.Interface("people", JsonSchema.of[Person](dialect))
         |  val broken: SchemaLock.Interface = V1.people.copy(name = sys.error("not today"))
         |  def named(name: String): SchemaLock.Interface = V1.people.copy(name = name)
         |""".stripMargin
    )
    assertEquals(errors, Nil)
    classes

  private def interface(classes: Path): SchemaLock.Interface =
    val loader = new java.net.URLClassLoader(Array(classes.toUri.toURL), getClass.getClassLoader)
    val module = loader.loadClass("acme.Api$V1$")
    module.getMethod("people").invoke(module.getField("MODULE$").get(null)).asInstanceOf[SchemaLock.Interface]

  private def check(call: String, classes: Path, lock: Option[Path] = Some(lock)): List[String] =
    compiled(s"object Check:\n  brine.json.SchemaLock.check($call)\n", Seq(classes), lock)._2

  private lazy val first = api("firstName: String, age: Int = 0")

  override def beforeAll(): Unit =
    Files.writeString(lock, Lock.empty.text)
    SchemaLock.release(lock, "1.0", interface(first))

  test("an interface that keeps its released JSON compiles") {
    assertEquals(check("acme.Api.V1.people", first), Nil)
    assertEquals(check("acme.Api.V1.people", api("firstName: String, age: Int = 0, mail: Option[String] = None")), Nil)
  }

  test("a change of a class that breaks clients does not compile") {
    assertEquals(
      check("acme.Api.V1.people", api("name: String, age: Int = 0")),
      List(
        """the JSON of people breaks released clients:
          |  release 1.0: Person.firstName: a reader needs it, but it is not written""".stripMargin
      )
    )
  }

  test("a change of the dialect that breaks clients does not compile") {
    val errors = check("acme.Api.V1.people", api("firstName: String, age: Int = 0", "SnakeCase"))
    assertEquals(errors.length, 1)
    assert(errors.head.contains("firstName: a reader needs it, but it is not written"), errors.head)
  }

  test("an interface without a release, or without a lock, does not compile") {
    val empty = Files.writeString(folder.resolve("empty.lock"), Lock.empty.text)
    assert(check("acme.Api.V1.people", first, Some(empty)).head.startsWith("expected a released schema of people"))
    assert(check("acme.Api.V1.people", first, None).head.contains("-Xmacro-settings:brine.lock="))
    val missing = check("acme.Api.V1.people", first, Some(folder.resolve("missing.lock")))
    assert(missing.head.startsWith("the lock cannot be read"), missing.head)
  }

  test("a value that the compiler cannot compute is refused, and the error names the cause") {
    val together = compiled(
      "object Own:\n  val people: brine.json.SchemaLock.Interface = acme.Api.V1.people\nobject Check:\n  " +
        "brine.json.SchemaLock.check(Own.people)\n",
      Seq(first),
      Some(lock)
    )._2
    assert(together.head.startsWith("Own.people is compiled together with this call"), together.head)
    val argument = check("acme.Api.named(\"people\")", first)
    assert(argument.head.startsWith("expected a value that is a member of an object"), argument.head)
    val broken = check("acme.Api.broken", first)
    assert(broken.head.contains("cannot be computed: java.lang.RuntimeException: not today"), broken.head)
  }
