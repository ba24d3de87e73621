package brine.accel.bench

import java.nio.file.{Files, Path}
import java.time.LocalDate

/** Writes figures in the form that the module `figures` reads: a heading, and rows of names and values. */
object RawFigures {
  type Row = Seq[(String, Any)]

  /** Writes `folder/raw/<name>-jdk….json`, with when and how it was measured.
    *
    * @param key the names that distinguish rows; rows of the file that were not measured again stay, if they were
    *            measured in the same way and have these names. Without a key, none stays
    */
  def keep(
      folder: Path,
      name: String,
      command: String,
      how: Seq[(String, String)],
      key: Seq[String],
      rows: Seq[Row]
  ): Path = {
    val about = Seq("date" -> LocalDate.now.toString, "command" -> s"`$command`") ++ how
    val file = Files.createDirectories(folder.resolve("raw")).resolve(s"$name-jdk${Runtime.version.feature}.json")
    val measured = rows.map(row => record(row))
    val keys = rows.map(row => record(row.filter(field => key.contains(field._1))).stripSuffix(" }")).toSet
    val text = if (key.nonEmpty && Files.exists(file)) Files.readString(file) else ""
    val isAlike = how.forall { case (name, value) => text.contains(s"${quoted(name)} : ${json(value)}") }
    val before =
      if (isAlike) text.linesIterator.filter(_.startsWith("    {")).map(_.trim.stripSuffix(",")).toSeq
      else Nil
    val kept = before.filterNot(line => keys.exists(k => line.startsWith(k + ",")))
      .filter(line => key.forall(name => line.contains(s"${quoted(name)} : ")))
    val all = (kept ++ measured).map("    " + _).mkString(
      s"{\n  \"about\" : ${record(about)},\n  \"rows\" : [\n",
      ",\n",
      "\n  ]\n}\n"
    )
    Files.writeString(file, all)
  }

  private def record(row: Row): String =
    row.map { case (name, value) => s"${quoted(name)} : ${json(value)}" }.mkString("{ ", ", ", " }")

  private def json(value: Any): String = value match {
    case text: String   => quoted(text)
    case number: Double => BigDecimal(number).round(new java.math.MathContext(8)).bigDecimal.toPlainString
    case other          => other.toString
  }

  private def quoted(text: String): String = "\"" + text.flatMap {
    case '"'  => "\\\""
    case '\\' => "\\\\"
    case c    => c.toString
  } + "\""

  /** The first line that a program prints: its version. */
  def version(command: String*): String = scala.sys.process.Process(command).!!.linesIterator.next()
}
