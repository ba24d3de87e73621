package brine.model

/** The kinds of collections: the names that [[TypePlan.Sequence]] and [[TypePlan.Mapping]] have for them. A kind is the
  * class's simple name, with the package of mutable collections and of Java's.
  */
private[brine] object CollectionKind:
  /** Returns true if a collection of this kind can change after it was made. */
  def isMutable(kind: String): Boolean = kind.startsWith("mutable.") || kind.startsWith("concurrent.") || isJava(kind)

  /** Returns true for a collection of Java's library. */
  def isJava(kind: String): Boolean = kind.startsWith("java.")

  /** Returns true if a collection of this kind is sorted. */
  def isSorted(kind: String): Boolean = isSortedSequence(kind) || isSortedMapping(kind)

  /** Returns true for immutable kinds whose places get collections with behaviour beyond their contents, which are to
    * be refused.
    */
  def isGeneral(kind: String): Boolean = kind match
    case "Map" | "Set" | "SeqMap" | "TreeSeqMap" | "Iterable"        => true
    case "collection.Map" | "collection.Set" | "collection.Iterable" => true
    case _                                                           => false

  /** True for a type at which a list stands that computes its elements. */
  def mayBeLazy(kind: String): Boolean = kind match
    case "LazyList" | "Seq" | "LinearSeq" | "Iterable"                     => true
    case "collection.Seq" | "collection.LinearSeq" | "collection.Iterable" => true
    case _                                                                 => false

  private def isSortedSequence(kind: String): Boolean = kind match
    case "TreeSet" | "SortedSet" | "mutable.TreeSet" | "mutable.SortedSet" | "mutable.PriorityQueue" |
        "java.util.TreeSet" | "java.util.SortedSet" | "java.util.NavigableSet" | "java.util.PriorityQueue" |
        "java.util.concurrent.ConcurrentSkipListSet" | "java.util.concurrent.PriorityBlockingQueue" => true
    case _ => false

  private def isSortedMapping(kind: String): Boolean = kind match
    case "TreeMap" | "SortedMap" | "mutable.TreeMap" | "mutable.SortedMap" | "java.util.TreeMap" |
        "java.util.SortedMap" | "java.util.NavigableMap" | "java.util.concurrent.ConcurrentSkipListMap" => true
    case _ => false
