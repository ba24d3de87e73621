package brine.figures

/** What the accelerator's speedups compare: software's intervals, images on both sides, and the work that is left. */
private[figures] object AcceleratorBaselines:
  import AcceleratorRuns.*

  def page(runs: AcceleratorRuns, software: SoftwareTimes, workloads: Vector[String]): String =
    (Vector(explanation + intervals(software, workloads)) ++ images(runs, software, workloads) :+ leftOut)
      .map(_.trim).mkString("\n\n")

  private val explanation =
    """### What is compared
      |
      |Software's times in milliseconds, with the interval of the mean at 99 %, by [JMH](decoupled-jdk17.md). A wide
      |interval means that the iterations were too short for the operation. `./dev bench decoupled -f 2 -wi 3 -w 4s -i
      |4 -r 4s` has iterations that hold several operations of a second.
      |
      |""".stripMargin

  private val contenders = Vector(SoftwareTimes.Java, SoftwareTimes.Kryo, SoftwareTimes.Decoupled, SoftwareTimes.Binary)

  private def intervals(software: SoftwareTimes, workloads: Vector[String]): String =
    val rows =
      for w <- workloads; direction <- Vector(Out, In)
      yield s"$w, $direction" +: contenders.map(c => software.measurement(w, c, direction).fold("")(text))
    Page.table("" +: contenders, rows)

  private def text(m: Measurement): String =
    def millis(micros: Double) = Labels.short(micros / 1000)
    val (low, high) = m.interval
    s"${millis(m.mean)} (${millis(low)} to ${millis(high)})"

  private def images(runs: AcceleratorRuns, software: SoftwareTimes, workloads: Vector[String]): Option[String] =
    val rows =
      for
        w <- workloads; image <- software.image(w, "image-one");
        nanos <- AcceleratorSpeedUps.unitNanos(runs, software, w, In, AsDescribed)
      yield
        def times(m: Option[Measurement]) = m.fold("")(x => Labels.short(x.mean * 1000 / nanos))
        Seq(
          s"$w (${software.measured(w).get})",
          Labels.short(nanos / 1e6),
          text(image),
          times(Some(image)),
          times(software.image(w, "image-two")),
          times(software.image(w, "unpack")),
          times(software.measurement(w, SoftwareTimes.Decoupled, In))
        )
    Option.when(rows.nonEmpty)("""
                                 |Images on both sides, for the graphs whose images were measured. `image-one` is
                                 |`DecoupledFormat.image` in one thread with all checks, `image-two` the same in two
                                 |threads, and `unpack` the kernels alone. Beside them is the ratio of the table above,
                                 |whose software makes objects.
                                 |
                                 |""".stripMargin + Page.table(
      Seq("", "unit, ms", "image-one, ms", "image-one", "image-two", "unpack", "objects, brine-decoupled"),
      rows
    ))

  private val leftOut =
    """Software's times include work that the unit does not do:
      |
      || work | software, objects | software, image-one | unit |
      ||---|---|---|---|
      || the pickle's head: magic, sizes, sections | yes | yes | no, the host |
      || tables of classes: names to class numbers | yes | yes | no, the host registers classes ahead |
      || checksums (CRC) | yes | yes | no |
      || counts, end bits and sizes agree (checks 1 and 2) | yes | yes | yes |
      || every reference leads into the image | yes | yes | yes |
      || a reference leads to the beginning of an object (check 3) | yes | yes | no |
      || slots, lengths and references are those of the object's class (check 4) | yes | yes | no |
      || objects are in their order, and a reference leads to each (check 5) | yes | no | no |
      || the class of each object is one that its place allows (check 6) | yes | no | no |
      || allocation of the image or the objects | yes | yes | no, the host |
      || objects of the language with their fields | yes | no | no |
      || addresses for references, klass pointers for class numbers | yes | no | for use |
      |
      |An image from an untrusted writer therefore takes software's pass of verification as well
      |([Trust](../accel/README.md#trust)).""".stripMargin
