package brine.region.verify

import brine.PickleException
import brine.region.layout.{ElementSlots, MapTable, Ref}
import brine.wire.{BackwardBytes, Blocks}

/** Checks a whole region against the numbered invariants of docs/spec/region.md.
  *
  * One compaction lays out objects in order, each after its parts: [[InOrderVerifier]] checks them in one descent.
  * Other regions (with sets, or shared, appended, deeply nested or broken objects) go to a [[SweepVerifier]], which
  * reports the broken invariant. Both visit each object once: the time grows with the bytes alone.
  */
private[region] final class RegionVerifier(blocks: Blocks, tables: CheckTables, code: EmittedChecks):
  def verify(root: Long): Unit =
    val form = if Ref.isNull(root) then null else rootForm(root)
    if form != null then
      val at = Ref.position(root)
      if tables.hasSets || !new InOrderVerifier(blocks, tables, code).holds(form, at) then
        new SweepVerifier(blocks, tables).check(form, at)

  /** The check of the object at the root's position; null if the root has no position. */
  private def rootForm(root: Long): ObjectCheck | Null = tables.start match
    case form: ObjectCheck => form
    case word: ReferenceCheck =>
      val tag = Ref.tag(root)
      val isAlone = Ref.position(root) == 0
      if tag > word.mask || (if isAlone then !word.isAlone(tag) else word.targets(tag) == null) then
        BrokenInvariant.tag(tag, 0)
      if isAlone then null else word.targets(tag)

/** The sizes of objects, and the checks that both verifiers share. */
private[region] final class ObjectExtents(bytes: BackwardBytes, blocks: Blocks):
  /** The bytes that the object at `at` claims to take. */
  def of(form: ObjectCheck, at: Long): Long = form.extent match
    case ObjectCheck.Fixed => form.size
    case ObjectCheck.Text  => ofText(at)
    case ObjectCheck.Blob =>
      val length = bytes.getInt(at)
      if length < 0 then BrokenInvariant(6, at, s"a length of $length bytes")
      4L + length
    case ObjectCheck.Items =>
      val column = form.elements.nn
      val head = bytes.getInt(at)
      ElementSlots.checkWide(head < 0, column.place.isReference, at)
      4 + (head & Int.MaxValue).toLong * column.width(head < 0)
    case _ => table(form, at).bytes

  def ofText(at: Long): Long =
    val head = bytes.getInt(at)
    4L + (if head >= 0 then head.toLong else (head & Int.MaxValue) * 2L)

  def table(form: ObjectCheck, at: Long): MapTable =
    ElementSlots.tableOf(at, form.keys.nn.place, form.elements.nn.place, blocks)

  /** Checks the Booleans among the numbers of an object. */
  def checkBooleans(form: ObjectCheck, at: Long): Unit =
    val booleans = form.booleans
    var i = 0
    while i < booleans.length do
      checkBooleans(at + booleans(i), 1)
      i += 1

  def checkBooleans(at: Long, count: Int): Unit =
    var bits = 0L
    var i = 0
    while i <= count - 8 do
      bits |= bytes.getLong(at + i)
      i += 8
    while i < count do
      bits |= bytes.getByte(at + i) & 0xff
      i += 1
    if (bits & ObjectExtents.NoBooleans) != 0 then BrokenInvariant(6, at, "a Boolean that is neither 0 nor 1")

  /** Checks that the table of the map at `at` contains each entry once. */
  def checkEntered(table: MapTable, at: Long): Unit = if table.bits > 0 then
    val entered = new java.util.BitSet(table.size + 1)
    var slot = 0
    while slot < table.slots do
      val entry = bytes.getInt(at + 4 + 4L * slot)
      if entry < 0 || entry > table.size then
        BrokenInvariant(7, at, s"invalid entry $entry of a map of ${table.size} entries")
      if entry > 0 then
        if entered.get(entry) then BrokenInvariant(7, at, s"entry $entry is entered twice")
        entered.set(entry)
      slot += 1
    if entered.cardinality != table.size then
      BrokenInvariant(7, at, s"the table of a map has ${entered.cardinality} of ${table.size} entries")

private[region] object ObjectExtents:
  /** The bits that are zero in eight valid Booleans. */
  private final val NoBooleans = ~0x0101010101010101L

private[region] object BrokenInvariant:
  def apply(invariant: Int, at: Long, what: String): Nothing =
    throw new PickleException.Malformed(s"invariant $invariant of regions is broken: $what").atOffset(at)

  def tag(tag: Int, at: Long): Nothing = BrokenInvariant(4, at, s"tag $tag is not valid for this type here")
