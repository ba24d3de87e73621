package brine.demo

import munit.FunSuite

class IsomorphismSuite extends FunSuite:
  import Isomorphism.{Counts, prove}

  private def vertex(name: String): JdkClass = JdkClass.alone(name, 1)

  /** Object, and two classes below it, one of which has a field of the other. */
  private def family(): (JdkClass, JdkClass, JdkClass) =
    val (top, left, right) = (vertex("Object"), vertex("Left"), vertex("Right"))
    left.superclass = top
    right.superclass = top
    right.fieldTypes = List(left)
    (top, left, right)

  private def familyGraph(): JdkGraph =
    val (top, left, right) = family()
    JdkGraph(Array(left, top, right))

  private def ring(size: Int): JdkGraph =
    val vertices = Array.tabulate(size)(i => vertex(s"C$i"))
    for i <- 0 until size do vertices(i).superclass = vertices((i + 1) % size)
    JdkGraph(vertices.take(1))

  private def chain(size: Int): JdkGraph =
    def link() = JdkClass.alone("C", 1)
    val first = link()
    var last = first
    for _ <- 1 until size do
      last.superclass = link()
      last = last.superclass
    JdkGraph(Array(first))

  private val already = ", but one of them already has another counterpart"

  private def assertDiffers(left: JdkGraph, right: JdkGraph)(message: String): Unit =
    assertEquals(prove(left, right), Left(message))

  test("two graphs built alike are isomorphic, and their vertices and edges are counted"):
    assertEquals(prove(familyGraph(), familyGraph()), Right(Counts(3, 3)))

  test("a graph is isomorphic with itself"):
    val graph = familyGraph()
    assertEquals(prove(graph, graph), Right(Counts(3, 3)))

  test("the empty graph is isomorphic with the empty graph only"):
    assertEquals(prove(JdkGraph(Array()), JdkGraph(Array())), Right(Counts(0, 0)))
    assertDiffers(JdkGraph(Array()), familyGraph())(
      "$.vertices: 0 classes on the left, 3 classes on the right"
    )

  test("vertices without edges are compared by their scalars"):
    val named = JdkGraph(Array(vertex("A")))
    assertDiffers(named, JdkGraph(Array(vertex("B"))))("$.vertices[0].name: A on the left, B on the right")
    val flagged = JdkGraph(Array(JdkClass.alone("A", 2)))
    assertDiffers(named, flagged)("$.vertices[0].access: 1 on the left, 2 on the right")

  test("a vertex duplicated on the right is a difference, although all values are equal"):
    val (top, left, right) = family()
    val duplicate = vertex("Left")
    duplicate.superclass = top
    right.fieldTypes = List(duplicate)
    assertDiffers(familyGraph(), JdkGraph(Array(left, top, right)))(
      "$.vertices[2].fieldTypes[0]: the class Left on the left, the class Left on the right" + already
    )

  test("a vertex shared only on the right is a difference, although all values are equal"):
    def pair(first: JdkClass, second: JdkClass) = JdkGraph(Array(first, second))
    val shared = vertex("A")
    assertDiffers(pair(vertex("A"), vertex("A")), pair(shared, shared))(
      "$.vertices[1]: the class A on the left, the class A on the right" + already
    )

  test("an edge that leads elsewhere is a difference"):
    val (top, left, right) = family()
    right.fieldTypes = List(top)
    assertDiffers(familyGraph(), JdkGraph(Array(left, top, right)))(
      "$.vertices[2].fieldTypes[0]: the class Left on the left, the class Object on the right" + already
    )

  test("an edge too many is a difference"):
    val (top, left, right) = family()
    right.fieldTypes = List(left, top)
    assertDiffers(familyGraph(), JdkGraph(Array(left, top, right)))(
      "$.vertices[2].fieldTypes: 1 classes on the left, 2 classes on the right"
    )

  test("null agrees with null only, in a field and in an array"):
    val (top, left, right) = family()
    right.superclass = null
    assertDiffers(familyGraph(), JdkGraph(Array(left, top, right)))(
      "$.vertices[2].superclass: the class Object on the left, null on the right"
    )
    val withNull = JdkGraph(Array(null))
    assertEquals(prove(withNull, JdkGraph(Array(null))), Right(Counts(0, 0)))
    assertDiffers(withNull, JdkGraph(Array(vertex("A"))))("$.vertices[0]: null on the left, the class A on the right")

  test("a list that two vertices share on one side only is a difference"):
    def graph(first: List[JdkClass], second: List[JdkClass]) =
      val (a, b) = (vertex("A"), vertex("B"))
      a.interfaces = first
      b.interfaces = second
      JdkGraph(Array(a, b))
    val shared = List[JdkClass](null)
    val alsoShared = List[JdkClass](null)
    assertEquals(prove(graph(shared, shared), graph(alsoShared, alsoShared)), Right(Counts(2, 0)))
    assertDiffers(graph(shared, shared), graph(List(null), List(null)))(
      "$.vertices[1].interfaces: 1 classes on the left, 1 classes on the right" + already
    )
    assertDiffers(graph(List(null), List(null)), graph(shared, shared))(
      "$.vertices[1].interfaces: 1 classes on the left, 1 classes on the right" + already
    )

  test("a vertex that is its own nest member, field type and parameter is compared once"):
    def self() =
      val a = vertex("A")
      a.nestMembers = List(a)
      a.fieldTypes = List(a)
      a.signatureTypes = List(a, null)
      a.nestHost = a
      JdkGraph(Array(a))
    assertEquals(prove(self(), self()), Right(Counts(1, 4)))

  test("a ring of three is the same ring, and no ring of four nor of one"):
    assertEquals(prove(ring(3), ring(3)), Right(Counts(3, 3)))
    assert(prove(ring(3), ring(4)).isLeft)
    assert(prove(ring(3), ring(1)).isLeft)

  test("rings of different lengths that unroll to the same values are different"):
    def unnamed(size: Int) =
      val vertices = Array.fill(size)(vertex("C"))
      for i <- 0 until size do vertices(i).superclass = vertices((i + 1) % size)
      JdkGraph(vertices.take(1))
    assertDiffers(unnamed(2), unnamed(3))(
      "$.vertices[0].superclass.superclass: the class C on the left, the class C on the right" + already
    )

  test("a chain of a million vertices needs no stack"):
    assertEquals(prove(chain(1_000_000), chain(1_000_000)), Right(Counts(1_000_000, 999_999)))

  test("the path to a difference at a chain's end is cut in the middle"):
    val steps = ".superclass" * 6
    assertDiffers(chain(1000), chain(1001))(
      s"$$.vertices[0]${".superclass" * 3} ... 991 more ... $steps: null on the left, the class C on the right"
    )
