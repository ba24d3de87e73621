package brine.demo

import munit.FunSuite

class ReadJdkSuite extends FunSuite:
  private lazy val graph = ReadJdk.graph((_, _) => ())

  private def find(name: String): JdkClass = graph.vertices.find(_.name == name).get

  private def names(classes: Iterable[JdkClass]): List[String] = classes.toList.map(_.name)

  test("every class of the image is a vertex once, sorted by name"):
    val all = names(graph.vertices)
    assert(all.size > 5_000, all.size)
    assertEquals(all, all.distinct.sorted)
    assert(!all.exists(_.endsWith("module-info")))

  test("Object is the only class without a superclass"):
    assertEquals(graph.vertices.toList.filter(_.superclass == null).map(_.name), List("java/lang/Object"))

  test("the edges of Thread are those of its class file, arrays counted as their elements, primitives left out"):
    val thread = find("java/lang/Thread")
    assertEquals(names(thread.interfaces), List("java/lang/Runnable"))
    assert(names(thread.nestMembers).contains("java/lang/Thread$State"))
    assert(names(thread.fieldTypes).contains("java/lang/ClassLoader"))
    assert(names(thread.signatureTypes).contains("java/lang/StackTraceElement"))

  test("a nest's host and members are the same objects as the vertices"):
    val (host, member) = (find("java/lang/Thread"), find("java/lang/Thread$State"))
    assert(member.nestHost eq host)
    assert(host.nestMembers.exists(_ eq member))
    assertEquals(host.nestHost, null)

  test("edges have neither duplicates nor nulls"):
    for vertex <- graph.vertices do
      for edges <- List(vertex.interfaces, vertex.nestMembers, vertex.fieldTypes, vertex.signatureTypes) do
        assert(!edges.contains(null), vertex)
        assertEquals(names(edges), names(edges).distinct.sorted, vertex)

  test("two readings are isomorphic, and progress is reported to the end"):
    var last = (0, 0)
    val again = ReadJdk.graph((done, total) => last = (done, total))
    assertEquals(Isomorphism.prove(graph, again).map(_.vertices), Right(graph.vertices.length))
    assertEquals(last, (graph.vertices.length, graph.vertices.length))
