package brine.assembly

import brine.{PickleException, PickleReader}
import brine.plan.Plan

/** The objects of one pickle that keep their identity, by slot: the order in which they were begun. In a format that
  * counts objects, the number of an object is its slot; a format that writes numbers may use any.
  *
  * Cost: one slot of a table for an object; where its class does not determine its type, a bit as long as all such
  * objects have one plan, and one more slot then.
  */
private[brine] abstract class SlotTable extends ElementStack:
  import SlotTable.*

  // Chunks, and small ones: a reference stored into a big, old array costs the collector's write barrier.
  private var chunks: Array[Array[AnyRef]] = null
  private var count = 0
  private var capacity = 0
  // The plans by which collections and generic objects were read, since their class does not determine their type.
  // As long as they have one plan, a bit for each slot that has it; then a plan for each slot.
  private var onlyPlan: Plan | Null = null
  private var hasOnlyPlan: Array[Long] = null
  private var plans: Array[Array[Plan]] = null
  private var explicitNumbers: java.util.HashMap[Integer, Integer] | Null = null

  /** How many objects have a number. */
  final def size: Int = count

  /** Begins an object that keeps its identity; `number` as in [[PickleReader.getIdentity]]. Gives its slot, -1 if
    * nothing will refer to it.
    */
  final def open(number: Int): Int =
    if number < 0 then -1
    else
      if number != count || explicitNumbers != null then explicitly(number)
      openNext()

  /** Begins an object whose number is the next one. */
  final def openNext(): Int =
    val slot = count
    if slot == capacity then grow()
    count = slot + 1
    slot

  /** Forgets all objects. It keeps no chunk, since a store into an old one costs the collector more than a new one. */
  protected final def clear(): Unit =
    if count > 0 then
      if chunks.length > FewChunks then chunks = null
      else java.util.Arrays.fill(chunks.asInstanceOf[Array[AnyRef]], null)
      if onlyPlan != null then unmark()
      count = 0
      capacity = 0
      onlyPlan = null
      plans = null
      explicitNumbers = null

  private def explicitly(number: Int): Unit =
    if explicitNumbers == null then
      explicitNumbers = new java.util.HashMap()
      for i <- 0 until count do explicitNumbers.nn.put(i, i)
    if explicitNumbers.nn.put(number, count) != null then
      throw new PickleException.Malformed(s"two objects have the number $number")

  private def grow(): Unit =
    val chunk = capacity >>> ChunkBits
    if chunks == null then chunks = new Array(FewChunks)
    if chunk == chunks.length then chunks = java.util.Arrays.copyOf(chunks, chunk * 2)
    if chunk > 0 then
      chunks(chunk) = new Array[AnyRef](1 << ChunkBits)
      capacity += 1 << ChunkBits
    else
      val length = if capacity == 0 then FirstChunk else capacity * 8 min (1 << ChunkBits)
      chunks(0) = if capacity == 0 then new Array[AnyRef](length) else java.util.Arrays.copyOf(chunks(0), length)
      capacity = length

  protected final def at(slot: Int): AnyRef = chunks(slot >>> ChunkBits)(slot & ChunkMask)

  /** The object of a slot, if it has begun, is complete and of this class; else null. */
  final def objectOf(slot: Int, c: Class[?]): AnyRef | Null =
    val known = if slot < count then at(slot) else null
    if known != null && (known.getClass eq c) then known else null

  protected final def set(slot: Int, value: AnyRef): Unit = chunks(slot >>> ChunkBits)(slot & ChunkMask) = value

  protected final def know(slot: Int, plan: Plan): Unit =
    if plan eq onlyPlan then mark(slot) else if !isReified(plan) then remember(slot, plan)

  private def mark(slot: Int): Unit =
    val word = slot >>> 6
    if hasOnlyPlan == null || word >= hasOnlyPlan.length then lengthen(word)
    hasOnlyPlan(word) |= 1L << slot

  private def lengthen(word: Int): Unit =
    hasOnlyPlan =
      if hasOnlyPlan == null then new Array[Long](word + 1)
      else java.util.Arrays.copyOf(hasOnlyPlan, math.max(word + 1, hasOnlyPlan.length * 2))

  private def unmark(): Unit =
    if hasOnlyPlan.length > MostWords then hasOnlyPlan = null else java.util.Arrays.fill(hasOnlyPlan, 0L)

  private def isMarked(slot: Int): Boolean =
    hasOnlyPlan != null && slot >>> 6 < hasOnlyPlan.length && (hasOnlyPlan(slot >>> 6) & 1L << slot) != 0

  private def remember(slot: Int, plan: Plan): Unit =
    if onlyPlan == null && plans == null then
      onlyPlan = plan
      mark(slot)
    else
      if plans == null then tellApart()
      plansOf(slot >>> ChunkBits)(slot & ChunkMask) = plan

  /** Gives each object a separate plan from here on; those so far have one plan, or a class that determines it. */
  private def tellApart(): Unit =
    plans = new Array[Array[Plan]](chunks.length)
    var slot = 0
    while slot < count do
      if isMarked(slot) then plansOf(slot >>> ChunkBits)(slot & ChunkMask) = onlyPlan.nn
      slot += 1
    unmark()
    onlyPlan = null

  /** Returns the plans of a chunk, as long as the chunk of its objects: short for a few objects. */
  private def plansOf(chunk: Int): Array[Plan] =
    if chunk >= plans.length then plans = java.util.Arrays.copyOf(plans, chunks.length)
    val known = plans(chunk)
    val length = chunks(chunk).length
    if known != null && known.length == length then known
    else
      val longer = if known == null then new Array[Plan](length) else java.util.Arrays.copyOf(known, length)
      plans(chunk) = longer
      longer

  protected final def planOf(slot: Int): Plan | Null =
    val chunk = slot >>> ChunkBits
    if plans == null then if isMarked(slot) then onlyPlan else null
    else if chunk >= plans.length || plans(chunk) == null || (slot & ChunkMask) >= plans(chunk).length then null
    else plans(chunk)(slot & ChunkMask)

  private def isReified(plan: Plan): Boolean = plan match
    case p: Plan.Product  => !p.isGeneric
    case s: Plan.Sequence => s.isReified
    case _                => false

  protected final def slotOf(tag: Int): Int =
    val number = PickleReader.referenceId(tag)
    val slot = if explicitNumbers == null then number else explicitNumbers.nn.getOrDefault(number, -1).intValue
    if slot < 0 || slot >= count then throw noObject(number)
    slot

  protected final def noObject(number: Int): PickleException =
    new PickleException.BadReference(s"object ${Integer.toUnsignedString(number)} has not appeared; $count have")

private object SlotTable:
  private final val ChunkBits = 12
  private final val ChunkMask = (1 << ChunkBits) - 1
  private final val FirstChunk = 8
  private final val FewChunks = 4

  /** A table of more words is not kept for the next pickle. */
  private final val MostWords = 64
