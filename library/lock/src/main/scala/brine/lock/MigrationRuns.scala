package brine.lock

import scala.collection.mutable
import brine.{Migrations, PickleException, PickleOptions, Pickler, Record}
import brine.binary.BinaryFormat
import brine.evolve.{RecordPlans, Resolution}
import brine.plan.Plan
import brine.run.PlannedPickler
import brine.shape.Shape

/** Runs made-up values of older shapes through the migrations of a program, each migration once. */
private[lock] final class MigrationRuns:
  import MigrationRuns.*

  private val met = mutable.HashSet.empty[Migrations.Step]

  /** Runs the migrations that a pickler leads to and that have not been run. */
  def of(pickler: Pickler[Any]): Seq[Outcome] =
    for
      plan <- plansOf(Plan.of(pickler))
      known = Resolution.migrationTo(plan)
      if known != null
      step <- known.nn.steps
      if step.shape.fingerprint != plan.shape.fingerprint && met.add(step)
      outcome <- run(step, plan)
    yield outcome

  /** The plan, and all that it and the older classes of its migrations lead to. */
  private def plansOf(root: Plan): Seq[Plan] =
    val met = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap[Plan, java.lang.Boolean])
    val all = mutable.ArrayBuffer.empty[Plan]
    def meet(plan: Plan): Unit = if met.add(plan) then all += plan
    meet(root)
    var next = 0
    while next < all.length do
      val plan = all(next)
      next += 1
      plan.parts.foreach(meet)
      val known = Resolution.migrationTo(plan)
      if known != null then for step <- known.steps if step.old != null do meet(Plan.of(step.old.nn))
    all.toSeq

  private def run(step: Migrations.Step, today: Plan): Option[Outcome] =
    def outcome(isBroken: Boolean, text: String) =
      Some(Outcome(isBroken, s"the migration of ${today.shape.name} from ${step.shape.describe}: $text"))
    Samples.of(RecordPlans.keepingAll(step.shape), Values) match
      case Left(reason) => outcome(isBroken = false, s"no value could be made up: $reason")
      case Right(values) =>
        val failures = values.map(failure(_, step.shape, today))
        failures.flatten.find(isOfCode) match
          case Some(e) => outcome(isBroken = true, e.getMessage)
          case None if failures.forall(_.nonEmpty) =>
            outcome(isBroken = false, s"refuses all values that were made up: ${failures.head.get.getMessage}")
          case None => None

  private def failure(value: Any, shape: Shape, today: Plan): Option[PickleException] =
    val written =
      BinaryFormat.Bare.pickleOf(value, new PlannedPickler.Of[Any](RecordPlans.keepingAll(shape)), PickleOptions())
    PickleException.either {
      val reader = new PlannedPickler.Of[Any](today).ofShape(shape)
      BinaryFormat.Bare.pickled(written.bytes).unpickle[Any](using reader)
    }.left.toOption

  /** A failure that does not depend on what a value says, so that data of the release fail, too. */
  private def isOfCode(e: PickleException): Boolean = e match
    case _: PickleException.WrongType | _: PickleException.IncompatibleShape => true
    case e: PickleException.UserCode =>
      e.getCause match
        case _: ClassCastException | _: Record.NoField => true
        case _                                         => false
    case _ => false

private[lock] object MigrationRuns:
  private final val Values = 50

  /** @param isBroken released data fail, too; else the migration could not be tested by made-up values */
  final case class Outcome(isBroken: Boolean, text: String)
