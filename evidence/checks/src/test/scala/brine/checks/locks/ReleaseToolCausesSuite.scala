package brine.checks

import java.io.{ByteArrayOutputStream, PrintStream}
import java.net.URLClassLoader
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import brine.evolve.Lock
import brine.lock.ReleaseTool

/** The release tool never loses a type silently. These are the cases where classes cannot be inspected, or class files
  * do not distinguish them.
  */
class ReleaseToolCausesSuite extends munit.FunSuite:
  private val Releases = "brine/checks/releases"
  private val one = "brine.checks.releases.one."

  private val folder = FunFixture[Path](
    setup = _ => Files.createTempDirectory("brine"),
    teardown = d => Files.walk(d).iterator.asScala.toList.reverse.foreach(Files.delete)
  )

  /** The compiled classes of a package in `releases`, in a separate folder. */
  private def classes(release: String, into: Path): Path =
    val here = Path.of(classOf[ReleaseToolCausesSuite].getProtectionDomain.getCodeSource.getLocation.toURI).resolve(
      Releases
    ).resolve(release)
    val to = into.resolve("classes").resolve(Releases).resolve(release)
    Files.createDirectories(to)
    for file <- Files.list(here).iterator.asScala do Files.copy(file, to.resolve(file.getFileName))
    into.resolve("classes")

  /** Takes the classes of the releases from the folders alone. */
  private final class Isolated(folders: Path*)
      extends URLClassLoader(folders.map(_.toUri.toURL).toArray, getClass.getClassLoader):
    override def loadClass(name: String, resolve: Boolean): Class[?] =
      if name.startsWith("brine.checks.releases.") then Option(findLoadedClass(name)).getOrElse(findClass(name))
      else super.loadClass(name, resolve)
    override def getResource(name: String): java.net.URL =
      if name.startsWith(Releases) then findResource(name) else super.getResource(name)

  private def run(path: Seq[Path])(arguments: Any*): (Int, String) =
    val thread = Thread.currentThread
    val before = thread.getContextClassLoader
    val loader = new Isolated(path*)
    thread.setContextClassLoader(loader)
    try
      val out = new ByteArrayOutputStream
      val code = ReleaseTool.run(arguments.map(_.toString), new PrintStream(out, true, "UTF-8"))
      (code, out.toString("UTF-8").replace("\r\n", "\n"))
    finally
      thread.setContextClassLoader(before)
      loader.close()

  private def released(d: Path, release: String = "one"): (Path, Path) =
    val (folder, lock) = (classes(release, d), d.resolve("brine.lock"))
    val (code, text) = run(Seq(folder))("add", "1.0", "--classes", folder, "--lock", lock)
    assertEquals(code, 0, text)
    (folder, lock)

  folder.test("a class that the class path lacks: exit code 3, the missing class is named, and nothing is written") {
    d =>
      val (folder, lock) = released(d)
      val before = Files.readString(lock)
      Files.delete(folder.resolve(Releases).resolve("one/Address.class"))
      for command <- List(Seq("diff"), Seq("check"), Seq("add", "1.1")) do
        val (code, text) = run(Seq(folder))((command ++ Seq("--classes", folder, "--lock", lock))*)
        assertEquals(code, 3, text)
        assert(
          text.contains(
            s"could not be inspected: ${one}Person: the class path lacks ${one}Address. Run the tool with the " +
              "runtime class path of the program"
          ),
          text
        )
        assert(text.contains("it may be in a class that could not be inspected") && !text.contains("forget"), text)
        assertEquals(Files.readString(lock), before)
      // A first lock would lack the type, and no later check would miss it.
      val (code, text) = run(Seq(folder))("add", "1.0", "--classes", folder, "--lock", d.resolve("first.lock"))
      assert(code == 3 && !Files.exists(d.resolve("first.lock")), text)
      val golden = Files.createDirectories(d.resolve("golden").resolve(one + "Person")).getParent
      val tests = run(Seq(folder))(
        "tests",
        "acme.Suite",
        "--classes",
        folder,
        "--lock",
        lock,
        "--golden",
        golden,
        "--out",
        d.resolve("Suite.scala")
      )
      assert(tests._1 == 3 && !Files.exists(d.resolve("Suite.scala")), tests._2)
      val forgotten = run(Seq(folder))("forget", one + "Person", "--classes", folder, "--lock", lock)
      assert(forgotten._1 == 3 && Files.readString(lock) == before, forgotten._2)
  }

  folder.test("an object is left out if it is requested by its name, and its types are still not lost") { d =>
    val (folder, lock) = released(d)
    Files.delete(folder.resolve(Releases).resolve("one/Address.class"))
    val without = List("Person", "Address", "Givens").flatMap(n => List("--without", one + n))
    val (code, text) = run(Seq(folder))(List[Any]("check", "--classes", folder, "--lock", lock) ++ without*)
    assert(code == 1 && text.contains(s"${one}Person is gone: no pickler reads it"), text)
    val first =
      run(Seq(folder))(List[Any]("add", "1.0", "--classes", folder, "--lock", d.resolve("first.lock")) ++ without*)
    assertEquals(first._1, 0, first._2)
    val typo = run(Seq(folder))("check", "--classes", folder, "--lock", lock, "--without", "acme.Typo")
    assert(typo._1 == 2 && typo._2.contains("--without acme.Typo: no object of this name is in"), typo._2)
  }

  folder.test("folders that are not on the class path, or not its roots: exit code 3, with the cure") { d =>
    val (folder, lock) = released(d)
    val (code, text) = run(Nil)("check", "--classes", folder, "--lock", lock)
    assert(code == 3 && text.contains(s"${one}Person: the class path does not have it. Put $folder on it"), text)
    val above = run(Seq(folder))("check", "--classes", folder.resolve("brine"), "--lock", lock)
    assert(above._1 == 3 && above._2.contains("which must be a root of class files"), above._2)
    val empty =
      run(Seq(folder))("add", "1.0", "--classes", Files.createDirectories(d.resolve("empty")), "--lock", d.resolve("l"))
    assert(empty._1 == 2 && empty._2.contains("no pickler found in") && !Files.exists(d.resolve("l")), empty._2)
  }

  folder.test("another version of a class before that of the folder: exit code 3, and both places are named") { d =>
    val (folder, lock) = released(d)
    val other = classes("one", d.resolve("other"))
    val file = other.resolve(Releases).resolve("one/Address.class")
    val bytes = Files.readAllBytes(file)
    bytes(bytes.indexOfSlice("street".getBytes)) = 'S'.toByte
    Files.write(file, bytes)
    val (code, text) = run(Seq(other, folder))("check", "--classes", folder, "--lock", lock)
    assert(
      code == 3 && text.contains(
        s"${one}Address: the class path has another version of it, ${file.toUri.toURL}. Put $folder before that"
      ),
      text
    )
    assertEquals(run(Seq(folder, other))("check", "--classes", folder, "--lock", lock)._1, 0)
  }

  folder.test("the type under an opaque type is seen, also a primitive, a collection, and at the top of a file") { d =>
    val (folder, lock) = released(d, "opaque1")
    val names = Lock.parse(Files.readString(lock)).entries.map(_.typeName.stripPrefix("brine.checks.releases.")).toList
    assertEquals(
      names.sorted,
      List(
        "opaque1#loose",
        "opaque1.Hand#given_Pickler_ByHand",
        "opaque1.Ids.Age#given_Pickler_Age",
        "opaque1.Ids.Rank#given_Pickler_Rank",
        "opaque1.Ids.Tags#given_Pickler_Tags",
        "opaque1.Ids.UserId#given_Pickler_UserId",
        "opaque1.Loose#given_Pickler_Loose",
        "opaque1.Plain",
        "opaque1.Plain#alias"
      )
    )
    Files.writeString(lock, Files.readString(lock).replace(".opaque1", ".opaque2"))
    val next = classes("opaque2", d.resolve("next"))
    val (code, text) = run(Seq(next))("check", "--classes", next, "--lock", lock)
    assertEquals(code, 1, text)
    for (name, difference) <- List(
        "Ids.UserId#given_Pickler_UserId" -> ": expected Int, found UUID",
        "Ids.Age#given_Pickler_Age" -> ": expected String, found Int",
        "Ids.Tags#given_Pickler_Tags" -> "[]: expected Int, found String",
        "Loose#given_Pickler_Loose" -> ": expected Boolean, found String",
        "Hand#given_Pickler_ByHand" -> ": expected ByHand, version 2, found ByHand"
      )
    do
      assert(
        text.contains(
          s"brine.checks.releases.opaque2.$name can no longer read pickles of release 1.0:\n  $$$difference;"
        ),
        s"$name: $difference\n$text"
      )
    assert(!text.contains("Rank") && !text.contains("opaque2.Plain could"), text)
  }

  folder.test("a test reads the pickles of a given by its place") { d =>
    val (folder, golden) = (classes("opaque1", d), d.resolve("golden"))
    val added = run(Seq(folder))("add", "1.0", "--classes", folder, "--lock", d.resolve("l"), "--golden", golden)
    assertEquals(added._1, 0, added._2)
    val (code, text) =
      run(Seq(folder))("tests", "acme.Suite", "--classes", folder, "--lock", d.resolve("l"), "--golden", golden)
    assertEquals(code, 0, text)
    val place = "brine.checks.releases.opaque1.Ids.UserId"
    assert(
      text.contains(
        s"""brine.lock.Golden.verify(released, "$place#given_Pickler_UserId")(using $place.given_Pickler_UserId)"""
      ),
      text
    )
    assertEquals(
      brine.lock.Golden.verify(golden, s"$place#given_Pickler_UserId")(using
      releases.opaque1.Ids.UserId.given_Pickler_UserId),
      5
    )
  }

  folder.test("a renamed type: the command that says so is shown") { d =>
    val (folder, lock) = released(d)
    Files.writeString(lock, Files.readString(lock).replace(s"${one}Address ", "acme.Place "))
    val (code, text) = run(Seq(folder))("check", "--classes", folder, "--lock", lock)
    assert(
      code == 1 && text.contains(
        s"acme.Place is gone: no pickler reads it, but ${one}Address has its shape. If it was renamed: `move " +
          s"acme.Place ${one}Address`"
      ),
      text
    )
    val before = Files.readString(lock)
    val typo = run(Seq(folder))("move", "acme.Place", one + "Adress", "--classes", folder, "--lock", lock)
    assert(typo._1 == 1 && Files.readString(lock) == before, typo._2)
    assertEquals(run(Seq(folder))("move", "acme.Place", one + "Address", "--classes", folder, "--lock", lock)._1, 0)
    assertEquals(run(Seq(folder))("check", "--classes", folder, "--lock", lock)._1, 0)
    val present = run(Seq(folder))("forget", one + "Address", "--classes", folder, "--lock", lock)
    assert(present._1 == 2 && present._2.contains("it would be new again"), present._2)
  }

  folder.test("a renamed field: `@alias` is named first, and by diff also where the new field has a default") { d =>
    val (folder, lock) = released(d)
    Files.writeString(lock, Files.readString(lock).replace(s"${one}Person ", s"brine.checks.releases.renamed.Person "))
    val next = classes("renamed", d.resolve("next"))
    val (_, text) = run(Seq(next, folder))("diff", "--classes", next, "--lock", lock)
    assert(
      text.contains("""+ $.surname: Option[String] (if its name was nick, `@alias("nick")` keeps those data)"""),
      text
    )
    assert(text.contains("~ $.house: its name was home") && !text.contains("- $.home"), text)
  }
