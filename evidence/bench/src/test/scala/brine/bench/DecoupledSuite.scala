package brine.bench

import brine.bench.decoupled.DecoupledWork
import brine.bench.workloads.{Fan, Fork, NarrowTree, WideTree, Workload}
import brine.testkit.Patient

/** The graphs of "Cereal" come back from each contender, and each piece of work gives the right result. */
class DecoupledSuite extends munit.FunSuite, Patient:
  private val graphs = List("narrow:2046", "wide:4680", "chain:3000", "sparse:200", "complete:40")

  test("every kind of graph is among these") {
    assertEquals(graphs.map(kind).toSet, Workload.ofDecoupled.map(kind).toSet)
  }

  private def kind(name: String): String = name.takeWhile(_ != ':')

  for configuration <- Contenders.ofDecoupled; name <- graphs do
    test(s"${configuration.name} gives $name back") {
      comesBack(configuration.name, Workload(name))
    }

  private def comesBack[A](name: String, workload: Workload[A]): Unit =
    val contender = Contenders.contender(name, workload)
    for value <- workload.values do assert(workload.isSame(value, contender.read(contender.write(value))))

  for work <- DecoupledWork.names; name <- graphs do
    test(s"$work of $name gives the right result") {
      val made = DecoupledWork.named(work, name)
      made.check()
      assert(made.run() != null)
      assert(made.imageBytes > 0 && made.pickleBytes > 0)
    }

  test("trees have as many nodes as is said, and one value is unlike another") {
    def count(tree: Fork): Int = if tree == null then 0 else 1 + count(tree.left) + count(tree.right)
    val narrow = new NarrowTree(2046)
    assertEquals(count(narrow.values.head), 2047)
    assert(!narrow.isSame(narrow.values.head, narrow.values.head.left))
    def counted(tree: Fan): Int = if tree == null then 0 else 1 + tree.children.map(counted).sum
    assertEquals(counted(new WideTree(4680).values.head), 4681)
  }
