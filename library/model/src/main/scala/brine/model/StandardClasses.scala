package brine.model

import brine.shape.ScalarKind

/** The classes of the standard libraries that the rules know by their full names. */
private[brine] object StandardClasses:
  final val Option = "scala.Option"

  /** A tuple of more than 22 elements, or a part of one. */
  final val Cons = "scala.*:"

  val scalars: Map[String, ScalarKind] = Map(
    "scala.Unit" -> ScalarKind.Unit,
    "scala.Boolean" -> ScalarKind.Boolean,
    "scala.Byte" -> ScalarKind.Byte,
    "scala.Short" -> ScalarKind.Short,
    "scala.Char" -> ScalarKind.Char,
    "scala.Int" -> ScalarKind.Int,
    "scala.Long" -> ScalarKind.Long,
    "scala.Float" -> ScalarKind.Float,
    "scala.Double" -> ScalarKind.Double,
    "java.lang.String" -> ScalarKind.String
  )

  /** Collections, by their classes' full names: the kind that a [[TypePlan.Sequence]] has. */
  val sequences: Map[String, String] = kinds(
    immutable = List(
      "List",
      "Vector",
      "Seq",
      "IndexedSeq",
      "LinearSeq",
      "Iterable",
      "Queue",
      "ArraySeq",
      "LazyList",
      "Set",
      "HashSet",
      "ListSet",
      "TreeSet",
      "SortedSet"
    ),
    ofMutable = List(
      "ArrayBuffer",
      "ListBuffer",
      "ArrayDeque",
      "Queue",
      "Stack",
      "UnrolledBuffer",
      "Buffer",
      "IndexedSeq",
      "Seq",
      "ArraySeq",
      "HashSet",
      "LinkedHashSet",
      "Set",
      "TreeSet",
      "SortedSet",
      "PriorityQueue"
    ),
    general = List("Seq", "IndexedSeq", "LinearSeq", "Iterable", "Set"),
    ofJava = List(
      "ArrayList",
      "LinkedList",
      "ArrayDeque",
      "Vector",
      "Stack",
      "concurrent.ConcurrentLinkedQueue",
      "concurrent.ConcurrentLinkedDeque",
      "concurrent.CopyOnWriteArrayList",
      "concurrent.LinkedBlockingQueue",
      "concurrent.LinkedBlockingDeque",
      "concurrent.BlockingQueue",
      "concurrent.BlockingDeque",
      "List",
      "Collection",
      "Queue",
      "Deque",
      "HashSet",
      "LinkedHashSet",
      "Set",
      "TreeSet",
      "SortedSet",
      "NavigableSet",
      "concurrent.ConcurrentSkipListSet",
      "PriorityQueue",
      "concurrent.PriorityBlockingQueue",
      "EnumSet"
    )
  )

  /** Maps, by their classes' full names: the kind that a [[TypePlan.Mapping]] has. */
  val mappings: Map[String, String] = kinds(
    immutable = List(
      "Map",
      "HashMap",
      "ListMap",
      "VectorMap",
      "SeqMap",
      "TreeSeqMap",
      "TreeMap",
      "SortedMap",
      "IntMap",
      "LongMap"
    ),
    ofMutable = List("HashMap", "LinkedHashMap", "LongMap", "SeqMap", "Map", "TreeMap", "SortedMap"),
    general = List("Map"),
    ofJava = List(
      "HashMap",
      "LinkedHashMap",
      "Hashtable",
      "concurrent.ConcurrentHashMap",
      "concurrent.ConcurrentMap",
      "Map",
      "TreeMap",
      "SortedMap",
      "NavigableMap",
      "concurrent.ConcurrentSkipListMap",
      "EnumMap"
    )
  ) + ("scala.collection.concurrent.TrieMap" -> "concurrent.TrieMap")

  private def kinds(
      immutable: List[String],
      ofMutable: List[String],
      general: List[String],
      ofJava: List[String]
  ): Map[String, String] =
    immutable.map(name => s"scala.collection.immutable.$name" -> name).toMap ++
      ofMutable.map(name => s"scala.collection.mutable.$name" -> s"mutable.$name") ++
      general.map(name => s"scala.collection.$name" -> s"collection.$name") ++
      ofJava.map(name => s"java.util.$name" -> s"java.util.$name")

  /** Returns true if a collection of this class can change after it was made. */
  def isMutable(symbol: String): Boolean =
    sequences.get(symbol).orElse(mappings.get(symbol)).exists(CollectionKind.isMutable)

  /** Returns true for every collection that can change, also for those without a kind of their own, as
    * `java.util.BitSet`.
    */
  def isMutableCollection(symbol: String): Boolean =
    isMutable(symbol) || symbol.startsWith("scala.collection.mutable.") ||
      symbol.startsWith("java.util.") && javaCollections.exists(symbol.endsWith)

  private val javaCollections = List("List", "Set", "Map", "Deque", "Queue", "Vector", "Stack", "Table")

  /** Returns true for the classes that the rules know: scalars, `Option`, collections and maps with a kind. */
  def isKnown(symbol: String): Boolean = scalars.contains(symbol) || symbol == Option || isKind(symbol)

  /** Returns true for a class whose parts are derived with the family: a tuple or an Either. */
  def isStructural(symbol: String): Boolean =
    symbol == Cons || structural.contains(symbol) || symbol.startsWith("scala.Tuple") ||
      symbol.startsWith("scala.runtime.EmptyTuple")

  private val structural = Set("scala.util.Either", "scala.util.Left", "scala.util.Right")

  /** Returns true if a collection of this class is sorted, so that it needs an order. */
  def isSorted(symbol: String): Boolean =
    sequences.get(symbol).orElse(mappings.get(symbol)).exists(CollectionKind.isSorted)

  /** Returns true for a class of [[sequences]] or [[mappings]]. */
  def isKind(symbol: String): Boolean = sequences.contains(symbol) || mappings.contains(symbol)
