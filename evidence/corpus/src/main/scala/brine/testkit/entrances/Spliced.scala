package brine.testkit.entrances

import scala.util.Random

/** Makes inputs of other inputs: parts of two of them, with bytes changed, moved, repeated and taken away. */
final class Spliced(random: Random):
  /** An input that is made of one of the seeds, and parts of the others. */
  def mutated(seeds: IndexedSeq[Array[Byte]]): Array[Byte] =
    var bytes = seeds(random.nextInt(seeds.length))
    for _ <- 0 to random.nextInt(4) do
      bytes = if bytes.isEmpty then Array(random.nextInt(256).toByte) else changed(bytes, seeds)
    bytes

  private def changed(bytes: Array[Byte], seeds: IndexedSeq[Array[Byte]]): Array[Byte] =
    val i = random.nextInt(bytes.length)
    random.nextInt(8) match
      case 0 => bytes.updated(i, random.nextInt(256).toByte)
      case 1 => bytes.updated(i, (bytes(i) + random.nextInt(5) - 2).toByte)
      case 2 => bytes.updated(i, (bytes(i) ^ (1 << random.nextInt(8))).toByte)
      case 3 => bytes.take(i) ++ bytes.drop(i + 1 + random.nextInt(4))
      case 4 => bytes.take(i) ++ part(bytes) ++ bytes.drop(i)
      case 5 => bytes.take(i) ++ part(seeds(random.nextInt(seeds.length))) ++ bytes.drop(i + random.nextInt(8))
      case 6 => repeated(bytes, i)
      case _ => bytes.patch(i, Spliced.Extremes(random.nextInt(Spliced.Extremes.length)), 1 + random.nextInt(8))

  private def part(bytes: Array[Byte]): Array[Byte] =
    if bytes.isEmpty then bytes
    else
      val from = random.nextInt(bytes.length)
      bytes.slice(from, from + 1 + random.nextInt(12))

  /** Repeats a part: costs that grow faster than the input show in long inputs. */
  private def repeated(bytes: Array[Byte], from: Int): Array[Byte] =
    val one = bytes.slice(from, from + 1 + random.nextInt(1 << random.nextInt(9)))
    val times = math.min(1 << random.nextInt(11), (Spliced.MostBytes - bytes.length) / one.length)
    if times <= 0 then bytes.take(from) else bytes.take(from) ++ Array.fill(times)(one).flatten ++ bytes.drop(from)

object Spliced:
  private final val MostBytes = 20_000

  /** Numbers at the ends of their ranges, in the widths and codings that the formats have. */
  private val Extremes: Array[Array[Byte]] =
    Array(
      Array(-1, -1, -1, -1, 15),
      Array(-1, -1, -1, -1, 7),
      Array(-1, -1, -1, -1, -1, -1, -1, -1, -1, 1),
      Array(0),
      Array(-1),
      Array(127),
      Array(-128, 1),
      Array(-1, -1, -1, 127),
      Array(0, 0, 0, -128),
      Array(-1, -1, -1, -1, -1, -1, -1, 127),
      Array(0, 0, 0, 0, 0, 0, 0, -128)
    ).map(_.map(_.toByte))
