package brine.graph.clustered.columns

import scala.collection.mutable.Growable
import brine.PickleOptions
import brine.plan.{ObjectReader, Plan}
import brine.shape.Shape

/** A reader of a format that has a column for each place. [[ColumnsCode]] takes values from the columns directly. All
  * else between them, such as handwritten code, makes the calls that any reader supports.
  *
  * @param takesCode true if that code may be used: only for reads of one value after the other
  */
private[graph] abstract class ColumnReader(options: PickleOptions, final val takesCode: Boolean)
    extends ObjectReader(options):
  /** Returns the column of the values at a member of this type, inside `level` options, in one [[Role]]. */
  def column(shape: Shape, member: Int, level: Int, role: Int): ColumnSource

  /** The elements of a collection of this type come next, which [[endSequence]] ends: all else about it is known. */
  def enter(shape: Shape.Sequence): Unit

  /** Moves to this member: the next read reads its value. */
  def goTo(shape: Shape, member: Int, level: Int): Unit

  /** Begins an object: its slot in the assembly, -1 if nothing refers to it. */
  def begin(): Int

  /** An object of this type has begun. Only of types that have no column with one value for each object. */
  def count(shape: Shape): Unit

  /** Returns the tag of a code other than [[Role.Present]], as [[getTag]] would. */
  def tagOf(code: Long): Int

  /** As the method of any [[ObjectReader]], from these codes. */
  def takeReferences(codes: ColumnSource, plan: Plan.Product, most: Int, into: Growable[Any]): Int

  /** Checks and returns a number that was read as the size of a collection of this type. */
  def sizeOf(shape: Shape, size: Long): Int

  /** Returns the pieces of the collection that has just begun, of `size` elements; null if they must be read one
    * after the other.
    */
  def piecesOf(size: Int): ElementPieces | Null = null

  /** Levels that emitted code may still go down from here. */
  final def levels: Int = options.limits.emittedDepth - depth

  private val known = new PerCode[ColumnSources]

  /** The columns that this code reads. */
  final def columnsOf(code: ColumnsCode): ColumnSources = known.get(code, code.columns(this))
