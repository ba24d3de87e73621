package brine.bench

class PublishedSuite extends munit.FunSuite:
  for contender <- List("brine", "kryo", "java"); form <- List("published", "fair") do
    test(s"$contender, $form, gives the events back, again and again") {
      val events = Published.events(100)
      val measured = Published.of(contender, form)
      for _ <- 1 to 3 do assertEquals(measured.thereAndBack(events), events)
    }
