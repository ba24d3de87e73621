package brine.graph.types

import brine.shape.{ScalarKind, Shape}

/** Elements that no column holds, so that no bytes bound their number: the budget of the read does. */
private[graph] object ElementsWithoutBytes:
  /** True for elements of this shape if they take no bytes. */
  def takeNoBytes(element: Shape): Boolean = element match
    case s: Shape.Scalar => s.kind == ScalarKind.Unit
    case _               => false
