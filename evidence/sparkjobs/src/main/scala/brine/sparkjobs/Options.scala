package brine.sparkjobs

/** The command line of [[Main]]. */
final case class Options(
    workload: Workload,
    settings: Settings,
    serializer: String,
    isCounted: Boolean,
    runs: Int,
    conf: Seq[(String, String)]
) {

  /** Returns the options of another job in this application: its workload and its settings. */
  def next(line: String): Options = {
    val other = Options.parse(line.trim.split("\\s+").toSeq)
    copy(workload = other.workload, settings = other.settings)
  }
}

object Options {
  private val names = Seq("serializer", "size", "seed", "partitions", "halt", "runs", "counted", "conf")

  val help: String =
    s"""Usage: brine.sparkjobs.Main <workload> [--serializer NAME] [--size N] [--seed N] [--partitions N] [--runs N]
       |                            [--counted yes|no] [--halt PLACE] [--conf KEY=VALUE]...
       |
       |  workload      ${Workload.all.map(w => s"${w.name} (${w.unit})").mkString(", ")}
       |  --serializer  ${SerializerChoice.names.mkString(", ")}, or the name of a class; default: java
       |  --size        in the workload's units
       |  --runs        how often the job runs; default: 1. With 0, each line of standard input has a workload and its
       |                options
       |  --counted     whether the serializer's calls are counted, timed and checked; default: yes
       |  --halt        where an executor's JVM ends once (terasort): ${Halt.all.map(_.name).mkString(", ")}
       |  --conf        a setting of Spark""".stripMargin

  /** @throws IllegalArgumentException for an option that does not exist, or has no value */
  def parse(arguments: Seq[String]): Options = {
    val workload = Workload(arguments.headOption.getOrElse(throw new IllegalArgumentException(help)))
    val told = arguments.tail.grouped(2).map {
      case Seq(name, value) if name.startsWith("--") && names.contains(name.drop(2)) => name.drop(2) -> value
      case other => throw new IllegalArgumentException(s"'${other.mkString(" ")}' is not an option with a value\n$help")
    }.toSeq
    val values = told.toMap
    def number(name: String, otherwise: Int) = values.get(name).fold(otherwise)(_.toInt)
    val settings = Settings(
      number("size", workload.testSize),
      values.get("seed").fold(42L)(_.toLong),
      number("partitions", 4),
      Halt(values.getOrElse("halt", Halt.Nowhere.name))
    )
    val conf = told.collect { case ("conf", pair) => pair.takeWhile(_ != '=') -> pair.dropWhile(_ != '=').drop(1) }
    Options(
      workload,
      settings,
      values.getOrElse("serializer", "java"),
      values.getOrElse("counted", "yes") == "yes",
      number("runs", 1),
      conf
    )
  }
}
