package brine.region

import brine.{PickleException, PickleOptions}
import brine.wire.Blocks

/** Values where they lie: their hashes and whether two are equal, without taking them out. What is equal has the same shape and the
  * same parts in the same order; numbers are compared by their bits.
  *
  * Each step goes to an object before the one it is at, so that it ends; one that is nested too deep for the Java stack is
  * refused.
  */
private[region] object Contents:
  /** How deep values may be nested that are compared or hashed. */
  private final val MostLevels = 1000

  /** Where a value stands: at `at`, `before` bytes behind the beginning of its object, in a word of 4 or 8 bytes. */
  final class Spot(val at: Long, val before: Long, val width: Int)

  def hash(place: Place, at: Long, before: Long, width: Int, blocks: Blocks, steps: Steps): Int =
    bounded(new Hashing(blocks, steps).place(place, at, before, width, 0))

  /** Of an object that a reference led to. */
  def hash(place: Place, ref: Long, blocks: Blocks, steps: Steps): Int =
    bounded(new Hashing(blocks, steps).reference(place, ref, 0))

  def equal(place: Place, one: Spot, blocks: Blocks, other: Spot, otherBlocks: Blocks, steps: Steps): Boolean =
    bounded(new Comparing(blocks, otherBlocks, steps).place(place, one, other, 0))

  def equal(place: Place, one: Long, blocks: Blocks, other: Long, otherBlocks: Blocks, steps: Steps): Boolean =
    bounded(new Comparing(blocks, otherBlocks, steps).reference(place, one, other, 0))

  def follow(place: Place, at: Long, before: Long, width: Int, blocks: Blocks): Long =
    if width == 8 then Words.followWide(blocks, at, place.bits, before) else Words.follow(blocks, at, place.bits, before)

  /** A scalar's bits. */
  def bits(place: Place, at: Long, blocks: Blocks): Long = (place.kind: @annotation.switch) match
    case 0     => 0
    case 1 | 2 => blocks.getByte(at)
    case 3 | 4 => blocks.getShort(at)
    case 5 | 7 => blocks.getInt(at)
    case _     => blocks.getLong(at)

  private def deeper(levels: Int): Int =
    if levels >= MostLevels then throw tooDeep(null)
    levels + 1

  /** Code of nobody else's runs here: a stack that is too small for the levels is a limit, too. */
  private inline def bounded[A](inline walk: A): A =
    try walk
    catch case e: StackOverflowError => throw tooDeep(e)

  private def tooDeep(cause: Throwable | Null): PickleException =
    new PickleException.LimitExceeded(
      s"values in place are compared and hashed up to $MostLevels levels deep, or as far as the thread's stack reaches: " +
        "take the value out by `toValue`",
      cause
    )

  private final class Hashing(blocks: Blocks, steps: Steps):
    def place(place: Place, at: Long, before: Long, width: Int, levels: Int): Int =
      if place.isReference then reference(place, follow(place, at, before, width, blocks), levels)
      else java.lang.Long.hashCode(bits(place, at, blocks))

    def reference(place: Place, ref: Long, levels: Int): Int =
      if Ref.isNull(ref) then 0
      else if Ref.position(ref) == 0 then Ref.tag(ref)
      else 31 * Ref.tag(ref) + target(place.layout.nn, ref, deeper(levels))

    private def target(layout: Layout, ref: Long, levels: Int): Int =
      val at = Ref.position(ref)
      steps.take(layout, at, blocks)
      layout match
        case r: Layout.Record => record(r, at, levels)
        case Layout.Text      => Rows.text(at, blocks).hashCode
        case _: Layout.Blob   => java.util.Arrays.hashCode(Rows.ofBytes(at, blocks))
        case c: Layout.Cell   => place(c.content, at, 0, c.content.width, levels)
        case t: Layout.Tagged => content(Leaves.content(t, ref), at, levels)
        case m: Layout.Maybe  => content(m.content, at, levels)
        case i: Layout.Items  => rows(i.element, at, steps.take(Rows.ofItems(at, i.element, blocks)), levels)
        case e: Layout.Entries =>
          val table = steps.take(Rows.tableOf(at, e, blocks))
          val keys = new Rows(at + table.keysAt, table.size, table.keyWidth, table.keyWidth == 8)
          // In any order, as maps are equal in any.
          var sum = table.size
          var i = 0
          while i < keys.size do
            sum += place(e.key, keys.at(i), keys.at(i) - at, keys.width, levels)
            i += 1
          sum
        case _: Layout.Constant => 0

    private def record(r: Layout.Record, at: Long, levels: Int): Int =
      var hash = 1
      var i = 0
      while i < r.places.length do
        hash = 31 * hash + place(r.places(i), at + r.offsets(i), r.offsets(i), r.places(i).width, levels)
        i += 1
      hash

    private def rows(element: Place, items: Long, rows: Rows, levels: Int): Int =
      var hash = 1
      var i = 0
      while i < rows.size do
        hash = 31 * hash + place(element, rows.at(i), rows.at(i) - items, rows.width, levels)
        i += 1
      hash

    private def content(content: Layout.Content, at: Long, levels: Int): Int =
      if content.isDirect then target(content.place.layout.nn, at, levels)
      else place(content.place, at, 0, content.place.width, levels)

  private final class Comparing(blocks: Blocks, others: Blocks, steps: Steps):
    def place(place: Place, one: Spot, other: Spot, levels: Int): Boolean =
      if place.isReference then
        val ref = follow(place, one.at, one.before, one.width, blocks)
        reference(place, ref, follow(place, other.at, other.before, other.width, others), levels)
      else bits(place, one.at, blocks) == bits(place, other.at, others)

    /** Places in two objects of one type, as far behind their beginnings. */
    private def field(place: Place, at: Long, other: Long, before: Int, levels: Int): Boolean =
      this.place(place, new Spot(at + before, before, place.width), new Spot(other + before, before, place.width), levels)

    def reference(place: Place, ref: Long, other: Long, levels: Int): Boolean =
      if ref == other && ((blocks eq others) || Ref.isNull(ref) || Ref.position(ref) == 0) then true
      else if Ref.isNull(ref) || Ref.isNull(other) || Ref.tag(ref) != Ref.tag(other) then false
      else if Ref.position(ref) == 0 || Ref.position(other) == 0 then false
      else target(place.layout.nn, ref, Ref.position(other), deeper(levels))

    private def target(layout: Layout, ref: Long, other: Long, levels: Int): Boolean =
      val at = Ref.position(ref)
      steps.take(layout, at, blocks)
      steps.take(layout, other, others)
      layout match
        case r: Layout.Record => r.places.indices.forall { i =>
            field(r.places(i), at, other, r.offsets(i), levels)
          }
        case Layout.Text      => Rows.text(at, blocks) == Rows.text(other, others)
        case _: Layout.Blob   => java.util.Arrays.equals(Rows.ofBytes(at, blocks), Rows.ofBytes(other, others))
        case c: Layout.Cell   => field(c.content, at, other, 0, levels)
        case t: Layout.Tagged => content(Leaves.content(t, ref), at, other, levels)
        case m: Layout.Maybe  => content(m.content, at, other, levels)
        case i: Layout.Items  =>
          val rows = steps.take(Rows.ofItems(at, i.element, blocks))
          val otherRows = Rows.ofItems(other, i.element, others)
          rows.size == otherRows.size && (0 until rows.size).forall { n =>
            place(i.element, spot(at, rows, n), spot(other, otherRows, n), levels)
          }
        case e: Layout.Entries  => maps(e, at, other, levels)
        case _: Layout.Constant => true

    private def content(content: Layout.Content, at: Long, other: Long, levels: Int): Boolean =
      if content.isDirect then target(content.place.layout.nn, at, other, levels)
      else field(content.place, at, other, 0, levels)

    private def spot(start: Long, rows: Rows, index: Int): Spot = new Spot(rows.at(index), rows.at(index) - start, rows.width)

    private def maps(e: Layout.Entries, at: Long, other: Long, levels: Int): Boolean =
      val mine = steps.take(Rows.tableOf(at, e, blocks))
      val theirs = Rows.tableOf(other, e, others)
      mine.size == theirs.size && (0 until mine.size).forall { i =>
        val key = new Spot(at + mine.keyAt(i), mine.keyAt(i), mine.keyWidth)
        val found = Lookup.find(other, theirs, others)(
          new Hashing(blocks, steps).place(e.key, key.at, key.before, key.width, levels),
          there => place(e.key, key, new Spot(there, there - other, theirs.keyWidth), levels)
        )
        found >= 0 && place(e.value, value(at, mine, i), value(other, theirs, found), levels)
      }

    private def value(map: Long, table: MapTable, entry: Int): Spot =
      new Spot(map + table.valueAt(entry), table.valueAt(entry), table.valueWidth)

