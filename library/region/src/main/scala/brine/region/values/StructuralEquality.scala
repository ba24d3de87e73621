package brine.region.values

import brine.{PickleException, PickleOptions}
import brine.region.layout.{ElementSlots, MapTable, ObjectLayout, Ref, ReferenceWords, SlotLayout}
import brine.wire.Blocks

/** Compares and hashes values in place, without copying them out. Equal values have the same shape and the same parts
  * in the same order; numbers are compared by their bits.
  *
  * Each step goes to an object at an earlier position, so that every walk ends. A value that is nested too deep for the
  * Java stack is refused.
  */
private[region] object StructuralEquality:
  /** The most levels of values that are compared or hashed. */
  private final val MostLevels = 1000

  /** The position of a value: at `at`, `before` bytes after the beginning of its object, in a word of 4 or 8 bytes. */
  final class Spot(val at: Long, val before: Long, val width: Int)

  def hash(place: SlotLayout, at: Long, before: Long, width: Int, blocks: Blocks, steps: StepBudget): Int =
    bounded(new Hashing(blocks, steps).place(place, at, before, width, 0))

  /** Hashes an object that a reference led to. */
  def hash(place: SlotLayout, ref: Long, blocks: Blocks, steps: StepBudget): Int =
    bounded(new Hashing(blocks, steps).reference(place, ref, 0))

  def equal(
      place: SlotLayout,
      one: Spot,
      blocks: Blocks,
      other: Spot,
      otherBlocks: Blocks,
      steps: StepBudget
  ): Boolean =
    bounded(new Comparing(blocks, otherBlocks, steps).place(place, one, other, 0))

  def equal(
      place: SlotLayout,
      one: Long,
      blocks: Blocks,
      other: Long,
      otherBlocks: Blocks,
      steps: StepBudget
  ): Boolean =
    bounded(new Comparing(blocks, otherBlocks, steps).reference(place, one, other, 0))

  def follow(place: SlotLayout, at: Long, before: Long, width: Int, blocks: Blocks): Long =
    if width == 8 then ReferenceWords.followWide(blocks, at, place.bits, before)
    else ReferenceWords.follow(blocks, at, place.bits, before)

  /** The bits of a scalar. */
  def bits(place: SlotLayout, at: Long, blocks: Blocks): Long = (place.kind: @annotation.switch) match
    case 0     => 0
    case 1 | 2 => blocks.getByte(at)
    case 3 | 4 => blocks.getShort(at)
    case 5 | 7 => blocks.getInt(at)
    case _     => blocks.getLong(at)

  private def deeper(levels: Int): Int =
    if levels >= MostLevels then throw tooDeep(null)
    levels + 1

  /** No user code runs inside, so a stack overflow means too many levels. */
  private inline def bounded[A](inline walk: A): A =
    try walk
    catch case e: StackOverflowError => throw tooDeep(e)

  private def tooDeep(cause: Throwable | Null): PickleException =
    new PickleException.LimitExceeded(
      s"values in place are compared and hashed up to $MostLevels levels deep, or as far as the thread's stack " +
        "reaches: " +
        "take the value out by `toValue`",
      cause
    )

  private final class Hashing(blocks: Blocks, steps: StepBudget):
    def place(place: SlotLayout, at: Long, before: Long, width: Int, levels: Int): Int =
      if place.isReference then reference(place, follow(place, at, before, width, blocks), levels)
      else java.lang.Long.hashCode(bits(place, at, blocks))

    def reference(place: SlotLayout, ref: Long, levels: Int): Int =
      if Ref.isNull(ref) then 0
      else if Ref.position(ref) == 0 then Ref.tag(ref)
      else 31 * Ref.tag(ref) + target(place.layout.nn, ref, deeper(levels))

    private def target(layout: ObjectLayout, ref: Long, levels: Int): Int =
      val at = Ref.position(ref)
      steps.take(layout, at, blocks)
      layout match
        case r: ObjectLayout.Record => record(r, at, levels)
        case ObjectLayout.Text      => ElementSlots.text(at, blocks).hashCode
        case _: ObjectLayout.Blob   => java.util.Arrays.hashCode(ElementSlots.ofBytes(at, blocks))
        case c: ObjectLayout.Cell   => place(c.content, at, 0, c.content.width, levels)
        case t: ObjectLayout.Tagged => content(t.content(Ref.tag(ref)), at, levels)
        case m: ObjectLayout.Maybe  => content(m.content, at, levels)
        case i: ObjectLayout.Items =>
          rows(i.element, at, steps.take(ElementSlots.ofItems(at, i.element, blocks)), levels)
        case e: ObjectLayout.Entries =>
          val table = steps.take(ElementSlots.tableOf(at, e, blocks))
          val keys = new ElementSlots(at + table.keysAt, table.size, table.keyWidth, table.keyWidth == 8)
          // The sum does not depend on the order: maps are equal in any order.
          var sum = table.size
          var i = 0
          while i < keys.size do
            sum += place(e.key, keys.at(i), keys.at(i) - at, keys.width, levels)
            i += 1
          sum
        case _: ObjectLayout.Constant => 0

    private def record(r: ObjectLayout.Record, at: Long, levels: Int): Int =
      var hash = 1
      var i = 0
      while i < r.places.length do
        hash = 31 * hash + place(r.places(i), at + r.offsets(i), r.offsets(i), r.places(i).width, levels)
        i += 1
      hash

    private def rows(element: SlotLayout, items: Long, rows: ElementSlots, levels: Int): Int =
      var hash = 1
      var i = 0
      while i < rows.size do
        hash = 31 * hash + place(element, rows.at(i), rows.at(i) - items, rows.width, levels)
        i += 1
      hash

    private def content(content: ObjectLayout.Content, at: Long, levels: Int): Int =
      if content.isDirect then target(content.place.layout.nn, at, levels)
      else place(content.place, at, 0, content.place.width, levels)

  private final class Comparing(blocks: Blocks, others: Blocks, steps: StepBudget):
    def place(place: SlotLayout, one: Spot, other: Spot, levels: Int): Boolean =
      if place.isReference then
        val ref = follow(place, one.at, one.before, one.width, blocks)
        reference(place, ref, follow(place, other.at, other.before, other.width, others), levels)
      else bits(place, one.at, blocks) == bits(place, other.at, others)

    /** Compares slots at the same offset in two objects of one type. */
    private def field(place: SlotLayout, at: Long, other: Long, before: Int, levels: Int): Boolean =
      this.place(
        place,
        new Spot(at + before, before, place.width),
        new Spot(other + before, before, place.width),
        levels
      )

    def reference(place: SlotLayout, ref: Long, other: Long, levels: Int): Boolean =
      if ref == other && ((blocks eq others) || Ref.isNull(ref) || Ref.position(ref) == 0) then true
      else if Ref.isNull(ref) || Ref.isNull(other) || Ref.tag(ref) != Ref.tag(other) then false
      else if Ref.position(ref) == 0 || Ref.position(other) == 0 then false
      else target(place.layout.nn, ref, Ref.position(other), deeper(levels))

    private def target(layout: ObjectLayout, ref: Long, other: Long, levels: Int): Boolean =
      val at = Ref.position(ref)
      steps.take(layout, at, blocks)
      steps.take(layout, other, others)
      layout match
        case r: ObjectLayout.Record => r.places.indices.forall { i =>
            field(r.places(i), at, other, r.offsets(i), levels)
          }
        case ObjectLayout.Text => ElementSlots.text(at, blocks) == ElementSlots.text(other, others)
        case _: ObjectLayout.Blob =>
          java.util.Arrays.equals(ElementSlots.ofBytes(at, blocks), ElementSlots.ofBytes(other, others))
        case c: ObjectLayout.Cell   => field(c.content, at, other, 0, levels)
        case t: ObjectLayout.Tagged => content(t.content(Ref.tag(ref)), at, other, levels)
        case m: ObjectLayout.Maybe  => content(m.content, at, other, levels)
        case i: ObjectLayout.Items =>
          val rows = steps.take(ElementSlots.ofItems(at, i.element, blocks))
          val otherRows = ElementSlots.ofItems(other, i.element, others)
          rows.size == otherRows.size && (0 until rows.size).forall { n =>
            place(i.element, spot(at, rows, n), spot(other, otherRows, n), levels)
          }
        case e: ObjectLayout.Entries  => maps(e, at, other, levels)
        case _: ObjectLayout.Constant => true

    private def content(content: ObjectLayout.Content, at: Long, other: Long, levels: Int): Boolean =
      if content.isDirect then target(content.place.layout.nn, at, other, levels)
      else field(content.place, at, other, 0, levels)

    private def spot(start: Long, rows: ElementSlots, index: Int): Spot =
      new Spot(rows.at(index), rows.at(index) - start, rows.width)

    private def maps(e: ObjectLayout.Entries, at: Long, other: Long, levels: Int): Boolean =
      val mine = steps.take(ElementSlots.tableOf(at, e, blocks))
      val theirs = ElementSlots.tableOf(other, e, others)
      mine.size == theirs.size && (0 until mine.size).forall { i =>
        val key = new Spot(at + mine.keyAt(i), mine.keyAt(i), mine.keyWidth)
        val found = MapLookup.find(other, theirs, others)(
          new Hashing(blocks, steps).place(e.key, key.at, key.before, key.width, levels),
          there => place(e.key, key, new Spot(there, there - other, theirs.keyWidth), levels)
        )
        found >= 0 && place(e.value, value(at, mine, i), value(other, theirs, found), levels)
      }

    private def value(map: Long, table: MapTable, entry: Int): Spot =
      new Spot(map + table.valueAt(entry), table.valueAt(entry), table.valueWidth)
