package brine.accel.model

import brine.wire.layout.DecoupledLayout
import java.io.ByteArrayOutputStream

/** Packed items: buckets, and their end map (docs/spec/decoupled.md, "Packed items"). */
final case class PackedItems(buckets: Array[Byte], ends: Array[Byte])

/** The arrays of a pickle, without the parts that the host puts around them. */
final case class DecoupledArrays(
    values: Array[Long],
    references: PackedItems,
    layouts: PackedItems,
    imageSlots: Long,
    objects: Int,
    referenceCount: Long
)

/** The format as plain code, for comparison: no parallelism, no hardware, one step after the other. */
object Decoupled {

  /** The mark word of an unlocked object without a hash code. */
  val mark: Long = DecoupledLayout.MARK_WORD

  def serialize(graph: ObjectGraph, keepMarks: Boolean = false): DecoupledArrays =
    serialize(graph, keepMarks, graph.objects.map(_ => mark))

  /** Serializes a graph whose objects have these mark words. */
  def serialize(graph: ObjectGraph, keepMarks: Boolean, marks: Seq[Long]): DecoupledArrays = {
    val places = Array.fill(graph.objects.size)(-1L)
    val order = scala.collection.mutable.ArrayBuffer.empty[Int]
    var total = 0L
    def place(index: Int): Long = {
      if (places(index) < 0) {
        places(index) = total
        order += index
        total += slots(graph, graph.objects(index), keepMarks)
      }
      places(index)
    }
    val values = Array.newBuilder[Long]
    val references, layouts = new Packer
    if (graph.root >= 0) place(graph.root)
    var next = 0
    while (next < order.size) {
      val o = graph.objects(order(next))
      val bits = Seq.newBuilder[Boolean]
      def value(v: Long): Unit = { values += v; bits += false }
      if (keepMarks) value(marks(order(next)))
      value(graph.classes(o.classIndex).number)
      if (graph.hasLength(o)) value(o.length)
      for (i <- o.content.indices)
        if (!graph.isReference(o, i)) value(o.content(i))
        else {
          bits += true
          references.reference(if (o.content(i) < 0) 0 else 1 + place(o.content(i).toInt))
        }
      layouts.item(bits.result())
      next += 1
    }
    DecoupledArrays(values.result(), references.result(), layouts.result(), total, order.size, references.count)
  }

  def slots(graph: ObjectGraph, o: GraphObject, keepMarks: Boolean): Int =
    1 + (if (keepMarks) 1 else 0) + (if (graph.hasLength(o)) 1 else 0) + o.content.length

  /** The image, slot by slot, as software has it. */
  def image(arrays: DecoupledArrays): Array[Long] = image(arrays, identity, (_, word) => word)

  /** The image as it is put at an address, ready to be used: addresses for references, klass pointers for numbers. */
  def image(arrays: DecoupledArrays, base: Long, klass: Long => Long, hasMarks: Boolean): Array[Long] =
    image(
      arrays,
      r => if (r == 0) 0 else base + 8 * (r - 1),
      (slot, word) => if (slot == (if (hasMarks) 1 else 0)) klass(word) else word
    )

  private def image(arrays: DecoupledArrays, reference: Long => Long, value: (Int, Long) => Long): Array[Long] = {
    val references = items(arrays.references).map(referenceOf).iterator
    val values = arrays.values.iterator
    items(arrays.layouts).flatMap { layout =>
      layout.zipWithIndex.map { case (isReference, slot) =>
        if (isReference) reference(references.next()) else value(slot, values.next())
      }
    }.toArray
  }

  // ---- packing

  final class Packer {
    private val buckets = new ByteArrayOutputStream
    private val ends = new scala.collection.mutable.BitSet
    private var items = 0L

    def count: Long = items

    def reference(r: Long): Unit =
      item((63 - java.lang.Long.numberOfLeadingZeros(r) to 0 by -1).map(i => (r >> i & 1) == 1))

    def item(bits: Seq[Boolean]): Unit = {
      (bits :+ true).grouped(8).foreach(bucket => buckets.write(highestFirst(bucket)))
      ends += buckets.size - 1
      items += 1
    }

    def result(): PackedItems =
      PackedItems(buckets.toByteArray, (0 until buckets.size).map(ends).grouped(8).map(highestFirst(_).toByte).toArray)

    private def highestFirst(bits: Seq[Boolean]): Int = bits.zipWithIndex.map { case (b, i) =>
      if (b) 128 >> i else 0
    }.sum
  }

  /** The bits of each item, without the end bit. */
  def items(packed: PackedItems): Seq[Seq[Boolean]] = {
    def bits(b: Byte) = (7 to 0 by -1).map(i => (b >> i & 1) == 1)
    val result = Seq.newBuilder[Seq[Boolean]]
    var begin = 0
    for (i <- packed.buckets.indices if bits(packed.ends(i / 8))(i % 8)) {
      val all = packed.buckets.slice(begin, i + 1).toIndexedSeq.flatMap(bits)
      result += all.take(all.lastIndexOf(true))
      begin = i + 1
    }
    result.result()
  }

  private def referenceOf(bits: Seq[Boolean]): Long = bits.foldLeft(0L)((r, b) => r << 1 | (if (b) 1 else 0))
}
