package brine.bench.regions

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import com.google.flatbuffers.FlatBufferBuilder
import brine.bench.workloads.{BinaryTree, Branch, Leaf, LongBranch, LongLeaf, LongTree}

/** FlatBuffers, into one builder, which is kept. Its library for Java has no verifier: every load is checked against
  * the buffer.
  */
abstract class FlatTree extends TreeForm, Sent:
  private val builder = new FlatBufferBuilder(1 << 16)
  private var buffer = ByteBuffer.allocate(0)

  def build(): Unit =
    builder.clear()
    builder.finish(put(builder))
    buffer = builder.dataBuffer

  def bytes: Long = buffer.remaining
  def traverse(): Long = sum(FlatNode.root(buffer))
  def one(path: Int): Long = leaf(FlatNode.root(buffer), path)
  def send(to: WritableByteChannel): Unit = Framed.write(to, buffer)
  def receive(from: ReadableByteChannel): Unit = buffer = Framed.read(from).head.order(ByteOrder.LITTLE_ENDIAN)

  /** Writes the tree, and says where it stands. */
  protected def put(builder: FlatBufferBuilder): Int
  protected def numbers(leaf: FlatNode): Long

  private def sum(node: FlatNode): Long =
    val left = node.left
    if left == null then numbers(node) else sum(left) + sum(node.right)

  private def leaf(node: FlatNode, path: Int): Long =
    val next = if (path & 1) == 0 then node.left else node.right
    if next == null then numbers(node) else leaf(next, path >>> 1)

final class FlatInts(tree: BinaryTree) extends FlatTree:
  protected def put(builder: FlatBufferBuilder): Int = put(tree, builder)
  protected def numbers(leaf: FlatNode): Long = leaf.value

  private def put(tree: BinaryTree, builder: FlatBufferBuilder): Int = tree match
    case Branch(left, right) => FlatNode.branch(builder, put(left, builder), put(right, builder))
    case Leaf(value)         => FlatNode.leaf(builder, value)

final class FlatLongs(tree: LongTree) extends FlatTree:
  protected def put(builder: FlatBufferBuilder): Int = put(tree, builder)
  protected def numbers(leaf: FlatNode): Long = leaf.number(0) + leaf.number(1) + leaf.number(2) + leaf.number(3)

  private def put(tree: LongTree, builder: FlatBufferBuilder): Int = tree match
    case LongBranch(left, right) => FlatNode.branch(builder, put(left, builder), put(right, builder))
    case LongLeaf(a, b, c, d)    => FlatNode.leaf(builder, a, b, c, d)
