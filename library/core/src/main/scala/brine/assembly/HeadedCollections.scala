package brine.assembly

import scala.collection.mutable
import brine.PickleException
import brine.collections.{KeyBuilder, MappingOps, SequenceOps}

/** Collections that need more than their elements to be made: a sorted one needs its order, an enum's the class of its
  * constants. That header is written as the first element, and for a map as the first key, with a null for its value.
  *
  * @param headerOf the header of a collection
  * @param opsFor   the operations of collections with this header; throws a `ClassCastException` for any other value
  */
private[brine] final class HeadedSequence(
    plainKind: String,
    collectionClass: Class[?],
    headerOf: AnyRef => AnyRef | Null,
    opsFor: (AnyRef | Null) => SequenceOps,
    override val isMutable: Boolean
) extends SequenceOps(Headed.kind(plainKind), looksIntoElements = true):
  override def isHashed: Boolean = false
  def isInstance(value: AnyRef): Boolean = collectionClass.isInstance(value)

  def iterable(collection: AnyRef): Iterable[Any] =
    new scala.collection.immutable.Iterable[Any]:
      def iterator: Iterator[Any] = HeadedSequence.this.iterator(collection)

  override def iterator(collection: AnyRef): Iterator[Any] =
    val header = headerOf(collection)
    Iterator.single[Any](header) ++ ops(header).iterator(collection)

  override def size(collection: AnyRef): Int = ops(headerOf(collection)).size(collection) + 1

  override def addAll(collection: AnyRef, elements: Array[AnyRef]): Unit =
    ops(elements(0)).addAll(collection, elements.drop(1))

  private[brine] override def emptyFor(parts: Array[AnyRef]): AnyRef =
    if parts.isEmpty then throw Headed.missing(plainKind)
    ops(Headed.built(parts(0), plainKind)).newBuilder(0).result()

  def newBuilder(size: Int): mutable.Builder[Any, AnyRef] = new KeyBuilder(isHashed)({ all =>
    if all.isEmpty then throw Headed.missing(plainKind)
    val builder = ops(all(0).asInstanceOf[AnyRef]).newBuilder(all.length - 1)
    builder ++= all.view.drop(1)
    builder.result()
  })

  private def ops(header: AnyRef | Null): SequenceOps = Headed.of(plainKind, header)(opsFor)

/** Maps with a header, as [[HeadedSequence]] is for other collections. */
private[brine] final class HeadedMapping(
    plainKind: String,
    mapClass: Class[?],
    headerOf: AnyRef => AnyRef | Null,
    opsFor: (AnyRef | Null) => MappingOps,
    override val isMutable: Boolean
) extends MappingOps(Headed.kind(plainKind)):
  override def isHashed: Boolean = false
  def isInstance(value: AnyRef): Boolean = mapClass.isInstance(value)

  def map(collection: AnyRef): scala.collection.Map[Any, Any] = mutable.LinkedHashMap.from(iterator(collection))

  override def iterator(collection: AnyRef): Iterator[(Any, Any)] =
    val header = headerOf(collection)
    Iterator.single[(Any, Any)](header -> null) ++ ops(header).iterator(collection)

  override def keys(collection: AnyRef): Iterator[Any] = iterator(collection).map(_._1)
  override def values(collection: AnyRef): Iterator[Any] = iterator(collection).map(_._2)
  override def foreachEntry(collection: AnyRef, use: (Any, Any) => Unit): Unit =
    for (key, value) <- iterator(collection) do use(key, value)

  override def size(collection: AnyRef): Int = ops(headerOf(collection)).size(collection) + 1

  override def addAll(map: AnyRef, entries: Iterator[(Any, Any)]): Unit =
    val (header, _) = entries.next()
    ops(header.asInstanceOf[AnyRef]).addAll(map, entries)

  private[brine] override def emptyFor(parts: Array[AnyRef]): AnyRef =
    if parts.isEmpty then throw Headed.missing(plainKind)
    ops(Headed.built(parts(0), plainKind)).newBuilder().result()

  def newBuilder(): mutable.Builder[(Any, Any), AnyRef] = mutable.ArrayBuffer.newBuilder[(Any, Any)].mapResult { all =>
    if all.isEmpty then throw Headed.missing(plainKind)
    val builder = ops(all(0)._1.asInstanceOf[AnyRef]).newBuilder()
    builder ++= all.view.drop(1)
    builder.result()
  }

  private def ops(header: AnyRef | Null): MappingOps = Headed.of(plainKind, header)(opsFor)

private object Headed:
  def kind(plain: String): String = s"headed.$plain"

  def of[A](kind: String, header: AnyRef | Null)(opsFor: (AnyRef | Null) => A): A =
    try opsFor(header)
    catch
      case e: ClassCastException =>
        val found = if header == null then "null" else s"a ${header.getClass.getName}"
        throw new PickleException.WrongType(s"the order or element class of a $kind", found, e)

  def missing(kind: String): PickleException = new PickleException.Malformed(s"a $kind has no order or element class")

  /** The header, which nothing that is made of it can lead to. */
  def built(header: AnyRef, kind: String): AnyRef | Null = header match
    case unbuilt: Unbuilt if unbuilt.value == null =>
      throw new PickleException.CyclicConstruction(s"the order of a $kind needs the collection itself")
    case unbuilt: Unbuilt => unbuilt.value
    case value            => value
