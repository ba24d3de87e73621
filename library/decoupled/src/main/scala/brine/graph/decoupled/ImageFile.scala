package brine.graph.decoupled

import java.io.IOException
import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.FileChannel
import java.nio.channels.FileChannel.MapMode
import java.nio.file.{Path, StandardOpenOption}
import brine.{FailureBoundary, Limits, PickleException, NotNull, ReadBudget}
import brine.graph.decoupled.image.{
  BufferMemory,
  Head,
  ImageBits,
  ImageClass,
  ImageClasses,
  ImageReader,
  ImageVerifier,
  SlotMemory
}
import brine.wire.{ByteSink, ByteSource, ImageKernel}
import brine.wire.layout.DecoupledLayout

/** Images in files: the start of a pickle, and then the slots. They are mapped, and read in place. */
private[decoupled] object ImageFile:
  /** Writes the start, and makes the memory of an image of `slots` slots: the rest of the file. */
  def create(channel: FileChannel, head: Head, hasMarkWords: Boolean)(slots: Int): SlotMemory =
    val start = startOf(head, hasMarkWords)
    try
      while start.hasRemaining do { val ignored = channel.write(start) }
      mapped(channel, MapMode.READ_WRITE, start.limit(), slots)
    catch case e: IOException => throw new PickleException.InputOutput(e)

  private def startOf(head: Head, hasMarkWords: Boolean): ByteBuffer =
    val sink = ByteSink.growing(256)
    head.putStart(sink, DecoupledLayout.FLAG_IMAGE | (if hasMarkWords then DecoupledLayout.FLAG_MARK_WORDS else 0))
    while sink.written % DecoupledLayout.SECTION_ALIGNMENT != 0 do sink.putByte(0)
    ByteBuffer.wrap(sink.toByteArray)

  private def mapped(channel: FileChannel, mode: MapMode, from: Long, slots: Int): BufferMemory =
    val bytes = slots * 8L
    val most = 8L << BufferMemory.MostBits
    val buffers = Iterator.iterate(0L)(_ + most).takeWhile(_ < bytes).map(at =>
      channel.map(mode, from + at, math.min(most, bytes - at))
    )
    new BufferMemory(buffers.toArray, BufferMemory.MostBits, slots, isMapped = true)

  /** Maps a file, and checks the image. */
  def open(path: Path): Image =
    try
      val channel = FileChannel.open(NotNull(path, "a path"), StandardOpenOption.READ)
      try open(channel)
      finally channel.close()
    catch case e: IOException => throw new PickleException.InputOutput(e)

  private def open(channel: FileChannel): Image =
    val source = ByteSource.of(channel)
    FailureBoundary.reading(source) {
      val (head, hasMarkWords) = new ImageReader(source, null, new ReadBudget(Limits.Default)).readImageStart()
      val at = source.offset
      if channel.size - at != head.slots * 8 then
        throw new PickleException.Malformed(
          s"expected an image of ${head.slots} slots, found ${channel.size - at} bytes"
        ).atOffset(at)
      val memory = mapped(channel, MapMode.READ_ONLY, at, head.slots.toInt)
      val classes = ImageClasses.of(head, hasMarkWords)
      val bits = SlotMemory.settled(memory)(new ImageBitsOf(memory, head, classes.result, classes.first, at).find())
      new Image(memory, head, hasMarkWords, Image.sizes(bits, head))
    }

/** Finds where the objects of an image begin, and its references, by the classes alone; checks both.
  *
  * @param at where the image begins in the file, for errors
  */
private final class ImageBitsOf(
    memory: SlotMemory,
    head: Head,
    classes: Array[ImageClass | Null],
    first: Int,
    at: Long
):
  private val layout = new Array[Long](ImageKernel.words(memory.size))
  private val starts = new Array[Long](layout.length)

  def find(): ImageBits =
    val objects = findObjects()
    val bits = new ImageBits(memory.size, layout, starts, objects)
    if objects != head.objects || bits.references != head.references then
      throw malformed(
        0,
        s"expected ${head.objects} objects and ${head.references} references, found $objects and ${bits.references}"
      )
    new ImageVerifier(memory, bits, classes, first, offsetOf).run(null)
    checkReferences()
    bits

  private def findObjects(): Int =
    var objects = 0
    var slot = 0
    while slot < memory.size do
      val c = classAt(slot)
      val length = if c.form == ImageClass.Fixed then 0L else lengthAt(slot)
      if !c.isLength(length) || c.slots(length) > memory.size - slot then
        throw malformed(slot, s"a ${c.name} claims $length elements, and ${memory.size - slot} slots are left")
      ImageKernel.set(starts, slot)
      c.eachReference(slot, length)(ImageKernel.set(layout, _))
      slot += c.slots(length).toInt
      objects += 1
    objects

  private def classAt(slot: Int): ImageClass =
    val header = slot + first - 1
    val number = if header < memory.size then memory(header) else -1
    val c = if number >= 0 && number < classes.length then classes(number.toInt) else null
    if c == null then throw malformed(slot, s"an object of class $number: the image has ${classes.length} classes")
    c

  private def lengthAt(slot: Int): Long =
    if slot + first < memory.size then memory(slot + first) else throw malformed(slot, "an object without a length")

  private def checkReferences(): Unit =
    var slot = ImageKernel.next(layout, 0, memory.size)
    while slot < memory.size do
      val reference = memory(slot)
      if reference != 0 && (reference < 0 || reference > memory.size || !ImageKernel.isSet(
          starts,
          (reference - 1).toInt
        ))
      then
        throw malformed(slot, s"a reference to slot ${reference - 1}, where no object begins")
      slot = ImageKernel.next(layout, slot + 1, memory.size)

  private def offsetOf(slot: Int): Long = at + 8L * slot

  private def malformed(slot: Int, what: String): PickleException =
    new PickleException.Malformed(what).atOffset(offsetOf(slot))
