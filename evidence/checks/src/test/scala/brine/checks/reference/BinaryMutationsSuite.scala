package brine.checks.reference

import brine.testkit.corpus.Corpus
import brine.testkit.reference.BinaryMutations
import brine.testkit.Patient

/** Bytes that a mutator made, read by Brine and by the page's decoder. `./dev mutate` runs millions of them. */
class BinaryMutationsSuite extends munit.FunSuite, Patient:
  test("mutated pickles are refused, or read as the page says"):
    val ends = new BinaryMutations(Corpus.all.toIndexedSeq, seed = 1).run(Integer.getInteger("brine.mutations", 50_000))
    assert(ends("value") > 1000, ends)
