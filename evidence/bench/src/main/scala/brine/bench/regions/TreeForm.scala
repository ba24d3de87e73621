package brine.bench.regions

import java.nio.channels.{ReadableByteChannel, WritableByteChannel}
import brine.bench.Contenders
import brine.bench.workloads.{BinaryTree, LongTree, Trees, TreesOfLongs, Workload}

/** A tree as bytes, or in memory, with the operations to make it and to use it. */
abstract class TreeForm:
  /** Makes it anew of the objects; later reads use the new form. */
  def build(): Unit

  /** The bytes of the last built form. */
  def bytes: Long

  /** The sum of all leaves' numbers. */
  def traverse(): Long

  /** The sum of one leaf's, which a path leads to: at each branch to the left where the next bit is 0. */
  def one(path: Int): Long

/** A form that another process can get. */
trait Sent:
  /** Sends the last built form. */
  def send(to: WritableByteChannel): Unit

  /** Later reads use the received form. */
  def receive(from: ReadableByteChannel): Unit

/** A form that can be checked as a whole. */
trait Verified:
  def verify(): Unit

/** Forms by their names. */
object TreeForm:
  /** Those that are unpickled before they can be used. */
  val unpickled: List[String] =
    List("hand-plain", "brine-bare", "brine", "java", "kryo-fast", "kryo-fast-refs", "fory-fast", "fory-fast-refs")

  /** The original objects; the forms that are read where they lie; and the others. */
  val all: List[String] =
    List("objects", "region", "region-sharing", "region-mapped", "flatbuffers", "capnproto") ++ unpickled

  /** All except the objects and the forms in files. */
  val sent: List[String] = List("region", "region-sharing", "flatbuffers", "capnproto") ++ unpickled

  val verified: List[String] = List("region", "region-mapped")

  /** "Efficient Communication and Collection with Compact Normal Forms", Fig. 4: 2^11 to 2^23 leaves. */
  val workloads: List[String] = for kind <- List("tree", "treeLongs"); bits <- 11 to 23 by 3 yield s"$kind:${1 << bits}"

  /** @param tree as a workload is called: `tree:131072` or `treeLongs:131072` */
  def apply(form: String, tree: String): TreeForm = Workload(tree) match
    case ints: Trees         => ofInts(form, ints, ints.values.head)
    case longs: TreesOfLongs => ofLongs(form, longs, longs.values.head)
    case other               => throw new IllegalArgumentException(s"${other.kind} is no tree")

  private def ofInts(form: String, workload: Trees, tree: BinaryTree): TreeForm = form match
    case "objects"        => new TreeOfObjects(tree, IntsQuestions)
    case "region"         => new RegionOfInts(tree, Compacting.Plain)
    case "region-sharing" => new RegionOfInts(tree, Compacting.Sharing)
    case "region-mapped"  => new RegionOfInts(tree, Compacting.Mapped)
    case "flatbuffers"    => new FlatInts(tree)
    case "capnproto"      => new CapnpInts(tree)
    case serializer       => new UnpickledTree(tree, Contenders.contender(serializer, workload), IntsQuestions)

  private def ofLongs(form: String, workload: TreesOfLongs, tree: LongTree): TreeForm = form match
    case "objects"        => new TreeOfObjects(tree, LongsQuestions)
    case "region"         => new RegionOfLongs(tree, Compacting.Plain)
    case "region-sharing" => new RegionOfLongs(tree, Compacting.Sharing)
    case "region-mapped"  => new RegionOfLongs(tree, Compacting.Mapped)
    case "flatbuffers"    => new FlatLongs(tree)
    case "capnproto"      => new CapnpLongs(tree)
    case serializer       => new UnpickledTree(tree, Contenders.contender(serializer, workload), LongsQuestions)
