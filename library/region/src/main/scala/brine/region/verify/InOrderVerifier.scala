package brine.region.verify

import brine.internal
import brine.wire.{BackwardBytes, Blocks}
import brine.wire.layout.RegionLayout.{FIRST_OBJECT, UNIT_BITS}

/** Checks an object and its parts, from the last part to the first, while each lies before all objects met so far.
  * Objects in this order do not overlap, and none is met twice, so that no marks are needed. Classes that the compiler
  * sees have emitted code (`EmitInOrder`); tables check the others. Not for users.
  *
  * Each check returns the position of the first object that it met; all parts end before `limit`. It returns
  * [[InOrderVerifier.Other]] if the objects are not in this order: the region may be valid nevertheless.
  */
@internal
final class InOrderVerifier private[region] (blocks: Blocks, tables: CheckTables, code: EmittedChecks):
  import InOrderVerifier.{MostLevels, Other}
  private val bytes = new BackwardBytes(blocks)
  private val extents = new ObjectExtents(bytes, blocks)
  private val distinct = new DistinctKeys(blocks)
  private val bits = blocks.bits
  private val isOneBlock = blocks.length <= (1L << bits)

  /** True if an object and all its parts are in order, and every invariant holds. */
  private[region] def holds(form: ObjectCheck, at: Long): Boolean = objectAt(form, at, blocks.length, 0) != Other

  private def objectAt(form: ObjectCheck, at: Long, limit: Long, levels: Int): Long =
    if form.code >= 0 then code.inOrder(form.code, at, limit, levels, this)
    else if !fits(at, 4, limit, levels) || !fits(at, extents.of(form, at), limit) then Other
    else
      form.extent match
        case ObjectCheck.Fixed                   => fields(form, at, levels + 1)
        case ObjectCheck.Items                   => elements(form.elements.nn, at, levels + 1)
        case ObjectCheck.Entries                 => entries(form, at, levels + 1)
        case ObjectCheck.Text | ObjectCheck.Blob => at

  private def fits(at: Long, count: Long, limit: Long): Boolean =
    at >= FIRST_OBJECT && count <= limit - at && (isOneBlock || ((at ^ at + count - 1) >>> bits) == 0)

  private def fields(form: ObjectCheck, at: Long, levels: Int): Long =
    extents.checkBooleans(form, at)
    var first = at
    var i = form.words.length - 1
    while i >= 0 do
      first = word(form.words(i), at + form.offsets(i), first, levels)
      i -= 1
    first

  private def elements(column: ElementCheck, at: Long, levels: Int): Long =
    val head = bytes.getInt(at)
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

  private def entries(form: ObjectCheck, at: Long, levels: Int): Long =
    val table = extents.table(form, at)
    val keys = form.keys.nn
    val values = form.elements.nn
    extents.checkEntered(table, at)
    distinct.check(keys, at + table.keysAt, table.size, table.isWide, at)
    if keys.isBoolean then extents.checkBooleans(at + table.keysAt, table.size)
    if values.isBoolean then extents.checkBooleans(at + table.valuesAt, table.size)
    var first = if table.isWide then Other else at
    var i = table.size - 1
    while i >= 0 && first != Other do
      if values.word != null then first = word(values.word.nn, at + table.valuesAt + 4L * i, first, levels)
      if keys.word != null then first = word(keys.word.nn, at + table.keysAt + 4L * i, first, levels)
      i -= 1
    first

  private def word(word: ReferenceCheck, at: Long, limit: Long, levels: Int): Long =
    val bits = bytes.getInt(at)
    val tag = bits & word.mask
    if bits > word.mask then
      val form = word.targets(tag)
      if form == null then Other else objectAt(form, target(at, bits, word.bits), limit, levels)
    else if bits == 0 || bits > 0 && word.isAlone(tag) then limit
    else Other

  // ---- for emitted code

  def word(at: Long): Int = bytes.getInt(at)

  /** Loads two words, the first in the lower half. */
  def words(at: Long): Long = bytes.getLong(at)

  /** The target of a word. A word without a distance leads to itself, one with a pad to a later position: no object
    * fits there.
    */
  def target(at: Long, word: Int, bits: Int): Long = at - ((word >> bits).toLong << UNIT_BITS)

  /** True if an object of this size can be there. */
  def fits(at: Long, bytes: Int, limit: Long, levels: Int): Boolean =
    levels < MostLevels && fits(at, bytes.toLong, limit)

  /** True if objects of these bytes together can precede `at` directly. */
  def fitsBefore(at: Long, bytes: Int): Boolean =
    at - bytes >= FIRST_OBJECT && (isOneBlock || ((at - bytes ^ at - 1) >>> bits) == 0)

  /** A word with a tag of no object. */
  def nothing(word: Int, limit: Long): Long = if word == 0 then limit else Other

  /** A word that consists of its tag. */
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
    val head = if fits(at, 4, limit) then bytes.getInt(at) else -1
    if head >= 0 && fits(at, 4 + head.toLong * width, limit) then at else Other

  /** The number of words of a collection, or -1. */
  def rows(at: Long, limit: Long, levels: Int): Int =
    val head = if fits(at, 4, limit, levels) then bytes.getInt(at) else -1
    if head >= 0 && fits(at, 4 + 4L * head, limit) then head else -1

  /** A word of a type without emitted code. */
  def other(index: Int, at: Long, limit: Long, levels: Int): Long = word(tables.words(index).nn, at, limit, levels)

@internal
object InOrderVerifier:
  /** Less than any position, so that nothing ends before it. */
  final val Other = Long.MinValue / 2

  /** The most levels of values that are checked on the Java stack. */
  private final val MostLevels = 512

/** The checks that the macro emitted for the classes of one `Compactable`. */
private[region] trait EmittedChecks:
  /** Checks the object at `at`, of the type with this number, and its parts; returns the result of [[InOrderVerifier]].
    */
  def inOrder(number: Int, at: Long, limit: Long, levels: Int, in: InOrderVerifier): Long
