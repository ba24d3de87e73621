package brine.fuzz

import scala.util.Random
import brine.json.JsonFormat
import brine.testkit.corpus.Corpus
import brine.testkit.entrances.Entrance
import brine.testkit.reference.{BinaryMutations, JsonMutations}

/** `./dev mutate <count>`: mutates the law samples' pickles, which are those of the golden files, in a heap of 256 MB.
  *
  * Bare pickles and JSON are compared with the results of a decoder written from the specification for the same bytes.
  * The inputs of the other fuzz targets are spliced and changed byte by byte, and checked as the fuzzer checks them. A tenth goes
  * through each public entrance, files and locks included; the values that come back have the classes that their types declare.
  */
object Mutate:
  def main(arguments: Array[String]): Unit = arguments match
    case Array(count) if count.nonEmpty && count.length < 10 && count.forall(_.isDigit) => run(count.toInt)
    case _ =>
      System.err.println("Usage: ./dev mutate <count>")
      sys.exit(2)

  private def run(count: Int): Unit =
    val seed = System.nanoTime
    println(s"seed $seed")
    report("bare, compared with its page", new BinaryMutations(Corpus.all.toIndexedSeq, seed).run(count / 2))
    report("json, compared with RFC 8259", new JsonMutations(JsonFormat, Corpus.all.toIndexedSeq, seed).run(count / 5))
    val others = Fuzz.targets.filterNot((name, _) => name == "bare" || name == "json")
    val each = count / 5 / others.length
    for (name, target) <- others do
      new Spliced(target.seeds.map(_._2).toIndexedSeq, new Random(seed)).run(each)(target.fuzzerTestOneInput)
      report(name, Map("checked" -> each))
    val entrances = Entrance.all
    for entrance <- entrances do
      val inputs = count / 10 / entrances.length / (if entrance.isSlow then 10 else 1)
      val ends = scala.collection.mutable.Map.empty[String, Int]
      new Spliced(Vector(entrance.seed), new Random(seed)).run(inputs) { input =>
        val end = entrance.ends(input)
        ends(end) = ends.getOrElse(end, 0) + 1
      }
      report(entrance.name, ends.toMap)

  private def report(name: String, ends: Map[String, Int]): Unit =
    println(s"$name: ${ends.toList.sortBy(-_._2).map((end, n) => s"$n $end").mkString(", ")}")

/** Inputs that are made of seeds: parts of two of them, with bytes changed, moved and taken away. */
private final class Spliced(seeds: IndexedSeq[Array[Byte]], random: Random):
  def run(count: Int)(check: Array[Byte] => Unit): Unit =
    for _ <- 0 until count do
      val input = mutated(seeds(random.nextInt(seeds.length)))
      try check(input)
      catch case e: Throwable => throw new AssertionError(input.map(b => f"$b%02x").mkString("input ", " ", ""), e)

  private def mutated(seed: Array[Byte]): Array[Byte] =
    var bytes = seed.clone
    for _ <- 0 to random.nextInt(4) do if bytes.length > 1 then bytes = changed(bytes)
    bytes

  private def changed(bytes: Array[Byte]): Array[Byte] =
    val i = random.nextInt(bytes.length)
    random.nextInt(7) match
      case 0 => bytes.updated(i, random.nextInt(256).toByte)
      case 1 => bytes.updated(i, (bytes(i) + random.nextInt(5) - 2).toByte)
      case 2 => bytes.updated(i, (bytes(i) ^ (1 << random.nextInt(8))).toByte)
      case 3 => bytes.take(i) ++ bytes.drop(i + 1 + random.nextInt(4))
      case 4 => bytes.take(i) ++ part(bytes) ++ bytes.drop(i)
      case 5 => bytes.take(i) ++ part(seeds(random.nextInt(seeds.length))) ++ bytes.drop(i + random.nextInt(8))
      case _ => bytes.patch(i, Extremes(random.nextInt(Extremes.length)), 1 + random.nextInt(8))

  private def part(bytes: Array[Byte]): Array[Byte] =
    val from = random.nextInt(bytes.length)
    bytes.slice(from, from + 1 + random.nextInt(12))

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
