package brine.runtime.standard

import java.util as ju
import scala.collection.{immutable, mutable}
import scala.jdk.CollectionConverters.*
import brine.collections.LazyLists

/** Counts the contents of collections, tuples and case classes of one stream, each element as often as it is reached:
  * the steps of a `hashCode` that asks all elements for theirs.
  */
private[runtime] final class Unfolded(byteCount: Int):
  import Unfolded.*

  private val sizes = new ju.IdentityHashMap[AnyRef, java.lang.Long]
  private val most = LeastSteps + StepsForAByte * byteCount

  /** The number of elements that [[add]] may still visit. An honest stream has bytes for each of them. */
  private var budget = LeastSteps + ElementsForAByte * byteCount

  /** True if some object takes more steps than its bytes account for. */
  var isLarge = false

  /** Takes an object after its parts. */
  def add(value: AnyRef): Unit =
    val parts = partsOf(value)
    if parts != null && !isLarge then
      var size = 1L
      while parts.hasNext && !isLarge do
        size += sizeOf(parts.next())
        budget -= 1
        isLarge = budget < 0 || size > most
      if size > 1 then sizes.put(value, size)

  private def sizeOf(part: Any): Long =
    val known = sizes.get(part.asInstanceOf[AnyRef])
    if known == null then 1 else known.longValue

private object Unfolded:
  private final val LeastSteps = 1_000_000L
  private final val StepsForAByte = 64L

  /** A set of bits has eight. */
  private final val ElementsForAByte = 16L

  /** The elements, keys, values or fields of an object whose hash depends on theirs; null for any other. Collections of
    * the program's own are left out: their iterators are code.
    */
  private def partsOf(value: AnyRef): Iterator[Any] | Null =
    val name = value.getClass.getName
    value match
      case _: (Range | immutable.NumericRange[?])                         => null
      case list: ju.List[?] if name == "java.util.Collections$CopiesList" => list.asScala.iterator.take(1)
      case map: ju.Map[?, ?] if name.startsWith("java.util.")             => entries(map)
      case elements: ju.Collection[?] if name.startsWith("java.util.")    => elements.iterator.asScala
      case map: scala.collection.Map[?, ?] if name.startsWith("scala.") =>
        map.iterator.flatMap((k, v) => Iterator(k, v))
      case elements: scala.collection.Iterable[?] =>
        if name.startsWith("scala.") && !LazyLists.computesElements(elements) then elements.iterator else null
      case product: Product => product.productIterator
      case _                => null

  private def entries(map: ju.Map[?, ?]): Iterator[Any] =
    map.entrySet.iterator.asScala.flatMap(entry => Iterator(entry.getKey, entry.getValue))
