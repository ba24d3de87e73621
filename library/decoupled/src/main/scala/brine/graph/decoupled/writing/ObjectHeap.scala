package brine.graph.decoupled.writing

import brine.PickleException
import brine.graph.decoupled.image.ImageBits
import brine.wire.layout.DecoupledLayout

/** The objects of a value, in the order in which the pickler's calls begin them.
  *
  * {{{
  *  a header     class number
  *  a reference  the object's number + 1; 0 is null
  * }}}
  * [[Numbering]] makes an image from it. Addresses are numbers of slots. The slots are in chunks, since a growing array
  * would be copied again and again. References are numbers, so that [[Numbering]] finds an object's address for each of
  * them in a dense table. The object's own slots are often in no cache.
  */
private[decoupled] final class ObjectHeap(hasMarkWords: Boolean):
  import ObjectHeap.*

  private var chunks = Array(new Array[Long](FirstSlots))
  private var capacity = FirstSlots
  private var used = 0

  private val header = if hasMarkWords then 1 else 0

  /** For each number the object's address, or `~other` if it stands for the object of the number `other`. */
  private var places = new Array[Int](FirstSlots)
  private var count = 0
  private var redirections = 0

  /** The number of slots of the image. */
  def liveSlots: Int = used

  /** The number of objects of the image. */
  def objects: Int = count - redirections

  /** The number of numbers, those of [[newNumber]] included. */
  def numbers: Int = count

  /** The number that was given last. */
  def last: Int = count - 1

  /** Makes an object of `slots` slots, which are zero except for the header, and returns its address. Its number is
    * [[last]].
    */
  def allocate(classNumber: Int, slots: Int): Int =
    val address = used
    if slots > capacity - address then makeRoom(slots)
    used = address + slots
    number(address)
    if hasMarkWords then set(address, DecoupledLayout.MARK_WORD)
    set(address + header, classNumber)
    address

  private def number(place: Int): Unit =
    if count == places.length then enlargePlaces()
    places(count) = place
    count += 1

  private def enlargePlaces(): Unit =
    if count == ImageBits.MostSlots then throw tooLarge
    places = java.util.Arrays.copyOf(places, math.min(2L * count, ImageBits.MostSlots.toLong).toInt)

  private def makeRoom(slots: Int): Unit =
    if slots > ImageBits.MostSlots - used then throw tooLarge
    if capacity < ChunkSlots then
      val larger = math.min(
        ChunkSlots.toLong,
        java.lang.Long.highestOneBit(math.max(2L * capacity, used.toLong + slots) * 2 - 1)
      ).toInt
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

  /** Returns a number for an object that has not been made yet: see [[redirect]]. */
  def newNumber(): Int =
    number(0)
    redirections += 1
    last

  /** Lets a [[newNumber]] stand for the object of the number `to`. */
  def redirect(number: Int, to: Int): Unit = places(number) = ~to

  /** Returns the address of an object, or `~other` if the number stands for the object of the number `other`. */
  def placeOf(number: Int): Int = places(number)

  def headerOf(address: Int): Int = address + header

  /** Copies slots to an image. */
  def copy(from: Int, count: Int, into: Array[Long], at: Int): Unit =
    var done = 0
    while done < count do
      val here = inChunk(from + done, count - done)
      System.arraycopy(chunks(from + done >>> ChunkBits), from + done & ChunkMask, into, at + done, here)
      done += here

  /** The number of slots from an address on that are in one chunk, at most `count`. */
  private def inChunk(address: Int, count: Int): Int = math.min(count, ChunkSlots - (address & ChunkMask))

  /** Puts `length` elements into the slots from an address on, by pieces that lie in one chunk.
    *
    * @param perSlot elements in a slot
    * @param put     puts elements, by the first one and their number, into an array of slots from an index on
    */
  inline def fill(address: Int, length: Int, perSlot: Int)(inline put: (Int, Int, Array[Long], Int) => Unit): Unit =
    var done = 0
    while done < length do
      val at = address + done / perSlot
      val here = math.min((length - done).toLong, inChunk(at, Int.MaxValue).toLong * perSlot).toInt
      put(done, here, chunks(at >>> ChunkBits), at & ChunkMask)
      done += here

private[decoupled] object ObjectHeap:
  private final val FirstSlots = 64
  private final val ChunkBits = 15 // 256 KB: half of G1's smallest region, so that a chunk is not a humongous object
  private final val ChunkSlots = 1 << ChunkBits
  private final val ChunkMask = ChunkSlots - 1

  def tooLarge: PickleException = new PickleException.LimitExceeded(
    s"the value takes more than ${ImageBits.MostSlots} slots of eight bytes, which is all that an image can have: " +
      "write it in parts, or in the graph format"
  )
