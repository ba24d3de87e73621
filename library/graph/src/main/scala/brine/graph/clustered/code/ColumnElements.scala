package brine.graph.clustered.code

import scala.collection.mutable.Growable
import scala.util.control.NonFatal
import brine.{PickleException, SurrogatePickler}
import brine.assembly.Construction
import brine.graph.clustered.columns.{
  ColumnBuilder,
  ColumnReader,
  ColumnsCode,
  ColumnSink,
  ColumnSource,
  Counter,
  Member,
  ObjectSink,
  ObjectSource,
  Role
}
import brine.plan.Plan
import brine.plan.steps.{PartFailures, WriteChecks}
import brine.run.{EventWriter, PlanReader, WriteSteps}
import brine.shape.ScalarKind

/** The elements of a collection, of which it is known which column they come from: scalars, and objects whose code
  * takes them from columns. The format is then not called for each of them.
  */
private[code] sealed abstract class ElementSource:
  /** How many have been read: where one cannot be read, its index. */
  final protected var count = 0

  /** Reads those up to this number. For `left` see [[ColumnsCode.read]]. */
  protected def read(until: Int, left: Int, into: Growable[Any]): Unit

  /** Reads those from `from` until `until`. An element may hold a collection with the same source. */
  final def read(from: Int, until: Int, left: Int, in: ColumnReader, into: Growable[Any]): Unit =
    val around = count
    count = from
    try read(until, left, into)
    catch case NonFatal(e) => throw PartFailures.reading(e, s"[$count]", in)
    finally count = around

