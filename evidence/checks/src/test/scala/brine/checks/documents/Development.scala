package brine.checks.documents

// format: off
import java.time.{Instant, OffsetDateTime, ZoneOffset}
import java.time.format.DateTimeFormatter
import brine.*
import brine.json.{Json, JsonDialect, NameStyle, Patch}
import brine.json.JsonDialect.*
import brine.testkit.documents.{DocumentKind, Draw}
import brine.testkit.documents.Draws.*

/** Locked packages: a text or an object, a text or a map, and members that the program only passes on. */
object PackageLock:
  final case class Lock(name: String, version: Option[String], lockfileVersion: Int, requires: Option[Boolean],
      packages: Map[String, Package]) derives Pickler
  final case class Package(version: Option[String], resolved: Option[String | Boolean], integrity: Option[String],
      dev: Boolean = false, license: Option[String], bin: Option[String | Map[String, String]],
      engines: Option[Map[String, String] | List[String]], funding: Option[String | Funding | List[String | Funding]],
      dependencies: Map[String, String], peerDependenciesMeta: Map[String, Peer], extras: Extras) derives Pickler
  final case class Funding(`type`: Option[String], url: String) derives Pickler
  final case class Peer(optional: Boolean) derives Pickler

  val dialect = JsonDialect.Api.copy(omit = Omit.values.toSet)

  val kind = DocumentKind[Lock]("npm package-lock", dialect)(
    "/packages/node_modules~1a/bin" -> 1,
    "/packages/node_modules~1a/dependencies" -> Json.Null,
    "/packages/node_modules~1a/funding/url" -> Json.Null,
    "/lockfileVersion" -> "3"
  )(
    obj("name" -> name, "version?" -> "1.0.0", "lockfileVersion" -> 3, "requires?" -> true,
      "packages" -> obj("node_modules/a" -> one, "node_modules/b?" -> one, "?" -> one))
  )

  private def one(using Draw): Json = obj("version?" -> "2.1.0", "resolved?" -> oneOf(link, false),
      "integrity?" -> text,
    "dev?" -> true, "license?" -> "MIT", "bin?" -> oneOf(text, map(text)), "engines?" -> oneOf(map(text), list(text)),
    "funding?" -> oneOf(link, funding, list(oneOf(link, funding))), "dependencies?" -> map("^1.0.0", 1),
    "peerDependenciesMeta?" -> map(obj("optional" -> true), 1), unknown)
  private def funding(using Draw): Json = obj("type?" -> name, "url" -> link)

/** Packages of a build: nulls for absent values, and a member that is any JSON. */
object CargoMetadata:
  final case class Metadata(packages: List[Package], workspaceMembers: List[String], resolve: Option[Resolve],
      targetDirectory: String, version: Int, metadata: Json) derives Pickler
  final case class Package(name: String, version: String, id: String, license: Option[String], source: Option[String],
      dependencies: List[Dependency], targets: List[Target], features: Map[String, List[String]],
      publish: Option[List[String]], edition: String, rustVersion: Option[String], metadata: Json) derives Pickler
  final case class Dependency(name: String, req: String, kind: Option[DependencyKind], rename: Option[String],
      optional: Boolean, features: List[String], target: Option[String]) derives Pickler
  enum DependencyKind derives Pickler:
    case Dev, Build
  final case class Target(kind: List[String], name: String, srcPath: String, doctest: Boolean) derives Pickler
  final case class Resolve(nodes: List[Node], root: Option[String]) derives Pickler
  final case class Node(id: String, deps: List[Dep], features: List[String]) derives Pickler
  final case class Dep(name: String, pkg: String, depKinds: List[DepKind]) derives Pickler
  final case class DepKind(kind: Option[DependencyKind], target: Option[String]) derives Pickler

  val dialect = DocumentKind.snake.copy(omit = Set.empty)

  val kind = DocumentKind[Metadata]("Cargo metadata", dialect)(
    "/packages/0/dependencies/0/kind" -> "test",
    "/packages/0/features" -> Json.Null,
    "/resolve/nodes/0/deps/0/dep_kinds" -> "x",
    "/version" -> 1.5
  )(
    obj("packages" -> list(one, 1), "workspace_members" -> list(text), "resolve" -> orNull(obj("nodes" -> list(obj(
      "id" -> text, "deps" -> list(obj("name" -> name, "pkg" -> text, "dep_kinds" -> list(obj("kind" -> kindOf,
        "target" -> orNull(text)))), 1), "features" -> list(name)), 1), "root" -> orNull(text))),
      "target_directory" -> text, "version" -> 1, "metadata" -> any)
  )

  private def kindOf(using Draw): Json = orNull(oneOf("dev", "build"))
  private def one(using Draw): Json = obj("name" -> name, "version" -> "0.3.1", "id" -> text,
      "license" -> orNull("MIT"),
    "source" -> orNull(link), "dependencies" -> list(obj("name" -> name, "req" -> "^1", "kind" -> kindOf,
      "rename" -> orNull(name), "optional" -> truth, "features" -> list(name), "target" -> orNull(text)), 1),
    "targets" -> list(obj("kind" -> list("lib"), "name" -> name, "src_path" -> text, "doctest" -> truth)),
    "features" -> map(list(name)), "publish" -> orNull(list(name)), "edition" -> "2021",
    "rust_version" -> orNull("1.70"),
    "metadata" -> any)

