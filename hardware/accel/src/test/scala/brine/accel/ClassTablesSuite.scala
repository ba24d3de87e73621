package brine.accel

import scala.util.Random

/** The class tables against a map. */
class ClassTablesSuite extends SimulationSuite(new ComponentsTop(ComponentsTop.parameters)) {
  private val capacity = ComponentsTop.parameters.classes
  private var registered = 0

  override def prepare(): Unit = registered = 0

  private def register(classes: Seq[(Int, Int, Long)]): Seq[Boolean] = {
    s.push(
      "register",
      classes.map { case (registry, number, klass) =>
        Map[String, BigInt]("registry" -> registry, "number" -> number, "klass" -> klass)
      }
    )
    registered += classes.size
    finish("refused", registered)
    pulled("refused").map(_ == BigInt(0))
  }

  private def numbers(keys: Seq[(Int, Long)]): Seq[Option[Int]] = {
    s.push(
      "klassLookup",
      keys.map { case (registry, klass) => Map[String, BigInt]("registry" -> registry, "klass" -> klass) }
    )
    asked += keys.size
    finish("klassAnswer", asked)
    s.pull("klassAnswer").map(a => if (a("found") == BigInt(1)) Some(a("number").toInt) else None)
  }
  private var asked = 0

  check("each class is found by its pointer, and its pointer by its number, until the tables are full") {
    asked = 0
    val random = new Random(1)
    val klasses = random.shuffle((1 to 3 * capacity).toVector).take(capacity + 1).map(_ * 32L + (5L << 30))
    val all = klasses.take(capacity).zipWithIndex.map { case (klass, n) => (0, n, klass) }
    assertEquals(register(all), all.map(_ => true))
    assertEquals(numbers(klasses.map(0 -> _)), klasses.indices.map(n => if (n < capacity) Some(n) else None))
    s.push("classLookup", klasses.indices.take(capacity).map(n => Map("value" -> BigInt(n))))
    finish("classAnswer", capacity)
    assertEquals(pulled("classAnswer", "klass"), klasses.take(capacity).map(BigInt(_)))
    assertEquals(register(Seq((0, capacity - 1, klasses.last))), Seq(false), "its place is another's")
    assertEquals(register(Seq((1, 0, klasses(1)))), Seq(false), "the table of pointers is full")
    assertEquals(register(Seq((0, 7, klasses(7)))), Seq(true), "it is there already")
  }

  check("a number that nothing was registered for is not found") {
    asked = 0
    register(Seq((0, 3, 64L)))
    s.push("classLookup", Seq(2, 3).map(n => Map("value" -> BigInt(n))))
    finish("classAnswer", 2)
    assertEquals(pulled("classAnswer", "found").map(_.toInt), Seq(0, 1))
    assertEquals(numbers(Seq(0 -> 64L, 0 -> 96L, 8 -> 64L)), Seq(Some(3), None, None))
  }

  check("a class has its own number in each registry, and one number in a registry") {
    asked = 0
    assertEquals(
      register(Seq((0, 3, 64L), (8, 5, 64L), (8, 6, 96L), (8, 5, 128L), (8, 7, 64L), (capacity - 1, 1, 64L))),
      Seq(true, true, true, false, false, false)
    )
    assertEquals(numbers(Seq(0 -> 64L, 8 -> 64L, 8 -> 96L, 8 -> 128L)), Seq(Some(3), Some(5), Some(6), None))
  }
}
