package brine.bench

import brine.bench.messages.{MessageType, Messages}
import brine.testkit.Patient

/** Every contender takes the messages of all types through one instance, or says why it takes no part. */
class MixtureSuite extends munit.FunSuite, Patient:
  private val without = Set("hand-plain", "hand-hardened", "hand-kept", "protobuf", "protobuf-fast", "eclipse")

  test(
    "only those for which somebody would have to write code for each type, and who is there for graphs, take no part"
  ) {
    assertEquals(Contenders.all.filter(_.ofMessages.isLeft).map(_.name).toSet, without)
  }

  for configuration <- Contenders.all if !without(configuration.name) do
    test(s"${configuration.name} gives the messages of all types back, one after the other") {
      val contenders = configuration.ofMessages.fold(fail(_), identity)
      assertEquals(contenders.length, Messages.types.length)
      for _ <- 1 to 2; (sort, contender) <- Messages.types.zip(contenders) do thereAndBack(sort, contender)
    }

  private def thereAndBack[A](sort: MessageType[A], contender: Contender[?]): Unit =
    val by = contender.asInstanceOf[Contender[A]]
    for value <- sort.values(20) do assertEquals(by.read(by.write(value)), value)

  test("a mixture has as many messages of each type, shuffled") {
    val mixture = new Mixture("brine")
    assertEquals(mixture.size, Messages.types.length * Mixture.OfEachType)
    val classes = (0 until mixture.size).map(mixture.thereAndBack(_).getClass)
    assert(classes.zip(classes.tail).count(_ == _) < mixture.size / 10)
  }
