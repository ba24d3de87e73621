package brine.graph.clustered.index

import brine.PickleException

/** What an index keeps of a place, in four bytes: the number of the object there, or one of the kinds below with a
  * number.
  *
  * A place inside options and mapped types leads to an object, or has one of [[Leaf]], [[Empty]] and [[Value]], only if
  * all of these are present. [[Null]], [[None]], [[SomeNull]] and [[External]] are those of the outermost one; [[Odd]]
  * is for codes inside.
  */
private[graph] object Slot:
  final val Null = 0
  final val None = 1
  final val SomeNull = 2

  /** An object without fields: the number of its leaf. */
  final val Leaf = 3

  /** An object outside of the graph: the number of its name. */
  final val External = 4

  /** An empty collection, which has no number: its row. */
  final val Empty = 5

  /** A value that calls of its pickler read: its number among these values ([[HandValues]]). */
  final val Value = 6

  /** Another code inside of options or mapped types: its number in [[ObjectIndex.odd]]. */
  final val Odd = 7

  private final val KindBits = 3
  private final val Most = 1L << (31 - KindBits)

  def of(kind: Int, number: Long): Int =
    if number >= Most then throw new PickleException.LimitExceeded(s"an index of more than $Most values of one kind")
    -1 - (number.toInt << KindBits | kind)

  def isObject(slot: Int): Boolean = slot >= 0
  def kind(slot: Int): Int = (-1 - slot) & 7
  def number(slot: Int): Int = (-1 - slot) >>> KindBits
