package brine.graph.clustered.code

import scala.collection.mutable.Growable
import brine.PickleReader
import brine.emitted.Emitted
import brine.graph.clustered.columns.{ColumnReader, ElementPieces}
import brine.plan.Plan
import brine.run.EventReader

/** Reads the elements of a collection: several pieces at once, if its writer cut it. */
private[graph] object PiecesReader:
  /** Adds all elements. Returns false, and does nothing, if calls must read them: there is one piece, and its elements
    * have no [[ElementSource]].
    */
  def reads(s: Plan.Sequence, header: Long, reader: ColumnReader, into: Growable[Any]): Boolean =
    val size = PickleReader.size(header)
    val pieces = piecesOf(s, size, reader)
    if pieces != null then
      read(s, header, pieces, reader, into)
      true
    else
      val source = sourceOf(s, size, reader)
      if source != null then source.read(0, size, reader.levels - Plan.LevelCost, reader, into)
      source != null

  /** Reads all elements of a collection at a field, whose elements have this source. */
  def read(
      s: Plan.Sequence,
      size: Int,
      source: ElementSource,
      left: Int,
      reader: ColumnReader,
      into: Growable[Any]
  ): Unit =
    val pieces = piecesOf(s, size, reader)
    if pieces == null then source.read(0, size, left - Plan.LevelCost, reader, into)
    else Emitted.nested(reader, left)(read(s, PickleReader.header(size, hasNulls = true), pieces, reader, into))

  private def sourceOf(s: Plan.Sequence, size: Int, reader: ColumnReader): ElementSource | Null =
    if reader.levels > 0 then ElementSource.of(s, size, reader) else null

  /** Returns the pieces of the collection that has just begun; null if there is only one. In a cycle through the
    * collection, elements may depend on the whole collection, so no piece can be read alone.
    */
  private def piecesOf(s: Plan.Sequence, size: Int, reader: ColumnReader): ElementPieces | Null =
    if s.isCyclic then null else reader.piecesOf(size)

  private def read(
      s: Plan.Sequence,
      header: Long,
      pieces: ElementPieces,
      reader: ColumnReader,
      into: Growable[Any]
  ): Unit =
    val read = new Array[IterableOnce[Any]](pieces.count)
    val depth = reader.depth // which changes as the first piece is read
    pieces.foreach { piece =>
      val own = pieces.readerOf(piece, s.shape)
      val (from, until) = (pieces.begins(piece), pieces.begins(piece + 1))
      if piece == 0 then elements(s, header, from, until, own, into)
      else
        own.depth = depth
        val elements = s.ops.newPiece()
        this.elements(s, header, from, until, own, elements)
        own.verify()
        read(piece) = elements.result()
      pieces.end(piece)
    }
    for piece <- 1 until pieces.count do into.addAll(read(piece))
    pieces.leave()

  /** Reads the elements from `from` until `until`. */
  private def elements(
      s: Plan.Sequence,
      header: Long,
      from: Int,
      until: Int,
      reader: ColumnReader,
      into: Growable[Any]
  ): Unit =
    val source = sourceOf(s, until - from, reader)
    if source != null then source.read(from, until, reader.levels - Plan.LevelCost, reader, into)
    else EventReader.ownElements(s, header, from, until, reader, into)
