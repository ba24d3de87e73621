package brine.bench

import brine.bench.workloads.*
import brine.testkit.Patient

/** Contenders that keep references give every graph back, and the graphs match their names. */
class GraphsSuite extends munit.FunSuite, Patient:
  private val workloads: List[Workload[?]] = List(
    "floats:500",
    "smallInts:500",
    "largeInts:500",
    "shortStrings:500",
    "longStrings:100",
    "wideStrings:500",
    "symbols:500",
    "dates:500",
    "spots:500",
    "rectangles:200",
    "filled:0",
    "filled:25",
    "tree:64",
    "complete:30",
    "complete:1200",
    "regular:2000",
    "sparse:300",
    s"links:${Links.Articles}",
    "pages:1000",
    "nodes:2046",
    "nodes:4680",
    "chain:20000",
    "sharing:0",
    "sharing:50",
    "sharing:100"
  ).map(Workload(_))

  test("every kind of graph is among these") {
    assertEquals(workloads.map(_.kind).toSet, Workload.graphs.map(_.name).toSet)
  }

  for
    configuration <- Contenders.ofGraphsAndTwins
    (workload, i) <- workloads.zipWithIndex
    if configuration.contender(workload).isRight
  do
    test(s"${configuration.name} gives ${workload.kind} back, $i: out of memory, out of a file, twice") {
      thereAndBack(configuration.name, workload)
    }

  private def thereAndBack[A](name: String, workload: Workload[A]): Unit =
    val contender = Contenders.contender(name, workload)
    for value <- workload.values; name <- Medium.names do
      val medium = Medium.of(name, contender)
      val sizes =
        for _ <- 1 to 2 yield
          medium.write(value)
          assert(workload.isSame(value, medium.read()), name)
          medium.size
      assertEquals(sizes(1).bytes, sizes(0).bytes)
      assert(sizes(0).bytes > 0 && sizes(0).gzipped > 0 && sizes(0).zstd > 0)

  test("a value is not the same as one in which an edge, a part or a cell is another") {
    val ring = Workload("regular:16").asInstanceOf[Vertices]
    val (vertices, others) = (ring.values.head, Vertices.regular(16).values.head)
    assert(ring.isSame(vertices, others))
    others(3).edges(2) = others((vertices(3).edges(2).id + 1) % 16)
    assert(!ring.isSame(vertices, others))

    val sharing = new SharedParts(50)
    val owners = sharing.values.head
    val first = owners.head
    assert(!sharing.isSame(owners, owners.updated(0, new Owner(first.id, first.own, new Part(first.other.count)))))
    assert(!sharing.isSame(owners, owners.updated(0, new Owner(first.id, new Part(first.own.count), first.other))))

    val chain = new Chain(3)
    assert(!chain.isSame(chain.values.head, chain.values.head.next))
  }

  test("a regular graph has eight edges at each vertex, to different ones, and back") {
    val vertices = Vertices.regular(13_104).values.head
    for vertex <- vertices do
      assertEquals(vertex.edges.distinct.length, 8)
      assert(vertex.edges.forall(end => end.ne(vertex) && end.edges.contains(vertex)))
  }

  test("a complete graph has an edge between all, a sparse one a single edge at each") {
    assert(Vertices.complete(20).values.head.forall(v => v.edges.map(_.id).toSet == (0 until 20).toSet - v.id))
    assert(Vertices.sparse(200).values.head.forall(v => v.edges.length == 1 && v.edges.head.ne(v)))
  }

  test("trees have as many nodes below the root as is said, chains as many cells") {
    def count(node: Node): Int = 1 + node.children.map(count).sum
    for size <- List(2046, 4680) do assertEquals(count(new Nodes(size).values.head), size + 1)
    assertEquals(Iterator.iterate(new Chain(77).values.head)(_.next).takeWhile(_ != null).length, 77)
    intercept[IllegalArgumentException](new Nodes(2047).values)
  }

  test("collections are as full as is said") {
    for (percent, elements) <- List(0 -> 0, 25 -> 8, 85 -> 27) do
      assertEquals(new Filled(percent).values.head.map(_.length).distinct, Vector(elements))
  }

  test("more and more parts are shared, and there are always as many objects") {
    for percent <- List(0, 25, 50, 75, 100) do
      val owners = new SharedParts(percent).values.head
      val referred = new java.util.IdentityHashMap[Part, Integer]
      for owner <- owners; part <- List(owner.own, owner.other) do referred.merge(part, 1, (a, b) => a + b)
      val expected = SharedParts.Owners + (if percent < 100 then 1 else 0)
      assertEquals(referred.size, expected)
      assertEquals(owners.count(owner => referred.get(owner.own) == 2), SharedParts.Owners * percent / 100)
  }
