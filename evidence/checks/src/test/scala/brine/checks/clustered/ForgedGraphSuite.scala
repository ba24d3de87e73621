package brine.checks.clustered

import java.nio.file.Files
import scala.util.Using
import brine.*
import brine.graph.{Graph, GraphFormat, GraphPickle}
import brine.shape.{ScalarKind, Shape}
import brine.testkit.{Allocation, Laws, Patient}

/** The claims of a graph are bounded by its bytes and the limits, in every way of reading it. */
class ForgedGraphSuite extends munit.FunSuite, Patient:
  import ForgedGraph.{codes, root}
  import ForgedGraphSuite.*

  private def opened[A](pickle: GraphPickle)(use: brine.graph.OpenGraph => A): A =
    val path = Files.createTempFile("forged", ".brine")
    try
      val ignored = Files.write(path, pickle.bytes)
      Using.resource(Graph.open(path))(use)
    finally Files.delete(path)

  /** Refused with this setting's name, and at no cost. */
  private def refused(way: String)(use: => Any): Unit =
    def once(): Unit =
      val e = intercept[PickleException.LimitExceeded](use)
      assert(e.getMessage.contains("maxElementsWithoutBytes"), s"$way: $e")
    assert(!Allocation.isAlwaysAbove(64L << 20, times = 3)(once()), s"$way allocates more than 64 MB")

  private def everyWay[A: Pickler](forged: GraphPickle): Unit =
    refused("read")(Laws.read[A](forged.bytes, GraphFormat))
    refused("records")(Graph.records(forged))
    refused("depth")(Laws.read[A](forged.bytes, GraphFormat.withDepth(3)))
    refused("first objects")(Laws.read[A](forged.bytes, GraphFormat.withFirstObjects(3)))
    refused("pieces")(Laws.read[A](forged.bytes, GraphFormat.withExecutor(_.run())))
    refused("elements")(Graph.inspect(forged).vertex(0).elements.toList)
    refused("open")(opened(forged)(_.root[A]))
    refused("open, by its vertex")(opened(forged)(graph => graph.load[A](graph.vertex(0))))
    assertEquals(Graph.inspect(forged).vertex(0).paths().toList, List("$"))

  test("elements that take no bytes are counted, for every claimed size") {
    everyWay[List[Unit]](ForgedGraph(Pickler[List[Unit]].shape, Seq(1L), 1, Seq(root, codes(0, 2, 1, Int.MaxValue))))
  }

  test("entries that take no bytes are counted, for every claimed size") {
    everyWay[Map[Unit, Unit]](ForgedGraph(
      Pickler[Map[Unit, Unit]].shape,
      Seq(1L),
      1,
      Seq(root, codes(0, 2, 1, Int.MaxValue))
    ))
  }

  test("fields that take no bytes are counted: a class of many, of which there are many objects") {
    val fields = Array.tabulate(20_000)(i => s"f$i")
    val units = new Shape.Product("Units", fields, false, () => fields.map(_ => Shape.Scalar(ScalarKind.Unit)))
    val shape = new Shape.Sequence("List", false, () => units)
    val size = 900_000
    val forged = ForgedGraph(shape, Seq(1L, size), size + 1, Seq(root, codes(0, 2, 1, size), codes(0, 0, size, 0)))
    refused("records")(Graph.records(forged))
    refused("inspection")(Graph.inspect(forged))
    refused("read")(Laws.read[List[Nothing0]](forged.bytes, GraphFormat))
    refused("open")(opened(forged)(_.root[List[Nothing0]]))
  }

  test("a class of several fields of Unit, of which there are many objects, is written so that it can be read") {
    val many = List.fill(800_000)(Idle((), (), ()))
    assertEquals(Laws.read[List[Idle]](Laws.write(many, GraphFormat), GraphFormat).length, many.length)
  }

  test("units that are skipped many times, or loaded one after the other, are not added up") {
    val graph = Graph.inspect(GraphFormat.pickled(Laws.write(
      List.tabulate(5)(i => Batch(i, Vector.fill(400_000)(()))),
      GraphFormat
    )))
    for row <- 0 until 5 do assertEquals(graph("Batch").vertex(row)("n"), row)
    opened(GraphFormat.pickled(Laws.write(List.tabulate(5)(i => Batch(i, Vector.fill(400_000)(()))), GraphFormat))) {
      graph =>
        for row <- 0 until 5 do assertEquals(graph.load[Batch](graph("Batch").vertex(row)).units.length, 400_000)
    }
  }

  test("counts that contradict the columns are refused before any value is read") {
    val shape = Pickler[List[Line]].shape
    def forged(lines: Long, lists: Long) =
      ForgedGraph(
        shape,
        Seq(lists, lines),
        3,
        Seq(root, codes(0, 2, 1, 2), codes(0, 0, 2, 0), ForgedGraph.Column(1, 0, 0, 5, 2, 7))
      )
    assertEquals(Graph.inspect(forged(2, 1))("Line").count, 2L)
    for (lines, lists) <- List((3L, 1L), (1L << 40, 1L), (-1L, 1L), (2L, 0L), (2L, Long.MaxValue)) do
      intercept[PickleException.Malformed](Graph.inspect(forged(lines, lists)))
      intercept[PickleException.Malformed](Laws.read[List[Line]](forged(lines, lists).bytes, GraphFormat))
  }

  test("arrays in arrays that claim many elements each are refused at the cost of their columns") {
    val deep = Pickler[Deep].shape
    val size = 900_000
    val forged = ForgedGraph(
      deep,
      Seq(size / 10, size / 10),
      size / 5,
      Seq(root, codes(0, 0, size / 10, 0), codes(1, 2, size / 10, size), codes(1, 0, size / 10, 0))
    )
    for (way, use) <- List[(String, () => Any)](
        "read" -> (() => Laws.read[Deep](forged.bytes, GraphFormat)),
        "records" -> (() => Graph.records(forged)),
        "paths" -> (() => Graph.inspect(forged).vertex(100).paths())
      )
    do
      def once(): Unit = {
        val e = intercept[PickleException](use()); assert(!e.isInstanceOf[PickleException.UserCode], s"$way: $e")
      }
      assert(!Allocation.isAlwaysAbove(1L << 30, times = 2)(once()), s"$way allocates more than a gigabyte")
  }

object ForgedGraphSuite:
  final case class Line(n: Int) derives Pickler
  final case class Batch(n: Int, units: Vector[Unit]) derives Pickler
  final case class Idle(a: Unit, b: Unit, c: Unit) derives Pickler
  final case class Nothing0() derives Pickler
  final case class Deep(inside: Array[Deep]) derives Pickler
