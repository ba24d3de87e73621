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

  /** The klass pointers of classes by registry and number; once in a test. */
  private def klasses(keys: Seq[(Int, Int)]): Seq[Option[Long]] = {
    s.push(
      "classLookup",
      keys.map { case (registry, number) => Map[String, BigInt]("registry" -> registry, "number" -> number) }
    )
    finish("classAnswer", keys.size)
    s.pull("classAnswer").map(a => if (a("found") == BigInt(1)) Some(a("klass").toLong) else None)
  }

  check("each class is found by its pointer, and its pointer by its number, until the tables are full") {
    asked = 0
    val random = new Random(1)
    val addresses = random.shuffle((1 to 3 * capacity).toVector).take(capacity + 1).map(_ * 32L + (5L << 30))
    val all = addresses.take(capacity).zipWithIndex.map { case (klass, n) => (0, n, klass) }
    assertEquals(register(all), all.map(_ => true))
    assertEquals(numbers(addresses.map(0 -> _)), addresses.indices.map(n => if (n < capacity) Some(n) else None))
    assertEquals(klasses((0 until capacity).map(0 -> _)), addresses.take(capacity).map(Some(_)))
    assertEquals(register(Seq((0, capacity - 1, addresses.last))), Seq(false), "its place has another class")
    assertEquals(register(Seq((1, 0, addresses(1)))), Seq(false), "its place is another registry's")
    assertEquals(register(Seq((0, 7, addresses(7)))), Seq(true), "it is there already")
  }

  check("a number that nothing was registered for is not found") {
    asked = 0
    register(Seq((0, 3, 64L)))
    assertEquals(klasses(Seq(0 -> 2, 0 -> 3)), Seq(None, Some(64L)))
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

  check("random registrations and lookups in registries that overlap do as a map does") {
    asked = 0
    val random = new Random(2)
    val bases = Seq(0, 1, 5, capacity / 2, capacity - 3)
    val wanted = scala.collection.mutable.Map.empty[Int, (Int, Int, Long)] // by place
    for (_ <- 0 until 300) {
      val (registry, klass) = (bases(random.nextInt(bases.size)), 32L * (1 + random.nextInt(40)))
      val number = random.nextInt(if (random.nextInt(3) == 0) capacity else 12)
      val isFree = registry + number < capacity &&
        wanted.get(registry + number).forall(_ == ((registry, number, klass))) &&
        wanted.values.forall(c => c._1 != registry || c._3 != klass || c._2 == number)
      assertEquals(register(Seq((registry, number, klass))), Seq(isFree), s"$klass as $number of $registry")
      if (isFree) wanted(registry + number) = (registry, number, klass)
    }
    // Each number of each registry, and of registries that do not exist.
    val keys = for (registry <- bases ++ Seq(2, capacity / 2 - 1, capacity - 1); n <- 0 until capacity)
      yield registry -> n
    assertEquals(
      klasses(keys),
      keys.map { case (registry, n) => wanted.get(registry + n).filter(_._1 == registry).map(_._3) }
    )
    for (registry <- bases) {
      val own = wanted.values.filter(_._1 == registry).map(c => c._3 -> c._2).toMap
      val all = (1 to 40).map(32L * _)
      assertEquals(numbers(all.map(registry -> _)), all.map(own.get))
    }
  }
}
