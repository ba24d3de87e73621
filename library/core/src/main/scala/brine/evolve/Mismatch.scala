package brine.evolve

import brine.PickleException
import brine.plan.Plan
import brine.shape.Shape

/** The reason why a value of one shape cannot be read as another: the place, the shape written, the shape expected,
  * and a cure.
  */
private[evolve] final case class Mismatch(path: String, written: String, expected: String, cure: String):
  def text: String = s"$path: expected $expected, found $written; $cure"

/** All of one resolution: the first of them, and how many there are. A shape from outside can have any number of them.
  */
private[evolve] final class Mismatches:
  private val first = scala.collection.mutable.ArrayBuffer.empty[Mismatch]
  private var more = 0

  def add(mismatch: => Mismatch): Unit = if first.length < Mismatches.Most then first += mismatch else more += 1

  /** @throws PickleException.IncompatibleShape if there are any */
  def refuse(writer: Shape, reader: Plan): Unit =
    if first.nonEmpty then
      val reasons = first.map(_.text).toSeq ++ Option.when(more > 0)(s"and $more more places")
      throw new PickleException.IncompatibleShape(reasons, writer.describe, reader.shape.describe)

private object Mismatches:
  private final val Most = 100

private[evolve] object Mismatch:
  val Cure = "keep the old type, or give the new field another name and a default"

  /** Returns the cure for a field that the data do not have. If fields have been removed, one of them may be the
    * former field: a default would lose its data.
    *
    * @param gone names of the fields that were written and are not there any more
    */
  def absent(writer: Shape, gone: Seq[String]): String =
    val names = gone.take(MostNames).map(n => s"'${PickleException.quote(n)}'")
    val former = names.mkString(" or ") + (if gone.length > MostNames then ", …" else "")
    val renamed = if gone.isEmpty then "" else s"if its name was $former, add `@alias`, which keeps those data; else "
    s"${renamed}give it a default argument or @ifAbsent, or make it an Option: pickles of ${writer.describe} have no " +
      "such field"

  def hidden(name: String): String =
    s"one shape has two fields '$name', of a class and of its superclass, and the other shape has one, which may be " +
      "either. " +
      "Keep both fields, or give one of them another name and release that first"

  private final val MostNames = 5
