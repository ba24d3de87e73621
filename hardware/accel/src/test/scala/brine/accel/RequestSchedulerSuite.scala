package brine.accel

/** The command queue and the request scheduler, with units that the test plays. */
class RequestSchedulerSuite extends SimulationSuite(new ComponentsTop(ComponentsTop.parameters)) {
  private def send(kinds: (Int, Boolean)*): Unit = for ((tag, deserialize) <- kinds)
    s.pushOne(if (deserialize) "deserializations" else "serializations", "tag" -> tag, "address" -> (1000 + 8 * tag))

  private def taken(unit: String, field: String): Seq[Int] = pulled(unit, field).map(_.toInt)

  check("requests go to free units of their kind, and results come back with their tags") {
    s.set("enabledUnits", 8)
    send(1 -> false, 2 -> true, 3 -> false, 4 -> true)
    step(50, "completions")
    val roots = (0 until 3).map(i => taken(s"toSerializer$i", "root"))
    val bases = (0 until 2).map(i => taken(s"toDeserializer$i", "base"))
    assertEquals(roots.flatten.sorted, Seq(1008, 1024))
    assertEquals(bases.flatten.sorted, Seq(1016, 1032))
    val busy = roots.indexWhere(_.contains(1024))
    s.pushOne(s"fromSerializer$busy", "status" -> 2, "objects" -> 99)
    s.pushOne(s"fromDeserializer${bases.indexWhere(_.contains(1016))}", "status" -> 7)
    finish("completions", 2)
    val done = s.pull("completions").map(c =>
      (c("tag").toInt, c("unit").toInt, c("result.status").toInt, c("result.objects").toInt)
    ).sorted
    assertEquals(done, Seq((2, bases.indexWhere(_.contains(1016)), 7, 0), (3, busy, 2, 99)))
  }

  check("a request waits for a free unit, and none of the other kind waits for it") {
    s.set("enabledUnits", 1)
    // More than the queue and the unit take together.
    val many = ComponentsTop.parameters.commands + 3
    send((1 to many).map(_ -> false): _*)
    step(100, "toDeserializer0")
    send(100 -> true)
    finish("toDeserializer0", 1)
    assertEquals((0 until 3).flatMap(i => taken(s"toSerializer$i", "root")), Seq(1008))
    assertEquals((0 until 2).flatMap(i => taken(s"toDeserializer$i", "base")), Vector(1800))
    s.pushOne("fromSerializer0", "status" -> 0)
    finish("toSerializer0", 2)
    assertEquals(taken("toSerializer0", "root"), Seq(1016))
  }

  // ---- rules for requests

  /** The fields of a request whose areas follow each other, a page each. */
  private def fields(changes: (String, BigInt)*): Map[String, BigInt] =
    (Seq("values", "references", "referenceEnds", "layouts", "layoutEnds", "area").zipWithIndex.flatMap {
      case (name, i) => Seq[(String, BigInt)](s"$name.base" -> 4096 * (i + 1), s"$name.bytes" -> 4096)
    } ++ Seq[(String, BigInt)]("address" -> 65536)).toMap ++ changes

  private val far = BigInt(1) << ComponentsTop.parameters.virtualBits
  private val serialize = Seq[(String, (String, BigInt))](
    "values begin within a block" -> ("values.base" -> (4096 - 8)),
    "references begin within a block" -> ("references.base" -> (8192 + 1)),
    "layouts end within a block" -> ("layouts.bytes" -> 4088),
    "the end map of layouts ends within a block" -> ("layoutEnds.bytes" -> 1),
    "the area for waiting objects ends within a block" -> ("area.bytes" -> 48),
    "two areas overlap" -> ("references.base" -> 4096),
    "an area ends in the next one" -> ("values.bytes" -> 4128),
    "the root lies at no word" -> ("address" -> 65540),
    "the root has no address" -> ("address" -> far),
    "an area begins behind all addresses" -> ("values.base" -> far),
    "an area ends behind all addresses" -> ("values.base" -> (far - 2048)),
    "an area is larger than any" -> ("layouts.bytes" -> (BigInt(1) << 40)),
    "a registry that no table has" -> ("registry" -> ComponentsTop.parameters.classes)
  )
  private val deserialize = Seq[(String, Seq[(String, BigInt)])](
    "the image begins within a block" -> Seq("area.base" -> (6 * 4096 + 8)),
    "the image ends within a slot" -> Seq("area.bytes" -> 4092),
    "the image overlaps the values" -> Seq("area.base" -> 4096),
    "the image overlaps the last end map" -> Seq("layoutEnds.bytes" -> 4097),
    "the image ends behind all addresses" -> Seq("area.base" -> (far - 2048)),
    "an array ends behind all addresses" -> Seq("layouts.base" -> (far - 4095)),
    "the base is null" -> Seq("use" -> 1, "address" -> 0),
    "the base lies at no word" -> Seq("use" -> 1, "address" -> 65537),
    "the image would end behind all addresses" -> Seq("use" -> 1, "address" -> (far - 8)),
    "a registry that no table has" -> Seq("use" -> 1, "registry" -> (BigInt(1) << 31))
  )
  for (
    (kind, all) <- Seq(
      "serialization" -> serialize.map { case (name, change) => name -> Seq(change) },
      "deserialization" -> deserialize
    ); (name, changes) <- all
  ) check(s"no unit gets a request for a $kind whose areas break the rules: $name") {
    s.set("enabledUnits", 8)
    val good = fields("use" -> (if (kind == "serialization") 0 else 1), "tag" -> 2)
    s.push(s"${kind}s", Seq(good ++ changes + ("tag" -> 1), good))
    finish("completions", 1)
    val refused = s.pull("completions").head
    assertEquals((refused("tag").toInt, refused("result.status").toInt), (1, 8))
    assertEquals(refused("deserialize").toInt, if (kind == "serialization") 0 else 1)
    finish(if (kind == "serialization") "toSerializer0" else "toDeserializer0", 1)
  }

  check("areas may touch, be empty, and end with the last address; the base has a meaning for images in use only") {
    s.set("enabledUnits", 8)
    s.push("serializations", Seq(fields("area.bytes" -> 0, "area.base" -> 4096)))
    finish("toSerializer0", 1)
    s.push("deserializations", Seq(fields("address" -> 3, "registry" -> 99, "area.base" -> (far - 4096))))
    finish("toDeserializer0", 1)
    assertEquals(s.pull("completions"), Nil)
  }
}
