package brine.graph.clustered.code

import java.lang.invoke.MethodHandles
import brine.bytecode.{Hosts, MadeClass, Methods}
import brine.columns.ColumnsCode
import brine.emitted.{DerivedPickler, Emitted}
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
  *   } catch (Exception e) { throw EmittedFailures.failed(e, SELF, 1, at); }
  * }
  * }}}
  *
  * The interpreter moves the objects of other classes, and those of all classes where no class can be defined.
  */
private[brine] object ColumnsMaker:
  /** Returns the code for objects of this plan; null if there can be none. */
  def of(plan: Plan.Product): ColumnsCode | Null = plan.access match
    case derived: DerivedPickler[?] if canHaveCode(plan) && (derived.planOf(plan.index) eq plan) => made(plan, derived)
    case _                                                                                       => null

  private def canHaveCode(plan: Plan.Product): Boolean =
    !plan.isCyclic && plan.fields.nonEmpty && plan.fields.length <= MostFields && !inNativeImage

  /** A native image defines no classes. */
  private val inNativeImage: Boolean = System.getProperty("org.graalvm.nativeimage.imagecode") != null

  /** A method of more fields would be too long for HotSpot. */
  private final val MostFields = 60

  private def made(plan: Plan.Product, pickler: DerivedPickler[?]): ColumnsCode | Null =
    val places = new ColumnPlaces(plan)
    val host = hosts.of(plan.objectClass)
    val members = new ColumnMembers(plan, pickler, host)
    val parameters = Seq(classOf[Plan.Product], classOf[ColumnPlaces])
    val constructor = MadeClass.of(host, classOf[MadeColumns], parameters, pickler, ColumnConstants.methods) { made =>
      made.overrides(ColumnCalls.write)(code => new WriteColumns(plan, places, members, host, code).body())
      made.overrides(ColumnCalls.read)(code => new ReadColumns(plan, places, members, host, code).body())
    }
    if constructor == null then null else constructor.invokeWithArguments(plan, places).asInstanceOf[ColumnsCode]

  private val hosts = new Hosts(MethodHandles.lookup(), classOf[MadeColumns], classOf[ColumnsCode], classOf[Emitted[?]])

  /** Returns the code for objects of a class that another class's code calls. */
  private[code] def codeOf(plan: Plan.Product, format: AnyRef): ColumnsCode =
    val code = plan.columns(format)
    if code != null then code else new MadeColumns.ByPlan(plan)

/** Gives the values of the static fields of the hidden classes; public for them, not for users. */
private[brine] object ColumnConstants:
  def self(lookup: MethodHandles.Lookup): Emitted[?] = MethodHandles.classData(lookup, "_", classOf[Emitted[?]])

  private[code] val methods = new Methods(ColumnConstants.getClass)
