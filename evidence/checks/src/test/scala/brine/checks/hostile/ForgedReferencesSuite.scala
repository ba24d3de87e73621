package brine.checks

import brine.*
import brine.binary.BarePickle
import brine.json.JsonPickle

/** A reference to an object of another type is refused while reading: by class, by type argument, and when the object is
  * itself still being read. Nothing comes back that its static type forbids.
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

object ForgedReferencesSuite:
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
