package brine.checks.regions

import brine.*
import brine.region.*
import brine.testkit.Allocation

class RegionAllocationSuite extends munit.FunSuite:
  private val tree = Trees.bin(12)
  private val posts = Vector.tabulate(500)(i => Post(List("cat", s"tag $i"), i, List("http://example.com/")))

  /** Other allocations: a few objects, whatever the region's size. */
  private val Few = 4000L

  private def allocates(most: Long)(work: => Any)(using munit.Location): Unit =
    assert(!Allocation.isAlwaysAbove(most, 20)(work), s"${Allocation.of(work)} bytes, at most $most")

  private def sum(region: Region[?])(tree: region.View[BinTree]): Long = tree.fold(
    (leaf: region.View[BinTree.Leaf]) => leaf(_.value).toLong,
    (node: region.View[BinTree.Node]) => sum(region)(node(_.left)) + sum(region)(node(_.right))
  )

  private def users(region: Region[Vector[Post]]): Long =
    var sum = 0L
    var i = 0
    while i < region.root(_.size) do
      sum += region.root(_(i).user) + region.root(_(i).hashtags.size)
      i += 1
    sum

  private var sums = 0L

  test("views allocate nothing, in a region and in one that lies in a buffer") {
    val trees = Region.compact(tree)
    allocates(Few)(sums += sum(trees)(trees.root))
    val found = Region.compact(posts)
    allocates(Few)(sums += users(found))
    val bytes = RegionBytes.of(found)
    val there = Region.in[Vector[Post]](java.nio.ByteBuffer.allocateDirect(bytes.length).put(bytes).flip())
    allocates(Few)(sums += users(there))
    assert(sums > 0)
  }

  test("the verifier allocates nothing for objects in order, and half the bytes for other objects") {
    val trees = Region.compact(tree)
    allocates(Few)(trees.verify())
    val found = Region.compact(posts)
    allocates(Few)(found.verify())
    val deep = Region.compact(Trees.deep(10_000))
    allocates(Few)(deep.verify())
    val twice = trees.append(BinTree.Node(trees.root.toValue, trees.root.toValue))
    val shared = trees.rooted(twice)
    allocates((1 << 17) + Few)(shared.verify()) // marks, for 2^18 bytes at a time
  }

  test("compaction allocates the region's bytes, though its Compactable is made at each call") {
    def compacted() = Region.compact(tree)
    val length = compacted().length
    allocates(length + Few)(compacted())
  }

  test("an append allocates a few objects, though its Compactable is made at each call") {
    val region = Region.compact[BinTree](tree, RegionSize(firstBytes = 1 << 20))
    def grow() = region.append[BinTree](BinTree.Node(region.root.toValue, region.root.toValue))
    allocates(100 * 400L)(for _ <- 1 to 100 do grow())
  }

  test(
    "deeply nested values are copied out with at most three times the memory that the binary format takes, nested on " +
      "either side"
  ) {
    def compared[A: Pickler: Compactable](value: A): Unit =
      val pickle = value.pickle
      val region = Region.compact(value)
      val most = 3 * Allocation.of(pickle.unpickle[A])
      allocates(most)(region.toValue)
      allocates(most)(region.root.toValue)
    val levels = 100_000
    compared((1 to levels).foldLeft(null: Cell)((cell, i) => Cell(i, cell)))
    compared((1 to levels).foldLeft(None: Option[Maybe])((cell, i) => Some(Maybe(i, cell))))
    compared((1 to levels).foldLeft(BinTree.Leaf(0): BinTree)((tree, i) => BinTree.Node(BinTree.Leaf(i), tree)))
    compared(Trees.deep(levels))
  }

  test("a chain along a last field is copied out without a frame for each cell, however long it is") {
    val levels = 100_000
    val region = Region.compact((1 to levels).foldLeft(null: Cell)((cell, i) => Cell(i, cell)))
    allocates(levels * (24L + 36) + Few)(region.toValue) // an object each, and its position until it is made
    val options = Region.compact((1 to levels).foldLeft(Maybe(0, None))((cell, i) => Maybe(i, Some(cell))))
    allocates(levels * (24L + 16 + 36) + Few)(options.toValue)
  }

  test("copying a value out allocates its objects") {
    val trees = Region.compact(tree)
    val leaves = 1L << 12
    allocates(leaves * 16 + (leaves - 1) * 24 + Few)(trees.toValue)
  }
