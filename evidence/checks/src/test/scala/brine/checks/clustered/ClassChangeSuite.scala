package brine.checks.clustered

import java.util.IdentityHashMap
import scala.util.Random
import brine.*
import brine.graph.GraphFormat
import brine.testkit.Laws

/** Random graphs, with cycles and shared objects, written by each version of a class and read by each: the same graph
  * in the reader's version, or a refusal. (Trees of all changes, two at a time: `MatrixSuite`.)
  */
class ClassChangeSuite extends munit.FunSuite:
  import ClassChangeSuite.*

  private val versions: List[Version[?]] =
    List(First, Reordered, Added, Removed, Renamed, Retyped, ClassRenamed, Inserted, Split, Several)

  for writer <- versions; reader <- versions do
    val accepts = isAccepted(writer, reader)
    test(s"written as ${writer.label}, ${if accepts then "read" else "refused"} as ${reader.label}") {
      for seed <- 1 to 5 do check(writer, reader, accepts, seed)
    }

  private def isAccepted(writer: Version[?], reader: Version[?]): Boolean =
    val names = !writer.isRenamed || reader.isRenamed
    val weights = reader.weightBits == 0 || writer.weightBits <= reader.weightBits
    names && weights

  private def check[W, R](writer: Version[W], reader: Version[R], accepts: Boolean, seed: Int): Unit =
    val graph = writer.random(seed)
    val bytes = Laws.write(graph, GraphFormat)(using writer.all)
    if accepts then
      val back = Laws.read[Vector[R]](bytes, GraphFormat)(using reader.all)
      assertEquals(reader.told(back), writer.told(graph, hasWeights = reader.weightBits > 0 && writer.weightBits > 0))
    else
      val e = intercept[PickleException.IncompatibleShape](Laws.read[Vector[R]](bytes, GraphFormat)(using reader.all))
      assert(e.getMessage.contains("cannot be read as"), e.getMessage)

