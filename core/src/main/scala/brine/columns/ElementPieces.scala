package brine.columns

import brine.shape.Shape

/** How the elements of one collection can be read apart from each other: piece `n` is those from `begins(n)` until `begins(n + 1)`,
  * none of which refers to an object before the piece.
  */
private[brine] abstract class ElementPieces(val begins: Array[Int]):
  final def count: Int = begins.length - 1

  /** What reads a piece: the reader that was asked for the pieces reads the first, and each other has its own, which begins with
    * the elements of a collection of this type.
    */
  def readerOf(piece: Int, shape: Shape.Sequence): ColumnReader

  /** The piece has been read by its reader.
    *
    * @throws brine.PickleException.Malformed if that does not stand where the next piece begins
    */
  def end(piece: Int): Unit

  /** Reads all pieces: the first in this thread, the others where there is time for them. If one cannot be read, this throws what the
    * first of those threw; no piece is being read when it returns.
    */
  def foreach(read: Int => Unit): Unit

  /** The reader that was asked goes on behind the last piece. */
  def leave(): Unit
