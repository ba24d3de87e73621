package brine.figures

import java.nio.file.{Files, Path}

/** Spark's serializers and Brine's, in whole jobs and on single records: `spark.md`. */
object SparkPage extends Page:
  def write(folder: Path): Vector[Path] =
    val jobs = SparkJobs.in(folder)
    val records = SparkRecords.in(folder)
    if jobs.isEmpty && records.isEmpty then Vector.empty
    else
      val sections = ("# Spark" +: introduction +: jobs.map(_.page)) ++ records.map(_.page)
      Vector(Files.writeString(folder.resolve("spark.md"), sections.mkString("", "\n\n", "\n")))

  def plotsIn(folder: Path): Vector[Plot] =
    SparkJobs.in(folder).flatMap(_.plots) ++ SparkRecords.in(folder).flatMap(_.plots)

  private val introduction =
    """Made by `./dev bench spark` and `./dev bench spark records`. The jobs are the six Spark applications of "A
      |Specialized Architecture for Object Serialization with Applications to Big Data Analytics" (Table III), a count
      |of words, joins, and a shuffle of many partitions. They run as `spark-submit` runs them: the job in its own jar,
      |the serializers on the class path of the driver and of two executor JVMs. The records are those that the six jobs
      |move, in one JVM. Ratios compare with Kryo, all classes registered, unless a table names another. The accelerator
      |of that paper is 4.81 times as fast as Kryo and 7.97 times as fast as Java serialization.""".stripMargin

  /** Shows how many times as long as another a time is, or nothing if that is unknown. */
  private[figures] def ratio(time: Double, to: Double): String =
    if time.isNaN || to.isNaN || to == 0 then "" else Labels.short(time / to)

  private[figures] def geometricMean(values: Seq[Double]): Double =
    if values.isEmpty then Double.NaN else math.exp(values.map(math.log).sum / values.length)

  private[figures] val colours: Map[String, String] = Map(
    "java" -> "#b83a56",
    "kryo" -> Palette.LightPeer,
    "kryo-registered" -> Palette.Peer,
    "hand" -> Palette.Twin,
    "brine" -> Palette.Brine,
    "brine-derived" -> Palette.LightBrine
  )

  /** The one that ratios compare with. */
  private[figures] final val Peer = "kryo-registered"
  private[figures] final val Java = "java"

  /** Brine with its default settings. */
  private[figures] final val Own = "brine"

  /** Bars in groups, one colour for each contender. */
  private[figures] def chart(
      title: String,
      axis: String,
      groups: Vector[(String, Vector[(String, Double)])]
  ): BarChart =
    val bars = groups.map { (label, values) =>
      BarChart.Group(
        label,
        values.map { (contender, value) =>
          val shown = Labels.short(value)
          BarChart.Bar(value, colours(contender), shown)
        }
      )
    }
    val names = groups.flatMap(_._2.map(_._1)).distinct
    BarChart(title, axis, bars, names.map(name => name -> colours(name)))
