package brine.bench.workloads

import brine.Pickler
import brine.bench.workloads.Parts.*
import brine.wire.{ByteSink, ByteSource}

/** `Vector[Int]`, of small and large ints ("Instant Pickles", section 6.2). `size`: elements. By hand in four bytes
  * each, as Brine comes to write them, and as the fastest peers do.
  */
final class Ints(size: Int) extends Workload[Vector[Int]]("ints"), Twinned[Vector[Int]]:
  def pickler: Pickler[Vector[Int]] = summon

  lazy val values: Vector[Vector[Int]] =
    val random = new scala.util.Random(1)
    Vector(Vector.fill(size)(random.nextInt() >> random.nextInt(32)))

  object plain extends Twin[Vector[Int]]:
    def write(ints: Vector[Int], sink: ByteSink): Unit = Ints.put(false, ints, sink)
    def read(source: ByteSource): Vector[Int] = getVector(false, source)(source.getInt())

  object hardened extends Twin[Vector[Int]]:
    def write(ints: Vector[Int], sink: ByteSink): Unit = Ints.put(true, ints, sink)
    def read(source: ByteSource): Vector[Int] = getVector(true, source)(source.getInt())

private object Ints:
  inline def put(inline isHardened: Boolean, ints: Vector[Int], sink: ByteSink): Unit =
    limit(isHardened, sink)
    putAll(ints, sink)(sink.putInt(_))
