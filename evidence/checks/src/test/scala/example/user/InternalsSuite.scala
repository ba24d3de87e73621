package example.user

import java.nio.file.{Files, Path}
import scala.compiletime.testing.typeCheckErrors
import scala.jdk.CollectionConverters.*
import brine.*

final case class Order(item: String, price: Option[Double], more: List[Order]) derives Pickler

enum Status derives Pickler:
  case Open, Closed
  case Other(code: Int)

/** Names that a program outside of Brine sees after `import brine.*`. */
class InternalsSuite extends munit.FunSuite:
  private val root =
    Iterator.iterate(Path.of("").toAbsolutePath)(_.getParent).find(p => Files.exists(p.resolve("dev"))).get

  test("the compiler's part, the plans as data and the formats' machinery cannot be named outside of Brine") {
    val hidden = List(
      typeCheckErrors("import brine.*; type X = model.Rules"),
      typeCheckErrors("import brine.*; type X = model.Problem"),
      typeCheckErrors("import brine.*; type X = model.TypeModel"),
      typeCheckErrors("import brine.*; type X = model.Cycles"),
      typeCheckErrors("import brine.*; type X = model.Family"),
      typeCheckErrors("import brine.*; type X = model.TypePlan"),
      typeCheckErrors("import brine.*; type X = collections.SequenceOps"),
      typeCheckErrors("import brine.*; type X = plan.PlanRef"),
      typeCheckErrors("import brine.*; type X = assembly.Assembly"),
      typeCheckErrors("import brine.*; type X = graph.clustered.columns.PlaceSource"),
      typeCheckErrors("import brine.*; type X = json.reading.JsonReader"),
      typeCheckErrors("import brine.*; type X = json.writing.JsonBuilder"),
      typeCheckErrors("import brine.*; type X = evolve.Resolution"),
      typeCheckErrors("import brine.*; type X = BoundedInput"),
      typeCheckErrors("import brine.*; new internal")
    )
    for (errors, i) <- hidden.zipWithIndex do
      assert(
        errors.exists(e => e.message.contains("cannot be accessed") || e.message.contains("Not found")),
        s"$i: ${errors.map(_.message)}"
      )
    assertEquals(
      typeCheckErrors("import brine.*; type X = plan.Plan; type Y = shape.Shape"),
      Nil
    ) // names that are there are found
  }

  test("a public name of the packages for Brine alone is marked: emitted code refers to it") {
    val unmarked =
      for
        folder <- List("derive", "emitted", "plan", "run", "assembly", "collections", "cache")
        file <- Files.walk(root.resolve(s"library/core/src/main/scala/brine/$folder")).iterator.asScala.toList
        if Files.isRegularFile(file)
        (before, line) <- ("" :: Files.readAllLines(file).asScala.toList).sliding(2).collect { case List(a, b) =>
          a -> b
        }
        if line.matches(
          "((final|sealed|abstract|case|open|inline|lazy) )*(class|object|trait|enum|def|val|type|given|extension)\\b.*"
        )
        if before != "@internal"
      yield s"$folder/${file.getFileName}: $line"
    assertEquals(unmarked, Nil)
  }

  test("code that is derived outside of Brine compiles and runs, in every format") {
    val order = Order("tea", Some(1.5), List(Order("cup", None, Nil)))
    assertEquals(binary.read[Order](binary.write(order)), order)
    assertEquals(json.read[Order](json.write(order)), order)
    assertEquals(graph.read[Order](graph.write(order)), order)
    val all = List[Status](Status.Open, Status.Closed, Status.Other(3))
    assertEquals(binary.read[List[Status]](binary.write(all)), all)
    assertEquals(json.read[List[Status]](json.write(all)), all)
    assertEquals(graph.read[List[Status]](graph.write(all)), all)
  }
