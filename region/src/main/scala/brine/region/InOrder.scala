package brine.region

import brine.wire.Blocks
import brine.wire.layout.RegionLayout.{FIRST_OBJECT, UNIT_BITS}

/** Goes down from an object to what it holds, from the last to the first, as long as each lies before all that was met: then they
  * are apart, what was met is not met again, and no mark of it is needed.
  *
  * A region for which that does not hold may be as good as any; so nothing is told of it.
  */
private[region] final class InOrder(blocks: Blocks):
  import InOrder.{MostLevels, Other}
  private val extents = new Extents(blocks)
  private val bits = blocks.bits

  /** Whether the object at `at`, and all that it leads to, stands in order, and each invariant holds. */
  def holds(form: Form, at: Long): Boolean = objectAt(form, at, blocks.length, 0) != Other

  /** Where the first begins of an object and what it leads to, all of which ends before `limit`, or [[Other]]. */
  private def objectAt(form: Form, at: Long, limit: Long, levels: Int): Long =
    if at < FIRST_OBJECT || at > limit - 4 || levels > MostLevels then Other
    else
      val bytes: Long = if form.extent == Form.Fixed then form.size else extents.of(form, at)
      if !fits(at, bytes, limit) then Other
      else
        form.extent match
          case Form.Fixed             => fields(form, at, levels + 1)
          case Form.Items             => elements(form.elements.nn, at, levels + 1)
          case Form.Entries           => entries(form, at, levels + 1)
          case Form.Text | Form.Blob  => at

  private def fits(at: Long, bytes: Long, limit: Long): Boolean = bytes <= limit - at && ((at ^ at + bytes - 1) >>> bits) == 0

  private def fields(form: Form, at: Long, levels: Int): Long =
    if form.booleans.length > 0 then extents.checkBooleans(form, at)
    val words = form.words
    val offsets = form.offsets
    var first = at
    var i = words.length - 1
    while i >= 0 do
      first = word(words(i), at + offsets(i), first, levels)
      i -= 1
    first

  /** What a word leads to, if it ends before `limit`. */
  private def word(word: Word, at: Long, limit: Long, levels: Int): Long =
    val bits = blocks.getInt(at)
    val tag = bits & word.mask
    if bits > word.mask then
      val form = word.forms(tag)
      val target = at - ((bits >>> word.bits).toLong << UNIT_BITS)
      if form == null then Other
      else if form.isPlain then if target >= FIRST_OBJECT && fits(target, form.size, limit) then target else Other
      else objectAt(form, target, limit, levels)
    else if bits == 0 || bits > 0 && word.isAlone(tag) then limit
    else Other

  private def elements(column: Column, at: Long, levels: Int): Long =
    val head = blocks.getInt(at)
    if column.isBoolean then extents.checkBooleans(at + 4, head)
    val word = column.word
    if word == null then at
    else if head < 0 then Other
    else
      var first = at
      var place = at + 4L * head
      while place > at do
        first = this.word(word, place, first, levels)
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

private object InOrder:
  /** Not in order: less than any position, so that nothing ends before it. */
  private final val Other = Long.MinValue / 2

  /** How deep values may be nested that are checked on the Java stack. */
  private final val MostLevels = 1000
