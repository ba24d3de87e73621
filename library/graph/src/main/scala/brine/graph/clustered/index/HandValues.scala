package brine.graph.clustered.index

import scala.collection.mutable.ArrayBuffer
import brine.graph.clustered.file.ColumnInput

/** The values of a graph that only calls of a pickler can read: of picklers by hand, and scalars at places of open
  * types. Keeps for each the positions of the columns that its calls move.
  */
private[graph] final class HandValues:
  private val places = ArrayBuffer.empty[EdgePlace]
  private val objects = new Ints(0)
  private val firsts = new Ints(0)
  private val columns = new Ints(0)
  private var positions = new Array[Long](0)
  private var moved = 0

  /** Begins a value at this place, before which `begun` objects have begun; its number. */
  def begin(place: EdgePlace, begun: Int): Int =
    val number = places.length
    places += place
    objects(number) = begun
    firsts(number) = moved
    number

  /** The value that has begun moves this column of the file from this position. */
  def moves(column: Int, position: Long): Unit =
    columns(moved) = column
    if moved == positions.length then positions = java.util.Arrays.copyOf(positions, math.max(16, moved * 2))
    positions(moved) = position
    moved += 1

  def nonEmpty: Boolean = places.nonEmpty

  def place(number: Int): EdgePlace = places(number)

  /** The number of objects that begin before the value. */
  def begun(number: Int): Int = objects(number)

  /** Moves the columns of a reader to this value. */
  def goTo(number: Int, of: IndexedSeq[ColumnInput]): Unit =
    val until = if number + 1 < places.length then firsts(number + 1) else moved
    for i <- firsts(number) until until do of(columns(i)).moveTo(positions(i))
