package brine.collections

import brine.{PickleException, PickleReader}

/** Keeps the time to fill a hash table with the contents of a pickle from growing with the square of its size. Before
  * a table is filled, its keys are counted by their slots in the table.
  *
  * Scala's immutable tables and Java's fall back to lists of the keys that have one hash code. Scala's mutable ones
  * have a list at each place, and so has `Hashtable`, so there other hash codes can fall on one place, too. Cost: the
  * hash codes, and a counter for each key; none for collections of no more than the limit.
  */
private[brine] object Collisions:
  /** Checks the keys of a collection of this kind.
    *
    * @param isHashed true if it has a hash table; it compares its keys otherwise
    * @throws brine.PickleException.LimitExceeded if more than `limits.maxCollidingKeys` of the `count` keys fall on one
    *                                             place, or if it takes too long to hash or compare them
    */
  def check(kind: String, isHashed: Boolean, count: Int, reader: PickleReader)(key: Int => AnyRef | Null): Unit =
    var at = 0
    while at < count do
      HashSteps.count(key(at), reader)
      at += 1
    if isHashed then checkPlaces(kind, count, reader)(key)

  private def checkPlaces(kind: String, count: Int, reader: PickleReader)(key: Int => AnyRef | Null): Unit =
    val most = reader.options.limits.maxCollidingKeys
    if count > most then
      val isJava = kind.startsWith("java.")
      val hashes = new Array[Int](count)
      var i = 0
      while i < count do
        val k = key(i)
        hashes(i) = if k == null then 0 else if isJava then k.hashCode else k.##
        i += 1
      val isTooMuch =
        if kind == "mutable.LongMap" then
          LongMapPlaces.exceed(count, most)(key(_).asInstanceOf[java.lang.Long].longValue)
        else exceeds(kind, hashes, most)
      if isTooMuch then refuse(kind, most)

  private def exceeds(kind: String, hashes: Array[Int], most: Int): Boolean =
    val size = tableSize(hashes.length)
    if kind == "java.util.Hashtable" then
      val length = hashtableLength(hashes.length)
      exceeds(hashes, most, length)(hash => (hash & Int.MaxValue) % length)
    else if isListed(kind) then exceeds(hashes, most, size)(hash => (hash ^ hash >>> 16) & size - 1)
    else
      // A small table of counters is fast, as long as the chance collisions in one slot are far from the limit.
      val places = math.max(64, if most >= 500 then size / 16 else size)
      exceeds(hashes, most, places)(hash => mixed(hash) & places - 1)

  /** Returns true for Scala's mutable tables, and the collections that are made by one. */
  private def isListed(kind: String): Boolean = kind.startsWith("mutable.") || kind == "ListMap" || kind == "ListSet"

  private inline def exceeds(hashes: Array[Int], most: Int, places: Int)(inline placeOf: Int => Int): Boolean =
    val counts = new Array[Int](places)
    var i = 0
    var found = false
    while i < hashes.length && !found do
      val place = placeOf(hashes(i))
      counts(place) += 1
      found = counts(place) > most
      i += 1
    found

  /** Returns the size to which Scala's mutable tables grow: a power of two, filled to three quarters at most. */
  private def tableSize(count: Int): Int =
    Integer.highestOneBit(math.max(1, math.min(count.toLong * 4 / 3, 1L << 29).toInt)) * 2

  private def hashtableLength(count: Int): Int =
    var length = 11L
    while count > length * 3 / 4 && length < (1L << 29) do length = length * 2 + 1
    length.toInt

  /** Spreads hash codes of which only some bits differ, so that only equal ones fall on one place more often than
    * chance.
    */
  private def mixed(hash: Int): Int =
    val a = (hash ^ hash >>> 16) * 0x85ebca6b
    val b = (a ^ a >>> 13) * 0xc2b2ae35
    b ^ b >>> 16

  def refuse(kind: String, most: Int): Unit =
    throw new PickleException.LimitExceeded(
      s"more than $most keys of a $kind collide in its hash table (limits.maxCollidingKeys). If they are honest, let " +
        "the keys' " +
        "class have a better hashCode, or raise the limit"
    )

/** The places of keys in a `mutable.LongMap`, which has no lists: a key whose place is taken tries further ones. */
private object LongMapPlaces:
  /** Returns true if a key finds its place after more than `most` others, at any size to which the table grows. */
  def exceed(count: Int, most: Int)(key: Int => Long): Boolean =
    var size = 16
    while size / 2 < most do size *= 2
    var found = false
    var filled = 0
    while !found && filled < count do
      filled = math.min(count, size / 2)
      found = exceed(filled, size, most)(key)
      size *= 2
    found

  private def exceed(count: Int, size: Int, most: Int)(key: Int => Long): Boolean =
    val taken = new java.util.BitSet(size)
    var longest = 0
    var i = 0
    while i < count && longest <= most do
      var place = first(key(i)) & size - 1
      var tried = 0
      while taken.get(place) && tried <= most do
        tried += 1
        place = place + 2 * (tried + 1) * tried - 3 & size - 1
      taken.set(place)
      longest = math.max(longest, tried)
      i += 1
    longest > most

  /** As `LongMap.toIndex` has it. */
  private def first(key: Long): Int =
    val h = (key ^ key >>> 32).toInt
    val x = (h ^ h >>> 16) * 0x85ebca6b
    x ^ x >>> 13

/** Collects the elements of a hashed or sorted collection, so that they can be checked before `make` puts them in. */
private[brine] final class KeyBuilder(isHashed: Boolean)(make: scala.collection.mutable.ArrayBuffer[Any] => AnyRef)
    extends scala.collection.mutable.Builder[Any, AnyRef]:
  private val elements = scala.collection.mutable.ArrayBuffer.empty[Any]

  def addOne(element: Any): this.type =
    elements += element
    this

  def clear(): Unit = elements.clear()

  def check(kind: String, reader: PickleReader): Unit =
    Collisions.check(kind, isHashed, elements.length, reader)(i => elements(i).asInstanceOf[AnyRef])

  def result(): AnyRef = make(elements)
