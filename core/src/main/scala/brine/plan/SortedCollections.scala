package brine.plan

import java.util as ju
import java.util.concurrent.{ConcurrentSkipListMap, ConcurrentSkipListSet, PriorityBlockingQueue}
import scala.collection.{immutable, mutable}

/** The collections of Scala's library and of Java's that keep their elements in an [[Order]]. At a place of an interface
  * (`SortedSet`, `NavigableMap`) any implementation that is sorted so may stand; a `TreeSet` or `TreeMap` comes back.
  */
private[brine] object SortedCollections:
  def isSorted(kind: String): Boolean = sequences.contains(kind) || mappings.contains(kind)

  def sequence(kind: String, order: Order): SequenceOps = sequences(kind)(order)

  def mapping(kind: String, order: Order): MappingOps = mappings(kind)(order)

  private final class SortedValues(kind: String, placeClass: Class[?], order: Order)
      extends SequenceOps(kind, looksIntoElements = true, order):
    private val place = new Place(kind, placeClass, order)
    override def check(value: AnyRef): Unit = place.check(value)
    def isInstance(value: AnyRef): Boolean = place.isInstance(value)
    def iterable(collection: AnyRef): Iterable[Any] = collection.asInstanceOf[Iterable[Any]]
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] = immutable.TreeSet.newBuilder[Any](using order.ordering)

  private final class SortedEntries(kind: String, placeClass: Class[?], order: Order) extends MappingOps(kind, order):
    private val place = new Place(kind, placeClass, order)
    override def check(value: AnyRef): Unit = place.check(value)
    def isInstance(value: AnyRef): Boolean = place.isInstance(value)
    def map(collection: AnyRef): scala.collection.Map[Any, Any] = collection.asInstanceOf[scala.collection.Map[Any, Any]]
    def newBuilder(): mutable.Builder[(Any, Any), AnyRef] = immutable.TreeMap.newBuilder[Any, Any](using order.ordering)

  private val sequences: Map[String, Order => SequenceOps] =
    def values(name: String, placeClass: Class[?]) = name -> ((order: Order) => new SortedValues(name, placeClass, order))
    def ofScala(kind: String, placeClass: Class[?])(make: Ordering[Any] => AnyRef) =
      kind -> ((order: Order) => MutableCollections.ofScala(kind, placeClass, looksInto = true, order)(make(order.ordering)))
    def ofJava(placeClass: Class[?])(make: ju.Comparator[Any] | Null => AnyRef) =
      placeClass.getName -> ((order: Order) => MutableCollections.ofJava(placeClass, looksInto = true, order)(make(order.comparator)))
    Map(
      values("TreeSet", classOf[immutable.TreeSet[?]]),
      values("SortedSet", classOf[immutable.SortedSet[?]]),
      ofScala("mutable.TreeSet", classOf[mutable.TreeSet[?]])(mutable.TreeSet.empty(using _)),
      ofScala("mutable.SortedSet", classOf[mutable.SortedSet[?]])(mutable.TreeSet.empty(using _)),
      ofScala("mutable.PriorityQueue", classOf[mutable.PriorityQueue[?]])(mutable.PriorityQueue.empty(using _)),
      ofJava(classOf[ju.TreeSet[?]])(new ju.TreeSet[Any](_)),
      ofJava(classOf[ju.SortedSet[?]])(new ju.TreeSet[Any](_)),
      ofJava(classOf[ju.NavigableSet[?]])(new ju.TreeSet[Any](_)),
      ofJava(classOf[ConcurrentSkipListSet[?]])(new ConcurrentSkipListSet[Any](_)),
      ofJava(classOf[ju.PriorityQueue[?]])(new ju.PriorityQueue[Any](_)),
      ofJava(classOf[PriorityBlockingQueue[?]])(new PriorityBlockingQueue[Any](11, _))
    )

  private val mappings: Map[String, Order => MappingOps] =
    def entries(name: String, placeClass: Class[?]) = name -> ((order: Order) => new SortedEntries(name, placeClass, order))
    def ofScala(kind: String, placeClass: Class[?]) =
      kind -> ((order: Order) =>
        MutableCollections.mapOfScala(kind, placeClass, order)(mutable.TreeMap.empty[Any, Any](using order.ordering)))
    def ofJava(placeClass: Class[?])(make: ju.Comparator[Any] | Null => AnyRef) =
      placeClass.getName -> ((order: Order) => MutableCollections.mapOfJava(placeClass, order)(make(order.comparator)))
    Map(
      entries("TreeMap", classOf[immutable.TreeMap[?, ?]]),
      entries("SortedMap", classOf[immutable.SortedMap[?, ?]]),
      ofScala("mutable.TreeMap", classOf[mutable.TreeMap[?, ?]]),
      ofScala("mutable.SortedMap", classOf[mutable.SortedMap[?, ?]]),
      ofJava(classOf[ju.TreeMap[?, ?]])(new ju.TreeMap[Any, Any](_)),
      ofJava(classOf[ju.SortedMap[?, ?]])(new ju.TreeMap[Any, Any](_)),
      ofJava(classOf[ju.NavigableMap[?, ?]])(new ju.TreeMap[Any, Any](_)),
      ofJava(classOf[ConcurrentSkipListMap[?, ?]])(new ConcurrentSkipListMap[Any, Any](_))
    )
