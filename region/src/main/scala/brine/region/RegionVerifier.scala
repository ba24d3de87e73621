package brine.region

import brine.PickleException
import brine.wire.Blocks

/** Checks a whole region against the invariants of docs/spec/region.md, by their numbers.
  *
  * What one compaction laid out stands in order, each object behind what it holds, and is checked by going down once ([[InOrder]]).
  * Anything else (what is shared, appended, nested deep, or broken) is gone over by a [[Sweep]], which tells what is wrong. Both look
  * at each object once: the time grows with the bytes alone.
  */
private[region] final class RegionVerifier(blocks: Blocks, compactable: Compactable[?]):
  private val forms = compactable.forms

  def verify(root: Long): Unit =
    val form = if Ref.isNull(root) then null else rootForm(root)
    if form != null then
      val at = Ref.position(root)
      if !new InOrder(blocks, compactable).holds(form, at) then new Sweep(blocks, forms).check(form, at)

  /** What the root's position must be the beginning of; null if it has none. */
  private def rootForm(root: Long): Form | Null = forms.start match
    case form: Form => form
    case word: Word =>
      val tag = Ref.tag(root)
      val isAlone = Ref.position(root) == 0
      if tag > word.mask || (if isAlone then !word.isAlone(tag) else word.forms(tag) == null) then Broken.tag(tag, 0)
      if isAlone then null else word.forms(tag)

/** What both ways of verifying ask of an object. */
private[region] final class Extents(blocks: Blocks):
  /** The bytes that the object at `at` says it takes. */
  def of(form: Form, at: Long): Long = form.extent match
    case Form.Fixed => form.size
    case Form.Text  => ofText(at)
    case Form.Blob =>
      val length = blocks.getInt(at)
      if length < 0 then Broken(6, at, s"$length bytes")
      4L + length
    case Form.Items =>
      val column = form.elements.nn
      val head = blocks.getInt(at)
      Rows.checkWide(head < 0, column.place.isReference, at)
      4 + (head & Int.MaxValue).toLong * column.width(head < 0)
    case _ => table(form, at).bytes

  def ofText(at: Long): Long =
    val head = blocks.getInt(at)
    4L + (if head >= 0 then head.toLong else (head & Int.MaxValue) * 2L)

  def table(form: Form, at: Long): MapTable = Rows.tableOf(at, form.keys.nn.place, form.elements.nn.place, blocks)

  /** The Booleans among the numbers of an object. */
  def checkBooleans(form: Form, at: Long): Unit =
    val booleans = form.booleans
    var i = 0
    while i < booleans.length do
      checkBooleans(at + booleans(i), 1)
      i += 1

  def checkBooleans(at: Long, count: Int): Unit =
    var bits = 0L
    var i = 0
    while i <= count - 8 do
      bits |= blocks.getLong(at + i)
      i += 8
    while i < count do
      bits |= blocks.getByte(at + i) & 0xff
      i += 1
    if (bits & Extents.NoBooleans) != 0 then Broken(6, at, "a Boolean that is neither 0 nor 1")

  /** That each entry of the map at `at` is entered once. */
  def checkEntered(table: MapTable, at: Long): Unit = if table.bits > 0 then
    val entered = new java.util.BitSet(table.size + 1)
    var slot = 0
    while slot < table.slots do
      val entry = blocks.getInt(at + 4 + 4L * slot)
      if entry < 0 || entry > table.size then Broken(7, at, s"entry $entry of a map of ${table.size}")
      if entry > 0 then
        if entered.get(entry) then Broken(7, at, s"entry $entry is entered twice")
        entered.set(entry)
      slot += 1
    if entered.cardinality != table.size then Broken(7, at, s"${entered.cardinality} entries of ${table.size} can be found")

private[region] object Extents:
  /** What no byte of eight Booleans has. */
  private final val NoBooleans = ~0x0101010101010101L

private[region] object Broken:
  def apply(invariant: Int, at: Long, what: String): Nothing =
    throw new PickleException.Malformed(s"invariant $invariant of regions is broken: $what").atOffset(at)

  def tag(tag: Int, at: Long): Nothing = Broken(4, at, s"tag $tag is not valid for this type here")
