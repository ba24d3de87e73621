package brine.cache

import java.lang.ref.SoftReference
import java.util.Comparator
import scala.reflect.ClassTag
import brine.Pickler

/** Picklers that have one part in common, by the rest of their key: what [[PicklerCache]] looks them up in.
  *
  * Invariants:
  *   1. `entries` is replaced and never changed, so a reader takes no lock: a volatile read and, mostly, one
  *      comparison.
  *   1. An entry is permanent if it holds nothing that could be forgotten before this table. Any other entry is held
  *      softly, and there are at most [[PicklerTable.MostSoft]] of them, so neither a class loader nor memory leaks.
  */
private[brine] final class PicklerTable:
  import PicklerTable.*

  // A hash table with linear probing, at most half full; its length is a power of two.
  @volatile private var entries: Array[Entry] = Empty

  /** Returns the pickler whose only part has this table; null if there is none. */
  private[brine] final def find(key: AnyRef): PicklerPart[?] | Null =
    val known = entries
    val mask = known.length - 1
    var i = slot(key.hashCode) & mask
    var entry = known(i)
    while entry != null && !(entry.key eq key) do
      i = (i + 1) & mask
      entry = known(i)
    if entry == null then null else entry.made

  /** Returns the pickler that was made of `a` and `b`; null if there is none. */
  private[brine] final def find(key: AnyRef, a: AnyRef, b: AnyRef): PicklerPart[?] | Null =
    val known = entries
    val mask = known.length - 1
    val hash = hashOf(hashOf(0, a), b)
    var i = slot(hash) & mask
    var entry = known(i)
    while entry != null do
      if entry.hash == hash && (entry.key eq key) then
        val made = entry.made
        if made != null && isSame(made.firstOf, a) && isSame(made.secondOf, b) then return made
      i = (i + 1) & mask
      entry = known(i)
    null

  /** Returns the pickler that was made of these parts; null if there is none. */
  private[brine] final def find(key: AnyRef, parts: Array[AnyRef]): PicklerPart[?] | Null =
    find(entries, key, hashOf(key, parts), parts)

  private def find(known: Array[Entry], key: AnyRef, hash: Int, parts: Array[AnyRef]): PicklerPart[?] | Null =
    val mask = known.length - 1
    var i = slot(hash) & mask
    var entry = known(i)
    while entry != null do
      if entry.hash == hash && (entry.key eq key) then
        val made = entry.made
        if made != null && areSame(made.madeOf, parts) then return made
      i = (i + 1) & mask
      entry = known(i)
    null

  /** Keeps `made`, whose parts are set, and returns it; or the one that another thread was faster to keep. */
  private[brine] final def keep(key: AnyRef, made: PicklerPart[?], isPermanent: Boolean): PicklerPart[?] =
    synchronized {
      val hash = hashOf(key, made.madeOf)
      val before = find(entries, key, hash, made.madeOf)
      if before != null then before
      else
        add(new Entry(key, hash, made, isPermanent))
        made
    }

  private def add(entry: Entry): Unit =
    val live = entries.filter(e => e != null && e.made != null)
    val kept = if entry.isPermanent || live.count(!_.isPermanent) < MostSoft then live else withoutOldest(live)
    entry.age = oldestFirst
    oldestFirst += 1
    val length = Integer.highestOneBit((kept.length + 1) * 2) * 2
    val fresh = new Array[Entry](length)
    for e <- kept do put(fresh, e)
    put(fresh, entry)
    entries = fresh

  private var oldestFirst = 0L

  private def withoutOldest(live: Array[Entry]): Array[Entry] =
    val oldest = live.filter(!_.isPermanent).minBy(_.age)
    live.filter(_ ne oldest)

  private def put(into: Array[Entry], entry: Entry): Unit =
    val mask = into.length - 1
    var i = slot(entry.hash) & mask
    while into(i) != null do i = (i + 1) & mask
    into(i) = entry

private[brine] object PicklerTable:
  /** Entries of a table that are not permanent: the oldest gives way to the next. */
  final val MostSoft = 64

  private val Empty = new Array[Entry](1)

  /** One pickler. `strong`: the pickler where it may be held so, else null. */
  private final class Entry(val key: AnyRef, val hash: Int, soft: PicklerPart[?] | Null, strong: PicklerPart[?] | Null)
      extends SoftReference[PicklerPart[?]](soft):
    def this(key: AnyRef, hash: Int, made: PicklerPart[?], isPermanent: Boolean) =
      this(key, hash, if isPermanent then null else made, if isPermanent then made else null)

    /** When it was added, in entries. */
    var age = 0L

    def isPermanent: Boolean = strong != null
    def made: PicklerPart[?] | Null = if strong != null then strong else get()

  private def slot(hash: Int): Int = hash ^ hash >>> 16

  /** Returns the key's hash for at most one part, because the table then determines the rest. Else returns the hash
    * of the parts, under which there are few keys.
    */
  private def hashOf(key: AnyRef, parts: Array[AnyRef]): Int =
    if parts.length <= 1 then key.hashCode
    else
      var hash = 0
      var i = 0
      while i < parts.length do
        hash = hashOf(hash, parts(i))
        i += 1
      hash

  /** A part that may be equal without being identical has no separate hash. */
  private def hashOf(before: Int, part: AnyRef): Int = part match
    case pickler: PicklerPart[?] => before * 31 + pickler.number
    case pickler: Pickler[?]     => before * 31 + System.identityHashCode(pickler)
    case _                       => before * 31

  private def areSame(some: Array[AnyRef], others: Array[AnyRef]): Boolean =
    var i = 0
    while i < some.length && isSame(some(i), others(i)) do i += 1
    i == some.length

  /** Picklers are compared by identity. Class tags and orders, which are made anew at each use, are compared by their
    * contents.
    */
  private def isSame(some: AnyRef, other: AnyRef): Boolean = (some eq other) || isEqual(some, other)

  private def isEqual(some: AnyRef, other: AnyRef): Boolean = some match
    case order: Comparator[?] => order == other
    case tag: ClassTag[?]     => tag == other
    case _                    => false
