package brine.checks.regions

import java.nio.file.{Files, Path}
import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*
import brine.*
import brine.region.*
import brine.testkit.Patient

/** Regions that replace each other, in threads and in processes. */
class GenerationsSuite extends munit.FunSuite, Patient:
  /** In a new folder, in which a killed process may leave other files. */
  private val file = FunFixture[Path](
    _ => Files.createTempDirectory("brine").resolve("numbers.region"),
    path =>
      beside(path).foreach(Files.delete)
      Files.delete(path.getParent)
  )

  private def beside(path: Path): List[Path] =
    val files = Files.list(path.getParent)
    try files.iterator.asScala.toList
    finally files.close()

  private def list(number: Int): Region[Vector[Int]] = Region.compact(Vector.fill(100)(number))

  test("a region is closed when it has been replaced and its last reader has left") {
    val (one, two) = (list(1), list(2))
    val generations = Generations(one)
    val (reader, other) = (generations.acquire(), generations.acquire())
    generations.publish(two)
    assertEquals(generations.use(region => region.root(_(7))), 2)
    other.close()
    other.close()
    assertEquals(reader.region.root(_(7)), 1)
    assert(!one.isClosed)
    reader.close()
    assert(one.isClosed)
    assert(!two.isClosed)
    generations.publish(list(3))
    assert(two.isClosed)
  }

  test("a reader that fails leaves, too") {
    val one = list(1)
    val generations = Generations(one)
    intercept[IndexOutOfBoundsException](generations.use(region => region.root(_(100))))
    generations.publish(list(2))
    assert(one.isClosed)
  }

  test("another root of the same memory is published, and the memory is closed with the last of them") {
    val one = Region.compact(Vector(1))
    val generations = Generations(one)
    val reader = generations.acquire()
    val two = one.rooted(one.append(Vector(2)))
    generations.publish(two)
    assertEquals(reader.region.root(_(0)), 1)
    reader.close()
    assertEquals(generations.use(region => region.root(_(0))), 2)
    val second = generations.acquire()
    generations.publish(list(3))
    generations.publish(two)
    second.close()
    assertEquals(generations.use(region => region.root(_(0))), 2)
    generations.publish(list(4))
    assert(one.isClosed)
    intercept[PickleException.Closed](generations.publish(two))
    assertEquals(generations.use(region => region.root(_(0))), 4)
  }

  test("when all is closed, nothing is read or published any more, and the last reader ends in peace") {
    val (one, two) = (list(1), list(2))
    val generations = Generations(one)
    val reader = generations.acquire()
    generations.close()
    generations.close()
    intercept[PickleException.Closed](generations.acquire())
    intercept[PickleException.Closed](generations.publish(two))
    assertEquals(reader.region.root(_(0)), 1)
    reader.close()
    assert(one.isClosed)
  }

  test("a region that somebody closed is not published") {
    val (one, two) = (list(1), list(2))
    val generations = Generations(one)
    two.close()
    intercept[PickleException.Closed](generations.publish(two))
    assertEquals(generations.use(region => region.root(_(0))), 1)
    one.close()
    intercept[PickleException.Closed](Generations(one))
  }

  test("while two threads publish, each that reads finds whole regions only, and all but the last are closed") {
    val published = new ConcurrentLinkedQueue[Region[Vector[Int]]]
    def next(number: Int): Region[Vector[Int]] =
      val region = list(number)
      published.add(region)
      region
    val generations = Generations(next(0))
    val wrong = new ConcurrentLinkedQueue[String]
    @volatile var isOver = false
    def thread(act: () => Unit): Thread =
      val thread = new Thread(() =>
        try act()
        catch case e: Throwable => wrong.add(e.toString): Unit
      )
      thread.start()
      thread
    def read(): Unit = generations.use { region =>
      val root = region.root
      val number = root(_(0))
      for i <- 0 until root(_.size) do if root(_(i)) != number then wrong.add(s"${root(_(i))} beside $number")
    }
    val readers = List.fill(3)(thread(() => while !isOver do read()))
    val publishers = List(1, -1).map(sign => thread(() => for i <- 1 to 3000 do generations.publish(next(sign * i))))
    publishers.foreach(_.join())
    isOver = true
    readers.foreach(_.join())
    assertEquals(wrong.asScala.toList.take(5), List.empty[String])
    assertEquals(published.asScala.count(!_.isClosed), 1)
    assertEquals(published.size, 6001)
  }

  file.test("a refresh finds a file that has been replaced, and an invalid one leaves the latest as it was") { path =>
    list(1).writeTo(path)
    val generations = Generations.open[Vector[Int]](path)
    assert(!generations.refresh())
    val reader = generations.acquire()
    Region.build(path)(Iterator.fill(100)(2)): Unit
    assertEquals(generations.use(region => region.root(_(0))), 1)
    assert(generations.refresh())
    assert(!generations.refresh())
    assertEquals(generations.use(region => region.root(_(0))), 2)
    assertEquals(reader.region.root(_(99)), 1)
    reader.close()
    assert(reader.region.isClosed)
    Region.compact("no list").writeTo(path)
    intercept[PickleException.IncompatibleShape](generations.refresh())
    Files.delete(path)
    intercept[PickleException.InputOutput](generations.refresh())
    assertEquals(generations.use(region => region.root(_(0))), 2)
    list(3).writeTo(path)
    assert(generations.refresh())
    assertEquals(generations.use(region => region.root(_(0))), 3)
  }

  file.test("two processes read whole files only while a third replaces them, and come to the last") { path =>
    val last = 200
    RegionProcess.write(path, 0)
    val readers = List.fill(2)(RegionProcess.start(Nil, "follow", path.toString, last.toString))
    try
      // Both have the first one mapped before there is a second.
      for reader <- readers do assertEquals(RegionProcess.line(reader), "ready")
      val (code, output) = RegionProcess.run(Nil, "replace", path.toString, last.toString)
      assertEquals(code, 0, output)
      for reader <- readers do
        val (code, output) = RegionProcess.result(reader)
        assertEquals(code, 0, output)
        assertEquals(output.trim, s"came to $last")
    finally readers.foreach(_.destroyForcibly())
  }

  file.test("a process that is killed while it replaces a file leaves the old one or the new one") { path =>
    RegionProcess.write(path, 0)
    for round <- 1 to 4 do
      val writer = RegionProcess.start(Nil, "replace", path.toString, Int.MaxValue.toString)
      try
        assertEquals(RegionProcess.line(writer), "ready")
        Thread.sleep(20 + 31 * round)
      finally writer.destroyForcibly()
      assertNotEquals(writer.waitFor(), 0)
      val region = Region.open[Vector[Int]](path)
      region.verify()
      assertEquals(region.toValue.distinct.length, 1)
  }

  file.test("the next writer deletes the files of killed ones, and none of writers that still write") { path =>
    val killed = RegionProcess.start(Nil, "halve", path.toString)
    assertEquals(RegionProcess.line(killed), "ready")
    val left = parts(path)
    assertEquals(left.size, 1)
    val alive = RegionProcess.start(Nil, "halve", path.toString)
    try
      assertEquals(RegionProcess.line(alive), "ready")
      killed.destroyForcibly().waitFor(): Unit
      // Each writes its own part: this process's own other one, too, is one that is being written.
      Region.build(path)(Iterator(1, 2, 3).map { i =>
        if i == 2 then RegionProcess.write(path, 7)
        i
      }): Unit
      assertEquals(parts(path).intersect(left), Set.empty)
      assertEquals(parts(path).size, 1, "the one of the process that is alive")
    finally alive.destroyForcibly().waitFor(): Unit
    // A directory is looked through for a hundredth of the time.
    val end = System.nanoTime + 30_000_000_000L
    while parts(path).nonEmpty && System.nanoTime < end do
      RegionProcess.write(path, 8)
      Thread.sleep(100)
    assertEquals(parts(path), Set.empty)
    assertEquals(Region.open[Vector[Int]](path).toValue.distinct, Vector(8))
  }

  private def parts(path: Path): Set[String] = beside(path).map(_.toString).filter(_.endsWith(".part")).toSet

  file.test("a process that is killed while it builds a file leaves the old one") { path =>
    RegionProcess.write(path, 7)
    val writer = RegionProcess.start(Nil, "halve", path.toString)
    try assertEquals(RegionProcess.line(writer), "ready")
    finally writer.destroyForcibly()
    assertNotEquals(writer.waitFor(), 0)
    assertEquals(Region.open[Vector[Int]](path).toValue.distinct, Vector(7))
    assertEquals(
      beside(path).map(_.toString.replaceFirst(".*\\.", "")).toSet,
      Set("region", "part"),
      "the earlier files are left"
    )
  }
