package brine.json.samples

import brine.json.dialects.NameStyle
import scala.collection.mutable

/** Finds the style of names from pairs of a program's name and a sample's. */
private[json] final class SampleNames(what: String):
  import SampleNames.*

  private val seen = mutable.LinkedHashMap.empty[(String, String), Sampled]

  def add(own: String, text: String, place: Sampled): Unit = { val ignored = seen.getOrElseUpdate((own, text), place) }

  /** Pairs that some style tells from another. */
  private def telling: Seq[(String, String)] =
    seen.keys.toSeq.filter((own, text) => !styles.forall((_, style) => style(own) == text))

  def isShown: Boolean = telling.nonEmpty

  /** The styles that explain all samples; the program's own names go first. */
  def fitting: Seq[(String, NameStyle)] =
    styles.filter((_, style) => seen.keys.forall((own, text) => style(own) == text))

  def contradictions: Seq[String] =
    for (own, pairs) <- seen.keys.toSeq.groupBy(_._1).toSeq.sortBy(_._1) if pairs.length > 1
    yield s"$what $own has the names ${pairs.map((_, text) => s"'$text' (${seen((own, text))})").mkString(" and ")}"

  /** The source of the style, and the style; none for the program's own names. */
  def choice: Option[(String, NameStyle)] =
    if !isShown then None
    else
      fitting.headOption match
        case Some(("NameStyle.AsIs", _)) => None
        case Some(style)                 => Some(style)
        case None =>
          val (source, base) = styles.maxBy((_, style) => telling.count((own, text) => style(own) == text))
          val others = seen.keys.toSeq.filter((own, text) => base(own) != text).toMap
          val pairs = others.toSeq.sorted.map((own, text) =>
            s"${ScalaText.quoted(own)} -> ${ScalaText.quoted(text)}"
          ).mkString(", ")
          Some((
            s"NameStyle.mapped(Map($pairs)${if source == "NameStyle.AsIs" then "" else s", $source"})",
            NameStyle.mapped(others, base)
          ))

private[json] object SampleNames:
  val styles: Seq[(String, NameStyle)] = Seq(
    "NameStyle.AsIs" -> NameStyle.AsIs,
    "NameStyle.SnakeCase" -> NameStyle.SnakeCase,
    "NameStyle.CamelCase" -> NameStyle.CamelCase,
    "NameStyle.KebabCase" -> NameStyle.KebabCase,
    "NameStyle.PascalCase" -> NameStyle.PascalCase,
    "NameStyle.ScreamingSnakeCase" -> NameStyle.ScreamingSnakeCase
  )

  /** Returns true if a sample's name is the program's, apart from case and signs. */
  def isAlike(own: String, text: String): Boolean =
    own == text || letters(own) == letters(text) && letters(own).nonEmpty

  private def letters(name: String): String = name.filter(_.isLetterOrDigit).toLowerCase(java.util.Locale.ROOT)

private[json] object ScalaText:
  /** A string literal. */
  def quoted(text: String): String =
    text.flatMap {
      case '"'                     => "\\\""
      case '\\'                    => "\\\\"
      case c if c < ' ' || c > '~' => f"\\u${c.toInt}%04x"
      case c                       => c.toString
    }.mkString("\"", "", "\"")

  /** A class by its full name: `classOf[org.example.Order.Id]`. */
  def classOf(name: String): String = s"classOf[${name.replace("$.", ".").replace('$', '.').stripSuffix(".")}]"