/** Results of analyses: a message is a text or an identifier with arguments, and bags of properties keep anything. */
object Sarif:
  final case class Log(@rename("$schema") schema: Option[String], version: String, runs: List[Run]) derives Pickler
  final case class Run(tool: Tool, results: Option[List[Result]], columnKind: Option[String],
      properties: Option[Map[String, Json]]) derives Pickler
  final case class Tool(driver: Driver) derives Pickler
  final case class Driver(name: String, semanticVersion: Option[String], rules: Option[List[Rule]]) derives Pickler
  final case class Rule(id: String, shortDescription: Option[Text | Template], helpUri: Option[String],
      defaultConfiguration: Option[Configuration]) derives Pickler
  final case class Configuration(level: Level = Level.Warning, enabled: Boolean = true) derives Pickler
  enum Level derives Pickler:
    case None, Note, Warning, Error
  type Message = Text | Template
  final case class Text(text: String, markdown: Option[String]) derives Pickler
  final case class Template(id: String, arguments: Option[List[String]]) derives Pickler
  final case class Result(ruleId: Option[String], ruleIndex: Int = -1, level: Option[Level], message: Message,
      locations: Option[List[Location]], partialFingerprints: Option[Map[String, String]],
      properties: Option[Map[String, Json]]) derives Pickler
  final case class Location(id: Option[Int], physicalLocation: Option[Place]) derives Pickler
  final case class Place(artifactLocation: Artifact, region: Option[Region]) derives Pickler
  final case class Artifact(uri: String, uriBaseId: Option[String], index: Int = -1) derives Pickler
  final case class Region(startLine: Int, startColumn: Int = 1, endLine: Option[Int], snippet: Option[Text])
      derives Pickler

  val dialect = DocumentKind.camel.copy(omit = Set(Omit.Nones, Omit.Defaults))

  val kind = DocumentKind[Log]("SARIF", dialect)(
    "/runs/0/results/0/level" -> "fatal",
    "/runs/0/results/0/ruleIndex" -> "0",
    "/runs/0/tool/driver/name" -> Json.Null,
    "/runs/0/results/0/message" -> "text"
  )(
    obj("$schema?" -> link, "version" -> "2.1.0", "runs" -> list(obj("tool" -> obj("driver" -> obj("name" -> text,
      "semanticVersion?" -> "1.2.3", "rules?" -> list(obj("id" -> name, "shortDescription?" -> message,
      "helpUri?" -> link,
        "defaultConfiguration?" -> obj("level?" -> "note", "enabled?" -> false))))),
      "results?" -> list(result, 1), "columnKind?" -> "utf16CodeUnits", "properties?" -> map(any)), 1))
  )

  private def message(using Draw): Json =
    oneOf(obj("text" -> text, "markdown?" -> text), obj("id" -> name, "arguments?" -> list(text)))
  private def result(using Draw): Json = obj("ruleId?" -> name, "ruleIndex?" -> whole, "level?" -> oneOf("none",
      "error"),
    "message" -> message, "locations?" -> list(obj("id?" -> whole, "physicalLocation?" -> obj("artifactLocation" -> obj(
      "uri" -> text, "uriBaseId?" -> name, "index?" -> whole), "region?" -> obj("startLine" -> whole,
      "startColumn?" -> 7,
      "endLine?" -> whole, "snippet?" -> obj("text" -> text))))), "partialFingerprints?" -> map(hex),
    "properties?" -> map(any))

