package brine.checks.dialects

import scala.util.Random

/** Draws a value for each option until every triple of values of three options has been drawn, as [[PairDraws]] does
  * for pairs. Once few triples are missing, each draw contains one of them.
  */
private[checks] final class TripleDraws(sizes: Vector[Int], random: Random):
  private val offsets = sizes.scanLeft(0)(_ + _)
  private val total = offsets.last

  private val triples: Vector[(Int, Int, Int)] =
    for
      i <- sizes.indices.toVector
      j <- i + 1 until sizes.length
      k <- j + 1 until sizes.length
    yield (i, j, k)

  private val missing = new java.util.BitSet
  for (i, j, k) <- triples; a <- 0 until sizes(i); b <- 0 until sizes(j); c <- 0 until sizes(k) do
    missing.set(number(i, a, j, b, k, c))

  private def number(i: Int, a: Int, j: Int, b: Int, k: Int, c: Int): Int =
    ((offsets(i) + a) * total + offsets(j) + b) * total + offsets(k) + c

  def isComplete: Boolean = missing.isEmpty

  def next(): Vector[Int] =
    val draw = withMissing(sizes.map(size => if random.nextBoolean() then 0 else random.nextInt(size)))
    for (i, j, k) <- triples do missing.clear(number(i, draw(i), j, draw(j), k, draw(k)))
    draw

  /** The draw with a triple in it that is missing. */
  private def withMissing(draw: Vector[Int]): Vector[Int] =
    val next = missing.nextSetBit(random.nextInt(total) * total * total)
    val triple = if next >= 0 then next else missing.nextSetBit(0)
    List(triple / total / total, triple / total % total, triple % total).foldLeft(draw) { (made, place) =>
      val option = offsets.lastIndexWhere(_ <= place)
      made.updated(option, place - offsets(option))
    }
