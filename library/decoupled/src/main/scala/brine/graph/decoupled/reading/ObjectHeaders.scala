package brine.graph.decoupled.reading

import brine.PickleException
import brine.graph.decoupled.image.{ImageBits, ImageClass, ImageVerifier, SlotMemory}
import brine.wire.ImageKernel
import brine.wire.layout.DecoupledLayout

/** The headers of an image that is read as a whole: beside its class, each keeps the state of its object.
  *
  * {{{
  *  number + 1, 0 before it has one  | shared | begun | 0 | root | group | class number
  *              32 bits              |    1   |   1   | 1 |   1  |   8   |     20
  * }}}
  * Shared objects are those with two references or more. A shared string has the number of its text. Roots and groups
  * are those of [[SharedGroups]]. Threads may use the headers of different groups at the same time, and read those of
  * strings.
  *
  * @param first the slot that follows an object's header
  */
private[decoupled] final class ObjectHeaders(
    slots: Array[Long],
    image: ImageBits,
    val first: Int,
    classes: Array[ImageClass | Null],
    offsetOf: Int => Long
):
  import ObjectHeaders.*

  /** The first object that no reference has led to yet. */
  private var frontier = 0
  private var stringCount = 0

  /** The bits of a header that are not zero before the object is met. */
  private var rootBits = 0L
  private var texts: Array[String] = null

  def apply(address: Int): Long = slots(address + first - 1)
  def set(address: Int, word: Long): Unit = slots(address + first - 1) = word
  def setNumber(address: Int, number: Int): Unit = set(address, apply(address) & 0xffffffffL | (number + 1L) << 32)

  /** Verifies all objects, and visits all references. Marks the objects that have several, and checks that each object
    * is where its first reference leads. Therefore every object can be reached.
    *
    * @throws PickleException.Malformed if an object is elsewhere
    */
  def prepare(memory: SlotMemory): Unit =
    begin()
    val verifier = new ImageVerifier(memory, image, classes, first, offsetOf, ClassMask)
    var at = 0
    while at < image.size do
      if at >= frontier then throw unreachable(at)
      val end = ImageKernel.next(image.starts, at + 1, image.size)
      val c = verifier.verifyObject(at, end)
      if c.form == ImageClass.Fixed then visitFields(c, at)
      else if c.form == ImageClass.Elements && c.referenceSlots.length == c.stride then visitAll(at + c.elementsAt, end)
      else visitElements(at, end)
      at = end
    end()

  private def visitFields(c: ImageClass, at: Int): Unit =
    val references = c.referenceSlots
    var i = 0
    while i < references.length do
      visit(at + references(i))
      i += 1

  private def visit(slot: Int): Unit =
    val reference = slots(slot)
    if reference != 0 then { val _ = meet(slot, (reference - 1).toInt) }

  /** Visits slots that are all references. */
  private def visitAll(from: Int, until: Int): Unit =
    var slot = from
    while slot < until do
      visit(slot)
      slot += 1

  private def visitElements(at: Int, end: Int): Unit =
    var slot = ImageKernel.next(image.layout, at, end)
    while slot < end do
      visit(slot)
      slot = ImageKernel.next(image.layout, slot + 1, end)

  /** Visits all references of an image that has been verified, and finds the group of each object: that of the object
    * from which the first reference leads to it. Joins groups that share an object, or refer to each other's.
    */
  def prepare(groups: SharedGroups): Unit =
    rootBits = RootBits
    begin()
    val exempt = classes.map(exemptionOf)
    var at = 0
    while at < image.size do
      if at >= frontier then throw unreachable(at)
      val end = ImageKernel.next(image.starts, at + 1, image.size)
      val group = groupOf(apply(at))
      var slot = ImageKernel.next(image.layout, at, end)
      while slot < end do
        val reference = slots(slot)
        if reference != 0 then
          val address = (reference - 1).toInt
          addTo(group, address, meet(slot, address), groups, exempt)
        slot = ImageKernel.next(image.layout, slot + 1, end)
      at = end
    end()

  private def begin(): Unit = if image.size > 0 then enter(0)

  private def end(): Unit =
    if frontier < image.size then throw unreachable(frontier)
    texts = new Array[String](stringCount)

  /** Follows a reference; true if it is the first to this object. */
  private def meet(slot: Int, address: Int): Boolean =
    if address == frontier then
      enter(address)
      true
    else
      if address > frontier then throw outOfOrder(slot)
      val word = apply(address)
      if (word & Shared) == 0 then share(address, word)
      false

  /** Meets the object at the frontier, whose header has no bits except the class's and a root's. */
  private def enter(address: Int): Unit =
    val next = ImageKernel.next(image.starts, address + 1, image.size)
    if address + first > next then
      throw new PickleException.Malformed("an object without a header").atOffset(offsetOf(address))
    if (apply(address) & ~rootBits) >>> ClassBits != 0 then
      throw new PickleException.Malformed(
        s"an object of class ${apply(address)}: the image has ${classes.length} classes"
      ).atOffset(offsetOf(address + first - 1))
    frontier = next

  private def share(address: Int, word: Long): Unit =
    if isString(word) then stringCount += 1
    set(address, word | Shared | (if isString(word) then stringCount.toLong << 32 else 0))

  private def unreachable(address: Int): PickleException =
    new PickleException.Malformed("no earlier reference leads to an object").atOffset(offsetOf(address))

  private def outOfOrder(slot: Int): PickleException =
    new PickleException.Malformed("an object is not in the order of first references").atOffset(offsetOf(slot))

  def twoReferences(address: Int): PickleException = ObjectNumbers.twoReferences.atOffset(offsetOf(address))

  // ---- groups

  /** Makes an object the root of a group. */
  def setRoot(address: Int, group: Int): Unit = set(address, apply(address) | Root | group.toLong << ClassBits)

  def isRoot(address: Int): Boolean = (apply(address) & Root) != 0

  private def addTo(group: Int, address: Int, isFirst: Boolean, groups: SharedGroups, exempt: Array[Int]): Unit =
    val word = apply(address)
    if (word & Root) != 0 then
      (if group != SharedGroups.Rest then groups.join(group, groupOf(word))
    )
    else if !isExempt(address, exempt((word & ClassMask).toInt)) then
      if isFirst then set(address, word | group.toLong << ClassBits)
      else groups.join(group, groupOf(word))

  private def isExempt(address: Int, exemption: Int): Boolean =
    exemption == Always || exemption == IfEmpty && slots(address + first) == 0

  // ---- strings

  def text(address: Int): String | Null =
    val number = (apply(address) >>> 32).toInt
    if number == 0 then null else texts(number - 1)

  def keep(address: Int, text: String): Unit =
    val number = (apply(address) >>> 32).toInt
    if number != 0 then texts(number - 1) = text

