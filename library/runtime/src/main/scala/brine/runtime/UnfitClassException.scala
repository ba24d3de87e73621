package brine.runtime

import java.lang.reflect.Type
import brine.PickleException
import brine.model.Problem
import brine.runtime.classes.RuntimeNames

/** A class that no runtime pickler can be made for, with all obstacles: each cause once, with the places where it was
  * met.
  */
final class UnfitClassException private[runtime] (
    message: String,
    val causes: Seq[UnfitClassException.Cause],
    cause: Throwable | Null = null
) extends IllegalArgumentException(message, cause)

object UnfitClassException:
  /** The reason why objects of a class cannot be pickled, and the cure.
    *
    * @param places where the class was met, such as `Order.customer`; empty if it is the requested class
    */
  final case class Cause(text: String, places: Seq[String]):
    override def toString: String = if places.isEmpty then text else s"$text (at ${at(places)})"

  private final val MostPlaces = 3

  private[runtime] def of(survey: TypeScan): UnfitClassException =
    val found = survey.problems.map(p => (text(p, survey.reader), p.where)).groupMap(_._1)(_._2)
    val others = survey.problems.map(text(_, survey.reader)).distinct.map(cause => Cause(cause, found(cause).distinct))
    val missing = survey.missing.map((c, places) => notAllowed(c).copy(places = places))
    val lines = listMissing(survey.missing) ++ others.map(c => s"  ${c.text} (at ${at(c.places)}).")
    new UnfitClassException((s"no runtime pickler for ${survey.shown}:" +: lines).mkString("\n"), missing ++ others)

  /** The exception for a class with one cause. */
  private[runtime] def because(why: String, cause: Throwable | Null = null): UnfitClassException =
    new UnfitClassException(why, Seq(Cause(why, Nil)), cause)

  private[runtime] def notAllowed(c: Class[?]): Cause =
    Cause(
      s"${RuntimeNames.shown(c)} is not on the list of classes that may be pickled at run time. Add " +
        s"`classOf[${reference(c)}]` to it",
      Nil
    )

  /** Those of an open place's refusal. */
  private[runtime] def causesOf(of: Type, e: PickleException): Seq[Cause] = e.getCause match
    case unfit: UnfitClassException => unfit.causes
    case _                          => Seq(Cause(e.reason, Nil))

  private def text(problem: Problem, reader: ReadClass): String = problem match
    case Problem.HiddenState(_, name, _) =>
      val why = reader.refusal(name.takeWhile(_ != '[')).getOrElse("its fields cannot be reached")
      s"$name cannot be split into fields: $why"
    case other => other.text

  private def listMissing(all: Seq[(Class[?], Seq[String])]): Seq[String] =
    if all.isEmpty then Nil
    else
      val rows = all.map((c, places) => s"    ${RuntimeNames.shown(c)}, at ${at(places)}")
      val classes = all.map((c, _) => s"classOf[${reference(c)}]").mkString(", ")
      "  not on the list of classes that may be pickled at run time:" +: rows :+ s"  Add them to it: $classes."

  /** As Scala writes it, with wildcards for type arguments. */
  private def reference(c: Class[?]): String =
    RuntimeNames.shown(c) + (if c.getTypeParameters.isEmpty then ""
                             else c.getTypeParameters.map(_ => "?").mkString("[", ", ", "]"))

  private def at(places: Seq[String]): String =
    if places.length <= MostPlaces + 1 then places.mkString(", ")
    else places.take(MostPlaces).mkString("", ", ", s" and ${places.length - MostPlaces} more places")
