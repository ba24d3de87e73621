package brine.json.reading

import brine.json.looks.CodeForms
import scala.collection.mutable.ArrayBuffer
import brine.plan.Plan
import brine.shape.{Nullness, ScalarKind}

/** How the code for a class's objects reads one field. Numbers are those in [[ReadPlaces]]. */
private[json] enum ReadPlace:
  case Scalar(kind: ScalarKind)

  /** An object of one class. */
  case Object(target: Int)

  /** A value of a sealed type. */
  case Sum(sum: Int)

  case Sequence(sequence: Int)

  /** An option of one of these. */
  case Optional(content: ReadPlace)

  /** Any other value, by its plan. */
  case ByPlan

/** The places of one class's fields, and the types whose code or names they need. */
private[json] final class ReadPlaces(plan: Plan.Product, private[json] val forms: CodeForms):
  private val foundTargets = ArrayBuffer.empty[Plan.Product]
  private val foundSums = ArrayBuffer.empty[Plan.Sum]
  private val foundSequences = ArrayBuffer.empty[Plan.Sequence]

  private[json] val keys: Array[String] = forms.keys(plan.shape).nn
  private[json] val fields: Vector[ReadPlace] = plan.fields.toVector.map(f => placeOf(f.get))
  private[json] val targets: Array[Plan.Product] = foundTargets.toArray
  private[json] val sums: Array[Plan.Sum] = foundSums.toArray
  private[json] val sequences: Array[Plan.Sequence] = foundSequences.toArray

  private def placeOf(content: Plan): ReadPlace = content match
    case o: Plan.Optional =>
      o.element.get match
        case _: Plan.Optional => ReadPlace.ByPlan
        case element =>
          placeOf(element) match
            case ReadPlace.ByPlan => ReadPlace.ByPlan
            case content          => ReadPlace.Optional(content)
    case s: Plan.Scalar if s.kind != ScalarKind.Unit => ReadPlace.Scalar(s.kind)
    case p: Plan.Product if p.nullness == Nullness.Marker && ReadCodeMaker.canHaveCode(p, forms) =>
      foundTargets += p
      ReadPlace.Object(foundTargets.length - 1)
    case s: Plan.Sum if SumReader.canRead(s, forms) =>
      foundSums += s
      ReadPlace.Sum(foundSums.length - 1)
    case s: Plan.Sequence if ElementReader.canRead(s, forms) =>
      foundSequences += s
      ReadPlace.Sequence(foundSequences.length - 1)
    case _ => ReadPlace.ByPlan
