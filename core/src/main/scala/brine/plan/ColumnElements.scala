package brine.plan

import scala.collection.mutable.Growable
import brine.{PickleBuilder, PickleReader}
import brine.columns.{ColumnBuilder, ColumnReader, ColumnSink, ColumnsCode, ColumnSource, Member, Role}
import brine.shape.ScalarKind

/** Elements of one collection, of which it is known which column they come from: scalars, and objects whose code takes them from
  * columns. The format is then not called for each of them.
  */
private[plan] sealed abstract class ElementSource:
  /** How many have been read: where one cannot be read, its index. */
  final var count = 0

  /** Reads the next `size`. */
  def read(size: Int, into: Growable[Any]): Unit

private[plan] object ElementSource:
  /** That of such elements; null for others, and other formats. */
  def of(s: Plan.Sequence, reader: PickleReader): ElementSource | Null = reader match
    case in: ColumnReader if in.takesCode =>
      s.element.get match
        case p: Plan.Product =>
          val code = p.columns
          if code != null && in.depth < in.options.limits.emittedDepth then new Objects(s, p, code, in) else null
        case sum: Plan.Sum => if in.depth < in.options.limits.emittedDepth then new Leaves(s, sum, in) else null
        case scalar: Plan.Scalar if scalar.kind != ScalarKind.Unit =>
          new Scalars(scalar.kind, in.column(s.shape, Member.Element, 0, Role.of(scalar.kind)))
        case _ => null
    case _ => null

  private final class Objects(s: Plan.Sequence, element: Plan.Product, code: ColumnsCode, in: ColumnReader) extends ElementSource:
    private val codes = in.column(s.shape, Member.Element, 0, Role.Codes)
    private val columns = in.columnsOf(code)
    private val left = in.levels - Plan.LevelCost

    def read(size: Int, into: Growable[Any]): Unit =
      while count < size do
        into.addOne(Construction.element(s, next(), in))
        count += 1

    private def next(): AnyRef | Null =
      val number = codes.next()
      if number == Role.Present then code.read(element.index, in, columns, in.begin(), left)
      else if number == Role.Null then null
      else PlanReader.reference(in.tagOf(number), element, in)

  /** Those of a sealed type. */
  private final class Leaves(s: Plan.Sequence, sum: Plan.Sum, in: ColumnReader) extends ElementSource:
    private val leaves = ColumnLeaves.source(sum, in.column(s.shape, Member.Element, 0, Role.Codes), in)
    private val left = in.levels - Plan.LevelCost

    def read(size: Int, into: Growable[Any]): Unit =
      while count < size do
        into.addOne(Construction.element(s, leaves.next(left), in))
        count += 1

  /** Numbers are unpacked some at a time. */
  private final class Scalars(kind: ScalarKind, column: ColumnSource) extends ElementSource:
    def read(size: Int, into: Growable[Any]): Unit = kind match
      case ScalarKind.Int     => numbers(size, into)(bits => java.lang.Integer.valueOf(column.asInt(bits)))
      case ScalarKind.Long    => numbers(size, into)(bits => java.lang.Long.valueOf(bits))
      case ScalarKind.Double  => numbers(size, into)(bits => java.lang.Double.valueOf(java.lang.Double.longBitsToDouble(bits)))
      case ScalarKind.Float   => numbers(size, into)(bits => java.lang.Float.valueOf(column.asFloat(bits)))
      case ScalarKind.Boolean => numbers(size, into)(bits => java.lang.Boolean.valueOf(column.asBoolean(bits)))
      case ScalarKind.Byte    => numbers(size, into)(bits => java.lang.Byte.valueOf(column.asByte(bits)))
      case ScalarKind.Short   => numbers(size, into)(bits => java.lang.Short.valueOf(column.asShort(bits)))
      case ScalarKind.Char    => numbers(size, into)(bits => java.lang.Character.valueOf(column.asChar(bits)))
      case ScalarKind.String =>
        while count < size do
          into.addOne(column.nextString())
          count += 1
      case ScalarKind.Unit => throw new IllegalStateException("a column of nothing")

    private inline def numbers(size: Int, into: Growable[Any])(inline box: Long => AnyRef): Unit =
      val some = new Array[Long](math.min(size, Chunk))
      while count < size do
        val until = count + column.nextSome(some, 0, math.min(size - count, some.length))
        var i = 0
        while count < until do
          into.addOne(box(some(i)))
          i += 1
          count += 1

  private final val Chunk = 128

