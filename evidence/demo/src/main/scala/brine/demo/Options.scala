package brine.demo

import java.nio.file.Path

/** The options of the demo.
  *
  * @param heap the largest heap, as `-Xmx` takes it; none leaves the choice to the JVM
  * @param out where the files stay; none puts them into a temporary folder that is removed
  * @param rounds timed rounds, per contender and direction
  */
final case class Options(heap: Option[String] = None, out: Option[Path] = None, rounds: Int = 21, help: Boolean = false)

object Options:
  val help: String =
    """Usage: ./dev demo [--heap SIZE] [--out DIR] [--rounds N]
      |
      |Reads the class graph of the running JDK, writes it to files, and has a second JVM read them
      |back, prove that the graphs are the same, and time it. Prints a table.
      |
      |  --heap SIZE  the largest heap of both JVMs, such as 512m or 4g; default: the JVM's own choice
      |  --out DIR    keep the files in DIR; default: a temporary folder, removed at the end
      |  --rounds N   timed rounds for each contender and direction; default: 21
      |  --help       this text""".stripMargin

  /** The options, or their error. */
  def parse(args: List[String], options: Options = Options()): Either[String, Options] = args match
    case Nil                                => Right(options)
    case ("--help" | "-h") :: rest          => parse(rest, options.copy(help = true))
    case "--heap" :: HeapSize(size) :: rest => parse(rest, options.copy(heap = Some(size)))
    case "--heap" :: _                      => Left("--heap takes a size such as 512m or 4g")
    case "--out" :: folder :: rest          => parse(rest, options.copy(out = Some(Path.of(folder))))
    case "--out" :: Nil                     => Left("--out takes a folder")
    case "--rounds" :: Rounds(n) :: rest    => parse(rest, options.copy(rounds = n))
    case "--rounds" :: _                    => Left("--rounds takes a number from 1 to 1000")
    case unknown :: _                       => Left(s"unknown option $unknown; --help lists the options")

  private val HeapSize = "([1-9][0-9]*[kKmMgG]?)".r

  private object Rounds:
    def unapply(text: String): Option[Int] = text.toIntOption.filter(n => n >= 1 && n <= 1000)
