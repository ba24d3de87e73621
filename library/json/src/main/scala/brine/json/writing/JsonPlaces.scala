package brine.json.writing

import brine.json.looks.CodeForms
import scala.collection.mutable.ArrayBuffer
import brine.plan.Plan
import brine.shape.{Nullness, ScalarKind}

/** How the code for a class's objects writes one field. Numbers are those in [[JsonPlaces]]. */
private[json] enum JsonPlace:
  case Scalar(kind: ScalarKind)

  /** An object of one class. */
  case Object(target: Int)

  /** A value of a sealed type. `leaves`: the numbers of leaves that the code compares, and their targets. */
  case Sum(sum: Int, leaves: Vector[(Int, Int)])

  case Sequence(sequence: Int)

  /** An option of one of these, which is not null itself. */
  case Optional(content: JsonPlace)

  /** Any other value, by its plan. */
  case ByPlan

/** The places of one class's fields, and the types whose code or names they need. */
private[json] final class JsonPlaces(plan: Plan.Product, private[json] val forms: CodeForms):
  private val foundTargets = ArrayBuffer.empty[Plan.Product]
  private val foundSums = ArrayBuffer.empty[Plan.Sum]
  private val foundSequences = ArrayBuffer.empty[Plan.Sequence]

  private[json] val keys: Array[String] = forms.keys(plan.shape).nn
  private[json] val fields: Vector[JsonPlace] = plan.fields.toVector.map(f => placeOf(f.get))
  private[json] val targets: Array[Plan.Product] = foundTargets.toArray
  private[json] val sums: Array[Plan.Sum] = foundSums.toArray
  private[json] val sequences: Array[Plan.Sequence] = foundSequences.toArray

  private def placeOf(content: Plan): JsonPlace = content match
    case o: Plan.Optional =>
      o.element.get match
        case _: Plan.Optional                        => JsonPlace.ByPlan
        case s: Plan.Scalar if forms.hasNull(s.kind) => JsonPlace.ByPlan
        case element =>
          placeOf(element) match
            case JsonPlace.ByPlan => JsonPlace.ByPlan
            case content          => JsonPlace.Optional(content)
    case s: Plan.Scalar if s.kind != ScalarKind.Unit && s.kind != ScalarKind.Char => JsonPlace.Scalar(s.kind)
    case p: Plan.Product if p.nullness == Nullness.Marker && JsonCodeMaker.canHaveCode(p, forms) =>
      JsonPlace.Object(target(p))
    case s: Plan.Sum if !s.isTracked =>
      val leaves = s.leaves.indices.toVector.map(n => n -> s.leaves(n).get).collect {
        case (n, p: Plan.Product) if JsonCodeMaker.canHaveCode(p, forms) && forms.begun(s.shape, n) != null => n -> p
      }
      val tested =
        if s.leaves.length <= JsonPlaces.MostTests then leaves.filter((_, p) => isAlone(p, s)) else Vector.empty
      foundSums += s
      JsonPlace.Sum(foundSums.length - 1, tested.map((n, p) => n -> target(p)))
    case s: Plan.Sequence if !s.isTracked && ElementWriter.canWrite(s, forms) =>
      foundSequences += s
      JsonPlace.Sequence(foundSequences.length - 1)
    case _ => JsonPlace.ByPlan

  private def target(p: Plan.Product): Int =
    foundTargets += p
    foundTargets.length - 1

  /** Returns true if an object of exactly this class can be of no other leaf. */
  private def isAlone(leaf: Plan.Product, s: Plan.Sum): Boolean = s.leaves.forall { other =>
    other.get match
      case p: Plan.Product   => (p eq leaf) || !p.objectClass.isAssignableFrom(leaf.objectClass)
      case _: Plan.Singleton => true
      case _                 => false
  }

private object JsonPlaces:
  /** The number of leaves of a sealed type up to which the code compares their classes. */
  final val MostTests = 4