/** Mirrors [[ElementSource]]. */
private[plan] sealed abstract class ElementSink:
  final var count = 0

  def write(all: Iterator[Any]): Unit

private[plan] object ElementSink:
  def of(s: Plan.Sequence, builder: PickleBuilder): ElementSink | Null = builder match
    case out: ColumnBuilder =>
      s.element.get match
        case p: Plan.Product =>
          val code = p.columns
          if code != null && out.depth < out.options.limits.emittedDepth then new Objects(s, p, code, out) else null
        case sum: Plan.Sum => if out.depth < out.options.limits.emittedDepth then new Leaves(s, sum, out) else null
        case scalar: Plan.Scalar if scalar.kind != ScalarKind.Unit =>
          new Scalars(scalar, out.column(s.shape, Member.Element, 0, Role.of(scalar.kind)))
        case _ => null
    case _ => null

  private final class Objects(s: Plan.Sequence, element: Plan.Product, code: ColumnsCode, out: ColumnBuilder) extends ElementSink:
    private val codes = out.column(s.shape, Member.Element, 0, Role.Codes)
    private val columns = out.columnsOf(code)
    private val left = out.levels - Plan.LevelCost

    def write(all: Iterator[Any]): Unit =
      while all.hasNext do
        val one = all.next().asInstanceOf[AnyRef]
        if out.isNew(one, codes) then code.write(element.index, one, out, columns, left)
        count += 1

  private final class Leaves(s: Plan.Sequence, sum: Plan.Sum, out: ColumnBuilder) extends ElementSink:
    private val codes = out.column(s.shape, Member.Element, 0, Role.Codes)
    private val leaves = ColumnLeaves.sink(sum, codes, s.shape, Member.Element, out)
    private val left = out.levels - Plan.LevelCost

    def write(all: Iterator[Any]): Unit =
      while all.hasNext do
        leaves.put(all.next().asInstanceOf[AnyRef | Null], left)
        count += 1

  private final class Scalars(plan: Plan.Scalar, column: ColumnSink) extends ElementSink:
    def write(all: Iterator[Any]): Unit = plan.kind match
      case ScalarKind.Int     => numbers(all)(v => v.asInstanceOf[Int])
      case ScalarKind.Long    => numbers(all)(v => v.asInstanceOf[Long])
      case ScalarKind.Double  => numbers(all)(v => java.lang.Double.doubleToRawLongBits(v.asInstanceOf[Double]))
      case ScalarKind.Float   => numbers(all)(v => java.lang.Float.floatToRawIntBits(v.asInstanceOf[Float]))
      case ScalarKind.Boolean => numbers(all)(v => if v.asInstanceOf[Boolean] then 1L else 0L)
      case ScalarKind.Byte    => numbers(all)(v => v.asInstanceOf[Byte])
      case ScalarKind.Short   => numbers(all)(v => v.asInstanceOf[Short])
      case ScalarKind.Char    => numbers(all)(v => v.asInstanceOf[Char])
      case ScalarKind.String =>
        while all.hasNext do
          column.addString(all.next().asInstanceOf[String | Null])
          count += 1
      case ScalarKind.Unit => throw new IllegalStateException("a column of nothing")

    private inline def numbers(all: Iterator[Any])(inline bits: Any => Long): Unit =
      while all.hasNext do
        val value = all.next()
        if value == null then throw PlanWriter.noNull(plan)
        column.add(bits(value))
        count += 1
