package brine.checks.runtime

import java.util.ArrayList
import scala.reflect.ClassTag
import brine.*
import brine.binary.BinaryFormat
import brine.checks.AllFormats
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers, UnfitClassException}
import brine.testkit.Laws
import brine.testkit.corpus.{Awkward, Constructed}
import brine.testkit.corpus.elsewhere.Holding

/** The code of constructors decides whether runtime picklers can rebuild an object by them. */
class ConstructorsSuite extends munit.FunSuite:
  private val formats = AllFormats.all

  private val allowed = AllowList(
    classOf[Constructed.Several],
    classOf[Constructed.Tagged],
    classOf[Constructed.Above],
    classOf[Constructed.Child],
    classOf[Constructed.Parent],
    classOf[Constructed.Appending],
    classOf[Constructed.Counting],
    classOf[Constructed.SubCounting],
    classOf[Constructed.Harmless],
    classOf[Constructed.`Named$lzy`],
    classOf[Constructed.Wide[?]],
    classOf[Constructed.WideText],
    classOf[Constructed.Box[?]],
    classOf[Constructed.Bounded[?]],
    classOf[Constructed.Shared],
    classOf[Constructed.Needing],
    classOf[Awkward.Base],
    classOf[Temperature],
    classOf[Seconds],
    classOf[Below],
    Holding.hiddenClass,
    classOf[Weights],
    classOf[Grams],
    classOf[Drawing]
  )

  /** Goes out and comes back by method handles, by compiled code, and across the moment when one follows the other. */
  private def there[A: ClassTag](value: A)(verify: A => Unit)(using munit.Location): Unit =
    for runtime <-
        List(RuntimePicklers(allowed, compileAfter = Int.MaxValue), RuntimePicklers(allowed, compileAfter = 3))
    do
      given Pickler[A] = runtime.pickler[A]
      for _ <- 1 to 5; format <- formats; sharing <- List(Sharing.Tracked, Sharing.All) do
        val options = PickleOptions(subtypes = runtime.subtypes, sharing = sharing)
        verify(Laws.read[A](Laws.write(value, format, options), format, options))

  private def refusal[A: ClassTag]: String =
    intercept[UnfitClassException](RuntimePicklers(allowed).pickler[A]).getMessage

  test("a variable number of arguments is an array") {
    there(new Constructed.Several("a", Integer.valueOf(1)))(back =>
      assertEquals(back.all.toList, List[AnyRef]("a", Integer.valueOf(1)))
    )
    there(new Constructed.Several())(back => assertEquals(back.all.toList, Nil))
    there(new Constructed.Tagged(1, "x", "y"))(back => assertEquals(back.toString, "1[x, y]"))
  }

  test("a field is its class's, and its superclass's of the same name is another") {
    val above = new Constructed.Above(1)
    above.x = 7
    there(above)(back => assertEquals((back.x, (back: Awkward.Base).x), (7, 1)))
  }

  test("a constructor that changes its arguments does not serve") {
    for message <- List(
        refusal[Constructed.Child],
        refusal[Constructed.Appending],
        refusal[Constructed.Counting],
        refusal[Constructed.SubCounting]
      )
    do assert(message.contains("changes a parameter"), message)
    there(new Constructed.Harmless("jim", "lock"))(back =>
      assertEquals((back.name, back.lock, back.size), ("jim", "lock", 3))
    )
  }

  test("a computed value is computed as it was, or the class is refused") {
    assert(refusal[Temperature].contains("final, and no constructor"), refusal[Temperature])
    there(new Seconds(7))(back => assertEquals(back.all, (7, 0, 0)))
    there(new Seconds(1, 2))(back => assertEquals(back.all, (33, 1, 2)))
  }

  test("a name like those of compilers is a name") {
    val named = new Constructed.`Named$lzy`
    named.`a$lzy1` = 5
    there(named)(back => assertEquals(back.`a$lzy1`, 5))
    val options = PickleOptions(subtypes = RuntimePicklers(allowed).subtypes)
    given Pickler[Drawing] = RuntimePicklers(allowed).pickler[Drawing]
    intercept[PickleException.UnexpectedClass](Laws.write(
      Drawing(Nil, null, new Constructed.`Box$mcI$sp`(7)),
      BinaryFormat,
      options
    ))
  }

  test("fields of wider types than the parameters, and of types that other packages cannot name") {
    there(new Constructed.WideText("a", "b"))(back => assertEquals((back.content, back.more.toString), ("a", "b")))
    val below = new Below
    below.hold(3)
    below.k = 4
    there(below)(back => assertEquals((back.number, back.k), (3, 4)))
    val bounded = new Constructed.Bounded[String]
    val arrays = Array[Comparable[?]]("b", "a")
    classOf[Constructed.Bounded[?]].getField("all").set(bounded, arrays)
    there(bounded) { back =>
      val all = classOf[Constructed.Bounded[?]].getField("all").get(back).asInstanceOf[Array[AnyRef]]
      assertEquals((all.toList, all.getClass: Any), (List[AnyRef]("b", "a"), arrays.getClass: Any))
    }
    there(new Weights(Array(Grams(1), Grams(2))))(back => assertEquals(back.all.toList, List(Grams(1), Grams(2))))
  }

  test("an object at a place of any type first and of its class next is one object, and complete") {
    val shared = new Constructed.Shared
    shared.numbers = new ArrayList(java.util.List.of[Integer](1, 2))
    shared.any = shared.numbers
    shared.boxes = Array(1, null)
    shared.anyArray = shared.boxes
    shared.rows = Array(Array(1), null)
    shared.anyRows = shared.rows
    shared.wide = new Constructed.Wide("w")
    shared.anyWide = shared.wide
    there(shared) { back =>
      assert((back.any eq back.numbers) && (back.anyArray eq back.boxes) && (back.anyRows eq back.rows))
      assertEquals(
        (back.numbers, back.boxes.toList, back.rows(0).toList),
        (shared.numbers, shared.boxes.toList, List(1))
      )
    }
    val runtime = RuntimePicklers(allowed)
    given Pickler[Constructed.Shared] = runtime.pickler[Constructed.Shared]
    val options = PickleOptions(subtypes = runtime.subtypes)
    val other =
      """{"any":{"$type":"java.util.ArrayList","$id":1,"$value":[{"$type":"java.lang.String","$value":"x"}]},
        |"numbers":{"$ref":1},"anyArray":null,"boxes":null,
        |"anyRows":null,"rows":null,"anyWide":null,"wide":null}""".stripMargin
    val e = intercept[PickleException.WrongType](Laws.read[Constructed.Shared](other.getBytes, JsonFormat, options))
    assert(e.getMessage.contains("found a String in an object that is referred to"), e.getMessage)
  }

  test("an object that needs another in its constructor is refused where it is that other") {
    there(new Constructed.Needing(new Constructed.Needing("end"))) { back =>
      assertEquals(back.next.asInstanceOf[Constructed.Needing].next, "end")
    }
    val needing = new Constructed.Needing("first")
    needing.next = needing
    val runtime = RuntimePicklers(allowed)
    given Pickler[Constructed.Needing] = runtime.pickler[Constructed.Needing]
    val options = PickleOptions(subtypes = runtime.subtypes)
    for format <- formats do
      intercept[PickleException.CyclicConstruction](Laws.read[Constructed.Needing](
        Laws.write(needing, format, options),
        format,
        options
      ))
  }

  test("a part that represents another object is refused where any object may occur") {
    val runtime = RuntimePicklers(allowed + classOf[Ledger])
    given Pickler[Constructed.Shared] = runtime.pickler[Constructed.Shared]
    val shared = new Constructed.Shared
    shared.any = new Ledger(null, 1L)
    for depth <- List(512, 0) do
      val options = PickleOptions(subtypes = runtime.subtypes, limits = Limits(emittedDepth = depth))
      val text = new String(Laws.write(shared, JsonFormat, options))
      val numbered = text.replace("{\"data\"", "{\"$id\":9,\"data\"")
      val forged = numbered.replace("\"anyArray\":null", "\"anyArray\":{\"$ref\":9}")
      assert(numbered != text && forged != numbered, text)
      val e = intercept[PickleException](Laws.read[Constructed.Shared](forged.getBytes, JsonFormat, options))
      assert(e.isInstanceOf[PickleException.WrongType] || e.isInstanceOf[PickleException.BadReference], e)
  }
