package brine.checks.clustered

import brine.*
import brine.emitted.DerivedPickler
import brine.graph.GraphFormat
import brine.graph.clustered.code.{ColumnsMaker, MadeColumns}
import brine.plan.Plan
import brine.testkit.{Laws, Patient}
import brine.testkit.corpus.*

/** Which classes get code for columns at run time, and that it fails as the interpreter does. `ColumnsSuite` and the
  * suites of laws compare bytes and values.
  */
class MadeColumnsSuite extends munit.FunSuite, Patient:
  private def plans[A](using pickler: Pickler[A]): Vector[Plan.Product] = pickler match
    case derived: DerivedPickler[?] =>
      derived.family.definitions.indices.toVector.map(derived.planOf).collect { case p: Plan.Product => p }
    case other => fail(s"$other is not derived")

  private def hasCode(plan: Plan.Product): Boolean = ColumnsMaker.of(plan).isInstanceOf[MadeColumns]

  test("a class outside of cycles gets code, also in a sealed family") {
    for plan <- plans[Person] ++ plans[Tree] do assertEquals(hasCode(plan), plan.fields.nonEmpty, plan.shape.name)
  }

  test("a class in a cycle gets code, and the plan of a class alone gets none") {
    val cyclic = plans[Cell] ++ plans[Owner]
    assert(cyclic.forall(_.isCyclic))
    for plan <- cyclic do assert(hasCode(plan), plan.shape.name)
    for plan <- plans[Person] do assertEquals(ColumnsMaker.of(plan.alone), null)
  }

  test("objects whose body assigns to a parameter come back as they were") {
    val counter = new MadeColumnsSuite.Counter(3)
    counter.count = 7
    Laws.backEndsAgree(List(1), GraphFormat)
    val back = counter.pickleIn(GraphFormat).unpickle[MadeColumnsSuite.Counter]
    assertEquals(back.count, 7)
    assert(hasCode(plans[MadeColumnsSuite.Counter].head))
  }

  private def failureOf(bytes: Array[Byte], depth: Int): String =
    given PickleOptions = PickleOptions(limits = Limits(emittedDepth = depth))
    intercept[PickleException](GraphFormat.pickled(bytes).unpickle[Tree]).getMessage

  test("a family's code is what a graph's writer and reader use") {
    val tree: Tree = Node(Leaf(1, 0.5), Nil)
    Laws.backEndsAgree(tree, GraphFormat)
    assert(plans[Tree].exists(_.codes.exists(_.isInstanceOf[MadeColumns])))
  }

  test("a failure names the same field as the interpreter's") {
    given PickleOptions = PickleOptions.Default
    val tree: Tree = Node(Leaf(1, 0.5), Node(Leaf(2, 1.5), null))
    val bytes = tree.pickleIn(GraphFormat).bytes
    val failures =
      for
        at <- bytes.indices.toList; to <- List(bytes(at) ^ 1, bytes(at) ^ 0x80)
        damaged = bytes.updated(at, to.toByte)
        if isRefused(damaged)
      yield failureOf(damaged, Limits.Default.emittedDepth) -> failureOf(damaged, 0)
    assert(failures.nonEmpty)
    for (byCode, byInterpreter) <- failures do assertEquals(byCode, byInterpreter)
  }

  private def isRefused(bytes: Array[Byte]): Boolean =
    try
      GraphFormat.pickled(bytes).unpickle[Tree]
      false
    catch case _: PickleException => true

object MadeColumnsSuite:
  /** Counts its own construction, so a constructor alone cannot make an equal object. */
  final class Counter(var count: Int) derives Pickler:
    count = count + 1
