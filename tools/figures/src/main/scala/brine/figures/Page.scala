package brine.figures

import java.nio.file.{Files, Path}

/** Figures as Markdown and pictures in `docs/bench`. The same figures give the same files. */
trait Page:
  /** Writes the pages of all figures that are in `folder/raw`. */
  def write(folder: Path): Vector[Path]

  def plotsIn(folder: Path): Vector[Plot]

  /** Writes the pages, and the pictures on them. */
  final def writeAll(folder: Path): Vector[Path] =
    val pictures = Files.createDirectories(folder.resolve("plots"))
    plotsIn(folder).foreach(_.write(pictures))
    write(folder)

object Page:
  /** A table in Markdown; the first column is text. */
  def table(head: Seq[String], rows: Seq[Seq[String]]): String =
    def line(cells: Seq[String]) = cells.mkString("| ", " | ", " |")
    (line(head) +: s"|---|${"--:|" * (head.length - 1)}" +: rows.map(line)).mkString("", "\n", "\n")
