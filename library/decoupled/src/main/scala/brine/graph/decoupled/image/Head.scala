package brine.graph.decoupled.image

import brine.{PickleException, ReadBudget}
import brine.graph.types.{ClassNames, TypeTable}
import brine.wire.{ByteSink, ByteSource, PackedItems}
import brine.wire.layout.DecoupledLayout

/** The head of a pickle: the tables of classes, and the sizes of the sections.
  *
  * @param tables       the types; the first is the value's own
  * @param hasFullNames whether the full names of classes follow the tables, since some types differ in them alone
  * @param slots        the slots of the image; `references` of them are references, which take `referenceBytes` when
  *   packed
  */
private[decoupled] final class Head(
    val tables: IndexedSeq[TypeTable],
    val hasFullNames: Boolean,
    val slots: Long,
    val objects: Long,
    val references: Long,
    val referenceBytes: Long,
    val layoutBytes: Long
):
  def values: Long = slots - references

  /** The bytes of the sections without checksums. */
  def bodyBytes: Long = values * 8 + packedBytes

  /** The bytes of the sections of references and layouts. */
  def packedBytes: Long = PackedItems.paddedBytes(referenceBytes) + PackedItems.paddedBytes(layoutBytes)

  def put(sink: ByteSink): Unit =
    sink.putVarint(tables.length)
    for table <- tables do table.put(sink)
    if hasFullNames then ClassNames.put(tables, sink) else sink.putVarint(0)
    for size <- List(slots, objects, references, referenceBytes, layoutBytes) do sink.putVarlong(size)

  /** Puts the start of a pickle, up to the head's last byte. */
  def putStart(sink: ByteSink, flags: Int): Unit =
    val bytes = ByteSink.growing(256)
    put(bytes)
    sink.putByte(DecoupledLayout.MAGIC_0)
    sink.putByte(DecoupledLayout.MAGIC_1)
    sink.putByte(DecoupledLayout.VERSION)
    sink.putByte(flags)
    sink.putInt(Math.toIntExact(bytes.written))
    if (flags & DecoupledLayout.FLAG_CHECKSUMS) != 0 then sink.startChecksum()
    sink.putAll(bytes)

private[decoupled] object Head:
  /** @param at     the offset of the source in the pickle, for errors
    * @param budget of the read of which the head is a part
    */
  def get(source: ByteSource, at: Long, budget: ReadBudget): Head =
    val count = source.getVarint()
    if count <= 0 || count > source.remaining then
      throw new PickleException.Malformed(
        s"the head claims ${Integer.toUnsignedString(count)} class tables, and ${source.remaining} bytes are left"
      )
    val tables = Vector.fill(count)(TypeTable.get(source, at, budget, TypeTable.ArrayClass))
    if tables.head.kind != TypeTable.Root || tables.tail.exists(_.kind == TypeTable.Root) then
      throw new PickleException.Malformed("a pickle has one table for its value's type, the first")
    val hasFullNames = ClassNames.getIfAny(tables, source)
    val head = new Head(
      tables,
      hasFullNames,
      source.getVarlong(),
      source.getVarlong(),
      source.getVarlong(),
      source.getVarlong(),
      source.getVarlong()
    )
    if source.remaining > 0 then throw new PickleException.Malformed(s"a head has ${source.remaining} bytes too many")
    check(head)
    head

  /** Checks that the sizes agree: an object has a slot or more, a reference a byte or more, a layout a bit for each
    * slot and one more.
    */
  private def check(head: Head): Unit =
    import head.*
    def within(size: Long, least: Long, most: Long, what: String): Unit =
      if size < least || size > most then
        throw new PickleException.Malformed(
          s"expected $least to $most $what, found ${java.lang.Long.toUnsignedString(size)}"
        )
    if slots < 0 || slots > ImageBits.MostSlots then
      throw new PickleException.LimitExceeded(
        s"an image of ${java.lang.Long.toUnsignedString(slots)} slots; a reader takes ${ImageBits.MostSlots}"
      )
    within(objects, math.min(slots, 1), slots, "objects")
    within(references, 0, slots - objects, "references")
    within(referenceBytes, references, references * 8, "bytes of references")
    within(layoutBytes, (slots + objects + 7) / 8, slots / 8 + objects, "bytes of layouts")
    if packedBytes > MostPacked then throw tooMuchPacked(packedBytes)

  /** References and layouts are read into one array. */
  final val MostPacked = ByteSink.MAX_ARRAY - 16L

  def tooMuchPacked(bytes: Long): PickleException =
    new PickleException.LimitExceeded(
      s"$bytes bytes of packed references and layouts exceed $MostPacked: write the value in parts"
    )
