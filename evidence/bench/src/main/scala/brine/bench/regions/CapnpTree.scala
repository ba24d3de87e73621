package brine.bench.regions

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import org.capnproto.{MessageBuilder, MessageReader, ReaderOptions}
import brine.bench.workloads.{BinaryTree, Branch, Leaf, LongBranch, LongLeaf, LongTree}

/** Cap'n Proto, in memory as it is sent. Its reader checks every pointer, and counts the bytes read: beyond its usual
  * 64 MB, it needs a higher limit.
  */
abstract class CapnpTree(factory: CapnpNode.NodeFactory) extends TreeForm, Sent:
  private final val FirstWords = 1 << 13
  private val options = new ReaderOptions(Long.MaxValue, CapnpTree.MostNesting)
  private var segments = Array.empty[ByteBuffer]

  def build(): Unit =
    val message = new MessageBuilder(FirstWords)
    put(message.initRoot(factory))
    segments = message.getSegmentsForOutput

  def bytes: Long = segments.map(_.remaining.toLong).sum
  def send(to: WritableByteChannel): Unit = Framed.write(to, segments*)
  def receive(from: ReadableByteChannel): Unit =
    segments = Framed.read(from).map(_.order(ByteOrder.LITTLE_ENDIAN)).toArray
  def traverse(): Long = sum(root)
  def one(path: Int): Long = leaf(root, path)

  protected def put(root: CapnpNode.Builder): Unit
  protected def numbers(leaf: CapnpNode.Reader): Long

  private def root: CapnpNode.Reader = new MessageReader(segments, options).getRoot(factory)

  private def sum(node: CapnpNode.Reader): Long =
    if node.isLeaf then numbers(node) else sum(node.left) + sum(node.right)

  private def leaf(node: CapnpNode.Reader, path: Int): Long =
    if node.isLeaf then numbers(node) else leaf(if (path & 1) == 0 then node.left else node.right, path >>> 1)

object CapnpTree:
  private final val MostNesting = 64

final class CapnpInts(tree: BinaryTree) extends CapnpTree(CapnpNode.INTS):
  protected def put(root: CapnpNode.Builder): Unit = put(tree, root)
  protected def numbers(leaf: CapnpNode.Reader): Long = leaf.value

  private def put(tree: BinaryTree, node: CapnpNode.Builder): Unit = tree match
    case Branch(left, right) =>
      put(left, node.initLeft)
      put(right, node.initRight)
    case Leaf(value) => node.setValue(value)

final class CapnpLongs(tree: LongTree) extends CapnpTree(CapnpNode.LONGS):
  protected def put(root: CapnpNode.Builder): Unit = put(tree, root)
  protected def numbers(leaf: CapnpNode.Reader): Long =
    leaf.number(0) + leaf.number(1) + leaf.number(2) + leaf.number(3)

  private def put(tree: LongTree, node: CapnpNode.Builder): Unit = tree match
    case LongBranch(left, right) =>
      put(left, node.initLeft)
      put(right, node.initRight)
    case LongLeaf(a, b, c, d) =>
      node.setNumber(0, a)
      node.setNumber(1, b)
      node.setNumber(2, c)
      node.setNumber(3, d)
