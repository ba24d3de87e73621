package brine.demo

import java.nio.file.Path

/** The demo's second process: it shares nothing with the first but the class path and the files.
  *
  * For each contender it unpickles the file, proves the graph isomorphic with the one that it has read from the JDK
  * itself, and times the reading. Its results are [[Report]]s on standard output.
  */
object ReadBack:

  /** Arguments: the folder of the files, and the number of timed rounds. */
  def main(args: Array[String]): Unit =
    val Array(folder, rounds) = args: @unchecked
    System.exit(if run(Path.of(folder), rounds.toInt) then 0 else 1)

  private def run(folder: Path, rounds: Int): Boolean =
    val reported = ReportedProgress()
    reported.step("second JVM: reading the class graph of the JDK")
    val expected = ReadJdk.graph(reported.at)
    Contender.all.forall { contender =>
      val file = folder.resolve(contender.fileName)
      reported.step(s"second JVM: ${contender.name}, is the graph the same?")
      val (found, _) = Stack.atNeed(contender.read(file))
      Isomorphism.prove(expected, found) match
        case Left(difference) =>
          Report.Different(contender.name, difference).send()
          false
        case Right(counts) =>
          Report.Same(contender.name, counts.vertices, counts.edges).send()
          reported.step(s"second JVM: ${contender.name}, timing the way in")
          val timing = Rounds.time(rounds)(contender.read(file))
          Report.TimeIn(contender.name, timing.millis, timing.stack).send()
          true
    }

/** A line from the second process to the first: a marker, the kind and its values, separated by tabs. */
private enum Report:
  case Step(what: String)
  case At(done: Int, total: Int)
  case Same(contender: String, vertices: Int, edges: Int)
  case Different(contender: String, where: String)
  case TimeIn(contender: String, millis: Double, stack: Stack)

  def line: String = (Report.marker +: productPrefix +: productIterator.toVector).mkString("\t")

  def send(): Unit = println(line)

private object Report:
  private val marker = "brine-demo"

  /** `None` for a line that is not a report, such as a warning of the JVM. */
  def parse(line: String): Option[Report] = line.split('\t').toList match
    case `marker` :: "Step" :: what :: Nil                      => Some(Step(what))
    case `marker` :: "At" :: done :: total :: Nil               => Some(At(done.toInt, total.toInt))
    case `marker` :: "Same" :: name :: vertices :: edges :: Nil => Some(Same(name, vertices.toInt, edges.toInt))
    case `marker` :: "Different" :: name :: where :: Nil        => Some(Different(name, where))
    case `marker` :: "TimeIn" :: name :: millis :: stack :: Nil =>
      Some(TimeIn(name, millis.toDouble, Stack.valueOf(stack)))
    case _ => None

private final class ReportedProgress extends Progress:
  private val pace = Pace(100_000_000L)

  def step(what: String): Unit = Report.Step(what).send()

  def at(done: Int, total: Int): Unit = pace(Report.At(done, total).send())

  def end(): Unit = ()
