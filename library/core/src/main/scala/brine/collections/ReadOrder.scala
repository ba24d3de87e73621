package brine.collections

import scala.collection.immutable.VectorMap
import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer

/** Makes an immutable `Set` or `Map` whose elements have the order in which they were read. That is the usual set or
  * map if it has this order. If not, one of another class was written, such as a linked one: its elements come back in
  * a `VectorMap`, or as the keys of one, which finds them as fast.
  */
private[brine] object ReadOrder:
  /** Up to here, the usual set or map is a class with a field for each element, in the order of insertion. */
  private final val Small = 4

  def mapBuilder(): mutable.Builder[(Any, Any), AnyRef] =
    new mutable.Builder[(Any, Any), AnyRef]:
      private val entries = new ArrayBuffer[(Any, Any)](Small)
      def addOne(entry: (Any, Any)): this.type =
        entries += entry
        this
      def clear(): Unit = entries.clear()
      def result(): AnyRef = map(entries)

  def set(elements: ArrayBuffer[Any]): AnyRef =
    val usual = elements.toSet
    if elements.length <= Small || isInOrder(usual.iterator)(elements(_)) then usual
    else VectorMap.from(elements.iterator.map(element => element -> ())).keySet

  def map(entries: ArrayBuffer[(Any, Any)]): AnyRef =
    val usual = entries.toMap
    if entries.length <= Small || isInOrder(usual.keysIterator)(entries(_)._1) then usual else VectorMap.from(entries)

  /** Returns true if these elements have the order in which they were read. (Those of a set are the objects that were
    * added.)
    */
  private inline def isInOrder(elements: Iterator[Any])(inline read: Int => Any): Boolean =
    var at = 0
    var same = true
    while same && elements.hasNext do
      same = elements.next().asInstanceOf[AnyRef] eq read(at).asInstanceOf[AnyRef]
      at += 1
    same
