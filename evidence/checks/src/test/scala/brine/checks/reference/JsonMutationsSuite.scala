package brine.checks.reference

import brine.json.JsonFormat
import brine.testkit.corpus.Corpus
import brine.testkit.reference.JsonMutations
import brine.testkit.Patient

/** JSON that a mutator made, read by Brine and by a parser that does nothing but RFC 8259. */
class JsonMutationsSuite extends munit.FunSuite, Patient:
  test("mutated JSON is refused, or read as the value that it encodes"):
    val ends = new JsonMutations(JsonFormat, Corpus.all.toIndexedSeq, seed = 1).run(Integer.getInteger(
      "brine.mutations",
      50_000
    ))
    assert(ends("value") > 1000, ends)
