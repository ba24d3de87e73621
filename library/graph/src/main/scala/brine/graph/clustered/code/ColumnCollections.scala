package brine.graph.clustered.code

import brine.collections.LazyLists
import brine.assembly.Construction
import brine.assembly.ReaderAssembly.*
import brine.collections.SequenceOps
import brine.graph.clustered.columns.{
  ColumnBuilder,
  ColumnReader,
  ColumnSink,
  ColumnSource,
  Member,
  PlaceSink,
  PlaceSource,
  Role
}
import brine.plan.Plan
import brine.plan.subtypes.Covariance

/** Collections at a field, where it is known which columns they come from and go to. The calls that begin a
  * collection, and the search for its columns, take as long as several elements.
  */
private[code] object ColumnCollections:
  /** Returns true if collections of this plan have a source and a sink. */
  def take(s: Plan.Sequence): Boolean = s.isWrittenAsArray || !s.ops.isInstanceOf[SequenceOps.ArrayOps]

  /** @param codes those of the field */
  def source(s: Plan.Sequence, field: Int, made: MadeColumns, codes: ColumnSource, in: ColumnReader): PlaceSource =
    val elements = ElementSource.of(s, Int.MaxValue, in)
    if elements != null then new Source(s, field, made, codes, elements, in) else new SourceByPlan(field, made, in)

  def sink(s: Plan.Sequence, field: Int, made: MadeColumns, codes: ColumnSink, out: ColumnBuilder): PlaceSink =
    val elements = ElementSink.of(s, Int.MaxValue, out)
    if elements != null then new Sink(s, field, made, codes, elements, out) else new SinkByPlan(field, made, out)

  private final class Source(
      s: Plan.Sequence,
      field: Int,
      made: MadeColumns,
      codes: ColumnSource,
      elements: ElementSource,
      in: ColumnReader
  ) extends PlaceSource:
    private val sizes = in.column(s.shape, Member.Size, 0, Role.Codes)
    private val classes = if s.isWrittenAsArray then in.column(s.shape, Member.ArrayClass, 0, Role.String) else null

    def next(left: Int): AnyRef | Null =
      if left <= Plan.LevelCost then made.readField(field, in, left)
      else
        val code = codes.next()
        if code != Role.Present then made.elsewhere(field, code, in)
        else
          val value = collection(begun, left - Plan.LevelCost)
          if value != null then value else made.whole(null, field, in)

    override def begin(): Plan.Sequence | Null =
      if codes.peek() != Role.Present then null
      else
        val ignored = codes.next()
        val s = begun
        in.enter(s.shape)
        s

    /** The plan of the collection that follows, whose size and number it reads. */
    private def begun: Plan.Sequence =
      val s = ofNextClass
      val size = in.sizeOf(s.shape, sizes.next())
      in.begunSize = size
      in.begunId = if size == 0 && !s.shape.isMutable then -1 else in.begin()
      s

    /** The plan for the array that follows. */
    private def ofNextClass: Plan.Sequence =
      val name = if classes == null then null else classes.nextString()
      if name == null then s else Covariance.named(s, name, in.options)

    private def collection(s: Plan.Sequence, left: Int): AnyRef | Null =
      val size = in.begunSize
      val id = in.begunId
      if s.isCyclic then
        val base = in.assembly.stacked
        PiecesReader.read(s, size, elements, left, in, in.assembly.stacking)
        in.assembly.hide(in.assembly.unstack(id, s, base))
      else
        val all = s.ops.newBuilder(size)
        PiecesReader.read(s, size, elements, left, in, all)
        Construction.completed(Construction.resultOf(s, all, size, in), id, s, in)

  private final class SourceByPlan(field: Int, made: MadeColumns, in: ColumnReader) extends PlaceSource:
    def next(left: Int): AnyRef | Null = made.readField(field, in, left)

  /** Writes collections that [[Source]] reads. */
  private final class Sink(
      s: Plan.Sequence,
      field: Int,
      made: MadeColumns,
      codes: ColumnSink,
      elements: ElementSink,
      out: ColumnBuilder
  ) extends PlaceSink:
    private val sizes = out.column(s.shape, Member.Size, 0, Role.Codes)
    private val classes = if s.isWrittenAsArray then out.column(s.shape, Member.ArrayClass, 0, Role.String) else null
    private val counter = out.counter(s.shape)

    def put(value: AnyRef | Null, left: Int): Unit =
      if value == null then codes.add(Role.Null)
      else
        s.ops.check(value)
        LazyLists.checkEnd(value, out.options.limits)
        val size = s.ops.size(value)
        if left <= Plan.LevelCost || out.mayCut(size) then made.writeField(field, value, out, left)
        else if size == 0 && !s.shape.isMutable then
          codes.add(Role.Present)
          begin(value, 0)
        else if out.isNew(value, codes) then
          begin(value, size)
          elements.writeWhole(s.ops.iterator(value), size, left - Plan.LevelCost * 2)

    private def begin(value: AnyRef, size: Int): Unit =
      counter.count += 1
      sizes.add(size)
      if classes != null then classes.addString(Covariance.name(s, value, out.options))

  private final class SinkByPlan(field: Int, made: MadeColumns, out: ColumnBuilder) extends PlaceSink:
    def put(value: AnyRef | Null, left: Int): Unit = made.writeField(field, value, out, left)
