package brine.json.writing

import brine.emitted.Emitted
import brine.plan.Plan
import brine.run.{EventWriter, WriteSteps}
import com.github.plokhotnyuk.jsoniter_scala.core.JsonWriter

/** The superclass of the hidden class that [[JsonCodeMaker]] makes for the objects of one class. It has the methods for rare
  * cases, and for values that the code does not write itself.
  *
  * It is public, because its subclasses are defined beside users' classes.
  */
private[brine] abstract class JsonCode(private[json] final val plan: Plan.Product, places: JsonPlaces):
  /** Writes the members of an object that has begun.
    *
    * @param left how many levels it may go down on the stack: [[brine.Limits.emittedDepth]]
    */
  def members(value: AnyRef, builder: JsonBuilder, out: JsonWriter, left: Int): Unit

  final def checkClass(value: AnyRef): Unit = WriteSteps.checkClass(plan, value)

  final def fieldOf(value: AnyRef, field: Int): Any = plan.access.fieldOf(plan.index, value, field)

  /** Returns true if a field with this value is left out. */
  final def omits(field: Int, value: Any): Boolean = places.forms.omits(plan.shape, field, value)

  /** Writes a field's value by its plan. */
  final def writeField(field: Int, value: Any, builder: JsonBuilder, left: Int): Unit =
    Emitted.nested(builder, left)(EventWriter.place(plan.fields(field).get, value, builder))

  private val targets = new Array[JsonCode](places.targets.length)

  /** Writes an object of another class. */
  final def writeObject(target: Int, value: AnyRef, builder: JsonBuilder, out: JsonWriter, left: Int): Unit =
    val code = targetOf(target)
    if code == null || left <= 0 then JsonCode.byPlan(places.targets(target), value, builder, left)
    else
      out.writeObjectStart()
      code.members(value, builder, out, left)
      out.writeObjectEnd()

  private def targetOf(target: Int): JsonCode | Null =
    val known = targets(target)
    if known != null then known
    else
      val found = JsonCodeMaker.of(places.targets(target), places.forms)
      if found != null then targets(target) = found
      found

  private val sums: Array[SumWriter] = places.sums.map(new SumWriter(_, places.forms))

  /** Writes a leaf of a sealed type, of which it is known which one it is. */
  final def writeLeaf(
      sum: Int,
      leaf: Int,
      target: Int,
      value: AnyRef,
      builder: JsonBuilder,
      out: JsonWriter,
      left: Int
  ): Unit =
    val code = targetOf(target)
    if code == null || left <= 0 then JsonCode.byPlan(places.sums(sum), value, builder, left)
    else
      out.writeRawVal(sums(sum).begun(leaf))
      code.members(value, builder, out, left)
      out.writeObjectEnd()

  /** Writes a value of a sealed type. */
  final def writeSum(sum: Int, value: AnyRef, builder: JsonBuilder, out: JsonWriter, left: Int): Unit =
    sums(sum).write(value, builder, out, left)

  private val elements: Array[ElementWriter] = places.sequences.map(ElementWriter.of(_, places.forms).nn)

  final def writeElements(sequence: Int, value: AnyRef, builder: JsonBuilder, out: JsonWriter, left: Int): Unit =
    if left <= 0 then JsonCode.byPlan(places.sequences(sequence), value, builder, left)
    else elements(sequence).write(value, builder, out, left)

private[json] object JsonCode:
  private[json] def byPlan(plan: Plan, value: Any, builder: JsonBuilder, left: Int): Unit =
    Emitted.nested(builder, left)(EventWriter.place(plan, value, builder))
