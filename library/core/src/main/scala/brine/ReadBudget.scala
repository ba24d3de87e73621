package brine

import brine.shape.ShapeSteps

/** Limits the costs of one read that its bytes do not pay for, in steps and in memory.
  *
  * Each byte of the input pays for a multiple of each kind of cost. The rest of all costs together is at most
  * `limits.maxElementsWithoutBytes` units. docs/guide/security.md has these numbers as a table.
  *
  * A read makes its budget when it meets the first such cost. Threads that read one pickle share a budget. It refers
  * neither to the reader nor to the bytes, since shapes that outlive the read keep it.
  */
private[brine] final class ReadBudget(limits: Limits) extends ShapeSteps:
  import ReadBudget.*

  /** The units that are left. */
  private var left = limits.maxElementsWithoutBytes.toLong

  /** A kind of cost.
    *
    * @param byByte  the cost that a byte pays for
    * @param perUnit the cost that takes one unit
    * @param what    the cost, for errors
    */
  private final class Cost(byByte: Long, perUnit: Long, what: String):
    /** The cost that bytes have paid for and that has not occurred. */
    private var paid = 0L
    private var bytes = 0L

    def pay(more: Long): Unit =
      bytes += more
      paid += more * byByte

    def restart(): Unit = paid = bytes * byByte

    def take(cost: Long): Unit =
      paid -= cost
      if paid < 0 then
        val units = (perUnit - 1 - paid) / perUnit
        paid += units * perUnit
        takeUnits(units, what)

  private val inflated = new Cost(InflatedPerByte * UnitsPerInflatedByte, 1, "the inflated bytes of tables of types")
  private val types = new Cost(StepsPerTableByte, StepsPerUnit, "the steps to tell the types of tables apart")
  private val hashes = new Cost(HashStepsPerByte, 1, "the steps to hash or compare the keys of sets and maps")
  private val looks = new Cost(
    LooksPerByte,
    LooksPerUnit,
    "looks ahead for the versions of nested objects, which JSON does not record (choose one by Unpickler.from),"
  )

  /** Begins another read of the same bytes. */
  def restart(): Unit = synchronized {
    left = limits.maxElementsWithoutBytes.toLong
    hashes.restart()
  }

  /** Lets further bytes of the input pay. */
  def pay(bytes: Long): Unit = synchronized {
    hashes.pay(bytes)
    looks.pay(bytes)
  }

  /** Takes units that no byte pays for. `cost` names them in the error.
    *
    * @throws PickleException.LimitExceeded if this read has taken too many
    */
  def takeUnits(units: Long, cost: String): Unit = synchronized {
    left -= units
    if left < 0 then
      throw new PickleException.LimitExceeded(
        s"$cost take the costs of this read beyond the multiples of its bytes and " +
          s"${limits.maxElementsWithoutBytes} units (limits.maxElementsWithoutBytes)"
      )
  }

  /** Takes elements of collections that take no bytes. */
  def takeElements(count: Long): Unit = takeUnits(count, "elements that take no bytes")

  /** Takes the memory of a table of types that takes `received` bytes of the pickle, and `size` bytes when inflated. */
  def takeTable(received: Int, size: Int): Unit = synchronized {
    types.pay(received)
    inflated.pay(received)
    inflated.take(size.toLong * UnitsPerInflatedByte)
  }

  /** Takes steps to tell the types of tables apart. */
  def take(steps: Int): Unit = synchronized(types.take(steps))

  /** Takes steps to hash or compare the keys of sets and maps. */
  def takeHashSteps(steps: Long): Unit = synchronized(hashes.take(steps))

  /** Takes bytes that are scanned before they are read. */
  def takeLooks(bytes: Long): Unit = synchronized(looks.take(bytes))

private[brine] object ReadBudget:
  /** The inflated bytes of tables that a byte of a table pays for, and the units for each byte beyond: it becomes
    * objects.
    */
  final val InflatedPerByte = 16
  final val UnitsPerInflatedByte = 3

  /** The steps to tell types apart that a byte of a table pays for, and those that take a unit. A second has some
    * hundred millions. A thousand classes with ten fields each, of which each leads to all, take ten millions, and
    * their table has 20 kB.
    */
  final val StepsPerTableByte = 500
  final val StepsPerUnit = 4

  /** The steps to hash or compare keys that a byte pays for. A graph has up to 32 values for each of its bytes. */
  final val HashStepsPerByte = 32

  /** How often a byte of JSON may be scanned on average, and the scanned bytes that take a unit. */
  final val LooksPerByte = 100
  final val LooksPerUnit = 64
