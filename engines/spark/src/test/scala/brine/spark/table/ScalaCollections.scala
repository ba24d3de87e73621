package brine.spark.table

import scala.collection.{concurrent, immutable, mutable}

/** Collections of Scala's library. */
object ScalaCollections extends Section("Scala's collections"):
  of("List")(List("a", "b", "c"))
  of("List of mixed classes")(List(1, "a", 2.5, null, Some('c'), List(BigInt(7))))
  of("Nil")(Nil)
  of("Vector")(Vector.tabulate(40)(i => s"v$i"))
  of("Vector of Int")(Vector.tabulate(2000)(identity))
  of("Map of 1 to 4")(Map("a" -> 1, "b" -> 2, "c" -> 3))
  of("Map of more")((1 to 20).map(i => s"k$i" -> i).toMap)
  of("empty Map")(Map.empty[String, Int])
  asked("Map with a default value")(Map("a" -> 1).withDefaultValue(7))(_("missing"))
  of("Set of 1 to 4")(Set("a", "b"))
  of("HashSet")((1 to 20).toSet)
  of("immutable.Queue")(immutable.Queue(1, 2, 3).tail)
  of("ListMap")(immutable.ListMap("z" -> 1, "a" -> 2, "m" -> 3))
  of("VectorMap")(immutable.VectorMap("z" -> 1, "a" -> 2, "m" -> 3))
  of("TreeSeqMap")(immutable.TreeSeqMap("z" -> 1, "a" -> 2))
  of("ListSet")(immutable.ListSet("z", "a", "m"))
  asked("TreeMap")(immutable.TreeMap("b" -> 1, "a" -> 2))(m => (m + ("aa" -> 3)).toList)
  asked("TreeMap in reverse order")(immutable.TreeMap("b" -> 1, "a" -> 2)(Ordering.String.reverse))(m =>
    (m + ("aa" -> 3)).toList
  )
  asked("TreeSet")(immutable.TreeSet(3, 1, 2))(s => (s + 0).toList)
  asked("TreeSet by an order of the job")(immutable.TreeSet("ccc", "a", "bb")(Awkward.ByLength))(s =>
    (s + "dddd").toList
  )
  of("immutable.BitSet")(immutable.BitSet(1, 5, 200))
  of("IntMap")(immutable.IntMap(3 -> "c", 1 -> "a"))
  of("immutable.LongMap")(immutable.LongMap(3L -> "c", 1L -> "a"))
  of("ArraySeq of Int")(immutable.ArraySeq(1, 2, 3))
  of("ArraySeq of Double")(immutable.ArraySeq(1.0, 2.0))
  of("ArraySeq of String")(immutable.ArraySeq("a", "b"))
  of("WrappedString")(new immutable.WrappedString("text"))
  of("Range")(1 to 20 by 3)
  of("NumericRange")(1L to 20L by 3L)
  of("LazyList, evaluated")(LazyList(1, 2, 3).tap(_.force))
  of("LazyList")(LazyList.from(1).map(_ * 2).take(3))
  of("ArrayBuffer")(mutable.ArrayBuffer(1, 2, 3))
  of("ListBuffer")(mutable.ListBuffer("a", "b"))
  of("mutable.HashMap")(mutable.HashMap("a" -> 1, "b" -> 2))
  asked("mutable.Map with a default")(mutable.Map("a" -> 1).withDefault(_.length))(_("missing"))
  of("mutable.LinkedHashMap")(mutable.LinkedHashMap("z" -> 1, "a" -> 2))
  asked("mutable.TreeMap")(mutable.TreeMap("b" -> 1, "a" -> 2))(m => (m.clone += ("aa" -> 3)).toList)
  of("mutable.HashSet")(mutable.HashSet("a", "b"))
  of("mutable.LinkedHashSet")(mutable.LinkedHashSet("z", "a"))
  asked("mutable.TreeSet")(mutable.TreeSet(3, 1, 2))(s => (s.clone += 0).toList)
  asked("mutable.PriorityQueue")(mutable.PriorityQueue(3, 1, 2))(q => q.clone.addOne(5).dequeueAll.toList)
  asked("mutable.PriorityQueue in reverse order")(mutable.PriorityQueue(3, 1, 2)(Ordering.Int.reverse))(q =>
    q.clone.addOne(5).dequeueAll.toList
  )
  of("mutable.ArrayDeque")(mutable.ArrayDeque(1, 2, 3))
  of("mutable.Queue")(mutable.Queue(1, 2, 3))
  of("mutable.Stack")(mutable.Stack(1, 2, 3))
  of("mutable.BitSet")(mutable.BitSet(1, 5, 200))
  of("mutable.LongMap")(mutable.LongMap(3L -> "c", 1L -> "a"))
  of("mutable.AnyRefMap")(mutable.AnyRefMap("a" -> 1))
  of("mutable.OpenHashMap")(mutable.OpenHashMap("a" -> 1))
  of("TrieMap")(concurrent.TrieMap("a" -> 1, "b" -> 2))
  of("mutable.WeakHashMap")(mutable.WeakHashMap("a" -> 1))
  of("StringBuilder")(new mutable.StringBuilder("text"))
  of("mutable.ArraySeq of Int")(mutable.ArraySeq(1, 2, 3))
  of("UnrolledBuffer")(mutable.UnrolledBuffer(1, 2, 3))
  of("ListBuffer in a List, twice the same")({ val b = mutable.ListBuffer(1); List(b, b) })
  of("View")(List(1, 2, 3).view.map(_ + 1))
  of("Iterator")(Iterator(1, 2, 3))
  of("Array of Int")(Array(1, 2, 3))
  of("Array of Array of Double")(Array(Array(1.0), Array(2.0, 3.0)))
  of("Array of String")(Array("a", null, "c"))
  of("Array of Tuple2")(Array((1, "a"), (2, "b")))
  of("Array of Any that holds itself")({ val a = new Array[Any](2); a(0) = a; a(1) = 1; a })
  of("Array of Option, empty")(Array.empty[Option[Int]])

  extension [A](value: A)
    private def tap(f: A => Any): A =
      f(value): Unit
      value
