package brine.graph.clustered.code

import java.lang.invoke.MethodHandles
import brine.bytecode.{ClassMembers, Hosts, MadeClass}
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
  *   columns.counters()[0].count += 1;
  *   try {
  *     Tree tree = node.left();
  *     if (tree != null && tree.getClass() == Node.class) { … columns.objects()[0].code().write(…); }
  *     else if (tree != null && tree.getClass() == Leaf.class) …
  *     else columns.objects()[4].leaves().put(tree, left);
  *     …
  *   } catch (Exception e) { throw ColumnFailures.failed(e, this, at); }
  * }
  * }}}
  *
  * Objects of a class in a cycle are read into an array of parts, of which the assembly builds them, or which it assigns. The interpreter moves objects
  * of classes with too many fields, and those of all classes where no class can be defined.
  */
private[brine] object ColumnsMaker:
  /** Returns the code for objects of this plan; null if there can be none. */
  def of(plan: Plan.Product): ColumnsCode | Null =
    val known = plan.code
    if known == null then make(plan)
    else if known eq NoCode then null
    else known.asInstanceOf[ColumnsCode]

  private object NoCode

  private def make(plan: Plan.Product): ColumnsCode | Null =
    val code = if canHaveCode(plan) then made(plan) else null
    plan.code = if code != null then code else NoCode
    code

  private def canHaveCode(plan: Plan.Product): Boolean =
    ClassMembers.areKnown(plan) && plan.fields.nonEmpty && plan.fields.length <= MostFields

  /** A method of more fields would be too long for HotSpot. */
  private final val MostFields = 60

  private def made(plan: Plan.Product): ColumnsCode | Null =
    val places = new ColumnPlaces(plan)
    val host = hosts.of(plan.objectClass)
    val members = new ClassMembers(plan, host)
    val parameters = Seq(classOf[Plan.Product], classOf[ColumnPlaces])
    val constructor = MadeClass.of(host, classOf[MadeColumns], parameters) { made =>
      made.overrides(ColumnCalls.write)(code => new WriteColumns(plan, places, members, host, code).body())
      made.overrides(ColumnCalls.read)(code => new ReadColumns(plan, places, members, host, code).body())
    }
    if constructor == null then null else constructor.invokeWithArguments(plan, places).asInstanceOf[ColumnsCode]

  private val hosts = new Hosts(
    MethodHandles.lookup(),
    classOf[MadeColumns],
    classOf[ColumnsCode],
    classOf[brine.Pickler[?]],
    classOf[Plan],
    classOf[Option[?]],
    classOf[scala.runtime.BoxedUnit]
  )

  /** Returns the code for objects of a class that another class's code calls. */
  private[code] def codeOf(plan: Plan.Product): ColumnsCode =
    val code = of(plan)
    if code != null then code else new MadeColumns.ByPlan(plan)
