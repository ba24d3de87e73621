package brine.figures

import com.fasterxml.jackson.databind.JsonNode
import java.nio.file.Path

/** Images that are ready for use, and both kinds of units at once. */
private[figures] object AcceleratorUse:
  import AcceleratorRuns.*

  /** Addresses and klass pointers beside images without them, and four remembered classes beside one. */
  def page(runs: AcceleratorRuns): Option[String] =
    val rows =
      for
        w <- runs.workloads; design <- Vector(AsDescribed, Wider);
        plain <- runs.find(w, In, design, 1); four <- runs.find(w, In, design, 1, forUse = true)
      yield
        def more(run: Option[Run], than: Option[Run]) =
          (for r <- run; t <- than yield signed(100 * (r.cycles / t.cycles - 1))).getOrElse("")
        def of(units: Int, remembered: Int) =
          runs.find(w, In, design, units, forUse = true, remembered = remembered)
        Seq(
          s"$w${if design == Wider then ", wider" else ""}",
          Labels.short(plain.cyclesAnObject),
          Labels.short(four.cyclesAnObject),
          more(Some(four), Some(plain)),
          of(1, 1).fold("")(r => Labels.short(r.cyclesAnObject)),
          more(of(1, 1), Some(plain)),
          more(of(8, 4), runs.find(w, In, design, 8)),
          more(of(8, 1), runs.find(w, In, design, 8))
        )
    Option.when(rows.nonEmpty)(s"""## Addresses and klass pointers
                                  |
                                  |Deserialization for use: references become addresses, and class numbers klass
                                  |pointers. A reconstructor looks a class up in the Class ID Table, which all units
                                  |share, and remembers the last *four* classes by default. Numbers are cycles an
                                  |object, and the change against an image without addresses.
                                  |
                                  |""".stripMargin + Page.table(
      Seq(
        "",
        "without",
        "for use, four",
        "",
        "for use, one",
        "",
        "eight units, four",
        "eight units, one"
      ),
      rows
    ))

  private def signed(percent: Double): String =
    (if percent >= 0 then "+" else "−") + Labels.short(math.abs(percent)) + " %"

  /** Eight units of each kind at once. */
  def mixed(folder: Path, runs: AcceleratorRuns): Option[String] =
    Figures.readAll(folder, "accel-mixed").lastOption.filter(_.rows.nonEmpty).map { figures =>
      val rows = figures.rows.map { r =>
        val w = r.path("workload").asText
        val mixed = new Run(r)
        val rebuilt = r.path("rebuilt").asDouble * mixed.imageBytes / mixed.nanos
        def beside(own: Double, direction: String) =
          runs.find(w, direction, AsDescribed, 8).fold(Seq("", ""))(alone =>
            Seq(Labels.short(alone.gigabytes), AcceleratorPage.percent(own / alone.gigabytes))
          )
        Seq(w, Labels.short(mixed.gigabytes)) ++ beside(mixed.gigabytes, Out) ++ Seq(Labels.short(rebuilt)) ++
          beside(rebuilt, In) ++ Seq(AcceleratorPage.percent(mixed.bandwidth), Labels.short(mixed.latency))
      }
      AcceleratorPage.about(figures, "Both kinds at once") +
        """
          |
          |Eight serialization units and eight deserialization units work at the same time, in the design as described.
          |Each serialization unit has one graph. Deserializations of the same graph follow each other until the last
          |serialization ends, and one that has not ended by then is not counted. GB are those of images; *alone* is
          |eight units of one kind.
          |
          |""".stripMargin + Page.table(
          Seq(
            "",
            "out, GB/s",
            "alone",
            "share",
            "in, GB/s",
            "alone",
            "share",
            "memory bandwidth",
            "read latency, ns"
          ),
          rows
        )
    }
