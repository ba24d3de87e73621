package brine.graph.clustered

/** Finds a number's place among ascending ones: in two loads, for a bit and a half for each number up to the greatest. */
private[clustered] final class Rank(ascending: Array[Int]):
  private val words = new Array[Long](if ascending.isEmpty then 0 else (ascending.last >>> 6) + 1)
  for number <- ascending do words(number >>> 6) |= 1L << number

  /** For each word, how many numbers come before it. */
  private val before = words.scanLeft(0)((sum, word) => sum + java.lang.Long.bitCount(word))

  /** How many are less, or -1 if it is none of them. */
  def of(number: Int): Int =
    val at = number >>> 6
    if at >= words.length then -1
    else
      val word = words(at)
      val bit = 1L << number
      if (word & bit) == 0 then -1 else before(at) + java.lang.Long.bitCount(word & (bit - 1))
