package brine.assembly

import scala.collection.mutable.Growable
import brine.ReadObjects

/** The elements of collections that are put together when all elements have been read. One stack serves all
  * collections, since one inside another ends before that one goes on.
  */
private[brine] abstract class ElementStack extends ReadObjects:
  private var all: Array[AnyRef] = ElementStack.Empty
  private var count = 0

  /** The number of elements. */
  final def stacked: Int = count

  final def stackedAt(index: Int): AnyRef = all(index)

  protected final def elements: Array[AnyRef] = all

  final def stack(element: AnyRef): Unit =
    val index = count
    if index == all.length then enlarge()
    all(index) = element
    count = index + 1

  private def enlarge(): Unit =
    all = java.util.Arrays.copyOf(all, math.max(ElementStack.First, all.length * 2))

  private var growable: Growable[Any] | Null = null

  /** Takes elements, as [[stack]] does. */
  final def stacking: Growable[Any] =
    if growable == null then growable = new ElementStack.Stacking(this)
    growable.nn

  /** Takes the elements from `base` on off the stack; how many there were in all. */
  protected final def dropTo(base: Int): Int =
    val top = count
    count = base
    top

  /** Takes the elements from `base` on off the stack. */
  final def unstack(base: Int): Array[AnyRef] = java.util.Arrays.copyOfRange(all, base, dropTo(base))

  /** True if `is` holds for an element from `base` on. */
  protected final inline def isAnyStacked(base: Int)(inline is: AnyRef => Boolean): Boolean =
    var i = base
    while i < stacked && !is(stackedAt(i)) do i += 1
    i < stacked

  protected final def forgetStack(): Unit = all = ElementStack.Empty

private object ElementStack:
  private val Empty = new Array[AnyRef](0)
  private final val First = 64

  private final class Stacking(stack: ElementStack) extends Growable[Any]:
    def addOne(element: Any): this.type =
      stack.stack(element.asInstanceOf[AnyRef])
      this
    def clear(): Unit = throw new UnsupportedOperationException
