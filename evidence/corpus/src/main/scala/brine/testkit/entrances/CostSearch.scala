package brine.testkit.entrances

import java.lang.management.ManagementFactory
import scala.util.Random

/** Searches for inputs of one entrance that cost more than docs/guide/security.md allows for their length.
  *
  * It changes inputs, and goes on from those whose memory or time is the greatest share of the limit, or the most for
  * each byte.
  */
final class CostSearch(entrance: Entrance, seed: Long):
  import CostSearch.*
  private val random = new Random(seed)
  private val spliced = new Spliced(random)

  /** The inputs from which the search goes on, by each measure. */
  private val ahead = Vector.fill(Measures.length)(scala.collection.mutable.ArrayBuffer.empty[Cost])
  private var worst: Cost = new Cost(entrance, Array.emptyByteArray, 0, 0)

  /** Tries inputs as long as `goesOn` is true. Returns the input with the greatest share of its limit.
    *
    * @throws AssertionError for an input beyond its limit
    */
  def run(goesOn: Int => Boolean): Cost =
    for _ <- 1 to WarmUp do entrance.read(entrance.seed)
    take(measured(entrance.seed))
    var tried = 0
    while goesOn(tried) do
      val from = ahead(random.nextInt(ahead.length))
      take(measured(spliced.mutated(from.map(_.input).toIndexedSeq)))
      tried += 1
    worst

  private def take(cost: Cost): Unit =
    var known = cost
    for (measure, inputs) <- Measures.zip(ahead) do
      if inputs.length < Kept || measure(known) > inputs.map(measure).min then
        // The first run compiles, loads classes and fills caches.
        if known eq cost then known = again(again(cost))
        if inputs.length < Kept || measure(known) > inputs.map(measure).min then
          if inputs.length == Kept then inputs.remove(inputs.indices.minBy(i => measure(inputs(i))))
          inputs += known
    if known.share > worst.share then
      for _ <- 1 to 10 do if known.share >= 1 then known = again(known)
      if known.share >= 1 then throw new AssertionError(s"${entrance.name} costs too much: ${known.describe}")
      if known.share > worst.share then worst = known

  private def again(cost: Cost): Cost =
    val next = measured(cost.input)
    new Cost(entrance, cost.input, math.min(cost.allocated, next.allocated), math.min(cost.nanos, next.nanos))

  private def measured(input: Array[Byte]): Cost =
    val id = Thread.currentThread.getId
    val nanos = threads.getThreadCpuTime(id)
    val bytes = threads.getThreadAllocatedBytes(id)
    try entrance.read(input)
    catch
      case e: Throwable =>
        throw new AssertionError(s"${entrance.name}: ${input.map(b => f"$b%02x").mkString(" ")}", e)
    new Cost(entrance, input, threads.getThreadAllocatedBytes(id) - bytes, threads.getThreadCpuTime(id) - nanos)

object CostSearch:
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]
  private final val WarmUp = 20

  /** The inputs that are kept by each measure. */
  private final val Kept = 12

  // The limits that docs/guide/security.md states.

  /** The memory of a read of any length. Its tables, code and exceptions are among it. */
  final val FreeBytes = 4L << 20
  final val BytesPerByte = 1500L

  /** The time of a read of any length, on one core. */
  final val FreeNanos = 30_000_000L
  final val NanosPerByte = 20_000L

  /** An entrance that makes code at run time, or looks at the input in many ways, may take this multiple. */
  final val SlowMultiple = 10

  private val Measures: Vector[Cost => Double] = Vector(
    _.share,
    cost => cost.allocated.toDouble / (cost.input.length + 64),
    cost => cost.nanos.toDouble / (cost.input.length + 64)
  )

  /** The cost of an input. */
  final class Cost(entrance: Entrance, val input: Array[Byte], val allocated: Long, val nanos: Long):
    private def most(free: Long, perByte: Long): Double =
      (free + perByte * input.length) * (if entrance.isSlow then SlowMultiple else 1).toDouble

    /** The greater part of its limits that it takes. */
    def share: Double = math.max(allocated / most(FreeBytes, BytesPerByte), nanos / most(FreeNanos, NanosPerByte))

    def describe: String =
      f"${share * 100}%.0f%% of the limit, $allocated bytes and ${nanos / 1e6}%.1f ms for ${input.length} bytes" +
        (if input.length <= 2000 then input.map(b => f"$b%02x").mkString(": ", " ", "") else "")
