package brine.graph.clustered.columns

import brine.PickleOptions
import brine.plan.{ObjectBuilder, Plan}
import brine.shape.Shape

/** A builder of a format that has a column for each place: it writes the columns that [[ColumnReader]] reads. */
private[graph] abstract class ColumnBuilder(options: PickleOptions) extends ObjectBuilder(options):
  def column(shape: Shape, member: Int, level: Int, role: Int): ColumnSink
  def goTo(shape: Shape, member: Int, level: Int): Unit

  /** Counts the values of this type. */
  def counter(shape: Shape): Counter

  /** Puts a code for an object that has begun before. */
  protected def putReference(id: Int, codes: ColumnSink): Unit

  /** The code of a value at a place; true if it is a new object, which is to be put now. */
  final def isNew(value: AnyRef | Null, codes: ColumnSink): Boolean =
    if value == null then
      codes.add(Role.Null)
      false
    else
      val id = identities.add(value)
      if id >= 0 then
        putReference(id, codes)
        false
      else
        putIdentity(~id)
        codes.add(Role.Present)
        true

  /** As the method of any [[ObjectBuilder]], to these codes. */
  protected final def putsReferences(
      codes: ColumnSink,
      plan: Plan.Product,
      array: Array[AnyRef],
      from: Int,
      until: Int
  ): Int =
    var at = from
    var isNext = false
    while !isNext && at < until && (array(at) == null || plan.isExactly(array(at))) do
      if isNew(array(at), codes) then isNext = true else at += 1
    if isNext then ~at else at

  /** True if a collection of this size may be cut. It has to begin by [[beginSequence]]. */
  def mayCut(size: Int): Boolean = false

  /** An object begins to which nothing else leads. */
  final def beginUnshared(): Unit = putIdentity(identities.skip())

  final def levels: Int = options.limits.emittedDepth - depth

  private val known = new PerCode[ColumnSinks]

  final def columnsOf(code: ColumnsCode): ColumnSinks = known.get(code, code.columns(this))

/** How many values of a type there are. */
private[graph] abstract class Counter:
  final var count: Long = 0
  final def increment(): Unit = count += 1
