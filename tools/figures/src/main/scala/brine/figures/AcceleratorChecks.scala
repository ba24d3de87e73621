package brine.figures

import java.nio.file.Path

/** Runs of the model checker and of the fuzzer, as `./dev accel prove` and `./dev accel fuzz` keep them. */
private[figures] object AcceleratorChecks:
  def in(folder: Path): Option[String] =
    val proofs = Figures.readAll(folder, "accel-proofs").lastOption.map { figures =>
      val rows = figures.rows.map { r =>
        val violated = r.path("violatedIn").asInt
        Seq(
          r.path("block").asText,
          Labels.plain(r.path("cycles").asDouble),
          if violated < 0 then "no violation" else s"violated in cycle $violated",
          if r.path("isBroken").asInt == 1 then "an error that it had, to be found" else ""
        )
      }
      AcceleratorPage.about(figures, "Proofs") + "\n\n" +
        Page.table(Seq("block", "cycles from the reset", "found", ""), rows)
    }
    val fuzz = Figures.readAll(folder, "accel-fuzz").lastOption.map { figures =>
      val rows = figures.rows.map { r =>
        Seq(r.path("direction").asText, r.path("status").asText, Labels.plain(r.path("count").asDouble))
      }
      AcceleratorPage.about(figures, "Random streams and requests") +
        """
          |
          |Each end agreed with the models of the format: `ok` exactly where software accepts, and no byte outside the
          |areas. No request went without an answer.
          |
          |""".stripMargin + Page.table(Seq("", "status", "requests"), rows)
    }
    val all = Vector(proofs, fuzz).flatten
    Option.when(all.nonEmpty)(all.map(_.trim).mkString("\n\n"))
