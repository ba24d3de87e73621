package brine.checks.komanov

import java.time.Instant
import java.util.UUID
import brine.testkit.komanov.*
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.node.JsonNodeFactory

/** The benchmark's JSON, as [[KomanovData]] reads it, to the byte. Compact, fields as they are declared, a leaf class's
  * name first.
  */
object KomanovJson:
  private val mapper = new ObjectMapper
  private val nodes = JsonNodeFactory.instance

  def bytes(value: Site | SiteEvent): Array[Byte] = mapper.writeValueAsBytes(node(value))

  private def node(value: Any): JsonNode = value match
    case text: String            => nodes.textNode(text)
    case flag: Boolean           => nodes.booleanNode(flag)
    case number: Int             => nodes.numberNode(number)
    case number: Long            => nodes.numberNode(number)
    case id: UUID                => nodes.textNode(id.toString)
    case time: Instant           => nodes.numberNode(time.toEpochMilli)
    case None                    => nodes.nullNode
    case Some(present)           => node(present)
    case all: Seq[?]             => all.foldLeft(nodes.arrayNode)((array, element) => array.add(node(element)))
    case one: scala.reflect.Enum => nodes.textNode(one.toString)
    case parts: Product          => objectOf(parts)

  private def objectOf(parts: Product): JsonNode =
    val made = nodes.objectNode
    parts match
      case leaf: (PageComponentData | EntryPoint | SiteEvent) => made.put("type", leaf.productPrefix)
      case _                                                  => ()
    for (name, field) <- parts.productElementNames.zip(parts.productIterator) do made.set[JsonNode](name, node(field))
    made
