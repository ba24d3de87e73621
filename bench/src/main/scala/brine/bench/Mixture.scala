package brine.bench

import brine.bench.workloads.MessagesOf

/** Messages of all types, shuffled, each with what takes its type through one contender. For one thread. */
final class Mixture(contender: String):
  private val (messages, contenders) =
    val all = for
      workload <- MessagesOf.all(Mixture.OfEachType)
      by = Contenders.contender(contender, workload).asInstanceOf[Contender[Any]]
      value <- workload.values
    yield (value: Any, by)
    val shuffled = new scala.util.Random(1).shuffle(all)
    (shuffled.map(_._1).toArray, shuffled.map(_._2).toArray)

  def size: Int = messages.length

  def thereAndBack(number: Int): Any =
    val by = contenders(number)
    by.read(by.write(messages(number)))

object Mixture:
  final val OfEachType = 32
