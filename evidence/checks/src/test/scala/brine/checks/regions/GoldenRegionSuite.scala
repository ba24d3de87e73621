package brine.checks.regions

import java.nio.ByteBuffer
import java.util.UUID
import brine.region.*
import brine.testkit.GoldenFiles

/** Regions of each kind of object: with pads, tables of maps, wide collections, hand-written picklers. */
class GoldenRegionSuite extends GoldenFiles("region", 1):
  private val page = Page.sample(Some(Page.sample()))
  private val near = RegionSize().withNear(8)
  private val strings = Vector.tabulate(8)(i => s"number $i")
  private val choices = Map("a" -> Option(1), "b" -> None, "c" -> Some(-1), "" -> None)
  private val moods = Set[Mood](Mood.Calm, Mood.Other("x"), Mood.Cross)
  private val numbers = (BigInt(1) << 70, BigDecimal("1.50"), new UUID(1, 2))

  golden("bintree", RegionBytes.of(Region.compact(Trees.bin(3))), "hex", GoldenFiles.hex)
  golden("pointtree", RegionBytes.of(Region.compact(Trees.point(2))), "hex", GoldenFiles.hex)
  golden("post", RegionBytes.of(Region.compact(Post(List("cat", "☃"), 7, Nil))), "hex", GoldenFiles.hex)
  golden("page", RegionBytes.of(Region.compact(page)), "hex", GoldenFiles.hex)
  golden("pads", RegionBytes.of(Region.compact(Trees.bin(3), RegionSize().withNear(16))), "hex", GoldenFiles.hex)
  golden("wide", RegionBytes.of(Region.compact(strings, near)), "hex", GoldenFiles.hex)
  golden("wide-map", RegionBytes.of(Region.compact(choices, near)), "hex", GoldenFiles.hex)
  golden("set", RegionBytes.of(Region.compact(moods)), "hex", GoldenFiles.hex)
  golden("by-hand", RegionBytes.of(Region.compact(numbers)), "hex", GoldenFiles.hex)
  goldenFilesAreListed()

  test("kept regions open, and hold the kept values") {
    def opened[A: Compactable](name: String): A =
      val region = Region.in[A](ByteBuffer.wrap(kept(name).get))
      region.verify()
      region.toValue
    assertEquals(opened[BinTree]("bintree"), Trees.bin(3))
    assertEquals(opened[BinTree]("pads"), Trees.bin(3))
    assertEquals(opened[PointTree]("pointtree"), Trees.point(2))
    assertEquals(opened[Post]("post"), Post(List("cat", "☃"), 7, Nil))
    assertEquals(opened[Page]("page").byNumber, page.byNumber)
    assertEquals(opened[Vector[String]]("wide"), strings)
    assertEquals(opened[Map[String, Option[Int]]]("wide-map"), choices)
    assertEquals(opened[Set[Mood]]("set"), moods)
    assertEquals(opened[(BigInt, BigDecimal, UUID)]("by-hand"), numbers)
  }
