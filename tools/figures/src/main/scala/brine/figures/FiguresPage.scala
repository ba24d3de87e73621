package brine.figures

import java.nio.file.{Files, Path}

/** How the figures of a command are shown: a page `<name>-jdk….md`, and pictures. */
abstract class FiguresPage(val name: String) extends Page:
  def page(figures: Figures): String
  def plots(figures: Figures): Vector[Plot]

  /** Writes a page for each JDK that there are figures of. */
  final def write(folder: Path): Vector[Path] =
    for figures <- Figures.readAll(folder, name)
    yield Files.writeString(folder.resolve(s"${figures.run}.md"), page(figures))

  final def plotsIn(folder: Path): Vector[Plot] = Figures.readAll(folder, name).flatMap(plots)
