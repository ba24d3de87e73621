package brine.json.reading.parts

import java.util.{HashMap, LinkedHashMap}
import brine.collections.Collisions

/** Takes the entries of a map, and keeps the first or the last entry of each key.
  *
  * The hash table here compares a new key with all keys of its hash code, unless it can order them. It therefore holds
  * at most `most` keys with one hash code (`limits.maxCollidingKeys`). A key that occurs again counts once.
  */
private[json] final class DistinctEntries(keepsLast: Boolean, most: Int):
  private val entries = new LinkedHashMap[AnyRef, AnyRef]
  private val keysOfHash = new HashMap[Integer, Integer]

  /** Returns the remaining entries of these, keys and values in turn: the same array if all keys are distinct. */
  def of(parts: Array[AnyRef]): Array[AnyRef] =
    val canCollide = parts.length / 2 > most
    var at = 0
    while at < parts.length do
      val isNew = add(parts(at), parts(at + 1))
      if isNew && canCollide && !isOrdered(parts(at)) then count(parts(at))
      at += 2
    if entries.size == parts.length / 2 then parts else remaining

  /** Returns true for a key that was not there. */
  private def add(key: AnyRef, value: AnyRef): Boolean =
    val before = entries.size
    val ignored = if keepsLast then entries.put(key, value) else entries.putIfAbsent(key, value)
    entries.size > before

  private def count(key: AnyRef): Unit =
    val hash = Integer.valueOf(if key == null then 0 else key.hashCode)
    val known = keysOfHash.get(hash)
    val met = if known == null then 1 else known.intValue + 1
    if met > most then Collisions.refuse("map", most)
    val ignored = keysOfHash.put(hash, met)

  /** Returns true for keys that Java's hash tables order where their hash codes are equal. */
  private def isOrdered(key: AnyRef): Boolean = key match
    case _: String | _: java.lang.Long | _: Integer | _: java.lang.Double | _: java.util.UUID => true
    case _                                                                                    => false

  private def remaining: Array[AnyRef] =
    val kept = new Array[AnyRef](2 * entries.size)
    var at = 0
    entries.forEach { (key, value) =>
      kept(at) = key
      kept(at + 1) = value
      at += 2
    }
    kept
