package brine.checks.regions

import java.nio.ByteBuffer
import brine.region.*
import brine.testkit.GoldenFiles

class GoldenRegionSuite extends GoldenFiles("region", 0):
  private val page = Page.sample(Some(Page.sample()))

  golden("bintree", RegionBytes.of(Region.compact(Trees.bin(3))), "hex", GoldenFiles.hex)
  golden("pointtree", RegionBytes.of(Region.compact(Trees.point(2))), "hex", GoldenFiles.hex)
  golden("post", RegionBytes.of(Region.compact(Post(List("cat", "☃"), 7, Nil))), "hex", GoldenFiles.hex)
  golden("page", RegionBytes.of(Region.compact(page)), "hex", GoldenFiles.hex)
  golden("pads", RegionBytes.of(Region.compact(Trees.bin(3), RegionSize().withNear(16))), "hex", GoldenFiles.hex)
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
  }
