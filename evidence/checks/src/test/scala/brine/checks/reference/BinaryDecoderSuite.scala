package brine.checks.reference

import brine.binary.BinaryFormat
import brine.testkit.{Laws, RecordingBuilder}
import brine.testkit.corpus.{Corpus, Sample}
import brine.testkit.reference.{BinaryDecoder, CanonicalEvents}

/** A decoder written from docs/spec/binary.md reads Brine's output. */
class BinaryDecoderSuite extends munit.FunSuite:
  private val parts =
    BinaryDecoder.standardParts + ("Celsius" -> Seq(brine.shape.Shape.Scalar(brine.shape.ScalarKind.Double)))

  private def check(sample: Sample[?]): Unit =
    val pickler = sample.pickler
    val bytes = Laws.write(sample.value, BinaryFormat.Bare)(using pickler)
    val decoded = new BinaryDecoder(bytes, parts).decode(pickler.shape)
    val recorded = RecordingBuilder.record(sample.value)(using pickler)
    assertEquals(CanonicalEvents.text(decoded), CanonicalEvents.text(recorded), sample.name)

  for sample <- Corpus.all do test(s"${sample.name}: the page describes the bytes")(check(sample))
