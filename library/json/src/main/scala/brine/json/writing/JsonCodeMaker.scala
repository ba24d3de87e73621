package brine.json.writing

import brine.json.looks.{CodeForms, CodeHolder}
import java.lang.invoke.MethodHandles
import brine.bytecode.{ClassMembers, NoCode, PlanCodeMaker, PlanRecipe}
import brine.plan.Plan
import brine.wire.JsonSink

/** Makes the code that writes the members of one class's objects: a hidden class, beside the users' class.
  *
  * For `case class Clip(uri: String, title: Option[String], width: Int, size: Size)`:
  * {{{
  * void members(Object value, JsonBuilder builder, JsonSink out, int left) {
  *   if (value.getClass() != Clip.class) checkClass(value);
  *   Clip clip = (Clip) value;
  *   try {
  *     out.room(54);
  *     out.word(0x3a2269727522L, 6); // "uri":
  *     if (clip.uri() == null) builder.writeNull(); else builder.writeString(clip.uri());
  *     out.room(56);
  *     out.word(0x3a22656c74697422L, 8); // "title":
  *     …
  *     out.room(75);
  *     out.words(0x2268746469772200L, …, 8); // "width":
  *     out.number(clip.width());
  *     …
  *   } catch (Exception e) { throw PlanCodeFailures.failed(e, this, at); }
  * }
  * }}}
  *
  * The builder's calls write all else: the numbers of objects that keep their identity, the members that a class has
  * gathered, and values whose form depends on the values around them.
  */
private[brine] object JsonCodeMaker:
  /** Returns the code for an object of this plan; null if there is none, or not yet. */
  def of(plan: Plan.Product, forms: CodeForms): JsonCode | Null =
    val holder = forms.holder(plan.shape)
    holder.code match
      case known: JsonCode if known.plan eq plan => known
      case NoCode                                => null
      case _                                     => if holder.uses.add(1) then make(plan, forms, holder) else null

  private def make(plan: Plan.Product, forms: CodeForms, holder: CodeHolder): JsonCode | Null =
    val code = if canHaveCode(plan, forms) then made(plan, forms) else null
    if code != null then holder.code = code else if plan.shape.plan eq plan then holder.code = NoCode
    code

  private[json] def canHaveCode(plan: Plan.Product, forms: CodeForms): Boolean =
    val shape = plan.shape
    shape.fieldNames.length > 0 && !shape.isMutableValue && forms.keys(shape) != null &&
    (shape.rests == null || shape.rests.nn.problems.isEmpty) && ClassMembers.areKnown(plan)

  /** Returns true if objects that are parts of others have code, and no identity. */
  private[json] def canBePart(plan: Plan.Product, forms: CodeForms): Boolean =
    !plan.isTracked && canHaveCode(plan, forms)

  private def made(plan: Plan.Product, forms: CodeForms): JsonCode | Null =
    val recipe = PlanRecipe(plan, new JsonTarget.Choice(forms))
    val made = maker.make(recipe, recipe, forms)((code, _, _) =>
      code.overrides(JsonCalls.members)(JsonTarget.members(code, recipe, forms))
    )
    made.asInstanceOf[JsonCode | Null]

  private val maker =
    new PlanCodeMaker(MethodHandles.lookup(), classOf[JsonCode], classOf[CodeForms], classOf[JsonSink])
