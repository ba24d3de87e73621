package brine.checks.komanov

import java.nio.file.{Files, Path}
import java.time.Instant
import java.util.UUID
import scala.jdk.CollectionConverters.*
import brine.testkit.komanov.*
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

/** The benchmark's own data, out of the folder that `BRINE_DATA` names. */
final class KomanovData(folder: Path):
  private val mapper = new ObjectMapper

  def site(size: String): Site = site(mapper.readTree(Files.readString(folder.resolve(s"site_$size.json"))))

  def events(size: String): List[SiteEvent] =
    Files.readAllLines(folder.resolve(s"events_$size.jsonl")).asScala.toList.map(line =>
      event(mapper.readTree(line).get("event"))
    )

  extension (node: JsonNode)
    private def text(field: String): String = node.get(field).asText
    private def uuid(field: String): UUID = UUID.fromString(node.text(field))
    private def isTrue(field: String): Boolean = node.get(field).asBoolean
    private def time(field: String): Instant = Instant.ofEpochMilli(node.get(field).asLong)
    private def all[A](field: String)(read: JsonNode => A): Seq[A] = node.get(field).elements.asScala.map(read).toVector

  private def site(n: JsonNode): Site = Site(
    n.uuid("id"),
    n.uuid("ownerId"),
    n.get("revision").asLong,
    SiteType.valueOf(n.text("siteType")),
    n.all("flags")(f => SiteFlag.valueOf(f.asText)),
    n.text("name"),
    n.text("description"),
    n.all("domains")(d => Domain(d.text("name"), d.isTrue("primary"))),
    n.all("defaultMetaTags")(metaTag),
    n.all("pages")(page),
    n.all("entryPoints")(entryPoint),
    n.isTrue("published"),
    n.time("dateCreated"),
    n.time("dateUpdated")
  )

  private def metaTag(n: JsonNode) = MetaTag(n.text("name"), n.text("value"))
  private def page(n: JsonNode) =
    Page(n.text("name"), n.text("path"), n.all("metaTags")(metaTag), n.all("components")(component))

  private def component(n: JsonNode) = PageComponent(
    n.uuid("id"),
    PageComponentType.valueOf(n.text("componentType")),
    data(n.get("data")),
    Option(n.get("position")).filterNot(_.isNull).map(position),
    n.time("dateCreated"),
    n.time("dateUpdated")
  )

  private def position(n: JsonNode) = PageComponentPosition(n.get("x").asInt, n.get("y").asInt)

  private def data(n: JsonNode): PageComponentData = n.text("type") match
    case "TextComponentData"   => TextComponentData(n.text("text"))
    case "ButtonComponentData" => ButtonComponentData(n.text("name"), n.text("text"), n.uuid("action"))
    case "BlogComponentData"   => BlogComponentData(n.text("name"), n.isTrue("rss"), n.isTrue("tags"))

  private def entryPoint(n: JsonNode): EntryPoint = n.text("type") match
    case "DomainEntryPoint" => DomainEntryPoint(n.text("domain"), n.isTrue("primary"))
    case "FreeEntryPoint"   => FreeEntryPoint(n.text("userName"), n.text("siteName"), n.isTrue("primary"))

  private def event(n: JsonNode): SiteEvent = n.text("type") match
    case "SiteCreated"         => SiteCreated(n.uuid("id"), n.uuid("ownerId"), SiteType.valueOf(n.text("siteType")))
    case "SiteRevisionSet"     => SiteRevisionSet(n.get("revision").asLong)
    case "SiteNameSet"         => SiteNameSet(n.text("name"))
    case "SiteDescriptionSet"  => SiteDescriptionSet(n.text("description"))
    case "SitePublished"       => SitePublished()
    case "SiteFlagAdded"       => SiteFlagAdded(SiteFlag.valueOf(n.text("siteFlag")))
    case "DefaultMetaTagAdded" => DefaultMetaTagAdded(n.text("name"), n.text("value"))
    case "PageAdded"           => PageAdded(n.text("path"))
    case "PageNameSet"         => PageNameSet(n.text("path"), n.text("name"))
    case "PageComponentAdded" =>
      PageComponentAdded(n.text("pagePath"), n.uuid("id"), PageComponentType.valueOf(n.text("componentType")))
    case "PageComponentPositionReset" => PageComponentPositionReset(n.uuid("id"))
    case "PageComponentPositionSet"   => PageComponentPositionSet(n.uuid("id"), position(n.get("position")))
    case "TextComponentDataSet"       => TextComponentDataSet(n.uuid("id"), n.text("text"))
    case "ButtonComponentDataSet" =>
      ButtonComponentDataSet(n.uuid("id"), n.text("name"), n.text("text"), n.uuid("action"))
    case "BlogComponentDataSet" => BlogComponentDataSet(n.uuid("id"), n.text("name"), n.isTrue("rss"), n.isTrue("tags"))
    case "FreeEntryPointAdded"  => FreeEntryPointAdded(n.text("userName"), n.text("siteName"))
    case "DomainEntryPointAdded" => DomainEntryPointAdded(n.text("domain"))
    case "PrimaryEntryPointSet"  => PrimaryEntryPointSet(n.text("lookupKey"))
    case "DomainAdded"           => DomainAdded(n.text("name"))
    case "PrimaryDomainSet"      => PrimaryDomainSet(n.text("name"))
    case "PageMetaTagAdded"      => PageMetaTagAdded(n.text("path"), n.text("name"), n.text("value"))
