package brine.checks

import java.nio.file.*
import java.nio.file.attribute.{PosixFileAttributeView, PosixFileAttributes, PosixFilePermissions}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import brine.*
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.{JsonDialect, JsonFormat, JsonSchema, SchemaLock}
import brine.lock.ReleaseTool
import brine.region.Region
import brine.testkit.Temporary
import brine.testkit.corpus.Person

/** A file that is written anew keeps its place, its rights and its owner, whoever writes it; and its writers wait for
  * each other.
  */
class ReplacedFilesSuite extends munit.FunSuite, Temporary:
  override def munitTimeout: concurrent.duration.Duration = concurrent.duration.Duration(5, "min")

  private val jim = Person("Jim", 2005)

  private def pickleTo(format: PickleFormat)(file: Path): Unit =
    given PickleFormat = format
    jim.pickleTo(file)

  private def people(releases: Int) = Seq.tabulate(releases)(i =>
    SchemaLock.Interface(s"people$i", JsonSchema.of[Person](JsonDialect.Default))
  )

  /** Runs the release tool, whose failures are printed. */
  private def tool(arguments: Any*): Unit =
    val out = new java.io.ByteArrayOutputStream
    val code = ReleaseTool.run(arguments.map(_.toString), java.io.PrintStream(out))
    if code != 0 then throw new PickleException.InputOutput(new java.io.IOException(out.toString))

  private val writers = List[(String, Path => Unit)](
    "pickleTo" -> pickleTo(BinaryFormat),
    "pickleTo of JSON" -> pickleTo(JsonFormat),
    "pickleTo of a graph" -> pickleTo(GraphFormat),
    "pickleTo of a decoupled pickle" -> pickleTo(brine.graph.decoupled.DecoupledFormat),
    "Pickle.writeAll" -> (Pickle.writeAll(List(jim), _)),
    "Region.writeTo" -> (Region.compact(jim).writeTo(_)),
    "Region.build" -> (file => Region.build(file)(List(jim)): Unit),
    "SchemaLock.release" -> (SchemaLock.release(_, "1.0", people(1)*)),
    "forget of the release tool" -> { file =>
      Files.write(file, evolve.Lock.empty.released("1.0", Seq("acme.Gone" -> Pickler[Person].shape)).text.getBytes)
      tool("forget", "acme.Gone", "--lock", file)
    },
    "tests of the release tool" -> { file =>
      val folder = newFolder()
      val lock = folder.resolve("brine.lock")
      Files.write(lock, evolve.Lock.empty.released("1.0", Seq("acme.Gone" -> Pickler[Person].shape)).text.getBytes)
      tool("tests", "GoldenSuite", "--lock", lock, "--golden", folder, "--out", file)
    }
  )

  private def attributes(file: Path) =
    Files.readAttributes(file, classOf[PosixFileAttributes], LinkOption.NOFOLLOW_LINKS)

  private def list(folder: Path): List[String] =
    val files = Files.list(folder)
    try files.iterator.asScala.map(_.getFileName.toString).toList.sorted
    finally files.close()

  for (name, write) <- writers do
    test(s"$name keeps the rights of the file that it replaces"):
      val file = newFolder().resolve("p")
      write(file)
      val usual = attributes(file).permissions
      for rights <- List("rw-------", "rw-r-----", "rw-rw-rw-", "rwxr-xr-x", "rw----r--") do
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights))
        write(file)
        assertEquals(PosixFilePermissions.toString(attributes(file).permissions), rights)
      Files.delete(file)
      write(file)
      assertEquals(attributes(file).permissions, usual, "of a new file")

    test(s"$name keeps the owner and the group, or refuses"):
      val file = newFolder().resolve("p")
      write(file)
      val users = file.getFileSystem.getUserPrincipalLookupService
      val other = util.Try {
        Files.setOwner(file, users.lookupPrincipalByName("nobody"))
        Files.getFileAttributeView(file, classOf[PosixFileAttributeView])
          .setGroup(users.lookupPrincipalByGroupName("daemon"))
      }
      assume(other.isSuccess, "only root gives files away")
      val before = attributes(file)
      write(file)
      assertEquals((attributes(file).owner, attributes(file).group), (before.owner, before.group))

    test(s"$name follows links, also to a file that does not exist yet"):
      val (folder, elsewhere) = (newFolder(), newFolder())
      val file = elsewhere.resolve("p")
      val direct = Files.createSymbolicLink(folder.resolve("direct"), file)
      val second = Files.createSymbolicLink(folder.resolve("second"), Path.of("direct"))
      for link <- List(direct, second) do
        Files.deleteIfExists(file)
        for _ <- 1 to 2 do
          write(link)
          assert(Files.isSymbolicLink(direct) && Files.isSymbolicLink(second))
          assert(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
      assertEquals((list(folder), list(elsewhere)), (List("direct", "second"), List("p")))

    test(s"$name refuses places that a new file would destroy"):
      val folder = newFolder()
      val file = Files.write(folder.resolve("p"), Array.emptyByteArray)
      write(file)
      val second = Files.createLink(folder.resolve("second"), file)
      val bytes = Files.readAllBytes(file).toSeq
      def refused(place: Path): Unit =
        val e = intercept[Exception](write(place))
        assert(e.isInstanceOf[PickleException.InputOutput] || e.isInstanceOf[java.io.IOException], e)
        assert(e.getMessage.contains(place.getFileName.toString), e.getMessage)
      if !name.startsWith("forget") then
        refused(file)
        assertEquals(Files.readAllBytes(second).toSeq, bytes)
      refused(Files.createDirectory(folder.resolve("empty")))
      val pipe = folder.resolve("pipe")
      if !name.startsWith("forget") && new ProcessBuilder("mkfifo", pipe.toString).start().waitFor() == 0 then
        refused(pipe)
        assert(!Files.isRegularFile(pipe) && Files.exists(pipe))
      val ring = Files.createSymbolicLink(folder.resolve("ring"), folder.resolve("ring"))
      refused(ring)
      assert(Files.isSymbolicLink(ring))

  test("the root of a file system is refused"):
    intercept[PickleException.InputOutput](jim.pickleTo(Path.of("/")))

  test("the part of a file that only its owner may read is not readable for others while it is written"):
    val file = newFolder().resolve("p")
    jim.pickleTo(file)
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"))
    val parts = List.newBuilder[(String, String)]
    val values = Iterator.tabulate(3)(i =>
      for name <- list(file.getParent) do
        parts += name -> PosixFilePermissions.toString(attributes(file.resolveSibling(name)).permissions)
      Person("p", i)
    )
    Pickle.writeAll(values, file)
    assert(parts.result().exists(_._1.endsWith(".part")), parts.result())
    assert(parts.result().forall(_._2 == "rw-------"), parts.result())

  test("no release is lost when processes and threads release at once"):
    val lock = newFolder().resolve("brine.lock")
    val processes = List.tabulate(3)(i => ReplacedFilesSuite.start(lock, s"process$i", 20))
    val threads = List.tabulate(2)(i => new Thread(() => ReplacedFilesSuite.release(lock, s"thread$i", 20)))
    threads.foreach(_.start())
    for process <- processes do
      assert(process.waitFor(240, TimeUnit.SECONDS))
      assertEquals(process.exitValue, 0, new String(process.getInputStream.readAllBytes))
    threads.foreach(_.join())
    assertEquals(evolve.Lock.parse(Files.readString(lock)).schemas.map(_.name).distinct.length, 5 * 20)
    assertEquals(list(lock.getParent), List("brine.lock"))

  test("a file that another holds is refused after a while, and its holder's file is named"):
    val file = newFolder().resolve("brine.lock")
    HeldFile.hold(file) {
      val e = intercept[FileSystemException](HeldFile.hold(file, patience = 20)(()))
      assert(e.getMessage.contains(".brine.lock.held: another process changes the file beside it"), e.getMessage)
    }
    assertEquals(HeldFile.hold(file, patience = 20)(1), 1)
    assertEquals(list(file.getParent), Nil)

object ReplacedFilesSuite:
  def release(lock: Path, name: String, count: Int): Unit =
    for i <- 1 to count do
      SchemaLock.release(lock, "1.0", SchemaLock.Interface(s"$name-$i", JsonSchema.of[Person](JsonDialect.Default)))

  private def start(lock: Path, name: String, count: Int): Process =
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val main = "brine.checks.ReplacedFilesSuite"
    val classes = System.getProperty("java.class.path")
    new ProcessBuilder(java, "-cp", classes, main, lock.toString, name, count.toString).redirectErrorStream(
      true
    ).start()

  def main(arguments: Array[String]): Unit = release(Path.of(arguments(0)), arguments(1), arguments(2).toInt)
