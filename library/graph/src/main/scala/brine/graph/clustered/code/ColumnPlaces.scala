package brine.graph.clustered.code

import brine.bytecode.{Part, Place, PlanRecipe}
import brine.graph.clustered.columns.{Member, Role}
import brine.model.Use
import brine.plan.Plan
import brine.shape.{Nullness, ScalarKind, Shape}

/** The columns that the code for one class's objects uses: those of its places, and those of the leaves of sealed
  * types, by the definition.
  */
private[brine] final class ColumnPlaces(plan: Plan.Product):
  import ColumnPlaces.*

  val recipe = PlanRecipe(plan, ColumnPlaces)

  private val found: Vector[(Place | Int, Column)] =
    recipe.fields.indices.toVector.flatMap(i => columnsOf(Place(i), recipe.fields(i))).distinctBy((at, _) => at)

  val columns: Array[Column] = found.map((_, column) => column).toArray
  private val numbers: Map[Place | Int, Int] = found.map((at, _) => at).zipWithIndex.toMap

  /** The number of a column. */
  def apply(at: Place | Int): Int = numbers(at)

  private def columnsOf(at: Place, use: Use): Vector[(Place | Int, Column)] =
    def here(role: Int) = Vector(at -> new Column(plan.shape, at.field, if at.isContent then 1 else 0, role))
    use match
      case Use.Scalar(ScalarKind.Unit) | Use.Given(_) => Vector.empty
      case Use.Scalar(kind)                           => here(Role.of(kind))
      case Use.Local(d) =>
        here(Role.Codes) ++ (recipe.definitions(d) match
          case Part.Optional(element) => columnsOf(at.content, element)
          case Part.Sum(_)            => Vector(d -> new Column(recipe.plans(d).shape, Member.Leaf, 0, Role.Codes))
          case _                      => Vector.empty
        )

  /** Returns true if some field has exactly one value in some column for each object, so that objects need not be
    * counted.
    */
  def isCountedByColumn: Boolean = plan.fields.exists(f => hasOneValue(f.get))

private[brine] object ColumnPlaces extends PlanRecipe.Choice:
  final class Column(val shape: Shape, val member: Int, val level: Int, val role: Int)

  def takesScalar(kind: ScalarKind, isContent: Boolean): Boolean = !isContent || kind != ScalarKind.Unit
  def takesObject(plan: Plan.Product, isContent: Boolean): Boolean = !(isContent && plan.isCyclic)
  def takesSum(plan: Plan.Sum, isContent: Boolean): Boolean = !isContent
  def takesSequence(plan: Plan.Sequence, isContent: Boolean): Boolean = !isContent && ColumnCollections.take(plan)

  override def compared(sum: Plan.Sum, alone: => Seq[(Int, Plan.Product)]): Seq[(Int, Plan.Product)] =
    alone.take(MostTests)

  /** The number of leaves whose class the code compares; other leaves are found by the family. */
  private final val MostTests = 4

  private def hasOneValue(content: Plan): Boolean = content match
    case s: Plan.Scalar  => s.kind != ScalarKind.Unit
    case p: Plan.Product => p.nullness == Nullness.Marker
    case _: Plan.Sum | _: Plan.Optional | _: Plan.Sequence | _: Plan.Mapping | _: Plan.ScalarArray => true
    case _                                                                                         => false
