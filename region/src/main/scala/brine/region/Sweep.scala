package brine.region

import brine.wire.Blocks
import brine.wire.layout.RegionLayout.{FIRST_OBJECT, UNIT_BITS}

/** Verifies a region in whatever order its objects lie. References lead backwards, so one sweep from the end to the beginning meets
  * each object after all that refers to it: what is referred to is marked with what it must be, and is looked at once, however often
  * it is shared. The marks take two bytes for each four, of the parts that the sweep has not passed.
  */
private[region] final class Sweep(blocks: Blocks, forms: Forms):
  import Sweep.ChunkBits
  private val extents = new Extents(blocks)
  private val marks = new Array[Array[Short]]((blocks.length >>> ChunkBits).toInt + 1)

  /** Where the object begins that was met last: nothing before it reaches beyond. */
  private var limit = blocks.length

  /** Checks the object at `root`, and all that it leads to. */
  def check(form: Form, root: Long): Unit =
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
      if marked(i) != 0 then visit(forms(marked(i)), start | i.toLong << UNIT_BITS)
      i -= 1

  /** What is referred to at `at`, in an object that begins at `start`. */
  private def mark(target: Long, form: Form, at: Long, start: Long): Unit =
    if target < FIRST_OBJECT || target >= start then Broken(2, at, s"position $target does not lie before the object at $start")
    if (target & 3) != 0 then Broken(3, at, s"position $target is not a multiple of 4")
    val chunk = (target >>> ChunkBits).toInt
    var marked = marks(chunk)
    if marked == null then
      marked = new Array[Short](1 << ChunkBits - UNIT_BITS)
      marks(chunk) = marked
    val i = ((target >>> UNIT_BITS) & ((1 << ChunkBits - UNIT_BITS) - 1)).toInt
    val before = marked(i)
    if before == 0 then marked(i) = form.number.toShort
    else if before != form.number then Broken(5, at, s"position $target is taken for objects of two types")

  private def visit(form: Form, start: Long): Unit =
    val bytes = extents.of(form, start)
    if bytes > limit - start then Broken(5, start, s"an object of $bytes bytes reaches into the one at $limit")
    blocks.check(start, bytes)
    limit = start
    form.extent match
      case Form.Fixed            => fields(form, start)
      case Form.Items            => elements(form.elements.nn, start)
      case Form.Entries          => entries(form, start)
      case Form.Text | Form.Blob => ()

  private def fields(form: Form, start: Long): Unit =
    extents.checkBooleans(form, start)
    var i = form.words.length - 1
    while i >= 0 do
      word(form.words(i), start + form.offsets(i), false, start)
      i -= 1

  private def elements(column: Column, start: Long): Unit =
    val head = blocks.getInt(start)
    rows(column, start + 4, head & Int.MaxValue, head < 0, start)

  private def entries(form: Form, start: Long): Unit =
    val table = extents.table(form, start)
    rows(form.keys.nn, start + table.keysAt, table.size, table.isWide, start)
    rows(form.elements.nn, start + table.valuesAt, table.size, table.isWide, start)
    extents.checkEntered(table, start)

  private def rows(column: Column, from: Long, size: Int, isWide: Boolean, start: Long): Unit =
    if column.isBoolean then extents.checkBooleans(from, size)
    else if column.word != null then
      var i = size - 1
      while i >= 0 do
        word(column.word.nn, from + i.toLong * column.width(isWide), isWide, start)
        i -= 1

  private def word(word: Word, at: Long, isWide: Boolean, start: Long): Unit =
    val bits = if isWide then 0 else blocks.getInt(at)
    if bits > word.mask then refer(word, bits & word.mask, at - ((bits >>> word.bits).toLong << UNIT_BITS), at, start)
    else if bits > 0 then alone(word, bits, at)
    else if bits < 0 || isWide then far(word, bits, at, isWide, start)

  /** What a word with this tag leads to. */
  private def refer(word: Word, tag: Int, target: Long, at: Long, start: Long): Unit =
    val form = word.forms(tag)
    if form == null then Broken.tag(tag, at)
    mark(target, form, at, start)

  private def alone(word: Word, tag: Int, at: Long): Unit = if !word.isAlone(tag) then Broken.tag(tag, at)

  private def far(word: Word, bits: Int, at: Long, isWide: Boolean, start: Long): Unit =
    if !isWide then mark(at - (((bits & Int.MaxValue) >>> word.bits).toLong << UNIT_BITS), forms.pad, at, start)
    // `mark` checks that it lies before the object.
    val ref = if isWide then Words.followWide(blocks, at, word.bits, 0) else Words.follow(blocks, at, word.bits, 0)
    if !Ref.isNull(ref) then
      if Ref.position(ref) == 0 then alone(word, Ref.tag(ref), at)
      else refer(word, Ref.tag(ref), Ref.position(ref), at, start)

private object Sweep:
  /** Bytes that one array of marks is for. */
  private final val ChunkBits = 18
