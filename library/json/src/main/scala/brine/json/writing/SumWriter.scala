package brine.json.writing

import brine.json.looks.CodeForms
import brine.plan.Plan
import brine.shape.Note
import brine.wire.JsonSink

/** Writes values of a sealed type whose objects keep no identity. */
private[json] final class SumWriter(sum: Plan.Sum, forms: CodeForms) extends Note:
  private[json] def isOf(that: Plan.Sum): Boolean = sum eq that

  private val allBegun = Array.tabulate(sum.leaves.length) { leaf =>
    val begun = forms.begun(sum.shape, leaf)
    if begun == null then null else new JsonSink.Literal(begun :+ ','.toByte)
  }

  /** The leaves with code that have been met, by the hashes of their classes. */
  private val codes = new Array[SumWriter.LeafCode](Integer.highestOneBit(sum.leaves.length * 2 + 1) * 2)

  /** The constants of an enum that have been met, by their ordinals, with their text. */
  private val constants = new Array[SumWriter.Constant](sum.leaves.length)

  /** Writes a value that is not null. */
  def write(value: AnyRef, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
    if !puts(value, builder, out, left) then JsonCode.byPlan(sum, value, builder, left)

  /** Writes a value that is not null. Returns false, and writes nothing, if the builder's calls have to write it. */
  def puts(value: AnyRef, builder: JsonBuilder, out: JsonSink, left: Int): Boolean =
    val c = value.getClass
    val known = codes(slotOf(c))
    if known == null || (known.objectClass ne c) || left <= 0 then putsUnknown(value, builder, out, left)
    else
      putObject(known, value, builder, out, left)
      true

  /** The slot of a class: its own, or the one beside it if another class is there. */
  private def slotOf(c: Class[?]): Int =
    val own = c.hashCode & (codes.length - 1)
    val known = codes(own)
    if known == null || (known.objectClass eq c) then own else own ^ 1

  private def putObject(leaf: SumWriter.LeafCode, value: AnyRef, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
    out.put(leaf.begun)
    if leaf.gathers then builder.nameLeaf(leaf.code.plan.shape)
    leaf.code.members(value, builder, out, left)
    out.end('}')

  private def putsUnknown(value: AnyRef, builder: JsonBuilder, out: JsonSink, left: Int): Boolean =
    val ordinal = ordinalOf(value)
    val known = if ordinal >= 0 && ordinal < constants.length then constants(ordinal) else null
    if known == null || (known.value ne value) then putsLeaf(value, ordinal, builder, out, left)
    else
      out.put(known.text)
      true

  private def ordinalOf(value: AnyRef): Int = value match
    case constant: java.lang.Enum[?]  => constant.ordinal
    case constant: scala.reflect.Enum => constant.ordinal
    case _                            => -1

  private def putsLeaf(value: AnyRef, ordinal: Int, builder: JsonBuilder, out: JsonSink, left: Int): Boolean =
    val leaf = sum.leafNumber(value)
    val plan = if leaf < 0 then null else sum.leaves(leaf).get
    plan match
      case _: Plan.Singleton =>
        val text = forms.constant(sum.shape, leaf)
        if text != null then
          val literal = new JsonSink.Literal(text :+ ','.toByte)
          if ordinal >= 0 && ordinal < constants.length then constants(ordinal) = new SumWriter.Constant(value, literal)
          out.put(literal)
        text != null
      case p: Plan.Product if left > 0 && allBegun(leaf) != null && !p.isTracked =>
        val code = JsonCodeMaker.of(p, forms)
        if code != null then
          val c = value.getClass
          val made = new SumWriter.LeafCode(c, code, allBegun(leaf).nn)
          codes(slotOf(c)) = made
          putObject(made, value, builder, out, left)
        code != null
      case _ => false

private[json] object SumWriter:
  /** The writer of such values, which [[kept]] has if it has one. */
  def of(plan: Plan.Sum, forms: CodeForms): SumWriter =
    val known = kept(plan, forms)
    if known != null then known else new SumWriter(plan, forms)

  /** The writer that is kept with the shape: that of the first plan. Null for another plan of this shape, and for
    * values that only calls write.
    */
  def kept(plan: Plan.Sum, forms: CodeForms): SumWriter | Null =
    val holder = forms.holder(plan.shape)
    holder.code match
      case known: SumWriter    => if known.isOf(plan) then known else null
      case _ if plan.isTracked => null
      case _ =>
        val made = new SumWriter(plan, forms)
        holder.code = made
        made

  // Threads share these: the fields are final, so each sees all.
  final class Constant(val value: AnyRef, val text: JsonSink.Literal)
  final class LeafCode(val objectClass: Class[?], val code: JsonCode, val begun: JsonSink.Literal):
    val gathers: Boolean = code.plan.shape.gathersAny
