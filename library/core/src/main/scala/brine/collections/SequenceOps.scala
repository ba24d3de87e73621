package brine.collections

import scala.collection.immutable.*
import scala.collection as sc
import scala.collection.mutable
import scala.runtime.ScalaRunTime
import brine.PickleException
import brine.model.CollectionKind
import brine.shape.Shape

/** The interpreter's operations on a collection class.
  *
  * @param kind              the simple name by which a [[TypePlan.Sequence]] refers to it
  * @param looksIntoElements true if adding elements hashes or compares them, so that they must be complete before
  * @param order             how the elements are sorted, if they are
  */
private[brine] abstract class SequenceOps(
    val kind: String,
    val looksIntoElements: Boolean = false,
    val order: Order | Null = null
):
  /** Returns true if an object is a collection of this kind, as far as its class shows. */
  def isInstance(value: AnyRef): Boolean

  /** Returns true if these are the operations of the same collections. */
  def isSame(that: SequenceOps): Boolean =
    (this eq that) || kind == that.kind && order != null && that.order != null && order.isSame(that.order)

  final def shape(isTracked: Boolean, element: () => Shape): Shape.Sequence =
    new Shape.Sequence(kind, isTracked, element, isMutable, SequenceOps.nameOf(order))

  /** It can change, so that it keeps its identity even when it is empty. */
  def isMutable: Boolean = false

  /** True if, in a cycle, it is made empty, and filled when its elements are complete. */
  final def isFilledLater: Boolean = isMutable && !isAssignable

  /** Refuses a collection that would come back as another class.
    *
    * @throws brine.PickleException.UnexpectedClass for such
    */
  def check(collection: AnyRef): Unit = ()

  /** An empty mutable collection, which [[addAll]] fills with these parts later. */
  private[brine] def emptyFor(parts: Array[AnyRef]): AnyRef = newBuilder(0).result()

  /** Elements are hashed as they are put in. */
  def isHashed: Boolean = looksIntoElements && order == null

  /** Puts these into a mutable collection. */
  def addAll(collection: AnyRef, elements: Array[AnyRef]): Unit = throw new IllegalStateException(kind)

  /** The collection as one of Scala's. */
  def iterable(collection: AnyRef): scala.collection.Iterable[Any]

  def size(collection: AnyRef): Int = iterable(collection).size
  def isEmpty(collection: AnyRef): Boolean = iterable(collection).isEmpty
  def iterator(collection: AnyRef): Iterator[Any] = iterable(collection).iterator

  /** Returns what [[iterator]] goes through, as a new array. */
  def toArray(collection: AnyRef): Array[AnyRef] = iterator(collection).asInstanceOf[Iterator[AnyRef]].toArray[AnyRef]
  def newBuilder(size: Int): mutable.Builder[Any, AnyRef]

  /** Returns a builder for some of the elements, which the collection's own builder takes afterwards, all at once. */
  final def newPiece(): mutable.Builder[Any, IterableOnce[Any]] =
    if kind == "Vector" then Vector.newBuilder else mutable.ArrayBuffer.newBuilder

  /** Returns the collection that was built from `count` elements. If a set has fewer, an element was added twice,
    * which no writer does and no reader may hide.
    */
  final def result(builder: mutable.Builder[Any, AnyRef], count: Int): AnyRef =
    val collection = builder.result()
    checkCount(collection, count)
    collection

  private[brine] final def checkCount(collection: AnyRef, count: Int): Unit =
    if looksIntoElements && size(collection) != count then
      throw new PickleException.Malformed(
        s"a $kind has an element twice: $count were read, ${size(collection)} are distinct"
      )

  /** A collection of `elements(from)` until `elements(until)`. */
  def fromStack(elements: Array[AnyRef], from: Int, until: Int): AnyRef =
    val builder = newBuilder(until - from)
    var i = from
    while i < until do
      builder += elements(i)
      i += 1
    result(builder, until - from)

  final def isArray: Boolean = isInstanceOf[SequenceOps.ArrayOps]

  /** For arrays without a class here: the operations for the class that the array had where it was written, and that
    * class's name of a collection, or null.
    */
  private[brine] def ofArrayClass(name: String): SequenceOps = this
  private[brine] def arrayClassOf(collection: AnyRef): String | Null = null

  /** Assigns an element of a finished collection, where the class allows it (arrays). */
  def isAssignable: Boolean = false
  def assign(collection: AnyRef, index: Int, value: AnyRef): Unit = throw new IllegalStateException(kind)

