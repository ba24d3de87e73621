package brine.bench.posts

import java.util.SplittableRandom
import brine.Pickler

/** The parts that the authors of "Efficient Communication and Collection with Compact Normal Forms" took of each post
  * on Twitter (Fig. 3).
  */
final case class Post(hashtags: List[String], userId: Long, urls: List[String]) derives Pickler

object Post:
  /** The tag that is counted: the paper's. About 3 of 1,000 posts have it. */
  final val Tag = "cat"

  private final val Seed = 20_121_101
  private final val Words = 30_000
  private final val RankOfTag = 40
  private final val MostUsers = 1L << 30

  /** Tags as often as words of a language are: that of rank k about 1/k times as often as the first. */
  private lazy val words: Array[String] =
    val random = new SplittableRandom(Seed)
    Array.tabulate(Words)(rank => if rank == RankOfTag then Tag else word(random))

  /** One of eight is in another script than Latin. */
  private def word(random: SplittableRandom): String =
    val first = if random.nextInt(8) == 0 then 'α' else 'a'
    Seq.fill(4 + random.nextInt(9))((first + random.nextInt(24)).toChar).mkString

  /** The same posts each time, without an end. */
  def all: Iterator[Post] =
    val random = new SplittableRandom(Seed + 1)
    Iterator.continually(Post(hashtags(random), random.nextLong(MostUsers), urls(random)))

  private def hashtags(random: SplittableRandom): List[String] =
    List.fill(drawn(random, 30, 65, 85, 95))(words(math.pow(Words, random.nextDouble()).toInt - 1))

  private def urls(random: SplittableRandom): List[String] =
    List.fill(drawn(random, 40, 95))("http://t.co/" + java.lang.Long.toString(
      random.nextLong() >>> 12,
      Character.MAX_RADIX
    ))

  /** How many of these percentages a random one is not below. */
  private def drawn(random: SplittableRandom, percentages: Int*): Int =
    val at = random.nextInt(100)
    percentages.count(at >= _)
