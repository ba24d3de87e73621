package brine.accel.model

/** The arrays of a stream as bytes from anywhere, and the image that they are said to make. */
final case class RawStream(
    values: Array[Byte],
    references: PackedItems,
    layouts: PackedItems,
    imageSlots: Long,
    hasMarks: Boolean
)

/** Checks a stream as a deserialization unit does, in plain code: one check follows the other. */
object StreamCheck {

  /** The most bytes of a packed reference. */
  private val referenceBytes = brine.accel.Packing.referenceBytes

  /** The first reason to refuse a stream, if there is one. */
  def malformed(stream: RawStream): Option[String] = {
    val references = items(stream.references, "references")
    val layouts = items(stream.layouts, "layouts")
    references.left.toOption.orElse(layouts.left.toOption).orElse {
      val bits = layouts.getOrElse(Nil).map(bitsOf)
      val all = references.getOrElse(Nil)
      badLayout(bits, stream.hasMarks).orElse(badReference(all, stream.imageSlots)).orElse(
        badCounts(bits, all.size.toLong, stream)
      )
    }
  }

  /** The arrays of a stream that is not malformed. */
  def arrays(stream: RawStream): DecoupledArrays = DecoupledArrays(
    brine.accel.sim.Host.longs(stream.values),
    stream.references,
    stream.layouts,
    stream.imageSlots,
    Decoupled.items(stream.layouts).size,
    Decoupled.items(stream.references).size.toLong
  )

  /** The class numbers of a stream's objects; the stream is not malformed. */
  def classNumbers(stream: RawStream): Seq[Long] = {
    val values = brine.accel.sim.Host.longs(stream.values).iterator
    Decoupled.items(stream.layouts).map { layout =>
      val own = layout.filterNot(identity).map(_ => values.next())
      own(if (stream.hasMarks) 1 else 0)
    }
  }

  // ---- packed items

  /** The bytes of each item, by the end map. */
  private def items(packed: PackedItems, name: String): Either[String, Seq[Array[Byte]]] = {
    val size = packed.buckets.length
    val ends = bitsOf(packed.ends)
    if (packed.ends.length != (size + 7) / 8) Left(s"an end map of ${packed.ends.length} bytes for $size of $name")
    else if (ends.drop(size).contains(true)) Left(s"ends behind the $name")
    else if (size > 0 && !ends(size - 1)) Left(s"the last of the $name does not end")
    else {
      val bounds = 0 +: (0 until size).filter(ends).map(_ + 1)
      val all = bounds.zip(bounds.drop(1)).map { case (from, until) => packed.buckets.slice(from, until) }
      if (all.exists(_.last == 0)) Left(s"$name without an end bit") else Right(all)
    }
  }

  /** All bits, the highest of each byte first. */
  private def bitsOf(bytes: Array[Byte]): Seq[Boolean] =
    bytes.toIndexedSeq.flatMap(b => (7 to 0 by -1).map(i => (b >> i & 1) == 1))

  private def badLayout(layouts: Seq[Seq[Boolean]], hasMarks: Boolean): Option[String] = {
    val front = if (hasMarks) 2 else 1
    layouts.map(bits => bits.take(bits.lastIndexOf(true))).collectFirst {
      case slots if slots.size < front               => "an object without a header"
      case slots if slots.take(front).contains(true) => "a header that is a reference"
    }
  }

  private def badReference(references: Seq[Array[Byte]], slots: Long): Option[String] = references.collectFirst {
    case item if item.length > referenceBytes                                => "a reference that is too long"
    case item if item.head >= 0                                              => "a reference with leading zeros"
    case item if (BigInt(1, item) >> lowestBit(BigInt(1, item)) + 1) > slots => "a reference behind the image"
  }

  private def lowestBit(number: BigInt): Int = number.lowestSetBit

  private def badCounts(layouts: Seq[Seq[Boolean]], references: Long, stream: RawStream): Option[String] = {
    val slots = layouts.map(bits => bits.take(bits.lastIndexOf(true)))
    val total = slots.map(_.size.toLong).sum
    val ones = slots.map(_.count(identity).toLong).sum
    if (total != stream.imageSlots) Some(s"$total slots for an image of ${stream.imageSlots}")
    else if (ones != references) Some(s"$references references for $ones slots")
    else if (8 * (total - ones) != stream.values.length)
      Some(s"${stream.values.length} bytes for ${total - ones} values")
    else None
  }
}
