package brine.bench.record

import brine.bench.Contenders
import brine.bench.workloads.Workload

/** A library in the record.
  *
  * @param fast its fastest configuration
  * @param safe the configuration that its documentation advises for untrusted input; the fastest again if there is one
  *             alone
  */
final case class Library(name: String, fast: String, safe: String):
  def in(setting: Setting): String = setting match
    case Setting.Fastest => fast
    case Setting.Safe    => safe

  def isByHand: Boolean = name == Library.ByHand
  def isOurs: Boolean = name.startsWith("brine")

object Library:
  final val ByHand = "hand"

enum Setting(val title: String):
  case Fastest extends Setting("fastest settings")
  case Safe extends Setting("safe settings")

/** A part of the record: libraries that promise about the same, and the workloads that all of them take.
  *
  * @param workloads one size of each, as `tree:131072`
  * @param sizes the sizes of `record --full`
  * @param libraries times are multiples of those of the first
  */
final case class Group(
    name: String,
    about: String,
    workloads: List[String],
    sizes: List[String],
    libraries: List[Library]
):
  def ours: Library = libraries.head
  def byHand: Option[Library] = libraries.find(_.isByHand)
  def peers: List[Library] = libraries.filterNot(library => library.isByHand || library.isOurs)
  def contenders: List[String] = libraries.flatMap(library => List(library.fast, library.safe)).distinct

object Group:
  /** A website of 4 KB; the smallest size of the others. */
  private def oneSize(kinds: List[Workload.Kind]): List[String] =
    kinds.map(kind =>
      s"${kind.name}:${kind.sizes.find(kind.name.startsWith("site") && _ == 4).getOrElse(kind.sizes.head)}"
    )
  private def everySize(kinds: List[Workload.Kind]): List[String] =
    for kind <- kinds; size <- kind.sizes yield s"${kind.name}:$size"

  private val byHand = Library(Library.ByHand, "hand-kept", "hand-hardened")
  private val java = Library("java", "java", "java-filtered")

  private val values = Group(
    "values",
    "binary forms; Brine's is the binary format, bare (fastest) and as it comes (safe). The columns with `-open` " +
      "have it in a JVM with `java.lang` open, where it sees whether a string has one byte for each character",
    oneSize(Workload.kinds),
    everySize(Workload.kinds),
    List(
      Library("brine", "brine-bare", "brine"),
      Library("brine-open", "brine-bare-open", "brine-open"),
      byHand,
      Library("fory", "fory-fast", "fory-safe"),
      Library("kryo", "kryo-fast", "kryo-safe"),
      Library("boopickle", "boopickle-nodedup", "boopickle"),
      Library("borer", "borer-fast", "borer"),
      Library("protobuf", "protobuf-fast", "protobuf"),
      java
    )
  )

  /** Dense, sparse, deep and shared ones. The vectors of one kind of element are left to `record --full`. */
  private val ofGraphs =
    List(
      "tree:131072",
      "events:10000",
      "links:14672",
      "pages:14000",
      "complete:256",
      "regular:13104",
      "sparse:4096",
      "chain:524288",
      "sharing:50"
    )

  private val graphs = Group(
    "graphs",
    "those that keep the identity of each object; Brine's is the graph format. The column `brine-binary` " +
      "has the binary format, which keeps the identity of mutable objects and of objects that can be in a cycle",
    ofGraphs,
    (ofGraphs ++ everySize(Workload.graphs)).distinct,
    List(
      Library("brine-graph", "brine-graph-fast", "brine-graph"),
      Library("brine-binary", "brine-bare", "brine"),
      byHand,
      Library("fory", "fory-fast-refs", "fory-safe"),
      Library("kryo", "kryo-fast-refs", "kryo-safe"),
      Library("eclipse", "eclipse", "eclipse"),
      java
    )
  )

  private def json = Group(
    "json",
    "those that write JSON; Brine's format has one setting",
    oneSize(Workload.ofJson),
    everySize(Workload.ofJson),
    inBothSettings(Contenders.ofJson.map(_.name).filterNot(Contenders.inTrials))
  )

  /** The library's fastest configuration has its name with `-fast`, if it has two. */
  private def inBothSettings(names: List[String]): List[Library] =
    for name <- names if !name.endsWith(Fast)
    yield Library(name, if names.contains(name + Fast) then name + Fast else name, name)

  private final val Fast = "-fast"

  val all: List[Group] = List(values, graphs, json)
