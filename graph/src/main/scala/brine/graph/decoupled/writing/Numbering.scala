package brine.graph.decoupled.writing

import brine.graph.decoupled.image.{ImageClass, ImageSlots}
import brine.wire.ImageKernel

/** Makes the image of a heap: gives every object its address, in the order in which references first lead to it, and copies it
  * there.
  *
  * It follows the serialization unit of "A Specialized Architecture for Object Serialization", V-B. When a reference first leads to an
  * object, the object's address is the sum of the sizes so far, and its header keeps this address. The references of the objects are
  * visited in the order of their addresses.
  */
private[decoupled] final class Numbering(heap: ObjectHeap, classes: Array[ImageClass | Null]):
  private val image = new Array[Long](heap.liveSlots)
  private val layout = new Array[Long](ImageKernel.words(image.length))
  private val starts = new Array[Long](layout.length)

  /** The addresses in the heap of the objects, in the order of the image. */
  private val order = new Array[Int](heap.objects)
  private var met = 0
  private var next = 0

  def run(root: Int): ImageSlots =
    if root >= 0 then { val ignored = visit(root) }
    var visited = 0
    var at = 0
    while visited < met do
      at += move(order(visited), at)
      visited += 1
    new ImageSlots(image, layout, starts, met)

  /** The address of an object in the image; a new one if it has none. */
  private def visit(address: Int): Int =
    val header = heap.headerOf(address)
    val word = heap(header)
    val known = (word >>> 32).toInt
    if known != 0 then known - 1
    else
      val own = next
      heap.set(header, word | (own + 1L) << 32)
      order(met) = address
      met += 1
      next = own + slotsOf(word.toInt, header)
      own

  private def slotsOf(number: Int, header: Int): Int =
    val c = classes(number).nn
    if c.form == ImageClass.Fixed then c.size else c.slots(heap(header + 1)).toInt

  /** Copies an object to its address, and returns the number of its slots. */
  private def move(from: Int, at: Int): Int =
    val header = heap.headerOf(from)
    val c = classes(heap(header).toInt).nn
    ImageKernel.set(starts, at)
    val size =
      if c.form == ImageClass.Fixed then
        heap.copy(from, c.size, image, at)
        val references = c.referenceSlots
        var i = 0
        while i < references.length do
          refer(at + references(i))
          i += 1
        c.size
      else
        val size = c.slots(heap(header + 1)).toInt
        heap.copy(from, size, image, at)
        moveElements(c, at, size)
        size
    image(at + c.first - 1) = c.number
    size

  private def moveElements(c: ImageClass, at: Int, size: Int): Unit = c.form match
    case ImageClass.Elements =>
      val references = c.places.indices.filter(c.isReference(_)).map(c.slotOf(_))
      if references.length == c.stride then referAll(at + c.elementsAt, at + size)
      else if references.nonEmpty then
        var slot = at + c.elementsAt + references.head
        while slot < at + size do
          refer(slot)
          slot += c.stride
    case ImageClass.ByHand => referAll(at + c.elementsAt + ImageClass.valuesOf(image(at + c.first)).toInt, at + size)
    case _                 => ()

  private def referAll(from: Int, until: Int): Unit =
    var slot = from
    while slot < until do
      refer(slot)
      slot += 1

  /** Makes a reference of the image from one of the heap. */
  private def refer(slot: Int): Unit =
    ImageKernel.set(layout, slot)
    val reference = image(slot).toInt
    if reference != 0 then image(slot) = visit(heap.target(reference - 1)) + 1L
