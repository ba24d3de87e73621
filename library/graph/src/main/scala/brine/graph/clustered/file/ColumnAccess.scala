package brine.graph.clustered.file

import java.lang.ref.SoftReference
import brine.PickleException
import brine.graph.clustered.BinarySearch
import brine.graph.clustered.columns.Role
import brine.shape.ScalarKind
import brine.wire.PackedLongs

/** The values of a column, in any order. A block is loaded at the first request for one of its values, and kept until
  * memory is short.
  */
private[graph] final class ColumnAccess(column: ColumnInput):
  import ColumnAccess.Spacing

  private val blocks = column.blocks.toArray
  private val loaded = new Array[SoftReference[AnyRef]](blocks.length)

  // The block of the last request, and its values.
  private var current = -1
  private var values: AnyRef | Null = null

  def count: Long = column.count

  /** Goes to the block of this position; its index there. */
  private def enter(position: Long): Int =
    val in = current
    if in < 0 || position < blocks(in).first || position - blocks(in).first >= blocks(in).count then open(position)
    (position - blocks(current).first).toInt

  private def open(position: Long): Unit =
    if position < 0 || position >= count then
      throw new PickleException.Malformed(
        s"a column of ${Role.name(column.key.role)} ends before its objects"
      )
    val wanted = BinarySearch.firstIndex(blocks.length)(i => blocks(i).first + blocks(i).count > position)
    val known = loaded(wanted)
    val kept = if known == null then null else known.get
    values = if kept != null then kept else load(wanted)
    current = wanted

  private def load(number: Int): AnyRef =
    val block = blocks(number)
    val values: AnyRef = if column.key.role == Role.String then block.access else block.longs
    loaded(number) = new SoftReference(values)
    values

  def long(position: Long): Long =
    val index = enter(position)
    values.asInstanceOf[PackedLongs].get(index)

  def string(position: Long): String | Null =
    val index = enter(position)
    blocks(current).located(values.asInstanceOf[StringAccess].get(index))

  /** The scalar at a position of a column of this kind. */
  def scalar(kind: ScalarKind, position: Long): Any = kind match
    case ScalarKind.Unit   => ()
    case ScalarKind.String => string(position)
    case _ =>
      val bits = long(position)
      blocks(current).located(kind match
        case ScalarKind.Int     => column.asInt(bits)
        case ScalarKind.Boolean => column.asBoolean(bits)
        case ScalarKind.Byte    => column.asByte(bits)
        case ScalarKind.Short   => column.asShort(bits)
        case ScalarKind.Char    => column.asChar(bits)
        case ScalarKind.Float   => column.asFloat(bits)
        case _                  => kind.ofBits(bits)
      )

  // ---- the number of values inside options

  /** The number of codes for values ([[Role.Present]]) before each block, as far as they were counted. */
  private val presentBefore = new Array[Long](blocks.length + 1)
  private var counted = 0

  /** The same within each block, for every 64th code; null for a block of such codes alone. */
  private val presentWithin = new Array[Array[Int] | Null](blocks.length)

  /** The number of codes for values before this position. Counts all codes before it at the first call, and keeps four
    * bytes for every 64 of them.
    */
  def presentAt(position: Long): Long =
    val index = enter(position)
    val number = current
    while counted <= number do countNext()
    val within = presentWithin(number)
    if within == null then presentBefore(number) + index
    else
      val codes = values.asInstanceOf[PackedLongs]
      var present = within(index / Spacing)
      var i = index / Spacing * Spacing
      while i < index do
        if codes.get(i) == Role.Present then present += 1
        i += 1
      presentBefore(number) + present

  private def countNext(): Unit =
    val block = blocks(counted)
    var present = 0
    if block.length == 0 then present = block.count
    else
      val codes = block.longs
      val within = new Array[Int]((block.count + Spacing - 1) / Spacing)
      var i = 0
      while i < block.count do
        if i % Spacing == 0 then within(i / Spacing) = present
        if codes.next() == Role.Present then present += 1
        i += 1
      presentWithin(counted) = within
    presentBefore(counted + 1) = presentBefore(counted) + present
    counted += 1

private object ColumnAccess:
  final val Spacing = 64
