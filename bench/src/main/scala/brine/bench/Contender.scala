package brine.bench

import brine.bench.peers.*
import brine.bench.workloads.Workload

/** A way to turn a workload's value into bytes and back. */
abstract class Contender[A]:
  def write(value: A): Array[Byte]
  def read(bytes: Array[Byte]): A

object Contender:
  val names: List[String] = List("hand", "bare", "brine", "java", "kryo", "kryoReferences")

  /** By the names that the benchmark's parameter has. Nothing else is made: a contender is measured in a JVM in which the
    * others never ran.
    */
  def apply[A](name: String, workload: Workload[A]): Contender[A] = name match
    case "hand"           => new ByHand(workload)
    case "bare"           => new BrineBare(workload.pickler)
    case "brine"          => new BrineDefault(workload.pickler)
    case "java"           => new JavaPeer
    case "kryo"           => new KryoPeer(keepsReferences = false)
    case "kryoReferences" => new KryoPeer(keepsReferences = true)
    case other            => throw new IllegalArgumentException(s"no contender is called '$other'")
