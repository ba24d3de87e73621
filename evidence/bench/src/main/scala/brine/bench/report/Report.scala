package brine.bench.report

import brine.figures.{AcceleratorPage, Measurement, Page, Plot, SparkPage}
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** `./dev bench report` shows all figures in `raw` as pictures, and those of graphs, of regions, of decoupled pickles
  * and of each [[Page]] as tables. The same figures give the same files, byte by byte.
  */
object Report:
  /** The pages that have plots. */
  private val pages: Vector[Page] = Vector(RecordPage, PostsPage, PausesPage, StorePage, SparkPage, AcceleratorPage)

  /** Run from the root of the project. */
  def main(arguments: List[String]): Unit =
    val folder = Path.of("docs", "bench")
    println(s"${write(folder).length} plots; docs/bench/plots.md shows them")
    (GraphPage.write(folder) ++ RegionPage.write(folder) ++ DecoupledPage.write(folder) ++ pages.flatMap(
      _.write(folder)
    )).foreach(println)

  /** Reads `raw/….json` and `sizes.json`, as far as they are there; writes `plots/….svg` and `plots.md`. */
  def write(folder: Path): Vector[Plot] =
    val plots = readAndPlot(folder)
    val pictures = Files.createDirectories(folder.resolve("plots"))
    oldPictures(pictures).foreach(Files.delete(_))
    plots.foreach(_.write(pictures))
    Files.writeString(folder.resolve("plots.md"), Plot.markdown(plots))
    plots

  private def readAndPlot(folder: Path): Vector[Plot] =
    def ifThere(file: String) = Option(folder.resolve(file)).filter(Files.exists(_)).map(Measurement.json)
    val sizes = ifThere("sizes.json").toVector.flatMap(SizePlots.of)
    val derivation = ifThere("raw/derivation.json").toVector.flatMap(DerivationPlots.of)
    sizes ++ derivation ++ pages.flatMap(_.plotsIn(folder))

  private def oldPictures(folder: Path): List[Path] =
    Using.resource(Files.list(folder))(_.iterator.asScala.filter(_.toString.endsWith(".svg")).toList)
