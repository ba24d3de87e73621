package brine.json.writing

import brine.bytecode.{PlanCode, PlanRecipe}
import brine.emitted.Emitted
import brine.json.looks.CodeForms
import brine.plan.Plan
import brine.run.EventWriter
import brine.wire.JsonSink

/** The superclass of the hidden class that [[JsonCodeMaker]] makes for the objects of one class. It has the methods
  * for rare cases, and for values that the code does not write itself.
  *
  * It is public, because its subclasses are defined beside users' classes.
  */
private[brine] abstract class JsonCode(recipe: PlanRecipe, forms: CodeForms) extends PlanCode(recipe.plan):
  /** Writes the members of an object that has begun.
    *
    * @param left how many levels it may go down on the stack: [[brine.Limits.emittedDepth]]
    */
  def members(value: AnyRef, builder: JsonBuilder, out: JsonSink, left: Int): Unit

  private[brine] override def segment(field: Int): String =
    val keys = forms.keys(plan.shape)
    if field < 0 || keys == null then super.segment(field)
    else if plan.shape.isRest(field) then ""
    else s".${keys(field)}"

  /** Returns true if a field with this value is left out. */
  final def omits(field: Int, value: Any): Boolean = forms.omits(plan.shape, field, value)

  /** Writes a field's value by its plan. */
  final def writeField(field: Int, value: Any, builder: JsonBuilder, left: Int): Unit =
    Emitted.nested(builder, left)(EventWriter.place(plan.fields(field).get, value, builder))

  /** Writes the value of a field that gathers members, as members of the object that is open. */
  final def writeGathered(field: Int, value: Any, builder: JsonBuilder, left: Int): Unit =
    builder.gather(plan.shape, field)
    writeField(field, value, builder, left)

  /** Notes that a member names the leaf whose object is next. */
  final def nameLeaf(leaf: Int, builder: JsonBuilder): Unit = builder.nameLeaf(recipe.product(leaf).shape)

  /** Returns true if an option contains a value, which is to be written next. Writes every other option. */
  final def hasContent(field: Int, value: AnyRef | Null, builder: JsonBuilder, out: JsonSink, left: Int): Boolean =
    value match
      case Some(content) if content != null => true
      case None =>
        out.ready().nul()
        false
      case _ =>
        writeField(field, value, builder, left)
        false

  private val codes = new Array[JsonCode](recipe.definitions.length)

  /** Returns the code for the objects of another class; null if their plan writes them. */
  final def codeOf(target: Int, left: Int): JsonCode | Null = if left <= 0 then null else targetOf(target)

  /** Writes a value of another type by its plan. */
  final def writePart(target: Int, value: AnyRef, builder: JsonBuilder, left: Int): Unit =
    JsonCode.byPlan(recipe.plans(target), value, builder, left)

  private def targetOf(target: Int): JsonCode | Null =
    val known = codes(target)
    if known != null then known
    else
      val found = JsonCodeMaker.of(recipe.product(target), forms)
      if found != null then codes(target) = found
      found

  private val sums: Array[SumWriter] = recipe.table { case s: Plan.Sum => SumWriter.of(s, forms) }

  /** Writes a value of a sealed type. */
  final def writeSum(sum: Int, value: AnyRef, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
    sums(sum).write(value, builder, out, left)

  private val collections: Array[CollectionWriter] = recipe.table { case s: (Plan.Sequence | Plan.Mapping) =>
    CollectionWriter.of(s, forms).nn
  }

  /** Writes a collection or a map. */
  final def writeCollection(target: Int, value: AnyRef, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
    collections(target).write(value, builder, out, left)

private[json] object JsonCode:
  private[json] def byPlan(plan: Plan, value: Any, builder: JsonBuilder, left: Int): Unit =
    Emitted.nested(builder, left)(EventWriter.place(plan, value, builder))
