package brine.checks.dialects

import scala.util.Random

/** Draws a value for each option until every pair of values of two options has been drawn.
  *
  * An option has its default in half of the draws. It makes some random draws and takes the one with the most new
  * pairs.
  */
private[checks] final class PairDraws(sizes: Vector[Int], random: Random):
  private val offsets = sizes.scanLeft(0)(_ + _)
  private val total = offsets.last

  /** For each pair of values, by its number: true if it has been drawn. */
  private val drawn = new java.util.BitSet

  /** The number of pairs. */
  val pairCount: Int =
    (for i <- sizes.indices; j <- i + 1 until sizes.length yield sizes(i) * sizes(j)).sum

  def drawnCount: Int = drawn.cardinality

  def isComplete: Boolean = drawnCount == pairCount

  /** The numbers of all pairs that are in a draw. */
  def pairs(draw: Vector[Int]): IndexedSeq[Int] =
    for i <- draw.indices; j <- i + 1 until draw.length yield (offsets(i) + draw(i)) * total + offsets(j) + draw(j)

  /** The two options of a pair, each with the value. */
  def optionsOf(pair: Int): ((Int, Int), (Int, Int)) = (optionOf(pair / total), optionOf(pair % total))

  private def optionOf(place: Int): (Int, Int) =
    val option = offsets.lastIndexWhere(_ <= place)
    (option, place - offsets(option))

  def next(): Vector[Int] =
    val best = Vector.fill(PairDraws.Candidates)(candidate()).maxBy(pairs(_).count(!drawn.get(_)))
    pairs(best).foreach(drawn.set(_))
    best

  private def candidate(): Vector[Int] =
    sizes.map(size => if size == 1 || random.nextBoolean() then 0 else 1 + random.nextInt(size - 1))

private object PairDraws:
  final val Candidates = 20
