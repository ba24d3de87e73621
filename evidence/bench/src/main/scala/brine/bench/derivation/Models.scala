package brine.bench.derivation

/** The texts of [[Mix]]. Times are longs and identifiers strings where a library has no codec for the original's class.
  */
private object Models:
  /** The fields take their types in turn. Each class has the one before it as a field, and pairs among its fields. */
  val made: String =
    def fields(count: Int, previous: String): String =
      val types = List("Int", "Long", "Double", "Boolean", "String", "Option[Int]", "List[String]", "Vector[Int]") ++
        List("Map[String, Int]", "(Int, String)", previous)
      List.tabulate(count)(i => s"field$i: ${types((i + count) % types.length)}").mkString(", ")
    val records = List.tabulate(50) { i =>
      s"final case class Record$i(${fields(10, if i == 0 then "Long" else s"Record${i - 1}")}) {record}"
    }
    val leaves = List.tabulate(200)(i => s"final case class Leaf$i(number: Int, name: String) extends Family")
    val wide = s"final case class Wide(${fields(100, "Record49")}) {record, top}"
    (records ++ (wide :: "sealed trait Family {family, top}" :: leaves)).mkString("", "\n", "\n")

  extension (classes: String)
    /** Without margins, and each class on one line, as the marks of [[Mix]] need it: a comma at the end of a line
      * continues the class on the next.
      */
    private def joined: String = classes.stripMargin.replaceAll(",\n +", ", ")

  val media: String =
    """final case class MediaContent(media: Media, images: List[Image]) {record, top}
      |final case class Media(uri: String, title: Option[String], width: Int, height: Int, format: String,
      |    duration: Long, size: Long, bitrate: Option[Int], persons: List[String], player: Player,
      |    copyright: Option[String]) {record}
      |final case class Image(uri: String, title: Option[String], width: Int, height: Int, size: Size) {record}
      |enum Player {family}:
      |  case Java, Flash
      |enum Size {family}:
      |  case Small, Large
      |""".joined

  private val siteParts: String =
    """enum SiteType {family}:
      |  case Flash, Silverlight, Html5
      |enum SiteFlag {family}:
      |  case Free, Premium
      |enum ComponentType {family}:
      |  case Text, Button, Blog
      |final case class Position(x: Int, y: Int) {record}
      |""".stripMargin

  val site: String = siteParts +
    """final case class Site(id: String, ownerId: String, revision: Long, siteType: SiteType, flags: Seq[SiteFlag],
      |    name: String, description: String, domains: Seq[Domain], defaultMetaTags: Seq[MetaTag], pages: Seq[Page],
      |    entryPoints: Seq[EntryPoint], published: Boolean, dateCreated: Long, dateUpdated: Long) {record, top}
      |final case class Domain(name: String, primary: Boolean) {record}
      |final case class MetaTag(name: String, value: String) {record}
      |final case class Page(name: String, path: String, metaTags: Seq[MetaTag], components: Seq[Component]) {record}
      |final case class Component(id: String, componentType: ComponentType, data: ComponentData,
      |    position: Option[Position], dateCreated: Long, dateUpdated: Long) {record}
      |sealed trait ComponentData {family}
      |final case class TextData(text: String) extends ComponentData
      |final case class ButtonData(name: String, text: String, action: String) extends ComponentData
      |final case class BlogData(name: String, rss: Boolean, tags: Boolean) extends ComponentData
      |sealed trait EntryPoint {family}
      |final case class DomainEntryPoint(domain: String, primary: Boolean) extends EntryPoint
      |final case class FreeEntryPoint(userName: String, siteName: String, primary: Boolean) extends EntryPoint
      |""".joined

  val events: String = siteParts +
    """sealed trait SiteEvent {family, top}
      |final case class SiteCreated(id: String, ownerId: String, siteType: SiteType) extends SiteEvent
      |final case class SiteNameSet(name: String) extends SiteEvent
      |final case class SiteDescriptionSet(description: String) extends SiteEvent
      |final case class SiteRevisionSet(revision: Long) extends SiteEvent
      |final case class SitePublished() extends SiteEvent
      |final case class SiteUnpublished() extends SiteEvent
      |final case class SiteFlagAdded(siteFlag: SiteFlag) extends SiteEvent
      |final case class SiteFlagRemoved(siteFlag: SiteFlag) extends SiteEvent
      |final case class DomainAdded(name: String) extends SiteEvent
      |final case class DomainRemoved(name: String) extends SiteEvent
      |final case class PrimaryDomainSet(name: String) extends SiteEvent
      |final case class DefaultMetaTagAdded(name: String, value: String) extends SiteEvent
      |final case class DefaultMetaTagRemoved(name: String) extends SiteEvent
      |final case class PageAdded(path: String) extends SiteEvent
      |final case class PageRemoved(path: String) extends SiteEvent
      |final case class PageNameSet(path: String, name: String) extends SiteEvent
      |final case class PageMetaTagAdded(path: String, name: String, value: String) extends SiteEvent
      |final case class PageMetaTagRemoved(path: String, name: String) extends SiteEvent
      |final case class ComponentAdded(pagePath: String, id: String, componentType: ComponentType) extends SiteEvent
      |final case class ComponentRemoved(pagePath: String, id: String) extends SiteEvent
      |final case class PositionSet(id: String, position: Position) extends SiteEvent
      |final case class PositionReset(id: String) extends SiteEvent
      |final case class TextDataSet(id: String, text: String) extends SiteEvent
      |final case class ButtonDataSet(id: String, name: String, text: String, action: String) extends SiteEvent
      |final case class BlogDataSet(id: String, name: String, rss: Boolean, tags: Boolean) extends SiteEvent
      |final case class DomainEntryPointAdded(domain: String) extends SiteEvent
      |final case class FreeEntryPointAdded(userName: String, siteName: String) extends SiteEvent
      |final case class EntryPointRemoved(lookupKey: String) extends SiteEvent
      |final case class PrimaryEntryPointSet(lookupKey: String) extends SiteEvent
      |""".stripMargin

  val sample: String =
    """final case class Sample(intValue: Int, longValue: Long, floatValue: Float, doubleValue: Double,
      |    shortValue: Short, charValue: Char, booleanValue: Boolean, intBoxed: Option[Int], longBoxed: Option[Long],
      |    floatBoxed: Option[Float], doubleBoxed: Option[Double], shortBoxed: Option[Short], charBoxed: Option[Char],
      |    booleanBoxed: Option[Boolean], ints: Array[Int], longs: Array[Long], floats: Array[Float],
      |    doubles: Array[Double], shorts: Array[Short], booleans: Array[Boolean], string: String,
      |    sample: Option[Sample]) {record, top}
      |""".joined

  val places: String =
    """sealed trait Geometry {family}
      |final case class Point(coordinates: (Double, Double)) extends Geometry
      |final case class MultiPoint(coordinates: Vector[(Double, Double)]) extends Geometry
      |final case class LineString(coordinates: Vector[(Double, Double)]) extends Geometry
      |final case class MultiLineString(coordinates: Vector[Vector[(Double, Double)]]) extends Geometry
      |final case class Polygon(coordinates: Vector[Vector[(Double, Double)]]) extends Geometry
      |final case class MultiPolygon(coordinates: Vector[Vector[Vector[(Double, Double)]]]) extends Geometry
      |final case class GeometryCollection(geometries: Vector[Geometry]) extends Geometry
      |final case class Feature(id: Option[String], properties: Map[String, String], geometry: Geometry,
      |    bbox: Option[(Double, Double, Double, Double)]) {record}
      |final case class FeatureCollection(features: Vector[Feature],
      |    bbox: Option[(Double, Double, Double, Double)]) {record, top}
      |""".joined

  val api: String =
    """final case class Document(openapi: String, info: Info, servers: List[Server], paths: Map[String, Path],
      |    components: Option[Components], security: List[Map[String, List[String]]], tags: List[Tag],
      |    externalDocs: Option[Documentation]) {record, top}
      |final case class Info(title: String, summary: Option[String], description: Option[String],
      |    termsOfService: Option[String], contact: Option[Contact], license: Option[License], version: String) {record}
      |final case class Contact(name: Option[String], url: Option[String], email: Option[String]) {record}
      |final case class License(name: String, identifier: Option[String], url: Option[String]) {record}
      |final case class Server(url: String, description: Option[String], variables: Map[String, Variable]) {record}
      |final case class Variable(choices: List[String], default: String, description: Option[String]) {record}
      |final case class Tag(name: String, description: Option[String], externalDocs: Option[Documentation]) {record}
      |final case class Documentation(description: Option[String], url: String) {record}
      |final case class Path(summary: Option[String], description: Option[String], get: Option[Operation],
      |    put: Option[Operation], post: Option[Operation], delete: Option[Operation], patch: Option[Operation],
      |    servers: List[Server], parameters: List[Parameter]) {record}
      |final case class Operation(tags: List[String], summary: Option[String], description: Option[String],
      |    operationId: Option[String], parameters: List[Parameter], requestBody: Option[Body],
      |    responses: Map[String, Response], deprecated: Option[Boolean]) {record}
      |final case class Parameter(name: String, in: String, description: Option[String], required: Option[Boolean],
      |    deprecated: Option[Boolean], style: Option[String], explode: Option[Boolean], schema: Option[Schema],
      |    example: Option[String]) {record}
      |final case class Body(description: Option[String], content: Map[String, MediaType],
      |    required: Option[Boolean]) {record}
      |final case class Response(description: String, headers: Map[String, Parameter],
      |    content: Map[String, MediaType]) {record}
      |final case class MediaType(schema: Option[Schema], example: Option[String]) {record}
      |final case class Components(schemas: Map[String, Schema], responses: Map[String, Response],
      |    parameters: Map[String, Parameter], bodies: Map[String, Body]) {record}
      |final case class Schema(kind: Option[String], format: Option[String], title: Option[String],
      |    description: Option[String], properties: Map[String, Schema], items: Option[Schema], required: List[String],
      |    choices: List[String], minimum: Option[Double], maximum: Option[Double], minLength: Option[Int],
      |    maxLength: Option[Int], pattern: Option[String], nullable: Option[Boolean]) {record}
      |""".joined
