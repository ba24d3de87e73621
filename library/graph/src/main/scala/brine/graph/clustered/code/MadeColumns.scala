package brine.graph.clustered.code

import brine.PickleException
import brine.assembly.{Construction, Unbuilt}
import brine.bytecode.Place
import brine.emitted.Emitted
import brine.graph.clustered.columns.*
import brine.plan.{Access, LateField, Plan}
import brine.run.{EventReader, EventWriter, FieldCode, PlanReader, PlanWriter, WriteSteps}
import brine.assembly.ReaderAssembly.*

/** The superclass of the hidden class that [[ColumnsMaker]] makes for the objects of one class. It has the methods
  * for rare cases, and for values that the code does not move itself.
  *
  * It is public, because its subclasses are defined beside users' classes.
  */
private[brine] abstract class MadeColumns(plan: Plan.Product, places: ColumnPlaces) extends ColumnsCode(plan):
  import places.recipe

  final def columns(in: ColumnReader): ColumnSources =
    val all = places.columns.map(c => in.column(c.shape, c.member, c.level, c.role))
    val objects = recipe.table { case p: Plan.Product => new ObjectSource(ColumnsMaker.codeOf(p), in) }
    val collections = recipe.atFields { case (s: Plan.Sequence, i) =>
      ColumnCollections.source(s, i, this, all(places(Place(i))), in)
    }
    new ColumnSources(all, objects, collections)

  final def columns(out: ColumnBuilder): ColumnSinks =
    val all = places.columns.map(c => out.column(c.shape, c.member, c.level, c.role))
    val objects = recipe.table { case p: Plan.Product => new ObjectSink(ColumnsMaker.codeOf(p), out) }
    val atPlaces = recipe.atFields {
      case (s: Plan.Sum, i)      => ColumnLeaves.sink(s, all(places(Place(i))), plan.shape, i, out)
      case (s: Plan.Sequence, i) => ColumnCollections.sink(s, i, this, all(places(Place(i))), out)
    }
    val counters = recipe.table {
      case `plan`      => out.counter(plan.shape)
      case s: Plan.Sum => out.counter(s.shape)
    }
    new ColumnSinks(all, objects, atPlaces, counters)

  // ---- writing

  final def writeDeep(value: AnyRef, out: ColumnBuilder): Unit =
    Emitted.nested(out, 0)(PlanWriter.body(plan, value, out))

  /** Checks an object that is written already, maybe where its own class is declared. */
  final def checkReferred(target: Int, value: AnyRef | Null): Unit =
    if value != null then WriteSteps.checkReferred(recipe.product(target), value)

  /** Writes a field by its plan. */
  final def writeField(field: Int, value: Any, out: ColumnBuilder, left: Int): Unit =
    out.goTo(plan.shape, field, 0)
    Emitted.nested(out, left)(EventWriter.place(plan.fields(field).get, value, out))

  /** Puts the code of an option. Returns true if its content follows. `isMarker`: a marker tells if the content is
    * null.
    */
  final def hasContent(value: AnyRef | Null, isMarker: Boolean, codes: ColumnSink): Boolean = value match
    case null                                         => add(codes, Role.Null)
    case None                                         => add(codes, Role.None)
    case Some(content) if content == null && isMarker => add(codes, Role.SomeNull)
    case _ =>
      codes.add(Role.Present)
      true

  private def add(codes: ColumnSink, code: Int): Boolean =
    codes.add(code)
    false

  // ---- reading

  final def nothing: AnyRef = ().asInstanceOf[AnyRef]
  final def some(content: AnyRef): AnyRef = Some(content)

  /** The option of a code after which no content follows. */
  final def option(code: Long, isMarker: Boolean): AnyRef | Null =
    if code == Role.None then None
    else if code == Role.Null then null
    else if code == Role.SomeNull && isMarker then Some(null)
    else if code == Role.SomeNull then
      throw new PickleException.Malformed("invalid option code 3 (Some of null): the content type encodes its own null")
    else throw new PickleException.BadReference("an option is a value, not an object to refer to")

  final def readDeep(in: ColumnReader, id: Int): AnyRef | Null =
    Emitted.nested(in, 0)(PlanReader.body(plan, in, id))

  /** Counts an object of a class that has no column with one value for each object. */
  final def count(in: ColumnReader): Unit = in.count(plan.shape)

  /** Reads a field by its plan. */
  final def readField(field: Int, in: ColumnReader, left: Int): AnyRef | Null =
    in.goTo(plan.shape, field, 0)
    val content = plan.fields(field).get
    built(Emitted.nested(in, left)(EventReader.place(content, in)), content, in)

  /** Returns the value of a code that does not announce a new value: null, or an object that has begun before. */
  final def elsewhere(field: Int, code: Long, in: ColumnReader): AnyRef | Null =
    val content = plan.fields(field).get
    if code == Role.Null then null
    else built(PlanReader.reference(in.tagOf(code), content, in), content, in)

  /** Returns the code's option content for a code that does not announce a new object. */
  final def elsewhereInOption(field: Int, code: Long, in: ColumnReader): AnyRef | Null =
    plan.fields(field).get match
      case o: Plan.Optional if code != Role.Null =>
        built(PlanReader.reference(in.tagOf(code), o.element.get, in), o.element.get, in)
      case _ => null

  /** Checks an object that code of another class has read. */
  final def whole(value: AnyRef | Null, field: Int, in: ColumnReader): AnyRef | Null =
    built(value, plan.fields(field).get, in)

  /** Returns a value that was read. Objects outside of cycles cannot wait for one that is not built yet. */
  private def built(value: AnyRef | Null, content: Plan, in: ColumnReader): AnyRef | Null =
    if plan.isCyclic then value else MadeColumns.built(value, content, in)

  /** Reads a leaf that has no code, after its number. */
  final def readLeaf(field: Int, leaf: Long, in: ColumnReader, left: Int): AnyRef | Null = plan.fields(field).get match
    case s: Plan.Sum if leaf >= 0 && leaf < s.leaves.length =>
      s.leaves(leaf.toInt).get match
        case one: Plan.Singleton => one.value
        case _ =>
          in.goTo(s.shape, Member.Content, 0)
          built(Emitted.nested(in, left)(EventReader.leafOf(s, leaf.toInt, in)), s, in)
    case s => throw new PickleException.Malformed(s"leaf $leaf of ${s.shape.name}")

  /** The parts of an object in a cycle, to which references may come before all have been read. */
  final def begun(id: Int, in: ColumnReader): Array[AnyRef] =
    val parts = new Array[AnyRef](plan.fields.length)
    java.util.Arrays.fill(parts, Access.Missing)
    in.assembly.pend(id, plan, parts, isReady = false)
    parts

  /** Others may refer to an object that was built of its values. */
  final def begunEarly(id: Int, built: AnyRef, in: ColumnReader): AnyRef = Construction.begun(plan, id, built, in)

  /** Assigns a null to a variable, or later the object that the null replaces. */
  final def assignNull(built: AnyRef, field: Int, in: ColumnReader): Unit =
    val waits = in.takeUnbuilt()
    if waits != null then waits.fillLater(plan, built, field)
    else if plan.isUnboxed(field) then throw plan.noValue(field)
    else plan.access.assign(plan.index, built, field, null)

  final def set(parts: Array[AnyRef], field: Int, value: AnyRef): Unit = parts(field) = value

  /** Sets a part, or the object that a null replaces, which is not built yet. */
  final def setWaiting(parts: Array[AnyRef], field: Int, value: AnyRef | Null, in: ColumnReader): Unit =
    parts(field) = if value != null then value else in.takeUnbuilt()

  /** Builds an object in a cycle; null as [[EventReader]] has it. */
  final def finished(id: Int, parts: Array[AnyRef], in: ColumnReader): AnyRef | Null =
    in.assembly.hide(Construction.finish(plan, id, parts, parts.exists(_.isInstanceOf[Unbuilt]), in))

  final def completed(id: Int, value: AnyRef, in: ColumnReader): AnyRef =
    if id >= 0 then
      if plan.isGeneric then in.assembly.complete(id, value, plan) else in.assembly.complete(id, value)
    value

