package brine.bench.derivation

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.databind.node.ObjectNode
import java.nio.file.{Files, Path}
import java.time.LocalDate

/** The cost of derivation for [[Mix]] as `docs/bench/derivation-mixes.md` and `docs/bench/raw/derivation-mixes.json`.
  */
private[derivation] object MixesReport:
  import DerivationCost.Row

  /** @param sizes the bytes of the class files by library, or the compiler's error
    * @param rows  the compilations that were timed, without rounds if none was
    */
  final case class Measured(mix: Mix, sizes: Map[String, Either[String, Long]], rows: Vector[Row]):
    def libraries: List[String] = rows.tail.map(_.library.name).toList
    def rounds: Int = rows.head.outcomes.length

    def addedBytes(library: String): Option[Long] =
      for bare <- sizes("bare").toOption; bytes <- sizes(library).toOption yield bytes - bare

    /** The differences to the bare types, round by round; none if a compilation failed. */
    def addedSeconds(library: String): Vector[Double] =
      val row = rows.find(_.library.name == library).get
      if row.failure.nonEmpty then Vector.empty else row.seconds.zip(rows.head.seconds).map(_ - _)

  /** The page, which is also in its file then. */
  def write(mixes: List[Measured]): String =
    val folder = Files.createDirectories(Path.of("docs", "bench", "raw")).getParent
    val json = new ObjectMapper().writerWithDefaultPrettyPrinter.writeValueAsString(raw(mixes))
    Files.writeString(folder.resolve("raw/derivation-mixes.json"), json + "\n")
    val text = page(mixes)
    Files.writeString(folder.resolve("derivation-mixes.md"), text)
    text

  private def raw(mixes: List[Measured]): ObjectNode =
    val root = new ObjectMapper().createObjectNode()
    root.put("date", LocalDate.now.toString).put("jdk", Runtime.version.toString).put(
      "flags",
      Compilation.flags.mkString(" ")
    )
    for measured <- mixes do
      val results = root.putArray(measured.mix.name)
      for library <- "bare" :: measured.libraries do
        val node = results.addObject().put("library", library)
        measured.sizes(library).fold(node.put("failure", _), node.put("bytes", _))
        val seconds = node.putArray("addedSeconds")
        if library != "bare" then measured.addedSeconds(library).foreach(seconds.add(_))
    root

  def page(mixes: List[Measured]): String =
    head(
      mixes.map(_.mix),
      mixes.head.rounds
    ) + "## Bytecode\n\nKilobytes that the codecs add to the class files. They are the same in each run of one " +
      "compiler.\n\n" +
      table(mixes)((measured, library) => measured.addedBytes(library).map(bytes => f"${bytes / 1000.0}%,.1f")) +
      "\nBrine's bytes, as a multiple of the library's:\n\n" + table(mixes)(multiple) + "\n## Compile time\n\n" +
      (if mixes.head.rounds == 0 then notTimed else times(mixes))

  private def head(mixes: List[Mix], rounds: Int): String =
    s"""# The cost of deriving in a build, for types of others
       |
       || | |
       ||---|---|
       || date | ${LocalDate.now} |
       || JDK | ${Runtime.version} |
       || compiler | Scala ${dotty.tools.dotc.config.Properties.versionNumberString}, ${Compilation.flags.mkString(
        "`",
        " ",
        "`"
      )} |
       || command | `./dev bench derivation mixes${if rounds == 0 then "" else s" $rounds"}` |
       |
       |The models are those of other people's programs, written as case classes. Times are longs and identifiers
       |strings, as not every library has codecs for the classes of the originals.
       |
       |`jsoniter-scala` has a codec for each type, as the other libraries have. `jsoniter-scala-tops` has one for the
       |document or message alone, which contains the code for all parts.
       |
       || model | types |
       ||---|---|
       |""".stripMargin + mixes.map(mix => s"| `${mix.name}` | ${mix.description} |\n").mkString + "\n"

  private val notTimed = "Not measured for these models. `./dev bench derivation mixes 5` measures it in five rounds.\n"

  private def times(mixes: List[Measured]): String =
    s"""Seconds that the codecs add, least to most of ${mixes.head.rounds} rounds; each compiler is a new JVM. A round
       |that was slower without the codecs gives a number below 0.
       |
       |""".stripMargin + table(mixes) { (measured, library) =>
      val added = measured.addedSeconds(library)
      Option.when(added.nonEmpty)(f"${added.min}%.1f to ${added.max}%.1f")
    }

  private def multiple(measured: Measured, library: String): Option[String] =
    for own <- measured.addedBytes("brine"); bytes <- measured.addedBytes(library) yield f"${own.toDouble / bytes}%.2f"

  /** A row for each library, a column for each model. */
  private def table(mixes: List[Measured])(cell: (Measured, String) => Option[String]): String =
    val head = mixes.map(measured => s" `${measured.mix.name}` |").mkString("| |", "", "\n")
    val rows =
      for library <- mixes.head.libraries
      yield mixes.map(measured => s" ${cell(measured, library).getOrElse("does not compile")} |").mkString(
        s"| $library |",
        "",
        "\n"
      )
    head + mixes.map(_ => "--:|").mkString("|---|", "", "\n") + rows.mkString
