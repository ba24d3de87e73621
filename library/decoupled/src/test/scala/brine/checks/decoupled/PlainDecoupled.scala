package brine.checks.decoupled

import java.nio.{ByteBuffer, ByteOrder}

/** Takes a pickle apart as docs/spec/decoupled.md says, bit by bit: the plain twin of the reader. For whole pickles
  * only.
  */
final class PlainDecoupled(bytes: Array[Byte]):
  private val in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN)

  require(in.get() == 0xb2.toByte && in.get() == 0x64 && in.get() == 0)
  private val flags = in.get().toInt
  private val hasChecksums = (flags & 1) != 0
  val hasMarkWords: Boolean = (flags & 2) != 0
  private val headEnd = in.getInt() + 8

  // The sizes are the last five numbers of the head; each ends at the first byte below 128 behind the one before it.
  private def varlong(): Long =
    var value = 0L
    var shift = 0
    var byte = in.get()
    while byte < 0 do
      value |= (byte & 0x7fL) << shift
      shift += 7
      byte = in.get()
    value | byte.toLong << shift

  private val sizesAt =
    var at = headEnd
    for _ <- 1 to 5 do
      at -= 1
      while at > 8 && bytes(at - 1) < 0 do at -= 1
    at
  in.position(sizesAt)
  val slots: Int = varlong().toInt
  val objects: Int = varlong().toInt
  private val referenceCount = varlong().toInt
  private val referenceBytes = varlong().toInt
  private val layoutBytes = varlong().toInt
  require(in.position() == headEnd)

  private def padded(n: Int): Int = (n + 7) / 8 * 8
  in.position(padded(headEnd + (if hasChecksums then 4 else 0)))
  private val values = List.fill(slots - referenceCount)(in.getLong())
  private val references =
    items(referenceBytes).map(bits => if bits.isEmpty then 0L else java.lang.Long.parseLong(bits, 2))
  val layouts: List[String] = items(layoutBytes)
  require(references.length == referenceCount && layouts.length == objects && layouts.map(_.length).sum == slots)

  private def bits(count: Int): String =
    val text = new StringBuilder
    for _ <- 0 until padded((count + 7) / 8) do
      val b = in.get() & 0xff
      text ++= ("0" * 8 + b.toBinaryString).takeRight(8)
    require(text.drop(count).forall(_ == '0'))
    text.take(count).toString

  /** Bit strings, each with an end bit and zeros; a map marks the last byte of each. */
  private def items(size: Int): List[String] =
    val buckets = bits(size * 8)
    val ends = bits(size)
    var from = 0
    val all = List.newBuilder[String]
    for i <- 0 until size if ends(i) == '1' do
      val item = buckets.substring(from * 8, (i + 1) * 8)
      all += item.substring(0, item.lastIndexOf('1'))
      from = i + 1
    require(from == size)
    all.result()

  val image: Array[Long] =
    val (v, r) = (values.iterator, references.iterator)
    layouts.iterator.flatMap(_.iterator.map(bit => if bit == '1' then r.next() else v.next())).toArray

  /** The slots where the objects begin. */
  val addresses: List[Int] = layouts.scanLeft(0)(_ + _.length).init

  /** True if objects are in the order of the page: a reference to a new object leads to the next one. */
  def isInOrder: Boolean =
    val all = layouts.mkString
    val waiting = addresses.drop(1).iterator
    val met = scala.collection.mutable.Set(0)
    (0 until slots).forall { slot =>
      val target = image(slot).toInt - 1
      all(slot) == '0' || target < 0 || met(target) || { met += target; waiting.hasNext && waiting.next() == target }
    } && !waiting.hasNext

  /** A pickle without checksums with the tables of this one: of an image, of layouts, and of sizes that may be lies. */
  def forged(
      layouts: List[String] = layouts,
      image: Array[Long] = image,
      sizes: PlainDecoupled.Sizes => PlainDecoupled.Sizes = identity
  ): Array[Byte] =
    import PlainDecoupled.*
    val parts = layouts.mkString.zip(image)
    val references = packed(parts.collect { case ('1', slot) => if slot == 0 then "" else slot.toBinaryString })
    val packedLayouts = packed(layouts)
    val all = sizes(Sizes(
      image.length,
      layouts.length,
      parts.count(_._1 == '1'),
      references.buckets.length / 8,
      packedLayouts.buckets.length / 8
    ))
    val head = bytes.slice(8, sizesAt) ++ all.toList.flatMap(PlainDecoupled.varlong(_))
    val start = Array[Byte](0xb2.toByte, 0x64, 0, (flags & ~1).toByte) ++ little(head.length, 4) ++ head
    start ++ new Array[Byte](padded(start.length) - start.length) ++
      parts.collect { case ('0', slot) => slot }.flatMap(little(_, 8)) ++
      List(references, packedLayouts).flatMap(p => List(p.buckets, p.ends)).flatMap(asBytes)

object PlainDecoupled:
  /** The sizes of a head, in its order. */
  final case class Sizes(slots: Long, objects: Long, references: Long, referenceBytes: Long, layoutBytes: Long):
    def toList: List[Long] = List(slots, objects, references, referenceBytes, layoutBytes)

  private final case class Packed(buckets: String, ends: String)

  private def packed(items: Seq[String]): Packed =
    val padded = items.map(item => item + "1" + "0" * ((7 - item.length % 8 + 8) % 8))
    Packed(padded.mkString, padded.map(item => "0" * (item.length / 8 - 1) + "1").mkString)

  /** With zeros up to a multiple of eight bytes. */
  private def asBytes(bits: String): Array[Byte] =
    bits.padTo((bits.length + 63) / 64 * 64, '0').grouped(8).map(Integer.parseInt(_, 2).toByte).toArray

  private def little(value: Long, bytes: Int): List[Byte] = List.tabulate(bytes)(i => (value >>> 8 * i).toByte)

  private def varlong(value: Long): List[Byte] =
    if (value & ~0x7fL) == 0 then List(value.toByte) else (value & 0x7f | 0x80).toByte :: varlong(value >>> 7)
