package brine.checks.regions

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import brine.*
import brine.combine.imap
import brine.region.*
import brine.testkit.Patient

/** Regions that are built in a file, element by element. */
class BuiltRegionsSuite extends munit.FunSuite, Patient:
  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("brine"),
    path =>
      for file <- Files.list(path).iterator.asScala.toList do Files.delete(file)
      Files.delete(path)
  )

  private def bytesOf(file: Path): List[Byte] = Files.readAllBytes(file).toList

  /** The file that is built has the bytes of the one that is compacted, however many batches it takes. */
  private def sameFile[A](name: String, elements: Vector[A])(using Compactable[A], Compactable[Vector[A]]): Unit =
    folder.test(s"$name: a file that is built is, byte for byte, the one that compact writes") { folder =>
      val (built, compacted) = (folder.resolve("built"), folder.resolve("compacted"))
      val region = Region.build(built)(elements.iterator)
      region.verify()
      Region.compact(elements).writeTo(compacted)
      assertEquals(bytesOf(built), bytesOf(compacted))
    }

  sameFile("no elements", Vector.empty[String])
  sameFile("units", Vector.fill(50_000)(()))
  sameFile("booleans", Vector.tabulate(50_001)(_ % 3 == 0))
  sameFile("bytes", Vector.tabulate(50_003)(_.toByte))
  sameFile("shorts", Vector.tabulate(50_001)(_.toShort))
  sameFile("ints", Vector.tabulate(100_000)(identity))
  sameFile("longs", Vector.tabulate(100_000)(_ * 0x123456789L))
  sameFile("doubles", Vector.tabulate(100)(_ / 7.0))
  sameFile("strings", Vector.tabulate(30_000)(i => if i % 100 == 7 then null else "☃" * (i % 5) + i))
  sameFile("pages", Vector.tabulate(1000)(i => Page.sample().copy(length = i)))
  sameFile("trees", Vector.tabulate(5_000)(i => Trees.bin(i % 8, i)))
  sameFile(
    "a sealed type with objects",
    Vector.tabulate(50_000)(i => if i % 3 == 0 then Mood.Calm else Mood.Other(i.toString))
  )
  sameFile("options", Vector.tabulate(20_000)(i => Option.when(i % 3 > 0)(Option.when(i % 3 > 1)(i))))
  sameFile("collections", Vector.tabulate(3_000)(i => List.range(0, i % 50)))
  sameFile("an element larger than a batch", Vector("a", "b" * 2_000_000, "c" * 600_000, "d"))

  private final case class Name(text: String)
  private given Pickler[Name] = Pickler[String].imap(Name(_))(_.text)

  folder.test("elements in cells are found by views and as objects") { folder =>
    val names = Vector.tabulate(1000)(i => Name(i.toString))
    val region = Region.build(folder.resolve("names"))(names)
    region.verify()
    assertEquals(region.toValue, names)
    assertEquals(region.root(_(17)).toValue, Name("17"))
  }

  folder.test("a collection that words of 4 bytes do not reach from has words of 8") { folder =>
    val trees = Vector.tabulate(100)(i => Trees.bin(4, i))
    for near <- List(4L, 40L, 4000L, 1L << 30) do
      val region = Region.buildNear(folder.resolve("near"), near)(trees)
      region.verify()
      assertEquals(region.toValue, trees)
      assertEquals(region.root(_(99)).toValue, Trees.bin(4, 99))
  }

  folder.test("parts that elements share are whole in each, also where all shared objects are laid out once") {
    folder =>
      given PickleOptions = PickleOptions(sharing = Sharing.All)
      val shared = Trees.bin(5)
      val trees = Vector.fill(20_000)(BinTree.Node(shared, BinTree.Leaf(1)): BinTree)
      val region = Region.build(folder.resolve("shared"))(trees)
      region.verify()
      assertEquals(region.root(_(19_999)).toValue, trees.head)
      assert(region.length < 1_000_000, region.length)
  }

  folder.test("a file is replaced when all of it is there, and stays as it was if an element fails") { folder =>
    val path = folder.resolve("list")
    Region.build(path)(List("old"))
    val old = Region.open[Vector[String]](path)
    val failing =
      Iterator.tabulate(100_000)(i => if i == 99_999 then throw new IllegalStateException("no more") else i.toString)
    val error = intercept[PickleException.UserCode](Region.build(path)(failing))
    assertEquals(error.getCause.getMessage, "no more")
    assertEquals(Region.open[Vector[String]](path).toValue, Vector("old"))
    Region.build(path)(Iterator.tabulate(3)(_.toString))
    assertEquals(Region.open[Vector[String]](path).toValue, Vector("0", "1", "2"))
    assertEquals(old.root(_(0)), "old")
    assertEquals(
      Files.list(folder).iterator.asScala.map(_.getFileName.toString).toList,
      List("list"),
      "nothing is left beside it"
    )
  }

  folder.test("the limit on output is one on the whole file") { folder =>
    val little = PickleOptions(limits = Limits(maxOutputBytes = 1_000_000))
    def build(count: Int) =
      Region.build(folder.resolve("little"))(Iterator.tabulate(count)(_.toLong))(using summon, summon, little)
    val region = build(100_000)
    assertEquals(region.root(_.size), 100_000)
    intercept[PickleException.LimitExceeded](build(130_000))
  }

  folder.test("a region larger than the heap is built and read where it lies") { folder =>
    val file = folder.resolve("large")
    val megabytes = 96
    val (code, output) = RegionProcess.run(List("-Xmx24m"), "build", file.toString, megabytes.toString)
    assertEquals(code, 0, output)
    assert(Files.size(file) > (megabytes.toLong << 20), Files.size(file))
    val region = Region.open[Vector[Post]](file)
    val count = region.root(_.size)
    assertEquals(output.trim, s"${count.toLong * (count - 1) / 2} of $count")
    assertEquals(region.root(_(count - 1)).toValue, RegionProcess.post(count - 1))
  }
