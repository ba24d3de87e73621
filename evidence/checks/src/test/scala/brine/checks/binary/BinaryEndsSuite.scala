package brine.checks

import brine.*
import brine.binary.BinaryFormat
import brine.testkit.Laws
import brine.testkit.corpus.Corpus

/** Binary pickles that end too early. */
class BinaryEndsSuite extends munit.FunSuite:
  test("a binary pickle that is cut anywhere ends too early, and says so") {
    for sample <- Corpus.all; format <- List(BinaryFormat, BinaryFormat.Bare) do
      given Pickler[sample.Value] = sample.pickler.asInstanceOf[Pickler[sample.Value]]
      val bytes = Laws.write(sample.value.asInstanceOf[sample.Value], format)
      for length <- 0 until math.min(bytes.length, 600); isStream <- List(false, true) do
        val cut = bytes.take(if bytes.length > 600 then bytes.length - length - 1 else length)
        try
          given PickleFormat = format
          val ignored =
            if isStream then Pickle.read[sample.Value](Laws.trickle(cut)) else Laws.read[sample.Value](cut, format)
          fail(s"${sample.name}: ${Laws.hex(cut)} is read")
        catch
          case e: PickleException.Truncated =>
            assert(e.offset >= 0 && e.offset <= cut.length, s"${sample.name}: ${e.getMessage}")
          case e: PickleException =>
            fail(s"${sample.name}: ${Laws.hex(cut)} ends in ${e.getClass.getSimpleName}: ${e.getMessage}", e)
  }
