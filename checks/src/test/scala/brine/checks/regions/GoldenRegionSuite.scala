package brine.checks.regions

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.nio.channels.Channels
import brine.region.*
import brine.testkit.GoldenFiles

class GoldenRegionSuite extends GoldenFiles("region", 0):
  private def bytes(region: Region[?]): Array[Byte] =
    val out = new ByteArrayOutputStream
    region.sendTo(Channels.newChannel(out))
    out.toByteArray

  private val page = Page.sample(Some(Page.sample()))

  golden("bintree", bytes(Region.compact(Trees.bin(3))), "hex", GoldenFiles.hex)
  golden("pointtree", bytes(Region.compact(Trees.point(2))), "hex", GoldenFiles.hex)
  golden("post", bytes(Region.compact(Post(List("cat", "☃"), 7, Nil))), "hex", GoldenFiles.hex)
  golden("page", bytes(Region.compact(page)), "hex", GoldenFiles.hex)
  golden("pads", bytes(Region.compact(Trees.bin(3), RegionSize().withNear(16))), "hex", GoldenFiles.hex)
  goldenFilesAreListed()

  test("kept regions open, and hold what they held") {
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
