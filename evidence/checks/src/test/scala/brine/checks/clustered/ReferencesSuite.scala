package brine.checks.clustered

import java.lang.ref.{SoftReference, WeakReference}
import brine.*
import brine.graph.{GraphFormat, softReference, weakReference}
import brine.testkit.Laws

/** Weak and soft references are not followed. They are kept if another reference leads to their objects. */
class ReferencesSuite extends munit.FunSuite:
  import ReferencesSuite.*

  private def there[A: Pickler](
      value: A,
      format: GraphFormat = GraphFormat,
      options: PickleOptions = PickleOptions.Default
  ): A =
    Laws.read[A](Laws.write(value, format, options), format, options)

  private def weak(node: Node | Null): WeakReference[Node] = new WeakReference(node.asInstanceOf[Node])

  test("an object that only a weak reference leads to is not in the graph") {
    val loose = new Node("loose", Nil, null)
    val back = there(new Node("root", Nil, weak(loose)))
    assertEquals(back.near.get, null)
    val bytes = Laws.write(new Node("root", Nil, weak(loose)), GraphFormat)
    assert(!new String(bytes).contains("loose"))
    assertEquals(loose.name, "loose") // it has been there all the time
  }

  test("an object with another holder is kept, whether the holder comes before the reference or after it") {
    val child = new Node("child", Nil, null)
    val before = there(Pair(List(child), weak(child), new SoftReference(child)))
    assert(before.weak.get eq before.nodes.head)
    assert(before.soft.get eq before.nodes.head)
    val after = there(Turned(weak(child), List(child)))
    assert(after.weak.get eq after.nodes.head)
    val apart = there(Turned(weak(child), List(new Node("child", Nil, null))))
    assertEquals(apart.weak.get, null)
  }

  test("a weak reference to its own holder, a parent for one, comes back to it") {
    val parent = new Node("parent", Nil, null)
    parent.children = List(new Node("a", Nil, weak(parent)), new Node("b", Nil, weak(parent)))
    val back = there(parent)
    assertEquals(back.children.map(_.name), List("a", "b"))
    assert(back.children.forall(_.near.get eq back))
  }

  test("a path by way of another weak reference does not hold the object") {
    val far = new Node("far", Nil, null)
    val near = new Node("near", List(far), null)
    val back = there(Turned(weak(far), List(new Node("root", Nil, weak(near)))))
    assertEquals((back.weak.get, back.nodes.head.near.get), (null, null))
  }

  test("one reference is one, kept or empty; one that was empty is empty") {
    val kept = new Node("kept", Nil, null)
    val loose = new Node("loose", Nil, null)
    for (node, expected) <- List[(Node, String)]((kept, "kept"), (loose, null), (null, null)) do
      val reference = weak(node)
      val back = there(Shared(List(reference, reference), kept))
      assert(back.all(0) eq back.all(1))
      assertEquals(if back.all(0).get == null then null else back.all(0).get.name, expected)
  }

  test("text and numbers have no identity: they are written") {
    assertEquals(there(Texts(new WeakReference("text"), new SoftReference(7))).text.get, "text")
    assertEquals(there(Texts(new WeakReference("text"), new SoftReference(7))).number.get, Integer.valueOf(7))
  }

  test("rules for transient and external objects have priority; substitutes count as reachable objects") {
    val one = new Node("one", Nil, null)
    val value = Turned(weak(one), List(one))
    assertEquals(there(value, GraphFormat.withTransientObjects(one)).weak.get, null)
    val outside = GraphFormat.withExternal("one", one)
    assert(there(Turned(weak(one), Nil), outside).weak.get eq one)
    val other = new Node("other", Nil, null)
    val back = there(value, GraphFormat.withSubstitution { case n if n eq one => other })
    assertEquals(back.weak.get.name, "other")
    assert(back.weak.get eq back.nodes.head)
  }

  test("hooks before writing see each object once, though the graph is gone through twice") {
    val one = new Node("one", Nil, null)
    var calls = 0
    val format = GraphFormat.beforeWriting[Node](_ => calls += 1)
    assertEquals(there(Turned(weak(one), List(one)), format).nodes.length, 1)
    assertEquals(calls, 1)
  }

  test("behind an open type they must be announced, and are refused else") {
    val one = Leafy(weak(new Node("one", Nil, null)))
    val named = PickleOptions(subtypes = Subtypes(Subtype[Leafy]))
    assertEquals(there[Plant](one, GraphFormat.withReferences, named).asInstanceOf[Leafy].weak.get, null)
    val e = intercept[PickleException.UnexpectedClass](Laws.write[Plant](one, GraphFormat))
    assert(e.getMessage.contains("GraphFormat.withReferences"), e.getMessage)
    intercept[PickleException.UnexpectedClass](Laws.write[Plant](one, GraphFormat.withTransient[String]))
  }

object ReferencesSuite:
  final class Node(val name: String, var children: List[Node], var near: WeakReference[Node]) derives Pickler
  final case class Pair(nodes: List[Node], weak: WeakReference[Node], soft: SoftReference[Node]) derives Pickler
  final case class Turned(weak: WeakReference[Node], nodes: List[Node]) derives Pickler
  final case class Shared(all: List[WeakReference[Node]], kept: Node) derives Pickler
  final case class Texts(text: WeakReference[String], number: SoftReference[Integer]) derives Pickler

  trait Plant
  object Plant:
    given Pickler[Plant] = Pickler.open
  final case class Leafy(weak: WeakReference[Node]) extends Plant derives Pickler
