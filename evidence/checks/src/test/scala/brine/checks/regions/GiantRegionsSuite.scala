package brine.checks.regions

import java.nio.file.{Files, Path}
import brine.region.*
import brine.testkit.Patient

/** Regions of many blocks, in memory and in files; with `-Dbrine.giants=true` of more than 2 GiB. */
class GiantRegionsSuite extends munit.FunSuite, Patient:
  private val isGiant = java.lang.Boolean.getBoolean("brine.giants")
  private val megabytes = if isGiant then 2200 else 20

  private val file = FunFixture[Path](
    _ => Files.createTempFile("giant", ".region"),
    path => Files.deleteIfExists(path): Unit
  )

  /** A kilobyte and a bit. */
  private def numbers(i: Int): Array[Long] = Array.tabulate(130)(k => i * 1000L + k)

  file.test(
    s"a file of more than $megabytes megabytes is built, and read by views and as objects from its beginning to its end"
  ) { path =>
    val count = megabytes << 10
    val region = Region.build(path)(Iterator.tabulate(count)(numbers))
    assert(region.length > (megabytes.toLong << 20), region.length)
    val root = region.root
    for i <- 0 until count do if root(_(i)(129)) != i * 1000L + 129 then fail(s"element $i")
    for i <- List(0, count / 2, count - 1) do assertEquals(root(_(i)).toValue.toList, numbers(i).toList)
    region.verify()
    // Its blocks go over a channel as they are, and the received region is equal.
    val copy = Files.createTempFile("giant", ".region")
    try
      region.writeTo(copy)
      assertEquals(Files.mismatch(path, copy), -1L)
    finally Files.delete(copy)
  }

  // Blocks have 1 GiB.
  if isGiant then
    file.test("an element that is larger than a block begins with a new block") { path =>
      // One array, which is laid out as often as it is there.
      val megabyte = Array.tabulate(1 << 17)(_.toLong)
      val region = Region.build(path)(Iterator(1, 1100, 1).map(Vector.fill(_)(megabyte)))
      assert(region.length > (1102L << 20), region.length)
      val root = region.root
      for i <- 0 to 2; k <- List(0, 1, root(_(i).size) - 1) if k < root(_(i).size) do
        assertEquals(root(_(i)(k)(77)), 77L)
      region.verify(): Unit
    }

  private val memory = if isGiant then 1300 else 20

  test(
    s"a region of more than $memory megabytes in memory, of ${if isGiant then "two blocks" else "many blocks"}, " +
      "grows by appending"
  ) {
    val region = Region.compact(numbers(0), if isGiant then RegionSize() else RegionSize(blockBits = 16))
    val count = memory << 10
    val appended = Array.tabulate(count)(i => region.append(numbers(i)))
    assert(region.length > (memory.toLong << 20), region.length)
    for i <- 0 until count do if appended(i)(_(129)) != i * 1000L + 129 then fail(s"element $i")
    assertEquals(region.rooted(appended(count - 1)).toValue.toList, numbers(count - 1).toList)
    assertEquals(region.root(_(1)), 1L)
  }
