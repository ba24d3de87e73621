package brine.checks

import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer
import brine.*
import brine.binary.{BarePickle, BinaryFormat}
import brine.json.{JsonFormat, JsonPickle}
import brine.testkit.Laws

/** A reference to an object of another type is refused while reading: by class, by type argument, and when the object
  * is itself still being read. Nothing comes back that its static type forbids.
  */
class ForgedReferencesSuite extends munit.FunSuite:
  import ForgedReferencesSuite.*

  private def refused[A: Pickler](json: String): Unit =
    for depth <- List(Limits.Default.emittedDepth, 2, 0) do
      given PickleOptions = PickleOptions(limits = Limits(emittedDepth = depth))
      intercept[PickleException](JsonPickle.of(json).unpickle[A])

  private def refused[A: Pickler](bytes: Int*): Unit =
    for depth <- List(Limits.Default.emittedDepth, 2, 0) do
      given PickleOptions = PickleOptions(limits = Limits(emittedDepth = depth))
      intercept[PickleException](new BarePickle(bytes.map(_.toByte).toArray).unpickle[A])

  test("an object of another class, still being read, where only a list stands between") {
    refused[Q]("""{"x":1,"zs":{"$id":1,"$items":[{"y":2,"qs":{"$ref":1}}]},"zz":null}""")
    refused[Q](0x01, 0x02, 0x07, 0x01, 0x04, 0x06, 0x00)
  }

  test("an object of another leaf, still being read, as an element") {
    refused[Part]("""{"$type":"Holder","$id":1,"x":1,"items":[[{"$ref":1}]],"options":null}""")
    refused[Part]("""{"$type":"Holder","$id":1,"x":1,"items":null,"options":[{"$ref":1}]}""")
  }

  test("an object that is still being read at a place whose type leads nowhere") {
    refused[Chain](0x02, 0x02, 0x00)
    refused[Chain]("""{"$type":"Link","$id":1,"o":{"$ref":1},"next":null}""")
  }

  test("an object that is still being read, where only constructors could lead to it") {
    refused[Outer](0x01, 0x02, 0x01, 0x02)
    refused[Outer]("""{"$id":1,"n":1,"inner":{"outer":{"$ref":1}}}""")
  }

  test("a generic object of other type arguments, whose classes look alike") {
    refused[Boxes](0x01, 0x01, 0x02, 0x02)
    refused[Boxes]("""{"a":{"$id":1,"v":{"x":1}},"b":{"$ref":1}}""")
    refused[ListArrays]("""{"a":{"$id":1,"$items":[[{"x":1}]]},"b":{"$ref":1}}""")
  }

  test("a leaf of a generic family of other type arguments") {
    refused[Generics]("""{"a":{"$type":"V","$id":1,"v":1},"b":{"$ref":1}}""")
  }

  test("an object whose class determines its type, at a place of a collection or of a generic class") {
    refused[List[(Cell, ArrayBuffer[Int])]](5, 1, 3, 97, 0, 5, 2, 2, 4)
    refused[List[(Cell, ArrayBuffer[Int])]](
      """[{"_1":{"$id":1,"name":"a","next":null},"_2":{"$id":2,"$items":[1]}},{"_1":{"$ref":1},"_2":{"$ref":1}}]"""
    )
  }

  // Every other object in the place of each referred one, and all else that a changed byte can say.
  for sample <- samples do
    test(s"with a changed byte, a ${sample.name} is refused or has the declared classes") {
      for depth <- List(Limits.Default.emittedDepth, 0); format <- List[PickleFormat](BinaryFormat.Bare, JsonFormat) do
        sample.verify(format, depth)
    }

