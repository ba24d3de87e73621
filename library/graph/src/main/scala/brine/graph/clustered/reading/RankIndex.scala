package brine.graph.clustered.reading

/** The ranks of ascending numbers: a lookup takes two loads. Takes a bit and a half for each number up to the greatest.
  */
private[clustered] final class RankIndex(ascending: Array[Int]):
  private val words = new Array[Long](if ascending.isEmpty then 0 else (ascending.last >>> 6) + 1)

  /** The number of set bits before each word. */
  private val before = new Array[Int](words.length)

  enter()

  private def enter(): Unit =
    var i = 0
    while i < ascending.length do
      words(ascending(i) >>> 6) |= 1L << ascending(i)
      i += 1
    i = 1
    while i < words.length do
      before(i) = before(i - 1) + java.lang.Long.bitCount(words(i - 1))
      i += 1

  /** The number of smaller numbers. */
  def below(number: Int): Int =
    val at = number >>> 6
    if words.length == 0 then 0
    else if at >= words.length then before(words.length - 1) + java.lang.Long.bitCount(words(words.length - 1))
    else before(at) + java.lang.Long.bitCount(words(at) & ((1L << number) - 1))

  /** The number of smaller numbers, or -1 for a number that is not in the index. */
  def of(number: Int): Int =
    val at = number >>> 6
    if at >= words.length then -1
    else
      val word = words(at)
      val bit = 1L << number
      if (word & bit) == 0 then -1 else before(at) + java.lang.Long.bitCount(word & (bit - 1))
