package brine.figures

import java.nio.file.Path

/** Records of Spark's jobs, written and read in one JVM, beside code by hand. */
final class SparkRecords private (file: RawFile):
  import SparkPage.{Java, Peer, geometricMean, ratio}
  import SparkRecords.*

  private final case class Times(contender: String, write: Measurement, read: Measurement, bytes: Option[Long]):
    def both: Double = write.mean + read.mean

  private final case class Record(name: String, all: Vector[Times]):
    def of(contender: String): Option[Times] = all.find(_.contender == contender)

  private val records: Vector[Record] =
    val measurements = file.measurements(Benchmark)
    for name <- measurements.map(_.workload).distinct.sortBy(order.indexOf) yield
      val some = measurements.filter(_.workload == name)
      val times =
        for
          contender <- some.map(_.contender).distinct.sortBy(contenders.indexOf)
          write <- some.find(m => m.contender == contender && m.direction == "write")
          read <- some.find(m => m.contender == contender && m.direction == "read")
        yield Times(contender, write, read, file.count(name, contender, "bytes"))
      Record(name, times)

  def page: String =
    val sections = Vector(s"## Records, JDK ${file.jdk.stripPrefix("jdk")}", explanation, summary) ++ records.map(table)
    val runs = RawFile.runs(Vector("records" -> file.run)).replaceFirst("^##", "###").trim
    (sections ++ Vector(plots.map(_.markdown).mkString("\n\n"), runs)).mkString("\n\n")

  private val explanation =
    """Nanoseconds for a record, as JMH measured them with 256 records for each call. `hand` is code for just this
      |record on Brine's sink and source: the bound. `brine-derived` are derived picklers, called by their static types;
      |`brine` are picklers made at run time, for objects of any class, with a number for each class, as Spark calls
      |them. Kryo and Java write and read as Spark calls them: registered, with references, and with a reset after each
      |100 objects (Java). All keep their buffers. In brackets how many times the time by hand; less is
      |better.""".stripMargin

  private def summary: String =
    val names = contenders.filter(name => records.exists(_.of(name).nonEmpty))
    def times(record: Record, peer: String, own: String) =
      for x <- record.of(peer); y <- record.of(own) yield x.both / y.both
    val rows = names.map { own =>
      def mean(peer: String) = geometricMean(records.flatMap(times(_, peer, own)))
      Seq(own, Labels.short(1 / mean(Hand)), Labels.short(mean(Peer)), Labels.short(mean(Java)))
    }
    val head = Seq(
      "geometric mean, write and read",
      "times the time by hand",
      s"times as fast as $Peer",
      "times as fast as java"
    )
    s"### All records\n\n${Page.table(head, rows)}".trim

  private def table(record: Record): String =
    def ns(time: Measurement, by: Option[Measurement]) =
      s"${Labels.short(time.mean * 1000)} (${by.fold("")(hand => ratio(time.mean, hand.mean))})".replace(" ()", "")
    val hand = record.of(Hand)
    val rows = record.all.map { times =>
      Seq(
        times.contender,
        ns(times.write, hand.map(_.write)),
        ns(times.read, hand.map(_.read)),
        times.bytes.fold("")(b => Labels.plain(b.toDouble))
      )
    }
    s"### ${record.name}\n\n${Page.table(Seq("", "write, ns", "read, ns", "bytes of 256 records"), rows)}".trim

  def plots: Vector[Plot] =
    if records.isEmpty then Vector.empty
    else
      val heading = s"Write and read of a record, as a multiple of the time by hand (${file.name})"
      val groups =
        for record <- records; hand <- record.of(Hand)
        yield record.name -> record.all.filterNot(t => t.contender == Hand || t.contender == Java).map(t =>
          t.contender -> t.both / hand.both
        )
      Vector(Plot(
        s"Spark, ${file.name}",
        s"${file.name}.svg",
        heading,
        SparkPage.chart(heading, "times the time by hand", groups).render
      ))

object SparkRecords:
  /** The raw file's name, without the JDK. */
  final val Name = "spark-records"

  /** The JMH benchmark. */
  final val Benchmark = "RecordBenchmark"

  private final val Hand = "hand"
  val contenders: Vector[String] = Vector(Hand, "brine-derived", "brine", SparkPage.Peer, SparkPage.Java)

  /** The records' names, in the order of the page. */
  val order: Vector[String] = Vector("terasort", "svm", "lr", "nweight", "als", "bayes")

  def in(folder: Path): Vector[SparkRecords] = RawFile.byJdk(folder, s"$Name-").flatMap(_._2).map(new SparkRecords(_))
