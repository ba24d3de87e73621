package brine.json.samples

import scala.collection.mutable

/** All that samples have shown of a dialect. */
private[json] final class SampleEvidence:
  val contradictions = mutable.LinkedHashSet.empty[String]

  val fields = new SampleNames("the field")
  val leaves = new SampleNames("the leaf")
  val families = new SampleCandidates
  val leafNames = new SampleVotes // of Qualified
  val singletons = new SampleVotes
  val enums = new SampleVotes
  val nones = new SampleVotes
  val empties = new SampleVotes
  val defaults = new SampleVotes
  val nulls = new SampleVotes
  val longs = new SampleVotes
  val integers = new SampleVotes
  val decimals = new SampleVotes
  val reading = new SampleVotes
  val doubles = new SampleVotes
  val notFinite = new SampleVotes
  val keys = new SampleVotes
  val instants = new SampleVotes
  val durations = new SampleVotes
  val bytes = new SampleCandidates
  val tuples = new SampleVotes
  val eithers = new SampleVotes

  /** The names that samples have for an `Either`'s sides. */
  val lefts = new SampleVotes
  val rights = new SampleVotes
  val unknown = new SampleVotes
  val duplicates = new SampleVotes
  val marks = new SampleVotes
  val leniency = new SampleVotes
  val refs = new SampleVotes
  val ids = new SampleVotes

  /** By the name of the class that has one field: "field" or "object". */
  val wrapped = mutable.LinkedHashMap.empty[String, SampleVotes]

  /** The classes of these names, as far as their plans are known. */
  val wrappedClasses = mutable.LinkedHashMap.empty[String, Class[?]]

  /** By the simple names of classes of `java.time`. */
  val formatters = mutable.LinkedHashMap.empty[String, SampleCandidates]
