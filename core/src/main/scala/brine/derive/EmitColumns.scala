package brine.derive

import scala.collection.mutable
import scala.quoted.*
import brine.Pickler
import brine.columns.{
  ColumnBuilder,
  ColumnOf,
  ColumnReader,
  ColumnSinks,
  ColumnSources,
  FamilyColumns,
  Member,
  ObjectsOf,
  Role
}
import brine.emitted.{DerivedColumns, DerivedPickler}
import brine.model.{Rules, TypePlan, Use}
import brine.shape.ScalarKind

/** Emits a family's code for columns, where `-Xmacro-settings:brine.columns=yes` asks for it: ADR 22.
  * {{{
  * pickler.withColumns(new DerivedColumns(pickler, "…"):
  *   def emits(definition: Int)                                             = …
  *   def read(definition: Int, in: ColumnReader, columns: ColumnSources, id: Int, left: Int) = …         // EmitReadColumns
  *   def write(definition: Int, value: AnyRef, out: ColumnBuilder, columns: ColumnSinks, left: Int) = …  // EmitWriteColumns
  * )
  * }}}
  */
private[brine] final class EmitColumns[Q <: Quotes](q: Q, types: ReadType[Q], planned: Rules.Result.Planned):
  private val reading = new EmitReadColumns[Q](q, types, planned)
  private val writing = new EmitWriteColumns[Q](q, types, planned)

  /** Returns true if some class gets code. */
  def isWorth: Boolean = reading.emitted.nonEmpty

  def added[A: Type](to: Expr[Pickler[A]])(using Quotes): Expr[Pickler[A]] =
    '{
      val pickler = $to.asInstanceOf[DerivedPickler[A]]
      val code = new DerivedColumns(
        pickler,
        ${ Expr(FamilyColumns.render(reading.columns)) },
        ${ Expr(FamilyColumns.renderObjects(reading.objects)) }
      ):
        def emits(definition: Int): Boolean = ${ reading.emits('definition) }
        def read(definition: Int, in: ColumnReader, columns: ColumnSources, id: Int, left: Int): AnyRef =
          val self: DerivedPickler[A] = pickler
          ${ reading.body('definition, 'in, 'columns, 'id, 'left, 'self) }
        def write(definition: Int, value: AnyRef, out: ColumnBuilder, columns: ColumnSinks, left: Int): Unit =
          val self: DerivedPickler[A] = pickler
          ${ writing.body('definition, 'value, 'out, 'columns, 'left, 'self) }
      pickler.withColumns(code)
    }

private[brine] object EmitColumns:
  def isAskedFor(quotes: Quotes): Boolean = MacroSettings.value("columns", quotes).contains("yes")

/** The decisions that reading and writing columns share. */
private[brine] trait Columnar[Q <: Quotes] extends Emitter[Q]:
  /** The definitions whose objects get code: of the classes that cycles lead through, those whose order of fields is known. */
  final lazy val emitted: Vector[Int] =
    val classes = definitions.indices.toVector.filter { index =>
      definitions(index) match
        case p: TypePlan.Product =>
          p.fields.nonEmpty && p.fields.length <= Columnar.MostFields && !(p.isCyclic && undecidedToRead(
            useOf(index)
          ).nonEmpty)
        case _ => false
    }
    if definitions.length <= Columnar.MostDefinitions then classes else Vector.empty

  private lazy val isEmitted: Set[Int] = emitted.toSet

  protected final def hasCode(index: Int): Boolean = isEmitted(index)

  /** Returns true if the code reads this value from its columns, wherever its parts are. */
  protected final def isTaken(use: Use): Boolean = use match
    case Use.Scalar(_) => true
    case Use.Given(_)  => false
    case Use.Local(index) => definitions(index) match
        case _: TypePlan.Product        => true
        case _: TypePlan.Sum            => true
        case s: TypePlan.Sequence       => s.kind != "Array" || !mayBeNarrower(index)
        case _: TypePlan.Mapping        => true
        case TypePlan.ScalarArray(kind) => kind != ScalarKind.Unit
        case o: TypePlan.Optional       => isTakenInOption(o.element)
        case _                          => false

  /** (Values without identity have no code there.) */
  private def isTakenInOption(use: Use): Boolean = use match
    case Use.Scalar(_)    => true
    case Use.Given(_)     => false
    case Use.Local(index) => isTaken(use) && !definitions(index).isInstanceOf[TypePlan.Optional]

  /** The columns that the code takes values from. */
  final lazy val columns: Vector[ColumnOf] =
    val all = mutable.LinkedHashSet.empty[ColumnOf]
    def at(definition: Int, member: Int, level: Int, use: Use): Unit = use match
      case Use.Scalar(kind) => if kind != ScalarKind.Unit then all += ColumnOf(definition, member, level, Role.of(kind))
      case Use.Given(_)     => if level == 0 then all += ColumnOf(definition, member, level, Role.Codes)
      case Use.Local(index) =>
        if isTaken(use) then
          all += ColumnOf(definition, member, level, Role.Codes)
          definitions(index) match
            case o: TypePlan.Optional => at(definition, member, level + 1, o.element)
            case _                    => ()
    for index <- definitions.indices do
      definitions(index) match
        case p: TypePlan.Product => if hasCode(index) then for (f, i) <- p.fields.zipWithIndex do at(index, i, 0, f.use)
        case TypePlan.ScalarArray(kind) =>
          if kind != ScalarKind.Unit then
            all += ColumnOf(index, Member.Size, 0, Role.Codes)
            all += ColumnOf(index, Member.Element, 0, Role.of(kind))
        case _: TypePlan.Sum => all += ColumnOf(index, Member.Leaf, 0, Role.Codes)
        case s: TypePlan.Sequence =>
          if isTaken(Use.Local(index)) then
            all += ColumnOf(index, Member.Size, 0, Role.Codes)
            if namesClass(s) then all += ColumnOf(index, Member.ArrayClass, 0, Role.String)
            at(index, Member.Element, 0, s.element)
        case m: TypePlan.Mapping =>
          if isTaken(Use.Local(index)) then
            all += ColumnOf(index, Member.Size, 0, Role.Codes)
            at(index, Member.Key, 0, m.key)
            at(index, Member.Value, 0, m.value)
        case _ => ()
    all.toVector

  /** Returns true if a column names the class of an array that differs from the class of its place. */
  protected final def namesClass(s: TypePlan.Sequence): Boolean = s.kind == "Array" && s.isTracked

  private lazy val numbers: Map[ColumnOf, Int] = columns.zipWithIndex.toMap

  protected final def number(definition: Int, member: Int, level: Int, role: Int): Int =
    numbers(ColumnOf(definition, member, level, role))

  /** The places of values that have their own picklers. */
  final lazy val objects: Vector[ObjectsOf] =
    columns.zipWithIndex.flatMap { (column, i) =>
      useAt(column) match
        case Use.Given(slot) => Some(ObjectsOf(i, slot))
        case _               => None
    }

  private def useAt(column: ColumnOf): Use = definitions(column.definition) match
    case p: TypePlan.Product                                     => p.fields(column.member).use
    case s: TypePlan.Sequence if column.member == Member.Element => s.element
    case m: TypePlan.Mapping if column.member == Member.Key      => m.key
    case m: TypePlan.Mapping if column.member == Member.Value    => m.value
    case _                                                       => Use.Local(column.definition)

  private lazy val objectNumbers: Map[Int, Int] = objects.zipWithIndex.map((place, i) => place.column -> i).toMap

  protected final def objectsAt(definition: Int, member: Int): Int =
    objectNumbers(number(definition, member, 0, Role.Codes))

  final def emits(definition: Expr[Int])(using Quotes): Expr[Boolean] =
    import quotes.reflect.*
    switch(
      definition.asTerm,
      emitted.map(_ -> Literal(BooleanConstant(true))),
      Literal(BooleanConstant(false))
    ).asExprOf[Boolean]

  /** Returns true if a field certainly holds no object, as far as the compiler knows. For other fields with their own
    * pickler this is known at run time.
    */
  protected final def isValue(use: Use): Boolean = use match
    case Use.Scalar(_) => true
    case Use.Given(_)  => false
    case Use.Local(index) => definitions(index) match
        case o: TypePlan.Optional => isValue(o.element)
        case _                    => false

  /** Returns true if the nullness of an option's content is Marker, so that a Some of null has a code. */
  protected final def isMarker(content: Use): Boolean = content match
    case Use.Local(index) => isPlainMarker(index) || isTracked(index)
    case _                => false

  /** The fields of a class whose place in the order only the run knows. */
  protected final def undecidedIn(uses: Vector[Use]): Set[Int] = uses.indices.filter(i => isUndecided(uses(i))).toSet

  /** Returns those whose place matters to a reader: values come from separate columns, at any time. */
  protected final def undecidedToRead(uses: Vector[Use]): Set[Int] =
    if uses.count(!isValue(_)) > 1 then undecidedIn(uses) else Set.empty

  private def isUndecided(use: Use): Boolean = use match
    case Use.Given(_)  => true
    case Use.Scalar(_) => false
    case Use.Local(index) => definitions(index) match
        case o: TypePlan.Optional => isUndecided(o.element)
        case _                    => false

  /** Returns true if some field has exactly one value in some column for each object, so that objects need not be
    * counted.
    */
  protected final def isCountedByColumn(index: Int): Boolean = useOf(index).exists {
    case Use.Scalar(kind) => kind != ScalarKind.Unit
    case Use.Given(_)     => false
    case Use.Local(local) => !definitions(local).isInstanceOf[TypePlan.Singleton]
  }

private object Columnar:
  /** Fields of a class that one method takes: bits of a Long. */
  final val MostFields = 60

  final val MostDefinitions = 128
