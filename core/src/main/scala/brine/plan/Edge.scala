package brine.plan

/** What a value is that only leads to another one, its target. */
private[brine] trait Edge:
  /** One whose target will be told by [[lead]]. */
  def open(): AnyRef
  def lead(edge: AnyRef, target: AnyRef): Unit

  /** One whose target is read when it is asked for. */
  def later(read: () => Any): AnyRef
