package brine.bytecode

import scala.collection.mutable.ArrayBuffer
import scala.reflect.ClassTag
import brine.model.{FamilyAnalysis, TypePlan, Use}
import brine.plan.Plan
import brine.shape.{Nullness, ScalarKind}

/** A type whose values code moves itself. */
private[brine] enum Part:
  /** A class with fields, whose objects are moved by the code for the class. */
  case Product
  case Singleton

  /** A sealed type. In a [[PlanRecipe]], a leaf is `Local` if code compares its class or number, else `Given`. */
  case Sum(leaves: Vector[Use])

  case Optional(element: Use)

  /** A collection, map or array. */
  case Collection

/** The treatment of the values of some types, as data. Formats, directions and languages share it. The types are
  * definitions with numbers.
  *
  * @param root   the definition for whose values the code is
  * @param fields those of the root, if it is a class
  */
private[brine] class Recipe(val root: Int, val fields: Vector[Use], val definitions: Vector[Part])

private[brine] object Recipe:
  /** The recipe of a definition of a family. */
  def of(family: Vector[TypePlan], facts: FamilyAnalysis, root: Int): Recipe =
    new Recipe(root, if facts.isClass(root) then facts.useOf(root) else Vector.empty, family.map(partOf))

  private def partOf(definition: TypePlan): Part = definition.fold(
    _ => Part.Product,
    leaves => Part.Sum(leaves.map(_.use)),
    Part.Optional(_),
    _ => Part.Collection,
    (_, _) => Part.Collection,
    _ => Part.Collection,
    Part.Singleton
  )

/** The recipe of a plan's class, which is definition 0, and of the types of its fields. A field is `Given`, with its
  * own number, if its values are moved by their plan.
  */
private[brine] final class PlanRecipe private (val plan: Plan.Product, found: PlanRecipe.Found)
    extends Recipe(0, found.fields, found.parts.toVector):
  val plans: Vector[Plan] = found.plans.toVector

  /** The plan of a definition that is a class. */
  def product(definition: Int): Plan.Product = plans(definition) match
    case p: Plan.Product => p
    case other           => throw new IllegalStateException(other.toString)

  /** Returns an entry for each definition for which there is one, at its number. */
  def table[A <: AnyRef: ClassTag](entry: PartialFunction[Plan, A]): Array[A] = filled(plans.map(entry.lift))

  /** Returns an entry for each field for which there is one, by its definition and its number. */
  def atFields[A <: AnyRef: ClassTag](entry: PartialFunction[(Plan, Int), A]): Array[A] =
    filled(fields.zipWithIndex.map {
      case (Use.Local(d), i) => entry.lift((plans(d), i))
      case _                 => None
    })

  private def filled[A <: AnyRef: ClassTag](entries: Vector[Option[A]]): Array[A] =
    val all = new Array[A](entries.length)
    for (entry, at) <- entries.zipWithIndex; value <- entry do all(at) = value
    all

private[brine] object PlanRecipe:
  /** Which values the code of a format moves itself. All others are moved by their plan. */
  trait Choice:
    // `isContent`: the place is the content of an option
    def takesScalar(kind: ScalarKind, isContent: Boolean): Boolean
    def takesObject(plan: Plan.Product, isContent: Boolean): Boolean
    def takesSum(plan: Plan.Sum, isContent: Boolean): Boolean
    def takesSequence(plan: Plan.Sequence, isContent: Boolean): Boolean
    def takesMapping(plan: Plan.Mapping): Boolean = false

    /** Returns the leaves whose class, or number, code compares. `alone`: those of which an object of exactly their
      * class can be of no other leaf.
      */
    def compared(sum: Plan.Sum, alone: => Seq[(Int, Plan.Product)]): Seq[(Int, Plan.Product)] = Nil

  def apply(plan: Plan.Product, choice: Choice): PlanRecipe = new PlanRecipe(plan, new Found(plan, choice))

  private final class Found(plan: Plan.Product, choice: Choice):
    val plans: ArrayBuffer[Plan] = ArrayBuffer(plan)
    val parts: ArrayBuffer[Part] = ArrayBuffer(Part.Product)
    val fields: Vector[Use] = plan.fields.indices.toVector.map(i => useOf(i, plan.fields(i).get, isContent = false))

    private def useOf(field: Int, of: Plan, isContent: Boolean): Use = of match
      case o: Plan.Optional if !isContent =>
        useOf(field, o.element.get, isContent = true) match
          case Use.Given(_) => Use.Given(field)
          case element      => local(o, Part.Optional(element))
      case s: Plan.Scalar if choice.takesScalar(s.kind, isContent) => Use.Scalar(s.kind)
      case p: Plan.Product if p.nullness == Nullness.Marker && choice.takesObject(p, isContent) =>
        local(p, Part.Product)
      case s: Plan.Sum if choice.takesSum(s, isContent)           => local(s, Part.Sum(leaves(s)))
      case s: Plan.Sequence if choice.takesSequence(s, isContent) => local(s, Part.Collection)
      case m: Plan.Mapping if choice.takesMapping(m)              => local(m, Part.Collection)
      case _                                                      => Use.Given(field)

    private def leaves(s: Plan.Sum): Vector[Use] =
      val compared = choice.compared(s, alone(s)).toMap
      s.leaves.indices.toVector.map(n => compared.get(n).map(local(_, Part.Product)).getOrElse(Use.Given(n)))

    private def local(of: Plan, part: Part): Use =
      val known = plans.indexWhere(_ eq of)
      if known >= 0 then Use.Local(known)
      else
        plans += of
        parts += part
        Use.Local(plans.length - 1)

  private def alone(sum: Plan.Sum): Seq[(Int, Plan.Product)] =
    sum.leaves.indices.map(n => n -> sum.leaves(n).get).collect {
      case (n, leaf: Plan.Product) if sum.leaves.forall(other => isApart(leaf, other.get)) => n -> leaf
    }

  private def isApart(leaf: Plan.Product, other: Plan): Boolean = other match
    case p: Plan.Product   => (p eq leaf) || !p.objectClass.isAssignableFrom(leaf.objectClass)
    case _: Plan.Singleton => true
    case _                 => false
