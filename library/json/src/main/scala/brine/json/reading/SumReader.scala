package brine.json.reading

import brine.json.looks.CodeForms
import brine.json.text.{JsonInput, NameTable}
import brine.plan.Plan
import brine.shape.{KeptLeaf, Note}

/** Reads values of a sealed type whose objects keep no identity. */
private[json] final class SumReader(sum: Plan.Sum, forms: CodeForms) extends Note:
  private[json] def isOf(that: Plan.Sum): Boolean = sum eq that

  private val names: NameTable = forms.leaves(sum.shape).nn

  /** The key of the first member of an object, which names its leaf, null if no object has one: `"$type":`. */
  private val leafKey: Array[Byte] | Null = forms.leafKey(sum.shape)

  /** The leaves that are objects without fields, once known. */
  private val constants = new Array[AnyRef](sum.leaves.length)

  private val codes = new Array[ReadCode](sum.leaves.length)

  /** Reads a value that has the usual look. Returns [[SumReader.Other]], and nothing has been taken, if it has another
    * one; null if it is not built yet.
    *
    * @param left the levels that the value may go down on the stack
    */
  def read(reader: JsonReader, in: JsonInput, left: Int): AnyRef | Null =
    if left <= 0 then SumReader.Other
    else if in.isNow('"') then constant(in)
    else if leafKey == null then SumReader.Other
    else
      val leaf = in.leafNow(leafKey.nn, names)
      val code = if leaf < 0 then null else codeOf(leaf)
      if code == null || left <= Plan.LevelCost then SumReader.Other
      else
        in.takeLeaf(leafKey.nn, names, leaf)
        if in.takesNextKey(code.firstKey) then code.read(reader, in, 0, true, left - 2 * Plan.LevelCost)
        else
          reader.afterLeaf()
          code.read(reader, in, -1, true, left - 2 * Plan.LevelCost)

  private def constant(in: JsonInput): AnyRef =
    val leaf = in.nameNow(names)
    val value = if leaf < 0 then null else constantOf(leaf)
    if value == null then SumReader.Other
    else
      in.takeName(names, leaf)
      value

  private def constantOf(leaf: Int): AnyRef | Null =
    val known = constants(leaf)
    if known != null then known
    else
      sum.leaves(leaf).get match
        case one: Plan.Singleton =>
          constants(leaf) = one.value
          constants(leaf)
        case _ => null

  private def codeOf(leaf: Int): ReadCode | Null =
    val known = codes(leaf)
    if leaf == sum.shape.fallback && sum.shape.keeps != KeptLeaf.Nothing then null
    else if known != null then known
    else
      sum.leaves(leaf).get match
        case p: Plan.Product =>
          val found = ReadCodeMaker.of(p, forms)
          if found != null then codes(leaf) = found
          found
        case _ => null

private[json] object SumReader:
  /** Instead of a value: it has another look. */
  val Other = new Object

  /** The reader of such values, which [[kept]] has if it has one. */
  def of(plan: Plan.Sum, forms: CodeForms): SumReader =
    val known = kept(plan, forms)
    if known != null then known else new SumReader(plan, forms)

  /** The reader that is kept with the shape: that of the first plan. Null for another plan of this shape, and for
    * values that only calls read.
    */
  def kept(plan: Plan.Sum, forms: CodeForms): SumReader | Null =
    val holder = forms.holder(plan.shape)
    holder.readCode match
      case known: SumReader           => if known.isOf(plan) then known else null
      case _ if !canRead(plan, forms) => null
      case _ =>
        val made = new SumReader(plan, forms)
        holder.readCode = made
        made

  def canRead(sum: Plan.Sum, forms: CodeForms): Boolean =
    !sum.isTracked && sum.leaves.length > 0 && forms.leaves(sum.shape) != null
