package brine.json

import brine.json.samples.{SampleChoice, SampleChoices, SampleEvidence, SampleWalk, Sampled}
import brine.{Pickler, NotNull}
import JsonDialect.*

/** A dialect that sample documents of an interface show. [[JsonDialect.infer]] makes one.
  *
  * @param dialect        the options that the samples show; all others are those of [[JsonDialect.Default]]
  * @param source         the dialect as Scala, which needs `import brine.json.*` and `import brine.json.JsonDialect.*`
  * @param open           the options of which the type has a use, but the samples show no value, or several
  * @param contradictions the texts that contradict each other or the type, with their places; none if the dialect reads
  *   all texts
  */
final class JsonInference private (
    val dialect: JsonDialect,
    val source: String,
    val open: Seq[String],
    val contradictions: Seq[String]
):
  override def toString: String =
    (source +: (open.map("// open: " + _) ++ contradictions.map("// contradiction: " + _))).mkString("\n")

object JsonInference:
  private[json] def of[A](texts: Seq[String])(using pickler: Pickler[A]): JsonInference =
    val evidence = new SampleEvidence
    val walk = new SampleWalk(evidence)
    for (text, i) <- NotNull(texts, "texts").zipWithIndex do
      for json <- parsed(NotNull(text, s"text $i"), i, evidence) do walk.place(pickler.shape, json, Sampled(i, "$"))
    val choices = new SampleChoices(evidence, pickler.shape)
    val dialect = choices.all.foldLeft(JsonDialect.Default)((done, choice) => choice.change(done))
    new JsonInference(
      dialect,
      sourceOf(choices.all),
      choices.open,
      (evidence.contradictions.toSeq ++ choices.contradictions ++ unread(texts, dialect)).distinct
    )

  /** A text that is JSON for people only needs their dialect. */
  private def parsed(text: String, index: Int, evidence: SampleEvidence): Option[Json] =
    brine.PickleException.either(Json.parse(text)) match
      case Right(json) => Some(json)
      case Left(refusal) =>
        brine.PickleException.either(
          JsonFormat(JsonDialect.Default.copy(leniency = Leniency.Configuration)).read[Json](text)
        ) match
          case Right(json) =>
            evidence.leniency.add("Leniency.Configuration", Sampled(index, "$"))
            Some(json)
          case Left(_) =>
            evidence.contradictions += s"text $index is not JSON: ${refusal.getMessage}"
            None

  /** The proposal must read the samples from which it was made. */
  private def unread[A: Pickler](texts: Seq[String], dialect: JsonDialect): Seq[String] =
    val problems = JsonDialect.check[A](dialect)
    if problems.nonEmpty then problems
    else
      val format = JsonFormat(dialect)
      for (text, i) <- texts.zipWithIndex; e <- format.readEither[A](text).left.toOption
      yield s"text $i is not read: ${e.getMessage}"

  private def sourceOf(choices: Seq[SampleChoice]): String =
    if choices.isEmpty then "JsonDialect.Default"
    else choices.map(c => s"  ${c.option} = ${c.source}").mkString("JsonDialect.Default.copy(\n", ",\n", "\n)")
