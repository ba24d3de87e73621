package brine.fuzz

import brine.*
import brine.binary.{BinaryFormat, RecordNames, RecordReader}
import brine.graph.{Graph, GraphFormat, GraphInspection, GraphPickle}
import brine.graph.decoupled.{DecoupledFormat, Image}
import brine.json.JsonFormat
import brine.testkit.{Allocation, Laws}
import brine.testkit.corpus.{Corpus, Sample}
import brine.testkit.entrances.DeclaredTypes
import brine.wire.ByteSource

/** A target of the fuzzer, which runs on any bytes. */
trait Fuzzed:
  /** Inputs to begin with, by their names. */
  def seeds: Iterable[(String, Array[Byte])]

  def fuzzerTestOneInput(input: Array[Byte]): Unit

/** Reads any bytes as any of these samples' types, in one format. The first byte chooses the type, the rest is the
  * pickle.
  *
  * Invariants (docs: SECURITY.md): the read ends in a value or a [[PickleException]], never another error. It
  * allocates no more than a multiple of the existing bytes. A value that came back goes out again and comes back.
  */
abstract class Target(
    val format: PickleFormat,
    val samples: Vector[Sample[?]],
    val options: PickleOptions = Target.FewUnits
) extends Fuzzed:
  def seeds: Iterable[(String, Array[Byte])] =
    for (sample, number) <- samples.take(256).zipWithIndex
    yield sample.name -> (number.toByte +: Laws.write(sample.value, format, options)(using sample.pickler))

  /** Further operations on the bytes; each may throw only a [[PickleException]]. */
  protected def looks(sample: Sample[?], pickle: Array[Byte]): List[() => Any] = Nil

  /** A first byte beyond the samples begins again. */
  def fuzzerTestOneInput(input: Array[Byte]): Unit =
    if input.length > 0 then check(samples((input(0) & 0xff) % samples.length), input.drop(1))

  private def check(sample: Sample[?], pickle: Array[Byte]): Unit =
    given Pickler[sample.Value] = sample.pickler.asInstanceOf[Pickler[sample.Value]]
    def read(): Option[sample.Value] =
      try Some(Laws.read[sample.Value](pickle, format, options))
      catch case _: PickleException => None
    def looked(look: () => Any): Unit =
      try look()
      catch case _: PickleException => ()
    val most = Target.FreeBytes + Target.BytesPerByte * pickle.length
    val value = read()
    // (The first times, classes are loaded and instrumented.)
    def check(how: String)(work: => Any): Unit =
      if Allocation.isAlwaysAbove(most, times = 5)(work) then
        throw new AssertionError(s"${pickle.length} bytes, $how, make the reader allocate more than $most")
    check(s"read as ${sample.name}")(read())
    for (look, i) <- looks(sample, pickle).zipWithIndex do
      check(s"looked into in way $i as ${sample.name}")(looked(look))
    for v <- value do
      DeclaredTypes.check(v)
      comesBack(sample.name, v)

  /** A value that was read can be written, and then read by the same pickler. The bytes are not more, so a limit that
    * goes by the bytes is the usual one.
    */
  private def comesBack[A: Pickler](name: String, value: A): Unit =
    val usual = options.copy(limits = Limits.Default)
    val written = Laws.write(value, format, usual)
    try Laws.read[A](written, format, usual)
    catch case e: PickleException => throw new AssertionError(s"a value read as $name does not come back", e)

private[fuzz] object Target:
  /** The allowed cost of a small pickle: the reader, its tables, an exception with its path. */
  final val FreeBytes = 2L << 20
  final val BytesPerByte = 1000L

  /** The bounds of memory hold with these units. The usual million may become objects that no byte pays for. */
  val FewUnits: PickleOptions = PickleOptions(limits = Limits(maxElementsWithoutBytes = 1000))

private val corpus = Corpus.all.toVector

/** The default form. A checksum would stop the fuzzer, so it fuzzes the header more than the body. */
object Binary extends Target(BinaryFormat, corpus)

object Bare extends Target(BinaryFormat.Bare, corpus)

