package brine.accel

import brine.accel.model._
import brine.wire.layout.DecoupledLayout
import java.nio.{ByteBuffer, ByteOrder}

/** A pickle of the decoupled format as software has written it (docs/spec/decoupled.md, "The pickle").
  *
  * @param arrays   its values, references and layouts
  * @param sections the offset of each: values, references, their end map, layouts, their end map
  */
final case class StoredPickle(bytes: Array[Byte], arrays: DecoupledArrays, sections: Seq[Int], hasMarks: Boolean) {

  /** The graph of the pickle's objects. The classes' shapes come from the objects, not from the head's tables. */
  def graph: ObjectGraph = {
    val layouts = Decoupled.items(arrays.layouts)
    val image = Decoupled.image(arrays)
    val starts = layouts.scanLeft(0)(_ + _.size).init
    val indexes = starts.zipWithIndex.toMap
    val objects = layouts.zip(starts).map { case (layout, at) =>
      StoredPickle.Stored(layout, image.slice(at, at + layout.size))
    }
    val front = if (hasMarks) 2 else 1
    val numbers = objects.map(_.words(front - 1).toInt)
    val classes = numbers.distinct.sorted.map { number =>
      GraphClass(number, StoredPickle.shape(number, front, objects.zip(numbers).collect { case (o, `number`) => o }))
    }.toVector
    val graphObjects = objects.zip(numbers).map { case (o, number) =>
      val index = classes.indexWhere(_.number == number)
      val hasLength = !classes(index).shape.isInstanceOf[ClassShape.Plain]
      val from = if (hasLength) front + 1 else front
      val content = o.words.indices.drop(from).map { i =>
        if (!o.layout(i)) o.words(i) else if (o.words(i) == 0) -1L else indexes((o.words(i) - 1).toInt).toLong
      }
      new GraphObject(index, if (hasLength) o.words(front) else 0, content.toArray)
    }
    new ObjectGraph(classes, graphObjects.toIndexedSeq, if (objects.isEmpty) -1 else 0)
  }
}

object StoredPickle {
  def apply(bytes: Array[Byte]): StoredPickle = {
    val in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)
    def unsigned(offset: Int) = in.get(offset) & 0xff
    require(unsigned(0) == DecoupledLayout.MAGIC_0 && unsigned(1) == DecoupledLayout.MAGIC_1, "not a decoupled pickle")
    require(unsigned(DecoupledLayout.VERSION_OFFSET) == DecoupledLayout.VERSION, "a later version")
    val flags = unsigned(DecoupledLayout.FLAGS_OFFSET)
    val headEnd = DecoupledLayout.HEAD_OFFSET + in.getInt(DecoupledLayout.HEAD_LENGTH_OFFSET)
    val Seq(slots, objects, references, referenceBytes, layoutBytes) = lastNumbers(bytes, headEnd, 5)
    val checksum = if ((flags & DecoupledLayout.FLAG_CHECKSUMS) != 0) 4 else 0
    val lengths = Seq(
      8 * (slots - references),
      referenceBytes,
      (referenceBytes + 7) / 8,
      layoutBytes,
      (layoutBytes + 7) / 8
    ).map(_.toInt)
    val sections = lengths.scanLeft(aligned(headEnd + checksum))((at, length) => aligned(at + length)).init
    def section(i: Int) = bytes.slice(sections(i), sections(i) + lengths(i))
    val arrays = DecoupledArrays(
      brine.accel.sim.Host.longs(section(0)),
      PackedItems(section(1), section(2)),
      PackedItems(section(3), section(4)),
      slots,
      objects.toInt,
      references
    )
    new StoredPickle(bytes, arrays, sections, (flags & DecoupledLayout.FLAG_MARK_WORDS) != 0)
  }

  private final case class Stored(layout: Seq[Boolean], words: Array[Long])

  private def aligned(offset: Int): Int = {
    val unit = DecoupledLayout.SECTION_ALIGNMENT
    (offset + unit - 1) / unit * unit
  }

  /** The last variable-length numbers before an offset. The highest bit of a byte is set unless it is a number's last.
    */
  private def lastNumbers(bytes: Array[Byte], end: Int, count: Int): Seq[Long] = {
    val starts = Iterator.iterate(end) { at =>
      var start = at - 1
      while (start > DecoupledLayout.HEAD_OFFSET && bytes(start - 1) < 0) start -= 1
      start
    }.slice(1, count + 1).toSeq.reverse
    starts.zip(starts.tail :+ end).map { case (from, until) =>
      (from until until).foldRight(0L)((i, number) => number << 7 | bytes(i) & 0x7f)
    }
  }

  // ---- shapes, of objects

  private val arrayBytes = Map(1 -> 1, 2 -> 1, 3 -> 2, 4 -> 2, 5 -> 4, 6 -> 8, 7 -> 4, 8 -> 8) // by the scalar's kind

  private def shape(number: Int, front: Int, objects: Seq[Stored]): ClassShape =
    if (number == DecoupledLayout.LATIN1) ClassShape.Packed(1)
    else if (number == DecoupledLayout.UTF16) ClassShape.Packed(2)
    else if (arrayBytes.contains(number - DecoupledLayout.ARRAY))
      ClassShape.Packed(arrayBytes(number - DecoupledLayout.ARRAY))
    else plain(front, objects).orElse(elements(front, objects)).orElse(byHand(front, objects))
      .getOrElse(throw new IllegalArgumentException(s"the objects of class $number have no shape in common"))

  /** Fields: all objects have the same layout. A descriptor has room for 192 fields. */
  private def plain(front: Int, objects: Seq[Stored]): Option[ClassShape] = {
    val layout = objects.head.layout
    if (objects.forall(_.layout == layout) && layout.size - front <= 192) Some(ClassShape.Plain(layout.drop(front)))
    else None
  }

  private def elements(front: Int, objects: Seq[Stored]): Option[ClassShape] = {
    def fits(slots: Int) = objects.forall(o => !o.layout(front) && o.words(front) * slots == o.layout.size - front - 1)
    (0 to 2).find(fits).flatMap { slots =>
      val patterns = objects.flatMap(o => if (slots == 0) Nil else o.layout.drop(front + 1).grouped(slots)).distinct
      if (patterns.size > 1) None else Some(ClassShape.Elements(patterns.headOption.getOrElse(Seq.fill(slots)(false))))
    }
  }

  private def byHand(front: Int, objects: Seq[Stored]): Option[ClassShape] = {
    val fits = objects.forall { o =>
      val (values, references) = (o.words(front).toInt, (o.words(front) >>> 32).toInt)
      o.layout.drop(front + 1) == Seq.fill(values)(false) ++ Seq.fill(references)(true)
    }
    if (fits) Some(ClassShape.ByHand) else None
  }
}
