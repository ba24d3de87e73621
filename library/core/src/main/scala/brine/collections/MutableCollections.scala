package brine.collections

import java.util as ju
import java.util.concurrent as juc
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** The mutable collections of Scala's library and of Java's. A place whose type is a class accepts objects of exactly
  * this class. A place whose type is an interface accepts any implementation except those with their own comparison
  * (sorted ones, identity maps). It gets back the implementation that keeps the order.
  */
private[brine] object MutableCollections:
  /** @param view the collection as one of Scala's
    * @param add puts one more element into it
    */
  private final class Growing(
      kind: String,
      placeClass: Class[?],
      looksInto: Boolean,
      order: Order | Null,
      make: () => AnyRef,
      view: AnyRef => Iterable[Any],
      add: (AnyRef, Any) => Unit
  ) extends SequenceOps(kind, looksInto, order):
    private val place = new CollectionCheck(kind, placeClass, order)
    override def isMutable: Boolean = true
    override def check(value: AnyRef): Unit = place.check(value)
    def isInstance(value: AnyRef): Boolean = place.isInstance(value)
    def iterable(collection: AnyRef): Iterable[Any] = view(collection)
    override def toArray(collection: AnyRef): Array[AnyRef] = collection match
      case ofJava: ju.Collection[?] => ofJava.toArray(new Array[AnyRef](0))
      case _                        => super.toArray(collection)
    override def addAll(collection: AnyRef, elements: Array[AnyRef]): Unit =
      val ignored = new Filling[Any](kind, collection, add).addAll(elements)
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] =
      if looksInto then new KeyBuilder(isHashed)(new Filling[Any](kind, make(), add).addAll(_).result())
      else new Filling[Any](kind, make(), add)
    override def fromStack(elements: Array[AnyRef], from: Int, until: Int): AnyRef = make() match
      case list: ju.ArrayList[Any @unchecked] =>
        list.addAll(ju.Arrays.asList[Any](ju.Arrays.copyOfRange(elements, from, until)*))
        list
      case _ => super.fromStack(elements, from, until)

  final class Filling[A](kind: String, collection: AnyRef, add: (AnyRef, A) => Unit) extends mutable.Builder[A, AnyRef]:
    private val nulls = new NullRefusal(kind)
    def addOne(element: A): this.type =
      nulls.adding(element)(add(collection, element))
      this
    override def sizeHint(size: Int): Unit = collection match
      case buffer: mutable.ArrayBuffer[?] => buffer.sizeHint(size)
      case list: ju.ArrayList[?]          => list.ensureCapacity(size)
      case _                              => ()
    def clear(): Unit = throw new UnsupportedOperationException
    def result(): AnyRef = collection

  private final class MutableMapOps(
      kind: String,
      placeClass: Class[?],
      order: Order | Null,
      make: () => AnyRef,
      view: AnyRef => mutable.Map[Any, Any]
  ) extends MappingOps(kind, order):
    private val place = new CollectionCheck(kind, placeClass, order)
    override def isMutable: Boolean = true
    override def check(value: AnyRef): Unit = place.check(value)
    def isInstance(value: AnyRef): Boolean = place.isInstance(value)
    def map(collection: AnyRef): scala.collection.Map[Any, Any] = view(collection)
    override def addAll(map: AnyRef, entries: Iterator[(Any, Any)]): Unit =
      val ignored = filling(map).addAll(entries)
    def newBuilder(): mutable.Builder[(Any, Any), AnyRef] = filling(make())
    private def filling(map: AnyRef) = new Filling[(Any, Any)](kind, map, view(_).addOne(_))

  /** A fixed number of elements, which can be assigned. */
  private object ArraySeqOps extends SequenceOps("mutable.ArraySeq"):
    override def isMutable: Boolean = true
    override def isAssignable: Boolean = true
    override def assign(collection: AnyRef, index: Int, value: AnyRef): Unit =
      collection.asInstanceOf[mutable.ArraySeq[AnyRef]](index) = value
    def isInstance(value: AnyRef): Boolean = value.isInstanceOf[mutable.ArraySeq[?]]
    def iterable(collection: AnyRef): Iterable[Any] = collection.asInstanceOf[Iterable[Any]]
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] = mutable.ArraySeq.untagged.newBuilder[Any]

  /** Each addition copies the list, so all elements are added at once. */
  private object CopyOnWriteOps extends SequenceOps(classOf[juc.CopyOnWriteArrayList[?]].getName):
    private type Elements = juc.CopyOnWriteArrayList[Any]
    private val place = new CollectionCheck(kind, classOf[Elements])
    override def isMutable: Boolean = true
    override def check(value: AnyRef): Unit = place.check(value)
    def isInstance(value: AnyRef): Boolean = place.isInstance(value)
    def iterable(collection: AnyRef): Iterable[Any] = collection.asInstanceOf[Elements].asScala
    override def addAll(collection: AnyRef, elements: Array[AnyRef]): Unit =
      collection.asInstanceOf[Elements].addAll(ju.Arrays.asList[Any](elements*))
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] =
      mutable.ArrayBuffer.newBuilder[Any].mapResult(all => new juc.CopyOnWriteArrayList[Any](all.asJava))

  def ofScala(
      kind: String,
      placeClass: Class[?],
      looksInto: Boolean,
      order: Order | Null
  )(make: => AnyRef): SequenceOps =
    new Growing(
      kind,
      placeClass,
      looksInto,
      order,
      () => make,
      _.asInstanceOf[Iterable[Any]],
      _.asInstanceOf[mutable.Growable[Any]].addOne(_)
    )

  def ofJava(placeClass: Class[?], looksInto: Boolean, order: Order | Null)(make: => AnyRef): SequenceOps =
    new Growing(
      placeClass.getName,
      placeClass,
      looksInto,
      order,
      () => make,
      _.asInstanceOf[ju.Collection[Any]].asScala,
      _.asInstanceOf[ju.Collection[Any]].add(_)
    )

  def mapOfScala(kind: String, placeClass: Class[?], order: Order | Null)(make: => AnyRef): MappingOps =
    new MutableMapOps(kind, placeClass, order, () => make, _.asInstanceOf[mutable.Map[Any, Any]])

  def mapOfJava(placeClass: Class[?], order: Order | Null)(make: => AnyRef): MappingOps =
    new MutableMapOps(placeClass.getName, placeClass, order, () => make, _.asInstanceOf[ju.Map[Any, Any]].asScala)

  private def seq(kind: String, placeClass: Class[?])(make: => AnyRef): SequenceOps =
    ofScala(kind, placeClass, looksInto = false, null)(make)

  private def set(kind: String, placeClass: Class[?])(make: => AnyRef): SequenceOps =
    ofScala(kind, placeClass, looksInto = true, null)(make)

  private def javaSeq(placeClass: Class[?])(make: => AnyRef): SequenceOps =
    ofJava(placeClass, looksInto = false, null)(make)

  private def javaSet(placeClass: Class[?])(make: => AnyRef): SequenceOps =
    ofJava(placeClass, looksInto = true, null)(make)

  /** @throws NoSuchElementException for a kind that there is not */
  def sequence(kind: String): SequenceOps = kind match
    case "mutable.ArrayBuffer"    => seq(kind, classOf[mutable.ArrayBuffer[?]])(mutable.ArrayBuffer.empty[Any])
    case "mutable.ListBuffer"     => seq(kind, classOf[mutable.ListBuffer[?]])(mutable.ListBuffer.empty[Any])
    case "mutable.ArrayDeque"     => seq(kind, classOf[mutable.ArrayDeque[?]])(mutable.ArrayDeque.empty[Any])
    case "mutable.Queue"          => seq(kind, classOf[mutable.Queue[?]])(mutable.Queue.empty[Any])
    case "mutable.Stack"          => seq(kind, classOf[mutable.Stack[?]])(mutable.Stack.empty[Any])
    case "mutable.UnrolledBuffer" => seq(kind, classOf[mutable.UnrolledBuffer[?]])(new mutable.UnrolledBuffer[Any])
    case "mutable.Buffer"         => seq(kind, classOf[mutable.Buffer[?]])(mutable.ArrayBuffer.empty[Any])
    case "mutable.IndexedSeq"     => seq(kind, classOf[mutable.IndexedSeq[?]])(mutable.ArrayBuffer.empty[Any])
    case "mutable.Seq"            => seq(kind, classOf[mutable.Seq[?]])(mutable.ArrayBuffer.empty[Any])
    case "mutable.ArraySeq"       => ArraySeqOps
    case "mutable.HashSet"        => set(kind, classOf[mutable.HashSet[?]])(mutable.HashSet.empty[Any])
    case "mutable.LinkedHashSet"  => set(kind, classOf[mutable.LinkedHashSet[?]])(mutable.LinkedHashSet.empty[Any])
    case "mutable.Set"            => set(kind, classOf[mutable.Set[?]])(mutable.LinkedHashSet.empty[Any])
    case "java.util.ArrayList"    => javaSeq(classOf[ju.ArrayList[?]])(new ju.ArrayList[Any])
    case "java.util.LinkedList"   => javaSeq(classOf[ju.LinkedList[?]])(new ju.LinkedList[Any])
    case "java.util.ArrayDeque"   => javaSeq(classOf[ju.ArrayDeque[?]])(new ju.ArrayDeque[Any])
    case "java.util.Vector"       => javaSeq(classOf[ju.Vector[?]])(new ju.Vector[Any])
    case "java.util.Stack"        => javaSeq(classOf[ju.Stack[?]])(new ju.Stack[Any])
    case "java.util.concurrent.ConcurrentLinkedQueue" =>
      javaSeq(classOf[juc.ConcurrentLinkedQueue[?]])(new juc.ConcurrentLinkedQueue[Any])
    case "java.util.concurrent.ConcurrentLinkedDeque" =>
      javaSeq(classOf[juc.ConcurrentLinkedDeque[?]])(new juc.ConcurrentLinkedDeque[Any])
    case "java.util.concurrent.CopyOnWriteArrayList" => CopyOnWriteOps
    case "java.util.concurrent.LinkedBlockingQueue" =>
      javaSeq(classOf[juc.LinkedBlockingQueue[?]])(new juc.LinkedBlockingQueue[Any])
    case "java.util.concurrent.LinkedBlockingDeque" =>
      javaSeq(classOf[juc.LinkedBlockingDeque[?]])(new juc.LinkedBlockingDeque[Any])
    case "java.util.concurrent.BlockingQueue" =>
      javaSeq(classOf[juc.BlockingQueue[?]])(new juc.LinkedBlockingQueue[Any])
    case "java.util.concurrent.BlockingDeque" =>
      javaSeq(classOf[juc.BlockingDeque[?]])(new juc.LinkedBlockingDeque[Any])
    case "java.util.List"          => javaSeq(classOf[ju.List[?]])(new ju.ArrayList[Any])
    case "java.util.Collection"    => javaSeq(classOf[ju.Collection[?]])(new ju.ArrayList[Any])
    case "java.util.Queue"         => javaSeq(classOf[ju.Queue[?]])(new ju.LinkedList[Any])
    case "java.util.Deque"         => javaSeq(classOf[ju.Deque[?]])(new ju.LinkedList[Any])
    case "java.util.HashSet"       => javaSet(classOf[ju.HashSet[?]])(new ju.HashSet[Any])
    case "java.util.LinkedHashSet" => javaSet(classOf[ju.LinkedHashSet[?]])(new ju.LinkedHashSet[Any])
    case "java.util.Set"           => javaSet(classOf[ju.Set[?]])(new ju.LinkedHashSet[Any])
    case _                         => throw new NoSuchElementException(kind)

  private def map(kind: String, placeClass: Class[?])(make: => AnyRef): MappingOps =
    mapOfScala(kind, placeClass, null)(make)

  private def javaMap(placeClass: Class[?])(make: => AnyRef): MappingOps = mapOfJava(placeClass, null)(make)

  /** Returns the operations of a mutable map of this kind; for the exception see [[sequence]]. */
  def mapping(kind: String): MappingOps = kind match
    case "mutable.HashMap" => map(kind, classOf[mutable.HashMap[?, ?]])(mutable.HashMap.empty[Any, Any])
    case "mutable.LinkedHashMap" =>
      map(kind, classOf[mutable.LinkedHashMap[?, ?]])(mutable.LinkedHashMap.empty[Any, Any])
    case "mutable.LongMap" => map(kind, classOf[mutable.LongMap[?]])(mutable.LongMap.empty[Any])
    case "mutable.SeqMap"  => map(kind, classOf[mutable.SeqMap[?, ?]])(mutable.LinkedHashMap.empty[Any, Any])
    case "mutable.Map"     => map(kind, classOf[mutable.Map[?, ?]])(mutable.LinkedHashMap.empty[Any, Any])
    case "concurrent.TrieMap" => mapOfScala(kind, classOf[scala.collection.concurrent.TrieMap[?, ?]], null)(
        scala.collection.concurrent.TrieMap.empty[Any, Any]
      )
    case "java.util.HashMap"       => javaMap(classOf[ju.HashMap[?, ?]])(new ju.HashMap[Any, Any])
    case "java.util.LinkedHashMap" => javaMap(classOf[ju.LinkedHashMap[?, ?]])(new ju.LinkedHashMap[Any, Any])
    case "java.util.Hashtable"     => javaMap(classOf[ju.Hashtable[?, ?]])(new ju.Hashtable[Any, Any])
    case "java.util.concurrent.ConcurrentHashMap" =>
      javaMap(classOf[juc.ConcurrentHashMap[?, ?]])(new juc.ConcurrentHashMap[Any, Any])
    case "java.util.concurrent.ConcurrentMap" =>
      javaMap(classOf[juc.ConcurrentMap[?, ?]])(new juc.ConcurrentHashMap[Any, Any])
    case "java.util.Map" => javaMap(classOf[ju.Map[?, ?]])(new ju.LinkedHashMap[Any, Any])
    case _               => throw new NoSuchElementException(kind)
