package brine.bench.decoupled

import java.nio.file.Path
import brine.Pickler
import brine.bench.workloads.Workload
import brine.figures.{Figures, Labels}
import brine.graph.decoupled.{DecoupledFormat, ImageSizes}

/** The bytes of decoupled pickles with and without packing, and with and without mark words: the quantities of Figure
  * 16 of "Cereal".
  */
object DecoupledSizes:
  /** The name of these figures. */
  final val Name = "decoupled-sizes"

  def keep(folder: Path): Unit =
    val rows =
      for name <- Workload.ofDecoupled yield
        val (marked, plain) =
          (sizesOf(Workload(name), DecoupledFormat.withMarkWords), sizesOf(Workload(name), DecoupledFormat))
        Figures.row(
          "workload" -> name,
          "objects" -> plain.objects,
          "unpacked" -> marked.unpacked,
          "packed" -> marked.packed,
          "stripped" -> plain.packed,
          "values" -> plain.values,
          "references" -> plain.references,
          "layouts" -> plain.layouts
        )
    Figures.keep(folder, Name, "./dev bench decoupled sizes", Nil, rows)

  private def sizesOf[A](workload: Workload[A], format: DecoupledFormat): ImageSizes =
    given Pickler[A] = workload.pickler
    format.image(format.write(workload.values.head)).sizes

  /** A section of the page. */
  def section(figures: Figures): String =
    val rows =
      for row <- figures.rows yield
        def bytes(name: String) = row.path(name).asLong
        def less(name: String) = f"${100 * (1 - bytes(name).toDouble / bytes("unpacked"))}%.1f %%"
        val numbers = List("objects", "values", "references", "layouts", "unpacked", "packed", "stripped").map(name =>
          Labels.plain(bytes(name).toDouble)
        )
        (row.path("workload").asText +: numbers :+ less("packed") :+ less("stripped")).mkString("| ", " | ", " |")
    val head =
      "| | objects | values | references | layouts | unpacked, with mark words | packed | packed, without mark words " +
        "| saved by packing | saved by both |"
    (List("## Packing and mark words", "", text, "", head, "|---" + "|--:" * 9 + "|") ++ rows :+ "").mkString("\n")

  private val text =
    """The bytes of the sections. `values`, `references` and `layouts` are those of a pickle without mark words, end
      |maps included. Without packing, a reference takes eight bytes, and a layout eight for its length and whole bytes
      |for its bits, as in section IV-A of the paper. The paper saves 28.3 % by packing, on average over six Spark
      |applications (Figure 16).""".stripMargin
