package brine.fuzz

import java.lang.management.ManagementFactory
import brine.*
import brine.binary.BinaryFormat
import brine.graph.{Graph, GraphFormat, GraphInspection, GraphPickle}
import brine.json.JsonFormat
import brine.testkit.Laws
import brine.testkit.corpus.{Corpus, Sample}

/** Reads any bytes as any of these samples' types, in one format. The first byte chooses the type, the rest is the pickle.
  *
  * What must hold (docs: SECURITY.md): the read ends in a value or a [[PickleException]], never another error; it allocates
  * no more than a multiple of the bytes that are there; and a value that came back goes out again and comes back.
  */
abstract class Target(val format: PickleFormat, val samples: Vector[Sample[?]], val options: PickleOptions = PickleOptions.Default):
  /** What else is done with the bytes, whatever type they are read as; it may throw nothing but a [[PickleException]]. */
  protected def lookInto(pickle: Array[Byte]): Unit = ()

  /** A first byte beyond the samples begins again. */
  def fuzzerTestOneInput(input: Array[Byte]): Unit =
    if input.length > 0 then check(samples((input(0) & 0xff) % samples.length), input.drop(1))

  private def check(sample: Sample[?], pickle: Array[Byte]): Unit =
    given Pickler[sample.Value] = sample.pickler.asInstanceOf[Pickler[sample.Value]]
    def read(): Option[sample.Value] =
      try Some(Laws.read[sample.Value](pickle, format, options))
      catch case _: PickleException => None
    def look(): Unit =
      try lookInto(pickle)
      catch case _: PickleException => ()
    val most = Target.FreeBytes + Target.BytesPerByte * pickle.length
    val value = read()
    // The first times, classes are loaded and instrumented.
    if isAlwaysAbove(most, read()) then
      throw new AssertionError(s"${pickle.length} bytes, read as ${sample.name}, make the reader allocate more than $most")
    look()
    if isAlwaysAbove(most, look()) then
      throw new AssertionError(s"${pickle.length} bytes, looked into, make the reader allocate more than $most")
    for v <- value do comesBack(sample.name, v)

  private def isAlwaysAbove(most: Long, work: => Any): Boolean = Iterator.continually(Target.allocatedBy(work)).take(5).forall(_ > most)

  /** What was read can be written, and then read by the same pickler: in no more bytes, so that a limit that goes by the bytes
    * is the usual one.
    */
  private def comesBack[A: Pickler](name: String, value: A): Unit =
    val usual = options.copy(limits = Limits.Default)
    val written = Laws.write(value, format, usual)
    try Laws.read[A](written, format, usual)
    catch case e: PickleException => throw new AssertionError(s"what was read as $name does not come back", e)

private object Target:
  /** What a small pickle may cost: the reader, its tables, an exception with its path. */
  final val FreeBytes = 2L << 20
  final val BytesPerByte = 1000L

  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]

  def allocatedBy(work: => Any): Long =
    val before = threads.getCurrentThreadAllocatedBytes
    work
    threads.getCurrentThreadAllocatedBytes - before

private val corpus = Corpus.all.toVector

/** The default form. A checksum stands in the fuzzer's way, so it fuzzes the header more than the body. */
object Binary extends Target(BinaryFormat, corpus)

object Bare extends Target(BinaryFormat.Bare, corpus)

object Json extends Target(JsonFormat, corpus)

/** Runtime picklers, whose pickles name classes. */
object Runtime extends Target(BinaryFormat.Bare, RuntimeSamples.all, RuntimeSamples.options)

object RuntimeJson extends Target(JsonFormat, RuntimeSamples.all, RuntimeSamples.options)

/** Graphs as columns: without checksums, and with fewer values of no bits, which are else a million from nothing. The same bytes
  * are inspected and read without their classes, too, and what that gives is written back.
  */
object Graphs extends Target(GraphFormat, corpus, PickleOptions(checksum = false, limits = Limits(maxElementsWithoutBytes = 1000))):
  override protected def lookInto(pickle: Array[Byte]): Unit =
    inspect(Graph.inspect(new GraphPickle(pickle))(using options))
    val records = Graph.records(new GraphPickle(pickle))(using options)
    records.pickle

  private def inspect(graph: GraphInspection): Unit =
    graph.dump
    for t <- graph.types; f <- t.fields do
      f.values.foreach(_ => ())
      try f.range
      catch case _: UnsupportedOperationException => () // no number
