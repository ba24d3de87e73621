package brine.bench.record

import brine.bench.{Configuration, Contenders, Heap}
import brine.bench.report.RecordPage
import brine.bench.workloads.Workload
import brine.figures.{AcceleratorPage, Labels}
import java.nio.file.Path
import scala.concurrent.duration.*

/** `./dev bench record`: measures every workload of each [[Group]] at one size, by the libraries of the group in their
  * fastest settings and their safe ones. The figures go to `raw/record-<workload>-jdk….json`; [[RecordPage]] shows
  * them.
  */
object Record:
  /** @param arguments `--full` for all sizes and a longer measurement, groups, and workloads; without groups or
    *                  workloads, all. Figures of other groups' contenders stay
    * @throws IllegalArgumentException for a workload that is in no group
    */
  def main(arguments: List[String], folder: Path): Unit =
    val isFull = arguments.contains(Full)
    val (groups, named) = Group.all.partition(group => arguments.contains(group.name)) match
      case (Nil, all)   => all -> arguments.filter(_ != Full)
      case (some, rest) => some -> arguments.filterNot(name => name == Full || some.exists(_.name == name))
    val known = groups.flatMap(group => if isFull then group.sizes else group.workloads).distinct
    val workloads = if named.isEmpty then known else named.flatMap(name => chosen(name, known))
    run(
      workloads.map(workload => workload -> takingPart(workload, groups)),
      if isFull then Pace.Night else Pace.Hour,
      folder
    )

  /** A workload by its name and size, or by its name alone. */
  private def chosen(name: String, known: List[String]): List[String] =
    val found = known.filter(workload => workload == name || workload.takeWhile(_ != ':') == name)
    if found.nonEmpty then found
    else throw new IllegalArgumentException(s"'$name' is not in the record; the workloads are ${known.mkString(", ")}")

  private def run(plan: List[(String, List[String])], pace: Pace, folder: Path): Unit =
    val started = System.nanoTime
    val failures = plan.zipWithIndex.flatMap { case ((workload, contenders), i) =>
      val left = plan.drop(i).map(_._2.length).sum * pace.expected
      println(s"$workload by ${contenders.length} contenders; about ${left.toMinutes + 1} minutes are left")
      val failed = new Turns(pace, Heap.flags(workload), logs).keep(workload, contenders, folder, fileOf(workload))
      RecordPage.writeAll(folder)
      failed.map(contender => s"$contender failed with $workload")
    }
    AcceleratorPage.writeAll(folder) // which has times of the record
    println(
      s"${Labels.short((System.nanoTime - started) / 60e9)} minutes; the tables are in ${RecordPage.file(folder)}"
    )
    failures.foreach(failure => println(s"$failure: see $logs"))

  private def fileOf(workload: String): String =
    s"${RecordPage.Prefix}${workload.replace(':', '-')}-jdk${Runtime.version.feature}"

  /** The contenders of these groups that have code for this workload. */
  def takingPart(workload: String, groups: List[Group] = Group.all): List[String] =
    val value = Workload(workload)
    def takesPart(configuration: Configuration) = configuration.contender(value).isRight
    val contenders = groups.filter(_.sizes.contains(workload)).flatMap(_.contenders).distinct
    contenders.filter(name => takesPart(Contenders.named(name)))

  /** The expected time of the whole record at one size. */
  def expected: FiniteDuration =
    Group.all.flatMap(_.workloads).distinct.map(takingPart(_).length).sum * Pace.Hour.expected

  private final val Full = "--full"
  private val logs = Path.of("target", "bench", "record")
