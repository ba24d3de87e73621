package brine.bench.workloads

import java.util.SplittableRandom
import brine.Pickler
import brine.bench.messages.{MessageType, Messages}

/** Messages of one type, out of many that one JVM sees. There is no twin: nobody writes 64 of them. */
final class MessagesOf[A](of: MessageType[A], count: Int) extends Workload[A](s"message ${of.name}"):
  def pickler: Pickler[A] = of.pickler
  lazy val values: Vector[A] =
    val random = new SplittableRandom(of.name.hashCode)
    Vector.fill(count)(of.make(random))

object MessagesOf:
  def all(count: Int): Vector[MessagesOf[?]] = Messages.types.map(new MessagesOf(_, count))