private object ClassChangeSuite:
  /** @param weightBits of the field `weight`; 0 without such a field
    * @param all the pickler of many
    */
  abstract class Version[V](val label: String, val weightBits: Int = 32, val isRenamed: Boolean = false)(using
      val all: Pickler[Vector[V]]
  ):
    def make(name: String, weight: Int): V
    def link(v: V, next: V, others: List[V]): Unit
    def name(v: V): String
    def weight(v: V): Long
    def next(v: V): V
    def others(v: V): Seq[V]

    def random(seed: Int): Vector[V] =
      val random = new Random(seed)
      val vertices = Vector.tabulate(20)(i => make(s"v$i", random.nextInt()))
      def one = vertices(random.nextInt(vertices.length))
      for v <- vertices do
        link(v, if random.nextInt(4) == 0 then null.asInstanceOf[V] else one, List.fill(random.nextInt(4))(one))
      vertices.take(12)

    /** Every vertex by the order in which one comes to it: its name, its weight (or the default), and the numbers of
      * those that it leads to.
      */
    def told(graph: Vector[V], hasWeights: Boolean = true): List[String] =
      val numbers = new IdentityHashMap[V, Int]
      val met = scala.collection.mutable.ArrayBuffer.empty[V]
      def number(v: V): Int =
        if v == null then -1
        else numbers.computeIfAbsent(v, v => { met += v; met.length - 1 })
      val first = graph.map(number)
      var told = List(first.mkString(" "))
      var at = 0
      while at < met.length do
        val v = met(at)
        val shown = if hasWeights then weight(v) else DefaultWeight.toLong
        told ::= s"${name(v)} $shown ${number(next(v))} ${others(v).map(number).mkString(" ")}"
        at += 1
      told.reverse

  final val DefaultWeight = 1

  object First extends Version[FirstClass.Vertex]("first"):
    def make(name: String, weight: Int) = new FirstClass.Vertex(name, weight, null, Nil)
    def link(v: FirstClass.Vertex, next: FirstClass.Vertex, others: List[FirstClass.Vertex]) =
      v.next = next
      v.others = others
    def name(v: FirstClass.Vertex) = v.name
    def weight(v: FirstClass.Vertex) = v.weight
    def next(v: FirstClass.Vertex) = v.next
    def others(v: FirstClass.Vertex) = v.others
  object FirstClass:
    final class Vertex(val name: String, val weight: Int = DefaultWeight, var next: Vertex, var others: List[Vertex])
        derives Pickler

  object Reordered extends Version[ReorderedClass.Vertex]("reordered"):
    def make(name: String, weight: Int) = new ReorderedClass.Vertex(Nil, weight, null, name)
    def link(v: ReorderedClass.Vertex, next: ReorderedClass.Vertex, others: List[ReorderedClass.Vertex]) =
      v.next = next
      v.others = others
    def name(v: ReorderedClass.Vertex) = v.name
    def weight(v: ReorderedClass.Vertex) = v.weight
    def next(v: ReorderedClass.Vertex) = v.next
    def others(v: ReorderedClass.Vertex) = v.others
  object ReorderedClass:
    final class Vertex(var others: List[Vertex], val weight: Int = DefaultWeight, var next: Vertex, val name: String)
        derives Pickler

  object Added extends Version[AddedClass.Vertex]("with fields added"):
    def make(name: String, weight: Int) =
      new AddedClass.Vertex(name, "a note", weight, null, Nil, new AddedClass.Mark(weight))
    def link(v: AddedClass.Vertex, next: AddedClass.Vertex, others: List[AddedClass.Vertex]) =
      v.next = next
      v.others = others
      v.before = next
    def name(v: AddedClass.Vertex) = v.name
    def weight(v: AddedClass.Vertex) = v.weight
    def next(v: AddedClass.Vertex) = v.next
    def others(v: AddedClass.Vertex) = v.others
  object AddedClass:
    final case class Mark(number: Int) derives Pickler
    final class Vertex(
        val name: String,
        val note: String = "none",
        val weight: Int = DefaultWeight,
        var next: Vertex,
        var others: List[Vertex],
        val mark: Mark = Mark(0),
        var before: Vertex = null
    ) derives Pickler

  object Removed extends Version[RemovedClass.Vertex]("with a field removed", weightBits = 0):
    def make(name: String, weight: Int) = new RemovedClass.Vertex(name, null, Nil)
    def link(v: RemovedClass.Vertex, next: RemovedClass.Vertex, others: List[RemovedClass.Vertex]) =
      v.next = next
      v.others = others
    def name(v: RemovedClass.Vertex) = v.name
    def weight(v: RemovedClass.Vertex) = DefaultWeight
    def next(v: RemovedClass.Vertex) = v.next
    def others(v: RemovedClass.Vertex) = v.others
  object RemovedClass:
    final class Vertex(val name: String, var next: Vertex, var others: List[Vertex]) derives Pickler

  object Renamed extends Version[RenamedClass.Vertex]("with fields renamed", isRenamed = true):
    def make(name: String, weight: Int) = new RenamedClass.Vertex(name, weight, null, Nil)
    def link(v: RenamedClass.Vertex, next: RenamedClass.Vertex, others: List[RenamedClass.Vertex]) =
      v.successor = next
      v.others = others
    def name(v: RenamedClass.Vertex) = v.title
    def weight(v: RenamedClass.Vertex) = v.weight
    def next(v: RenamedClass.Vertex) = v.successor
    def others(v: RenamedClass.Vertex) = v.others
  object RenamedClass:
    final class Vertex(
        @alias("name") val title: String,
        val weight: Int = DefaultWeight,
        @alias("next") var successor: Vertex,
        var others: List[Vertex]
    ) derives Pickler

  object Retyped extends Version[RetypedClass.Vertex]("with fields retyped", weightBits = 64):
    def make(name: String, weight: Int) = new RetypedClass.Vertex(name, weight, null, Vector.empty)
    def link(v: RetypedClass.Vertex, next: RetypedClass.Vertex, others: List[RetypedClass.Vertex]) =
      v.next = next
      v.others = others.toVector
    def name(v: RetypedClass.Vertex) = v.name
    def weight(v: RetypedClass.Vertex) = v.weight
    def next(v: RetypedClass.Vertex) = v.next
    def others(v: RetypedClass.Vertex) = v.others
  object RetypedClass:
    final class Vertex(val name: String, val weight: Long = DefaultWeight, var next: Vertex, var others: Vector[Vertex])
        derives Pickler

  object ClassRenamed extends Version[elsewhere.Point]("a class of another name, in another place"):
    def make(name: String, weight: Int) = new elsewhere.Point(name, weight, null, Nil)
    def link(v: elsewhere.Point, next: elsewhere.Point, others: List[elsewhere.Point]) =
      v.next = next
      v.others = others
    def name(v: elsewhere.Point) = v.name
    def weight(v: elsewhere.Point) = v.weight
    def next(v: elsewhere.Point) = v.next
    def others(v: elsewhere.Point) = v.others
  object elsewhere:
    final class Point(val name: String, val weight: Int = DefaultWeight, var next: Point, var others: List[Point])
        derives Pickler

  object Inserted extends Version[InsertedClass.Vertex]("a class with a superclass, to which fields have moved"):
    def make(name: String, weight: Int) = new InsertedClass.Vertex(name, weight)
    def link(v: InsertedClass.Vertex, next: InsertedClass.Vertex, others: List[InsertedClass.Vertex]) =
      v.next = next
      v.others = others
    def name(v: InsertedClass.Vertex) = v.name
    def weight(v: InsertedClass.Vertex) = v.weight
    def next(v: InsertedClass.Vertex) = v.next
    def others(v: InsertedClass.Vertex) = v.others
  object InsertedClass:
    abstract class Linked:
      var next: Vertex = null
      var others: List[Vertex] = Nil
    final class Vertex(val name: String, val weight: Int = DefaultWeight) extends Linked derives Pickler

  object Split extends Version[SplitClass.Vertex]("a class with another superclass, from which fields have moved"):
    def make(name: String, weight: Int) = new SplitClass.Vertex(name, weight, Nil)
    def link(v: SplitClass.Vertex, next: SplitClass.Vertex, others: List[SplitClass.Vertex]) =
      v.next = next
      v.others = others
    def name(v: SplitClass.Vertex) = v.name
    def weight(v: SplitClass.Vertex) = v.weight
    def next(v: SplitClass.Vertex) = v.next
    def others(v: SplitClass.Vertex) = v.others
  object SplitClass:
    abstract class Chained:
      var next: Vertex = null
    final class Vertex(val name: String, val weight: Int = DefaultWeight, var others: List[Vertex]) extends Chained
        derives Pickler

  object Several extends Version[SeveralClass.Point]("all of it at once", weightBits = 64, isRenamed = true):
    def make(name: String, weight: Int) = new SeveralClass.Point(weight, "more", name)
    def link(v: SeveralClass.Point, next: SeveralClass.Point, others: List[SeveralClass.Point]) =
      v.successor = next
      v.others = others.toVector
    def name(v: SeveralClass.Point) = v.title
    def weight(v: SeveralClass.Point) = v.weight
    def next(v: SeveralClass.Point) = v.successor
    def others(v: SeveralClass.Point) = v.others
  object SeveralClass:
    abstract class Chained:
      var others: Vector[Point] = Vector.empty
      @alias("next") var successor: Point = null
    final class Point(val weight: Long = DefaultWeight, val more: String = "", @alias("name") val title: String)
        extends Chained
        derives Pickler
