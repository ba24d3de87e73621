package brine.bench.derivation

import brine.bench.Median
import brine.bench.derivation.Compilation.Outcome

/** What deriving codecs adds to a build, by library: the same types are compiled bare and with each library's codecs. */
object DerivationCost:
  /** A library's compilations, from the first round on. */
  final case class Row(library: Library, version: String, outcomes: Vector[Outcome]):
    def failure: Option[String] = outcomes.collectFirst { case Outcome.Failed(reason) => reason }
    def seconds: Vector[Double] = outcomes.collect { case Outcome.Done(seconds, _, _) => seconds }
    def processor: Vector[Double] = outcomes.collect { case Outcome.Done(_, processor, _) => processor }
    def bytes: Long = outcomes.collectFirst { case Outcome.Done(_, _, bytes) => bytes }.getOrElse(0L)

    /** The median, over the rounds, of the difference within a round: a slow minute of the machine meets both. */
    def addedSeconds(bare: Row): Double = Median.of(seconds.zip(bare.seconds).map(_ - _))
    def addedProcessor(bare: Row): Double = Median.of(processor.zip(bare.processor).map(_ - _))

    def addedBytes(bare: Row): Long = bytes - bare.bytes

  private final val UsualRounds = 5
  private final val LongestSeconds = 180

  /** `./dev bench derivation [rounds] [libraries]`; run from the root of the project. */
  def main(arguments: List[String]): Unit =
    val (numbers, names) = arguments.partition(_.forall(_.isDigit))
    val rows = measure(numbers.headOption.fold(UsualRounds)(_.toInt), chosen(names))
    println(DerivationReport.write(rows))

  private def chosen(names: List[String]): List[Library] =
    val unknown = names.filterNot(name => Library.all.exists(_.name == name))
    require(unknown.isEmpty, s"no library is called ${unknown.mkString(", ")}; there are ${Library.all.map(_.name).mkString(", ")}")
    if names.isEmpty then Library.all else Library.all.filter(library => names.contains(library.name))

  /** All libraries in turn, round by round. The first of the result is bare. */
  private def measure(rounds: Int, libraries: List[Library]): Vector[Row] =
    val start = (Library.bare :: libraries).toVector.map(library => Row(library, versionOf(library), Vector.empty))
    (1 to rounds).foldLeft(start)((rows, round) => rows.map(row => if isEnough(row) then row else compileAgain(round, row)))

  /** A library that fails, or takes minutes, does so every time. */
  private def isEnough(row: Row): Boolean = row.failure.nonEmpty || row.seconds.exists(_ > LongestSeconds)

  private def compileAgain(round: Int, row: Row): Row =
    val outcome = Compilation.of(Sources.of(row.library))
    println(s"round $round, ${row.library.name}: $outcome")
    row.copy(outcomes = row.outcomes :+ outcome)

  /** The version in the name of the library's jar; none if its classes are in a folder, as Brine's are. */
  private def versionOf(library: Library): String =
    val jar = s".*[/\\\\]${library.jar}-(.+)\\.jar".r
    System.getProperty("java.class.path").split(java.io.File.pathSeparator).collectFirst { case jar(version) => version }.getOrElse("")