/** The default dialect, and the dialects of [[JsonDialects]]: the first byte chooses between them. */
object Json extends Fuzzed:
  private val default = new Target(JsonFormat, corpus) {}
  private val both = Vector(default, JsonDialects)

  def seeds: Iterable[(String, Array[Byte])] =
    for (target, i) <- both.zipWithIndex; (name, input) <- target.seeds yield name -> (i.toByte +: input)

  def fuzzerTestOneInput(input: Array[Byte]): Unit =
    if input.nonEmpty then both(input(0) & 1).fuzzerTestOneInput(input.drop(1))

/** Runtime picklers, whose pickles name classes. */
object Runtime extends Target(BinaryFormat.Bare, RuntimeSamples.all, RuntimeSamples.options)

object RuntimeJson extends Target(JsonFormat, RuntimeSamples.all, RuntimeSamples.options)

/** Records of numbered subtypes, one behind the other: roots of any class, and objects at places of open types. */
object Records extends Target(BinaryFormat.Bare, RuntimeSamples.roots ++ RuntimeSamples.all, RuntimeSamples.numbered):
  override def seeds: Iterable[(String, Array[Byte])] =
    super.seeds.map((name, input) => name -> (input ++ input.drop(1)))

  /** All records that there are; none may come from the one before it. */
  override protected def looks(sample: Sample[?], pickle: Array[Byte]): List[() => Any] =
    RecordNames.values.toList.map(names =>
      () => readAll(RecordReader(ByteSource.of(pickle), options, names), sample.pickler)
    )

  private def readAll(reader: RecordReader, pickler: Pickler[?]): Unit =
    var left = MostRecords
    while left > 0 && !reader.isAtEnd do
      reader.read(using pickler)
      left -= 1

  private final val MostRecords = 100

/** Graphs as columns, without checksums. The same bytes are inspected, walked through vertex by vertex, read in part
  * and in pieces, and read without their classes. The results are written back.
  */
object Graphs extends Target(
      GraphFormat,
      corpus,
      Target.FewUnits.copy(checksum = false)
    ):
  override protected def looks(sample: Sample[?], pickle: Array[Byte]): List[() => Any] =
    def inspection = Graph.inspect(new GraphPickle(pickle))(using options)
    def part(format: GraphFormat) = Laws.read(pickle, format, options)(using sample.pickler)
    List(
      () => inspection.dump,
      () => fields(inspection),
      () => vertices(inspection),
      () => part(GraphFormat.withDepth(2)),
      () => part(GraphFormat.withExecutor(_.run())),
      () => part(GraphFormat.withFirstObjects(2)),
      () => Graph.records(new GraphPickle(pickle))(using options).pickle
    )

  private def fields(graph: GraphInspection): Unit =
    for t <- graph.types; f <- t.fields do
      f.values.foreach(_ => ())
      try f.range
      catch case _: UnsupportedOperationException => () // no number

  private def vertices(graph: GraphInspection): Unit =
    for t <- graph.types; row <- 0L until math.min(t.count, 3) do
      val vertex = t.vertex(row)
      if t.isClass then for f <- t.fields do vertex(f.name)
      else vertex.elements.take(10).foreach(_ => ())
      vertex.paths(10)

/** Decoupled pickles, without checksums. The same bytes become images, in arrays and in buffers, which are read in
  * place, and objects made by several threads.
  */
object Decoupled extends Target(
      DecoupledFormat,
      corpus,
      Target.FewUnits.copy(checksum = false)
    ):
  private val threads = DecoupledFormat.withExecutor(_.run()).withLeastSlots(0)

  override protected def looks(sample: Sample[?], pickle: Array[Byte]): List[() => Any] =
    def image: Image = DecoupledFormat.image(pickle)(using options)
    lazy val made = image
    List(
      () => image.dump,
      () => image.sizes,
      () => for o <- image.objects.take(100) do { val _ = (o.fieldNames.map(o(_)), o.elements.take(10).toList) },
      () => threads.image(pickle, java.nio.ByteBuffer.allocate(pickle.length * 8))(using options).dump,
      () => Laws.read(pickle, threads, options)(using sample.pickler),
      () => if made.slots > 0 then made.root.read(using sample.pickler, options) else ()
    )
