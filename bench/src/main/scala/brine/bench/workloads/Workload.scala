package brine.bench.workloads

import brine.Pickler
import brine.wire.{ByteSink, ByteSource}

/** A value to take through every peer, and its hand-written twin: plain code over the same [[ByteSink]] and
  * [[ByteSource]], without limits or guards, that gives the same bytes as Brine's bare binary form.
  */
abstract class Workload[A](val name: String):
  def value: A
  def pickler: Pickler[A]
  def write(value: A, sink: ByteSink): Unit
  def read(source: ByteSource): A

  final def writeByHand(value: A): Array[Byte] =
    val sink = ByteSink.growing(128)
    write(value, sink)
    sink.toByteArray

  final def readByHand(bytes: Array[Byte]): A = read(ByteSource.of(bytes))
