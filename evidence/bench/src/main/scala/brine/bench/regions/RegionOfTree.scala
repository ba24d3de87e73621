package brine.bench.regions

import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import java.nio.file.Files
import brine.bench.workloads.{BinaryTree, Branch, Leaf, LongBranch, LongLeaf, LongTree}
import brine.region.{Compactable, Region}

/** How a region is made of a value. */
enum Compacting:
  case Plain, Sharing

  /** Written to a file that is mapped then. */
  case Mapped

/** A region, read by views. */
abstract class RegionOfTree[T: Compactable](tree: T, how: Compacting) extends TreeForm, Sent, Verified:
  private lazy val file =
    val file = Files.createTempFile("tree", ".region")
    file.toFile.deleteOnExit()
    file

  private var region: Region[T] = scala.compiletime.uninitialized

  def build(): Unit = region = how match
    case Compacting.Plain   => Region.compact(tree)
    case Compacting.Sharing => Region.compactSharing(tree)
    case Compacting.Mapped  => mapped()

  private def mapped(): Region[T] =
    Region.compact(tree).writeTo(file)
    Region.open[T](file)

  def bytes: Long = region.length
  def traverse(): Long = sum(region)
  def one(path: Int): Long = leaf(region, path)

  protected def sum(in: Region[T]): Long
  protected def leaf(in: Region[T], path: Int): Long

  def verify(): Unit = region.verify()
  def send(to: WritableByteChannel): Unit = region.sendTo(to)
  def receive(from: ReadableByteChannel): Unit = region = Region.receive[T](from)

final class RegionOfInts(tree: BinaryTree, how: Compacting) extends RegionOfTree[BinaryTree](tree, how):
  protected def sum(in: Region[BinaryTree]): Long = sumOf(in)(in.root)
  protected def leaf(in: Region[BinaryTree], path: Int): Long = leafOf(in)(in.root, path)

  private def sumOf(in: Region[BinaryTree])(tree: in.View[BinaryTree]): Long = tree.fold(
    (last: in.View[Leaf]) => last(_.value).toLong,
    (branch: in.View[Branch]) => sumOf(in)(branch(_.left)) + sumOf(in)(branch(_.right))
  )

  private def leafOf(in: Region[BinaryTree])(tree: in.View[BinaryTree], path: Int): Long = tree.fold(
    (last: in.View[Leaf]) => last(_.value).toLong,
    (branch: in.View[Branch]) => leafOf(in)(if (path & 1) == 0 then branch(_.left) else branch(_.right), path >>> 1)
  )

final class RegionOfLongs(tree: LongTree, how: Compacting) extends RegionOfTree[LongTree](tree, how):
  protected def sum(in: Region[LongTree]): Long = sumOf(in)(in.root)
  protected def leaf(in: Region[LongTree], path: Int): Long = leafOf(in)(in.root, path)

  private def sumOf(in: Region[LongTree])(tree: in.View[LongTree]): Long = tree.fold(
    (last: in.View[LongLeaf]) => numbers(in)(last),
    (branch: in.View[LongBranch]) => sumOf(in)(branch(_.left)) + sumOf(in)(branch(_.right))
  )

  private def leafOf(in: Region[LongTree])(tree: in.View[LongTree], path: Int): Long = tree.fold(
    (last: in.View[LongLeaf]) => numbers(in)(last),
    (branch: in.View[LongBranch]) => leafOf(in)(if (path & 1) == 0 then branch(_.left) else branch(_.right), path >>> 1)
  )

  private def numbers(in: Region[LongTree])(leaf: in.View[LongLeaf]): Long =
    leaf(_.a) + leaf(_.b) + leaf(_.c) + leaf(_.d)
