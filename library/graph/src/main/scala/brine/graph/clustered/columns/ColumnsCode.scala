package brine.graph.clustered.columns

import java.util.IdentityHashMap
import java.util.concurrent.atomic.AtomicInteger
import brine.bytecode.PlanCode
import brine.plan.Plan

/** Code that is made for a class, and moves its objects to and from the columns of a [[ColumnBuilder]] and a
  * [[ColumnReader]].
  */
private[graph] abstract class ColumnsCode(plan: Plan.Product) extends PlanCode(plan):
  /** Tells it from others quickly. */
  private[columns] final val number: Int = ColumnsCode.numbers.getAndIncrement()

  /** Builds an object that has begun; `id` is its slot in the assembly.
    *
    * @param columns those of this code ([[ColumnReader.columnsOf]])
    * @param left    how many levels it may go down on the stack: [[brine.Limits.emittedDepth]]
    */
  def read(definition: Int, in: ColumnReader, columns: ColumnSources, id: Int, left: Int): AnyRef

  /** Builds an object that has begun, of its values; its other fields follow, and are assigned. Only of classes that
    * allow it: [[brine.plan.Component.lateField]].
    */
  def begin(definition: Int, in: ColumnReader, columns: ColumnSources, id: Int): AnyRef =
    throw new UnsupportedOperationException

  /** Puts the fields of an object that has begun, which [[read]] reads. */
  def write(definition: Int, value: AnyRef, out: ColumnBuilder, columns: ColumnSinks, left: Int): Unit

  final def read(definition: Int, in: ColumnReader, id: Int): AnyRef =
    read(definition, in, in.columnsOf(this), id, in.levels)

  final def write(definition: Int, value: AnyRef, out: ColumnBuilder): Unit =
    write(definition, value, out, out.columnsOf(this), out.levels)

  final def begin(definition: Int, in: ColumnReader, id: Int): AnyRef = begin(definition, in, in.columnsOf(this), id)

  def columns(in: ColumnReader): ColumnSources
  def columns(out: ColumnBuilder): ColumnSinks

private object ColumnsCode:
  private val numbers = new AtomicInteger

/** The columns of one class in one run.
  *
  * @param objects     the objects that the code of classes reads, by the classes' definitions
  * @param collections the places of collections, by fields
  */
private[graph] final class ColumnSources(
    val all: Array[ColumnSource],
    val objects: Array[ObjectSource],
    val collections: Array[PlaceSource]
)

/** Writes the columns that [[ColumnSources]] reads.
  *
  * @param places   the places of collections and of values of sealed types, by fields
  * @param counters those of the class and of sealed types, by their definitions
  */
private[graph] final class ColumnSinks(
    val all: Array[ColumnSink],
    val objects: Array[ObjectSink],
    val places: Array[PlaceSink],
    val counters: Array[Counter]
)

/** Takes the values at one place from their columns: values of a sealed type, or collections. */
private[graph] abstract class PlaceSource:
  /** Returns the next value. For `left` see [[ColumnsCode.read]]. A null may replace an object that is not built yet.
    */
  def next(left: Int): AnyRef | Null

  /** As [[brine.plan.ObjectReader]] begins a collection. */
  def begin(): Plan.Sequence | Null = null

/** Writes the values at one place to the columns that [[PlaceSource]] reads. */
private[graph] abstract class PlaceSink:
  def put(value: AnyRef | Null, left: Int): Unit

/** The source of objects of one class: their code. */
private[graph] final class ObjectSource(val code: ColumnsCode, in: ColumnReader):
  private var known: ColumnSources | Null = null

  /** The columns of its code: found when they are needed, since families may need each other's. */
  def columns: ColumnSources =
    val found = known
    if found != null then found
    else
      val first = in.columnsOf(code)
      known = first
      first

/** Writes the objects of one class by their code. */
private[graph] final class ObjectSink(val code: ColumnsCode, out: ColumnBuilder):
  private var known: ColumnSinks | Null = null

  def columns: ColumnSinks =
    val found = known
    if found != null then found
    else
      val first = out.columnsOf(code)
      known = first
      first

/** The values known in one run for each [[ColumnsCode]]. */
private[columns] final class PerCode[A <: AnyRef]:
  import PerCode.*

  private val owners = new Array[ColumnsCode](Slots)
  private val found = new Array[AnyRef](Slots)
  private var others: IdentityHashMap[ColumnsCode, A] | Null = null

  inline def get(code: ColumnsCode, inline make: => A): A =
    val slot = code.number & (Slots - 1)
    if owners(slot) eq code then found(slot).asInstanceOf[A] else known(code, slot, () => make)

  private def known(code: ColumnsCode, slot: Int, make: () => A): A =
    if others == null then others = new IdentityHashMap
    var value = others.nn.get(code)
    if value == null then
      value = make()
      others.nn.put(code, value)
    owners(slot) = code
    found(slot) = value
    value

private object PerCode:
  private final val Slots = 16
