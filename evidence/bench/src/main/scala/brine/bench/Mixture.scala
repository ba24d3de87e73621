package brine.bench

import brine.bench.messages.Messages

/** Messages of all types, shuffled, each with the code that takes its type through one contender. For one thread. */
final class Mixture(contender: String):
  private val (messages, contenders) =
    val all =
      for
        (sort, by) <- Messages.types.zip(Contenders.ofMessages(contender))
        value <- sort.values(Mixture.OfEachType)
      yield (value: Any, by.asInstanceOf[Contender[Any]])
    val shuffled = new scala.util.Random(1).shuffle(all)
    (shuffled.map(_._1).toArray, shuffled.map(_._2).toArray)

  for number <- messages.indices if thereAndBack(number) != messages(number) do
    throw new IllegalStateException(s"$contender does not give ${messages(number)} back")

  def size: Int = messages.length

  def thereAndBack(number: Int): Any =
    val by = contenders(number)
    by.read(by.write(messages(number)))

private object Mixture:
  final val OfEachType = 32
