package brine.graph.decoupled

import brine.PickleException
import brine.wire.ImageKernel

/** Which objects of an image have been begun, and by which numbers they are referred to. */
private[decoupled] abstract class ObjectNumbers:
  /** The number of an object that has been begun, -1 of another. */
  def numberOf(address: Int): Int

  /** An object that keeps its identity begins: its number, -1 if nothing else refers to it. */
  def begin(address: Int): Int

  /** What an object holds is read now. It is read once: that of a value without identity would else be read as often as references lead
    * to it.
    */
  def enter(address: Int): Unit

  /** A string that was read before; null if it has to be read. */
  def text(address: Int): String | Null

  /** Keeps a string that can be met again. */
  def keep(address: Int, text: String): Unit

private[decoupled] object ObjectNumbers:
  /** The bits of a header that are the class's number. */
  final val ClassMask = (1 << 29) - 1

  def twoReferences: PickleException = new PickleException.BadReference("two references to a value that has no identity")

/** In the headers of an image that nobody else reads:
  *
  * {{{
  *  number + 1, 0 before it has one  | referred to twice | begun | referred to | class number
  *              32 bits              |         1         |   1   |      1      |     29
  * }}}
  * @param first the slot behind an object's header
  */
private[decoupled] final class HeaderNumbers(image: ImageSlots, first: Int, offsetOf: Int => Long) extends ObjectNumbers:
  import HeaderNumbers.*
  private val slots = image.slots
  private var next = 0
  private val texts = new scala.collection.mutable.ArrayBuffer[String]

  /** Goes through all references: notes which objects have several, and that each object comes where the first one leads to it. So
    * every object can be reached.
    *
    * @throws PickleException.Malformed if not
    */
  def prepare(): Unit = if image.size > 0 then
    slots(first - 1) |= ReferredTo
    var frontier = ImageKernel.next(image.starts, 1, image.size) // the first object that has not been met
    var slot = ImageKernel.next(image.layout, 0, image.size)
    while slot < image.size do
      if slot >= frontier then throw unreachable(frontier)
      val reference = slots(slot)
      if reference != 0 then
        val address = (reference - 1).toInt
        val header = address + first - 1
        val word = slots(header)
        if (word & ReferredTo) != 0 then slots(header) = word | Shared
        else
          if address != frontier then throw outOfOrder(slot)
          slots(header) = word | ReferredTo
          frontier = ImageKernel.next(image.starts, address + 1, image.size)
      slot = ImageKernel.next(image.layout, slot + 1, image.size)
    if frontier < image.size then throw unreachable(frontier)

  private def unreachable(address: Int): PickleException =
    new PickleException.Malformed("an object that no reference before it leads to").atOffset(offsetOf(address))

  private def outOfOrder(slot: Int): PickleException =
    new PickleException.Malformed("a reference that leads to an object before others that were met before").atOffset(offsetOf(slot))

  private def header(address: Int): Long = slots(address + first - 1)
  private def setHeader(address: Int, word: Long): Unit = slots(address + first - 1) = word

  def numberOf(address: Int): Int = (header(address) >>> 32).toInt - 1

  def begin(address: Int): Int =
    val word = header(address)
    if (word & Shared) == 0 then -1
    else
      val number = next
      next += 1
      setHeader(address, word | (number + 1L) << 32)
      number

  def enter(address: Int): Unit =
    val word = header(address)
    if (word & Shared) != 0 then
      if (word & Begun) != 0 then throw ObjectNumbers.twoReferences.atOffset(offsetOf(address))
      setHeader(address, word | Begun)

  def text(address: Int): String | Null =
    val number = numberOf(address)
    if number < 0 then null else texts(number)

  def keep(address: Int, text: String): Unit =
    val word = header(address)
    if (word & Shared) != 0 then
      texts += text
      setHeader(address, word | texts.length.toLong << 32)

private object HeaderNumbers:
  private final val ReferredTo = 1L << 29
  private final val Begun = 1L << 30
  private final val Shared = 1L << 31

/** In a table, of the few objects that are read of an image. */
private[decoupled] final class TableNumbers extends ObjectNumbers:
  /** For each object that has been begun its number + 1, or 0 if it has none. */
  private val numbers = new java.util.HashMap[Integer, Integer]
  private val texts = new java.util.HashMap[Integer, String]
  private var next = 0

  def numberOf(address: Int): Int = numbers.getOrDefault(address, 0) - 1

  def begin(address: Int): Int =
    next += 1
    numbers.put(address, next)
    next - 1

  def enter(address: Int): Unit = if numbers.putIfAbsent(address, 0) == 0 then throw ObjectNumbers.twoReferences

  def text(address: Int): String | Null = texts.get(address)
  def keep(address: Int, text: String): Unit = { val ignored = texts.put(address, text) }
