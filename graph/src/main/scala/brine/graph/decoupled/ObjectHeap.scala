package brine.graph.decoupled

import brine.PickleException
import brine.wire.layout.DecoupledLayout

/** The objects of a value as the pickler's calls make them: each in slots of its own, in the order in which they begin.
  *
  * {{{
  *  a header     class number  | address + 1 in the image, 0 before it has one
  *                 32 bits        32 bits
  *  a reference  address here + 1; 0 is null
  * }}}
  * [[Numbering]] makes the image of it. Addresses are numbers of slots. The slots are in chunks: what a growing array would
  * copy is most of a large value.
  */
private[decoupled] final class ObjectHeap(hasMarkWords: Boolean):
  import ObjectHeap.*

  private var chunks = Array(new Array[Long](FirstSlots))
  private var capacity = FirstSlots
  private var used = 0

  /** Slots of objects that will have no place in the image. */
  private var lost = 0
  private val header = if hasMarkWords then 1 else 0

  /** The slots that the image will have, and how many objects. */
  def liveSlots: Int = used - lost
  var objects: Int = 0

  /** A new object of so many slots, all of them zero but for the header: its address. */
  def allocate(classNumber: Int, slots: Int): Int =
    val address = used
    if slots > capacity - address then makeRoom(slots)
    used = address + slots
    objects += 1
    if hasMarkWords then set(address, DecoupledLayout.MARK_WORD)
    set(address + header, classNumber)
    address

  private def makeRoom(slots: Int): Unit =
    if slots > MostSlots - used then throw tooLarge
    if capacity < ChunkSlots then
      val larger = math.min(ChunkSlots.toLong, java.lang.Long.highestOneBit(math.max(2L * capacity, used.toLong + slots) * 2 - 1)).toInt
      chunks(0) = java.util.Arrays.copyOf(chunks(0), larger)
      capacity = larger
    while slots > capacity - used do addChunk()

  private def addChunk(): Unit =
    val number = capacity >>> ChunkBits
    if number == chunks.length then chunks = java.util.Arrays.copyOf(chunks, number * 2)
    chunks(number) = new Array[Long](ChunkSlots)
    capacity += ChunkSlots

  def apply(address: Int): Long = chunks(address >>> ChunkBits)(address & ChunkMask)
  def set(address: Int, value: Long): Unit = chunks(address >>> ChunkBits)(address & ChunkMask) = value

  /** An object in place of another, whose address is not known yet: [[redirect]]. */
  def allocateRedirection(): Int =
    val address = allocate(Redirection, header + 2)
    lost += header + 2
    objects -= 1
    address

  def redirect(from: Int, to: Int): Unit = set(from + header + 1, to)

  /** The object at an address, or the one that is in its place. */
  def target(address: Int): Int = if apply(address + header).toInt == Redirection then apply(address + header + 1).toInt else address

  def headerOf(address: Int): Int = address + header

  /** Copies slots to an image. */
  def copy(from: Int, count: Int, into: Array[Long], at: Int): Unit =
    var done = 0
    while done < count do
      val here = inChunk(from + done, count - done)
      System.arraycopy(chunks(from + done >>> ChunkBits), from + done & ChunkMask, into, at + done, here)
      done += here

  /** How many of so many slots from an address on lie in one chunk. */
  private def inChunk(address: Int, count: Int): Int = math.min(count, ChunkSlots - (address & ChunkMask))

  /** Puts `length` elements into the slots from an address on, by pieces that lie in one chunk.
    *
    * @param perSlot elements in a slot
    * @param put     puts so many elements, from this one on, into an array of slots from this index on
    */
  inline def fill(address: Int, length: Int, perSlot: Int)(inline put: (Int, Int, Array[Long], Int) => Unit): Unit =
    var done = 0
    while done < length do
      val at = address + done / perSlot
      val here = math.min((length - done).toLong, inChunk(at, MostSlots).toLong * perSlot).toInt
      put(done, here, chunks(at >>> ChunkBits), at & ChunkMask)
      done += here

private[decoupled] object ObjectHeap:
  private final val FirstSlots = 64
  private final val ChunkBits = 15 // 256 KB: half of G1's smallest region, so that a chunk is no humongous object
  private final val ChunkSlots = 1 << ChunkBits
  private final val ChunkMask = ChunkSlots - 1

  /** Slots of one array, which an image is. */
  final val MostSlots = Int.MaxValue - 8

  /** In place of a class's number. */
  private final val Redirection = -1

  def tooLarge: PickleException = new PickleException.LimitExceeded(
    s"the value takes more than $MostSlots slots of eight bytes, which is all that an image can have: write it in parts, or in the graph format"
  )
