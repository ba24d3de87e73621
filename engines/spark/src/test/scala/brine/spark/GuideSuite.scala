package brine.spark

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import org.apache.spark.SparkConf
import jobs.{JobPicklers, SparkPage, Visit}

/** Compares docs/guide/spark.md with the code. DocsSuite compares its Scala with the source of [[SparkPage]]. */
class GuideSuite extends munit.FunSuite:
  private val page = Files.readAllLines(Path.of("../../docs/guide/spark.md")).asScala.toList

  private def block(language: String): List[String] = page.dropWhile(_ != s"```$language").drop(1).takeWhile(_ != "```")

  test("the table of settings has each setting, as the code has it") {
    val rows = page.filter(_.startsWith(s"| `${Settings.Prefix}"))
    val expected = Settings.all.map { entry =>
      val default = if entry.default.isEmpty then "none" else s"`${entry.default}`"
      s"| `${entry.key}` | ${entry.kind} | $default | ${entry.doc} |"
    }
    assertEquals(rows.mkString("\n"), expected.mkString("\n"))
  }

  test("the three lines switch Brine on") {
    val conf = new SparkConf(false)
    for line <- block("properties") do
      val Array(key, value) = line.split("\\s+", 2): @unchecked
      conf.set(key, value)
    assertEquals(conf.getAll.map(_._1).toSet, Set("spark.serializer", "spark.plugins", "spark.executor.extraClassPath"))
    assertEquals(conf.get("spark.serializer"), classOf[BrineSerializer].getName)
    assertEquals(conf.get("spark.plugins"), classOf[BrinePlugin].getName)
    assert(conf.get("spark.executor.extraClassPath").endsWith("-all.jar"))
  }

  test("the page's classes go through the serializer by the picklers that the page shows") {
    val conf = new SparkConf(false).set("spark.brine.picklers", classOf[JobPicklers.type].getName.stripSuffix("$"))
    conf.set("spark.brine.trust", "derived")
    val own = new BrineSerializer(conf).newInstance()
    val all = List(SparkPage.Sale("a", 5, List("b")), Visit(1, "/", 2.5))
    assertEquals(own.deserialize[List[Any]](own.serialize(all)), all)
  }

  test("the table of metrics has each part of their names") {
    val parts = Meter.names.flatMap(_.split('.')).distinct
    val table = page.dropWhile(_ != "## Metrics").takeWhile(_ != "## Moving from Kryo").mkString("\n")
    for part <- parts do assert(table.contains(s"`$part`"), part)
  }
