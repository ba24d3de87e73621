package brine.bench.peers

import java.nio.file.Path
import java.util.concurrent.Executors
import brine.*
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.messages.Messages
import brine.bench.workloads.Workload
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.graph.decoupled.DecoupledFormat
import brine.json.{JsonDialect, JsonFormat, NameStyle}

/** Brine: derived picklers, with all limits and the guard of depth. */
object BrinePeer extends Peer:
  private val evolution = "by names, resolved where the shapes differ"
  private val identity = "of mutable objects and of objects that can be in a cycle"

  private val ofGraphs = Promise("header, the shape with its names, CRC32C", evolution, "of all objects")

  private val inFastest =
    "a thread keeps buffers of pickles of up to 64 MB, as instances of Kryo and Fory do. Deep values are " +
      "pickled on the large stack that those need (`limits.emittedDepth`)"

  private val anOpenJvm = "a JVM with `java.lang` open, as Spark's are; for workloads of strings"

  /** These have mostly strings. */
  private val ofStrings = Set("events", "eventsEach", "site", "siteEvents", "media")

  val configurations: List[Configuration] = List(
    new Form(
      "brine",
      "as it comes: `x.pickle`",
      Promise("header, fingerprint of the shape, CRC32C", evolution, identity)
    ),
    new Form(
      "brine-bare",
      s"`BinaryFormat.Bare`; $inFastest",
      Promise("none: the reader is given the shape", evolution, identity)
    ),
    new Form(
      "brine-open",
      s"`brine` in $anOpenJvm",
      Promise("header, fingerprint of the shape, CRC32C", evolution, identity)
    ),
    new Form(
      "brine-bare-open",
      s"`brine-bare` in $anOpenJvm",
      Promise("none: the reader is given the shape", evolution, identity)
    ),
    new Form(
      "brine-shared",
      "bare, `Sharing.All`",
      Promise("none: the reader is given the shape", evolution, "of all objects, and equal strings")
    ),
    new Form(
      "brine-json",
      "`JsonFormat`; for the payloads of public APIs, in their dialects",
      Promise("none", "by names", identity)
    ),
    new Form(
      "brine-json-renamed",
      "the same with another dialect: all names in capitals, no field that is `None`, the discriminator `kind`",
      Promise("none", "by names", identity)
    ),
    new Form("brine-json-indented", "`brine-json`, indented by two spaces", Promise("none", "by names", identity)),
    new Form("brine-graph", "`GraphFormat`", ofGraphs),
    new Form("brine-graph-fast", s"`GraphFormat`; $inFastest", ofGraphs),
    new Form(
      "brine-graph-two",
      "`GraphFormat.withExecutor`, with the same setting: another thread helps to read",
      ofGraphs
    ),
    new Form("brine-decoupled", "`DecoupledFormat`", ofGraphs),
    new Form("brine-decoupled-two", "`DecoupledFormat.withExecutor`: another thread helps to read", ofGraphs)
  )

  private final class Form(name: String, setting: String, promise: Promise)
      extends Configuration(name, setting, promise):
    def contender[A](workload: Workload[A]): Either[String, Contender[A]] =
      if isOpen && !ofStrings(workload.kind) then Left("it writes few strings")
      else Right(of(workload.pickler, workload.dialect, workload.depth))
    def ofMessages: Either[String, Vector[Contender[?]]] =
      Right(Messages.types.map(sort => of(sort.pickler, JsonDialect.Default, 0)))

    override def recurses: Boolean = closed == "brine-bare" || name == "brine-graph-fast"

    private def isOpen: Boolean = name.endsWith(Open)
    private def closed: String = name.stripSuffix(Open)
    override def flags: List[String] = if isOpen then List("--add-opens", "java.base/java.lang=ALL-UNNAMED") else Nil

    /** A format that takes no part is not loaded, as a program that does not use it would not load it. */
    private def of[A](pickler: Pickler[A], dialect: JsonDialect, depth: Int): Contender[A] = closed match
      case "brine"               => new BrinePeer(pickler, BinaryFormat, PickleOptions.Default)
      case "brine-bare"          => new BrinePeer(pickler, BinaryFormat.Bare, fastest(depth))
      case "brine-shared"        => new BrinePeer(pickler, BinaryFormat.Bare, PickleOptions(sharing = Sharing.All))
      case "brine-json"          => new BrinePeer(pickler, json(dialect), PickleOptions.Default)
      case "brine-json-renamed"  => new BrinePeer(pickler, JsonFormat(renamed(dialect)), PickleOptions.Default)
      case "brine-json-indented" => new BrinePeer(pickler, indented(dialect), PickleOptions.Default)
      case "brine-graph"         => new BrinePeer(pickler, GraphFormat, PickleOptions.Default)
      case "brine-graph-fast"    => new BrinePeer(pickler, GraphFormat, fastest(depth))
      case "brine-graph-two"     => new BrinePeer(pickler, GraphFormat.withExecutor(helper), PickleOptions.Default)
      case "brine-decoupled"     => new BrinePeer(pickler, DecoupledFormat, PickleOptions.Default)
      case "brine-decoupled-two" => new BrinePeer(pickler, DecoupledFormat.withExecutor(helper), PickleOptions.Default)

  private final val Open = "-open"

  /** @param depth of the deepest value. A level counts 4 at most. */
  private def fastest(depth: Int): PickleOptions =
    val limits = Limits.Default
    PickleOptions(keptBuffer = 64 << 20, limits = limits.copy(emittedDepth = limits.emittedDepth + 4 * depth))

  private def json(dialect: JsonDialect): PickleFormat =
    if dialect == JsonDialect.Default then JsonFormat else JsonFormat(dialect)

  private def indented(dialect: JsonDialect): PickleFormat =
    if dialect == JsonDialect.Default then JsonFormat.Pretty else JsonFormat(dialect, 2)

  /** `ScreamingSnakeCase` changes names of one word, too. */
  private def renamed(dialect: JsonDialect) = dialect.copy(
    names = NameStyle.ScreamingSnakeCase,
    leafNames = NameStyle.ScreamingSnakeCase,
    omit = Set(JsonDialect.Omit.Nones),
    families = JsonDialect.Families.Member("kind")
  )

  /** One thread beside the caller's, which no JVM waits for. */
  private[bench] lazy val helper = Executors.newSingleThreadExecutor { task =>
    val thread = new Thread(task, "helper")
    thread.setDaemon(true)
    thread
  }

private final class BrinePeer[A](pickler: Pickler[A], format: PickleFormat, options: PickleOptions)
    extends Contender[A]:
  def write(value: A): Array[Byte] = value.pickle(using pickler, format, options).bytes
  def read(bytes: Array[Byte]): A = format.pickled(bytes).unpickle(using pickler, options)
  override def writeTo(file: Path, value: A): Unit = value.pickleTo(file)(using pickler, format, options)
  override def readFrom(file: Path): A = Pickle.read[A](file)(using pickler, format, options)
