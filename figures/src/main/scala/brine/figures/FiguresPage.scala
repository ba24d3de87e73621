package brine.figures

import java.nio.file.{Files, Path}

/** How the figures of a command are shown: a page `<name>-jdk….md`, and pictures. The same figures give the same files. */
abstract class FiguresPage(val name: String):
  def page(figures: Figures): String
  def plots(figures: Figures): Vector[Plot]

  /** Writes a page for each JDK that there are figures of. */
  final def write(folder: Path): Vector[Path] =
    for figures <- Figures.readAll(folder, name) yield Files.writeString(folder.resolve(s"${figures.run}.md"), page(figures))

  final def plotsIn(folder: Path): Vector[Plot] = Figures.readAll(folder, name).flatMap(plots)

  /** Writes the pages, and the pictures on them. */
  final def writeAll(folder: Path): Vector[Path] =
    val pictures = Files.createDirectories(folder.resolve("plots"))
    plotsIn(folder).foreach(_.write(pictures))
    write(folder)

object FiguresPage:
  /** A table in Markdown; the first column is text. */
  def table(head: Seq[String], rows: Seq[Seq[String]]): String =
    def line(cells: Seq[String]) = cells.mkString("| ", " | ", " |")
    (line(head) +: s"|---|${"--:|" * (head.length - 1)}" +: rows.map(line)).mkString("", "\n", "\n")
