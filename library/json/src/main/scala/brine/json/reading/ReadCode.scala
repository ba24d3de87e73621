package brine.json.reading

import brine.json.looks.{CodeForms, FieldKeys}
import brine.json.text.JsonInput
import brine.PickleException
import brine.assembly.{Construction, Unbuilt}
import brine.assembly.ReaderAssembly.*
import brine.bytecode.{PlanCode, PlanRecipe}
import brine.emitted.Emitted
import brine.plan.{AbsentFields, Access, Plan}
import brine.run.EventReader

/** The superclass of the hidden class that [[ReadCodeMaker]] makes for the objects of one class. It has the methods
  * for rare cases, and for values that the code does not read itself.
  *
  * Each of its methods reads a value of the usual look: nothing precedes it, and it has not the form of a null, a
  * reference or a wrapper. If the value has another look, nothing of it has been taken, and it is read by its plan.
  *
  * It is public, because its subclasses are defined beside users' classes.
  */
private[brine] abstract class ReadCode(recipe: PlanRecipe, forms: CodeForms) extends PlanCode(recipe.plan):
  private val shape = plan.shape
  private val keys: FieldKeys = forms.readKeys(shape)

  /** The key with which an object begins as usual. */
  private[json] final val firstKey: Array[Byte] = keys.written(0)

  /** Reads an object that has begun, all of it. Returns null if it is not built yet.
    *
    * @param first the field whose key has been taken; -1 if none has been
    * @param isLeaf true if a member has named the object's leaf
    * @param left  how many levels it may go down on the stack: [[brine.Limits.emittedDepth]]
    */
  def read(reader: JsonReader, in: JsonInput, first: Int, isLeaf: Boolean, left: Int): AnyRef | Null

  // ---- between fields

  final def beginGathering(reader: JsonReader): Unit = reader.beginGathering(shape)

  /** The next field, which may be any; -1 after all. */
  final def next(reader: JsonReader, previous: Int, isLeaf: Boolean): Int =
    reader.nextByKey(shape, keys, previous, isLeaf)

  /** Takes the key of a field, if it comes next after a comma. */
  final def takesNext(field: Int, in: JsonInput): Boolean = in.takesNextKey(keys.written(field))

  // `seen` has a bit for each field that has come, and the sign if one is not built yet.
  final def isSeen(seen: Long, field: Int): Boolean = (seen & (1L << field)) != 0
  final def see(seen: Long, field: Int): Long = seen | (1L << field)
  final def seeUnbuilt(seen: Long, value: AnyRef | Null): Long =
    if value.isInstanceOf[Unbuilt] then seen | Long.MinValue else seen

  final def duplicate(field: Int): PickleException = EventReader.duplicate(plan, field)

  final def noValue(field: Int): PickleException = plan.noValue(field)

  // ---- after the fields

  /** True if a default is computed from other fields. (Plans refer to each other, so this is known only when it is
    * needed.)
    */
  private lazy val hasComputed: Boolean = plan.fields.indices.exists(AbsentFields.isFromEarlier(plan, _))

  /** Returns true if the object has to be built by [[finish]]. `seen`: the fields that have come. */
  final def isRare(seen: Long): Boolean = seen < 0 || hasComputed

  /** The value of a field that has not come. */
  final def absent(field: Int, reader: JsonReader): AnyRef | Null =
    val own = reader.memberRules.missing(shape, field)
    if own != null then own else AbsentFields.read(plan, field, null)

  /** Builds an object of which some fields are missing, or not built yet. */
  final def finish(seen: Long, parts: Array[AnyRef], reader: JsonReader): AnyRef | Null =
    var i = 0
    while i < parts.length do
      if (seen & (1L << i)) == 0 then parts(i) = Access.Missing
      i += 1
    reader.assembly.hide(Construction.finish(plan, -1, parts, hasUnbuilt = seen < 0, reader))

  // ---- fields

  /** Reads a field by its plan. Returns an [[Unbuilt]] for an object that is not built yet. */
  final def byPlan(field: Int, reader: JsonReader, left: Int): AnyRef | Null =
    val value = Emitted.nested(reader, left)(EventReader.place(plan.fields(field).get, reader))
    if value != null then value else reader.takeUnbuilt()

  private val codes = new Array[ReadCode](recipe.definitions.length)

  private[json] final def targetOf(target: Int): ReadCode | Null =
    val known = codes(target)
    if known != null then known
    else
      val found = ReadCodeMaker.of(recipe.product(target), forms)
      if found != null then codes(target) = found
      found

  /** Reads an object of another class. */
  final def objectOf(target: Int, field: Int, reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    val code = targetOf(target)
    if left > 0 && code != null && in.takesFirstKey(code.firstKey) then
      built(code.read(reader, in, 0, false, left - Plan.LevelCost), reader)
    else byPlan(field, reader, left)

  private def built(value: AnyRef | Null, reader: JsonReader): AnyRef | Null =
    if value != null then value else reader.takeUnbuilt()

  private val sums: Array[SumReader] = recipe.table { case s: Plan.Sum => SumReader.of(s, forms) }

  /** Reads a value of a sealed type. */
  final def sumOf(sum: Int, field: Int, reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    val value = sums(sum).read(reader, in, left)
    if value eq SumReader.Other then byPlan(field, reader, left) else built(value, reader)

  private val elements: Array[ElementReader] = recipe.table { case s: Plan.Sequence =>
    ElementReader.of(s, forms).nn
  }

  /** Reads a collection. */
  final def elementsOf(sequence: Int, field: Int, reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    if left > 0 && in.takesNow('[') then built(elements(sequence).read(reader, in, left - Plan.LevelCost), reader)
    else byPlan(field, reader, left)

  // ---- options

  private inline def option(field: Int, reader: JsonReader, in: JsonInput, left: Int)(
      inline isUsual: => Boolean
  )(inline content: => Any): AnyRef | Null =
    if left <= 0 then byPlan(field, reader, left)
    else if isUsual then Some(content)
    else if in.takesNullNow() then None
    else byPlan(field, reader, left)

  final def textOption(field: Int, reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    option(field, reader, in, left)(in.isNow('"'))(in.readText())

  final def intOption(field: Int, reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    option(field, reader, in, left)(in.isNumberNow)(reader.readInt())

  final def longOption(field: Int, reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    option(field, reader, in, left)(in.isNumberNow)(reader.readLong())

  final def doubleOption(field: Int, reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    option(field, reader, in, left)(in.isNumberNow)(reader.readDouble())

  final def booleanOption(field: Int, reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    option(field, reader, in, left)(in.isNow('t') || in.isNow('f'))(in.readBoolean())

  final def objectOption(target: Int, field: Int, reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    val code = targetOf(target)
    if left <= Plan.LevelCost || code == null then byPlan(field, reader, left)
    else if in.takesFirstKey(code.firstKey) then
      some(field, code.read(reader, in, 0, false, left - 2 * Plan.LevelCost), reader)
    else if in.takesNullNow() then None
    else byPlan(field, reader, left)

  final def sumOption(sum: Int, field: Int, reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    if left > 0 && in.takesNullNow() then None
    else
      val value = if left <= 0 then SumReader.Other else sums(sum).read(reader, in, left - Plan.LevelCost)
      if value eq SumReader.Other then byPlan(field, reader, left) else some(field, value, reader)

  final def elementsOption(sequence: Int, field: Int, reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    if left <= Plan.LevelCost then byPlan(field, reader, left)
    else if in.takesNow('[') then
      some(field, elements(sequence).read(reader, in, left - 2 * Plan.LevelCost), reader)
    else if in.takesNullNow() then None
    else byPlan(field, reader, left)

  /** The option of a value that was read. */
  private def some(field: Int, value: AnyRef | Null, reader: JsonReader): AnyRef | Null =
    if value != null then Some(value)
    else
      (reader.takeUnbuilt(), plan.fields(field).get) match
        case (unbuilt: Unbuilt, o: Plan.Optional) => reader.assembly.some(o, unbuilt)
        case _                                    => Some(null)

private[brine] object ReadCode:
  /** The superclass of the code for a class with many fields, which are read by several methods into one array. */
  private[brine] abstract class Wide(recipe: PlanRecipe, forms: CodeForms) extends ReadCode(recipe, forms):
    /** Reads some fields as long as they come, from field `next` on, whose key has been taken; from the first key if it
      * is -1. Returns the field that follows, -1 after all.
      */
    def fields(reader: JsonReader, in: JsonInput, next: Int, isLeaf: Boolean, left: Int, parts: Array[AnyRef]): Int

    final def read(reader: JsonReader, in: JsonInput, first: Int, isLeaf: Boolean, left: Int): AnyRef | Null =
      if plan.shape.gathersAny then beginGathering(reader)
      val parts = new Array[AnyRef](plan.fields.length)
      java.util.Arrays.fill(parts, Access.Missing)
      var next = fields(reader, in, first, isLeaf, left, parts)
      while next >= 0 do next = fields(reader, in, next, isLeaf, left, parts)
      val hasUnbuilt = parts.exists(_.isInstanceOf[Unbuilt])
      reader.assembly.hide(Construction.finish(plan, -1, parts, hasUnbuilt, reader))

    /** Refuses a field that has come before. */
    final def expect(parts: Array[AnyRef], field: Int): Unit =
      if parts(field) ne Access.Missing then throw duplicate(field)

    final def put(parts: Array[AnyRef], field: Int, value: AnyRef): Unit = parts(field) = value
