package brine.bench.store

import java.nio.ByteBuffer
import brine.bench.workloads.{LongBranch, LongLeaf, LongTree}
import brine.region.Region

/** A region for each value, which is sent as it lies. An update is appended to it; when half of a region is of no use
  * any more, the rest is copied to a new one.
  */
object StoreOfRegions extends StoreForm("region"):
  def store(trees: IndexedSeq[LongTree]): Store = new Store:
    private val values = trees.map(new Kept(_)).toArray

    def clerk(): Clerk = new Clerk:
      def get(key: Int): Array[ByteBuffer] = values(key).sent
      def update(key: Int, path: Int): Unit = values(key).update(path)

  def reader(): Array[Byte] => Long = bytes =>
    val region = Region.in[LongTree](ByteBuffer.wrap(bytes))
    sum(region)(region.root)

  private def sum(region: Region[LongTree])(tree: region.View[LongTree]): Long = tree.fold(
    (leaf: region.View[LongLeaf]) => leaf(_.a) + leaf(_.b) + leaf(_.c) + leaf(_.d),
    (branch: region.View[LongBranch]) => sum(region)(branch(_.left)) + sum(region)(branch(_.right))
  )

  private final class Kept(tree: LongTree):
    private var latest = Region.compact(tree)
    private val usefulBytes = latest.length

    /** Bytes that were sent once do not change: only that header and blocks are of the same moment needs a lock. */
    def sent: Array[ByteBuffer] = synchronized(latest.header +: latest.buffers)

    def update(path: Int): Unit = synchronized {
      val region = latest
      val next = region.rooted(turned(region)(region.root, path))
      latest = if next.length > 2 * usefulBytes then next.compacted else next
    }

    private def turned(region: Region[LongTree])(tree: region.View[LongTree], path: Int): region.View[LongTree] =
      tree.fold(
        (leaf: region.View[LongLeaf]) => region.append[LongTree](LongLeaf(leaf(_.b), leaf(_.c), leaf(_.d), leaf(_.a))),
        (branch: region.View[LongBranch]) =>
          val (left, right) = (branch(_.left), branch(_.right))
          if (path & 1) == 0 then
            val next = turned(region)(left, path >>> 1)
            region.append[LongTree](LongBranch(next.toValue, right.toValue))
          else
            val next = turned(region)(right, path >>> 1)
            region.append[LongTree](LongBranch(left.toValue, next.toValue))
      )
