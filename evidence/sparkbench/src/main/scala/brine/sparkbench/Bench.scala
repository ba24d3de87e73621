package brine.sparkbench

import brine.figures.SparkPage
import java.nio.file.Path

/** `./dev bench spark`: Spark's serializers and Brine's. */
object Bench:
  private val folder = Path.of("docs", "bench")

  /** Run from the root of the project. */
  def main(args: Array[String]): Unit =
    args.toList match
      case "records" :: more => RecordsBenchmark.run(more, folder)
      case more              => JobsBenchmark.run(more, folder)
    SparkPage.writeAll(folder).foreach(println)
