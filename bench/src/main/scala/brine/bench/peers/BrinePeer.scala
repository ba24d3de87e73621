package brine.bench.peers

import brine.*
import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.messages.Messages
import brine.bench.workloads.Workload
import brine.binary.BinaryFormat
import brine.graph.GraphFormat
import brine.json.JsonFormat

/** Brine: derived picklers, with all limits and the guard of depth. */
object BrinePeer extends Peer:
  private val evolution = "by names, resolved where the shapes differ"
  private val identity = "of mutable objects and of what can be in a cycle"

  val configurations: List[Configuration] = List(
    of("brine", "as it comes: `x.pickle`", Promise("header, fingerprint of the shape, CRC32C", evolution, identity))(BinaryFormat, PickleOptions.Default),
    of("brine-bare", "`BinaryFormat.Bare`", Promise("none: the reader is given the shape", evolution, identity))(BinaryFormat.Bare, PickleOptions.Default),
    of("brine-shared", "bare, `Sharing.All`", Promise("none: the reader is given the shape", evolution, "of all objects, and equal strings"))(
      BinaryFormat.Bare, PickleOptions(sharing = Sharing.All)
    ),
    of("brine-json", "`JsonFormat`", Promise("none", "by names", identity))(JsonFormat, PickleOptions.Default),
    of("brine-graph", "`GraphFormat`", Promise("header, the shape with its names, CRC32C", evolution, "of all objects"))(GraphFormat, PickleOptions.Default)
  )

  private def of(name: String, setting: String, promise: Promise)(format: PickleFormat, options: PickleOptions): Configuration =
    new Configuration(name, setting, promise):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] = Right(new BrinePeer(workload.pickler, format, options))
      def ofMessages: Either[String, Vector[Contender[?]]] =
        Right(Messages.types.map(sort => new BrinePeer(sort.pickler, format, options)))

private final class BrinePeer[A](pickler: Pickler[A], format: PickleFormat, options: PickleOptions) extends Contender[A]:
  def write(value: A): Array[Byte] = value.pickle(using pickler, format, options).bytes
  def read(bytes: Array[Byte]): A = format.pickled(bytes).unpickle(using pickler, options)
