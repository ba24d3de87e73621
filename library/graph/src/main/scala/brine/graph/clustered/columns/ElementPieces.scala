package brine.graph.clustered.columns

import brine.shape.Shape

/** The pieces of one collection, whose elements can be read independently. Piece `n` is the elements from `begins(n)`
  * until `begins(n + 1)`, none of which refers to an object before the piece.
  */
private[graph] abstract class ElementPieces(val begins: Array[Int]):
  final def count: Int = begins.length - 1

  /** Returns the reader of a piece. The reader that returned the pieces reads the first. Each other piece has its own
    * reader, which begins with the elements of a collection of this type.
    */
  def readerOf(piece: Int, shape: Shape.Sequence): ColumnReader

  /** The piece has been read by its reader.
    *
    * @throws brine.PickleException.Malformed if the reader is not at the beginning of the next piece
    */
  def end(piece: Int): Unit

  /** Reads all pieces: the first in this thread, the others where there is time for them. If one cannot be read, this
    * throws the exception of the first of those. No piece is being read when it returns.
    */
  def foreach(read: Int => Unit): Unit

  /** Moves the reader that returned the pieces behind the last piece. */
  def leave(): Unit
