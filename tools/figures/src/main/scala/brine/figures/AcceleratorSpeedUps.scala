package brine.figures

/** The accelerator's time beside software's on the same graphs: Fig. 10 and Fig. 12 of the paper. */
private[figures] object AcceleratorSpeedUps:
  import AcceleratorRuns.*
  import SparkPage.geometricMean

  /** A unit's nanoseconds for a graph of the size that software was measured at. */
  private[figures] def unitNanos(
      runs: AcceleratorRuns,
      software: SoftwareTimes,
      workload: String,
      direction: String,
      design: Design
  ): Option[Double] =
    runs.find(workload, direction, design, 1).map(r => r.nanos * software.scale(r))

  /** A unit's nanoseconds while all eight units work, each on another graph. */
  private[figures] def loadedNanos(
      runs: AcceleratorRuns,
      software: SoftwareTimes,
      workload: String,
      direction: String,
      design: Design
  ): Option[Double] =
    runs.find(workload, direction, design, 8).map(r => r.nanos * software.scale(r))

  def page(runs: AcceleratorRuns, software: SoftwareTimes): Vector[String] =
    val measured = runs.workloads.filter(software.has)
    if measured.isEmpty then Vector.empty
    else
      val micro = measured.filterNot(_ == "media")
      val tables =
        for
          direction <- Vector(Out, In) if micro.nonEmpty
          title = if direction == Out then "Serialization" else "Deserialization"
        yield s"### $title\n\n${table(runs, software, micro, direction)}".trim
      Option.when(tables.nonEmpty)(explanation).toVector ++ tables ++
        Option.when(micro.nonEmpty)(AcceleratorBaselines.page(runs, software, micro)) ++ media(runs, software, measured)

  private val explanation =
    s"""## Beside software (Fig. 10)
       |
       |A unit at the clock of the simulation beside one thread of the machine that the [decoupled
       |format](decoupled-jdk17.md) was measured on, by JMH.
       |Software's graphs are larger, with the size in brackets. The unit's cycles are scaled by the bytes of the image.
       |*Loaded* is one of eight units that work at the same time. The columns `java`, `kryo`, `brine-decoupled` and
       |`brine` are software's time divided by the unit's; `brine` is the binary format. Deserialization compares
       |*objects with an image*: software makes objects, and the unit an image without addresses.
       |[What is compared](#what-is-compared) has software's intervals, images on both sides, and the work that the unit
       |leaves to software.""".stripMargin

  private val paper = Map(Out -> (26.5, 2.30), In -> (364.5, 52.3)) // over Java: Cereal, Kryo

  private def contenders(
      software: SoftwareTimes,
      workload: String,
      direction: String
  ): Vector[(String, Option[Double])] = Vector(
    "java" -> software.nanos(workload, SoftwareTimes.Java, direction),
    "kryo" -> software.kryo(workload, direction),
    "brine-decoupled" -> software.nanos(workload, SoftwareTimes.Decoupled, direction),
    "brine" -> software.nanos(workload, SoftwareTimes.Binary, direction)
  )

  private def table(
      runs: AcceleratorRuns,
      software: SoftwareTimes,
      workloads: Vector[String],
      direction: String
  ): String =
    def ratios(w: String, nanos: Option[Double]) =
      contenders(software, w, direction).map((_, time) => for t <- time; n <- nanos yield t / n)
    val rows =
      for w <- workloads; design <- Vector(AsDescribed, Wider); alone <- unitNanos(runs, software, w, direction, design)
      yield
        val loaded = loadedNanos(runs, software, w, direction, design)
        val name = s"$w${if design == Wider then ", wider" else software.measured(w).fold("")(full => s" ($full)")}"
        val all = ratios(w, Some(alone)) ++ ratios(w, loaded).take(2)
        (name, design, Labels.short(alone / 1e6), all)
    def mean(design: Design) =
      val columns = rows.filter(_._2 == design).map(_._4)
      columns.head.indices.map(i => geometricMean(columns.flatMap(_(i)))).map(v =>
        if v.isNaN then "" else Labels.short(v)
      )
    val means = Vector(AsDescribed, Wider).filter(d => rows.exists(_._2 == d)).map(d =>
      s"geometric mean${if d == Wider then ", wider" else ""}" +: "" +: mean(d)
    )
    val (cereal, kryo) = paper(direction)
    val theirs = Seq("the paper, mean", "", Labels.short(cereal), Labels.short(cereal / kryo), "", "", "", "")
    val cells = rows.map((name, _, time, all) => Seq(name, time) ++ all.map(_.fold("")(Labels.short)))
    Page.table(
      Seq("", "unit, ms", "java", "kryo", "brine-decoupled", "brine", "java, loaded", "kryo, loaded"),
      (cells ++ means) :+ theirs
    )

  // ---- Fig. 12

  private def media(runs: AcceleratorRuns, software: SoftwareTimes, measured: Vector[String]): Vector[String] =
    if !measured.contains("media") then Vector.empty
    else
      val rows =
        for
          direction <- Vector(Out, In); design <- Vector(AsDescribed, Wider);
          nanos <- unitNanos(runs, software, "media", direction, design)
        yield
          val all = contenders(software, "media", direction).filterNot(_._1 == "brine-decoupled").map((_, t) =>
            t.fold("")(x => Labels.short(x / nanos))
          )
          Seq(s"$direction${if design == Wider then ", wider" else ""}", Labels.plain(math.rint(nanos))) ++ all
      val objects = runs.find("media", Out, AsDescribed, 1).fold(0.0)(_.objects)
      Vector(s"""## The message of jvm-serializers (Fig. 12)
                |
                |One message, ${Labels.plain(objects)} objects: the time of a unit, from the request to its completion,
                |and software's time divided by it. The paper's accelerator is 43.4 times as fast as the mean of 88
                |libraries, and 15.1 times as fast as Kryo's fastest form. One small message shows the latency of
                |dependent reads, and nothing hides it. Software's times are those of [media](record-jdk17.md), where
                |one message is repeated and stays in the processor's caches.
                |
                |""".stripMargin + Page.table(Seq("", "unit, ns", "java", "kryo", "brine"), rows))
