package brine.bench.derivation

import brine.figures.Median
import brine.bench.derivation.Compilation.Outcome

/** The class files and compile time that deriving adds, by library: the same types are compiled bare and with each
  * library's codecs.
  */
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

  /** `./dev bench derivation [own|mixes] [rounds] [libraries]`; run from the root of the project. `own` are the types
    * of [[Sources]], `mixes` those of [[Mix]]; without a word, both. The compile times of `mixes` are measured only if
    * `rounds` is given.
    */
  def main(arguments: List[String]): Unit =
    val (words, others) = arguments.partition(Set("own", "mixes"))
    val (numbers, names) = others.partition(_.forall(_.isDigit))
    val rounds = numbers.headOption.map(_.toInt)
    if words.isEmpty || words.contains("own") then
      println(DerivationReport.write(measure(rounds.getOrElse(UsualRounds), chosen(names, Library.all), Sources.of)))
    if words.isEmpty || words.contains("mixes") then
      println(MixesReport.write(Mix.all.map(measure(_, rounds.getOrElse(0), chosen(names, Library.ofMixes)))))

  private def measure(mix: Mix, rounds: Int, libraries: List[Library]): MixesReport.Measured =
    val sizes = (Library.bare :: libraries).map(library => library.name -> Compilation.sizeOf(mix.sources(library)))
    MixesReport.Measured(mix, sizes.toMap, measure(rounds, libraries, mix.sources))

  private def chosen(names: List[String], among: List[Library]): List[Library] =
    val unknown = names.filterNot(name => Library.ofMixes.exists(_.name == name))
    require(
      unknown.isEmpty,
      s"no library is called ${unknown.mkString(", ")}; there are ${Library.ofMixes.map(_.name).mkString(", ")}"
    )
    if names.isEmpty then among else among.filter(library => names.contains(library.name))

  /** All libraries in turn, round by round. The first of the result is bare. */
  private def measure(rounds: Int, libraries: List[Library], sources: Library => Map[String, String]): Vector[Row] =
    val start = (Library.bare :: libraries).toVector.map(library => Row(library, versionOf(library), Vector.empty))
    (1 to rounds).foldLeft(start)((rows, round) =>
      rows.map(row => if isEnough(row) then row else compileAgain(round, row, sources(row.library)))
    )

  /** A library that fails, or takes minutes, does so every time. */
  private def isEnough(row: Row): Boolean = row.failure.nonEmpty || row.seconds.exists(_ > LongestSeconds)

  private def compileAgain(round: Int, row: Row, sources: Map[String, String]): Row =
    val outcome = Compilation.of(sources)
    println(s"round $round, ${row.library.name}: $outcome")
    row.copy(outcomes = row.outcomes :+ outcome)

  /** The version in the name of the library's jar; none if its classes are in a folder, as Brine's are. */
  private def versionOf(library: Library): String =
    val jar = s".*[/\\\\]${library.jar}-(.+)\\.jar".r
    System.getProperty("java.class.path").split(java.io.File.pathSeparator).collectFirst { case jar(version) =>
      version
    }.getOrElse("")
