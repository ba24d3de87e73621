package brine.graph.clustered.code

import java.lang.invoke.MethodHandles
import brine.bytecode.{ClassMembers, FormatCodes, PlanCodeMaker}
import brine.graph.clustered.columns.ColumnsCode
import brine.plan.Plan

/** Makes the code that moves the objects of one class to and from columns: a hidden class, beside the users' class.
  *
  * For `sealed trait Tree; case class Node(left: Tree, right: Tree); case class Leaf(value: Int)`, the code for `Node`:
  * {{{
  * void write(int definition, Object value, ColumnBuilder out, ColumnSinks columns, int left) {
  *   if (left <= 0) { writeDeep(value, out); return; }
  *   if (value.getClass() != Node.class) checkClass(value);
  *   Node node = (Node) value;
  *   columns.counters()[0].increment();
  *   try {
  *     Tree tree = node.left();
  *     if (tree != null && tree.getClass() == Node.class) { … columns.objects()[0].code().write(…); }
  *     else if (tree != null && tree.getClass() == Leaf.class) …
  *     else columns.places()[0].put(tree, left);
  *     …
  *   } catch (Exception e) { throw PlanCodeFailures.failed(e, this, at); }
  * }
  * }}}
  *
  * Objects of a class in a cycle are read into an array of parts, of which the assembly builds them, or which it
  * assigns. The interpreter moves objects of classes with too many fields, and those of all classes where no class
  * can be defined.
  */
private[brine] object ColumnsMaker:
  private val codes = new FormatCodes[ColumnsCode](plan => if canHaveCode(plan) then made(plan) else null)

  /** Returns the code for some objects of this plan; null if there can be none, or is none yet. */
  def of(plan: Plan.Product, objects: Int = 1): ColumnsCode | Null = codes.of(plan, objects)

  private def canHaveCode(plan: Plan.Product): Boolean =
    ClassMembers.areKnown(plan) && plan.fields.nonEmpty && plan.fields.length <= MostFields

  /** A method of more fields would be too long (ADR 95, size). */
  private final val MostFields = 60

  private def made(plan: Plan.Product): ColumnsCode | Null =
    val places = new ColumnPlaces(plan)
    val made = maker.make(places.recipe, plan, places) { (code, _, _) =>
      code.overrides(ColumnCalls.write)(ColumnTarget.write(code, places))
      code.overrides(ColumnCalls.read)(ReadColumns.read(code, places))
      if ReadColumns.begins(plan) then
        code.overrides(ColumnCalls.begin)(ReadColumns.begin(code, places))
    }
    made.asInstanceOf[ColumnsCode | Null]

  private val maker = new PlanCodeMaker(MethodHandles.lookup(), classOf[MadeColumns], classOf[ColumnsCode])

  /** Returns the code for objects of a class that another class's code calls. */
  private[code] def codeOf(plan: Plan.Product): ColumnsCode =
    val code = codes.now(plan)
    if code != null then code else new MadeColumns.PlannedColumns(plan)
