package brine.testkit.reference

import scala.util.Random
import brine.{Limits, PickleException, PickleOptions, Pickler}
import brine.binary.BinaryFormat
import brine.testkit.{Laws, RecordingBuilder}
import brine.testkit.corpus.Sample
import brine.shape.{ScalarKind, Shape}
import BinaryDecoder.{Kind, Token}

/** Mutates the bare pickles of samples, and compares Brine's result with that of [[BinaryDecoder]] for the same bytes.
  *
  * Each input must end in a value or a [[PickleException]]. A value must be the one that the page gives to the bytes,
  * and bytes that the page calls malformed must be refused.
  */
final class BinaryMutations(samples: IndexedSeq[Sample[?]], seed: Long):
  import BinaryMutations.*

  private val random = new Random(seed)

  private final class Case(val sample: Sample[?]):
    val bytes: Array[Byte] = Laws.write(sample.value, BinaryFormat.Bare)(using sample.pickler)
    val tokens: IndexedSeq[Token] =
      val decoder = new BinaryDecoder(bytes, parts)
      val ignored = decoder.decode(sample.pickler.shape)
      decoder.tokens.toIndexedSeq

  private val cases: IndexedSeq[Case] = samples.map(new Case(_))

  private val donors: Map[Kind, IndexedSeq[Array[Byte]]] =
    cases.flatMap(c => c.tokens.map(t => t.kind -> c.bytes.slice(t.offset, t.offset + t.length))).groupMap(_._1)(_._2)

  private val mutator = new Mutator(random, donors)

  /** Runs `count` mutations and counts the ways in which they ended; throws at the first that breaks the promise. */
  def run(count: Int): Map[String, Int] =
    val ends = scala.collection.mutable.HashMap.empty[String, Int].withDefaultValue(0)
    for _ <- 0 until count do
      val c = cases(random.nextInt(cases.length))
      ends(check(c.sample, mutator(c.bytes, c.tokens))) += 1
    ends.toMap

  private def check(sample: Sample[?], input: Array[Byte]): String =
    given Pickler[sample.Value] = sample.pickler.asInstanceOf[Pickler[sample.Value]]
    val said =
      try Some(CanonicalEvents.text(new BinaryDecoder(input, compared).decode(sample.pickler.shape)))
      catch
        case _: BinaryDecoder.Refused     => None
        case _: BinaryDecoder.Unsupported => Some(Unknown)
    val read =
      try Right(Laws.read[sample.Value](input, BinaryFormat.Bare, options))
      catch
        case e: PickleException => Left(e)
        case e: Throwable       => throw failure(sample, input, s"ended in $e", e)
    read match
      case Left(refusal) => if said.isEmpty then "malformed" else s"refused: ${refusal.getClass.getSimpleName}"
      case Right(value) =>
        val recorded = if value == null then Null else CanonicalEvents.text(RecordingBuilder.record(value))
        if said.isEmpty then
          throw failure(sample, input, s"was read as $recorded, but the page calls it malformed", null)
        if said.get != Unknown && said.get != recorded then
          throw failure(sample, input, s"was read as $recorded, but the page says ${said.get}", null)
        "value"

  private def failure(sample: Sample[?], input: Array[Byte], what: String, cause: Throwable | Null): AssertionError =
    new AssertionError(s"${sample.name}, ${Laws.hex(input)}: $what", cause)

object BinaryMutations:
  private val Unknown = "unknown"
  private val Null = "Null "

  private val options = PickleOptions(limits = Limits(maxElementsWithoutBytes = 10_000))

  /** The parts of the corpus's own pickler by hand. */
  private val parts: BinaryDecoder.Parts =
    BinaryDecoder.standardParts + ("Celsius" -> Seq(Shape.Scalar(ScalarKind.Double)))

  /** The JDK takes tags of languages in any case and order of their parts, so that the text alone does not determine
    * the value.
    */
  private val compared: BinaryDecoder.Parts = parts - "Locale"
