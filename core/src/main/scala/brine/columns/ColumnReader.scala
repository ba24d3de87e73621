package brine.columns

import brine.{PickleOptions, PickleReader, internal}
import brine.shape.Shape

/** A reader of a format that has a column for each place. [[ColumnsCode]] takes values from the columns themselves; what stands
  * between, code by hand for one, makes the calls that any reader answers.
  *
  * @param takesCode whether that code may be used: not by a reader to which more is asked than values, one after the other
  */
@internal
abstract class ColumnReader(options: PickleOptions, private[brine] final val takesCode: Boolean) extends PickleReader(options):
  /** The column of the values at a member of this type, inside so many options, in one [[Role]]. */
  def column(shape: Shape, member: Int, level: Int, role: Int): ColumnSource

  /** What is read next stands there. */
  def goTo(shape: Shape, member: Int, level: Int): Unit

  /** Begins an object: its slot in the assembly, -1 if nothing refers to it. */
  def begin(): Int

  /** An object of this type has begun. Only of types that have no column with one value for each object. */
  def count(shape: Shape): Unit

  /** The object that a code refers to, which is no external one, or null if it is not complete. Its type is for the caller to check. */
  def earlier(code: Long): AnyRef | Null

  /** What a code means that is not [[Role.Present]], as [[getTag]] says it. */
  def tagOf(code: Long): Int

  /** What was read as the size of a collection of this type: checked. */
  def sizeOf(shape: Shape, size: Long): Int

  /** The elements of a collection of this type come next, which [[endSequence]] ends: all else about it is known. */
  private[brine] def enter(shape: Shape.Sequence): Unit

  /** The pieces of the collection that has just begun, of so many elements; null if they are to be read one after the other. */
  private[brine] def piecesOf(size: Int): ElementPieces | Null = null

  /** Levels that emitted code may still go down from here. */
  private[brine] final def levels: Int = options.limits.emittedDepth - depth

  private val known = new PerCode[ColumnSources]

  /** The columns that this code reads. */
  final def columnsOf(code: ColumnsCode): ColumnSources = known.get(code, code.columns(this))

/** A builder of such a format: mirrors [[ColumnReader]]. */
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

  /** As [[ColumnReader.enter]]; so many of them. */
  private[brine] def enter(shape: Shape.Sequence, size: Int): Unit

  /** Of the collection that has begun, so many elements may be put at a time without a call of [[beginElement]] for each. */
  private[brine] def elementsAtOnce: Int = Int.MaxValue

  /** An object begins to which nothing else leads. */
  final def beginUnshared(): Unit = putIdentity(identities.skip())

  private[brine] final def levels: Int = options.limits.emittedDepth - depth

  private val known = new PerCode[ColumnSinks]

  final def columnsOf(code: ColumnsCode): ColumnSinks = known.get(code, code.columns(this))

@internal
object ColumnBuilder:
  /** Collections of so many elements or more are left to the library by emitted code, so that there is one place where they are cut
    * in pieces; none with fewer is, unless it is the value itself.
    */
  final val Large = 256

/** How many values of a type there are. */
@internal
abstract class Counter:
  final var count: Long = 0
