package brine.plan

import scala.collection.immutable.{ArraySeq, IndexedSeq, Iterable, List, Queue, Seq, Set, Vector}
import scala.collection.mutable

/** What the interpreter must know of a collection class.
  *
  * @param kind     the simple name by which a [[TypePlan.Sequence]] refers to it
  * @param isHashed whether elements are hashed as they are put in, so that they must be complete before
  */
abstract class SequenceOps(val kind: String, val isHashed: Boolean = false):
  def size(collection: AnyRef): Int
  def iterator(collection: AnyRef): Iterator[Any]
  def newBuilder(size: Int): mutable.Builder[Any, AnyRef]

  /** Assigns an element of a finished collection, where the class allows it (arrays). */
  def isAssignable: Boolean = false
  def assign(collection: AnyRef, index: Int, value: AnyRef): Unit = throw new IllegalStateException(kind)

object SequenceOps:
  private final class Of(kind: String, factory: scala.collection.IterableFactory[Iterable], isHashed: Boolean)
      extends SequenceOps(kind, isHashed):
    def size(collection: AnyRef): Int = collection.asInstanceOf[Iterable[Any]].size
    def iterator(collection: AnyRef): Iterator[Any] = collection.asInstanceOf[Iterable[Any]].iterator
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] =
      factory.newBuilder[Any].asInstanceOf[mutable.Builder[Any, AnyRef]]

  private def of(kind: String, factory: scala.collection.IterableFactory[?], isHashed: Boolean = false): SequenceOps =
    new Of(kind, factory.asInstanceOf[scala.collection.IterableFactory[Iterable]], isHashed)

  private val all: Map[String, SequenceOps] = List(
    of("List", List), of("Vector", Vector), of("Seq", Seq), of("IndexedSeq", IndexedSeq), of("Iterable", Iterable),
    of("Queue", Queue), of("Set", Set, isHashed = true),
    of("ArraySeq", ArraySeq.untagged)
  ).map(ops => ops.kind -> ops).toMap

  def apply(kind: String): SequenceOps = all(kind)

  /** Arrays of references to `elementClass`. They are filled before they are seen, and can be mended afterwards. */
  final class OfArray(elementClass: Class[?]) extends SequenceOps("Array"):
    val arrayClass: Class[?] = elementClass.arrayType()
    def size(collection: AnyRef): Int = java.lang.reflect.Array.getLength(collection)
    def iterator(collection: AnyRef): Iterator[Any] = collection.asInstanceOf[Array[?]].iterator
    override def isAssignable: Boolean = true
    override def assign(collection: AnyRef, index: Int, value: AnyRef): Unit =
      collection.asInstanceOf[Array[AnyRef]](index) = value
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] =
      val builder = mutable.ArrayBuilder.make[AnyRef](using scala.reflect.ClassTag(elementClass))
      if size >= 0 then builder.sizeHint(math.min(size, OfArray.FirstCapacity))
      builder.asInstanceOf[mutable.Builder[Any, AnyRef]]

  private object OfArray:
    /** A length is a claim until its elements have arrived: what is allocated for it at once. */
    final val FirstCapacity = 16

/** What the interpreter must know of a map class. */
abstract class MappingOps(val kind: String):
  def size(map: AnyRef): Int
  def iterator(map: AnyRef): Iterator[(Any, Any)]
  def newBuilder(): mutable.Builder[(Any, Any), AnyRef]

object MappingOps:
  private final class Of(kind: String, factory: scala.collection.MapFactory[scala.collection.Map]) extends MappingOps(kind):
    def size(map: AnyRef): Int = map.asInstanceOf[scala.collection.Map[Any, Any]].size
    def iterator(map: AnyRef): Iterator[(Any, Any)] = map.asInstanceOf[scala.collection.Map[Any, Any]].iterator
    def newBuilder(): mutable.Builder[(Any, Any), AnyRef] =
      factory.newBuilder[Any, Any].asInstanceOf[mutable.Builder[(Any, Any), AnyRef]]

  private def of(kind: String, factory: scala.collection.MapFactory[?]): MappingOps =
    new Of(kind, factory.asInstanceOf[scala.collection.MapFactory[scala.collection.Map]])

  private val all: Map[String, MappingOps] =
    List(of("Map", Map), of("ListMap", scala.collection.immutable.ListMap), of("VectorMap", scala.collection.immutable.VectorMap))
      .map(ops => ops.kind -> ops).toMap

  def apply(kind: String): MappingOps = all(kind)
