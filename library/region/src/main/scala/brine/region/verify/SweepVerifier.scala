package brine.region.verify

import brine.region.layout.{Ref, ReferenceWords}
import brine.wire.{BackwardBytes, Blocks}
import brine.wire.layout.RegionLayout.{FIRST_OBJECT, UNIT_BITS}

/** Verifies a region with objects in any order. References lead backwards, so that a sweep from the end to the
  * beginning meets each object after all objects that refer to it. The sweep marks the target of each reference with
  * the required type, and visits each target once, however often it is shared. The marks take two bytes for each four,
  * for the part of the region before the sweep.
  */
private[region] final class SweepVerifier(blocks: Blocks, tables: CheckTables):
  import SweepVerifier.ChunkBits
  private val bytes = new BackwardBytes(blocks)
  private val extents = new ObjectExtents(bytes, blocks)
  private val distinct = new DistinctKeys(blocks)
  private val marks = new Array[Array[Short]]((blocks.length >>> ChunkBits).toInt + 1)

  /** The position of the object that was met last: no earlier object may reach beyond it. */
  private var limit = blocks.length

  /** Checks the object at `root`, and all objects that it leads to. */
  def check(form: ObjectCheck, root: Long): Unit =
    mark(root, form, 0, limit)
    var chunk = marks.length - 1
    while chunk >= 0 do
      if marks(chunk) != null then
        visit(marks(chunk), chunk.toLong << ChunkBits)
        marks(chunk) = null
      chunk -= 1

  private def visit(marked: Array[Short], start: Long): Unit =
    var i = marked.length - 1
    while i >= 0 do
      if marked(i) != 0 then visit(tables(marked(i)), start | i.toLong << UNIT_BITS)
      i -= 1

  /** Marks the target of the word at `at`, in an object that begins at `start`. */
  private def mark(target: Long, form: ObjectCheck, at: Long, start: Long): Unit =
    if target < FIRST_OBJECT || target >= start then
      BrokenInvariant(2, at, s"position $target does not lie before the object at $start")
    if (target & 3) != 0 then BrokenInvariant(3, at, s"position $target is not a multiple of 4")
    val chunk = (target >>> ChunkBits).toInt
    var marked = marks(chunk)
    if marked == null then
      marked = new Array[Short](1 << ChunkBits - UNIT_BITS)
      marks(chunk) = marked
    val i = ((target >>> UNIT_BITS) & ((1 << ChunkBits - UNIT_BITS) - 1)).toInt
    val before = marked(i)
    if before == 0 then marked(i) = form.number.toShort
    else if before != form.number then BrokenInvariant(5, at, s"position $target is taken for objects of two types")

  private def visit(form: ObjectCheck, start: Long): Unit =
    val size = extents.of(form, start)
    if size > limit - start then BrokenInvariant(5, start, s"an object of $size bytes reaches into the one at $limit")
    blocks.check(start, size)
    limit = start
    form.extent match
      case ObjectCheck.Fixed                   => fields(form, start)
      case ObjectCheck.Items                   => elements(form.elements.nn, form.isSet, start)
      case ObjectCheck.Entries                 => entries(form, start)
      case ObjectCheck.Text | ObjectCheck.Blob => ()

  private def fields(form: ObjectCheck, start: Long): Unit =
    extents.checkBooleans(form, start)
    var i = form.words.length - 1
    while i >= 0 do
      word(form.words(i), start + form.offsets(i), false, start)
      i -= 1

  private def elements(column: ElementCheck, isSet: Boolean, start: Long): Unit =
    val head = bytes.getInt(start)
    rows(column, start + 4, head & Int.MaxValue, head < 0, start)
    if isSet then distinct.check(column, start + 4, head & Int.MaxValue, head < 0, start)

  private def entries(form: ObjectCheck, start: Long): Unit =
    val table = extents.table(form, start)
    rows(form.keys.nn, start + table.keysAt, table.size, table.isWide, start)
    rows(form.elements.nn, start + table.valuesAt, table.size, table.isWide, start)
    extents.checkEntered(table, start)
    distinct.check(form.keys.nn, start + table.keysAt, table.size, table.isWide, start)

  private def rows(column: ElementCheck, from: Long, size: Int, isWide: Boolean, start: Long): Unit =
    if column.isBoolean then extents.checkBooleans(from, size)
    else if column.word != null then
      var i = size - 1
      while i >= 0 do
        word(column.word.nn, from + i.toLong * column.width(isWide), isWide, start)
        i -= 1

  private def word(word: ReferenceCheck, at: Long, isWide: Boolean, start: Long): Unit =
    val bits = if isWide then 0 else bytes.getInt(at)
    if bits > word.mask then refer(word, bits & word.mask, at - ((bits >>> word.bits).toLong << UNIT_BITS), at, start)
    else if bits > 0 then alone(word, bits, at)
    else if bits < 0 || isWide then far(word, bits, at, isWide, start)

  /** Marks the target of a word with this tag. */
  private def refer(word: ReferenceCheck, tag: Int, target: Long, at: Long, start: Long): Unit =
    val form = word.targets(tag)
    if form == null then BrokenInvariant.tag(tag, at)
    mark(target, form, at, start)

  private def alone(word: ReferenceCheck, tag: Int, at: Long): Unit =
    if !word.isAlone(tag) then BrokenInvariant.tag(tag, at)

  private def far(word: ReferenceCheck, bits: Int, at: Long, isWide: Boolean, start: Long): Unit =
    if !isWide then mark(at - (((bits & Int.MaxValue) >>> word.bits).toLong << UNIT_BITS), tables.pad, at, start)
    // `mark` checks that the target lies before the object.
    val ref = if isWide then ReferenceWords.followWide(blocks, at, word.bits, 0)
    else ReferenceWords.follow(blocks, at, word.bits, 0)
    if !Ref.isNull(ref) then
      if Ref.position(ref) == 0 then alone(word, Ref.tag(ref), at)
      else refer(word, Ref.tag(ref), Ref.position(ref), at, start)

private object SweepVerifier:
  /** The binary logarithm of the bytes that one array of marks covers. */
  private final val ChunkBits = 18