private[code] object ElementSource:
  /** Returns the source of `size` such elements; null for others. */
  def of(s: Plan.Sequence, size: Int, in: ColumnReader): ElementSource | Null =
    if !in.takesCode then null else sourceOf(s, size, in)

  private def sourceOf(s: Plan.Sequence, size: Int, in: ColumnReader): ElementSource | Null = s.element.get match
    case p: Plan.Product =>
      val code = ColumnsMaker.of(p, size)
      if code != null then new Objects(s, p, code, in) else null
    case sum: Plan.Sum => new Leaves(s, sum, in)
    case scalar: Plan.Scalar if scalar.kind != ScalarKind.Unit =>
      new Scalars(scalar.kind, in.column(s.shape, Member.Element, 0, Role.of(scalar.kind)))
    case byHand: Plan.Custom => ofValues(s, byHand, in)
    case _                   => null

  private def ofValues(s: Plan.Sequence, element: Plan.Custom, in: ColumnReader): ElementSource | Null =
    element.unpickler match
      case byParts: SurrogatePickler[Any @unchecked, Any @unchecked] =>
        Plan.of(byParts.parts) match
          case scalar: Plan.Scalar if scalar.kind != ScalarKind.Unit => new Values(s, element, byParts, scalar.kind, in)
          case array: Plan.ScalarArray                               => new ArrayValues(s, element, byParts, array, in)
          case _                                                     => null
      case _ => null

  private final class Objects(s: Plan.Sequence, element: Plan.Product, code: ColumnsCode, in: ColumnReader)
      extends ElementSource:
    private val codes = in.column(s.shape, Member.Element, 0, Role.Codes)
    private val objects = new ObjectSource(code, in)

    protected def read(until: Int, left: Int, into: Growable[Any]): Unit =
      while count < until do
        val taken = in.takeReferences(codes, element, until - count, into)
        if taken == 0 then into.addOne(Construction.element(s, next(left), in))
        count += math.max(taken, 1)

    private def next(left: Int): AnyRef | Null =
      val number = codes.next()
      if number == Role.Present then code.read(element.index, in, objects.columns, in.begin(), left)
      else if number == Role.Null then null
      else PlanReader.reference(in.tagOf(number), element, in)

  /** Those of a sealed type. */
  private final class Leaves(s: Plan.Sequence, sum: Plan.Sum, in: ColumnReader) extends ElementSource:
    private val leaves = ColumnLeaves.source(sum, in.column(s.shape, Member.Element, 0, Role.Codes), in)

    protected def read(until: Int, left: Int, into: Growable[Any]): Unit =
      while count < until do
        into.addOne(Construction.element(s, leaves.next(left), in))
        count += 1

  /** Values of a pickler that takes something else in their place. */
  private sealed abstract class PartsElements(
      s: Plan.Sequence,
      element: Plan.Custom,
      pickler: SurrogatePickler[Any, Any],
      in: ColumnReader
  ) extends ElementSource:
    protected final val codes = in.column(s.shape, Member.Element, 0, Role.Codes)

    protected def nextParts(): Any

    protected final def read(until: Int, left: Int, into: Growable[Any]): Unit =
      while count < until do
        val code = codes.next()
        val value =
          if code == Role.Present then pickler.ofParts(nextParts(), in.options.limits)
          else elsewhere(code, element, in)
        into.addOne(value)
        count += 1

  /** Returns null, or refuses a reference as any reader does: no writer refers to such a value. */
  private def elsewhere(code: Long, plan: Plan, in: ColumnReader): AnyRef | Null =
    if code == Role.Null then null else PlanReader.reference(in.tagOf(code), plan, in)

  private final class Values(
      s: Plan.Sequence,
      element: Plan.Custom,
      pickler: SurrogatePickler[Any, Any],
      kind: ScalarKind,
      in: ColumnReader
  ) extends PartsElements(s, element, pickler, in):
    private val column = in.column(s.shape, Member.Element, 0, Role.of(kind))

    protected def nextParts(): Any = column.nextScalar(kind)

  private final class ArrayValues(
      s: Plan.Sequence,
      element: Plan.Custom,
      pickler: SurrogatePickler[Any, Any],
      array: Plan.ScalarArray,
      in: ColumnReader
  ) extends PartsElements(s, element, pickler, in):
    // Found with the first array: without one, the graph need not know arrays of this kind.
    private var sizes: ColumnSource | Null = null
    private var elements: ColumnSource | Null = null

    protected def nextParts(): Any =
      val code = codes.next()
      if code != Role.Present then elsewhere(code, array, in)
      else
        if sizes == null then findColumns()
        val size = in.sizeOf(array.shape, sizes.nn.next())
        val id = if size == 0 then -1 else in.begin()
        Construction.completed(elements.nn.nextArray(array.kind, size), id, array, in)

    private def findColumns(): Unit =
      sizes = in.column(array.shape, Member.Size, 0, Role.Codes)
      elements = in.column(array.shape, Member.Element, 0, Role.of(array.kind))

  /** Numbers are unpacked some at a time. */
  private final class Scalars(kind: ScalarKind, column: ColumnSource) extends ElementSource:
    protected def read(until: Int, left: Int, into: Growable[Any]): Unit = kind match
      case ScalarKind.Int  => numbers(until, into)(bits => java.lang.Integer.valueOf(column.asInt(bits)))
      case ScalarKind.Long => numbers(until, into)(bits => java.lang.Long.valueOf(bits))
      case ScalarKind.Double =>
        numbers(until, into)(bits => java.lang.Double.valueOf(java.lang.Double.longBitsToDouble(bits)))
      case ScalarKind.Float   => numbers(until, into)(bits => java.lang.Float.valueOf(column.asFloat(bits)))
      case ScalarKind.Boolean => numbers(until, into)(bits => java.lang.Boolean.valueOf(column.asBoolean(bits)))
      case ScalarKind.Byte    => numbers(until, into)(bits => java.lang.Byte.valueOf(column.asByte(bits)))
      case ScalarKind.Short   => numbers(until, into)(bits => java.lang.Short.valueOf(column.asShort(bits)))
      case ScalarKind.Char    => numbers(until, into)(bits => java.lang.Character.valueOf(column.asChar(bits)))
      case ScalarKind.String =>
        while count < until do
          into.addOne(column.nextString())
          count += 1
      case ScalarKind.Unit => throw new IllegalStateException("a column of nothing")

    private inline def numbers(until: Int, into: Growable[Any])(inline box: Long => AnyRef): Unit =
      val some = new Array[Long](math.min(until - count, Chunk))
      while count < until do
        val behind = count + column.nextSome(some, 0, math.min(until - count, some.length))
        var i = 0
        while count < behind do
          into.addOne(box(some(i)))
          i += 1
          count += 1

  /** The number of elements that one call takes. */
  final val Chunk = 128

