package brine.checks

import java.nio.file.Files
import java.util.UUID
import scala.collection.immutable.TreeSet
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import brine.*
import brine.checks.LockSuite.V1
import brine.evolve.Lock
import brine.shape.{Shape, ShapeText}
import brine.testkit.corpus.{Cell, Person}

/** The examples of docs/spec/lock.md. */
class LockSpecSuite extends munit.FunSuite:
  private val page = Files.readAllLines(Repository.root.resolve("docs/spec/lock.md")).asScala.toList

  private val examples = Map[String, Shape](
    "Int" -> Pickler[Int].shape,
    "Person" -> Pickler[Person].shape,
    "Option[List[Int]]" -> Pickler[Option[List[Int]]].shape,
    "Cell" -> Pickler[Cell].shape,
    "Map[String, UUID]" -> Pickler[Map[String, UUID]].shape,
    "TreeSet[Int]" -> Pickler[TreeSet[Int]].shape,
    "mutable.Map[Int, Long]" -> Pickler[mutable.Map[Int, Long]].shape,
    "Color" -> Pickler[V1.Color].shape
  )

  test("shapes are written so, and read") {
    val rows = page.dropWhile(_ != "## Examples").takeWhile(_ != "## Limits").collect {
      case s"| `$scala` | `$line` |" => scala -> line.replace("\\|", "|")
    }
    assertEquals(rows.map(_._1).toSet, examples.keySet)
    for (scala, line) <- rows do
      assertEquals(line, ShapeText.render(examples(scala)), scala)
      assertEquals(ShapeText.parse(line).fingerprint, examples(scala).fingerprint, scala)
  }

  test("the lock is one") {
    val text = page.dropWhile(_ != "```text").drop(1).takeWhile(_ != "```")
    val lock = Lock.parse(text.mkString("\n"))
    assertEquals(lock.entries.map(_.shape.name).toList, List("Person", "Person"))
    assertEquals(lock.text.linesIterator.toSet, text.toSet)
  }
