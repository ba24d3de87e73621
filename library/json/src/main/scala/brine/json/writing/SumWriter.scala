package brine.json.writing

import brine.json.looks.CodeForms
import brine.plan.Plan
import brine.wire.JsonSink

/** Writes values of a sealed type whose objects keep no identity. */
private[json] final class SumWriter(sum: Plan.Sum, forms: CodeForms):
  private val allBegun = Array.tabulate(sum.leaves.length) { leaf =>
    val begun = forms.begun(sum.shape, leaf)
    if begun == null then null else new JsonSink.Literal(begun :+ ','.toByte)
  }

  /** The constants of an enum that have been met, by their ordinals, with their text. */
  private val constants = new Array[SumWriter.Constant](sum.leaves.length)

  /** How an object of a leaf begins that has code. */
  def begun(leaf: Int): JsonSink.Literal = allBegun(leaf).nn

  /** Writes a value that is not null. */
  def write(value: AnyRef, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
    val ordinal = ordinalOf(value)
    val known = if ordinal >= 0 && ordinal < constants.length then constants(ordinal) else null
    if known != null && (known.value eq value) then out.put(known.text)
    else writeLeaf(value, ordinal, builder, out, left)

  private def ordinalOf(value: AnyRef): Int = value match
    case constant: java.lang.Enum[?]  => constant.ordinal
    case constant: scala.reflect.Enum => constant.ordinal
    case _                            => -1

  private def writeLeaf(value: AnyRef, ordinal: Int, builder: JsonBuilder, out: JsonSink, left: Int): Unit =
    val leaf = sum.leafNumber(value)
    val plan = if leaf < 0 then null else sum.leaves(leaf).get
    plan match
      case _: Plan.Singleton =>
        val text = forms.constant(sum.shape, leaf)
        if text == null then JsonCode.byPlan(sum, value, builder, left)
        else
          val literal = new JsonSink.Literal(text :+ ','.toByte)
          if ordinal >= 0 && ordinal < constants.length then constants(ordinal) = new SumWriter.Constant(value, literal)
          out.put(literal)
      case p: Plan.Product if left > 0 && allBegun(leaf) != null =>
        val code = JsonCodeMaker.of(p, forms)
        if code == null then JsonCode.byPlan(sum, value, builder, left)
        else
          out.put(begun(leaf))
          code.members(value, builder, out, left)
          out.end('}')
      case _ => JsonCode.byPlan(sum, value, builder, left)

private object SumWriter:
  /** Threads share these: the fields are final, so each sees both. */
  final class Constant(val value: AnyRef, val text: JsonSink.Literal)
