package brine.graph.decoupled.writing

import brine.graph.decoupled.image.{ImageClass, ImageSlots}
import brine.wire.ImageKernel

/** Makes the image of a heap: gives every object its address, in the order in which references first lead to it, and
  * copies it there.
  *
  * It follows the serialization unit of "A Specialized Architecture for Object Serialization", V-B. When a reference
  * first leads to an object, the object's address is the sum of the sizes so far. The references are visited in the
  * order of the addresses.
  */
private[decoupled] final class Numbering(heap: ObjectHeap, classes: Array[ImageClass | Null]):
  private val image = new Array[Long](heap.liveSlots)
  private val layout = new Array[Long](ImageKernel.words(image.length))
  private val starts = new Array[Long](layout.length)

  /** For each number of the heap the object's address in the image + 1, 0 before it has one. */
  private val addresses = new Array[Int](heap.numbers)

  /** The addresses in the heap of the objects, in the order of the image. */
  private val order = new Array[Int](heap.objects)
  private var met = 0
  private var next = 0

  /** Returns the image of all objects that can be reached from this reference of the heap. */
  def run(root: Long): ImageSlots =
    if root != 0 then { val ignored = visit(root.toInt - 1) }
    var visited = 0
    var at = 0
    while visited < met do
      at += move(order(visited), at)
      visited += 1
    new ImageSlots(image, layout, starts, met)

  /** Returns the address in the image + 1 of the object of this number; a new one if it has none. */
  private def visit(number: Int): Int =
    val known = addresses(number)
    if known != 0 then known else meet(number)

  private def meet(number: Int): Int =
    val place = heap.placeOf(number)
    val own = if place < 0 then visit(~place) else append(place)
    addresses(number) = own
    own

  private def append(place: Int): Int =
    val own = next + 1
    val header = heap.headerOf(place)
    order(met) = place
    met += 1
    next += slotsOf(heap(header).toInt, header)
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
      val references = c.referenceSlots
      if references.length == c.stride then referAll(at + c.elementsAt, at + size)
      else if references.length > 0 then
        var slot = at + c.elementsAt + references(0)
        while slot < at + size do
          refer(slot)
          slot += c.stride
    case ImageClass.ByHand => referAll(at + c.elementsAt + ImageClass.valuesOf(image(at + c.first)).toInt, at + size)
    case _                 => ()

  private def referAll(from: Int, until: Int): Unit =
    ImageKernel.setAll(layout, from, until)
    var slot = from
    while slot < until do
      translate(slot)
      slot += 1

  private def refer(slot: Int): Unit =
    ImageKernel.set(layout, slot)
    translate(slot)

  /** Makes a reference of the image from one of the heap. */
  private def translate(slot: Int): Unit =
    val reference = image(slot).toInt
    if reference != 0 then image(slot) = visit(reference - 1)
