package brine.checks.runtime

import scala.reflect.ClassTag
import org.scalacheck.{Arbitrary, Gen}
import org.scalacheck.Prop.forAll
import brine.*
import brine.binary.BinaryFormat
import brine.checks.AllFormats
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers, UnfitClassException}
import brine.shape.Shape
import brine.testkit.{Laws, Patient, PicklerLaws}
import brine.testkit.corpus.{Address, Awkward, Opening}

/** Picklers that are made at run time, from class files. */
class RuntimePicklersSuite extends PicklerLaws, Patient:
  override def scalaCheckTestParameters = super.scalaCheckTestParameters.withMinSuccessfulTests(25)
  override def formats: List[PickleFormat] = AllFormats.all

  private val allowed = AllowList(
    classOf[Customer],
    classOf[Line],
    classOf[Order],
    classOf[Matrix],
    classOf[Box[?]],
    classOf[Boxes],
    classOf[Days],
    classOf[Either2],
    classOf[Friend],
    classOf[Account],
    classOf[Person],
    classOf[Shouting],
    classOf[Mixed],
    classOf[Defaults],
    classOf[Secret],
    classOf[Lost],
    Only.getClass,
    classOf[Circle],
    classOf[Square],
    classOf[Drawing],
    classOf[Outer#Inner],
    classOf[Ledger],
    classOf[Opening],
    classOf[Address],
    classOf[Address.OfFirm],
    classOf[Amount],
    classOf[Counter],
    classOf[Lazily],
    classOf[Stamp],
    classOf[Fixed],
    classOf[Numbered],
    classOf[Ticket],
    classOf[Tickets],
    classOf[Days2],
    classOf[Awkward.Basket],
    classOf[Awkward.Range],
    classOf[Awkward.Tree],
    classOf[Awkward.Fluent],
    classOf[Awkward.Shadow],
    classOf[Awkward.Checked],
    classOf[Awkward.Swapped],
    classOf[Awkward.SubCustom],
    classOf[Awkward.Reset],
    classOf[java.util.ArrayList[?]],
    classOf[List[?]]
  )
  private val interpreted = RuntimePicklers(allowed, compileAfter = Int.MaxValue)
  private val compiled = RuntimePicklers(allowed, compileAfter = 1)

  private val customer: Gen[Customer] =
    for
      name <- Gen.oneOf(Gen.alphaStr, Gen.const(null: String))
      age <- Gen.choose(Int.MinValue, Int.MaxValue)
      balance <- Gen.choose(-1e9, 1e9)
      isActive <- Gen.oneOf(true, false)
      initial <- Gen.alphaChar
    yield Customer(name, age, balance, isActive, initial)
  private val line: Gen[Line] =
    for
      article <- Gen.alphaStr
      count <- Gen.choose(Short.MinValue, Short.MaxValue)
      price <- Gen.choose(-1000, 1000).map(BigDecimal(_) / 8)
      kind <- Gen.choose(Byte.MinValue, Byte.MaxValue)
    yield Line(article, count, price, count / 4f, kind)
  private val order: Gen[Order] =
    for
      id <- Gen.long
      c <- Gen.oneOf(customer, Gen.const(null))
      lines <- Gen.listOf(line)
      note <- Gen.option(Gen.alphaStr)
      tags <- Gen.listOf(Gen.alphaStr).map(_.toSet)
      rates <- Gen.mapOf(Gen.zip(Gen.alphaStr, customer))
    yield Order(id, c, lines, note, tags, rates)
  private val matrix: Gen[Matrix] =
    for rows <- Gen.listOf(Gen.listOf(Gen.double).map(_.toArray)); names <- Gen.listOf(Gen.alphaStr)
    yield Matrix(rows.toArray, names.toArray, rows.map(_.nonEmpty).toArray)
  private val boxes: Gen[Boxes] =
    for a <- Gen.alphaStr; b <- customer; more <- Gen.listOf(customer)
    yield Boxes(Box(a, Vector(a, null)), Box(b, more.toVector))
  private val days: Gen[Days] =
    for
      day <- Gen.oneOf(java.time.DayOfWeek.values.toList);
      unit <- Gen.oneOf(java.util.concurrent.TimeUnit.values.toList); n <- Gen.choose(0L, 1L << 40)
    yield Days(day, unit, java.time.Instant.ofEpochSecond(n))
  private val either: Gen[Either2] =
    for c <- customer; text <- Gen.alphaStr; isLeft <- Gen.oneOf(true, false)
    yield Either2(if isLeft then Left(text) else Right(c), (text, c))
  private val friends: Gen[Friend] =
    for n <- Gen.choose(1, 5); links <- Gen.listOf(Gen.zip(Gen.choose(0, 4), Gen.choose(0, 4)))
    yield
      val all = List.tabulate(n)(i => new Friend(s"f$i", Nil, i))
      for (a, b) <- links do all(a % n).friends ::= all(b % n)
      all.head.friends ++= all
      all.head

  /** Interpreted and compiled picklers write the bytes of the macro's, and read them. */
  private def agrees[A: ClassTag](name: String, gen: Gen[A], byMacro: Pickler[A]): Unit =
    given Arbitrary[A] = Arbitrary(gen)
    obeysLaws(s"$name, interpreted", gen)(using interpreted.pickler[A])
    obeysLaws(s"$name, compiled", gen)(using compiled.pickler[A])
    property(s"$name: the same bytes as by the macro") {
      forAll { (value: A) =>
        for format <- formats; sharing <- List(Sharing.Tracked, Sharing.All) do
          val options = PickleOptions(sharing = sharing)
          val expected = Laws.write(value, format, options)(using byMacro)
          for pickler <- List(interpreted.pickler[A], compiled.pickler[A]) do
            assertEquals(Laws.hex(Laws.write(value, format, options)(using pickler)), Laws.hex(expected))
            Laws.assertSame(Laws.read(expected, format, options)(using pickler), value, options)(using byMacro)
        assert(RuntimePicklers.hasCode(compiled.pickler[A]) && !RuntimePicklers.hasCode(interpreted.pickler[A]))
      }
    }
    test(s"$name: the same shape as by the macro") {
      assertEquals(interpreted.pickler[A].shape.describe, byMacro.shape.describe)
      assertEquals(interpreted.pickler[A].shape.fingerprint, byMacro.shape.fingerprint)
    }

  agrees("Customer", customer, ByMacro.customer)
  agrees("Order", order, ByMacro.order)
  agrees("Matrix", matrix, ByMacro.matrix)
  agrees("Boxes", boxes, ByMacro.boxes)
  agrees("Days", days, ByMacro.days)
  agrees("Either2", either, ByMacro.either)
  agrees("Friend", friends, ByMacro.friend)
  agrees(
    "Mixed",
    Gen.choose(0, 9).map { n =>
      val m = new Mixed(n)
      m.count = n * 2
      m.mark = s"m$n"
      m.own = null
      m
    },
    ByMacro.mixed
  )
  agrees("Defaults", Gen.alphaStr.map(Defaults(_)), ByMacro.defaults)

  private def there[A: ClassTag](value: A)(verify: A => Unit): Unit =
    for
      runtime <- List(interpreted, compiled); format <- formats; depth <- List(512, 0);
      sharing <- List(Sharing.Tracked, Sharing.All)
      subtypes <- List(runtime.subtypes, runtime.subtypes.numberedBy(runtime.subtypes.names))
    do
      val options = PickleOptions(sharing = sharing, limits = Limits(emittedDepth = depth), subtypes = subtypes)
      given Pickler[A] = runtime.pickler[A]
      for _ <- 1 to 3 do verify(Laws.read[A](Laws.write(value, format, options), format, options))

  test("private variables, and parameters that are not `val`s, which macros cannot see") {
    val account = new Account("Jim")
    account.balance = 5
    account.add("x")
    account.cache = "changed"
    there(account) { back =>
      assertEquals((back.owner, back.balance, back.label, back.all, back.length), ("Jim", 5L, "JIM", Seq("x"), 3))
      assertEquals(back.cache, "cached")
    }
    there(new Secret(17))(back => assert(back.check(17)))
  }

  test("fields of superclasses") {
    val person = new Person("Jim", 5)
    person.nick = "J"
    person.mood = "bad"
    there(person)(back => assertEquals((back.name, back.age, back.nick, back.mood), ("Jim", 5, "J", "bad")))
  }

  test("records") {
    val opening = new Opening(brine.testkit.corpus.Weekday.FRIDAY, 9, 17, java.util.List.of("a"))
    there(opening)(back => assertEquals(back, opening))
  }

  test("a class of Java's, with a map to others and a subclass") {
    val home = new Address("High Street", 7)
    val firm = new Address.OfFirm("Brine", "Low Street", 8)
    home.getFloors.add(1)
    home.getFloors.add(null)
    home.setVisits(9)
    firm.getNeighbours.put("home", home)
    firm.getNeighbours.put("again", home)
    home.getNeighbours.put("self", home)
    there(firm) { back =>
      assertEquals((back.getFirm, back.getStreet, back.getNumber), ("Brine", "Low Street", 8))
      val found = back.getNeighbours.get("home")
      assertEquals((found.getStreet, found.getFloors, found.getVisits), ("High Street", home.getFloors, 3))
      assert((back.getNeighbours.get("again") eq found) && (found.getNeighbours.get("self") eq found))
    }
  }

  test("two threads make and use one pickler") {
    val runtime = RuntimePicklers(allowed, compileAfter = 5)
    val orders = List.fill(200)(order.sample).flatten
    val failures = java.util.concurrent.ConcurrentLinkedQueue[Throwable]()
    val work: Runnable = () =>
      try
        given Pickler[Order] = runtime.pickler[Order]
        for o <- orders do Laws.roundTrip(o, BinaryFormat)
      catch case e: Throwable => { val ignored = failures.add(e) }
    val threads = List.fill(2)(new Thread(work))
    threads.foreach(_.start())
    threads.foreach(_.join())
    assert(failures.isEmpty, failures)
  }

  test("an object comes back as itself")(there[Only.type](Only)(back => assert(back eq Only)))

  test("open types and anything") {
    val circle = Circle(1.5)
    val all = List[Any](
      1,
      2L,
      1.5,
      2.5f,
      'c',
      true,
      1.toByte,
      2.toShort,
      "text",
      (),
      null,
      None,
      Some(circle),
      List(1, "a", Nil),
      Vector(1),
      Map("a" -> 1),
      Map(1 -> 2, 2 -> 3, 3 -> 4, 4 -> 5, 5 -> 6),
      Set(1),
      Set(1, 2, 3, 4, 5),
      BigInt(7),
      BigDecimal(7),
      java.time.LocalDate.EPOCH,
      (1, "b"),
      Left(1),
      Right("r"),
      scala.collection.mutable.ArrayBuffer(1, circle),
      new java.util.ArrayList(java.util.List.of("x", circle)),
      new java.util.UUID(1, 2),
      1 to 3,
      Square(3),
      Only,
      circle,
      java.time.ZoneId.of("Europe/Zurich"),
      scala.collection.immutable.ListMap(1 -> circle),
      scala.collection.immutable.Queue(1),
      scala.collection.immutable.ArraySeq(1, 2)
    )
    there(Drawing(List(circle, Square(2), null, circle), circle, all)) { back =>
      assertEquals(back, Drawing(List(circle, Square(2), null, circle), circle, all))
      assert(back.front eq back.shapes.head)
    }
  }

  test("arrays come back as arrays of the same class") {
    val arrays = List[AnyRef](
      Array(1, 2),
      Array("a", null),
      Array(Circle(1)),
      Array(Array(1), null),
      Array[Any](1, "x"),
      Array[Object]()
    )
    for array <- arrays do
      there(Drawing(Nil, null, array)) { back =>
        assertEquals(back.anything.getClass: Any, array.getClass: Any)
        def bytes(array: Any) =
          Laws.write(Drawing(Nil, null, array), BinaryFormat, PickleOptions(subtypes = compiled.subtypes))(using
          compiled.pickler[Drawing])
        assertEquals(Laws.hex(bytes(back.anything)), Laws.hex(bytes(array)))
      }
  }

  test("an object of Object itself is refused, with a cure, also if the list names Object") {
    for list <- List(AllowList(classOf[Drawing]), AllowList(classOf[Drawing], classOf[Object])) do
      val runtime = RuntimePicklers(list)
      given Pickler[Drawing] = runtime.pickler[Drawing]
      val e = intercept[PickleException.UnexpectedClass](
        Laws.write(Drawing(Nil, null, new Object), BinaryFormat, PickleOptions(subtypes = runtime.subtypes))
      )
      assertEquals(
        e.getMessage,
        "at $.anything: the pickler of Object met a java.lang.Object: its pickler writes objects of its subclasses " +
          "only. Put such " +
          "an object or null there, or give it a pickler that is not open"
      )
  }

  test("a pickle that names an open class of the list as the class of an object is refused") {
    val runtime = RuntimePicklers(AllowList(classOf[Drawing], classOf[Object], classOf[Shape]))
    given Pickler[Drawing] = runtime.pickler[Drawing]
    for name <- List("java.lang.Object", classOf[Shape].getName) do
      val nested = s"""{"$$type":"$name","$$value":""" * 20000 + "null" + "}" * 20000
      val e = intercept[PickleException.WrongType](
        Laws.read[Drawing](
          s"""{"shapes":[],"front":null,"anything":$nested}""".getBytes,
          JsonFormat,
          PickleOptions(subtypes = runtime.subtypes)
        )
      )
      assertEquals(e.reason, s"expected Object, found an object of $name itself, which is open")
  }

  test("a collection of anything that holds itself") {
    val buffer = scala.collection.mutable.ArrayBuffer[Any](1)
    buffer += buffer
    val list = new java.util.ArrayList[Any]
    list.add(List(buffer, list))
    there(Drawing(Nil, null, List(buffer, list))) { back =>
      val List(b: scala.collection.mutable.ArrayBuffer[?], l: java.util.ArrayList[?]) = back.anything: @unchecked
      assert(b(1).asInstanceOf[AnyRef] eq b)
      assert(l.get(0).asInstanceOf[List[Any]](0).asInstanceOf[AnyRef] eq b)
      assert(l.get(0).asInstanceOf[List[Any]](1).asInstanceOf[AnyRef] eq l)
    }
  }

  test("a class that is not on the list is refused: when the pickler is made, or when an object is met") {
    val narrow = RuntimePicklers(AllowList(classOf[Order], classOf[Drawing]))
    val e = intercept[UnfitClassException](narrow.pickler[Order])
    assertEquals(
      e.getMessage,
      """no runtime pickler for brine.checks.runtime.Order:
        |  not on the list of classes that may be pickled at run time:
        |    brine.checks.runtime.Customer, at Order.customer, Order.rates
        |    brine.checks.runtime.Line, at Order.lines
        |  Add them to it: classOf[brine.checks.runtime.Customer], classOf[brine.checks.runtime.Line].""".stripMargin
    )
    val out = PickleOptions(subtypes = compiled.subtypes)
    val bytes = Laws.write(Drawing(Nil, Circle(1), 1), BinaryFormat, out)(using compiled.pickler[Drawing])
    val met = intercept[PickleException.UnexpectedClass](
      Laws.write(Drawing(Nil, Secretive("x"), 1), BinaryFormat, out)(using compiled.pickler[Drawing])
    )
    assert(met.getMessage.contains("brine.checks.runtime.Secretive"), met.getMessage)
    intercept[PickleException.UnknownSubtype](
      Laws.read(bytes, BinaryFormat, PickleOptions(subtypes = narrow.subtypes))(using narrow.pickler[Drawing])
    )
  }

  test("classes that cannot be rebuilt are refused with the reason") {
    def refusal[A: ClassTag]: String = intercept[UnfitClassException](compiled.pickler[A]).getMessage
    assert(
      refusal[Lost].contains("(seed: int) changes a parameter, or does not keep every parameter in a field"),
      refusal[Lost]
    )
    assert(refusal[Shouting].contains("(name: String) changes a parameter"), refusal[Shouting])
    assert(refusal[Outer#Inner].contains("belong to one of another class"), refusal[Outer#Inner])
  }

  agrees(
    "Stamp",
    Gen.choose(0, 9).map { n =>
      val s = new Stamp(n)
      s.times = n
      s
    },
    ByMacro.stamp
  )
  agrees(
    "Lazily",
    Gen.choose(0, 9).map { n =>
      val l = new Lazily(n)
      if n % 2 == 0 then assert(l.twice == n * 2)
      l
    },
    ByMacro.lazily
  )

  test("a lazy value that was computed is computed anew") {
    val l = new Lazily(4)
    assertEquals(l.twice, 8)
    there(l)(back => assertEquals(back.twice, 8))
  }

  test("of several constructors, the one whose code keeps its parameters") {
    there(new Amount(1, "CHF"))(back => assertEquals((back.cents, back.currency), (1L, "CHF")))
    val counter = new Counter(3, 2)
    there(counter)(back => assertEquals((back.start, back.now), (3, 20)))
    there(new Awkward.Swapped(1, 2L))(back => assertEquals(back, new Awkward.Swapped(1, 2L)))
    there(new Numbered(Double.NaN, 1))(back => assert(back.d.isNaN && back.e == 1))
  }

  test("fields are read, not methods of their names; and each by its own class") {
    there(Awkward.Fluent.of("jim", 5))(back => assertEquals(back.toString, "jim/5"))
    val shadow = new Awkward.Shadow
    shadow.x = 1
    (shadow: Awkward.Base).x = 2
    there(shadow)(back => assertEquals((back.x, (back: Awkward.Base).x), (1, 2)))
  }

  test("a parameter that a constructor keeps only sometimes is assigned, too") {
    val checked = new Awkward.Checked("a", 11)
    checked.setLevel(3)
    there(checked)(back => assertEquals(back.toString, "a/3"))
  }

  test("an object that could come back as another is refused when the pickler is made") {
    def refusal[A: ClassTag]: String = intercept[UnfitClassException](compiled.pickler[A]).getMessage
    assert(
      refusal[Awkward.Basket].contains("its field 'items' is final, and no constructor that could rebuild it takes it"),
      refusal[Awkward.Basket]
    )
    assert(refusal[Awkward.Range].contains("is final, and no constructor"), refusal[Awkward.Range])
    assert(refusal[Awkward.Tree].contains("does not keep every parameter"), refusal[Awkward.Tree])
    assert(refusal[Awkward.Reset].contains("does not keep every parameter"), refusal[Awkward.Reset])
    assert(refusal[Fixed].contains("does not keep every parameter"), refusal[Fixed])
    assert(refusal[Awkward.SubCustom].contains("readObject"), refusal[Awkward.SubCustom])
    assert(refusal[Days2].contains("the enum of its elements is unknown here; declare it"), refusal[Days2])
    val e = intercept[IllegalArgumentException](RuntimePicklers(AllowList(classOf[Cell], Cell.getClass)))
    assert(e.getMessage.contains("both named brine.checks.runtime.Cell"), e.getMessage)
    assertEquals(
      Laws.read(Laws.write(7, BinaryFormat)(using compiled.pickler[Int]), BinaryFormat)(using compiled.pickler[Int]),
      7
    )
  }

  test("names of arrays are looked up once, however long") {
    given Pickler[Drawing] = compiled.pickler[Drawing]
    val options = PickleOptions(subtypes = compiled.subtypes)
    for name <- List(
        "[" * 2_000_000 + "I",
        "[" * 256 + "I",
        "[L[Ljava.lang.String;;",
        "[",
        "[L;",
        "[Lbrine.checks.runtime.Secretive;",
        "[X",
        ""
      )
    do
      val text = s"""{"shapes":[],"front":null,"anything":{"$$type":"$name","$$value":[]}}"""
      intercept[PickleException](Laws.read[Drawing](text.getBytes, JsonFormat, options))
  }

  test("Externalizable objects keep their identity, and their class") {
    val ticket = new Ticket(1, new Ticket(2, null))
    there(new Tickets(ticket, ticket))(back => assert((back.a eq back.b) && back.a.next.n == 2))
    val circular = new Ticket(1, null)
    circular.next = circular
    for format <- formats; depth <- List(512, 0) do
      val options = PickleOptions(subtypes = compiled.subtypes, limits = Limits(emittedDepth = depth))
      given Pickler[Ticket] = compiled.pickler[Ticket]
      intercept[PickleException.CyclicConstruction](Laws.read[Ticket](
        Laws.write(circular, format, options),
        format,
        options
      ))
      intercept[PickleException.UnexpectedClass](Laws.write(new Ticket(1, new SeasonTicket), format, options))
  }

  test("Externalizable") {
    val ledger = new Ledger(new java.util.ArrayList(java.util.List.of("a", "b")), 17L)
    there(ledger) { back =>
      assertEquals(back.entries, ledger.entries)
      assertEquals(back.sum, 17L)
    }
    there(Drawing(Nil, null, ledger))(back => assertEquals(back.anything.asInstanceOf[Ledger].sum, 17L))
    intercept[UnfitClassException](RuntimePicklers(AllowList.empty).pickler[Ledger])
  }

  test("a class that derives a pickler, or has one that the caller names, goes by it") {
    import brine.checks.zoo.*
    val own = RuntimePicklers(allowed, Subtypes(Subtype[Stone](using summon, Stones.pickler)))
    val options = PickleOptions(subtypes = own.subtypes + Subtype[Dog])
    given Pickler[Drawing] = own.pickler[Drawing]
    val drawing = Drawing(Nil, null, List(Dog("Rex", 3), Stone(7)))
    for format <- formats do
      assertEquals(Laws.read[Drawing](Laws.write(drawing, format, options), format, options), drawing)
  }

  test("nesting costs no stack") {
    val deep = (1 to 200_000).foldLeft(new Friend("end", Nil, 0))((f, i) => new Friend("x", List(f), i))
    given Pickler[Friend] = compiled.pickler[Friend]
    for format <- formats do
      Laws.onSmallStack {
        var back = Laws.read[Friend](Laws.write(deep, format), format)
        var n = 0
        while back.friends.nonEmpty do
          back = back.friends.head
          n += 1
        assertEquals(n, 200_000)
      }
  }
