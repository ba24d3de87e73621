package brine.bench.regions

import java.nio.ByteBuffer
import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import brine.bench.Contender
import brine.bench.workloads.{BinaryTree, Branch, Leaf, LongBranch, LongLeaf, LongTree}

/** Reads a tree of ordinary objects. */
abstract class TreeQuestions[T]:
  def sum(tree: T): Long
  def leaf(tree: T, path: Int): Long

object IntsQuestions extends TreeQuestions[BinaryTree]:
  def sum(tree: BinaryTree): Long = tree match
    case Branch(left, right) => sum(left) + sum(right)
    case Leaf(value)         => value

  def leaf(tree: BinaryTree, path: Int): Long = tree match
    case Branch(left, right) => leaf(if (path & 1) == 0 then left else right, path >>> 1)
    case Leaf(value)         => value

object LongsQuestions extends TreeQuestions[LongTree]:
  def sum(tree: LongTree): Long = tree match
    case LongBranch(left, right) => sum(left) + sum(right)
    case LongLeaf(a, b, c, d)    => a + b + c + d

  def leaf(tree: LongTree, path: Int): Long = tree match
    case LongBranch(left, right) => leaf(if (path & 1) == 0 then left else right, path >>> 1)
    case LongLeaf(a, b, c, d)    => a + b + c + d

/** The objects themselves: how fast one can be that makes nothing. */
final class TreeOfObjects[T](tree: T, questions: TreeQuestions[T]) extends TreeForm:
  def build(): Unit = ()
  def bytes: Long = 0
  def traverse(): Long = questions.sum(tree)
  def one(path: Int): Long = questions.leaf(tree, path)

/** Bytes that have to be unpickled before they can be read. */
final class UnpickledTree[T](tree: T, contender: Contender[T], questions: TreeQuestions[T]) extends TreeForm, Sent:
  private var pickle = Array.emptyByteArray

  def build(): Unit = pickle = contender.write(tree)
  def bytes: Long = pickle.length
  def traverse(): Long = questions.sum(contender.read(pickle))
  def one(path: Int): Long = questions.leaf(contender.read(pickle), path)
  def send(to: WritableByteChannel): Unit = Framed.write(to, ByteBuffer.wrap(pickle))
  def receive(from: ReadableByteChannel): Unit = pickle = Framed.read(from).head.array
