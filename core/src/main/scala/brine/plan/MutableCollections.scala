package brine.plan

import java.util as ju
import scala.collection.mutable
import scala.jdk.CollectionConverters.*
import brine.PickleException

/** The mutable collections of Scala's library and of Java's. A place whose type is a class takes objects of exactly this
  * class; one whose type is an interface takes any but those that compare in their own way (sorted ones, identity maps),
  * and gets back the implementation that keeps the order.
  */
private[plan] object MutableCollections:
  /** Refuses what would come back as something else. */
  private final class Place(kind: String, placeClass: Class[?]):
    private val isExact = !placeClass.isInterface

    def check(value: AnyRef): Unit =
      if isExact then
        if value.getClass != placeClass then
          throw refused(value, s"it would come back as a $kind. Copy it into one, or declare the place by an interface")
      else if comparesInItsOwnWay(value) then
        throw refused(
          value,
          s"it compares in a way of its own, which would be lost. Copy it into an ordinary $kind, or write a pickler for it"
        )

    private def refused(value: AnyRef, why: String): PickleException =
      PickleException.UnexpectedClass.because(kind, value.getClass.getName, why)

    def isInstance(value: AnyRef): Boolean = placeClass.isInstance(value)

  private def comparesInItsOwnWay(value: AnyRef): Boolean = value match
    case _: ju.SortedSet[?] | _: ju.SortedMap[?, ?] | _: ju.PriorityQueue[?] | _: ju.IdentityHashMap[?, ?] => true
    case _: scala.collection.SortedOps[?, ?] | _: mutable.PriorityQueue[?]                                 => true
    case _ => false

  /** @param view the collection as one of Scala's
    * @param add puts one more element into it
    */
  private final class Growing(
      kind: String,
      placeClass: Class[?],
      isHashed: Boolean,
      make: () => AnyRef,
      view: AnyRef => Iterable[Any],
      add: (AnyRef, Any) => Unit
  ) extends SequenceOps(kind, isHashed):
    private val place = new Place(kind, placeClass)
    override def isMutable: Boolean = true
    override def check(value: AnyRef): Unit = place.check(value)
    def isInstance(value: AnyRef): Boolean = place.isInstance(value)
    def iterable(collection: AnyRef): Iterable[Any] = view(collection)
    override def addAll(collection: AnyRef, elements: Array[AnyRef]): Unit = for x <- elements do add(collection, x)
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] = new Filling[Any](make(), add)

  private final class Filling[A](collection: AnyRef, add: (AnyRef, A) => Unit) extends mutable.Builder[A, AnyRef]:
    def addOne(element: A): this.type =
      add(collection, element)
      this
    def clear(): Unit = throw new UnsupportedOperationException
    def result(): AnyRef = collection

  private final class OfMap(kind: String, placeClass: Class[?], make: () => AnyRef, view: AnyRef => mutable.Map[Any, Any])
      extends MappingOps(kind):
    private val place = new Place(kind, placeClass)
    override def isMutable: Boolean = true
    override def check(value: AnyRef): Unit = place.check(value)
    def isInstance(value: AnyRef): Boolean = place.isInstance(value)
    def map(collection: AnyRef): scala.collection.Map[Any, Any] = view(collection)
    override def addAll(map: AnyRef, entries: Iterator[(Any, Any)]): Unit = for entry <- entries do view(map).addOne(entry)
    def newBuilder(): mutable.Builder[(Any, Any), AnyRef] = new Filling[(Any, Any)](make(), view(_).addOne(_))

  private def ofScala(name: String, placeClass: Class[?])(make: => AnyRef): SequenceOps =
    new Growing(
      s"mutable.$name", placeClass, classOf[scala.collection.Set[?]].isAssignableFrom(placeClass), () => make,
      _.asInstanceOf[Iterable[Any]], _.asInstanceOf[mutable.Growable[Any]].addOne(_)
    )

  private def ofJava(placeClass: Class[?])(make: => AnyRef): SequenceOps =
    new Growing(
      placeClass.getName, placeClass, classOf[ju.Set[?]].isAssignableFrom(placeClass), () => make,
      _.asInstanceOf[ju.Collection[Any]].asScala, _.asInstanceOf[ju.Collection[Any]].add(_)
    )

  private def mapOfScala(name: String, placeClass: Class[?])(make: => AnyRef): MappingOps =
    new OfMap(s"mutable.$name", placeClass, () => make, _.asInstanceOf[mutable.Map[Any, Any]])

  private def mapOfJava(placeClass: Class[?])(make: => AnyRef): MappingOps =
    new OfMap(placeClass.getName, placeClass, () => make, _.asInstanceOf[ju.Map[Any, Any]].asScala)

  val sequences: List[SequenceOps] = List(
    ofScala("ArrayBuffer", classOf[mutable.ArrayBuffer[?]])(mutable.ArrayBuffer.empty[Any]),
    ofScala("ListBuffer", classOf[mutable.ListBuffer[?]])(mutable.ListBuffer.empty[Any]),
    ofScala("ArrayDeque", classOf[mutable.ArrayDeque[?]])(mutable.ArrayDeque.empty[Any]),
    ofScala("Queue", classOf[mutable.Queue[?]])(mutable.Queue.empty[Any]),
    ofScala("Stack", classOf[mutable.Stack[?]])(mutable.Stack.empty[Any]),
    ofScala("Buffer", classOf[mutable.Buffer[?]])(mutable.ArrayBuffer.empty[Any]),
    ofScala("HashSet", classOf[mutable.HashSet[?]])(mutable.HashSet.empty[Any]),
    ofScala("LinkedHashSet", classOf[mutable.LinkedHashSet[?]])(mutable.LinkedHashSet.empty[Any]),
    ofScala("Set", classOf[mutable.Set[?]])(mutable.LinkedHashSet.empty[Any]),
    ofJava(classOf[ju.ArrayList[?]])(new ju.ArrayList[Any]),
    ofJava(classOf[ju.LinkedList[?]])(new ju.LinkedList[Any]),
    ofJava(classOf[ju.ArrayDeque[?]])(new ju.ArrayDeque[Any]),
    ofJava(classOf[ju.List[?]])(new ju.ArrayList[Any]),
    ofJava(classOf[ju.Collection[?]])(new ju.ArrayList[Any]),
    ofJava(classOf[ju.HashSet[?]])(new ju.HashSet[Any]),
    ofJava(classOf[ju.LinkedHashSet[?]])(new ju.LinkedHashSet[Any]),
    ofJava(classOf[ju.Set[?]])(new ju.LinkedHashSet[Any])
  )

  val mappings: List[MappingOps] = List(
    mapOfScala("HashMap", classOf[mutable.HashMap[?, ?]])(mutable.HashMap.empty[Any, Any]),
    mapOfScala("LinkedHashMap", classOf[mutable.LinkedHashMap[?, ?]])(mutable.LinkedHashMap.empty[Any, Any]),
    mapOfScala("Map", classOf[mutable.Map[?, ?]])(mutable.LinkedHashMap.empty[Any, Any]),
    mapOfJava(classOf[ju.HashMap[?, ?]])(new ju.HashMap[Any, Any]),
    mapOfJava(classOf[ju.LinkedHashMap[?, ?]])(new ju.LinkedHashMap[Any, Any]),
    mapOfJava(classOf[ju.concurrent.ConcurrentHashMap[?, ?]])(new ju.concurrent.ConcurrentHashMap[Any, Any]),
    mapOfJava(classOf[ju.Map[?, ?]])(new ju.LinkedHashMap[Any, Any])
  )