/** How many words of 4 bytes may still be looked at. What is shared is looked at for each that refers to it, and a forged file may
  * share exponentially.
  */
private[region] final class Steps(private var left: Long):
  /** An object, with its text. */
  def take(layout: Layout, at: Long, blocks: Blocks): Unit = layout match
    case Layout.Text | _: Layout.Blob => take(Rows.textWords(at, blocks))
    case _                            => take(1)

  def take(rows: Rows): Rows =
    take(rows.words)
    rows

  def take(table: MapTable): MapTable =
    take(table.bytes / 4)
    table

  private def take(words: Long): Unit =
    left -= words
    if left < 0 then
      throw new PickleException.LimitExceeded(
        "sharing in this region makes the value much larger than the region (limits.maxElementsWithoutBytes)"
      )

private[region] object Steps:
  /** For one look at all of a region. */
  def over(blocks: Blocks, options: PickleOptions): Steps = new Steps(wordsOf(blocks, options))

  /** As many words as there are, and some that are looked at again since several refer to them. */
  def wordsOf(blocks: Blocks, options: PickleOptions): Long = (blocks.length >>> 2) + options.limits.maxElementsWithoutBytes

  /** For one look at two regions, with keys that are hashed and looked for. */
  def over(blocks: Blocks, others: Blocks, options: PickleOptions): Steps =
    new Steps(blocks.length + others.length + options.limits.maxElementsWithoutBytes)

