package brine.collections

import java.util as ju
import java.util.concurrent.{ConcurrentSkipListMap, ConcurrentSkipListSet, PriorityBlockingQueue}
import scala.collection.{immutable, mutable}

/** The collections of Scala's library and of Java's that keep their elements in an [[Order]]. At a place of an
  * interface (`SortedSet`, `NavigableMap`) any implementation that is sorted so may stand; a `TreeSet` or `TreeMap`
  * comes back.
  */
private[brine] object SortedCollections:
  private final class SortedValues(kind: String, placeClass: Class[?], order: Order)
      extends SequenceOps(kind, looksIntoElements = true, order):
    private val place = new CollectionCheck(kind, placeClass, order)
    override def check(value: AnyRef): Unit = place.check(value)
    def isInstance(value: AnyRef): Boolean = place.isInstance(value)
    def iterable(collection: AnyRef): Iterable[Any] = collection.asInstanceOf[Iterable[Any]]
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] =
      new KeyBuilder(isHashed)(
        new NullRefusingBuilder(kind, immutable.TreeSet.newBuilder[Any](using order.ordering)).addAll(_).result()
      )

  private final class SortedEntries(kind: String, placeClass: Class[?], order: Order) extends MappingOps(kind, order):
    private val place = new CollectionCheck(kind, placeClass, order)
    override def check(value: AnyRef): Unit = place.check(value)
    def isInstance(value: AnyRef): Boolean = place.isInstance(value)
    def map(collection: AnyRef): scala.collection.Map[Any, Any] =
      collection.asInstanceOf[scala.collection.Map[Any, Any]]
    def newBuilder(): mutable.Builder[(Any, Any), AnyRef] =
      new NullRefusingBuilder(kind, immutable.TreeMap.newBuilder[Any, Any](using order.ordering))

  /** @throws NoSuchElementException for a kind that is none */
  def sequence(kind: String, order: Order): SequenceOps =
    def ofScala(placeClass: Class[?])(make: Ordering[Any] => AnyRef) =
      MutableCollections.ofScala(kind, placeClass, looksInto = true, order)(make(order.ordering))
    def ofJava(placeClass: Class[?])(make: ju.Comparator[Any] | Null => AnyRef) =
      MutableCollections.ofJava(placeClass, looksInto = true, order)(make(order.comparator))
    kind match
      case "TreeSet"                 => new SortedValues(kind, classOf[immutable.TreeSet[?]], order)
      case "SortedSet"               => new SortedValues(kind, classOf[immutable.SortedSet[?]], order)
      case "mutable.TreeSet"         => ofScala(classOf[mutable.TreeSet[?]])(mutable.TreeSet.empty(using _))
      case "mutable.SortedSet"       => ofScala(classOf[mutable.SortedSet[?]])(mutable.TreeSet.empty(using _))
      case "mutable.PriorityQueue"   => ofScala(classOf[mutable.PriorityQueue[?]])(mutable.PriorityQueue.empty(using _))
      case "java.util.TreeSet"       => ofJava(classOf[ju.TreeSet[?]])(new ju.TreeSet[Any](_))
      case "java.util.SortedSet"     => ofJava(classOf[ju.SortedSet[?]])(new ju.TreeSet[Any](_))
      case "java.util.NavigableSet"  => ofJava(classOf[ju.NavigableSet[?]])(new ju.TreeSet[Any](_))
      case "java.util.PriorityQueue" => ofJava(classOf[ju.PriorityQueue[?]])(new ju.PriorityQueue[Any](_))
      case "java.util.concurrent.ConcurrentSkipListSet" =>
        ofJava(classOf[ConcurrentSkipListSet[?]])(new ConcurrentSkipListSet[Any](_))
      case "java.util.concurrent.PriorityBlockingQueue" =>
        ofJava(classOf[PriorityBlockingQueue[?]])(new PriorityBlockingQueue[Any](11, _))
      case _ => throw new NoSuchElementException(kind)

  /** Returns the operations of a sorted map of this kind; for the exception see [[sequence]]. */
  def mapping(kind: String, order: Order): MappingOps =
    def ofScala(placeClass: Class[?]) =
      MutableCollections.mapOfScala(kind, placeClass, order)(mutable.TreeMap.empty[Any, Any](using order.ordering))
    def ofJava(placeClass: Class[?])(make: ju.Comparator[Any] | Null => AnyRef) =
      MutableCollections.mapOfJava(placeClass, order)(make(order.comparator))
    kind match
      case "TreeMap"                => new SortedEntries(kind, classOf[immutable.TreeMap[?, ?]], order)
      case "SortedMap"              => new SortedEntries(kind, classOf[immutable.SortedMap[?, ?]], order)
      case "mutable.TreeMap"        => ofScala(classOf[mutable.TreeMap[?, ?]])
      case "mutable.SortedMap"      => ofScala(classOf[mutable.SortedMap[?, ?]])
      case "java.util.TreeMap"      => ofJava(classOf[ju.TreeMap[?, ?]])(new ju.TreeMap[Any, Any](_))
      case "java.util.SortedMap"    => ofJava(classOf[ju.SortedMap[?, ?]])(new ju.TreeMap[Any, Any](_))
      case "java.util.NavigableMap" => ofJava(classOf[ju.NavigableMap[?, ?]])(new ju.TreeMap[Any, Any](_))
      case "java.util.concurrent.ConcurrentSkipListMap" =>
        ofJava(classOf[ConcurrentSkipListMap[?, ?]])(new ConcurrentSkipListMap[Any, Any](_))
      case _ => throw new NoSuchElementException(kind)
