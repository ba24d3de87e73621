package brine.bench.peers

import brine.bench.{Configuration, Contender, Peer, Promise}
import brine.bench.workloads.{Twin, Twinned, Workload}
import brine.wire.{ByteSink, ByteSource}

/** The hand-written twins: plain code over the sinks and sources that Brine has itself, growing from the same first
  * size. They make a sink for each value; `hand-kept` keeps one, as Brine does for each thread and Kryo's and Fory's
  * instances do.
  */
object ByHand extends Peer:
  private val promise =
    Promise("none", "none", "where the workload has cycles, of each object, by a table of identities; else none")

  val configurations: List[Configuration] = List(
    of("hand-plain", "no limits, no guard of depth, no nulls")([A] =>
      (twinned: Twinned[A]) => new ByHand(twinned.plain)),
    of("hand-hardened", "the same with sizes, output and depth in bounds")([A] =>
      (twinned: Twinned[A]) => new ByHand(twinned.hardened)),
    of("hand-kept", "the plain one, always into the same sink")([A] =>
      (twinned: Twinned[A]) => new KeptByHand(twinned.plain))
  )

  private def of(name: String, setting: String)(twin: [A] => Twinned[A] => Contender[A]): Configuration =
    new Configuration(name, setting, promise):
      def contender[A](workload: Workload[A]): Either[String, Contender[A]] = workload match
        case twinned: Twinned[A @unchecked] => Right(twin(twinned))
        case _                              => Left(Missing)
      def ofMessages: Either[String, Vector[Contender[?]]] = Left(Missing)

  private final val Missing = "nobody has written one"

  /** Brine's own. */
  private[peers] final val FirstCapacity = 128

private final class ByHand[A](twin: Twin[A]) extends Contender[A]:
  def write(value: A): Array[Byte] =
    val sink = ByteSink.growing(ByHand.FirstCapacity)
    twin.write(value, sink)
    sink.toByteArray

  def read(bytes: Array[Byte]): A = twin.read(ByteSource.of(bytes))

private final class KeptByHand[A](twin: Twin[A]) extends Contender[A]:
  private val sink = ByteSink.growing(ByHand.FirstCapacity)

  def write(value: A): Array[Byte] =
    sink.reset()
    twin.write(value, sink)
    sink.toByteArray

  def read(bytes: Array[Byte]): A = twin.read(ByteSource.of(bytes))
