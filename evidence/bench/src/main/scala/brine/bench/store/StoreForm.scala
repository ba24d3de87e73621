package brine.bench.store

import java.nio.ByteBuffer
import java.util.concurrent.atomic.AtomicReferenceArray
import brine.bench.Contenders
import brine.bench.regions.LongsQuestions
import brine.bench.workloads.{LongBranch, LongLeaf, LongTree, TreesOfLongs}

/** How a server keeps its values, which are trees of points by their numbers from 0 on. Any number of threads may ask.
  */
abstract class Store:
  /** For one thread: a serializer has separate buffers in each. */
  def clerk(): Clerk

/** The code that serves one client. */
abstract class Clerk:
  /** A value as it is sent. */
  def get(key: Int): Array[ByteBuffer]

  /** Replaces the leaf at the end of a path by one with the same four numbers in another order, so that their sum does
    * not change.
    */
  def update(key: Int, path: Int): Unit

/** A store, and the use of its answers by clients. */
abstract class StoreForm(val name: String):
  def store(trees: IndexedSeq[LongTree]): Store

  /** For one thread: the sum of all numbers in an answer. */
  def reader(): Array[Byte] => Long

  /** Returns true if a value can be changed where it is kept. */
  def canUpdate: Boolean = true

object StoreForm:
  val names: List[String] = List("region", "bytes", "brine-bare", "kryo-fast", "java")

  def apply(name: String): StoreForm = name match
    case "region"   => StoreOfRegions
    case "bytes"    => StoreOfBytes
    case serializer => new StoreOfObjects(serializer)

  /** The paper's: 2^10 leaves. */
  private final val Leaves = 1 << 10

  def tree(key: Int): LongTree = TreesOfLongs.tree(Leaves, Math.multiplyExact(key, Leaves))

  def trees(keys: Int): IndexedSeq[LongTree] = (0 until keys).map(tree)

/** The objects themselves, which a serializer pickles for each answer. */
final class StoreOfObjects(serializer: String) extends StoreForm(serializer):
  private def contender() = Contenders.contender(serializer, new TreesOfLongs(1))

  def store(trees: IndexedSeq[LongTree]): Store = new Store:
    private val values = new AtomicReferenceArray[LongTree](trees.toArray)

    def clerk(): Clerk = new Clerk:
      private val by = contender()
      def get(key: Int): Array[ByteBuffer] = Array(ByteBuffer.wrap(by.write(values.get(key))))
      def update(key: Int, path: Int): Unit = values.updateAndGet(key, turned(_, path)): Unit

  private def turned(tree: LongTree, path: Int): LongTree = tree match
    case LongLeaf(a, b, c, d) => LongLeaf(b, c, d, a)
    case LongBranch(left, right) =>
      if (path & 1) == 0 then LongBranch(turned(left, path >>> 1), right)
      else LongBranch(left, turned(right, path >>> 1))

  def reader(): Array[Byte] => Long =
    val by = contender()
    bytes => LongsQuestions.sum(by.read(bytes))

/** Pickles, made once and never read there: who can do without changing a value, and without looking at it, needs
  * nothing else.
  */
object StoreOfBytes extends StoreForm("bytes"):
  private val pickled = new StoreOfObjects("brine-bare")

  def store(trees: IndexedSeq[LongTree]): Store = new Store:
    private val values =
      val pickling = pickled.store(trees).clerk()
      trees.indices.map(pickling.get)

    def clerk(): Clerk = new Clerk:
      def get(key: Int): Array[ByteBuffer] = values(key).map(_.duplicate)
      def update(key: Int, path: Int): Unit = throw new UnsupportedOperationException("bytes are only read")

  def reader(): Array[Byte] => Long = pickled.reader()
  override def canUpdate: Boolean = false
