package brine.checks

import java.nio.file.Files
import munit.FunSuite
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.testkit.{Laws, Patient, Temporary}
import zoo.*

/** Types whose subclasses are defined elsewhere: by whom a subclass may be written, and by whom read. */
class OpenTypesSuite extends FunSuite, RoundTrips, Patient, Temporary:
  def formats: List[PickleFormat] = AllFormats.all

  override def subtypes: Subtypes = all

  private val all = Subtypes(
    Subtype[Dog],
    Subtype[Parrot],
    Subtype[Keeper],
    Subtype[Nobody.type],
    Subtype[Stone](using summon, Stones.pickler)
  )

  private def options(
      subtypes: Subtypes = all,
      sharing: Sharing = Sharing.Tracked,
      depth: Int = Limits.Default.emittedDepth
  ) =
    PickleOptions(subtypes = subtypes, sharing = sharing, limits = Limits(emittedDepth = depth))

  test("each object comes back by its class's pickler"):
    val cage = Cage("a", Dog("Rex", 3))
    there(cage)(back => assertEquals(back, cage))
    val zoo = Zoo(
      List(Dog("Rex", 3), Parrot("Ara", Vector("hello")), null, Nobody, Stone(7)),
      Map("x" -> Dog("y", 1)),
      Some(Nobody)
    )
    there(zoo)(back => assertEquals(back, zoo))
    there(zoo)(back => assert(back.animals(3) eq Nobody))
    there[Animal](Dog("Rex", 3))(back => assertEquals(back, Dog("Rex", 3)))

  test("in JSON its class is its `$type`"):
    def json[A: Pickler](value: A) = new String(Laws.write(value, JsonFormat, options()))
    assertEquals(
      json(Cage("a", Dog("Rex", 3))),
      """{"name":"a","animal":{"$type":"brine.checks.zoo.Dog","name":"Rex","age":3}}"""
    )
    assertEquals(json[Animal](Nobody), """{"$type":"brine.checks.zoo.Nobody"}""")
    assertEquals(json[Animal](Stone(7)), """{"$type":"brine.checks.zoo.Stone","$value":7}""")
    val named = options(Subtypes(Subtype[Dog].named("dog")))
    assertEquals(
      new String(Laws.write[Animal](Dog("Rex", 3), JsonFormat, named)),
      """{"$type":"dog","name":"Rex","age":3}"""
    )
    assertEquals(
      Laws.read[Animal]("""{"$type":"dog","name":"Rex","age":3}""".getBytes, JsonFormat, named),
      Dog("Rex", 3)
    )

  test("objects keep their identity, and cycles through an open type come back"):
    val anna = new Keeper("Anna", null, Nil)
    anna.friend = new Keeper("Ben", anna, List(anna, Dog("Rex", 3)))
    there[Animal](anna) { back =>
      val keeper = back.asInstanceOf[Keeper]
      val friend = keeper.friend.asInstanceOf[Keeper]
      assertEquals((keeper.name, friend.name), ("Anna", "Ben"))
      assert(friend.friend eq keeper)
      assert(friend.charges.head eq keeper)
      assertEquals(friend.charges(1), Dog("Rex", 3))
    }
    val cage = Cage("c", anna)
    anna.charges = List(anna, anna.friend)
    anna.home = cage
    there(cage) { back =>
      assert(back.animal.asInstanceOf[Keeper].home eq back, "an immutable object in a cycle through an open type")
    }

  test("an object that several places share stays one, though its class alone would not keep its identity"):
    val rex = Dog("Rex", 3)
    there(List[Animal](rex, rex, Dog("Rex", 3))) { back =>
      assert((back(0) eq back(1)) && (back(0) ne back(2)))
      assertEquals(back, List[Animal](rex, rex, rex))
    }
    val stone = Stone(7)
    there(Zoo(List(rex, Nobody, stone), Map("rex" -> rex, "stone" -> stone), Some(rex))) { back =>
      assert((back.animals.head eq back.byName("rex")) && (back.animals.head eq back.star.get))
      assert(back.animals(2) eq back.byName("stone"))
    }

  test("writing needs no list: a class that derives a pickler is known by it"):
    for format <- formats do
      val bytes = Laws.write(Cage("a", Dog("Rex", 3)), format)
      assertEquals(Laws.read[Cage](bytes, format, options()), Cage("a", Dog("Rex", 3)))

  test("a class without a separate pickler is refused by its name"):
    for format <- formats; depth <- List(512, 0) do
      val e =
        intercept[PickleException.UnexpectedClass](Laws.write(Cage("a", Ghost("boo")), format, options(depth = depth)))
      assert(e.getMessage.contains("$.animal"), e.getMessage)
      assert(
        e.getMessage.contains(
          "the pickler of Animal met a brine.checks.zoo.Ghost: it has no pickler of its own. Add `derives Pickler` " +
            "to it"
        ),
        e.getMessage
      )

  test("a read makes objects of those classes only that it names"):
    for format <- formats do
      val bytes = Laws.write(Cage("a", Dog("Rex", 3)), format)
      for subtypes <- List(Subtypes.none, Subtypes(Subtype[Parrot])); depth <- List(512, 0) do
        val e =
          intercept[PickleException.UnknownSubtype](Laws.read[Cage](bytes, format, options(subtypes, depth = depth)))
        assert(e.getMessage.contains("the pickle has a 'brine.checks.zoo.Dog' where Animal is declared"), e.getMessage)

  test("nothing is loaded because a pickle names it"):
    for name <- List("java.lang.Thread", "brine.checks.zoo.Bomb", "", "../x", "brine.checks.zoo.Dog$") do
      intercept[PickleException.UnknownSubtype](Laws.read[Animal](
        s"""{"$$type":"$name"}""".getBytes,
        JsonFormat,
        options()
      ))
    assert(!Fuse.isBurnt)

  test("an allowed class at a place of another type is refused"):
    val subtypes = all + Subtype[Plough]
    val text = """{"name":"a","animal":{"$type":"brine.checks.zoo.Plough","width":3}}"""
    for depth <- List(512, 0) do
      val e = intercept[PickleException.WrongType](Laws.read[Cage](
        text.getBytes,
        JsonFormat,
        options(subtypes, depth = depth)
      ))
      assert(e.getMessage.contains("expected Animal, found a brine.checks.zoo.Plough"), e.getMessage)

  test("each subclass has a separate fingerprint"):
    for format <- List(BinaryFormat, BinaryFormat.Bare) do
      val bytes = Laws.write[Animal](Dog("Rex", 3), format)
      val other = Subtypes(Subtype[Parrot].named("brine.checks.zoo.Dog"))
      val e = intercept[PickleException.OtherShape](Laws.read[Animal](bytes, format, options(other)))
      assert(e.getMessage.contains("brine.checks.zoo.Dog here has fingerprint"), e.getMessage)

  test("its name goes out once a pickle"):
    def size(animals: Animal*) = Laws.write[List[Animal]](animals.toList, BinaryFormat).length
    assertEquals(size(Dog("a", 1), Dog("b", 2)) - size(Dog("a", 1)), 5) // marker, number, string of two bytes, age

  test("forged texts"):
    for
      text <- List(
        """{"name":"a"}""",
        """{"$type":"brine.checks.zoo.Nobody","x":1}""",
        """{"$type":"brine.checks.zoo.Stone"}""",
        """{"$type":7}""",
        """{"$type":null}""",
        "7",
        "\"brine.checks.zoo.Nobody\"",
        """{"$ref":1}""",
        """{"$type":"brine.checks.zoo.Dog","$type":"brine.checks.zoo.Dog","name":"x","age":1}""",
        """{"name":"x","age":1,"$type":"brine.checks.zoo.Dog"}""",
        """{"$type":"brine.checks.zoo.Stone","$value":7,"$value":8}"""
      )
      depth <- List(512, 0)
    do intercept[PickleException](Laws.read[Animal](text.getBytes, JsonFormat, options(depth = depth)))

  test("truncated and flipped bytes"):
    val bytes = Laws.write(Zoo(List(Dog("Rex", 3), Dog("R", 1), Nobody), Map.empty, None), BinaryFormat.Bare, options())
    for end <- 0 until bytes.length do
      intercept[PickleException](Laws.read[Zoo](bytes.take(end), BinaryFormat.Bare, options()))
    for i <- bytes.indices; bit <- 0 until 8 do
      val flipped = bytes.clone()
      flipped(i) = (flipped(i) ^ 1 << bit).toByte
      try Laws.read[Zoo](flipped, BinaryFormat.Bare, options()).animals.foreach(_.toString)
      catch case _: PickleException => ()

  test("a pickler for all of them, and a more specific one, which wins"):
    import brine.combine.imap
    val shouted = Pickler[String].imap(text => Dog(text.stripSuffix("!"), 0))(_.name + "!")
    val o = options(all + Subtype[Dog](using summon, shouted))
    val animals = List[Animal](Dog("Rex", 3), Parrot("Ara", Vector.empty))
    val text = new String(Laws.write(animals, JsonFormat, o))
    assert(
      text.startsWith(
        """[{"$type":"brine.checks.zoo.Dog","$value":"Rex!"},{"$type":"brine.checks.zoo.Parrot","name""""
      ),
      text
    )
    for format <- formats; depth <- List(512, 0) do
      val o2 = o.copy(limits = Limits(emittedDepth = depth))
      assertEquals(
        Laws.read[List[Animal]](Laws.write(animals, format, o2), format, o2),
        List(Dog("Rex", 0), animals(1))
      )
    // If the static type determines the class, the pickler of that very type is taken: picklers are invariant.
    assertEquals(new String(Laws.write(Dog("Rex", 3), JsonFormat)), """{"name":"Rex","age":3}""")
    assertEquals(
      new String(Laws.write[Animal](Dog("Rex", 3), JsonFormat)),
      """{"$type":"brine.checks.zoo.Dog","name":"Rex","age":3}"""
    )

  test("all objects that lead to an open type keep their identity, by any number of steps"):
    def isTracked[A: Pickler]: Boolean = Pickler[A].shape.asInstanceOf[brine.shape.Shape.Product].isTracked
    assert(isTracked[Cage] && isTracked[Tour] && isTracked[Route] && isTracked[Stop])
    assert(!isTracked[Dog])
    val keeper = new Keeper("Anna", null, Nil)
    val tour = Tour(Route(Some(Stop(None, keeper))))
    keeper.tour = tour
    there(tour)(back => assert(back.route.stop.get.animal.asInstanceOf[Keeper].tour eq back))

  test("a number may represent any class"):
    given Pickler[Any] = Pickler.open
    val numbers = PickleOptions(subtypes = Subtypes(Subtype[Int], Subtype[String], Subtype[Dog]))
    val all = List[Any](1, "x", Dog("Rex", 3), null)
    for format <- formats do assertEquals(Laws.read[List[Any]](Laws.write(all, format, numbers), format, numbers), all)

  test("what may be named"):
    assertEquals(all.names.length, 5)
    intercept[IllegalArgumentException](Subtypes(Subtype[Dog], Subtype[Parrot].named("brine.checks.zoo.Dog")))
    assertEquals(Subtypes(Subtype[Family]).names, List("brine.checks.zoo.Child"))
    val e = intercept[IllegalArgumentException](Subtype[Animal])
    assert(e.getMessage.contains("are unknown here; name each class"), e.getMessage)

  test("an index that a build wrote"):
    val folder = newFolder()
    val file = folder.resolve(Subtypes.IndexFile)
    def indexed(lines: String): Subtypes =
      Files.createDirectories(file.getParent)
      Files.writeString(file, lines)
      Subtypes.indexed(new java.net.URLClassLoader(Array(folder.toUri.toURL), getClass.getClassLoader))
    assertEquals(
      indexed(
        "# of this module\nbrine.checks.zoo.Dog\n\nbrine.checks.zoo.Nobody # an object\nbrine.checks.zoo.Dog\n"
      ).names,
      List("brine.checks.zoo.Dog", "brine.checks.zoo.Nobody")
    )
    assert(intercept[IllegalArgumentException](indexed("brine.checks.zoo.Ghost")).getMessage.contains(
      "which does not derive a pickler: add `derives Pickler` to it"
    ))
    assert(intercept[IllegalArgumentException](indexed("brine.checks.zoo.None")).getMessage.contains(
      "and the class path lacks it"
    ))

  test("a long chain through an open type"):
    var chain: Keeper = null
    for i <- 1 to 100_000 do chain = new Keeper(s"k$i", chain, Nil)
    for format <- formats do
      var back = Laws.read[Animal](Laws.write[Animal](chain, format), format, options()).asInstanceOf[Keeper]
      var length = 0
      while back != null do
        length += 1
        back = back.friend.asInstanceOf[Keeper]
      assertEquals(length, 100_000)