/** Audits of pages: a score may be null, and a member names the type of details. */
object Lighthouse:
  final case class Report(lighthouseVersion: String, fetchTime: Instant, requestedUrl: Option[String],
      audits: Map[String, Audit], categories: Map[String, Category], configSettings: Json, timing: Timing)
      derives Pickler
  final case class Timing(total: Double, entries: Option[List[Map[String, String | Double]]]) derives Pickler
  final case class Category(title: String, score: Double | Null, auditRefs: List[Reference]) derives Pickler
  final case class Reference(id: String, weight: Double, group: Option[String]) derives Pickler
  final case class Audit(id: String, title: String, score: Double | Null, scoreDisplayMode: Mode,
      numericValue: Option[Double], displayValue: Option[String], warnings: Option[List[String]],
      details: Option[Details]) derives Pickler
  enum Mode derives Pickler:
    case Numeric, Binary, NotApplicable, Informative, Error
  enum Details derives Pickler:
    case Table(headings: List[Heading], items: List[Map[String, Cell]], summary: Option[Map[String, Double]])
    case Opportunity(headings: List[Heading], items: List[Map[String, Cell]], overallSavingsMs: Double)
    case Screenshot(data: String, timing: Double)
    @fallback case Other(extras: Extras)
  final case class Heading(key: String | Null, valueType: Option[String], label: Option[String]) derives Pickler
  type Cell = String | Double | Boolean | Node
  enum Node derives Pickler:
    case Node(lhId: Option[String], selector: String)
    case Link(text: String, url: String)
    case SourceLocation(url: String, line: Int, column: Int)

  val dialect = DocumentKind.camel.copy(formatters =
    Map(classOf[Instant] -> DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC)))
    .forType[Node](_.copy(leafNames = NameStyle.KebabCase))

  val kind = DocumentKind[Report]("Lighthouse", dialect)(
    "/audits/a/scoreDisplayMode" -> "maybe",
    "/audits/a/score" -> "1",
    "/audits/a/details/items/0/cell" -> Json.Null,
    "/timing/total" -> Json.Null
  )(
    obj("lighthouseVersion" -> "12.0.0", "fetchTime" -> millis, "requestedUrl?" -> link, "audits" -> obj("a" -> audit,
      "b?" -> audit), "categories" -> map(obj("title" -> text, "score" -> orNull(number), "auditRefs" -> list(obj(
      "id" -> name, "weight" -> number, "group?" -> name)))), "configSettings" -> any,
      "timing" -> obj("total" -> number,
      "entries?" -> list(map(oneOf(text, number)))))
  )

  private def audit(using Draw): Json = obj("id" -> name, "title" -> text, "score" -> orNull(number),
    "scoreDisplayMode" -> oneOf("numeric", "notApplicable"), "numericValue?" -> number, "displayValue?" -> text,
    "warnings?" -> list(text), "details?" -> details)
  private def table(using Draw): Json = obj("headings" -> list(obj("key" -> orNull(name), "valueType?" -> "ms",
    "label?" -> text)), "items" -> list(obj("cell" -> cell, "*" -> map(cell)), 1))
  private def details(using Draw): Json = oneOf(
    obj("type" -> "table", "*" -> table, "summary?" -> map(number)),
    obj("*" -> table, "overallSavingsMs" -> number, "type" -> "opportunity"),
    obj("type" -> "screenshot", "data" -> text, "timing" -> number),
    obj("type" -> "filmstrip", "scale" -> 3000, unknown)
  )
  private def cell(using Draw): Json = oneOf(scalar, obj("type" -> "node", "lhId?" -> name, "selector" -> text),
    obj("text" -> text, "url" -> link, "type" -> "link"),
    obj("type" -> "source-location", "url" -> link, "line" -> whole, "column" -> whole))

