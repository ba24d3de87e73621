package brine.accel

/** The command queue and the request scheduler, with units that the test plays. */
class RequestSchedulerSuite extends SimulationSuite(new ComponentsTop(ComponentsTop.parameters)) {
  private def send(kinds: (Int, Boolean)*): Unit = s.push(
    "commands",
    kinds.map { case (tag, deserialize) =>
      Map[String, BigInt]("tag" -> tag, "deserialize" -> (if (deserialize) 1 else 0), "address" -> (1000 + tag))
    }
  )

  private def taken(unit: String, field: String): Seq[Int] = pulled(unit, field).map(_.toInt)

  check("requests go to free units of their kind, and results come back with their tags") {
    s.set("enabledUnits", 8)
    send(1 -> false, 2 -> true, 3 -> false, 4 -> true)
    step(50, "completions")
    val roots = (0 until 3).map(i => taken(s"toSerializer$i", "root"))
    val bases = (0 until 2).map(i => taken(s"toDeserializer$i", "base"))
    assertEquals(roots.flatten.sorted, Seq(1001, 1003))
    assertEquals(bases.flatten.sorted, Seq(1002, 1004))
    val busy = roots.indexWhere(_.contains(1003))
    s.pushOne(s"fromSerializer$busy", "status" -> 2, "objects" -> 99)
    s.pushOne(s"fromDeserializer${bases.indexWhere(_.contains(1002))}", "status" -> 7)
    finish("completions", 2)
    val done = s.pull("completions").map(c =>
      (c("tag").toInt, c("unit").toInt, c("result.status").toInt, c("result.objects").toInt)
    ).sorted
    assertEquals(done, Seq((2, bases.indexWhere(_.contains(1002)), 7, 0), (3, busy, 2, 99)))
  }

  check("a request waits for a free unit, and holds up those behind it") {
    s.set("enabledUnits", 1)
    send(1 -> false, 2 -> false, 3 -> true)
    step(100, "toDeserializer0")
    assertEquals(
      (0 until 3).flatMap(i => taken(s"toSerializer$i", "root")),
      Seq(1001),
      "one unit of each kind is enabled"
    )
    assertEquals((0 until 2).flatMap(i => taken(s"toDeserializer$i", "base")), Vector.empty[Int])
    s.pushOne("fromSerializer0", "status" -> 0)
    finish("toDeserializer0", 1)
    assertEquals(taken("toSerializer0", "root"), Seq(1002))
    assertEquals(taken("toDeserializer0", "base"), Seq(1003))
  }
}
