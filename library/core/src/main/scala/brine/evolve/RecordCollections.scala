package brine.evolve

import scala.collection.mutable
import brine.collections.{MappingOps, SequenceOps}

/** The elements of a collection that was read without its class.
  *
  * @param subtype    its name at a place of an open type, or null
  * @param arrayClass of an array: the name of its class, where its place does not tell it, or null
  */
private[brine] final class RecordElements(val subtype: String | Null, val arrayClass: String | Null)
    extends mutable.ArrayBuffer[Any]:
  protected override def className: String = "ArrayBuffer"

private[brine] object RecordElements:
  final class Ops(subtype: String | Null, arrayClass: String | Null = null) extends SequenceOps("mutable.ArrayBuffer"):
    override def isMutable: Boolean = true
    override def isSame(that: SequenceOps): Boolean = that.isInstanceOf[Ops]
    def isInstance(value: AnyRef): Boolean = value.isInstanceOf[RecordElements]
    def iterable(collection: AnyRef): Iterable[Any] = collection.asInstanceOf[RecordElements]
    override def addAll(collection: AnyRef, elements: Array[AnyRef]): Unit =
      val all = collection.asInstanceOf[RecordElements]
      for element <- elements do all += element
    def newBuilder(size: Int): mutable.Builder[Any, AnyRef] =
      val all = new RecordElements(subtype, arrayClass)
      new mutable.Builder[Any, AnyRef]:
        def addOne(element: Any): this.type =
          all += element
          this
        def clear(): Unit = all.clear()
        def result(): AnyRef = all
    override def ofArrayClass(name: String): SequenceOps = new Ops(subtype, name)
    override def arrayClassOf(collection: AnyRef): String | Null = collection.asInstanceOf[RecordElements].arrayClass

/** The entries of a map that was read without its class, as [[RecordElements]] are elements. */
private[brine] final class RecordEntries(val subtype: String | Null) extends mutable.AbstractMap[Any, Any]:
  private val all = mutable.LinkedHashMap.empty[Any, Any]
  def get(key: Any): Option[Any] = all.get(key)
  def iterator: Iterator[(Any, Any)] = all.iterator
  def addOne(entry: (Any, Any)): this.type =
    all += entry
    this
  def subtractOne(key: Any): this.type =
    all -= key
    this
  override def size: Int = all.size
  override def knownSize: Int = all.size
  protected override def className: String = "LinkedHashMap"

private[brine] object RecordEntries:
  final class Ops(subtype: String | Null) extends MappingOps("mutable.LinkedHashMap"):
    override def isMutable: Boolean = true
    override def isSame(that: MappingOps): Boolean = that.isInstanceOf[Ops]
    def isInstance(value: AnyRef): Boolean = value.isInstanceOf[RecordEntries]
    def map(collection: AnyRef): scala.collection.Map[Any, Any] = collection.asInstanceOf[RecordEntries]
    override def addAll(map: AnyRef, entries: Iterator[(Any, Any)]): Unit =
      val all = map.asInstanceOf[RecordEntries]
      for entry <- entries do all += entry
    def newBuilder(): mutable.Builder[(Any, Any), AnyRef] =
      val all = new RecordEntries(subtype)
      new mutable.Builder[(Any, Any), AnyRef]:
        def addOne(entry: (Any, Any)): this.type =
          all += entry
          this
        def clear(): Unit = all.clear()
        def result(): AnyRef = all
