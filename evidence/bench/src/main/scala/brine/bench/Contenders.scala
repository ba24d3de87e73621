package brine.bench

import brine.bench.peers.*
import brine.bench.workloads.Workload

/** All that take part. */
object Contenders:
  /** The peer of a configuration. */
  private def peerOf(configuration: String): Peer =
    if configuration == "fory-json" then ForyJsonPeer else peerNamed(configuration.takeWhile(_ != '-'))

  private def peerNamed(name: String): Peer = name match
    case "hand"      => ByHand
    case "brine"     => BrinePeer
    case "java"      => JavaPeer
    case "kryo"      => KryoPeer
    case "fory"      => ForyPeer
    case "eclipse"   => EclipsePeer
    case "boopickle" => BooPicklePeer
    case "borer"     => BorerPeer
    case "jsoniter"  => JsoniterPeer
    case "jackson"   => JacksonPeer
    case "protobuf"  => ProtobufPeer
    case "circe"     => CircePeer
    case "upickle"   => UpicklePeer
    case other       => throw new IllegalArgumentException(s"no contender is called '$other'")

  private val peers =
    List("hand", "brine", "java", "kryo", "fory", "eclipse", "boopickle", "borer", "jsoniter", "jackson", "protobuf")

  /** These are compared as JSON alone. */
  private val jsonPeers = List("circe", "upickle", "fory-json")

  /** Every configuration of every serializer, as `kryo-fast`, except those that are compared as JSON alone and those
    * that are compared with Brine's own alone: the ones with two threads, those of [[inTrials]], and those that need
    * options of the JVM, which the record sets.
    */
  def all: List[Configuration] =
    peers.flatMap(peerNamed(_).configurations).filter(c =>
      !c.name.endsWith("-two") && !inTrials(c.name) && c.flags.isEmpty
    )

  /** Other forms of a contender's JSON, which are not in the record: another dialect, and indented text. */
  val inTrials: Set[String] = Set("brine-json-renamed", "brine-json-indented", "jsoniter-indented")

  /** The contenders that write JSON. */
  def ofJson: List[Configuration] =
    List(
      "brine-json",
      "brine-json-renamed",
      "brine-json-indented",
      "jsoniter",
      "jsoniter-fast",
      "jsoniter-indented",
      "jackson",
      "jackson-fast",
      "circe",
      "upickle",
      "fory-json"
    ).map(named)

  /** The contenders that have codecs for [[Workload.documents]]. */
  def ofDocuments: List[Configuration] = List("brine-json", "jsoniter", "circe").map(named)

  private def configurations: List[Configuration] = (peers ++ jsonPeers).flatMap(peerOf(_).configurations)

  /** By the name of the configuration. No other serializer's classes are loaded: each is measured in a JVM in which the
    * others never ran.
    */
  def named(name: String): Configuration =
    peerOf(name).configurations.find(_.name == name)
      .getOrElse(throw new IllegalArgumentException(s"no contender is called '$name'"))

  /** The contenders that keep references, which take part in [[Workload.graphs]]. */
  def ofGraphs: List[Configuration] =
    val names =
      List(
        "brine-bare",
        "brine",
        "brine-graph",
        "brine-graph-fast",
        "java",
        "kryo-safe",
        "kryo-fast-refs",
        "fory-safe",
        "fory-fast-refs",
        "eclipse"
      )
    names.map(named)

  /** The same, and the twin that somebody has written for some graphs. */
  def ofGraphsAndTwins: List[Configuration] = ofGraphs :+ named("hand-plain")

  /** Brine's, with two threads, too. */
  def ownOfGraphs: List[Configuration] = List("brine", "brine-graph", "brine-graph-two").map(named)

  /** Those that take part in [[Workload.ofDecoupled]]. */
  def ofDecoupled: List[Configuration] =
    List("brine", "brine-graph", "brine-decoupled", "brine-decoupled-two", "java", "kryo-safe", "kryo-fast-refs").map(
      named
    )

  /** The code that takes a workload's values through the configuration of this name. */
  def contender[A](name: String, workload: Workload[A]): Contender[A] =
    val found =
      named(name).contender(workload).fold(reason => throw new IllegalArgumentException(s"$name: $reason"), identity)
    if isOnDeepStack(name, workload) then new OnDeepStack(found, workload.depth) else found

  /** Returns true if the contender recurses, and the values are too deep for the usual stack of a thread. */
  def isOnDeepStack(name: String, workload: Workload[?]): Boolean =
    workload.isDeep && (peerOf(name).recurses || named(name).recurses)

  /** The description of each configuration, and the properties of its bytes beside the value. */
  def table(names: Set[String]): String =
    val rows = configurations.filter(c => names(c.name)).map { c =>
      s"| ${c.name} | ${c.setting} | ${c.promise.envelope} | ${c.promise.evolution} | ${c.promise.identity} |"
    }
    val head = List("## Contenders", "", "| | setting | envelope | evolution | identity |", "|---|---|---|---|---|")
    (head ++ rows :+ "").mkString("\n")

  /** The code that takes messages through the configuration of this name, in the order of `Messages.types`. */
  def ofMessages(name: String): Vector[Contender[?]] =
    named(name).ofMessages.fold(reason => throw new IllegalArgumentException(s"$name: $reason"), identity)

  def valuesOf(workload: Workload[?]): Array[Object] = workload.values.map(_.asInstanceOf[Object]).toArray
