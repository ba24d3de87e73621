package brine.bench

import brine.bench.peers.*
import brine.bench.workloads.Workload

/** All that take part. */
object Contenders:
  private def peerOf(name: String): Peer = name match
    case "hand"      => ByHand
    case "brine"     => BrinePeer
    case "java"      => JavaPeer
    case "kryo"      => KryoPeer
    case "fory"      => ForyPeer
    case "boopickle" => BooPicklePeer
    case "borer"     => BorerPeer
    case "jsoniter"  => JsoniterPeer
    case "jackson"   => JacksonPeer
    case "protobuf"  => ProtobufPeer
    case other       => throw new IllegalArgumentException(s"no contender is called '$other'")

  private val peers = List("hand", "brine", "java", "kryo", "fory", "boopickle", "borer", "jsoniter", "jackson", "protobuf")

  /** Every configuration of every serializer, as `kryo-fast`. */
  def all: List[Configuration] = peers.flatMap(peerOf(_).configurations)

  /** By the name of the configuration. No other serializer's classes are loaded: each is measured in a JVM in which the others never
    * ran.
    */
  def named(name: String): Configuration =
    peerOf(name.takeWhile(_ != '-')).configurations.find(_.name == name)
      .getOrElse(throw new IllegalArgumentException(s"no contender is called '$name'"))

  /** What takes a workload's values through the configuration of this name. */
  def contender[A](name: String, workload: Workload[A]): Contender[A] =
    named(name).contender(workload).fold(reason => throw new IllegalArgumentException(s"$name: $reason"), identity)

  /** What takes messages through the configuration of this name, in the order of `Messages.types`. */
  def ofMessages(name: String): Vector[Contender[?]] =
    named(name).ofMessages.fold(reason => throw new IllegalArgumentException(s"$name: $reason"), identity)

  def valuesOf(workload: Workload[?]): Array[Object] = workload.values.map(_.asInstanceOf[Object]).toArray
