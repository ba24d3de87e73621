package kinds

import brine.javaapi.Brine
import brine.javaapi.UnfitClassException
import java.util.UUID

data class Plain(val a: Int, var b: String, val c: Double?, val d: UInt, val e: Char, val f: ByteArray?) {
  override fun equals(other: Any?) =
    other is Plain && a == other.a && b == other.b && c == other.c && d == other.d && e == other.e && f.contentEquals(other.f)

  override fun hashCode() = a
}

data class Generic<A>(val first: A, val all: List<A>)

data class Holder(val numbers: Generic<Int>, val texts: Generic<String?>, val pair: Pair<Int, String>, val id: UUID)

open class Base(val name: String) {
  var changed: Int = 0
}

class Derived(name: String, val own: Int) : Base(name) {
  override fun equals(other: Any?) = other is Derived && other.name == name && other.own == own && other.changed == changed

  override fun hashCode() = own
}

class Body(val n: Int) {
  lateinit var late: String
  val computed get() = n + 1

  override fun equals(other: Any?) = other is Body && other.n == n && other.late == late

  override fun hashCode() = n
}

sealed class Tree {
  data class Node(val left: Tree, val right: Tree) : Tree()

  data class Leaf(val value: Int) : Tree()

  object Empty : Tree()
}

class Cell(var next: Cell?)

@JvmInline value class Name(val text: String)

@JvmInline value class Level(val n: Int)

data class Values(val name: Name, val level: Level, val maybe: Level?, val all: Map<Name, Level>, val none: Name?)

data class Collections(
  val list: List<Int>, val mutable: MutableList<String>, val set: Set<Int>, val map: Map<String, List<Int>>,
  val array: IntArray, val objects: Array<String>,
) {
  override fun equals(other: Any?) =
    other is Collections && list == other.list && mutable == other.mutable && set == other.set && map == other.map &&
      array.contentEquals(other.array) && objects.contentEquals(other.objects)

  override fun hashCode() = list.hashCode()
}

data class Defaults(val a: Int, val b: String = "b", val c: List<Int> = listOf(a))

enum class Planet(val mass: Double) {
  EARTH(1.0), MARS(0.1) { override fun isSmall() = true };

  open fun isSmall() = false
}

data class Orbit(val around: Planet, val all: Map<Planet, Int>)

class WithComputed(val n: Int) {
  val twice = n * 2
}

class WithLazy(val n: Int) {
  val late by lazy { n * 2 }
}

class WithFunction(val f: (Int) -> Int)

class Outer(val n: Int) {
  inner class Inner(val m: Int)
}

val brine: Brine =
  Brine.builder()
    .classes(Plain::class.java, Generic::class.java, Holder::class.java, Pair::class.java, Derived::class.java, Body::class.java)
    .classes(Tree::class.java, Cell::class.java, Values::class.java, Name::class.java, Level::class.java)
    .classes(Collections::class.java, Defaults::class.java, Orbit::class.java, Planet::class.java)
    .build()

fun <A : Any> same(value: A) {
  val type = value.javaClass
  val copies = listOf(
    brine.binary().read(brine.binary().write(value), type),
    brine.json().read(brine.json().write(value), type),
    brine.graph().read(brine.graph().write(value), type),
    brine.copy(value),
  )
  copies.forEachIndexed { i, copy -> if (copy != value) println("format $i: $value came back as $copy") }
}

fun refused(type: Class<*>) {
  try {
    Brine.builder().classes(type).build()
    println("$type is not refused")
  } catch (e: UnfitClassException) {
    if (!e.message!!.contains(type.simpleName)) println(e.message)
  }
}

fun main() {
  same(Plain(1, "b", null, 4000000000u, 'é', byteArrayOf(1)))
  same(Plain(-1, "", 2.5, 0u, 'a', null))
  same(Holder(Generic(1, listOf(1, 2)), Generic(null, listOf("a", null)), 1 to "a", UUID(1, 2)))
  same(Derived("a", 1).also { it.changed = 5 })
  same(Body(3).also { it.late = "late" })
  same(Values(Name("a"), Level(1), null, mapOf(Name("b") to Level(2)), null))
  same(Values(Name("a"), Level(1), Level(3), emptyMap(), Name("c")))
  same(Collections(listOf(3, 1), mutableListOf("a"), setOf(3, 1, 2), mapOf("z" to emptyList(), "a" to listOf(1)), intArrayOf(1), arrayOf("x")))
  same(Collections(emptyList(), mutableListOf(), emptySet(), emptyMap(), intArrayOf(), arrayOf()))
  same(Defaults(1))
  same(Defaults(1, "x", emptyList()))
  same(Orbit(Planet.MARS, mapOf(Planet.MARS to 1, Planet.EARTH to 2)))

  val tree: Tree = Tree.Node(Tree.Leaf(1), Tree.Node(Tree.Empty, Tree.Leaf(2)))
  for (copy in listOf(
    brine.binary().read(brine.binary().write(tree, Tree::class.java), Tree::class.java),
    brine.json().read(brine.json().write(tree, Tree::class.java), Tree::class.java),
    brine.graph().read(brine.graph().write(tree, Tree::class.java), Tree::class.java),
  )) {
    if (copy != tree) println("$tree came back as $copy")
  }

  val ring = Cell(null).also { it.next = it }
  val copy = brine.copy(ring)
  if (copy.next !== copy) println("a ring came back as another graph")

  refused(WithComputed::class.java)
  refused(WithLazy::class.java)
  try {
    Brine.builder().classes(WithFunction::class.java).build().binary().write(WithFunction { it + 1 })
    println("a function is not refused")
  } catch (e: brine.PickleException) {
    if (!e.path().contains("f")) println(e.message)
  }
  refused(Outer.Inner::class.java)
}
