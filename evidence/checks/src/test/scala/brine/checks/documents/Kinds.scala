package brine.checks.documents

// format: off
import java.nio.file.Files
import scala.jdk.CollectionConverters.*
import brine.checks.Repository
import brine.testkit.documents.*

/** All kinds of documents, and how many lines a program needs for each. */
private[documents] object Kinds:
  /** The kinds that `./dev bench json` compares with other libraries. */
  val compared: List[DocumentKind[?]] = DocumentKinds.all

  val all: List[DocumentKind[?]] = compared ++ List(
    GitHub.kind, Posts.kind, Slack.kind, Telegram.kind, Shopify.kind, Airtable.kind, Notion.kind, Figma.kind,
    Wikidata.kind, ActivityPub.kind, Matrix.kind, Jmap.kind, JsonFeed.kind, Terraform.kind, Otlp.kind, Grafana.kind,
    Elasticsearch.kind, CloudFormation.kind, CloudEvents.kind, Docker.kind, HomeAssistant.kind, Sentry.kind,
    PackageLock.kind, CargoMetadata.kind, Sarif.kind, Lighthouse.kind, Har.kind, CycloneDx.kind, Spdx.kind,
    Jupyter.kind, OpenApi.kind, JsonSchemas.kind, Avro.kind, VegaLite.kind, Fhir.kind, JsonLd.kind, TopoJson.kind,
    Gltf.kind, Lottie.kind
  )

  /** Lines of Scala.
    *
    * @param types the declarations
    * @param codecs what else a program writes: a dialect, or the codecs of another library
    */
  final case class Lines(types: Int, codecs: Int)

  /** The lines of each kind, by its name. */
  lazy val lines: Map[String, Lines] = sources.flatMap { source =>
    source.mkString("\n").split("(?m)^object ").toList.drop(1).flatMap { part =>
      val all = part.linesIterator.toList.drop(1)
      val (types, rest) = all.span(!_.matches("  (private )?val .*"))
      val (dialect, table) = rest.span(!_.startsWith("  val kind"))
      table.headOption.map(name(_) -> Lines(code(types), code(dialect)))
    }
  }.toMap

  /** The name of the kind that this line declares. */
  private def name(line: String): String = line.substring(line.indexOf('"') + 1, line.lastIndexOf('"'))

  private def sources: List[List[String]] =
    val folders = List("corpus/src/main/scala/brine/testkit/documents", "checks/src/test/scala/brine/checks/documents")
    folders.flatMap { folder =>
      Files.list(Repository.root.resolve(s"evidence/$folder")).iterator.asScala.filter(_.toString.endsWith(".scala"))
        .filterNot(_.endsWith("Kinds.scala")).map(lines(_))
    }

  private def lines(file: java.nio.file.Path): List[String] = Files.readAllLines(file).asScala.toList

  private def code(lines: List[String]): Int =
    lines.map(_.trim).count(line => line.nonEmpty && !List("//", "*", "/*").exists(line.startsWith(_)))

  /** The lines of codecs of a library, by the name of the kind. */
  def codecs(library: String): Map[String, Int] =
    val file = Repository.root.resolve(s"evidence/bench/src/main/scala/brine/bench/peers/${library}Documents.scala")
    lines(file).mkString("\n").split("(?m)^private object ").toList.drop(1).map { part =>
      val all = part.linesIterator.toList
      all.head.takeWhile(_ != ':').stripPrefix(library) -> code(all.drop(1).filterNot(_.trim.startsWith("import ")))
    }.toMap
