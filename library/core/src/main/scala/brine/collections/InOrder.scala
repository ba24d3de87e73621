package brine.collections

import scala.collection.immutable.VectorMap
import scala.collection.mutable.ArrayBuffer

/** Makes an immutable `Set` or `Map` whose elements have the order in which they were read. That is the usual set or map if it has
  * this order. If not, one of another class was written, such as a linked one: its elements come back in a `VectorMap`, or as the keys
  * of one, which finds them as fast.
  */
private[brine] object InOrder:
  def set(elements: ArrayBuffer[Any]): AnyRef =
    val usual = elements.toSet
    if isInOrder(usual.iterator, elements.iterator) then usual
    else VectorMap.from(elements.iterator.map(element => element -> ())).keySet

  def map(entries: ArrayBuffer[(Any, Any)]): AnyRef =
    val usual = entries.toMap
    if isInOrder(usual.keysIterator, entries.iterator.map(_._1)) then usual else VectorMap.from(entries)

  /** Returns true if the elements have this order. Those of a set are the objects that were added. */
  private def isInOrder(elements: Iterator[Any], order: Iterator[Any]): Boolean =
    var same = true
    while same && elements.hasNext && order.hasNext do
      same = elements.next().asInstanceOf[AnyRef] eq order.next().asInstanceOf[AnyRef]
    same
