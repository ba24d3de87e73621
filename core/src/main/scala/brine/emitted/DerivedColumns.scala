package brine.emitted

import brine.internal
import brine.columns.*
import brine.plan.Plan
import brine.run.ColumnLeaves
import brine.shape.Shape

/** The superclass of a family's code for columns, which the macro emits on request.
  *
  * @param text    the columns that the code takes, rendered by [[FamilyColumns]]
  * @param objects the places of values that have their own picklers, rendered by it, too
  */
@internal
abstract class DerivedColumns(pickler: DerivedPickler[?], text: String, objects: String) extends ColumnsCode:
  private lazy val wanted = FamilyColumns.parse(text)
  private lazy val places = FamilyColumns.parseObjects(objects)
  private lazy val shapes: Array[Shape] = pickler.family.definitions.indices.map(pickler.planOf(_).shape).toArray

  private lazy val early: Array[Long] = shapes.map {
    case p: Shape.Product if p.fieldNames.length <= java.lang.Long.SIZE =>
      p.fieldNames.indices.foldLeft(0L)((bits, i) => if p.isValue(i) then bits | (1L << i) else bits)
    case _ => 0L
  }

  private[brine] final def columns(in: ColumnReader): ColumnSources =
    val all = wanted.map(c => in.column(shapes(c.definition), c.member, c.level, c.role)).toArray[ColumnSource]
    new ColumnSources(all, places.map(p => sourceOf(p, all(p.column), in)).toArray, shapes, early)

  private[brine] final def columns(out: ColumnBuilder): ColumnSinks =
    val counters = shapes.map(shape => if isCounted(shape) then out.counter(shape) else null)
    val all = wanted.map(c => out.column(shapes(c.definition), c.member, c.level, c.role)).toArray[ColumnSink]
    new ColumnSinks(all, places.map(p => sinkOf(p, all(p.column), out)).toArray, shapes, early, counters)

  private def sourceOf(place: ObjectsOf, codes: ColumnSource, in: ColumnReader): ObjectSource = typeAt(place) match
    case (derived, p: Plan.Product) => new ObjectSource(codes, derived.columnsOf(p), null, in)
    case (_, s: Plan.Sum)           => new ObjectSource(codes, null, ColumnLeaves.source(s, codes, in), in)
    case _                          => new ObjectSource(codes, null, null, in)

  private def sinkOf(place: ObjectsOf, codes: ColumnSink, out: ColumnBuilder): ObjectSink = typeAt(place) match
    case (derived, p: Plan.Product) => new ObjectSink(codes, derived.columnsOf(p), null, out)
    case (_, s: Plan.Sum) =>
      val column = wanted(place.column)
      new ObjectSink(codes, null, ColumnLeaves.sink(s, codes, shapes(column.definition), column.member, out), out)
    case _ => new ObjectSink(codes, null, null, out)

  /** Returns the pickler of the objects at that place, if it is a derived one, and its plan. */
  private def typeAt(place: ObjectsOf): (DerivedPickler[?], Plan) | Null = pickler.slot(place.slot) match
    case derived: DerivedPickler[?] => (derived, derived.plan)
    case _                          => null

  private def isCounted(shape: Shape): Boolean = shape match
    case _: Shape.Product | _: Shape.Sum | _: Shape.Sequence | _: Shape.Mapping => true
    case _                                                                      => false
