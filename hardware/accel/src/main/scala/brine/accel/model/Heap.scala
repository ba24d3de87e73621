package brine.accel.model

import scala.util.Random

/** Bytes at an address. */
final case class Segment(address: Long, bytes: Array[Byte])

/** A graph as it lies in memory: the part of a JVM's heap that the accelerator reads (ADR 58).
  *
  * {{{
  * object:     mark word | klass pointer | extension | [length] | slots of 8 bytes, as in the image
  * descriptor: a block of 32 bytes: kind, count of fields, layout (serialize.Descriptor)
  * }}}
  * @param addresses the address of each object of the graph
  * @param klasses   the klass pointer of each class
  */
final case class Heap(segments: Seq[Segment], addresses: Array[Long], klasses: Array[Long]) {
  def address(number: Int): Long = if (number < 0) 0L else addresses(number)
}

/** How objects lie. */
sealed trait Placement
object Placement {

  /** Side by side, in the order in which they were built. */
  case object Compact extends Placement

  /** In random order with random gaps. Pieces of 4 KiB lie at random places of a range, given in bytes. The objects of
    * a small graph are therefore as far from each other as those of a large one.
    */
  final case class Scattered(range: Long = 0) extends Placement
}

object Heap {
  val headerWords = 3

  /** @param base        where the objects begin
    * @param descriptors where the type descriptors begin, which belong to the heap's metadata
    */
  def build(
      graph: ObjectGraph,
      base: Long,
      descriptors: Long,
      placement: Placement = Placement.Scattered(),
      seed: Int = 1
  ): Heap = {
    val random = new Random(seed)
    val scattered = placement != Placement.Compact
    val order = if (scattered) random.shuffle(graph.objects.indices.toVector) else graph.objects.indices.toVector
    // First all objects side by side, in pieces that no object crosses; then the pieces where they belong.
    val offsets = new Array[Long](graph.objects.size)
    var next = 0L
    for (number <- order) {
      if (scattered) next += 8 * random.nextInt(8)
      val bytes = 8L * words(graph, graph.objects(number))
      if (next / piece != (next + bytes - 1) / piece) next = (next + piece - 1) / piece * piece
      offsets(number) = next
      next += bytes
    }
    val places = placement match {
      case Placement.Scattered(range) => pieces(graph, offsets, (next + piece - 1) / piece, range, random)
      case Placement.Compact          => Array.tabulate(((next + piece - 1) / piece).toInt)(_ * piece)
    }
    val addresses = offsets.map(o => base + places((o / piece).toInt) + o % piece)
    val gaps = new Random(descriptors) // the same descriptors for every heap
    val klasses = graph.classes.indices.map(i => descriptors + 1024L * i + 32 * gaps.nextInt(32)).toArray
    val bytes = new Array[Byte]((next + piece).toInt)
    for (number <- graph.objects.indices)
      putObject(graph, number, offsets(number).toInt, addresses, klasses, bytes, random)
    val objects = places.toSeq.zipWithIndex.map { case (at, i) =>
      Segment(base + at, bytes.slice((i * piece).toInt, ((i + 1) * piece).toInt))
    }
    val types = graph.classes.zip(klasses).map { case (c, klass) => Segment(klass, descriptor(c.shape)) }
    Heap(objects ++ types, addresses, klasses)
  }

  private val piece = 4096L

  /** Bytes that a heap takes from its base on. */
  def extent(graph: ObjectGraph, placement: Placement): Long = {
    val bytes = graph.objects.iterator.map(o => (8L * words(graph, o) + 64) * 5 / 4).sum + 2 * graph.objects.count(o =>
      o.content.length > 100
    ) * piece
    placement match {
      case Placement.Scattered(range) => (2 * bytes max range) + piece
      case Placement.Compact          => 2 * bytes + piece
    }
  }

  // The place of each piece: at random, except that a piece follows the one before it if an object lies in both.
  private def pieces(
      graph: ObjectGraph,
      offsets: Array[Long],
      count: Long,
      range: Long,
      random: Random
  ): Array[Long] = {
    val continues = new Array[Boolean](count.toInt)
    for (number <- graph.objects.indices) {
      val last = (offsets(number) + 8L * words(graph, graph.objects(number)) - 1) / piece
      for (i <- offsets(number) / piece + 1 to last) continues(i.toInt) = true
    }
    val runs = continues.indices.filterNot(continues(_)) // first pieces
    val lengths = runs.zip(runs.drop(1) :+ count.toInt).map { case (from, until) => until - from }
    val spare = ((range / piece - count) max 0).toInt
    // The runs in random order, with the spare pieces between them.
    val before = Seq.fill(runs.size)(random.nextInt(spare + 1)).sorted
    val result = new Array[Long](count.toInt)
    var used = 0L
    for ((run, k) <- random.shuffle(runs.indices.toVector).zipWithIndex; i <- 0 until lengths(run)) {
      result(runs(run) + i) = (used + before(k)) * piece
      used += 1
    }
    result
  }

  def words(graph: ObjectGraph, o: GraphObject): Int =
    headerWords + (if (graph.hasLength(o)) 1 else 0) + o.content.length

  private def putObject(
      graph: ObjectGraph,
      number: Int,
      offset: Int,
      addresses: Array[Long],
      klasses: Array[Long],
      bytes: Array[Byte],
      random: Random
  ): Unit = {
    val o = graph.objects(number)
    var at = offset
    def word(w: Long): Unit = {
      putLong(bytes, at, w)
      at += 8
    }
    word(Decoupled.mark)
    word(klasses(o.classIndex))
    word(0L)
    if (graph.hasLength(o)) word(o.length)
    for (i <- o.content.indices)
      if (!graph.isReference(o, i)) word(o.content(i))
      else word(if (o.content(i) < 0) 0L else addresses(o.content(i).toInt))
    // Bytes behind the last number are not the object's, and must not be seen.
    for (i <- at - graph.spareBytes(o) until at) bytes(i) = (1 + random.nextInt(255)).toByte
  }

  def descriptor(shape: ClassShape): Array[Byte] = {
    val block = new Array[Byte](32)
    shape match {
      case ClassShape.Plain(references) =>
        require(references.size <= 192, s"a class of ${references.size} fields; a descriptor has room for 192")
        block(1) = references.size.toByte
        for ((true, i) <- references.zipWithIndex) block(8 + i / 8) = (block(8 + i / 8) | 1 << i % 8).toByte
      case ClassShape.Elements(references) =>
        val pattern = references.zipWithIndex.map { case (r, i) => if (r) 1 << i else 0 }.sum
        block(0) = (1 | references.size << 4 | pattern << 6).toByte
      case ClassShape.Packed(size) => block(0) = (2 | Integer.numberOfTrailingZeros(size) << 2).toByte
      case ClassShape.ByHand       => block(0) = 3
    }
    block
  }

  def putLong(bytes: Array[Byte], at: Int, value: Long): Unit =
    for (i <- 0 until 8) bytes(at + i) = (value >>> 8 * i).toByte
}
