package brine.graph.decoupled.image

import java.nio.{ByteBuffer, ByteOrder}
import brine.PickleException
import brine.wire.Slots

/** The memory of an image's slots: an array, or buffers. Threads may put different slots at the same time, and read at
  * any time.
  */
private[decoupled] abstract class SlotMemory:
  def size: Int
  def apply(slot: Int): Long

  /** Puts the first slots of an array to the place `at`. */
  def put(from: Array[Long], count: Int, at: Int): Unit

  /** An array with `count` slots, the first of them at [[indexOf]]. Callers must not change it. */
  def slots(from: Int, count: Int): Array[Long]
  def indexOf(from: Int): Int

  /** Takes the report of the JVM's that memory of a mapping was lost, if it still owes one. */
  def settle(): Unit = ()

  /** A string whose characters take a byte each. */
  final def latin1(at: Int, length: Int): String =
    Slots.getLatin1(slots(at, Slots.of(length, 1).toInt), indexOf(at), length)

  /** A string whose characters take two bytes each. */
  final def utf16(at: Int, length: Int): String =
    Slots.getUtf16(slots(at, Slots.of(length, 2).toInt), indexOf(at), length)

private[decoupled] object SlotMemory:
  /** The JVM reports a page that has no memory, of a file that was cut or on a full disk, by an `InternalError`. */
  inline def guarded[A](inline access: A): A =
    try access
    catch case e: InternalError => throw lost(e)

  /** Runs an operation on an image. The JVM may report lost memory some calls later: this takes its report. */
  inline def settled[A](memory: SlotMemory)(inline operation: A): A = guarded {
    try operation
    finally memory.settle()
  }

  def lost(e: InternalError): PickleException = brine.FailureBoundary.lostMemory(e)

  /** Runs an operation that maps a file and writes to the mapping. */
  def mapping[A](operation: => A): A = guarded {
    try operation
    finally settle()
  }

  /** See `brine.wire.Blocks.settle`: the JVM reports where compiled code comes back from the runtime. */
  private[image] def settle(): Unit = last = Array.ofDim[Int](one, one)
  private var one = 1
  @volatile private var last: AnyRef | Null = null

private[decoupled] final class ArrayMemory(val all: Array[Long]) extends SlotMemory:
  def size: Int = all.length
  def apply(slot: Int): Long = all(slot)
  def put(from: Array[Long], count: Int, at: Int): Unit = System.arraycopy(from, 0, all, at, count)
  def slots(from: Int, count: Int): Array[Long] = all
  def indexOf(from: Int): Int = from

/** Buffers of 2<sup>bits</sup> slots each, the last of which may be shorter: little-endian, whatever their order says.
  */
private[decoupled] final class BufferMemory(
    buffers: Array[ByteBuffer],
    bits: Int,
    val size: Int,
    isMapped: Boolean = false
) extends SlotMemory:

  private val all = buffers.map(_.duplicate().order(ByteOrder.LITTLE_ENDIAN))
  private val mask = (1L << bits) - 1

  def apply(slot: Int): Long = SlotMemory.guarded(all(slot >>> bits).getLong((slot & mask).toInt << 3))

  def put(from: Array[Long], count: Int, at: Int): Unit =
    // The thread that wrote takes the report, which may come late.
    SlotMemory.settled(this)(eachBuffer(at, count)((buffer, here, done) => {
      val ignored = buffer.put(from, done, here)
    }))

  def slots(from: Int, count: Int): Array[Long] =
    val copy = new Array[Long](count)
    SlotMemory.guarded(eachBuffer(from, count)((buffer, here, done) => { val ignored = buffer.get(copy, done, here) }))
    copy

  def indexOf(from: Int): Int = 0

  override def settle(): Unit = if isMapped then SlotMemory.settle()

  private inline def eachBuffer(at: Int, count: Int)(inline work: (java.nio.LongBuffer, Int, Int) => Unit): Unit =
    var done = 0
    while done < count do
      val slot = at + done
      val index = (slot & mask).toInt
      val here = math.min((count - done).toLong, (1L << bits) - index).toInt
      val buffer = all(slot >>> bits).duplicate().order(ByteOrder.LITTLE_ENDIAN)
      work(buffer.position(index << 3).asLongBuffer(), here, done)
      done += here

private[decoupled] object BufferMemory:
  /** The slots of a buffer, as its binary logarithm: 1 GiB, and a file is as many buffers as it takes. */
  final val MostBits = 27

  /** The rest of a buffer, which keeps its position.
    *
    * @throws PickleException.LimitExceeded if the slots do not fit into it
    */
  def of(buffer: ByteBuffer, slots: Int): BufferMemory =
    val room = buffer.remaining
    if slots > room / 8 then
      throw new PickleException.LimitExceeded(
        s"an image of $slots slots of 8 bytes in a buffer with room for $room bytes"
      )
    new BufferMemory(Array(buffer.slice()), 31, slots)
