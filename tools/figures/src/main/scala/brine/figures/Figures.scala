package brine.figures

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.node.ObjectNode
import java.nio.file.{Files, Path}
import java.time.LocalDate
import scala.jdk.CollectionConverters.*

/** The measurements of a command that started processes, without JMH.
  *
  * @param run the raw file's name
  * @param about when, where and how it was measured
  * @param rows the measured values, each with its subject
  */
final case class Figures(run: String, about: Vector[(String, String)], rows: Vector[JsonNode]):
  def jdk: String = run.split('-').last

  /** The beginning of a page. */
  def heading(title: String): String =
    val lines = about.map((name, value) => s"| $name | $value |")
    (Vector(s"# $title, JDK ${jdk.stripPrefix("jdk")}", "", "| | |", "|---|---|") ++ lines :+ "").mkString("\n")

object Figures:
  private val mapper = new ObjectMapper

  def row(values: (String, String | Double | Long)*): ObjectNode =
    val node = mapper.createObjectNode
    values.foreach {
      case (name, text: String)   => node.put(name, text)
      case (name, number: Double) => node.put(name, number)
      case (name, number: Long)   => node.put(name, number)
    }
    node

  /** Writes `folder/raw/<name>-jdk….json`. */
  def keep(folder: Path, name: String, command: String, how: Seq[(String, String)], rows: Seq[ObjectNode]): Unit =
    val jvm = s"${System.getProperty("java.vm.name")} ${System.getProperty("java.vm.version")}"
    val where =
      Seq("date" -> LocalDate.now.toString, "machine" -> Machine.name, "JVM" -> jvm, "command" -> s"`$command`")
    val all = mapper.createObjectNode
    all.set[ObjectNode]("about", row(where ++ how*)).putArray("rows").addAll(rows.asJava)
    val raw = Files.createDirectories(folder.resolve("raw"))
    val text = mapper.writerWithDefaultPrettyPrinter.writeValueAsString(all)
    Files.writeString(raw.resolve(s"$name-jdk${Runtime.version.feature}.json"), s"$text\n"): Unit

  /** Those of a command, one for each JDK that is found in `folder/raw`. */
  def readAll(folder: Path, name: String): Vector[Figures] =
    Measurement.jsonFiles(folder.resolve("raw")).filter(Measurement.runOf(_).matches(s"$name-jdk\\d+")).map { file =>
      val all = Measurement.json(file)
      val about =
        all.path("about").properties.iterator.asScala.map(entry => entry.getKey -> entry.getValue.asText).toVector
      Figures(Measurement.runOf(file), about, all.path("rows").elements.asScala.toVector)
    }
