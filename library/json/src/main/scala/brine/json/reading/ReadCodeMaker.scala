package brine.json.reading

import brine.json.looks.{CodeForms, CodeHolder}
import brine.json.text.JsonInput
import java.lang.invoke.MethodHandles
import brine.PickleException
import brine.bytecode.{Call, ClassMembers, Methods, NoCode, PlanCodeMaker, PlanRecipe}
import brine.plan.Plan
import brine.plan.steps.PartFailures
import brine.shape.ScalarKind

/** Makes the code that reads the objects of one class: a hidden class, beside the users' class.
  *
  * For `case class Clip(uri: String, title: Option[String], width: Int)`:
  * {{{
  * Object read(JsonReader reader, JsonInput in, int first, boolean isLeaf, int left) {
  *   String uri = null; Object title = null; int width = 0; long seen = 0; int previous = -1;
  *   int next = first;
  *   for (;;) {
  *     if (next < 0) next = next(reader, previous, isLeaf);
  *     switch (next) {
  *       case 0:
  *         if ((seen & 1) != 0) duplicate(0);
  *         seen |= 1;
  *         uri = reader.getString();
  *         previous = 0; next = -1;
  *         if (!in.takesNext(`,"title":`)) continue; // else the case of the key that was met:
  *       case 1:
  *         …
  *         title = textOption(1, reader, in, left);
  *         …
  *       case 2:
  *         …
  *         width = reader.readInt();
  *         …
  *     }
  *     …
  *   }
  *   if (seen != 7) …
  *   return new Clip(uri, (Option) title, width);
  * }
  * }}}
  *
  * The keys usually come in the order of the class, and the code then only compares each with the one that it
  * expects. The reader's calls find every other key, and read all that does not look as usual.
  */
private[brine] object ReadCodeMaker:
  /** Returns the code for an object of this plan; null if there is none, or not yet. */
  def of(plan: Plan.Product, forms: CodeForms): ReadCode | Null =
    val holder = forms.holder(plan.shape)
    holder.readCode match
      case known: ReadCode if known.plan eq plan => known
      case NoCode                                => null
      case _                                     => if holder.readUses.add(1) then make(plan, forms, holder) else null

  private def make(plan: Plan.Product, forms: CodeForms, holder: CodeHolder): ReadCode | Null =
    val code = if canHaveCode(plan, forms) then made(plan, forms) else null
    if code != null then holder.readCode = code else if plan.shape.plan eq plan then holder.readCode = NoCode
    code

  private[json] def canHaveCode(plan: Plan.Product, forms: CodeForms): Boolean =
    val shape = plan.shape
    shape.fieldNames.length > 0 && !shape.isMutableValue && !plan.looksIntoParts && forms.refusesDuplicates &&
    forms.keys(shape) != null && ClassMembers.areKnown(plan)

  /** The most fields of a class whose code keeps them in variables. The fields have a bit each in a `Long`, and the
    * method stays short enough (ADR 95, size).
    */
  private final val MostVariables = 60

  private[brine] def recipe(plan: Plan.Product, forms: CodeForms): PlanRecipe = PlanRecipe(plan, new Choice(forms))

  private def made(plan: Plan.Product, forms: CodeForms): ReadCode | Null =
    val recipe = this.recipe(plan, forms)
    val made =
      if recipe.fields.length <= MostVariables then
        maker.make(recipe, recipe, forms)((code, _, _) =>
          code.overrides(ReadCalls.read)(ReadMembers.read(code, recipe, forms))
        )
      else
        wideMaker.make(recipe, recipe, forms)((code, _, _) =>
          code.overrides(ReadCalls.fields)(ReadMembers.fields(code, recipe, forms))
        )
    made.asInstanceOf[ReadCode | Null]

  /** Which values the code reads itself. */
  private final class Choice(forms: CodeForms) extends PlanRecipe.Choice:
    def takesScalar(kind: ScalarKind, isContent: Boolean): Boolean = kind != ScalarKind.Unit
    def takesObject(plan: Plan.Product, isContent: Boolean): Boolean = canHaveCode(plan, forms)
    def takesSum(plan: Plan.Sum, isContent: Boolean): Boolean = SumReader.canRead(plan, forms)
    def takesSequence(plan: Plan.Sequence, isContent: Boolean): Boolean = ElementReader.canRead(plan, forms)

  private val maker = makerOf(classOf[ReadCode])
  private lazy val wideMaker = makerOf(classOf[ReadCode.Wide])

  private def makerOf(superclass: Class[? <: ReadCode]) =
    new PlanCodeMaker(MethodHandles.lookup(), superclass, classOf[CodeForms], classOf[JsonInput])

/** The methods that the code for JSON calls to read. */
private[json] object ReadCalls:
  val code = new Methods(classOf[ReadCode])
  val read: Call = code("read")
  val wide = new Methods(classOf[ReadCode.Wide])
  val fields: Call = wide("fields")
  val reader = new Methods(classOf[JsonReader])
  val in = new Methods(classOf[JsonInput])
  val failures = new Methods(ReadFailures.getClass)

/** The method that made code calls after a failure. It is in a separate object for the reason that
  * [[brine.emitted.EmittedFailures]] gives.
  */
private[json] object ReadFailures:
  /** Between two fields. */
  final val Between = -1

  /** In the constructor. */
  final val AtEnd = -2

  /** A failure in field `at` as it leaves. */
  def failed(e: Exception, code: ReadCode, at: Int, reader: JsonReader): PickleException =
    if at >= 0 then PartFailures.reading(e, reader.pathSegments.field(code.plan.shape, at), reader)
    else if at == Between then PartFailures.reading(e, "", reader)
    else
      e match
        case e: PickleException => e
        case e                  => PartFailures.reading(code.plan.constructorFailure(e), "", reader)
