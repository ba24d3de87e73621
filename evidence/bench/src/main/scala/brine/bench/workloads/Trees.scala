package brine.bench.workloads

import brine.Pickler
import brine.bench.workloads.Parts.*
import brine.wire.{ByteSink, ByteSource, Varint}

/** A tree of ints. `size`: leaves, a power of two. */
final class Trees(size: Int) extends Workload[BinaryTree]("tree"), Twinned[BinaryTree]:
  def pickler: Pickler[BinaryTree] = summon

  lazy val values: Vector[BinaryTree] =
    def build(leaves: Int, first: Int): BinaryTree =
      if leaves == 1 then Leaf(first * 0x9e3779b1 >> 20)
      else Branch(build(leaves / 2, first), build(leaves / 2, first + leaves / 2))
    Vector(build(size, 0))

  object plain extends Twin[BinaryTree]:
    def write(tree: BinaryTree, sink: ByteSink): Unit = tree match
      case Branch(left, right) =>
        sink.putByte(1)
        write(left, sink)
        write(right, sink)
      case leaf: Leaf => Trees.put(leaf, sink)

    def read(source: ByteSource): BinaryTree = source.getByte() match
      case 1   => Branch(read(source), read(source))
      case 2   => Leaf(source.getZigzagInt())
      case tag => unknownTag(tag)

  object hardened extends Twin[BinaryTree]:
    def write(tree: BinaryTree, sink: ByteSink): Unit =
      limit(true, sink)
      write(tree, sink, 0)

    private def write(tree: BinaryTree, sink: ByteSink, depth: Int): Unit = tree match
      case Branch(left, right) =>
        if depth == MostDepth then tooDeep()
        sink.putByte(1)
        write(left, sink, depth + 1)
        write(right, sink, depth + 1)
      case leaf: Leaf => Trees.put(leaf, sink)

    def read(source: ByteSource): BinaryTree = read(source, 0)

    private def read(source: ByteSource, depth: Int): BinaryTree = source.getByte() match
      case 1 =>
        if depth == MostDepth then tooDeep()
        Branch(read(source, depth + 1), read(source, depth + 1))
      case 2   => Leaf(source.getZigzagInt())
      case tag => unknownTag(tag)

private object Trees:
  /** One check of the sink for the tag and the value. */
  def put(leaf: Leaf, sink: ByteSink): Unit =
    sink.require(1 + Varint.MAX_INT_BYTES)
    sink.putByteUnchecked(2)
    sink.putZigzagIntUnchecked(leaf.value)

/** A tree of longs. `size`: leaves, a power of two. */
final class TreesOfLongs(size: Int) extends Workload[LongTree]("treeLongs"), Twinned[LongTree]:
  def pickler: Pickler[LongTree] = summon

  lazy val values: Vector[LongTree] = Vector(TreesOfLongs.tree(size, 0))

  object plain extends Twin[LongTree]:
    def write(tree: LongTree, sink: ByteSink): Unit = tree match
      case LongBranch(left, right) =>
        sink.putByte(1)
        write(left, sink)
        write(right, sink)
      case leaf: LongLeaf => TreesOfLongs.put(leaf, sink)

    def read(source: ByteSource): LongTree = source.getByte() match
      case 1   => LongBranch(read(source), read(source))
      case 2   => TreesOfLongs.get(source)
      case tag => unknownTag(tag)

  object hardened extends Twin[LongTree]:
    def write(tree: LongTree, sink: ByteSink): Unit =
      limit(true, sink)
      write(tree, sink, 0)

    private def write(tree: LongTree, sink: ByteSink, depth: Int): Unit = tree match
      case LongBranch(left, right) =>
        if depth == MostDepth then tooDeep()
        sink.putByte(1)
        write(left, sink, depth + 1)
        write(right, sink, depth + 1)
      case leaf: LongLeaf => TreesOfLongs.put(leaf, sink)

    def read(source: ByteSource): LongTree = read(source, 0)

    private def read(source: ByteSource, depth: Int): LongTree = source.getByte() match
      case 1 =>
        if depth == MostDepth then tooDeep()
        LongBranch(read(source, depth + 1), read(source, depth + 1))
      case 2   => TreesOfLongs.get(source)
      case tag => unknownTag(tag)

object TreesOfLongs:
  /** The leaves from the one of this number on. */
  def tree(leaves: Int, first: Int): LongTree =
    if leaves == 1 then LongLeaf(first, first * 0x9e3779b97f4a7c15L >> 30, -first, 1L << (first % 63))
    else LongBranch(tree(leaves / 2, first), tree(leaves / 2, first + leaves / 2))

  private[workloads] def put(leaf: LongLeaf, sink: ByteSink): Unit =
    sink.require(1 + 4 * Varint.MAX_LONG_BYTES)
    sink.putByteUnchecked(2)
    sink.putZigzagLongUnchecked(leaf.a)
    sink.putZigzagLongUnchecked(leaf.b)
    sink.putZigzagLongUnchecked(leaf.c)
    sink.putZigzagLongUnchecked(leaf.d)

  private[workloads] def get(source: ByteSource): LongLeaf =
    LongLeaf(source.getZigzagLong(), source.getZigzagLong(), source.getZigzagLong(), source.getZigzagLong())