private[brine] object SequenceOps extends KindTable[SequenceOps]:
  private[brine] def nameOf(order: Order | Null): () => String =
    if order == null then Shape.NoOrdering else () => order.name

  private class StandardOps(
      kind: String,
      collectionClass: Class[?],
      factory: scala.collection.IterableFactory[Iterable],
      isHashed: Boolean
  ) extends SequenceOps(kind, isHashed):
    private val isGeneral = CollectionKind.isGeneral(kind)
    def isInstance(value: AnyRef): Boolean = collectionClass.isInstance(value)
    def iterable(collection: AnyRef): scala.collection.Iterable[Any] =
      collection.asInstanceOf[scala.collection.Iterable[Any]]
    override def check(collection: AnyRef): Unit = if isGeneral then CollectionCheck.checkGeneral(kind, collection)
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] =
      def elements = factory.newBuilder[Any].asInstanceOf[mutable.Builder[Any, AnyRef]]
      if !isHashed then elements
      else if isGeneral then new KeyBuilder(isHashed)(ReadOrder.set)
      else new KeyBuilder(isHashed)(elements.addAll(_).result())

  private object ListOps
      extends StandardOps(
        "List",
        classOf[List[?]],
        List.asInstanceOf[scala.collection.IterableFactory[Iterable]],
        false
      ):
    override def fromStack(elements: Array[AnyRef], from: Int, until: Int): AnyRef =
      var list: List[AnyRef] = Nil
      var i = until
      while i > from do
        i -= 1
        list = elements(i) :: list
      list

  private def of(
      kind: String,
      collectionClass: Class[?],
      factory: scala.collection.IterableFactory[?],
      isHashed: Boolean = false
  ): SequenceOps =
    new StandardOps(kind, collectionClass, factory.asInstanceOf[scala.collection.IterableFactory[Iterable]], isHashed)

  protected def make(kind: String): SequenceOps = kind match
    case "List"       => ListOps
    case "Vector"     => of(kind, classOf[Vector[?]], Vector)
    case "Seq"        => of(kind, classOf[Seq[?]], Seq)
    case "IndexedSeq" => of(kind, classOf[IndexedSeq[?]], IndexedSeq)
    case "LinearSeq"  => of(kind, classOf[LinearSeq[?]], LinearSeq)
    case "Iterable"   => of(kind, classOf[Iterable[?]], Iterable)
    case "Queue"      => of(kind, classOf[Queue[?]], Queue)
    case "ArraySeq"   => of(kind, classOf[ArraySeq[?]], ArraySeq.untagged)
    case "LazyList"   => of(kind, classOf[LazyList[?]], LazyList)
    case "Set"        => of(kind, classOf[Set[?]], Set, isHashed = true)
    case "HashSet"    => of(kind, classOf[HashSet[?]], HashSet, isHashed = true)
    case "ListSet"    => of(kind, classOf[ListSet[?]], ListSet, isHashed = true)
    // The types of `scala.collection`, which immutable and mutable collections both extend: the collection that is
    // read is immutable.
    case "collection.Seq"        => of(kind, classOf[sc.Seq[?]], List)
    case "collection.IndexedSeq" => of(kind, classOf[sc.IndexedSeq[?]], Vector)
    case "collection.LinearSeq"  => of(kind, classOf[sc.LinearSeq[?]], List)
    case "collection.Iterable"   => of(kind, classOf[sc.Iterable[?]], List)
    case "collection.Set"        => of(kind, classOf[sc.Set[?]], Set, isHashed = true)
    case _                       => MutableCollections.sequence(kind)

  /** Arrays of references to `elementClass`, or of an opaque type over a primitive, which is that primitive. They are
    * filled before they are seen, and can be mended afterwards.
    */
  final class ArrayOps(element: Class[?]) extends SequenceOps("Array"):
    /** The array of units is one of references. */
    val elementClass: Class[?] = if element == classOf[Unit] then classOf[scala.runtime.BoxedUnit] else element
    val arrayClass: Class[?] = elementClass.arrayType()
    def isInstance(value: AnyRef): Boolean = arrayClass.isInstance(value)
    def iterable(collection: AnyRef): Iterable[Any] = ArraySeq.unsafeWrapArray(collection.asInstanceOf[Array[?]])
    override def size(collection: AnyRef): Int = java.lang.reflect.Array.getLength(collection)
    private val isOfPrimitives = elementClass.isPrimitive
    override def iterator(collection: AnyRef): Iterator[Any] =
      if isOfPrimitives then iterable(collection).iterator
      else new ArrayElements(collection.asInstanceOf[Array[AnyRef]])
    override def isSame(that: SequenceOps): Boolean = that match
      case that: ArrayOps => that.arrayClass == arrayClass
      case _              => false
    override def isAssignable: Boolean = true
    override def assign(collection: AnyRef, index: Int, value: AnyRef): Unit =
      if isOfPrimitives then ScalaRunTime.array_update(collection, index, value)
      else collection.asInstanceOf[Array[AnyRef]](index) = value
    // The elements have arrived, so the array takes its full length at once.
    override def fromStack(elements: Array[AnyRef], from: Int, until: Int): AnyRef =
      if isOfPrimitives then super.fromStack(elements, from, until)
      else java.util.Arrays.copyOfRange(elements, from, until, arrayClass.asInstanceOf[Class[Array[AnyRef]]])
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] =
      val builder = mutable.ArrayBuilder.make[Any](using scala.reflect.ClassTag(elementClass))
      if size >= 0 then builder.sizeHint(math.min(size, ArrayOps.FirstCapacity))
      builder.asInstanceOf[mutable.Builder[Any, AnyRef]]

  /** Iterates over an array of references. Scala's own iterator tests the kind of the array for each element. */
  private final class ArrayElements(array: Array[AnyRef]) extends scala.collection.AbstractIterator[Any]:
    private var at = 0
    def hasNext: Boolean = at < array.length
    def next(): Any =
      if at >= array.length then Iterator.empty.next()
      else
        val element = array(at)
        at += 1
        element

  private object ArrayOps:
    /** The number of elements to allocate at once. A length is only a claim until its elements have arrived. */
    final val FirstCapacity = 16