/** Writes elements that [[ElementSource]] reads. */
private[graph] sealed abstract class ElementSink:
  final protected var count = 0

  /** Writes elements up to this number, as far as the iterator has them. For `left` see [[ColumnsCode.write]]. */
  protected def write(all: Iterator[Any], until: Int, left: Int): Unit

  /** Writes all elements, whose number must be `size`, of a collection that has begun and may be cut. */
  final def writeAll(s: Plan.Sequence, all: Iterator[Any], size: Int, out: ColumnBuilder): Unit =
    counted(all, size)(writeInSteps(s, all, size, out))

  private def writeInSteps(s: Plan.Sequence, all: Iterator[Any], size: Int, out: ColumnBuilder): Unit =
    val step = out.elementsAtOnce
    val left = out.levels - Plan.LevelCost
    while count < size && all.hasNext do
      out.beginElement(s.shape, count)
      write(all, if step < size - count then count + step else size, left)

  /** Writes all elements, whose number must be `size`, of a collection that is not cut. */
  final def writeWhole(all: Iterator[Any], size: Int, left: Int): Unit = counted(all, size)(write(all, size, left))

  /** An element may hold a collection with the same sink. */
  private inline def counted(all: Iterator[Any], size: Int)(inline write: => Unit): Unit =
    val around = count
    count = 0
    val written =
      try
        write
        if all.hasNext then size + 1 else count
      catch case NonFatal(e) => throw failedAt(e)
      finally count = around
    check(written, size)

  // Methods, since a method that is inlined cannot name an object for Brine alone of another package (ADR 68).

  private def failedAt(e: Throwable): PickleException = PartFailures.writing(e, s"[$count]")

  private def check(written: Int, size: Int): Unit = EventWriter.checkCount(written, size)

  /** Takes them some at a time: collections give many at once faster than one by one. */
  protected final inline def inChunks(all: Iterator[Any], until: Int)(inline use: (Array[AnyRef], Int) => Unit): Unit =
    val some = new Array[AnyRef](math.max(0, math.min(until - count, ElementSource.Chunk)))
    var size = copy(all, some, until)
    while size > 0 do
      use(some, size)
      size = copy(all, some, until)

  private def copy(all: Iterator[Any], into: Array[AnyRef], until: Int): Int =
    all.asInstanceOf[Iterator[AnyRef]].copyToArray(into, 0, until - count)