private[decoupled] object ObjectHeaders:
  private final val ClassBits = 20

  /** The bits of a header that are the class's number. */
  final val ClassMask = DecoupledLayout.MOST_CLASSES - 1L

  private final val Root = 1L << 28
  private final val RootBits = Root | SharedGroups.Most.toLong << ClassBits
  final val Begun = 1L << 30
  final val Shared = 1L << 31

  private def groupOf(word: Long): Int = (word >>> ClassBits).toInt & SharedGroups.Most

  def isString(word: Long): Boolean =
    val number = word & ClassMask
    number == DecoupledLayout.LATIN1 || number == DecoupledLayout.UTF16

  // Objects of some classes are written once for all places, and keep no identity: several groups may refer to them.
  private final val Never = 0
  private final val Always = 1
  private final val IfEmpty = 2

  private def exemptionOf(c: ImageClass | Null): Int =
    if c == null then Never
    else if c.number < DecoupledLayout.ARRAY then Always
    else
      c.shape match
        case _: brine.shape.Shape.Singleton                                                          => Always
        case null if c.form == ImageClass.Packed                                                     => IfEmpty
        case shape: brine.shape.Shape if c.form == ImageClass.Elements && !shape.isMutableCollection => IfEmpty
        case _                                                                                       => Never

/** Groups of objects that different threads can make: [[Rest]] is made last, by the reading thread. A group that is
  * joined with it is made by it, too.
  */
private[decoupled] final class SharedGroups(count: Int):
  private val into = Array.range(0, count + 1)

  /** The group of which this one has become a part. */
  def find(group: Int): Int =
    var g = group
    while into(g) != g do g = into(g)
    into(group) = g
    g

  def join(a: Int, b: Int): Unit = if a != b then
    val (x, y) = (find(a), find(b))
    into(math.max(x, y)) = math.min(x, y)

private[decoupled] object SharedGroups:
  final val Rest = 0
  final val Most = 255
