package brine.lock

import scala.collection.mutable
import brine.{Migrations, PickleException, PickleOptions, Pickler, Record}
import brine.binary.BinaryFormat
import brine.evolve.{RecordPlans, Resolution}
import brine.plan.Plan
import brine.run.PlannedPickler
import brine.shape.Shape

/** Runs values of older shapes through the migrations of a program, each migration once. */
private[lock] final class MigrationRuns(samples: Samples):
  import MigrationRuns.*

  private val met = mutable.HashSet.empty[Migrations.Step]

  /** Runs the migrations that a pickler leads to and that have not been run. */
  def of(pickler: Pickler[Any]): Seq[Outcome] =
    for
      plan <- Samples.programOf(Seq(Plan.of(pickler)))
      known = Resolution.migrationTo(plan)
      if known != null
      step <- known.nn.steps
      if step.shape.fingerprint != plan.shape.fingerprint && met.add(step)
      outcome <- run(step, plan)
    yield outcome

  private def run(step: Migrations.Step, today: Plan): Option[Outcome] =
    def outcome(isBroken: Boolean, prefix: String, text: String) =
      Some(Outcome(isBroken, s"${prefix}the migration of ${today.shape.name} from ${step.shape.describe}: $text"))
    val made = samples.of(RecordPlans.keepingAll(step.shape), step.shape.name, Values)
    val failures = made.values.map(failure(_, step.shape, today)).flatten
    failures.find(isOfCode) match
      case Some(e) => outcome(isBroken = true, "", e.getMessage)
      case None =>
        if made.values.isEmpty then outcome(isBroken = false, Untested, made.reasons)
        else if failures.length == made.values.length then
          outcome(isBroken = false, Untested, s"refuses all values: ${failures.head.getMessage}. ${cure(step)}")
        else if failures.nonEmpty then
          val count = s"refuses ${failures.length} of ${made.values.length} values, one since"
          outcome(isBroken = false, Partly, s"$count ${failures.head.getMessage}. ${cure(step)}")
        else if made.refused.nonEmpty then outcome(isBroken = false, Partly, made.reasons)
        else None

  private def cure(step: Migrations.Step): String =
    val name = step.shape.name
    if step.old != null then Samples.cure(Samples.nameOf(Plan.of(step.old.nn)))
    else s"${Samples.cure(name)}, where $name is a class of the tests with the fields of that shape"

  private def failure(value: Any, shape: Shape, today: Plan): Option[PickleException] =
    val written =
      BinaryFormat.Bare.pickleOf(
        value,
        new PlannedPickler.MadePickler[Any](RecordPlans.keepingAll(shape)),
        PickleOptions()
      )
    PickleException.either {
      val reader = new PlannedPickler.MadePickler[Any](today).ofShape(shape)
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
  private final val Untested = "not tested: "
  private final val Partly = "tested in part: "

  /** @param isBroken released data fail, too; else values are missing that would test the migration */
  final case class Outcome(isBroken: Boolean, text: String)