private[graph] object ElementSink:
  /** Returns the sink of elements that [[ElementSource.of]] reads; null for others. */
  def of(s: Plan.Sequence, size: Int, out: ColumnBuilder): ElementSink | Null = s.element.get match
    case p: Plan.Product =>
      val code = ColumnsMaker.of(p, size)
      if code != null then new Objects(s, p, code, out) else null
    case sum: Plan.Sum => new Leaves(s, sum, out)
    case scalar: Plan.Scalar if scalar.kind == ScalarKind.String =>
      new Strings(out.column(s.shape, Member.Element, 0, Role.String))
    case scalar: Plan.Scalar if scalar.kind != ScalarKind.Unit =>
      new Scalars(scalar, out.column(s.shape, Member.Element, 0, Role.of(scalar.kind)))
    case byHand: Plan.Custom => ofValues(s, byHand, out)
    case _                   => null

  private def ofValues(s: Plan.Sequence, element: Plan.Custom, out: ColumnBuilder): ElementSink | Null =
    element.unpickler match
      case byParts: SurrogatePickler[Any @unchecked, Any @unchecked] =>
        Plan.of(byParts.parts) match
          case scalar: Plan.Scalar if scalar.kind != ScalarKind.Unit => new Values(s, byParts, scalar.kind, out)
          case array: Plan.ScalarArray                               => new ArrayValues(s, byParts, array, out)
          case _                                                     => null
      case _ => null

  private final class Objects(s: Plan.Sequence, element: Plan.Product, code: ColumnsCode, out: ColumnBuilder)
      extends ElementSink:
    private val codes = out.column(s.shape, Member.Element, 0, Role.Codes)
    private val objects = new ObjectSink(code, out)

    protected def write(all: Iterator[Any], until: Int, left: Int): Unit =
      while count < until && all.hasNext do
        val one = all.next().asInstanceOf[AnyRef]
        if out.isNew(one, codes) then code.write(element.index, one, out, objects.columns, left)
        else if one != null then WriteSteps.checkReferred(element, one)
        count += 1

  private final class Leaves(s: Plan.Sequence, sum: Plan.Sum, out: ColumnBuilder) extends ElementSink:
    private val codes = out.column(s.shape, Member.Element, 0, Role.Codes)
    private val leaves = ColumnLeaves.sink(sum, codes, s.shape, Member.Element, out)

    protected def write(all: Iterator[Any], until: Int, left: Int): Unit =
      while count < until && all.hasNext do
        leaves.put(all.next().asInstanceOf[AnyRef | Null], left)
        count += 1

  private final class Scalars(plan: Plan.Scalar, column: ColumnSink) extends ElementSink:
    protected def write(all: Iterator[Any], until: Int, left: Int): Unit = inChunks(all, until) { (some, size) =>
      val added = column.addScalars(plan.kind, some, size)
      count += added
      if added < size then throw WriteChecks.noNull(plan)
    }

  private final class Strings(column: ColumnSink) extends ElementSink:
    protected def write(all: Iterator[Any], until: Int, left: Int): Unit = inChunks(all, until) { (some, size) =>
      var i = 0
      while i < size do
        column.addString(some(i).asInstanceOf[String | Null])
        i += 1
        count += 1
    }

  /** Writes elements that [[ElementSource.PartsElements]] reads. */
  private sealed abstract class PartsElements(s: Plan.Sequence, pickler: SurrogatePickler[Any, Any], out: ColumnBuilder)
      extends ElementSink:
    protected final val codes = out.column(s.shape, Member.Element, 0, Role.Codes)

    protected def putParts(parts: Any): Unit

    protected final def write(all: Iterator[Any], until: Int, left: Int): Unit =
      while count < until && all.hasNext do
        val value = all.next()
        if value == null then codes.add(Role.Null)
        else
          codes.add(Role.Present)
          putParts(pickler.partsOf(value, out.options.limits))
        count += 1

  private final class Values(
      s: Plan.Sequence,
      pickler: SurrogatePickler[Any, Any],
      kind: ScalarKind,
      out: ColumnBuilder
  ) extends PartsElements(s, pickler, out):
    private val column = out.column(s.shape, Member.Element, 0, Role.of(kind))

    protected def putParts(parts: Any): Unit = column.addScalar(kind, parts)

  private final class ArrayValues(
      s: Plan.Sequence,
      pickler: SurrogatePickler[Any, Any],
      array: Plan.ScalarArray,
      out: ColumnBuilder
  ) extends PartsElements(s, pickler, out):
    // Found with the first array: a graph gets the type of arrays of this kind when it has one.
    private var counter: Counter | Null = null
    private var sizes: ColumnSink | Null = null
    private var elements: ColumnSink | Null = null

    protected def putParts(parts: Any): Unit =
      val size = java.lang.reflect.Array.getLength(parts)
      if size > 0 then out.beginUnshared()
      codes.add(Role.Present)
      if counter == null then findColumns()
      counter.nn.count += 1
      sizes.nn.add(size)
      elements.nn.addArray(parts.asInstanceOf[AnyRef])

    private def findColumns(): Unit =
      counter = out.counter(array.shape)
      sizes = out.column(array.shape, Member.Size, 0, Role.Codes)
      elements = out.column(array.shape, Member.Element, 0, Role.of(array.kind))
