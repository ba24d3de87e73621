package brine.spark.table

import java.nio.file.{Files, Path}

/** The outcome of each serializer with each sample: kept in `classes.txt`, and shown in the guide. */
object ClassTable:
  val sections: List[Section] = List(
    ScalaCollections,
    ScalaValues,
    JdkCollections,
    JdkValues,
    AwkwardObjects,
    HiddenState,
    Functions,
    SparkCore,
    SparkLocal,
    SparkGraphX,
    SparkMl,
    Writables
  )

  /** One line.
    *
    * @param strict the outcome for Brine with `spark.brine.strict=true`
    * @param shared with `spark.brine.sharing=all`
    * @param places the outcomes for Brine in a field, in an array and in a broadcast
    */
  final case class Line(
      section: String,
      name: String,
      brine: Outcome,
      strict: Outcome,
      shared: Outcome,
      places: List[Outcome],
      kryo: Outcome,
      java: Outcome
  ):
    def text: String =
      val differing = if strict == brine then "" else s" | strict=true ${shown(strict)}"
      val sharing = if shared.word == brine.word then "" else s" | sharing=all ${shown(shared)}"
      val elsewhere = Place.values.toList.tail.zip(places).collect {
        case (place, o) if o.word != brine.word => s" | $place ${shown(o)}"
      }.mkString
      s"$section | $name | Brine ${shown(brine)}$differing$sharing$elsewhere | " +
        s"Kryo ${shown(kryo)} | Java ${shown(java)}"

    /** As a row of the guide. */
    def row: String =
      s"| ${escaped(name)} | $brineCell | ${places.map(placeCell).mkString(" | ")} | ${cell(kryo)} | ${cell(java)} |"

    private def brineCell: String =
      if brine == Outcome.Same && strict.word == "refused" then "same; refused with `spark.brine.strict=true`"
      else cell(brine)

    /** The reason is that of the object alone, if it is of the same kind. */
    private def placeCell(o: Outcome): String =
      if o == Outcome.Same then "same" else if o.word == brine.word then s"**${o.word}**" else cell(o)

    private def shown(o: Outcome): String = if o.reason.isEmpty then o.word else s"${o.word}: ${o.reason}"

    private def cell(o: Outcome): String = o match
      case Outcome.Same => "same"
      case other        => s"**${other.word}**: ${escaped(Texts.short(other.reason))}"

    private def escaped(s: String): String =
      s.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*").replace("$", "&#36;")

  private def root: Path = Path.of("../..").toAbsolutePath.normalize

  val kept: Path = root.resolve("engines/spark/src/test/resources/classes.txt")
  val page: Path = root.resolve("docs/guide/spark-classes.md")

  def lines: List[Line] = sections.flatMap(s => s.samples.map(lineOf))

  private def lineOf(sample: Sample): Line =
    val brine = whileAlive(sample, BrineContender.plain.outcome(sample))
    Line(
      sample.section,
      sample.name,
      brine,
      BrineContender.strict.outcome(sample),
      whileAlive(sample, BrineContender.sharing.outcome(sample)),
      Place.values.toList.tail.map(place => whileAlive(sample, BrineContender.plain.outcome(sample, place))),
      KryoContender.outcome(sample),
      JavaContender.outcome(sample)
    )

  private def whileAlive(sample: Sample, outcome: Outcome): Outcome = outcome match
    case Outcome.Refused(_) if sample.alive =>
      Outcome.Refused("it refers to the whole of a running Spark, which changes while it is written")
    case outcome => outcome

  def keptText(all: List[Line]): String = all.map(_.text).mkString("", "\n", "\n")

  /** The page of the guide. */
  def pageText(all: List[Line]): String =
    val head = "| class | Brine | in a field | in an array | in a broadcast | Kryo | Java |"
    val tables = sections.map(_.title).map { title =>
      val rows = all.filter(_.section == title).map(_.row)
      s"## $title\n\n$head\n|---|---|---|---|---|---|---|\n${rows.mkString("\n")}\n"
    }
    s"${Texts.head(all)}\n${tables.mkString("\n")}"

  def write(all: List[Line]): Unit =
    Files.createDirectories(kept.getParent)
    Files.writeString(kept, keptText(all))
    Files.writeString(page, pageText(all)): Unit

/** Texts of the page. */
private object Texts:
  private final val MostCharacters = 110

  /** The beginning of Brine's errors, which the row says already. */
  private val known = List(
    "^at \\S+: ",
    "^the pickler of .*? met an? \\S+: ",
    "^no runtime pickler for \\S+: ",
    "^\\S+ cannot be split into fields: "
  )

  /** Without packages, in one piece. */
  def short(reason: String): String =
    val simple = known.foldLeft(reason)(_.replaceFirst(_, "")).replaceAll(
      "\\b(?:[a-z][a-zA-Z0-9_]*\\.)+([A-Z])",
      "$1"
    ).stripSuffix(":")
    if simple.length <= MostCharacters then simple else s"${simple.take(MostCharacters).replaceAll("\\s+\\S*$", "")} …"

  def head(all: List[ClassTable.Line]): String =
    def count(outcome: ClassTable.Line => Outcome, word: String): Int = all.count(outcome(_).word == word)
    def row(name: String, outcome: ClassTable.Line => Outcome): String =
      s"| $name | ${List("same", "refused", "differs", "fails").map(count(outcome, _)).mkString(" | ")} |"
    s"""# Spark: what becomes of each class
       |
       |**Goal:** look up how Brine, Spark's Kryo and Java's serialization handle objects of a class. A test writes and
       |reads each object of this page with all three, and compares the result field by field. It fails when a line is
       |wrong.
       |
       || outcome | meaning |
       ||---|---|
       || same | The object comes back as it was, and one object twice in an array as one. |
       || **refused** | It is not written. The error names the class, the place and a way out. |
       || **differs** | Another object comes back, without an error. |
       || **fails** | It is written and cannot be read, or writing ends with an error that names no way out. |
       |
       || of ${all.length} objects | same | refused | differs | fails |
       ||---|---|---|---|---|
       |${row("Brine", _.brine)}
       |${row("Brine, in a field", _.places(0))}
       |${row("Brine, twice in an array", _.places(1))}
       |${row("Brine, in a broadcast", _.places(2))}
       |${row("Brine with `spark.brine.strict=true`", _.strict)}
       |${row("Kryo", _.kryo)}
       |${row("Java", _.java)}
       |
       |Kryo is Spark ${org.apache.spark.SPARK_VERSION}'s `KryoSerializer`, with no class registered. Java is its
       |`JavaSerializer`. No class here derives a pickler. [Brine on Spark](spark.md) explains how a class gets one, and
       |lists the settings.
       |""".stripMargin