/** Traffic of a browser: members that begin with `_` are the browser's own. */
object Har:
  final case class Archive(log: Log) derives Pickler
  final case class Log(version: String, creator: Creator, pages: Option[List[Page]], entries: List[Entry])
      derives Pickler
  final case class Creator(name: String, version: String, comment: Option[String]) derives Pickler
  final case class Page(startedDateTime: OffsetDateTime, id: String, title: String, pageTimings: Map[String, Double],
      own: Extras) derives Pickler
  final case class Entry(startedDateTime: OffsetDateTime, time: Double, request: Request, response: Response,
      cache: Map[String, Option[Map[String, Json]]], timings: Timings, serverIPAddress: Option[String], own: Extras)
      derives Pickler
  final case class Request(method: String, url: String, httpVersion: String, headers: List[Pair],
      queryString: List[Pair],
      cookies: List[Cookie], postData: Option[Posted], headersSize: Long, bodySize: Long) derives Pickler
  final case class Pair(name: String, value: String) derives Pickler
  final case class Cookie(name: String, value: String, expires: Option[OffsetDateTime], httpOnly: Option[Boolean])
      derives Pickler
  final case class Posted(mimeType: String, text: Option[String], params: Option[List[Param]]) derives Pickler
  final case class Param(name: String, value: Option[String], fileName: Option[String]) derives Pickler
  final case class Response(status: Int, statusText: String, headers: List[Pair], content: Content, redirectURL: String,
      own: Extras) derives Pickler
  final case class Content(size: Long, mimeType: String, text: Option[String], encoding: Option[String]) derives Pickler
  final case class Timings(blocked: Double, send: Double, receive: Double, @rename("wait") waiting: Double,
      ssl: Option[Double], own: Extras) derives Pickler

  val dialect = JsonDialect.Api.copy(formatters =
    Map(classOf[OffsetDateTime] -> DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX")))

  val kind = DocumentKind[Archive]("HAR", dialect)(
    "/log/entries/0/startedDateTime" -> "now",
    "/log/entries/0/response/status" -> "200",
    "/log/entries/0/request/headers/0/value" -> Json.Null,
    "/log/entries/0/timings/wait" -> Json.Null
  )(
    obj("log" -> obj("version" -> "1.2", "creator" -> obj("name" -> text, "version" -> "1", "comment?" -> text),
      "pages?" -> list(obj("startedDateTime" -> at, "id" -> "page_1", "title" -> text, "pageTimings" -> map(number),
        "_own?" -> any)), "entries" -> list(entry, 1)))
  )

  private def at(using Draw): Json = Json.Str(s"${date}T$time.250+02:00")
  private def pairs(using Draw): Json = list(obj("name" -> name, "value" -> text), 1)
  private def entry(using Draw): Json = obj("startedDateTime" -> at, "time" -> number,
      "request" -> obj("method" -> "POST",
    "url" -> link, "httpVersion" -> "h2", "headers" -> pairs, "queryString" -> pairs,
    "cookies" -> list(obj("name" -> name,
      "value" -> text, "expires?" -> at, "httpOnly?" -> truth)), "postData?" -> obj("mimeType" -> name, "text?" -> text,
      "params?" -> list(obj("name" -> name, "value?" -> text, "fileName?" -> name))), "headersSize" -> -1,
      "bodySize" -> whole),
    "response" -> obj("status" -> 200, "statusText" -> "", "headers" -> pairs, "content" -> obj("size" -> large,
      "mimeType" -> name, "text?" -> text, "encoding?" -> "base64"), "redirectURL" -> "", "_transferSize?" -> whole),
    "cache" -> map(orNull(map(any))), "timings" -> obj("blocked" -> -1, "send" -> number, "receive" -> number,
      "wait" -> number, "ssl?" -> -1, "_queued?" -> number), "serverIPAddress?" -> "::1", "_initiator?" -> any)

/** Bills of materials: components are nested, and a license is one of two objects. */
object CycloneDx:
  final case class Bom(bomFormat: String, specVersion: String, serialNumber: Option[String], version: Int,
      metadata: Option[Metadata], components: List[Component], dependencies: Option[List[Dependency]]) derives Pickler
  final case class Metadata(timestamp: Option[Instant], tools: Option[List[Tool] | Tools], component: Option[Component])
      derives Pickler
  final case class Tool(vendor: Option[String], name: String, version: Option[String]) derives Pickler
  final case class Tools(components: List[Component]) derives Pickler
  final case class Component(`type`: Kind, @rename("bom-ref") bomRef: Option[String],
      @rename("mime-type") mimeType: Option[String],
      name: String, version: Option[String], purl: Option[String],
      publisher: Option[String], hashes: Option[List[Hash]],
      licenses: Option[List[Licensed | Expressed]], components: Option[List[Component]],
      properties: Option[List[Property]]) derives Pickler
  enum Kind derives Pickler:
    case Application, Library, Container, OperatingSystem
    @fallback case Other(name: String)
  final case class Hash(alg: String, content: String) derives Pickler
  final case class Licensed(license: License) derives Pickler
  final case class Expressed(expression: String, @rename("bom-ref") bomRef: Option[String]) derives Pickler
  type License = ById | ByName
  final case class ById(id: String, url: Option[String]) derives Pickler
  final case class ByName(name: String, text: Option[Map[String, String]]) derives Pickler
  final case class Property(name: String, value: Option[String]) derives Pickler
  final case class Dependency(ref: String, dependsOn: Option[List[String]]) derives Pickler

  val dialect = JsonDialect.Api.copy(leafNames = NameStyle.KebabCase)

  val kind = DocumentKind[Bom]("CycloneDX", dialect)(
    "/components/0/name" -> Json.Null,
    "/components/0/licenses/0/license" -> "MIT",
    "/components/0/hashes/0" -> "sha",
    "/metadata/timestamp" -> "today"
  )(
    obj("bomFormat" -> "CycloneDX", "specVersion" -> "1.6", "serialNumber?" -> uuid, "version" -> 1, "metadata?" -> obj(
      "timestamp?" -> instant, "tools?" -> oneOf(list(obj("vendor?" -> text, "name" -> name, "version?" -> "1")),
        obj("components" -> list(component(0)))), "component?" -> component(0)), "components" -> list(component(1), 1),
      "dependencies?" -> list(obj("ref" -> name, "dependsOn?" -> list(name))))
  )

  private def component(levels: Int)(using Draw): Json = obj("type" -> oneOf("library", "operating-system", "firmware"),
    "bom-ref?" -> name, "mime-type?" -> name, "name" -> name, "version?" -> "2.0", "purl?" -> text, "hashes?" -> list(
      obj("alg" -> "SHA-256", "content" -> hex)), "licenses?" -> list(oneOf(obj("license" -> oneOf(obj("id" -> "MIT",
      "url?" -> link), obj("name" -> text, "text?" -> map(text)))), obj("expression" -> "MIT OR ISC",
      "bom-ref?" -> name))),
    (if levels == 0 then "publisher?" -> text else "components?" -> list(component(levels - 1))),
    "properties?" -> list(obj("name" -> name, "value?" -> text)))

/** Packages and their relations: names in several styles. */
object Spdx:
  final case class Document(spdxVersion: String, dataLicense: String, @rename("SPDXID") id: String, name: String,
      documentNamespace: String, creationInfo: Creation, packages: List[Package], relationships: List[Relationship])
      derives Pickler
  final case class Creation(created: Instant, creators: List[String],
      licenseListVersion: Option[String]) derives Pickler
  final case class Package(@rename("SPDXID") id: String, name: String, versionInfo: Option[String],
      downloadLocation: String, filesAnalyzed: Boolean = true, licenseConcluded: Option[String],
      checksums: List[Checksum], externalRefs: List[External], annotations: List[Annotation]) derives Pickler
  final case class Checksum(algorithm: Algorithm, checksumValue: String) derives Pickler
  enum Algorithm derives Pickler:
    case SHA1, SHA256, MD5
  final case class External(referenceCategory: Category, referenceType: String,
      referenceLocator: String) derives Pickler
  enum Category derives Pickler:
    @rename("PACKAGE-MANAGER") @alias("PACKAGE_MANAGER") case PackageManager
    @rename("SECURITY") case Security
  final case class Annotation(annotationDate: Instant, annotationType: String, annotator: String, comment: String)
      derives Pickler
  final case class Relationship(spdxElementId: String, relationshipType: String, relatedSpdxElement: String)
      derives Pickler

  val dialect = JsonDialect.Api.copy(omit = Omit.values.toSet)

  val kind = DocumentKind[Document]("SPDX", dialect)(
    "/packages/0/checksums/0/algorithm" -> "SHA2",
    "/creationInfo/created" -> Json.Null,
    "/packages/0/filesAnalyzed" -> "false",
    "/SPDXID" -> Json.Null
  )(
    obj("spdxVersion" -> "SPDX-2.3", "dataLicense" -> "CC0-1.0", "SPDXID" -> name, "name" -> text,
      "documentNamespace" -> link, "creationInfo" -> obj("created" -> instant, "creators?" -> list(text, 1),
        "licenseListVersion?" -> "3.2"), "packages" -> list(obj("SPDXID" -> name, "name" -> text, "versionInfo?" -> "1",
        "downloadLocation" -> link, "filesAnalyzed?" -> false, "licenseConcluded?" -> "MIT", "checksums?" -> list(obj(
          "algorithm" -> oneOf("SHA1", "MD5"), "checksumValue" -> hex), 1), "externalRefs?" -> list(obj(
          "referenceCategory" -> oneOf("SECURITY", "PACKAGE-MANAGER"), "referenceType" -> "purl",
          "referenceLocator" -> text), 1),
        "annotations?" -> list(obj("annotationDate" -> instant, "annotationType" -> "REVIEW", "annotator" -> text,
          "comment" -> text), 1)), 1),
      "relationships?" -> list(obj("spdxElementId" -> name, "relationshipType" -> "DESCRIBES",
        "relatedSpdxElement" -> name), 1))
  )

/** Notebooks: a source is a text or its lines, and cells and outputs have members of their own that name them. */
object Jupyter:
  final case class Notebook(cells: List[Cell], metadata: Metadata, nbformat: Int, nbformatMinor: Int) derives Pickler
  final case class Metadata(kernelspec: Option[Kernel], extras: Extras) derives Pickler
  final case class Kernel(displayName: String, language: Option[String], name: String) derives Pickler
  type Lines = String | List[String]
  enum Cell derives Pickler:
    case Markdown(id: Option[String], metadata: Map[String, Json], source: Lines,
        attachments: Option[Map[String, Map[String, Lines]]])
    case Code(id: Option[String], metadata: Map[String, Json], source: Lines, executionCount: Int | Null,
        outputs: List[Output])
    case Raw(id: Option[String], metadata: Map[String, Json], source: Lines)
  enum Output derives Pickler:
    case Stream(name: String, text: Lines)
    case DisplayData(data: Map[String, Lines | Map[String, Json]], metadata: Map[String, Json])
    case ExecuteResult(data: Map[String, Lines | Map[String, Json]], metadata: Map[String, Json],
        executionCount: Int | Null)
    case Error(ename: String, evalue: String, traceback: List[String])

  val dialect = DocumentKind.snake
    .forType[Cell](_.copy(families = Families.Member("cell_type")))
    .forType[Output](_.copy(families = Families.Member("output_type")))

  val kind = DocumentKind[Notebook]("Jupyter notebooks", dialect)(
    "/cells/0/source" -> 1,
    "/cells/0/outputs/0/output_type" -> "widget",
    "/cells/0/execution_count" -> "1",
    "/metadata/kernelspec/name" -> Json.Null
  )(
    obj("cells" -> list(cell, 1), "metadata" -> obj("kernelspec?" -> obj("display_name" -> text, "language?" -> name,
      "name" -> name), unknown), "nbformat" -> 4, "nbformat_minor" -> 5)
  )

  private def lines(using Draw): Json = oneOf(text, list(text))
  private def cell(using Draw): Json =
    val common = obj("id?" -> hex, "metadata" -> map(any), "source" -> lines)
    oneOf(obj("cell_type" -> "markdown", "*" -> common, "attachments?" -> map(map(lines))),
      obj("*" -> common, "execution_count" -> orNull(whole), "outputs" -> list(output, 1), "cell_type" -> "code"),
      obj("cell_type" -> "raw", "*" -> common))
  private def data(using Draw): Json = map(oneOf(lines, map(any)))
  private def output(using Draw): Json = oneOf(
    obj("output_type" -> "stream", "name" -> "stdout", "text" -> lines),
    obj("data" -> data, "metadata" -> map(any), "output_type" -> "display_data"),
    obj("output_type" -> "execute_result", "data" -> data, "metadata" -> map(any), "execution_count" -> orNull(whole)),
    obj("output_type" -> "error", "ename" -> name, "evalue" -> text, "traceback" -> list(text))
  )
