package brine.evolve

import java.util.IdentityHashMap
import scala.collection.mutable
import brine.Migrations
import brine.plan.{Plan, PlanRef}
import brine.shape.Shape

/** The plans that read the arguments of migrations, for one resolution: one for each migration and each plan of the
  * class that it leads to.
  */
private[evolve] final class OlderPlans(using ExtrasFields):
  private val known = mutable.HashMap.empty[(Migrations.Step, Identity), Plan]

  /** Returns the plan of the older class; of records, if that class is gone. */
  def of(step: Migrations.Step, today: Plan): Plan =
    known.getOrElseUpdate(
      (step, new Identity(today)),
      if step.old != null then Plan.of(step.old.nn) else new RecordParts(step.shape, today, this).root
    )

private[evolve] object OlderPlans:
  /** The classes of a type's objects, as far as its own code tells them: of a family, those of its leaves. */
  def classesOf(plan: Plan): Set[AnyRef] = plan match
    case p: Plan.Product   => Set(p.objectClass)
    case s: Plan.Singleton => Set(s.value)
    case s: Plan.Sum       => s.leaves.toSet.flatMap(leaf => classesOf(leaf.get))
    case _                 => Set.empty

/** The identity of a migration: its function's code, the older shape and the class. Two derivations of a type have
  * separate plans and functions, but are one migration.
  */
private[evolve] final class Migration(private val step: Migrations.Step, private val today: Plan):
  override def hashCode: Int = step.code.hashCode * 31 + today.shape.name.hashCode
  override def equals(other: Any): Boolean = other match
    case that: Migration => (that eq this) || step.code == that.step.code && isSameType(that)
    case _               => false

  private def isSameType(that: Migration): Boolean =
    ((today eq that.today) || today.shape.fingerprint == that.today.shape.fingerprint && OlderPlans.classesOf(today) ==
      OlderPlans.classesOf(that.today)) &&
      ((step eq that.step) || step.shape.fingerprint == that.step.shape.fingerprint)

/** Plans for a migration's record. The record itself has a class that is gone. Its parts are objects of today's
  * classes: of those that the class `today` leads to, if these can read the shape of the part. Other parts are records.
  */
private final class RecordParts(whole: Shape, today: Plan, older: OlderPlans)(using ExtrasFields)
    extends RecordPlans.Made(keepsAll = false):
  /** Returns the plan of the record itself. Its class may occur in its own parts, as the class that it is today. */
  def root: Plan = record(whole)

  private def record(shape: Shape): Plan = shape match
    case s: Shape.Sum => family(s, leaf => PlanRef(record(leaf)))
    case other        => super.planOf(other)

  /** The parts whose classes are being looked for: a class may lead back to itself. */
  private val trying = new IdentityHashMap[Shape, Plan]

  protected override def planOf(shape: Shape): Plan =
    if shape eq whole then today
    else if trying.containsKey(shape) then trying.get(shape)
    else
      val own = shape match
        case p: Shape.Product if p.isMutableValue                 => null
        case _: Shape.Product | _: Shape.Sum | _: Shape.Singleton => classOf(shape)
        case _                                                    => null
      if own != null then own else StandardProducts.planOf(shape, ref, family).getOrElse(super.planOf(shape))

  /** Returns the only class of this name that can read the part, or null. A class of exactly this shape precedes. */
  private def classOf(shape: Shape): Plan | Null =
    val named = classes.getOrElse(shape.name, Vector.empty)
    val same = named.filter(_.shape.fingerprint == shape.fingerprint)
    val all = if same.nonEmpty then same else named.filter(canRead(shape, _))
    if all.distinctBy(plan => (plan.shape.fingerprint, OlderPlans.classesOf(plan))).length == 1 then all.head else null

  private def canRead(shape: Shape, reader: Plan): Boolean =
    trying.put(shape, reader)
    try Resolution.canRead(shape, reader, older)
    finally { val ignored = trying.remove(shape) }

  /** The classes, families and objects that today's class leads to, itself included, by their names in shapes. */
  private lazy val classes: Map[String, Vector[Plan]] =
    val met = mutable.LinkedHashSet(new Identity(today))
    val left = mutable.Queue(today)
    while left.nonEmpty do for part <- left.dequeue().parts do if met.add(new Identity(part)) then left += part
    met.iterator.map(_.of.asInstanceOf[Plan]).filter {
      case p: Plan.Product                 => !p.shape.isMutableValue
      case _: Plan.Sum | _: Plan.Singleton => true
      case _                               => false
    }.toVector.groupBy(_.shape.name)
