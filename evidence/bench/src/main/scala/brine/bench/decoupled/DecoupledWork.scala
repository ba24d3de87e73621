package brine.bench.decoupled

import brine.{PickleOptions, Pickler}
import brine.bench.peers.BrinePeer
import brine.bench.workloads.Workload
import brine.graph.decoupled.{DecoupledFormat, Image}
import brine.wire.{BitAppender, ImageKernel, PackedItems}

/** A piece of work on the decoupled pickle of a workload. */
abstract class DecoupledWork(parts: DecoupledParts):
  def run(): AnyRef

  /** Throws if the result of the work is wrong. */
  def check(): Unit

  final def imageBytes: Long = parts.slots * 8L
  final def pickleBytes: Long = parts.bytes.length.toLong

  protected final def require(is: Boolean, what: String): Unit = if !is then throw new IllegalStateException(what)

object DecoupledWork:
  /** The name of these measurements. */
  final val Images = "images"

  val names: List[String] = List(
    "pack",
    "pack-references",
    "unpack",
    "unpack-references",
    "image-one",
    "image-two",
    "copy-image",
    "copy-pickle"
  )

  def named(name: String, workload: String): DecoupledWork =
    val parts = partsOf(Workload(workload))
    name match
      case "pack"              => new Pack(parts, withValues = true)
      case "pack-references"   => new Pack(parts, withValues = false)
      case "unpack"            => new Unpack(parts, withValues = true)
      case "unpack-references" => new Unpack(parts, withValues = false)
      case "image-one"         => new Rebuild(parts, DecoupledFormat)
      case "image-two"         => new Rebuild(parts, DecoupledFormat.withExecutor(BrinePeer.helper))
      case "copy-image"        => new Copy(parts, parts.slots * 8)
      case "copy-pickle"       => new Copy(parts, parts.bytes.length)
      case other               => throw new IllegalArgumentException(s"no work is called '$other'")

  private def partsOf[A](workload: Workload[A]): DecoupledParts =
    given Pickler[A] = workload.pickler
    new DecoupledParts(DecoupledFormat.write(workload.values.head)(using summon, PickleOptions(checksum = false)))

  /** Takes an image apart: references and layouts are packed, values copied. */
  private final class Pack(parts: DecoupledParts, withValues: Boolean) extends DecoupledWork(parts):
    private val (layout, starts) = parts.bits
    private val image = parts.image(layout, starts)
    private val values = new Array[Byte](parts.valueCount * 8)

    def run(): AnyRef = pack()

    private def pack(): (PackedItems, PackedItems) =
      val (references, layouts) = (new PackedItems, new PackedItems)
      var from = 0
      var at = 0
      while from < image.length do
        val until = math.min(image.length, from + Step)
        if withValues then at = ImageKernel.copyValues(image, layout, from, until, values, at)
        ImageKernel.packReferences(image, layout, from, until, references)
        from = until
      ImageKernel.packLayouts(layout, starts, image.length, layouts)
      (references, layouts)

    def check(): Unit =
      val (references, layouts) = pack()
      require(references.size == parts.referenceBytes && layouts.size == parts.layoutBytes, "sizes of packed items")

  /** Rebuilds an image. Without values: only bitmaps and references remain. */
  private final class Unpack(parts: DecoupledParts, withValues: Boolean) extends DecoupledWork(parts):
    private val known = parts.bits._1

    def run(): AnyRef = if withValues then unpack() else references()

    private def unpack(): Array[Long] =
      val (layout, starts) = parts.bits
      parts.image(layout, starts)

    private def references(): Array[Long] =
      parts.bits
      val all = new Array[Long](parts.referenceCount)
      var at = 0
      var i = 0
      while i < all.length do
        val length = parts.references.lengthOfNumber(at)
        all(i) = parts.references.number(at, length)
        at += length
        i += 1
      all

    def check(): Unit =
      val image = DecoupledFormat.image(parts.bytes)
      val rebuilt = unpack()
      for slot <- 0 until image.slots do require(image.slot(slot) == rebuilt(slot), s"slot $slot")
      val expected = (0 until image.slots).iterator.filter(ImageKernel.isSet(known, _)).map(image.slot(_))
      require(references().iterator.sameElements(expected), "references")

  /** As users get it: checked, and by one thread or two. */
  private final class Rebuild(parts: DecoupledParts, format: DecoupledFormat) extends DecoupledWork(parts):
    def run(): AnyRef = format.image(parts.bytes)
    def check(): Unit =
      val (one, own) = (DecoupledFormat.image(parts.bytes), format.image(parts.bytes))
      for slot <- 0 until one.slots do require(one.slot(slot) == own.slot(slot), s"slot $slot")

  private final class Copy(parts: DecoupledParts, length: Int) extends DecoupledWork(parts):
    private val from = new Array[Byte](length)
    def run(): AnyRef = from.clone()
    def check(): Unit = require(run().asInstanceOf[Array[Byte]].length == length, "a copy")

  /** As the format does: one call for all slots would stay in the loop that was compiled while it ran. */
  private[decoupled] final val Step = 1 << 14
