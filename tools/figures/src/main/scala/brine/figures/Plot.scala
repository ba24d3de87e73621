package brine.figures

import java.nio.file.{Files, Path}

/** A chart in a file of `docs/bench/plots`.
  *
  * @param section the heading above it
  * @param title its content, for readers who cannot see it
  */
final case class Plot(section: String, file: String, title: String, svg: String):
  def markdown: String = s"![$title](plots/$file)"

  def write(folder: Path): Unit = Files.writeString(folder.resolve(file), svg): Unit

object Plot:
  /** The section of a page, or the page itself, that shows them; sections in the order of their first plots. */
  def markdown(plots: Vector[Plot]): String =
    val sections = plots.map(_.section).distinct.map { section =>
      (s"## $section" +: plots.filter(_.section == section).map(_.markdown)).mkString("\n\n")
    }
    (s"# Plots\n\n$introduction" +: sections).mkString("", "\n\n", "\n")

  private val introduction =
    "Made by `./dev bench report` of the figures in `raw`. Less is better."
