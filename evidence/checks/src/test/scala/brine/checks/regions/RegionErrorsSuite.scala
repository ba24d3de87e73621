package brine.checks.regions

import scala.compiletime.testing.typeCheckErrors
import brine.*
import brine.region.*

/** Uses of regions that do not compile, and their error texts. */
class RegionErrorsSuite extends munit.FunSuite:
  test("a class that can change does not compile, and the error names the field's path") {
    val errors: List[String] = typeCheckErrors("Region.compact(Outer(\"\", Nil))").map(_.message)
    val expected =
      "no region can hold a brine.checks.regions.Outer: it must be immutable, and\n  $.inners[…].count: it is a var " +
        "of Inner"
    assertEquals(errors, List(expected))
    val arrays: List[String] = typeCheckErrors("Region.compact(Holder(null))").map(_.message)
    assert(
      arrays.exists(_.contains("$.names: Array[String] is an array of references, which can change")),
      arrays.toString
    )
    val buffers: List[String] = typeCheckErrors("Region.compact(Held(null))").map(_.message)
    assert(buffers.exists(_.contains("$.names: ArrayBuffer[String] can change")), buffers.toString)
    val tries: List[String] =
      typeCheckErrors("Region.compact(List(scala.collection.concurrent.TrieMap(1 -> 2)))").map(_.message)
    assert(tries.exists(_.contains("$[…]: TrieMap[Int, Int] can change")), tries.toString)
  }

  test("a fold without a case for a leaf does not compile, nor one with two, nor a field that is not there") {
    val missing = typeCheckErrors("""
      val region = Region.compact(Trees.bin(1))
      region.root.fold((leaf: region.View[BinTree.Leaf]) => 1)
    """).map(_.message)
    assertEquals(missing, List("this fold is not exhaustive: there is no case for Node"))
    val twice = typeCheckErrors("""
      val region = Region.compact(Trees.bin(1))
      region.root.fold(
        (a: region.View[BinTree.Leaf]) => 1, (b: region.View[BinTree.Leaf]) => 1, (c: region.View[BinTree.Node]) => 1)
    """).map(_.message)
    assertEquals(twice, List("Leaf has two cases"))
    assert(typeCheckErrors("Region.compact(Page.sample()).root(_.tittle)").nonEmpty)
    val method = typeCheckErrors("{ val r = Region.compact(Page.sample()); r.root(_.title.trim) }").map(_.message)
    assert(method.exists(_.startsWith("a path consists of fields")), method.toString)
    // Calls that do not compile themselves reach the macro without a symbol.
    val ofNothing = typeCheckErrors("""
      val region = Region.compact(Trees.bin(1))
      region.root.fold((leaf: region.View[BinTree.Leaf]) => 1, node => { node(_.left(1)); 2 })
    """).map(_.message)
    assert(ofNothing.nonEmpty && !ofNothing.exists(_.contains("Exception")), ofNothing.toString)
  }

  test("the views of two regions are of different types") {
    val errors = typeCheckErrors("""
      val one = Region.compact(Trees.bin(1))
      val other = Region.compact(Trees.bin(1))
      val view: one.View[BinTree] = other.root
    """)
    assert(errors.nonEmpty)
  }