private[brine] object MadeColumns:
  /** Returns the field before which an object is built. */
  private[code] def lateField(plan: Plan.Product): LateField = plan.access match
    case _: FieldCode => plan.lateOfValuesFirst
    case _            => LateField.None

  /** Returns a value that was read. The caller cannot wait for an object that is not built yet. */
  private def built(value: AnyRef | Null, plan: Plan, in: ColumnReader): AnyRef | Null =
    if value == null && in.takeUnbuilt() != null then throw PlanReader.needsUnbuilt(plan.shape, "a value")
    value

  /** Moves the objects of a class without code, by their plan. */
  private[code] final class PlannedColumns(plan: Plan.Product) extends ColumnsCode(plan):
    def read(definition: Int, in: ColumnReader, columns: ColumnSources, id: Int, left: Int): AnyRef =
      val value = Emitted.nested(in, left)(EventReader.nonNull(plan, in, id))
      (if plan.isCyclic then value else built(value, plan, in)).asInstanceOf[AnyRef]

    def write(definition: Int, value: AnyRef, out: ColumnBuilder, columns: ColumnSinks, left: Int): Unit =
      Emitted.nested(out, left)(EventWriter.nonNull(plan, value, out))

    def columns(in: ColumnReader): ColumnSources =
      new ColumnSources(new Array(0), new Array(0), new Array(0))
    def columns(out: ColumnBuilder): ColumnSinks =
      new ColumnSinks(new Array(0), new Array(0), new Array(0), new Array(0))
