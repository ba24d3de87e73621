package brine.collections

import java.util as ju
import java.util.concurrent.TimeUnit
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** `EnumSet` and `EnumMap`, which know the class of their elements or keys even when they are empty. */
private[brine] object EnumCollections:
  final val SetKind = "java.util.EnumSet"
  final val MapKind = "java.util.EnumMap"

  def set(enumClass: Class[?]): SequenceOps = new EnumSetOps(enumClass.asInstanceOf[Class[Constant]])

  def map(enumClass: Class[?]): MappingOps = new EnumMapOps(enumClass.asInstanceOf[Class[Constant]])

  /** Any enum would do: which it is shows in no bytecode. */
  private type Constant = TimeUnit

  private final class EnumSetOps(private val enumClass: Class[Constant])
      extends SequenceOps(SetKind, looksIntoElements = true):
    override def isMutable: Boolean = true
    def isInstance(value: AnyRef): Boolean = value.isInstanceOf[ju.EnumSet[?]]
    override def isSame(that: SequenceOps): Boolean = that match
      case that: EnumSetOps => that.enumClass == enumClass
      case _                => false
    def iterable(collection: AnyRef): Iterable[Any] = collection.asInstanceOf[ju.Set[Any]].asScala
    override def addAll(collection: AnyRef, elements: Array[AnyRef]): Unit =
      val ignored = filling(collection).addAll(elements)
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] = filling(ju.EnumSet.noneOf(enumClass))
    private def filling(set: AnyRef) =
      new MutableCollections.Filling[Any](SetKind, set, _.asInstanceOf[ju.Set[Any]].add(_))

  private final class EnumMapOps(private val enumClass: Class[Constant]) extends MappingOps(MapKind):
    override def isMutable: Boolean = true
    def isInstance(value: AnyRef): Boolean = value.isInstanceOf[ju.EnumMap[?, ?]]
    override def isSame(that: MappingOps): Boolean = that match
      case that: EnumMapOps => that.enumClass == enumClass
      case _                => false
    def map(collection: AnyRef): scala.collection.Map[Any, Any] = collection.asInstanceOf[ju.Map[Any, Any]].asScala
    override def addAll(map: AnyRef, entries: Iterator[(Any, Any)]): Unit =
      val ignored = filling(map).addAll(entries)
    def newBuilder(): mutable.Builder[(Any, Any), AnyRef] = filling(new ju.EnumMap[Constant, Any](enumClass))
    private def filling(map: AnyRef) = new MutableCollections.Filling[(Any, Any)](
      MapKind,
      map,
      (map, entry) => map.asInstanceOf[ju.Map[Any, Any]].put(entry._1, entry._2)
    )
