package brine.bench.report

import java.nio.file.{Files, Path}
import brine.bench.Contenders
import brine.bench.workloads.Workload
import brine.bench.decoupled.{DecoupledSizes, DecoupledWork}
import brine.figures.{Figures, Labels, Measurement, RawFile}

/** `decoupled-jdk….md`: the decoupled format beside others on the graphs of "Cereal", its images by threads, and its
  * kernels. The same figures give the same page.
  */
object DecoupledPage:
  private final val Own = "brine-decoupled"

  /** Writes a page for each JDK that is found in `folder/raw`. */
  def write(folder: Path): Vector[Path] =
    for (jdk, files) <- RawFile.byJdk(folder, "decoupled-") yield
      val graphs = files.filter(_.measurements(Benchmarks.OfGraphs).nonEmpty).sortBy(file =>
        Workload.ofDecoupled.indexOf(workloadOf(file))
      )
      val images = files.filter(_.measurements(Benchmarks.OfImages).nonEmpty)
      val parts =
        Vector(introduction(jdk)) ++ images.map(ofImages) ++ Option.when(graphs.nonEmpty)(sizes(graphs)) ++ compression(
          folder,
          jdk
        ) ++ graphs.map(ofGraph)
      val contenders = Contenders.table(graphs.flatMap(_.measurements(Benchmarks.OfGraphs)).map(_.contender).toSet)
      val runs = RawFile.runs(graphs.map(f => workloadOf(f) -> f.run) ++ images.map("images" -> _.run))
      Files.writeString(folder.resolve(s"decoupled-$jdk.md"), (parts :+ runs :+ contenders).mkString("\n"))

  private def workloadOf(file: RawFile): String = file.measurements(Benchmarks.OfGraphs).head.workload

  private def introduction(jdk: String): String =
    s"""# The decoupled format, ${jdk.replace("jdk", "JDK ")}
       |
       |Made by `./dev bench report` of the figures in `raw`. Times are microseconds, with the interval of the mean at
       |99 %. The graphs are those of Table II of "A Specialized Architecture for Object Serialization with Applications
       |to Big Data Analytics" (Cereal). [ADR 52](../adr/0052-one-order-of-objects.md) and
       |[ADR 54](../adr/0054-sizes-of-decoupled-pickles.md) discuss the figures.
       |""".stripMargin

  // ---- images

  private def ofImages(file: RawFile): String =
    val all = file.measurements(Benchmarks.OfImages)
    val tables =
      for (workload, some) <- all.groupBy(_.workload).toVector.sortBy(_._1) yield
        def bytes(name: String) = some.flatMap(m => file.count(workload, m.contender, name)).headOption.getOrElse(0L)
        val (image, pickle) = (bytes("imageBytes"), bytes("pickleBytes"))
        val rows =
          for name <- DecoupledWork.names; m <- some.find(_.contender == name)
          yield s"| $name | ${time(m)} | ${Labels.short(image / m.mean / 1000)} |"
        val two =
          for one <- some.find(_.contender == "image-one"); two <- some.find(_.contender == "image-two")
          yield s"\nOne thread takes ${one.times(two).text} times as long as two."
        val copy =
          for
            one <- some.find(_.contender == "image-one")
            two <- some.find(_.contender == "image-two")
            copy <- some.find(_.contender == "copy-image")
          yield s"\nBeside a copy of the image's bytes, one thread takes ${one.times(copy).text} times as long, and " +
            s"two threads ${two.times(copy).text} times."
        (List(
          s"### $workload: an image of ${Labels.plain(image.toDouble)} bytes, " +
            s"a pickle of ${Labels.plain(pickle.toDouble)}",
          "",
          "| | µs | GB of image a second |",
          "|---|--:|--:|"
        ) ++ rows ++ two ++ copy).mkString("\n")
    (explanation +: tables).mkString("## Images and kernels\n\n", "\n\n", "\n")

  private val explanation =
    """`pack` takes an image apart into values, packed references and packed layouts, and `unpack` puts it together, by
      |the kernels alone and in one thread. `pack-references` and `unpack-references` leave the values out. `image-one`
      |and `image-two` are `DecoupledFormat.image` by one thread and by two, with all checks. `copy-image` and
      |`copy-pickle` clone an array of as many bytes.""".stripMargin

  private def time(m: Measurement): String =
    val (low, high) = m.interval
    s"${Labels.short(m.mean)} (${Labels.short(low)} to ${Labels.short(high)})"

  // ---- graphs

  /** Cereal's Table IV, in megabytes: Java, Kryo, Cereal. */
  private val paper = Map(
    "narrow:2097150" -> "23.0 / 12.0 / 16.1",
    "wide:2396744" -> "148.6 / 48.0 / 80.0 (of eight times as many nodes)",
    "chain:524288" -> "8.0 / 2.5 / 16.0",
    "chain:2097152" -> "59.4 / 10.0 / 47.8",
    "sparse:4096" -> "22.1 / 10.8 / 2.4",
    "complete:4096" -> "115.5 / 51.1 / 2.4"
  )

  private def sizes(graphs: Vector[RawFile]): String =
    val columns = List(Own, "brine", "brine-graph", "java", "kryo-safe", "kryo-fast-refs")
    val rows = graphs.map { file =>
      val cells = columns.map(name => file.count(name, "bytes").fold("")(size => Labels.plain(size.toDouble)))
      (workloadOf(file) +: cells :+ paper.getOrElse(workloadOf(file), "")).mkString("| ", " | ", " |")
    }
    val head = columns.mkString("| bytes | ", " | ", " | the paper: Java / Kryo / Cereal, MB |")
    (List("## Sizes", "", head, "|---" + "|--:" * (columns.length + 1) + "|") ++ rows :+ "").mkString("\n")

  private def compression(folder: Path, jdk: String): Vector[String] =
    Figures.readAll(folder, DecoupledSizes.Name).filter(_.jdk == jdk).map(DecoupledSizes.section)

  private def ofGraph(file: RawFile): String =
    val all = file.measurements(Benchmarks.OfGraphs)
    def find(name: String, direction: String) = all.find(m => m.contender == name && m.direction == direction)
    def cell(name: String, direction: String) = find(name, direction).fold("")(time)
    def toOwn(name: String, direction: String) =
      (for m <- find(name, direction); own <- find(Own, direction) yield m.times(own).text).getOrElse("")
    val names = Contenders.ofDecoupled.map(_.name).filter(name => find(name, "in").isDefined).sortBy(name =>
      find(name, "in").get.mean
    )
    val rows = names.map { name =>
      val deep = if Contenders.isOnDeepStack(name, Workload(workloadOf(file))) then " †" else ""
      s"| $name$deep | ${cell(name, "out")} | ${toOwn(name, "out")} | ${cell(name, "in")} | ${toOwn(name, "in")} |"
    }
    val note =
      if rows.exists(_.contains("†")) then "\n† in a thread with a large stack: the contender recurses.\n" else ""
    (List(
      s"## ${workloadOf(file)}",
      "",
      "| | out | to brine-decoupled | in | to brine-decoupled |",
      "|---|--:|--:|--:|--:|"
    ) ++ rows :+ note).mkString("\n")