object ForgedReferencesSuite:
  /** A value with references, and a walk over it that uses each object as its declared class. */
  final class Sample[A: Pickler](val name: String, value: A)(walk: A => Unit):
    def verify(format: PickleFormat, depth: Int): Unit =
      given PickleOptions = PickleOptions(limits = Limits(emittedDepth = depth, maxElementsWithoutBytes = 1000))
      val bytes = Laws.write(value, format)
      for i <- bytes.indices; changed <- others(format, bytes(i)) do
        val forged = bytes.updated(i, changed.toByte)
        val back =
          try Some(Laws.read[A](forged, format, summon))
          catch case _: PickleException => None
        for found <- back do
          try walk(found)
          catch
            case e: ClassCastException =>
              throw new AssertionError(s"byte $i of ${Laws.hex(bytes)} as $changed in $format", e)

    private def others(format: PickleFormat, byte: Byte): Seq[Int] =
      if format == JsonFormat then if Character.isDigit(byte) then ('0' to '9').map(_.toInt) else Nil else 0 to 40

  private def used(cell: Cell | Null): Unit = if cell != null then assert(cell.name != "?")
  private def summed(all: ArrayBuffer[Int] | Null): Unit = if all != null then assert(all.sum != Int.MinValue + 5)

  val samples: List[Sample[?]] =
    val cell = new Cell("a", null)
    val buffer = ArrayBuffer(1)
    val box = new Box(Foo(1))
    val boxed = new Box(Bar(2))
    List(
      new Sample("pair", List((cell, buffer), (cell, buffer)))(_.foreach { (c, b) =>
        used(c)
        summed(b)
      }),
      new Sample("collection", List(ArrayBuffer(cell), ArrayBuffer(cell, cell)))(_.foreach(_.foreach(used))),
      new Sample("option", List((Option(cell), Option(buffer)), (Option(cell), Option(buffer))))(
        _.foreach { (c, b) =>
          if c != null then c.foreach(used)
          if b != null then b.foreach(summed)
        }
      ),
      new Sample("array of options", (Array(Option(cell), Option(cell)), Array(Option(buffer), Option(buffer))))(
        (cells, buffers) =>
          if cells != null then cells.foreach(c => if c != null then c.foreach(used))
          if buffers != null then buffers.foreach(b => if b != null then b.foreach(summed))
      ),
      new Sample("generic class", List((box, cell, boxed), (box, cell, boxed)))(_.foreach { (a, c, b) =>
        if a != null && a.v != null then assert(a.v.x != Int.MinValue)
        if b != null && b.v != null then assert(b.v.x != Int.MinValue)
        used(c)
      }),
      new Sample("map", List((mutable.HashMap("k" -> cell), buffer), (mutable.HashMap("k" -> cell), buffer)))(
        _.foreach { (m, b) =>
          if m != null then m.values.foreach(used)
          summed(b)
        }
      )
    )

  final class Cell(val name: String, var next: Cell) derives Pickler

  final class Q(val x: Int, var zs: List[Z], val zz: Array[Option[Z]]) derives Pickler
  final class Z(val y: Int, var qs: List[Q]) derives Pickler

  sealed trait Part derives Pickler
  final class Holder(val x: Int, val items: Array[List[Held]], val options: Array[Option[Held]]) extends Part
  final class Held(val y: Int, var q: Part) extends Part

  sealed trait Chain derives Pickler
  final class Other(var n: Int) extends Chain
  final class Link(val o: Other, var next: Link) extends Chain

  final class Outer(var n: Int, val inner: Inner) derives Pickler
  final class Inner(val outer: Outer) derives Pickler

  final case class Foo(x: Int) derives Pickler
  final case class Bar(x: Int) derives Pickler
  final class Box[T](var v: T) derives Pickler
  final case class Boxes(a: Box[Foo], b: Box[Bar]) derives Pickler
  final case class ListArrays(a: Array[List[Foo]], b: Array[List[Bar]]) derives Pickler

  sealed trait G[T] derives Pickler
  final class V[T](var v: T) extends G[T]
  final class W[T](val w: T) extends G[T]
  final case class Generics(a: G[Int], b: G[String]) derives Pickler
