package brine.checks.regions

import java.nio.ByteBuffer
import scala.collection.mutable
import scala.util.Random
import brine.*
import brine.region.*
import brine.wire.layout.RegionLayout.*
import RegionBytes.littleEndian

/** [[Region.verify]] beside a check that follows the words of docs/spec/region.md and thinks of no time. */
class VerifierSuite extends munit.FunSuite:
  private val random = new Random(11)

  private def unbalanced(leaves: Int): BinTree =
    if leaves == 1 then BinTree.Leaf(random.nextInt())
    else
      val left = 1 + random.nextInt(leaves - 1)
      BinTree.Node(unbalanced(left), unbalanced(leaves - left))

  private def isVerified(region: Region[?]): Boolean =
    try
      region.verify()
      true
    catch case e: PickleException => false

  /** True if the invariants hold for a binary tree: tag 1 is a leaf of `leafBytes` bytes, tag 2 a node of two words. */
  private final class Plain(bytes: Array[Byte], leafBytes: Int):
    private val header = littleEndian(bytes)
    private val body = littleEndian(bytes.drop(header.getInt(BODY_OFFSET)))
    private val blockBits = header.get(BITS_OFFSET).toInt
    private val root = header.getLong(ROOT_OFFSET)
    private val found = mutable.TreeMap.empty[Long, Int]
    private val sizes = Map(1 -> leafBytes, 2 -> 8, Plain.Pad -> 8)

    def isWhole: Boolean = isObject(root & (1L << TAG_SHIFT) - 1, (root >>> TAG_SHIFT).toInt, body.limit()) && areApart

    private def isObject(at: Long, tag: Int, before: Long): Boolean =
      val isPlaced =
        sizes.contains(tag) && at >= FIRST_OBJECT && at % 4 == 0 && at < before && at + sizes(tag) <= body.limit()
      val isNew = isPlaced && !found.contains(at)
      if isNew then found(at) = tag
      isPlaced && found(at) == tag && (!isNew || tag != 2 || List(at, at + 4).forall(isWord(_, at)))

    private def isWord(at: Long, before: Long): Boolean =
      val bits = body.getInt(at.toInt)
      val target = at - 4L * ((bits & Int.MaxValue) >>> 2)
      if bits == 0 then true
      else if bits > 0 then isObject(target, bits & 3, before)
      else
        isObject(target, Plain.Pad, before) && {
          val distance = body.getLong(target.toInt)
          distance > 0 && distance <= target && isObject(target - distance, bits & 3, before)
        }

    private def areApart: Boolean =
      val ends = found.iterator.map((at, tag) => at + sizes(tag)).toList
      ends.zip(found.keys.drop(1)).forall(_ <= _) && found.forall((at, tag) =>
        at >> blockBits == at + sizes(tag) - 1 >> blockBits
      )

  private object Plain:
    /** More than a word has room for. */
    val Pad = 4

  /** Each byte of the body, changed in several ways, and two words at a time. */
  private def changed(bytes: Array[Byte]): Iterator[Array[Byte]] =
    val start = littleEndian(bytes).getInt(BODY_OFFSET) + FIRST_OBJECT
    val single =
      for at <- (start until bytes.length).iterator; change <- List(1, 2, 3, 4, 8, 12, 0x80, 0xff) yield
        val copy = bytes.clone
        copy(at) = (copy(at) ^ change).toByte
        copy
    val pairs =
      for at <- (start to bytes.length - 8 by 4).iterator; _ <- 1 to 40 yield
        val copy = bytes.clone
        littleEndian(copy).putInt(at, random.nextInt(40)).putInt(at + 4, random.nextInt(40))
        copy
    single ++ pairs

  private def agree[A: Compactable](region: Region[A], leafBytes: Int): Unit =
    val bytes = RegionBytes.of(region)
    assert(isVerified(Region.in[A](ByteBuffer.wrap(bytes))))
    val outcomes = changed(bytes).map { forged =>
      val isWhole = new Plain(forged, leafBytes).isWhole
      assertEquals(isVerified(Region.in[A](ByteBuffer.wrap(forged))), isWhole, forged.toList)
      isWhole
    }.toList
    assert(outcomes.count(identity) > 20 && outcomes.count(!_) > 200, outcomes.groupMapReduce(identity)(_ => 1)(_ + _))

  test("for any change of a tree, the verifier agrees with a plain check of the invariants") {
    agree(Region.compact(Trees.bin(4)), 4)
    agree(Region.compact(unbalanced(25)), 4)
    agree(Region.compact(Trees.point(3)), 32)
    agree(
      Region.compactSharing { val twice = Trees.bin(2); BinTree.Node(twice, BinTree.Node(twice, twice)): BinTree },
      4
    )
    agree(Region.compact(Trees.bin(3), RegionSize().withNear(24)), 4)
  }

  test("leaves that would begin before the first object are refused") {
    val bytes = RegionBytes.of(Region.compact(Trees.bin(1)))
    val forged = littleEndian(bytes)
    val start = forged.getInt(BODY_OFFSET)
    // A node at 12, whose leaves would be at 4 and 8.
    forged.putLong(ROOT_OFFSET, 2L << TAG_SHIFT | 12).putLong(start + 12, forged.getLong(start + 16))
    RegionBytes.signed(bytes, start)
    assert(!new Plain(bytes, 4).isWhole && !isVerified(Region.in[BinTree](ByteBuffer.wrap(bytes))))
  }

  test(
    "an object that crosses a block's end is found, wherever it is: a node, a leaf, the first or the last of two leaves"
  ) {
    def isWhole[A: Compactable](region: Region[A], leafBytes: Int): Boolean =
      val bytes = RegionBytes.of(region)
      bytes(BITS_OFFSET) = 12
      RegionBytes.signed(bytes, littleEndian(bytes).getInt(BODY_OFFSET))
      val plain = new Plain(bytes, leafBytes).isWhole
      // It has blocks of the size in the header; a region in a buffer or a file is one block.
      assertEquals(isVerified(RegionBytes.received[A](bytes)), plain)
      plain
    // Each leaf before the tree moves it on by four bytes, or by 32.
    def moved(leaves: Int) = (1 to leaves).foldLeft(Trees.bin(9))((tree, i) => BinTree.Node(BinTree.Leaf(i), tree))
    def movedPoints(leaves: Int) =
      (1 to leaves).foldLeft(Trees.point(7))((tree, i) => PointTree.Node(PointTree.Leaf(i, 0, 0, 0), tree))
    val ints = (0 to 8).map(n => isWhole(Region.compact[BinTree](moved(n)), 4)).toSet
    val points = (0 to 8).map(n => isWhole(Region.compact[PointTree](movedPoints(n)), 32)).toSet
    assertEquals(ints, Set(true, false))
    assertEquals(points, Set(true, false))
  }
