package brine.graph.types

import brine.{PickleException, PickleOptions}
import brine.shape.{ScalarKind, Shape}

/** Limits the elements that take no bytes, since no bytes bound their number: all elements of one read together. */
private[graph] final class ElementsWithoutBytes(options: PickleOptions):
  private var left = options.limits.maxElementsWithoutBytes

  /** Begins another read. */
  def restart(): Unit = synchronized { left = options.limits.maxElementsWithoutBytes }

  def count(elements: Int): Unit = synchronized {
    if elements > left then
      throw new PickleException.LimitExceeded(s"$elements elements that take no bytes (limits.maxElementsWithoutBytes)")
    left -= elements
  }

private[graph] object ElementsWithoutBytes:
  /** True for elements of this shape if they take no bytes. */
  def takeNoBytes(element: Shape): Boolean = element match
    case s: Shape.Scalar => s.kind == ScalarKind.Unit
    case _               => false
