package brine.bench.workloads

import brine.Pickler

/** An article and those that it links to, in cycles ("Instant Pickles", section 6.3). */
final class Article(val title: String, var links: List[Article]) extends java.io.Serializable derives Pickler

/** A message after those of the Evactor event processor ("Instant Pickles", section 6.4), whose fields the paper does
  * not print.
  */
final case class DataEvent(id: String, timestamp: Long, message: String) derives Pickler

/** The data points of Spark's linear regression ("Instant Pickles", section 6.5). */
final case class DataPoint(y: Double, x: Coordinates) derives Pickler

/** After Spark's own vector. */
final case class Coordinates(elements: Array[Double]) derives Pickler

/** After GeoTrellis's message ("Instant Pickles", section 6.6). */
final case class Raster(data: Array[Int], columns: Int, rows: Int) derives Pickler

/** A full binary tree with one int in each leaf: many small objects, nothing else. */
sealed trait BinaryTree derives Pickler
final case class Branch(left: BinaryTree, right: BinaryTree) extends BinaryTree
final case class Leaf(value: Int) extends BinaryTree

/** The same with four longs in each leaf. */
sealed trait LongTree derives Pickler
final case class LongBranch(left: LongTree, right: LongTree) extends LongTree
final case class LongLeaf(a: Long, b: Long, c: Long, d: Long) extends LongTree

/** After the model of jvm-serializers. */
final case class MediaContent(media: Clip, images: List[Image]) derives Pickler
final case class Clip(
    uri: String,
    title: Option[String],
    width: Int,
    height: Int,
    format: String,
    duration: Long,
    size: Long,
    bitrate: Option[Int],
    persons: List[String],
    player: Player,
    copyright: Option[String]
) derives Pickler
final case class Image(uri: String, title: Option[String], width: Int, height: Int, size: ImageSize) derives Pickler

enum Player derives Pickler:
  case Java, Flash

enum ImageSize derives Pickler:
  case Small, Large

/** Fuel's point, and its rectangle. */
final case class Spot(x: Int, y: Int) derives Pickler
final case class Rectangle(origin: Spot, corner: Spot) derives Pickler

/** A vertex of a graph, and those that its edges lead to. */
final class Vertex(val id: Int, var edges: Array[Vertex]) extends java.io.Serializable derives Pickler

/** A page, which can change, and the pages that it links to. */
final class LinkedPage(var title: String, var links: Array[LinkedPage]) extends java.io.Serializable derives Pickler

/** A tree whose nodes have any number of children (Cereal). */
final case class Node(value: Int, children: Vector[Node]) derives Pickler

/** A tree of two children each; a leaf has none (Cereal's narrow tree). */
final class Fork(val value: Int, val left: Fork, val right: Fork) extends java.io.Serializable derives Pickler

/** A tree of eight children each; a leaf has none (Cereal's wide tree). */
final class Fan(
    val value: Int,
    val a: Fan,
    val b: Fan,
    val c: Fan,
    val d: Fan,
    val e: Fan,
    val f: Fan,
    val g: Fan,
    val h: Fan
) extends java.io.Serializable derives Pickler:
  def children: List[Fan] = List(a, b, c, d, e, f, g, h)

/** A linked list, as one would write it by hand (Cereal); the last cell has none after it. */
final class Cell(val value: Int, val next: Cell) extends java.io.Serializable derives Pickler

/** An object with a part that it owns, and one that others may share. Parts are mutable, so their identity matters.
  */
final class Owner(val id: Int, val own: Part, val other: Part) extends java.io.Serializable derives Pickler
final class Part(var count: Int) extends java.io.Serializable derives Pickler
