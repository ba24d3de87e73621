package brine.run

import scala.collection.mutable.Growable
import brine.columns.{ColumnReader, ElementPieces}
import brine.plan.Plan

/** Reads a collection that its writer cut in pieces, several of them at once. */
private[brine] object PiecesReader:
  /** Returns the pieces of the collection that has just begun; null if it must be read element by element. In a cycle
    * through the collection, elements may depend on the whole collection, so no piece can be read alone.
    */
  def of(s: Plan.Sequence, size: Int, reader: ColumnReader): ElementPieces | Null =
    if s.isCyclic then null else reader.piecesOf(size)

  /** Reads all elements; how many there were. */
  def read(s: Plan.Sequence, header: Long, pieces: ElementPieces, reader: ColumnReader, into: Growable[Any]): Int =
    val read = new Array[IterableOnce[Any]](pieces.count)
    val depth = reader.depth // which changes as the first piece is read
    pieces.foreach { piece =>
      val own = pieces.readerOf(piece, s.shape)
      val (from, until) = (pieces.begins(piece), pieces.begins(piece + 1))
      if piece == 0 then EventReader.elements(s, header, from, until, own, into)
      else
        own.depth = depth
        val elements = s.ops.newPiece()
        EventReader.elements(s, header, from, until, own, elements)
        own.verify()
        read(piece) = elements.result()
      pieces.end(piece)
    }
    for piece <- 1 until pieces.count do into.addAll(read(piece))
    pieces.leave()
    pieces.begins.last