/** The interpreter's operations on a map class. */
private[brine] abstract class MappingOps(val kind: String, val order: Order | Null = null):
  /** Returns true if an object is a map of this kind, as far as its class shows. */
  def isInstance(value: AnyRef): Boolean

  /** True for mutable maps: see [[SequenceOps.isMutable]]. */
  def isMutable: Boolean = false

  /** Refuses a map that would come back as another: see [[SequenceOps.check]]. */
  def check(map: AnyRef): Unit = ()

  /** Returns true if these are the operations of the same maps. */
  def isSame(that: MappingOps): Boolean =
    (this eq that) || kind == that.kind && order != null && that.order != null && order.isSame(that.order)

  final def shape(isTracked: Boolean, key: () => Shape, value: () => Shape): Shape.Mapping =
    new Shape.Mapping(kind, isTracked, key, value, isMutable, SequenceOps.nameOf(order))

  /** Puts these into a mutable map. */
  def addAll(map: AnyRef, entries: Iterator[(Any, Any)]): Unit = throw new IllegalStateException(kind)

  /** The map as one of Scala's. */
  def map(collection: AnyRef): scala.collection.Map[Any, Any]

  /** Returns the empty map for these parts: see [[SequenceOps.emptyFor]]. `parts` holds keys and values in turn. */
  private[brine] def emptyFor(parts: Array[AnyRef]): AnyRef = newBuilder().result()

  /** Keys are hashed as they are put in. */
  def isHashed: Boolean = order == null

  def size(collection: AnyRef): Int = map(collection).size
  def iterator(collection: AnyRef): Iterator[(Any, Any)] = map(collection).iterator

  def keys(collection: AnyRef): Iterator[Any] = map(collection).keysIterator
  def values(collection: AnyRef): Iterator[Any] = map(collection).valuesIterator

  /** Calls `use` for each key and value, in the order of [[iterator]]; most maps make no pair for that. */
  def foreachEntry(collection: AnyRef, use: (Any, Any) => Unit): Unit = map(collection).foreachEntry(use)
  def newBuilder(): mutable.Builder[(Any, Any), AnyRef]

