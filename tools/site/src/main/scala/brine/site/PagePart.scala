package brine.site

import scala.jdk.CollectionConverters.*
import org.jsoup.nodes.Element

/** A heading, code block, table row, list item or paragraph of a page, as text. */
final case class PagePart(kind: String, text: String)

object PagePart:
  def of(page: Element): List[PagePart] =
    page.select("h1, h2, h3, h4, h5, h6, pre, tr, li, p").asScala.toList.map { element =>
      val text = if element.tagName == "pre" then element.wholeText.stripTrailing else element.text
      PagePart(element.tagName, text)
    }
