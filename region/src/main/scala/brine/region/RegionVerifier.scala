package brine.region

import brine.PickleException
import brine.shape.ScalarKind
import brine.wire.Blocks
import brine.wire.layout.RegionLayout.{FIRST_OBJECT, UNIT_BITS}

/** Checks a whole region against the invariants of docs/spec/region.md, by their numbers.
  *
  * References lead backwards, so one sweep from the end to the beginning meets each object after all that refers to it: what is
  * referred to is marked with what it must be, and is looked at once, however often it is shared. Time grows with the bytes; the
  * marks take two bytes for each four, of the parts that the sweep has not passed.
  */
private[region] final class RegionVerifier(blocks: Blocks):
  import RegionVerifier.ChunkBits
  import Layout.{Held, Pad}

  private val targets = new scala.collection.mutable.ArrayBuffer[Layout | Null]
  private val numbers = new java.util.IdentityHashMap[Layout, Integer]
  private val byShape = new java.util.HashMap[Any, Integer]
  private val pad = number(Pad)
  private val marks = new Array[Array[Short]]((blocks.length >>> ChunkBits).toInt + 1)

  /** Where the object begins that was met last: nothing before it reaches beyond. */
  private var limit = blocks.length

  def verify(place: Place, root: Long): Unit =
    if !Ref.isNull(root) then
      if place.isReference then refer(place, root, 0, limit) else mark(Ref.position(root), number(new Held(place)), 0, limit)
    var chunk = marks.length - 1
    while chunk >= 0 do
      val marked = marks(chunk)
      if marked != null then
        var i = marked.length - 1
        while i >= 0 do
          if marked(i) != 0 then visit(targets(marked(i) - 1).nn, chunk.toLong << ChunkBits | i.toLong << UNIT_BITS)
          i -= 1
        marks(chunk) = null
      chunk -= 1

  // The two that were asked for last: to look each up would take most of the time.
  private var last: Layout | Null = null
  private var lastNumber: Short = 0
  private var before: Layout | Null = null
  private var beforeNumber: Short = 0

  private def number(layout: Layout): Short =
    if layout eq last then lastNumber
    else
      val found = if layout eq before then beforeNumber else find(layout)
      before = last
      beforeNumber = lastNumber
      last = layout
      lastNumber = found
      found

  private def find(layout: Layout): Short =
    val known = numbers.get(layout)
    if known != null then known.shortValue
    else
      val found = byShape.computeIfAbsent(RegionVerifier.key(layout), _ => {
        targets += layout
        if targets.length >= Short.MaxValue then throw new PickleException.LimitExceeded("more than 32,766 types")
        targets.length
      })
      numbers.put(layout, found)
      found.shortValue

  private def broken(invariant: Int, at: Long, what: String): Nothing =
    throw new PickleException.Malformed(s"invariant $invariant of regions is broken: $what").atOffset(at)

  /** What is referred to at `at`, in an object that begins at `start`. */
  private def mark(target: Long, what: Short, at: Long, start: Long): Unit =
    if target < FIRST_OBJECT || target >= start then broken(2, at, s"position $target does not lie before the object at $start")
    if (target & 3) != 0 then broken(3, at, s"position $target is not a multiple of 4")
    val chunk = (target >>> ChunkBits).toInt
    var marked = marks(chunk)
    if marked == null then
      marked = new Array[Short](1 << ChunkBits - UNIT_BITS)
      marks(chunk) = marked
    val i = ((target >>> UNIT_BITS) & ((1 << ChunkBits - UNIT_BITS) - 1)).toInt
    val before = marked(i)
    if before != 0 && before != what then broken(5, at, s"position $target is taken for objects of two types")
    marked(i) = what

  private def follow(place: Place, at: Long, isWide: Boolean, start: Long): Unit =
    if !isWide && blocks.getInt(at) < 0 then
      val word = blocks.getInt(at) & Int.MaxValue
      mark(at - ((word >>> place.bits).toLong << UNIT_BITS), pad, at, start)
    val ref = if isWide then Words.followWide(blocks, at, place.bits) else Words.follow(blocks, at, place.bits)
    if !Ref.isNull(ref) then refer(place, ref, at, start)

  private def refer(place: Place, ref: Long, at: Long, start: Long): Unit =
    val target = Ref.position(ref)
    val tag = Ref.tag(ref)
    place.layout.nn match
      case t: Layout.Tagged =>
        if tag < 1 || tag > t.leaves.length then broken(4, at, s"${t.shape.name} has no leaf ${tag - 1}")
        val content = t.leaves(tag - 1)
        if (content == null) != (target == 0) then broken(4, at, s"leaf ${tag - 1} of ${t.shape.name} is no such value")
        if content != null then mark(target, numberOf(content), at, start)
      case m: Layout.Maybe =>
        if tag != Place.Some && tag != Place.None || tag == Place.None && target != 0 then broken(4, at, s"an option with tag $tag")
        if target != 0 then mark(target, numberOf(m.content), at, start)
      case _: Layout.Constant => if tag != 1 || target != 0 then broken(4, at, s"an object with tag $tag")
      case other =>
        if tag != 0 || target == 0 then broken(4, at, s"a tag $tag where there is none")
        mark(target, number(other), at, start)

  private def numberOf(content: Layout.Content): Short =
    if content.isDirect then number(content.place.layout.nn) else number(cells.computeIfAbsent(content, c => new Held(c.place)))

  private val cells = new java.util.IdentityHashMap[Layout.Content, Layout]

  private def extent(start: Long, bytes: Long): Unit =
    if bytes > limit - start then broken(5, start, s"an object of $bytes bytes reaches into the one at $limit")
    blocks.check(start, bytes)
    limit = start

  private def visit(layout: Layout, start: Long): Unit = layout match
    case r: Layout.Record =>
      extent(start, r.size)
      var i = 0
      while i < r.places.length do
        value(r.places(i), start + r.offsets(i), false, start)
        i += 1
    case Layout.Text =>
      val head = blocks.getInt(start)
      extent(start, 4L + (if head >= 0 then head.toLong else (head & Int.MaxValue) * 2L))
    case _: Layout.Blob =>
      val length = blocks.getInt(start)
      if length < 0 then broken(6, start, s"$length bytes")
      extent(start, 4L + length)
    case c: Layout.Cell  => held(c.content, start)
    case h: Held         => held(h.place, start)
    case i: Layout.Items =>
      val rows = Rows.ofItems(start, i.element, blocks)
      extent(start, 4 + rows.size.toLong * rows.width)
      column(i.element, rows, start)
    case e: Layout.Entries => entries(e, start)
    case Pad               => extent(start, 8)
    case other             => throw new IllegalStateException(other.toString)

  private def held(place: Place, start: Long): Unit =
    extent(start, math.max(4, place.width))
    value(place, start, false, start)

  private def value(place: Place, at: Long, isWide: Boolean, start: Long): Unit =
    if place.isReference then follow(place, at, isWide, start)
    else if place.kind == ScalarKind.Boolean.ordinal && (blocks.getByte(at) & ~1) != 0 then
      broken(6, at, "a Boolean that is neither 0 nor 1")

  private def column(element: Place, rows: Rows, start: Long): Unit =
    if element.isReference || element.kind == ScalarKind.Boolean.ordinal then
      var i = rows.size - 1
      while i >= 0 do
        value(element, rows.at(i), rows.width == 8, start)
        i -= 1

  private def entries(e: Layout.Entries, start: Long): Unit =
    val table = Rows.tableOf(start, e, blocks)
    extent(start, table.bytes)
    column(e.key, new Rows(start + table.keysAt, table.size, table.keyWidth, table.keyWidth == 8), start)
    column(e.value, new Rows(start + table.valuesAt, table.size, table.valueWidth, table.valueWidth == 8), start)
    val entered = new java.util.BitSet
    for slot <- 0 until table.slots do
      val entry = blocks.getInt(start + 4 + 4L * slot)
      if entry < 0 || entry > table.size then broken(7, start, s"entry $entry of a map of ${table.size}")
      if entry > 0 then
        if entered.get(entry) then broken(7, start, s"entry $entry is entered twice")
        entered.set(entry)
    if table.bits > 0 && entered.cardinality != table.size then
      broken(7, start, s"${entered.cardinality} entries of ${table.size} can be found")

private object RegionVerifier:
  /** Bytes that one array of marks is for. */
  private final val ChunkBits = 18

  /** Equal for what lies in the same way, of whatever class it is. */
  private def key(layout: Layout): Any = layout match
    case r: Layout.Record   => r.shape.fingerprint
    case b: Layout.Blob     => b.shape.fingerprint
    case c: Layout.Constant => c.shape.fingerprint
    case t: Layout.Tagged   => t.shape.fingerprint
    case m: Layout.Maybe    => m.shape.fingerprint
    case i: Layout.Items    => i.shape.fingerprint
    case e: Layout.Entries  => e.shape.fingerprint
    case c: Layout.Cell     => Some(key(c.content))
    case h: Layout.Held     => Some(key(h.place))
    case Layout.Text        => Layout.Text
    case Layout.Pad         => Layout.Pad

  private def key(place: Place): Any = if place.isReference then key(place.layout.nn) else place.kind

