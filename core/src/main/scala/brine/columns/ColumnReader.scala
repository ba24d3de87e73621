package brine.columns

import brine.{PickleOptions, PickleReader, internal}
import brine.shape.Shape

/** A reader of a format that has a column for each place. [[ColumnsCode]] takes values from the columns directly. All
  * else between them, such as handwritten code, makes the calls that any reader supports.
  *
  * @param takesCode true if that code may be used: only for reads of one value after the other
  */
@internal
abstract class ColumnReader(options: PickleOptions, private[brine] final val takesCode: Boolean)
    extends PickleReader(options):
  /** Returns the column of the values at a member of this type, inside `level` options, in one [[Role]]. */
  def column(shape: Shape, member: Int, level: Int, role: Int): ColumnSource

  /** Moves to this member: the next read reads its value. */
  def goTo(shape: Shape, member: Int, level: Int): Unit

  /** Begins an object: its slot in the assembly, -1 if nothing refers to it. */
  def begin(): Int

  /** An object of this type has begun. Only of types that have no column with one value for each object. */
  def count(shape: Shape): Unit

  /** Returns the object that a code refers to, or null if it is not complete. The object is not an external one. The
    * caller must check its type.
    */
  def earlier(code: Long): AnyRef | Null

  /** Returns the tag of a code other than [[Role.Present]], as [[getTag]] would. */
  def tagOf(code: Long): Int

  /** Checks and returns a number that was read as the size of a collection of this type. */
  def sizeOf(shape: Shape, size: Long): Int

  /** The elements of a collection of this type come next, which [[endSequence]] ends: all else about it is known. */
  private[brine] def enter(shape: Shape.Sequence): Unit

  /** Returns the pieces of the collection that has just begun, of `size` elements; null if they must be read one
    * after the other.
    */
  private[brine] def piecesOf(size: Int): ElementPieces | Null = null

  /** Levels that emitted code may still go down from here. */
  private[brine] final def levels: Int = options.limits.emittedDepth - depth

  private val known = new PerCode[ColumnSources]

  /** The columns that this code reads. */
  final def columnsOf(code: ColumnsCode): ColumnSources = known.get(code, code.columns(this))

/** A builder of a format that has a column for each place: it writes the columns that [[ColumnReader]] reads. */
@internal
abstract class ColumnBuilder(options: PickleOptions) extends brine.PickleBuilder(options):
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

  /** Enters `size` elements, as [[ColumnReader.enter]] does. */
  private[brine] def enter(shape: Shape.Sequence, size: Int): Unit

  /** The number of elements of the collection that has begun that may be put at a time, without a call of
    * [[beginElement]] for each.
    */
  private[brine] def elementsAtOnce: Int = Int.MaxValue

  /** An object begins to which nothing else leads. */
  final def beginUnshared(): Unit = putIdentity(identities.skip())

  private[brine] final def levels: Int = options.limits.emittedDepth - depth

  private val known = new PerCode[ColumnSinks]

  final def columnsOf(code: ColumnsCode): ColumnSinks = known.get(code, code.columns(this))

@internal
object ColumnBuilder:
  /** The size from which emitted code leaves collections to the library, so that one method cuts them in pieces.
    * Smaller collections are not left to it, unless they are the value itself.
    */
  final val Large = 256

/** How many values of a type there are. */
@internal
abstract class Counter:
  final var count: Long = 0
