package brine.checks.clustered

import brine.binary.ShapeTable
import brine.graph.GraphPickle
import brine.shape.Shape
import brine.wire.ByteSink

/** A graph's bytes by docs/spec/clustered.md, with columns that make arbitrary claims. */
object ForgedGraph:
  /** A column of `count` equal numbers; `role` 10 are codes. */
  final case class Column(cluster: Int, member: Int, level: Int, role: Int, count: Int, number: Long)

  def codes(cluster: Int, member: Int, count: Int, code: Long): Column = Column(cluster, member, 0, 10, count, code)

  /** The code of the value itself. */
  val root: Column = codes(-1, 0, 1, 0)

  def apply(shape: Shape, counts: Seq[Long], objects: Long, columns: Seq[Column]): GraphPickle =
    val out = ByteSink.growing(1024)
    out.putShort(0x67b2)
    out.putByte(1)
    out.putByte(0)
    block(out, varint(0))
    val blocks = columns.map(c => numbers(c.number))
    block(out, 0.toByte +: blocks.reduce(_ ++ _)) // a segment is not empty
    out.putInt(0)
    val bytes = footer(shape, counts, objects, columns, blocks)
    block(out, bytes)
    out.putInt(bytes.length)
    out.putShort(0x1e67)
    new GraphPickle(out.toByteArray)

  private def footer(
      shape: Shape,
      counts: Seq[Long],
      objects: Long,
      columns: Seq[Column],
      blocks: Seq[Array[Byte]]
  ): Array[Byte] =
    val footer = ByteSink.growing(1024)
    footer.putVarint(1)
    footer.putByte(0)
    val table = ShapeTable.write(shape)
    footer.putVarint(table.length)
    footer.putBytes(table, 0, table.length)
    footer.putVarint(counts.length)
    counts.foreach(footer.putVarlong(_))
    footer.putVarlong(objects)
    footer.putVarint(0) // referred to
    footer.putVarint(0) // externals
    footer.putVarint(columns.length + 1)
    for c <- Column(0, 9, 9, 10, 1, 0) +: columns do
      footer.putVarint(c.cluster + 1)
      footer.putVarint(c.member)
      footer.putVarint(c.level)
      footer.putByte(c.role)
    footer.putVarint(1)
    footer.putVarint(1 + blocks.map(_.length).sum)
    footer.putVarint(columns.length + 1)
    // The first byte of the segment belongs to no value of a column that is read.
    footer.putVarint(1)
    footer.putVarint(0)
    footer.putVarint(1)
    for (c, block) <- columns.zip(blocks) do
      footer.putVarint(1)
      footer.putVarint(c.count)
      footer.putVarint(block.length)
      if c.count >= 1024 && c.role > 1 && c.role < 9 then
        footer.putZigzagLong(c.number)
        footer.putZigzagLong(c.number)
    footer.toByteArray

  /** A block whose numbers have no bits but the base. */
  private def numbers(base: Long): Array[Byte] =
    val sink = ByteSink.growing(16)
    sink.putByte(0)
    sink.putByte(0)
    sink.putZigzagLong(base)
    if base == 0 then Array.emptyByteArray else sink.toByteArray

  private def varint(value: Int): Array[Byte] =
    val sink = ByteSink.growing(8)
    sink.putVarint(value)
    sink.toByteArray

  private def block(out: ByteSink, bytes: Array[Byte]): Unit =
    out.putInt(bytes.length)
    out.putBytes(bytes, 0, bytes.length)
