package brine.plan

/** Makes edges: values that only lead to another value, their target. */
private[brine] trait Edge:
  /** Returns an edge whose target [[lead]] will set. */
  def open(): AnyRef
  def lead(edge: AnyRef, target: AnyRef): Unit

  /** Returns an edge whose target is read on demand. */
  def later(read: () => Any): AnyRef
