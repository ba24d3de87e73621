package brine.bench.workloads

import brine.Pickler
import brine.wire.{ByteSink, ByteSource}

/** A value to take through every contender, with the code of its hand-written twin: no limits, no guard of depth, no
  * nulls, and the bytes of Brine's bare form.
  */
abstract class Workload[A]:
  def value: A
  def pickler: Pickler[A]
  def write(value: A, sink: ByteSink): Unit
  def read(source: ByteSource): A

object Workload:
  val names: List[String] = List("tree", "events")

  /** By the names that the benchmark's parameter has. */
  def apply(name: String): Workload[?] = name match
    case "tree"   => TreeWorkload
    case "events" => EventsWorkload
    case other    => throw new IllegalArgumentException(s"no workload is called '$other'")
