package brine.bench

import scala.collection.immutable.{ArraySeq, Queue}
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat

/** The other work in a JVM that uses several formats. It takes the workload's value, and one of other types in other
  * collections, through JSON, through two more formats, and through the plan's interpreter, long enough to be compiled.
  * Code that these share with the binary format is then no longer monomorphic.
  */
object Company:
  private final val NanosPerLeg = 1_500_000_000L

  def exercise[A](value: A, pickler: Pickler[A]): Unit =
    all(value)(using pickler)
    all(Mixed.value)

  private def all[A: Pickler](value: A): Unit =
    leg(value.pickleIn(JsonFormat).unpickle[A])
    leg(TokenFormat.there(value, new RecordingBuilder))
    leg(TokenFormat.there(value, new HashingBuilder))
    given PickleOptions = PickleOptions(sharing = Sharing.All)
    leg(value.pickleIn(BinaryFormat).unpickle[A])

  private def leg(work: => Any): Unit =
    val start = System.nanoTime()
    while System.nanoTime() - start < NanosPerLeg do work

/** Other element types and collections than the workloads have. */
private final case class Mixed(
    list: List[Option[Int]],
    queue: Seq[String],
    set: Set[Long],
    map: Map[String, Mixed.Point],
    array: Array[Mixed.Point],
    strings: Vector[String]
) derives Pickler

private object Mixed:
  final case class Point(x: Double, y: Double) derives Pickler

  def value: Mixed =
    val numbers = Vector.range(0, 1000)
    val points = numbers.map(n => Point(n, -n))
    Mixed(
      numbers.map(n => Option.when(n % 3 != 0)(n)).toList,
      Queue.from(numbers.map(_.toString)),
      numbers.map(_.toLong << 20).toSet,
      points.map(p => p.toString -> p).toMap,
      points.toArray,
      ArraySeq.from(numbers.map(n => s"größe $n")).toVector
    )
