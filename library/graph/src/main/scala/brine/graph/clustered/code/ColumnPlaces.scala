package brine.graph.clustered.code

import scala.collection.mutable.ArrayBuffer
import brine.graph.clustered.columns.{Member, Role}
import brine.plan.Plan
import brine.shape.{Nullness, ScalarKind, Shape}

/** How the code for a class's objects moves one field. Numbers are those in [[ColumnPlaces]]. */
private[code] enum FieldPlace:
  case Unit
  case Scalar(kind: ScalarKind, column: Int)

  /** An object of one class: its codes, and its own code. */
  case Object(codes: Int, target: Int)

  /** An object of a sealed type. `leaves`: the numbers of the leaves that have code, and their targets. */
  case Sum(codes: Int, leafColumn: Int, sum: Int, leaves: Vector[(Int, Int)])

  /** An option of a scalar, or of an object of one class. */
  case Optional(codes: Int, isMarker: Boolean, content: FieldPlace)

  /** A collection whose elements come from columns that are known for this place. */
  case Collection(number: Int)

  /** Any other value, by its plan. */
  case ByPlan

/** The columns that the code for one class's objects uses, and the classes whose code it calls. */
private[code] final class ColumnPlaces(plan: Plan.Product):
  import ColumnPlaces.*

  private val foundColumns = ArrayBuffer.empty[Column]
  private val foundObjects = ArrayBuffer.empty[Plan.Product]
  private val foundSums = ArrayBuffer.empty[SumAt]
  private val foundCollections = ArrayBuffer.empty[CollectionAt]

  val fields: Vector[FieldPlace] = plan.fields.indices.toVector.map(i => placeOf(i, plan.fields(i).get))
  val columns: Array[Column] = foundColumns.toArray
  val objects: Array[Plan.Product] = foundObjects.toArray
  val sums: Array[SumAt] = foundSums.toArray
  val collections: Array[CollectionAt] = foundCollections.toArray

  /** Returns true if some field has exactly one value in some column for each object, so that objects need not be
    * counted.
    */
  val isCountedByColumn: Boolean = plan.fields.exists(f => hasOneValue(f.get))

  private def placeOf(field: Int, content: Plan): FieldPlace = content match
    case s: Plan.Scalar                                   => scalar(field, s, 0)
    case p: Plan.Product if p.nullness == Nullness.Marker => one(field, p, 0)
    case o: Plan.Optional =>
      o.element.get match
        case s: Plan.Scalar if s.kind != ScalarKind.Unit => optional(field, isMarker = false)(scalar(field, s, 1))
        case p: Plan.Product if p.nullness == Nullness.Marker && !p.isCyclic =>
          optional(field, isMarker = true)(one(field, p, 1))
        case _ => FieldPlace.ByPlan
    case s: Plan.Sum =>
      val codes = column(plan.shape, field, 0, Role.Codes)
      val leaves = s.leaves.indices.toVector.map(n => n -> s.leaves(n).get).collect {
        case (n, p: Plan.Product) if isAlone(p, s) => n -> p
      }
      val tested = leaves.take(MostTests).map((n, p) => n -> target(p))
      foundSums += new SumAt(codes, field, s)
      FieldPlace.Sum(codes, column(s.shape, Member.Leaf, 0, Role.Codes), foundSums.length - 1, tested)
    case s: Plan.Sequence if ColumnCollections.take(s) =>
      foundCollections += new CollectionAt(column(plan.shape, field, 0, Role.Codes), field, s)
      FieldPlace.Collection(foundCollections.length - 1)
    case _ => FieldPlace.ByPlan

  // `level`: 1 for the content of an option

  private def scalar(field: Int, s: Plan.Scalar, level: Int): FieldPlace =
    if s.kind == ScalarKind.Unit then FieldPlace.Unit
    else FieldPlace.Scalar(s.kind, column(plan.shape, field, level, Role.of(s.kind)))

  private def one(field: Int, p: Plan.Product, level: Int): FieldPlace =
    val codes = column(plan.shape, field, level, Role.Codes)
    FieldPlace.Object(codes, target(p))

  private def optional(field: Int, isMarker: Boolean)(content: => FieldPlace): FieldPlace =
    val codes = column(plan.shape, field, 0, Role.Codes)
    FieldPlace.Optional(codes, isMarker, content)

  private def column(shape: Shape, member: Int, level: Int, role: Int): Int =
    foundColumns += new Column(shape, member, level, role)
    foundColumns.length - 1

  private def target(p: Plan.Product): Int =
    foundObjects += p
    foundObjects.length - 1

private[code] object ColumnPlaces:
  final class Column(val shape: Shape, val member: Int, val level: Int, val role: Int)

  final class SumAt(val codes: Int, val member: Int, val plan: Plan.Sum)

  final class CollectionAt(val codes: Int, val member: Int, val plan: Plan.Sequence)

  /** The number of leaves whose class the code compares; other leaves are found by the family. */
  private final val MostTests = 4

  /** Returns true if an object of exactly this class can be of no other leaf. */
  private def isAlone(leaf: Plan.Product, s: Plan.Sum): Boolean = s.leaves.forall { other =>
    other.get match
      case p: Plan.Product   => (p eq leaf) || !p.objectClass.isAssignableFrom(leaf.objectClass)
      case _: Plan.Singleton => true
      case _                 => false
  }

  private def hasOneValue(content: Plan): Boolean = content match
    case s: Plan.Scalar  => s.kind != ScalarKind.Unit
    case p: Plan.Product => p.nullness == Nullness.Marker
    case _: Plan.Sum | _: Plan.Optional | _: Plan.Sequence | _: Plan.Mapping | _: Plan.ScalarArray => true
    case _                                                                                         => false