private[brine] object MappingOps extends KindTable[MappingOps]:
  private final class StandardOps(kind: String, mapClass: Class[?], builder: () => mutable.Builder[(Any, Any), AnyRef])
      extends MappingOps(kind):
    private val isGeneral = CollectionKind.isGeneral(kind)
    def isInstance(value: AnyRef): Boolean = mapClass.isInstance(value)
    def map(collection: AnyRef): scala.collection.Map[Any, Any] =
      collection.asInstanceOf[scala.collection.Map[Any, Any]]
    override def check(map: AnyRef): Unit = if isGeneral then CollectionCheck.checkGeneral(kind, map)
    def newBuilder(): mutable.Builder[(Any, Any), AnyRef] = builder()

  private def of(kind: String, mapClass: Class[?])(builder: => mutable.Builder[? <: (Any, Any), AnyRef]): MappingOps =
    new StandardOps(kind, mapClass, () => builder.asInstanceOf[mutable.Builder[(Any, Any), AnyRef]])

  protected def make(kind: String): MappingOps = kind match
    case "Map"     => of(kind, classOf[Map[?, ?]])(ReadOrder.mapBuilder())
    case "HashMap" => of(kind, classOf[HashMap[?, ?]])(HashMap.newBuilder[Any, Any])
    // Its own builder takes quadratic time.
    case "ListMap" =>
      of(kind, classOf[ListMap[?, ?]])(mutable.LinkedHashMap.newBuilder[Any, Any].mapResult(ListMap.from(_)))
    case "VectorMap"  => of(kind, classOf[VectorMap[?, ?]])(VectorMap.newBuilder[Any, Any])
    case "SeqMap"     => of(kind, classOf[SeqMap[?, ?]])(SeqMap.newBuilder[Any, Any])
    case "TreeSeqMap" => of(kind, classOf[TreeSeqMap[?, ?]])(TreeSeqMap.newBuilder[Any, Any])
    case "IntMap"     => of(kind, classOf[IntMap[?]])(IntMap.newBuilder[Any])
    case "LongMap"    => of(kind, classOf[LongMap[?]])(LongMap.newBuilder[Any])
    case "collection.Map" =>
      of(kind, classOf[sc.Map[?, ?]])(ReadOrder.mapBuilder())
    case _ => MutableCollections.mapping(kind)

/** A table with one entry for each kind of collection. Entries are made on demand: all of them take a tenth of a
  * second in a JVM that has just started.
  */
private[brine] abstract class KindTable[A <: AnyRef]:
  private val known = new java.util.concurrent.ConcurrentHashMap[String, A]

  protected def make(kind: String): A

  def apply(kind: String): A =
    val found = known.get(kind)
    if found != null then found
    else
      val made = make(kind)
      val before = known.putIfAbsent(kind, made)
      if before != null then before else made
