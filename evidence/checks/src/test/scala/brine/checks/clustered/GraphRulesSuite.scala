package brine.checks.clustered

import java.time.{Instant, LocalDate}
import java.util.UUID
import scala.collection.immutable.TreeSet
import scala.collection.mutable.ArrayBuffer
import brine.*
import brine.graph.*
import brine.testkit.{Laws, Temporary}

/** Rules of a format reach every place, or the write is refused with the reason. */
class GraphRulesSuite extends munit.FunSuite, Temporary:
  import GraphRulesTypes.*

  private val redacting = GraphFormat.withSubstitution { case s: String if s.contains(Secret) => "***" }

  private def there[A: Pickler](value: A, format: GraphFormat, options: PickleOptions = PickleOptions.Default): A =
    val bytes = Laws.write(value, format, options)
    assert(!new String(bytes, "ISO-8859-1").contains(Secret), "the secret is in the bytes")
    Laws.read[A](bytes, GraphFormat, options)

  private def refused[E <: PickleException](write: => Any)(using scala.reflect.ClassTag[E]): String =
    intercept[E](write).getMessage

  test("a secret that a rule redacts is in no byte, wherever it stands") {
    val back = there(everywhere(Secret), redacting, subtypes)
    assertEquals(back.show, everywhere("***").show)
    assertEquals(there(Secret, redacting), "***")
    assertEquals(there(Option(Secret), redacting), Some("***"))
    assertEquals(there((Secret, 1), redacting), ("***", 1))
    assertEquals(there[Any](Secret, redacting, subtypes)(using ofAny), "***")
    assertEquals(there(ArrayBuffer.fill(1000)(Secret), redacting), ArrayBuffer.fill(1000)("***"))
    assertEquals(there(Vector.fill(1000)(Name(Secret)), redacting), Vector.fill(1000)(Name("***")))
    assertEquals(there(new WithPart(Secret), redacting).part, "***")
  }

  test("a transient string is null, wherever it stands") {
    val back = there(everywhere(Secret), GraphFormat.withTransients(_ == Secret), subtypes)
    assertEquals(back.show, everywhere(null).show)
    assertEquals(there(List("a", Secret), GraphFormat.withTransient[CharSequence]), List(null, null))
    assertEquals(there(Map(1 -> Secret), GraphFormat.withTransient[String]), Map(1 -> null))
  }

  test("rules reach numbers, dates, amounts, identifiers and values of picklers by hand") {
    val all = Values(
      1,
      2L,
      true,
      'c',
      1.5,
      BigDecimal(3),
      BigInt(3),
      LocalDate.EPOCH,
      Instant.EPOCH,
      UUID(0, 1),
      Array(1, 20),
      Celsius(1),
      Email("a")
    )
    val format = substituting {
      case 1             => 7
      case 2L            => 8L
      case true          => false
      case 'c'           => 'd'
      case 1.5           => 2.5
      case _: BigDecimal => BigDecimal(9)
      case _: BigInt     => BigInt(9)
      case _: LocalDate  => LocalDate.MAX
      case _: Instant    => Instant.MAX
      case _: UUID       => UUID(0, 2)
      case Celsius(_)    => Celsius(40)
      case Email(_)      => Email("b")
    }
    val expected = Values(
      7,
      8L,
      false,
      'd',
      2.5,
      BigDecimal(9),
      BigInt(9),
      LocalDate.MAX,
      Instant.MAX,
      UUID(0, 2),
      Array(7, 20),
      Celsius(40),
      Email("b")
    )
    assertEquals(there(all, format).show, expected.show)
    assertEquals(there(List(1, 20, 1), format), List(7, 20, 7))
    assertEquals(there(List(Celsius(1)), format), List(Celsius(40)))
    assertEquals(there(Option(Celsius(1)), format), Some(Celsius(40)))
    assertEquals(there(Celsius(1), format), Celsius(40))
    assertEquals(there(all, GraphFormat).array.toList, List(1, 20))
    assertEquals(all.array.toList, List(1, 20))
  }

  test("rules by class apply to boxed numbers, and rules for a supertype to its subtypes") {
    assertEquals(there(List(Option(1)), GraphFormat.withTransient[Option[Int]]), List(null))
    assertEquals(there(List[java.lang.Integer](1), GraphFormat.withTransient[Int]), List(null))
    assertEquals(there(List(BigDecimal(1)), GraphFormat.withTransient[Number]), List(null))
    assertEquals(
      there(List[java.util.Date](java.util.Date(1)), GraphFormat.withTransient[java.lang.Comparable[?]]),
      List(null)
    )
    val seen = ArrayBuffer.empty[Any]
    val ignored = there(
      (1, "a", Celsius(2)),
      GraphFormat.beforeWriting[Int](seen += _).beforeWriting[String](seen += _).beforeWriting[Celsius](seen += _)
    )
    assertEquals(seen.toList, List[Any](1, "a", Celsius(2)))
  }

  test("the parts that a standard pickler puts are not values of its user") {
    val numbers = GraphFormat.withTransient[java.lang.Long].withTransient[String].withTransient[Array[Byte]]
    assertEquals(there(List(LocalDate.EPOCH), numbers), List(LocalDate.EPOCH))
    assertEquals(there(List(BigInt(17)), numbers), List(BigInt(17)))
    assertEquals(there(List(UUID(3, 4)), numbers), List(UUID(3, 4)))
    given Pickler[Class[?]] = CodeNames.classes.pickler
    val code = PickleOptions(code = CodeNames.classes(classOf[String], classOf[Int]))
    assertEquals(there[List[Class[?]]](List(classOf[String]), numbers, code), List[Class[?]](classOf[String]))
    val swapped = GraphFormat.withSubstitution { case c: Class[?] if c == classOf[String] => classOf[Int] }
    assertEquals(there[List[Class[?]]](List(classOf[String]), swapped, code), List[Class[?]](classOf[Int]))
    val tags = List(summon[scala.reflect.ClassTag[String]])
    assertEquals(there(tags, numbers), tags)
    assertEquals(there[List[scala.reflect.ClassTag[?]]](tags, numbers, code), tags)
  }

  test("a string that a pickler by hand puts itself and a rule would change is refused, and named") {
    val e = refused[PickleException.RuleNotObeyed](Laws.write(List(new Whole(Secret)), redacting))
    assertEquals(
      e,
      "at $[0]: a rule substitutes a java.lang.String that the pickler by hand of Whole puts itself, where no rule " +
        "can reach it. " +
        "Substitute the Whole, or let its pickler put this part by `builder.put`"
    )
    assert(refused[PickleException.RuleNotObeyed](
      Laws.write(new Whole(Secret), GraphFormat.withTransient[String])
    ).contains("leaves out"))
    assertEquals(there(List(new Whole("public")), redacting).map(_.text), List("public"))
    val ofWhole = GraphFormat.withSubstitution { case w: Whole => new Whole("***") }
    assertEquals(there(List(new Whole(Secret)), ofWhole).map(_.text), List("***"))
    assert(refused[PickleException.RuleNotObeyed](
      Laws.write(List(Bits(Array(1))), GraphFormat.withTransient[Int])
    ).contains("Bits"))
  }

  test("a null that a rule wants where none can stand is refused, with the path") {
    val e = refused[PickleException.RuleNotObeyed](Laws.write(Name("a", 5), GraphFormat.withTransient[Int]))
    assertEquals(
      e,
      "at $.number: a rule leaves out a Int, but its place cannot hold a null. " +
        "Substitute another Int, or exclude this place from the rule"
    )
    assert(refused[PickleException.RuleNotObeyed](Laws.write(
      List(Array(1, 2)),
      GraphFormat.withTransients(_.equals(2))
    )).contains("$[0][1]"))
  }

  test("a substitute of another type than its place is refused, with the path") {
    def to(other: AnyRef) = GraphFormat.withSubstitution {
      case s: String if s == "a" => other; case Celsius(_) => other; case Email(_) => other
    }
    val e = refused[PickleException.UnexpectedClass](Laws.write(List("a"), to(Integer.valueOf(1))))
    assertEquals(
      e,
      "at $[0]: the pickler of String met a java.lang.Integer: a rule of this format substitutes it, and its place " +
        "holds only a String. " +
        "Substitute a String, or exclude this place from the rule"
    )
    assert(refused[PickleException.UnexpectedClass](Laws.write(List(Celsius(1)), to("b"))).contains("$[0]"))
    assert(refused[PickleException.UnexpectedClass](Laws.write(Some(Email("x")): Option[Email], to(List(1)))).contains(
      "met a scala.collection"
    ))
    def list(other: AnyRef) =
      GraphFormat.withSubstitution { case _: List[?] => other; case Red => other; case _: Map[?, ?] => other }
    assert(refused[PickleException.UnexpectedClass](Laws.write(Name.Lists(List("a")), list("b"))).contains("$.list"))
    assert(
      refused[PickleException.UnexpectedClass](Laws.write(Map(1 -> 2), list("b"))).contains("met a java.lang.String")
    )
    assert(refused[PickleException.UnexpectedClass](Laws.write((1, Red), list("b"))).contains("$._2"))
    assert(refused[PickleException.UnexpectedClass](Laws.write[Thing](
      Name.Thing1(1),
      GraphFormat.withSubstitution { case _: Thing => "text" },
      subtypes
    )).contains("Thing"))
  }

  test("a whole value that rules leave out is refused: object, collection, string, sealed or open type, by hand") {
    def left[A: Pickler](value: A): Unit =
      for format <- List(GraphFormat.withTransients(_ => true), GraphFormat.withSubstitution { case _ => null }) do
        val e = refused[PickleException.RuleNotObeyed](Laws.write(value, format, subtypes))
        assert(e.contains("leaves out the whole value") && e.contains("pickle an Option of it"), e)
    left(Name("a"))
    left(List(1))
    left("a")
    left(Red: Colour)
    left[Any]("a")(using ofAny)
    left(Option(1))
    left(Celsius(1))
    left(Email("a"))
    left(new Whole("a"))
    left(Array(1))
  }

  test("elements or keys that rules make equal, or that a collection cannot hold, are refused") {
    val same = GraphFormat.withSubstitution { case _: String => "same" }
    for write <- List(
        () => Laws.write(Set("a", "b"), same),
        () => Laws.write(Map("a" -> 1, "b" -> 2), same),
        () => Laws.write(TreeSet("a", "b"), same)
      )
    do
      val e = refused[PickleException.RuleNotObeyed](write())
      assert(
        e.contains("a reader cannot rebuild this") && e.contains("are equal. Substitute values that stay distinct"),
        e
      )
    assert(refused[PickleException.RuleNotObeyed](
      Laws.write(TreeSet("a", "b"), GraphFormat.withTransients(_ == "a"))
    ).contains("cannot hold a null"))
    assert(refused[PickleException.RuleNotObeyed](Laws.write(
      Set(Name("a"), Name("b")),
      GraphFormat.withTransient[Name]
    )).contains("equal"))
    assertEquals(there(Set("a", "b"), GraphFormat.withSubstitution { case "a" => "c" }), Set("c", "b"))
    assertEquals(there(TreeSet("a", "b"), GraphFormat.withSubstitution { case "a" => "c" }), TreeSet("b", "c"))
    assertEquals(there(Map("a" -> 1), GraphFormat.withTransient[String]), Map[String, Int]((null, 1)))
  }

  test("strings are substituted wherever they stand, also where they were substituted for another") {
    val renaming = GraphFormat.withSubstitution { case "admin" => "root"; case "root" => "***" }
    assertEquals(there(List("admin", "root"), renaming), List("root", "***"))
    assertEquals(there(List("root", "admin"), renaming), List("***", "root"))
    assertEquals(there(List[Any]("admin", "root"), renaming, subtypes)(using ofAnys), List[Any]("root", "***"))
  }

  test("one string at open places stays one when it is substituted") {
    val one = new String("one")
    val back =
      there(List[Any](one, one), GraphFormat.withSubstitution { case s: String => s + "!" }, subtypes)(using ofAnys)
    assertEquals(back, List[Any]("one!", "one!"))
    assert(back(0).asInstanceOf[AnyRef] eq back(1).asInstanceOf[AnyRef])
  }

  test("an object that is replaced cannot be a substitute as well") {
    val (a, b, c) = (Name("a"), Name("b"), Name("c"))
    val format = GraphFormat.withSubstitution { case x: Name if x eq a => b; case x: Name if x eq b => c }
    assert(refused[PickleException.RuleNotObeyed](Laws.write(List(b, a), format)).contains(
      "A substitute is written as it is"
    ))
  }

  test("an object outside of the graph is refused where only values stand, and named") {
    val e =
      refused[PickleException.RuleNotObeyed](Laws.write(Name(Secret), GraphFormat.withExternal("the secret", Secret)))
    assertEquals(
      e,
      "at $.text: the java.lang.String outside of the graph named 'the secret' is at a place of String, which holds " +
        "values and no names. " +
        "Remove it from the format, or declare this place as an open type, such as Any"
    )
    val email = Email("a")
    for value <- List[() => Any](
        () => Laws.write(List(email), GraphFormat.withExternal("e", email)),
        () => Laws.write(email, GraphFormat.withExternal("e", email))
      )
    do
      assert(refused[PickleException.RuleNotObeyed](value()).contains("'e'"))
    val format = GraphFormat.withExternal("s", Secret)
    assertEquals(
      Laws.read(
        Laws.write(List[Any](Secret), format, subtypes)(using ofAnys),
        GraphFormat.withExternal("s", "other"),
        subtypes
      )(using ofAnys),
      List[Any]("other")
    )
  }

  test("extras are refused where rules change values") {
    val options = PickleOptions(history = History(Pickler[New].shape))
    val kept = New("a", Secret).pickle.unpickle[Old](using summon, options)
    assertEquals(kept.extras.names, Set("mail"))
    val e = refused[PickleException.RuleNotObeyed](Laws.write(kept, redacting))
    assert(e.contains("cannot reach the values of the extras mail") && e.contains("$.extras"), e)
    val ignored = Laws.write(kept, GraphFormat.beforeWriting[String](_ => ()))
    assertEquals(there(kept.copy(extras = kept.extras.without("mail")), redacting).name, "a")
  }

  test("a header that nobody could read is refused when it is written") {
    def header(values: (String, String)*) = Laws.write(Name("a"), GraphFormat.withHeader(values*))
    assert(
      refused[PickleException.NullValue](header("k" -> null)).contains("the header's value of 'k' (withHeader) is null")
    )
    assert(refused[PickleException.NullValue](header((null, "v"))).contains("a key of the header (withHeader) is null"))
    assert(refused[PickleException.RuleNotObeyed](header("k" -> "1", "k" -> "2")).contains("key 'k' twice"))
    val odd = Map("" -> "", "\u0000" -> "\ud800", "€" -> "\ud83d\ude00", "long" -> "x" * 100_000)
    assertEquals(Graph.inspect(GraphFormat.pickled(header(odd.toSeq*))).header, odd)
    assertEquals(
      Graph.inspect(
        GraphFormat.pickled(Laws.write(1, GraphFormat.withHeader("k" -> "1").withHeader("k" -> "2")))
      ).header,
      Map("k" -> "2")
    )
  }

  test("names of objects outside of the graph are texts, and one object's each") {
    val (a, b) = (Name("a"), Name("b"))
    intercept[IllegalArgumentException](GraphFormat.withExternal(null, a))
    intercept[IllegalArgumentException](GraphFormat.withExternal("a", null))
    intercept[IllegalArgumentException](GraphFormat.withExternal("a", a).withExternal("a", b))
    intercept[IllegalArgumentException](GraphFormat.withExternal("a", a).withExternalMadeBy("a")(b))
    val twoNames = (1 to 9).foldLeft(GraphFormat.withExternal("a", a))((f, i) => f.withExternal(s"name $i", a))
    assert(Graph.inspect(GraphFormat.pickled(Laws.write(List(a), twoNames))).dump.contains("external object 0: name 9"))
  }

  test("objects outside of the graph that a graph does not refer to are reported") {
    val (a, b) = (Name("a"), Name("b"))
    val told = ArrayBuffer.empty[Seq[String]]
    val format = GraphFormat.withExternal("a", a).withExternal("b", b).withExternal("also a", a).whenUnmet(told += _)
    val ignored =
      (Laws.write(List(a, b), format), Laws.write(List(Name("a"), b), format), Laws.write(List(Name("a")), format))
    assertEquals(told.toList, List(Seq("a", "also a"), Seq("a", "b", "also a")))
  }

  test("a listener that throws keeps a graph without its external objects from being written") {
    val path = newFolder().resolve("graph")
    val format = GraphFormat.withExternal("a", Name("a")).whenUnmet(names => sys.error(names.mkString))
    val e = intercept[PickleException.UserCode](List(Name("a")).pickleTo(path)(using summon, format)).getMessage
    assert(e.contains("the callback for external objects that were not met threw"), e)
    assert(!java.nio.file.Files.exists(path))
  }

  test("without a listener, a logger reports each object that was not met once") {
    val log = java.util.logging.Logger.getLogger("brine.graph")
    val messages = ArrayBuffer.empty[String]
    val handler = new java.util.logging.Handler:
      def publish(record: java.util.logging.LogRecord): Unit = messages += s"${record.getLevel}: ${record.getMessage}"
      def flush(): Unit = ()
      def close(): Unit = ()
    log.addHandler(handler)
    log.setUseParentHandlers(false)
    try
      val format = GraphFormat.withExternal("console", Name("a"))
      for _ <- 1 to 3 do Laws.write(List(Name("a")), format)
      assertEquals(messages.length, 1)
      assert(messages(0).startsWith("WARNING: ") && messages(0).contains("'console'"), messages(0))
    finally
      log.removeHandler(handler)
      log.setUseParentHandlers(true)
  }

  test("sharing that is off is refused, and not ignored") {
    val e =
      refused[PickleException.RuleNotObeyed](Laws.write(List(1), GraphFormat, PickleOptions(sharing = Sharing.Off)))
    assertEquals(
      e,
      "at $: the graph format writes every object once, and `PickleOptions(sharing = Sharing.Off)` asks for the " +
        "opposite. " +
        "Leave the sharing as it is, or write the binary format"
    )
  }

  test("a hook after reading is refused for values, for which it would never be called") {
    intercept[IllegalArgumentException](GraphFormat.afterReading[String]((_, _) => ()))
    intercept[IllegalArgumentException](GraphFormat.afterReading[Int]((_, _) => ()))
    intercept[IllegalArgumentException](GraphFormat.afterReading[Array[Name]]((_, _) => ()))
    val e = intercept[IllegalArgumentException](GraphFormat.afterReading[List[Int]]((_, _) => ())).getMessage
    assert(e.contains("are called with objects that a constructor or a migration made"), e)
    val seen = ArrayBuffer.empty[Any]
    val bytes = Laws.write(List(Name("a"), Name("b")), GraphFormat)
    val ignored = Laws.read[List[Name]](bytes, GraphFormat.afterReading[AnyRef]((x, _) => seen += x))
    assertEquals(seen.toList, List[Any](Name("a"), Name("b")))
  }

  test("exceptions of rules are named") {
    def thrown(format: GraphFormat) = refused[PickleException.UserCode](Laws.write(List("a"), format))
    assert(thrown(GraphFormat.withTransients(_ => sys.error("no"))).contains("$: a predicate of withTransients threw"))
    assert(thrown(GraphFormat.withSubstitution { case _: String => sys.error("no") }).contains(
      "$[0]: a function of withSubstitution threw"
    ))
  }
