package brine.region

import brine.internal
import brine.wire.Blocks
import brine.wire.layout.RegionLayout.{FIRST_OBJECT, UNIT_BITS}

/** Goes down from an object to what it holds, from the last to the first, as long as each lies before all that was met: then they
  * are apart, what was met is not met again, and no mark of it is needed. Classes that the compiler sees have code for it
  * ([[EmitInOrder]]), the rest goes by tables. Not for users.
  *
  * What is asked about an object or a word gives where the first of what it leads to begins, all of which ends before `limit`; or
  * [[InOrder.Other]], which tells nothing: a region that does not stand in order may be as good as any.
  */
@internal
final class InOrder private[region] (blocks: Blocks, compactable: Compactable[?]):
  import InOrder.{MostLevels, Other}
  private val extents = new Extents(blocks)
  private val bits = blocks.bits
  private val isOneBlock = blocks.length <= (1L << bits)

  /** Whether an object, and all that it leads to, stands in order, and each invariant holds. */
  private[region] def holds(form: Form, at: Long): Boolean = objectAt(form, at, blocks.length, 0) != Other

  private def objectAt(form: Form, at: Long, limit: Long, levels: Int): Long =
    if form.code >= 0 then compactable.objectInOrder(form.code, at, limit, levels, this)
    else if !fits(at, 4, limit, levels) || !fits(at, extents.of(form, at), limit) then Other
    else
      form.extent match
        case Form.Fixed            => fields(form, at, levels + 1)
        case Form.Items            => elements(form.elements.nn, at, levels + 1)
        case Form.Entries          => entries(form, at, levels + 1)
        case Form.Text | Form.Blob => at

  private def fits(at: Long, bytes: Long, limit: Long): Boolean =
    at >= FIRST_OBJECT && bytes <= limit - at && (isOneBlock || ((at ^ at + bytes - 1) >>> bits) == 0)

  private def fields(form: Form, at: Long, levels: Int): Long =
    extents.checkBooleans(form, at)
    var first = at
    var i = form.words.length - 1
    while i >= 0 do
      first = word(form.words(i), at + form.offsets(i), first, levels)
      i -= 1
    first

  private def elements(column: Column, at: Long, levels: Int): Long =
    val head = blocks.getInt(at)
    if column.isBoolean then extents.checkBooleans(at + 4, head)
    if column.word == null then at
    else if head < 0 then Other
    else
      var first = at
      var place = at + 4L * head
      while place > at do
        first = word(column.word.nn, place, first, levels)
        place -= 4
      first

  private def entries(form: Form, at: Long, levels: Int): Long =
    val table = extents.table(form, at)
    val keys = form.keys.nn
    val values = form.elements.nn
    extents.checkEntered(table, at)
    if keys.isBoolean then extents.checkBooleans(at + table.keysAt, table.size)
    if values.isBoolean then extents.checkBooleans(at + table.valuesAt, table.size)
    var first = if table.isWide then Other else at
    var i = table.size - 1
    while i >= 0 && first != Other do
      if values.word != null then first = word(values.word.nn, at + table.valuesAt + 4L * i, first, levels)
      if keys.word != null then first = word(keys.word.nn, at + table.keysAt + 4L * i, first, levels)
      i -= 1
    first

  private def word(word: Word, at: Long, limit: Long, levels: Int): Long =
    val bits = blocks.getInt(at)
    val tag = bits & word.mask
    if bits > word.mask then
      val form = word.forms(tag)
      if form == null then Other else objectAt(form, target(at, bits, word.bits), limit, levels)
    else if bits == 0 || bits > 0 && word.isAlone(tag) then limit
    else Other

  // ---- for emitted code

  def word(at: Long): Int = blocks.getInt(at)

  /** Two words, the first in the lower half. */
  def words(at: Long): Long = blocks.getLong(at)

  /** Where a word leads to. One that is no reference leads to itself, a pad's beyond: no object fits in there. */
  def target(at: Long, word: Int, bits: Int): Long = at - ((word >> bits).toLong << UNIT_BITS)

  /** Whether an object may be there. */
  def fits(at: Long, bytes: Int, limit: Long, levels: Int): Boolean = levels < MostLevels && fits(at, bytes.toLong, limit)

  /** Whether objects of so many bytes together may be right before what is at `at`. */
  def fitsBefore(at: Long, bytes: Int): Boolean = at - bytes >= FIRST_OBJECT && (isOneBlock || ((at - bytes ^ at - 1) >>> bits) == 0)

  /** A word with a tag that no object has. */
  def nothing(word: Int, limit: Long): Long = if word == 0 then limit else Other

  /** A word that is its tag. */
  def alone(word: Int, tag: Int, limit: Long): Long = if word == tag then limit else Other

  def checkBoolean(at: Long): Unit = extents.checkBooleans(at, 1)

  /** A string that the word at `at` refers to. */
  def text(at: Long, word: Int, limit: Long): Long =
    if word == 0 then limit else textAt(target(at, word, 0), limit)

  def textAt(at: Long, limit: Long): Long =
    if fits(at, 4, limit) && fits(at, extents.ofText(at), limit) then at else Other

  /** A number in a cell. */
  def numberAt(at: Long, width: Int, limit: Long): Long = if fits(at, math.max(4, width), limit) then at else Other

  /** A collection of numbers. */
  def numbers(at: Long, width: Int, limit: Long): Long =
    val head = if fits(at, 4, limit) then blocks.getInt(at) else -1
    if head >= 0 && fits(at, 4 + head.toLong * width, limit) then at else Other

  /** How many words a collection has, or -1. */
  def rows(at: Long, limit: Long, levels: Int): Int =
    val head = if fits(at, 4, limit, levels) then blocks.getInt(at) else -1
    if head >= 0 && fits(at, 4 + 4L * head, limit) then head else -1

  /** A word of a type for which there is no code. */
  def other(index: Int, at: Long, limit: Long, levels: Int): Long = word(compactable.forms.words(index).nn, at, limit, levels)

@internal
object InOrder:
  /** Less than any position, so that nothing ends before it. */
  final val Other = Long.MinValue / 2

  /** How deep values may be nested that are checked on the Java stack. */
  private final val MostLevels = 512
