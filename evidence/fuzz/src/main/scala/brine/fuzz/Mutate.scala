package brine.fuzz

import scala.util.Random
import brine.json.JsonFormat
import brine.testkit.corpus.Corpus
import brine.testkit.entrances.{Entrance, Spliced}
import brine.testkit.reference.{BinaryMutations, JsonMutations}

/** `./dev mutate <count>`: mutates the law samples' pickles, which are those of the golden files, in a heap of 256 MB.
  *
  * Bare pickles and JSON are compared with the results of a decoder written from the specification for the same bytes.
  * The inputs of the other fuzz targets are spliced and changed byte by byte, and checked as the fuzzer checks them.
  * Three tenths go through the public entrances, files and locks included. The values that come back have the classes
  * that their types declare.
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
    report("bare, compared with its page", new BinaryMutations(Corpus.all.toIndexedSeq, seed).run(count / 10 * 3))
    report("json, compared with RFC 8259", new JsonMutations(JsonFormat, Corpus.all.toIndexedSeq, seed).run(count / 5))
    val others = Fuzz.targets.filterNot((name, _) => name == "bare" || name == "json")
    val inputs = count / 5 / others.length
    for (name, target) <- others do
      each(inputs, target.seeds.map(_._2).toIndexedSeq, seed)(target.fuzzerTestOneInput)
      report(name, Map("checked" -> inputs))
    val entrances = Entrance.all
    for entrance <- entrances do
      val inputs = count / 10 * 3 / entrances.length / (if entrance.isSlow then 10 else 1)
      val ends = scala.collection.mutable.Map.empty[String, Int]
      each(inputs, Vector(entrance.seed), seed) { input =>
        val end = entrance.ends(input)
        ends(end) = ends.getOrElse(end, 0) + 1
      }
      report(entrance.name, ends.toMap)

  /** Checks as many inputs that are made of the seeds. */
  private def each(count: Int, seeds: IndexedSeq[Array[Byte]], seed: Long)(check: Array[Byte] => Unit): Unit =
    val spliced = new Spliced(new Random(seed))
    for _ <- 0 until count do
      val input = spliced.mutated(seeds)
      try check(input)
      catch case e: Throwable => throw new AssertionError(input.map(b => f"$b%02x").mkString("input ", " ", ""), e)

  private def report(name: String, ends: Map[String, Int]): Unit =
    println(s"$name: ${ends.toList.sortBy(-_._2).map((end, n) => s"$n $end").mkString(", ")}")
