package brine.checks.runtime

import java.util as ju
import java.util.concurrent as juc
import scala.collection.{concurrent, immutable, mutable}
import scala.jdk.CollectionConverters.*

/** Collections of all classes of Scala's library and of the JDK, to be written where the declared type does not
  * determine the class. (A name covers several classes where a library chooses among them by size.)
  */
@annotation.nowarn("cat=deprecation") // of old classes
object CollectionCorpus:
  /** @param refusal a part of the text with which it is refused; none if it comes back */
  final case class Sample(name: String, value: AnyRef, refusal: Option[String])

  private def same(samples: (String, AnyRef)*): List[Sample] = samples.toList.map(Sample(_, _, None))
  private def refused(why: String)(samples: (String, AnyRef)*): List[Sample] =
    samples.toList.map(Sample(_, _, Some(why)))

  private def filled[A](value: A)(fill: A => Any): A =
    val ignored = fill(value)
    value

  object ByLength extends Ordering[String]:
    def compare(x: String, y: String): Int = if x.length == y.length then x.compareTo(y) else x.length - y.length

  final class ByRest(val divisor: Int) extends Ordering[Int]:
    def compare(x: Int, y: Int): Int = if x % divisor == y % divisor then x - y else x % divisor - y % divisor
    override def equals(other: Any): Boolean = other match
      case that: ByRest => that.divisor == divisor
      case _            => false
    override def hashCode: Int = divisor

  object Colours extends Enumeration:
    val Red, Green = Value
    val Blue = Value("blue")
    final class Tone(val depth: Int) extends Val(s"tone $depth")
    val Deep = new Tone(3)

  object Twice extends Enumeration:
    val First = Value("same")
    val Second = Value("same")

  private val byLambda: ju.Comparator[String] = (a, b) => b.compareTo(a)

  val immutableOfScala: List[Sample] = same(
    "List" -> List(1, "a", null),
    "Nil" -> Nil,
    "Vector0" -> Vector(),
    "Vector1" -> Vector(1, null),
    "Vector2" -> Vector.range(0, 100),
    "Vector3" -> Vector.range(0, 2000),
    "Vector4" -> Vector.range(0, 40_000),
    "Set2" -> Set(1, 2),
    "Set3" -> Set(1, 2, 3),
    "Map2" -> Map(1 -> 1, 2 -> 2),
    "Map3" -> Map(1 -> 1, 2 -> 2, 3 -> 3),
    "SeqMap1" -> immutable.SeqMap(1 -> 2),
    "SeqMap3" -> immutable.SeqMap(3 -> 1, 2 -> 1, 1 -> 2),
    "Queue" -> immutable.Queue(1, 2),
    "EmptyQueue" -> immutable.Queue(),
    "ListSet" -> immutable.ListSet(3, 1, 2),
    "EmptyListSet" -> immutable.ListSet(),
    "Set0" -> Set(),
    "Set1" -> Set(1),
    "Set4" -> Set(1, 2, 3, 4),
    "HashSet" -> immutable.HashSet(1, 2),
    "Map0" -> Map(),
    "Map1" -> Map(1 -> "a"),
    "Map4" -> Map(1 -> 1, 2 -> 2, 3 -> 3, 4 -> null),
    "HashMap" -> immutable.HashMap(1 -> 2),
    "ListMap" -> immutable.ListMap(2 -> 1, 1 -> 2),
    "EmptyListMap" -> immutable.ListMap(),
    "VectorMap" -> immutable.VectorMap(3 -> 1, 1 -> 2),
    "SeqMap0" -> immutable.SeqMap(),
    "SeqMap2" -> immutable.SeqMap(2 -> 1, 1 -> 2),
    "SeqMap4" -> immutable.SeqMap(4 -> 1, 3 -> 2, 2 -> 3, 1 -> 4),
    "TreeSeqMap" -> immutable.TreeSeqMap(2 -> 1, 1 -> 2),
    "IntMap" -> immutable.IntMap(2 -> "b", -1 -> "a"),
    "IntMap1" -> immutable.IntMap(2 -> "b"),
    "IntMap0" -> immutable.IntMap.empty[Int],
    "LongMap" -> immutable.LongMap(2L -> "b", -1L -> "a"),
    "LongMap0" -> immutable.LongMap.empty[Int],
    "LongMap1" -> immutable.LongMap(2L -> "b"),
    "BitSet1" -> immutable.BitSet(1, 60),
    "BitSet2" -> immutable.BitSet(1, 100),
    "BitSetN" -> immutable.BitSet(1, 1000),
    "Range" -> (1 to 10 by 3),
    "Range.Exclusive" -> (1 until 10),
    "empty Range" -> (5 until 5),
    "downward Range" -> (10 to 1 by -2),
    "WrappedString" -> wrapString("abc"),
    "NumericRange" -> (1L to 10L by 2L),
    "NumericRange of BigInt" -> (BigInt(1) until BigInt(5)),
    "NumericRange of BigDecimal" -> immutable.NumericRange.inclusive(BigDecimal(1), BigDecimal(2), BigDecimal("0.5"))(
      using Numeric.BigDecimalAsIfIntegral
    ),
    "ArraySeq.ofRef" -> immutable.ArraySeq("a", null),
    "ArraySeq.ofRef of any" -> immutable.ArraySeq.untagged(1, "a"),
    "ArraySeq.ofInt" -> immutable.ArraySeq(1, 2),
    "ArraySeq.ofLong" -> immutable.ArraySeq(1L),
    "ArraySeq.ofDouble" -> immutable.ArraySeq(1.5, Double.NaN),
    "ArraySeq.ofFloat" -> immutable.ArraySeq(1.5f),
    "ArraySeq.ofShort" -> immutable.ArraySeq(1.toShort),
    "ArraySeq.ofByte" -> immutable.ArraySeq(1.toByte),
    "ArraySeq.ofChar" -> immutable.ArraySeq('a'),
    "ArraySeq.ofBoolean" -> immutable.ArraySeq(true, false),
    "ArraySeq.ofUnit" -> immutable.ArraySeq((), ()),
    "empty ArraySeq.ofInt" -> immutable.ArraySeq[Int](),
    "ArraySeq of arrays" -> immutable.ArraySeq(Array(1), null),
    "ArraySeq of numbers" -> immutable.ArraySeq[Number](1, 2.5),
    "ArraySeq of Seqs" -> immutable.ArraySeq[Seq[Int]](List(1)),
    "key set of a VectorMap" -> immutable.VectorMap.from(List("q", "w", "e", "r", "t").zipWithIndex).keySet,
    "TreeSet" -> immutable.TreeSet(3, 1, 2),
    "empty TreeSet" -> immutable.TreeSet.empty[Int],
    "reverse TreeSet" -> immutable.TreeSet(3, 1, 2)(using Ordering.Int.reverse),
    "TreeSet of tuples" -> immutable.TreeSet((1, "b"), (1, "a")),
    "key set of a TreeMap" -> immutable.TreeMap(2 -> 1, 1 -> 2).keySet,
    "TreeSet of an own order" -> immutable.TreeSet("aa", "b", "c")(using ByLength),
    "TreeSet of the reverse of an own order" -> immutable.TreeSet("aa", "b", "c")(using ByLength.reverse),
    "TreeSet of an order with state" -> immutable.TreeSet(3, 4, 5, 6)(using new ByRest(3)),
    "TreeSet of doubles" -> immutable.TreeSet(1.5, -0.0, 0.0)(using Ordering.Double.TotalOrdering),
    "TreeSet of floats" -> immutable.TreeSet(1.5f)(using Ordering.Float.IeeeOrdering),
    "TreeMap" -> immutable.TreeMap("b" -> 1, "a" -> null),
    "reverse TreeMap" -> immutable.TreeMap("b" -> 1, "a" -> 2)(using Ordering.String.reverse),
    "TreeMap of symbols" -> immutable.TreeMap(Symbol("b") -> 1, Symbol("a") -> 2),
    "Some" -> Some(1),
    "None" -> None,
    "TreeMap of lists" ->
      immutable.TreeMap(List(1) -> 1)(using Ordering.Implicits.seqOrdering[List, Int]),
    "Enumeration#Value" -> Colours.Green,
    "named Enumeration#Value" -> Colours.Blue,
    "own Enumeration#Val" -> Colours.Deep,
    "Enumeration#ValueSet" -> Colours.ValueSet(Colours.Blue, Colours.Red),
    "empty Enumeration#ValueSet" -> Colours.ValueSet.empty
  ) ++ refused("it computes its elements on demand")(
    "LazyList" -> LazyList(1, 2),
    "endless LazyList" -> LazyList.from(1),
    "empty LazyList" -> LazyList(),
    "Stream" -> Stream(1, 2),
    "empty Stream" -> Stream.empty[Int],
    "SeqView" -> List(1).view,
    "IndexedSeqView" -> Vector(1).view,
    "MapView" -> Map(1 -> 2).view,
    "View" -> Set(1).view,
    "mapped View" -> List(1).view.map(_ + 1),
    "Iterator" -> Iterator(1),
    "empty Iterator" -> Iterator.empty,
    "List's iterator" -> List(1).iterator,
    "WithFilter" -> List(1).withFilter(_ > 0)
  ) ++ refused("it computes its elements on demand")(lazyIterable*) ++ refused("its default is code")(
    "Map.WithDefault" -> Map(1 -> 2).withDefaultValue(3),
    "SortedMap.WithDefault" -> immutable.TreeMap(1 -> 2).withDefaultValue(3)
  ) ++ refused("in the order of modification")(
    "TreeSeqMap by modification" -> immutable.TreeSeqMap(1 -> 2).orderingBy(immutable.TreeSeqMap.OrderBy.Modification)
  ) ++ refused("which cannot be written. Make the order an `object`")(
    "TreeSet by a function" -> immutable.TreeSet("a")(using Ordering.by[String, Int](_.length)),
    "TreeMap by a function" -> immutable.TreeMap("a" -> 1)(using Ordering.by[String, Int](_.length)),
    "reverse TreeSet by a function" -> immutable.TreeSet("a")(using Ordering.by[String, Int](_.length).reverse),
    "TreeSet of options" -> immutable.TreeSet(Option(1)),
    "TreeSet of tuples by a function" -> immutable.TreeSet((1, "b"))(using
      Ordering.Tuple2(Ordering.Int, Ordering.by[String, Int](_.length))
    )
  ) ++ refused("its enumeration has no constant, or several, of the name 'same'")(
    "Enumeration#Value of one name" -> Twice.First
  ) ++
    refused("it is not on the list")(
      "HashMap's key set" -> immutable.HashMap(1 -> 2).keySet,
      "SortedMap's key set" -> immutable.TreeMap(1 -> 2).withDefaultValue(3).keySet
    )

  val mutableOfScala: List[Sample] = same(
    "ArrayBuffer" -> mutable.ArrayBuffer(1, null),
    "ListBuffer" -> mutable.ListBuffer(1),
    "ArrayDeque" -> mutable.ArrayDeque(1),
    "Queue" -> mutable.Queue(1, 2),
    "Stack" -> mutable.Stack(1, 2),
    "UnrolledBuffer" -> mutable.UnrolledBuffer(1, 2),
    "UnrolledBuffer of strings" -> mutable.UnrolledBuffer("a"),
    "HashSet" -> mutable.HashSet(1),
    "LinkedHashSet" -> mutable.LinkedHashSet(3, 1, 2),
    "HashMap" -> mutable.HashMap(1 -> null),
    "LinkedHashMap" -> mutable.LinkedHashMap(3 -> 1, 1 -> 2),
    "TreeSet" -> mutable.TreeSet(3, 1),
    "reverse TreeSet" -> mutable.TreeSet(3, 1)(using Ordering.Int.reverse),
    "TreeMap" -> mutable.TreeMap(3 -> 1, 1 -> 2),
    "PriorityQueue" -> mutable.PriorityQueue(3, 1, 2, 5),
    "reverse PriorityQueue" -> mutable.PriorityQueue(3, 1, 2, 5)(using Ordering.Int.reverse),
    "PriorityQueue of an own order" -> mutable.PriorityQueue("a", "bbb", "cc")(using ByLength),
    "BitSet" -> mutable.BitSet(1, 100),
    "StringBuilder" -> new mutable.StringBuilder("abc"),
    "TrieMap" -> concurrent.TrieMap(1 -> 2),
    "ArraySeq.ofRef" -> mutable.ArraySeq("a", null),
    "ArraySeq.ofInt" -> mutable.ArraySeq(1, 2),
    "ArraySeq.ofLong" -> mutable.ArraySeq(1L),
    "ArraySeq.ofDouble" -> mutable.ArraySeq(1.5),
    "ArraySeq.ofFloat" -> mutable.ArraySeq(1.5f),
    "ArraySeq.ofShort" -> mutable.ArraySeq(1.toShort),
    "ArraySeq.ofByte" -> mutable.ArraySeq(1.toByte),
    "ArraySeq.ofChar" -> mutable.ArraySeq('a'),
    "ArraySeq.ofBoolean" -> mutable.ArraySeq(true),
    "ArraySeq.ofUnit" -> new mutable.ArraySeq.ofUnit(Array((), ())),
    "ArraySeq.ofRef of units" -> mutable.ArraySeq.make(Array((), ()))
  ) ++ refused("it may have a default")(
    "LongMap" -> mutable.LongMap(1L -> 2),
    "LongMap with default" -> mutable.LongMap.withDefault[Int](_.toInt),
    "AnyRefMap" -> mutable.AnyRefMap("a" -> 1)
  ) ++
    refused("its default is code")(
      "Map.WithDefault" -> mutable.HashMap(1 -> 2).withDefaultValue(3),
      "SortedMap.WithDefault" -> mutable.TreeMap(1 -> 2).withDefaultValue(3)
    ) ++
    refused("its hashing or its equality are code")("TrieMap by an own equality" -> new concurrent.TrieMap[Int, Int](
      scala.util.hashing.Hashing.default,
      Equiv.fromFunction(_ == _)
    )) ++
    refused("it is a read-only snapshot")("TrieMap's snapshot" -> concurrent.TrieMap(1 -> 2).readOnlySnapshot()) ++
    refused("its content depends on the running JVM")("WeakHashMap" -> mutable.WeakHashMap("a" -> 1)) ++
    refused("it computes its elements")(
      "view of an ArrayBuffer" -> mutable.ArrayBuffer(1).view,
      "view of an ArrayDeque" -> mutable.ArrayDeque(1).view
    ) ++
    refused("it is not on the list")(
      "OpenHashMap" -> mutable.OpenHashMap(1 -> 2),
      "ListMap" -> mutable.ListMap(1 -> 2),
      "CollisionProofHashMap" -> mutable.CollisionProofHashMap(1 -> 2),
      "ArrayBuilder" -> mutable.ArrayBuilder.make[Int],
      "range of a TreeSet" -> mutable.TreeSet(1, 2, 3).rangeFrom(2),
      "range of a TreeMap" -> mutable.TreeMap(1 -> 2).rangeFrom(1),
      "key set of a HashMap" -> mutable.HashMap(1 -> 2).keySet,
      "Java list as a Buffer" -> new ju.ArrayList[Int](ju.List.of(1)).asScala,
      "Java map as a Map" -> new ju.HashMap[Int, Int](ju.Map.of(1, 1)).asScala,
      "Java set as a Set" -> new ju.HashSet[Int](ju.Set.of(1)).asScala
    ) ++ refused(if linkedKeys.getClass.isAnonymousClass then "a class that is anonymous" else "it is not on the list")(
      "key set of a LinkedHashMap" -> linkedKeys
    )

  /** Their class has a name in the library of Scala 2.13 alone. */
  private def linkedKeys: scala.collection.Set[Int] = mutable.LinkedHashMap(1 -> 2).keySet

  /** A class of the library of Scala 3.8 and later. */
  private def lazyIterable: List[(String, AnyRef)] =
    try
      val companion = Class.forName("scala.collection.immutable.LazyListIterable$")
      val from = companion.getMethod("from", classOf[IterableOnce[?]])
      List("LazyListIterable" -> from.invoke(companion.getField("MODULE$").get(null), List(1)))
    catch case _: ClassNotFoundException => Nil

  val ofJava: List[Sample] =
    enum Mode:
      case On
    same(
      "ArrayList" -> filled(new ju.ArrayList[Any])(l => { l.add(1); l.add(null) }),
      "LinkedList" -> new ju.LinkedList(ju.List.of(1)),
      "ArrayDeque" -> new ju.ArrayDeque(ju.List.of(1)),
      "Vector" -> new ju.Vector(ju.List.of(1)),
      "Stack" -> filled(new ju.Stack[Int])(_.push(1)),
      "HashSet" -> new ju.HashSet(ju.List.of(1)),
      "LinkedHashSet" -> new ju.LinkedHashSet(ju.List.of(2, 1)),
      "TreeSet" -> new ju.TreeSet(ju.List.of(2, 1)),
      "reverse TreeSet" -> filled(new ju.TreeSet[String](ju.Comparator.reverseOrder()))(_.addAll(ju.List.of("a", "b"))),
      "TreeSet by natural order" -> filled(new ju.TreeSet[String](ju.Comparator.naturalOrder()))(_.addAll(ju.List.of(
        "a",
        "b"
      ))),
      "TreeSet that ignores case" -> filled(new ju.TreeSet[String](String.CASE_INSENSITIVE_ORDER))(_.addAll(ju.List.of(
        "B",
        "a"
      ))),
      "descendingSet" -> new ju.TreeSet(ju.List.of(1, 2)).descendingSet,
      "reverse TreeSet that ignores case" -> filled(
        new ju.TreeSet[String](ju.Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER))
      )(_.addAll(ju.List.of("B", "a"))),
      "TreeSet by an Ordering" -> filled(new ju.TreeSet[String](ByLength))(_.addAll(ju.List.of("B", "aa"))),
      "PriorityQueue" -> new ju.PriorityQueue(ju.List.of(3, 1, 2)),
      "reverse PriorityQueue" -> filled(
        new ju.PriorityQueue[Int](ju.Comparator.reverseOrder[Integer]().asInstanceOf[ju.Comparator[Int]])
      )(_.addAll(ju.List.of(1, 3, 2))),
      "HashMap" -> filled(new ju.HashMap[Any, Any])(_.put(null, null)),
      "LinkedHashMap" -> filled(new ju.LinkedHashMap[Int, Int])(m => { m.put(2, 1); m.put(1, 2) }),
      "TreeMap" -> new ju.TreeMap(ju.Map.of(2, 1, 1, 2)),
      "reverse TreeMap" -> filled(new ju.TreeMap[String, Int](ju.Comparator.reverseOrder()))(_.putAll(ju.Map.of(
        "a",
        1,
        "b",
        2
      ))),
      "Hashtable" -> new ju.Hashtable(ju.Map.of(1, 2)),
      "EnumSet" -> ju.EnumSet.of(juc.TimeUnit.DAYS, juc.TimeUnit.HOURS),
      "empty EnumSet" -> ju.EnumSet.noneOf(classOf[juc.TimeUnit]),
      "EnumMap" -> new ju.EnumMap[juc.TimeUnit, Int](ju.Map.of(juc.TimeUnit.DAYS, 1)),
      "BitSet" -> filled(new ju.BitSet)(_.set(70)),
      "ConcurrentHashMap" -> new juc.ConcurrentHashMap(ju.Map.of(1, 2)),
      "ConcurrentLinkedQueue" -> new juc.ConcurrentLinkedQueue(ju.List.of(1)),
      "ConcurrentLinkedDeque" -> new juc.ConcurrentLinkedDeque(ju.List.of(1)),
      "CopyOnWriteArrayList" -> new juc.CopyOnWriteArrayList(ju.List.of(1)),
      "LinkedBlockingQueue" -> new juc.LinkedBlockingQueue(ju.List.of(1)),
      "LinkedBlockingDeque" -> new juc.LinkedBlockingDeque(ju.List.of(1)),
      "ConcurrentSkipListSet" -> new juc.ConcurrentSkipListSet(ju.List.of(2, 1)),
      "ConcurrentSkipListMap" -> new juc.ConcurrentSkipListMap(ju.Map.of(2, 1)),
      "reverse ConcurrentSkipListSet" -> filled(new juc.ConcurrentSkipListSet[String](ju.Comparator.reverseOrder()))(
        _.addAll(ju.List.of("a", "b"))
      ),
      "PriorityBlockingQueue" -> new juc.PriorityBlockingQueue(ju.List.of(3, 1)),
      "List.of 0" -> ju.List.of(),
      "List.of 1" -> ju.List.of(1),
      "List.of 2" -> ju.List.of(1, 2),
      "List.of 3" -> ju.List.of(1, 2, 3),
      "Stream.toList" -> ju.stream.Stream.of("a", null).toList,
      "empty Stream.toList" -> ju.stream.Stream.of[String]().toList,
      "Set.of 0" -> ju.Set.of(),
      "Set.of 1" -> ju.Set.of(1),
      "Set.of 2" -> ju.Set.of(1, 2),
      "Set.of 3" -> ju.Set.of(1, 2, 3),
      "Map.of 0" -> ju.Map.of(),
      "Map.of 1" -> ju.Map.of(1, 2),
      "Map.of 2" -> ju.Map.of(1, 2, 3, 4),
      "emptyList" -> ju.Collections.emptyList[Int](),
      "emptySet" -> ju.Collections.emptySet[Int](),
      "emptyMap" -> ju.Collections.emptyMap[Int, Int](),
      "singletonList" -> ju.Collections.singletonList(null),
      "singleton" -> ju.Collections.singleton(1),
      "singletonMap" -> ju.Collections.singletonMap(1, null),
      "Arrays.asList" -> ju.Arrays.asList(1, "a", null),
      "SimpleEntry" -> new ju.AbstractMap.SimpleEntry(1, 2),
      "SimpleImmutableEntry" -> new ju.AbstractMap.SimpleImmutableEntry(1, null),
      "Map.entry" -> ju.Map.entry(1, 2)
    ) ++ refused("it is a view of another collection, or has a state")(
      "unmodifiableList" -> ju.Collections.unmodifiableList(new ju.ArrayList(ju.List.of(1))),
      "unmodifiableList of a linked one" -> ju.Collections.unmodifiableList(new ju.LinkedList[Int]),
      "unmodifiableCollection" -> ju.Collections.unmodifiableCollection(new ju.ArrayList[Int]),
      "unmodifiableSet" -> ju.Collections.unmodifiableSet(new ju.HashSet[Int]),
      "unmodifiableMap" -> ju.Collections.unmodifiableMap(new ju.HashMap[Int, Int]),
      "unmodifiableSortedMap" -> ju.Collections.unmodifiableSortedMap(new ju.TreeMap[Int, Int]),
      "synchronizedList" -> ju.Collections.synchronizedList(new ju.ArrayList[Int]),
      "synchronizedMap" -> ju.Collections.synchronizedMap(new ju.HashMap[Int, Int]),
      "checkedList" -> ju.Collections.checkedList(new ju.ArrayList[String], classOf[String]),
      "nCopies" -> ju.Collections.nCopies(3, 1),
      "subList" -> new ju.ArrayList(ju.List.of(1, 2)).subList(0, 1),
      "asLifoQueue" -> ju.Collections.asLifoQueue(new ju.ArrayDeque[Int]),
      "newSetFromMap" -> ju.Collections.newSetFromMap(new ju.HashMap[Int, java.lang.Boolean]),
      "keySet" -> new ju.HashMap(ju.Map.of(1, 2)).keySet,
      "values" -> new ju.HashMap(ju.Map.of(1, 2)).values,
      "entrySet" -> new ju.HashMap(ju.Map.of(1, 2)).entrySet,
      "headMap" -> new ju.TreeMap(ju.Map.of(1, 2)).headMap(1),
      "descendingMap" -> new ju.TreeMap(ju.Map.of(1, 2)).descendingMap,
      "newKeySet" -> juc.ConcurrentHashMap.newKeySet[Int](),
      "CopyOnWriteArraySet" -> new juc.CopyOnWriteArraySet(ju.List.of(1)),
      "ArrayBlockingQueue" -> new juc.ArrayBlockingQueue[Int](3),
      "DelayQueue" -> new juc.DelayQueue[juc.Delayed],
      "SynchronousQueue" -> new juc.SynchronousQueue[Int],
      "LinkedTransferQueue" -> new juc.LinkedTransferQueue[Int],
      "Properties" -> filled(new ju.Properties)(_.setProperty("k", "v")),
      "subList of List.of" -> ju.List.of(1, 2, 3).subList(0, 2),
      "Attributes" -> new ju.jar.Attributes,
      "partitioningBy" -> ju.stream.Stream.of(1, 2).collect(ju.stream.Collectors.partitioningBy((i: Int) => i > 1)),
      "Seq as a Java list" -> List(1).asJava,
      "Map as a Java map" -> Map(1 -> 2).asJava
    ).map {
      case s @ Sample("Seq as a Java list" | "Map as a Java map", _, _) =>
        s.copy(refusal = Some("it is not on the list"))
      case s => s
    } ++ refused("in the order of access")("LinkedHashMap in access order" -> new ju.LinkedHashMap[Int, Int](
      16,
      0.75f,
      true
    )) ++
      refused("its content depends on the running JVM")("WeakHashMap" -> new ju.WeakHashMap[Int, Int]) ++
      refused("it compares keys by their identity")("IdentityHashMap" -> new ju.IdentityHashMap[Int, Int]) ++
      refused("it is empty, and does not show")(
        "empty EnumMap" -> new ju.EnumMap[juc.TimeUnit, Int](classOf[juc.TimeUnit])
      ) ++
      refused("which is not on the list of classes")(
        "EnumSet of another enum" -> ju.EnumSet.of(java.time.DayOfWeek.MONDAY)
      ) ++
      refused("its capacity would be lost")(
        "LinkedBlockingQueue with a capacity" -> new juc.LinkedBlockingQueue[Int](3),
        "LinkedBlockingDeque with a capacity" -> new juc.LinkedBlockingDeque[Int](3)
      ) ++
      refused("it computes its elements")(
        "Iterator" -> new ju.ArrayList[Int].iterator,
        "Enumeration" -> new ju.Vector[Int].elements,
        "Spliterator" -> new ju.ArrayList[Int].spliterator,
        "Stream" -> ju.stream.Stream.of(1),
        "IntStream" -> ju.stream.IntStream.of(1)
      ) ++ refused("which cannot be written. Make the order an `object`")(
        "TreeSet by a lambda" -> filled(new ju.TreeSet[String](byLambda))(_.add("a")),
        "TreeMap by a lambda" -> new ju.TreeMap[String, Int](byLambda),
        "PriorityQueue by a lambda" -> new ju.PriorityQueue[String](byLambda),
        "TreeSet with nulls first" -> new ju.TreeSet[String](
          ju.Comparator.nullsFirst(ju.Comparator.naturalOrder[String]())
        ),
        "reverse TreeSet by a lambda" -> new ju.TreeSet[String](byLambda.reversed),
        "ConcurrentSkipListMap by a lambda" -> new juc.ConcurrentSkipListMap[String, Int](byLambda)
      ) ++ refused("it would come back as a buffer on the heap")(
        "direct ByteBuffer" -> java.nio.ByteBuffer.allocateDirect(3),
        "read-only ByteBuffer" -> java.nio.ByteBuffer.allocate(3).asReadOnlyBuffer
      )

  val tuples: List[Sample] = same(
    "pair" -> (1, "a"),
    "pair of ints" -> (1, 2),
    "pair of doubles" -> (1.5, 2.5),
    "int and long" -> (1, 2L),
    "char and boolean" -> ('a', true),
    "boolean and double" -> (true, 1.5),
    "boxed pair" -> (1: Any, 2: Any),
    "single int" -> Tuple1(1),
    "single double" -> Tuple1(1.5),
    "single string" -> Tuple1("a"),
    "triple" -> (1, 2, 3),
    "nested" -> ((1, 2), (1L, 'c')),
    "Left" -> Left(1),
    "Right" -> Right(null)
  )

  def all: List[Sample] = immutableOfScala ++ mutableOfScala ++ ofJava ++ tuples
