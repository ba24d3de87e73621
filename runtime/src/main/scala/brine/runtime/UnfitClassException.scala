package brine.runtime

import brine.derive.Problem

/** A class that no runtime pickler can be made for, with everything that stands in the way: each cause once, with the places
  * where it was met.
  */
final class UnfitClassException private[runtime] (message: String, cause: Throwable | Null = null)
    extends IllegalArgumentException(message, cause)

object UnfitClassException:
  private final val MostPlaces = 3

  private[runtime] def of(survey: Survey): UnfitClassException =
    val causes = survey.problems.map(p => (text(p, survey.reader), p.where)).groupMap(_._1)(_._2)
    val lines = survey.problems.map(text(_, survey.reader)).distinct.map(cause => s"  $cause (at ${at(causes(cause).distinct)}).")
    new UnfitClassException((s"no runtime pickler for ${survey.shown}:" +: (missing(survey) ++ lines)).mkString("\n"))

  private def text(problem: Problem, reader: ReadClass): String = problem match
    case Problem.HiddenState(_, name) =>
      s"$name cannot be split into fields: ${reader.refusal(name.takeWhile(_ != '[')).getOrElse("its fields cannot be reached")}"
    case other => other.text

  private def missing(survey: Survey): Seq[String] =
    val all = survey.missing
    if all.isEmpty then Nil
    else
      val rows = all.map((c, places) => s"    ${RuntimeNames.shown(c)}, at ${at(places)}")
      val classes = all.map((c, _) => s"classOf[${reference(c)}]").mkString(", ")
      "  not on the list of classes that may be pickled at run time:" +: rows :+ s"  Add them to it: $classes."

  /** As Scala writes it, with wildcards for type arguments. */
  private def reference(c: Class[?]): String =
    RuntimeNames.shown(c) + (if c.getTypeParameters.isEmpty then "" else c.getTypeParameters.map(_ => "?").mkString("[", ", ", "]"))

  private def at(places: Seq[String]): String =
    if places.length <= MostPlaces + 1 then places.mkString(", ")
    else places.take(MostPlaces).mkString("", ", ", s" and ${places.length - MostPlaces} more places")
