package brine.bench.workloads

import brine.Pickler
import brine.wire.{ByteSink, ByteSource, Varint}

/** A full binary tree with one int in each leaf: many small objects, nothing else. */
sealed trait BinaryTree extends java.io.Serializable derives Pickler
final case class Branch(left: BinaryTree, right: BinaryTree) extends BinaryTree
final case class Leaf(value: Int) extends BinaryTree

object TreeWorkload extends Workload[BinaryTree]:
  /** Leaves of the tree. */
  final val Leaves = 1 << 17

  def pickler: Pickler[BinaryTree] = summon

  def value: BinaryTree =
    def build(leaves: Int, first: Int): BinaryTree =
      if leaves == 1 then Leaf(first * 0x9e3779b1 >> 20)
      else Branch(build(leaves / 2, first), build(leaves / 2, first + leaves / 2))
    build(Leaves, 0)

  /** One check of the sink for a leaf's tag and value. */
  def write(tree: BinaryTree, sink: ByteSink): Unit = tree match
    case Branch(left, right) =>
      sink.putByte(1)
      write(left, sink)
      write(right, sink)
    case Leaf(value) =>
      sink.require(1 + Varint.MAX_INT_BYTES)
      sink.putByteUnchecked(2)
      sink.putZigzagIntUnchecked(value)

  def read(source: ByteSource): BinaryTree = source.getByte() match
    case 1 => Branch(read(source), read(source))
    case 2 => Leaf(source.getZigzagInt())
    case n => throw new IllegalArgumentException(s"tag $n")