/** What the tags of a sealed family mean. */
private[region] object Leaves:
  /** How the content of a leaf stands that is no object.
    *
    * @throws PickleException.UnknownLeaf for a tag that no leaf has
    */
  def content(tagged: Layout.Tagged, ref: Long): Layout.Content =
    val leaf = Ref.tag(ref) - 1
    val known = if leaf >= 0 && leaf < tagged.leaves.length then tagged.leaves(leaf) else null
    if known == null then throw new PickleException.UnknownLeaf(tagged.shape.name, s"number $leaf with parts")
    known

/** Finds keys of maps where they lie. */
private[region] object Lookup:
  /** The number of the entry whose key has this hash and is the one, or -1. In a table of n entries about two steps; a forged one
    * is left after as many as it has slots.
    */
  inline def find(map: Long, table: MapTable, blocks: Blocks)(hash: => Int, inline isKey: Long => Boolean): Int =
    var found = -1
    if table.bits == 0 then
      var i = 0
      while found < 0 && i < table.size do
        if isKey(map + table.keysAt + i.toLong * table.keyWidth) then found = i
        i += 1
    else
      var slot = MapTable.first(hash, table.bits)
      var steps = 0
      while found < 0 && steps < table.slots do
        val entry = blocks.getInt(map + 4 + 4L * slot) - 1
        if entry == -1 then steps = table.slots
        else
          if entry < 0 || entry >= table.size then
            throw new PickleException.Malformed(s"entry $entry of a map of ${table.size}").atOffset(map)
          if isKey(map + table.keysAt + entry.toLong * table.keyWidth) then found = entry
          slot = (slot + 1) & (table.slots - 1)
          steps += 1
    found
