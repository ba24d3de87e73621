package brine.bench.peers

import brine.bench.Contender
import brine.bench.workloads.Workload
import brine.wire.{ByteSink, ByteSource}

/** The hand-written twin: plain code over the same sinks and sources, growing from the same first size. */
final class ByHand[A](workload: Workload[A]) extends Contender[A]:
  def write(value: A): Array[Byte] =
    val sink = ByteSink.growing(ByHand.FirstCapacity)
    workload.write(value, sink)
    sink.toByteArray

  def read(bytes: Array[Byte]): A = workload.read(ByteSource.of(bytes))

private object ByHand:
  /** Brine's own. */
  final val FirstCapacity = 128
