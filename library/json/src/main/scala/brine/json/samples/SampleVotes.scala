package brine.json.samples

import brine.json.dialects.JsonDialect

/** A place in a sample. */
private[json] final case class Sampled(text: Int, path: String):
  def /(step: String): Sampled = Sampled(text, path + step)
  override def toString: String = s"text $text, $path"

/** One option of a proposal. */
private[json] final case class SampleChoice(option: String, source: String, change: JsonDialect => JsonDialect)

/** The values that samples show of one option, with the first place of each. */
private[json] final class SampleVotes:
  private val all = scala.collection.mutable.LinkedHashMap.empty[String, Sampled]

  def add(value: String, place: Sampled): Unit = { val ignored = all.getOrElseUpdate(value, place) }
  def has(value: String): Boolean = all.contains(value)
  def isEmpty: Boolean = all.isEmpty
  def values: Seq[String] = all.keys.toSeq
  def only(value: String): Boolean = all.size == 1 && has(value)
  def shown: String = all.map((value, place) => s"$value ($place)").mkString(" and ")

/** Alternatives of one option that each sample narrows down. */
private[json] final class SampleCandidates:
  private var left: Option[Seq[String]] = None
  private var last: Sampled = Sampled(0, "$")
  private var conflict: Option[String] = None

  def narrow(here: Seq[String], place: Sampled): Unit =
    val both = left.fold(here)(_.filter(here.contains))
    if both.isEmpty && conflict.isEmpty then
      conflict = Some(
        s"$place shows ${if here.isEmpty then "no form that is known" else here.mkString(" or ")}, $last shows " +
          s"${left.getOrElse(Nil).mkString(" or ")}"
      )
    else if both.nonEmpty then
      left = Some(both)
      last = place

  def values: Seq[String] = left.getOrElse(Nil)
  def contradiction: Option[String] = conflict
