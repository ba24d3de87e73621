package brine.checks.runtime

import java.util.Optional
import scala.reflect.ClassTag
import brine.*
import brine.binary.BinaryFormat
import brine.checks.AllFormats
import brine.checks.others.FieldByField
import brine.checks.runtime.JavaClassesSuite.*
import brine.graph.GraphFormat
import brine.json.{JsonFormat, JsonPickle}
import brine.runtime.{AllowList, RuntimePicklers, UnfitClassException}
import brine.testkit.Laws
import brine.testkit.corpus.Strict

/** The kinds of Java's classes, and the treatment of each by runtime picklers. */
class JavaClassesSuite extends munit.FunSuite:
  private val formats = AllFormats.all

  private val allowed = AllowList(
    classOf[Strict.Child],
    classOf[Strict.Orphan],
    classOf[Strict.Node],
    classOf[Strict.Canonical],
    classOf[Strict.Doubling],
    classOf[Strict.Checked],
    classOf[Strict.Disc],
    classOf[Strict.Rectangle],
    classOf[Strict.OfTexts],
    classOf[Strict.Holder[?]],
    classOf[Strict.Operation],
    classOf[TwoTraits]
  )

  private def all =
    List(RuntimePicklers(allowed, compileAfter = Int.MaxValue), RuntimePicklers(allowed, compileAfter = 2))

  private def options(runtime: RuntimePicklers) =
    PickleOptions(subtypes = runtime.subtypes, code = CodeNames.classes(classOf[String], classOf[Strict.Disc]))

  private def there[A: ClassTag](value: A)(verify: A => Unit)(using munit.Location): Unit =
    for runtime <- all; format <- formats; depth <- List(512, 0) do
      given Pickler[A] = runtime.pickler[A]
      val settings = options(runtime).copy(limits = Limits(emittedDepth = depth))
      for _ <- 1 to 3 do verify(Laws.read[A](Laws.write(value, format, settings), format, settings))

  private def json[A: ClassTag](value: A): String =
    new String(Laws.write(value, JsonFormat, options(all.head))(using all.head.pickler[A]), "UTF-8")

  private def child = new Strict.Child().as("child").named("parent").called("grand").asInstanceOf[Strict.Child]

  test(
    "fields of one name in three classes are distinguished: the object's own keeps the name, the others have their " +
      "classes'"
  ) {
    there(child)(back => assertEquals((back.childName, back.parentName, back.grandName), ("child", "parent", "grand5")))
    assertEquals(json(child), """{"Grandparent#name":"grand","size":5,"Parent#name":"parent","name":"child"}""")
    assertEquals(
      json(new Strict.Orphan().named("p").asInstanceOf[Strict.Orphan]),
      """{"Grandparent#name":null,"size":0,"name":"p","isYoung":false}"""
    )
    val traits = new TwoTraits
    traits.fill()
    there(traits)(back => assertEquals(back.all, traits.all))
    assertEquals(json(traits), """{"First#x":1,"Second#x":2,"x":3}""")
  }

  test("a graph of objects with fields of one name can be inspected") {
    val runtime = all.head
    given Pickler[Strict.Child] = runtime.pickler[Strict.Child]
    given PickleOptions = options(runtime)
    val inspected = brine.graph.Graph.inspect(GraphFormat.pickled(Laws.write(child, GraphFormat, summon)))
    for name <- List("name", "Parent#name", "Grandparent#name") do assert(inspected.dump.contains(name), inspected.dump)
  }

  test(
    "a class that loses or gets a field of its superclass's name cannot distinguish the two, and refuses older data"
  ) {
    val runtime = all.head
    val (two, one) = (runtime.pickler[Strict.Child], runtime.pickler[Strict.Orphan])
    for (from, to) <- List((two, one), (one, two)) do
      val e =
        intercept[PickleException.IncompatibleShape](Unpickler.from(from.shape)(using to.asInstanceOf[Pickler[Any]]))
      assert(
        e.getMessage.contains("$.name: ") && e.getMessage.contains(
          "one shape has two fields 'name', of a class and of its superclass"
        ),
        e.getMessage
      )
    val e = intercept[PickleException.UnknownField](JsonPickle.of(json(child)).unpickle[Strict.Orphan](using one))
    assert(e.getMessage.contains("Orphan has no field 'Parent#name'"), e.getMessage)
  }

  test("Optional in a record, also of itself") {
    val node = new Strict.Node("a", Optional.of(new Strict.Node("b", Optional.empty, Optional.of(3))), Optional.empty)
    there(node)(back => assertEquals(back, node))
    val message =
      intercept[UnfitClassException](RuntimePicklers(AllowList(classOf[Wrapped])).pickler[Wrapped]).getMessage
    assert(message.contains("Disc, at"), message)
  }

  test("a record whose constructor makes equal components comes back; one that does not is refused") {
    there(new Strict.Canonical(" a ", java.util.List.of("x")))(back =>
      assertEquals(back, new Strict.Canonical("a", java.util.List.of("x")))
    )
    there(new Strict.Checked(5))(back => assertEquals(back, new Strict.Checked(5)))
    for runtime <- all; format <- formats do
      given Pickler[Strict.Doubling] = runtime.pickler[Strict.Doubling]
      val bytes = Laws.write(new Strict.Doubling(5), format)
      for _ <- 1 to 4 do
        val e = intercept[PickleException.Malformed](Laws.read[Strict.Doubling](bytes, format))
        assert(
          e.getMessage.contains(
            "the constructor of brine.testkit.corpus.Strict$Doubling changes its parameter 'amount'"
          ),
          e.getMessage
        )
  }

  test("sealed interfaces, generic superclasses, constants with bodies, classes as values") {
    val texts = new Strict.OfTexts
    texts.content = "c"
    texts.all.add("x")
    texts.figure = new Strict.Disc(2)
    texts.operation = Strict.Operation.MINUS
    // A place of type `Map` gives back a `LinkedHashMap`.
    texts.anything = new java.util.LinkedHashMap(
      java.util.Map.of(
        "n",
        1,
        "f",
        new Strict.Rectangle(1, 2),
        "o",
        Optional.of(Strict.Operation.PLUS),
        "c",
        classOf[Strict.Disc],
        "s",
        Symbol("s")
      )
    )
    texts.`type` = classOf[String]
    there(texts)(back => assertEquals(FieldByField.difference(texts, back), None))
    for runtime <- all do assertEquals(runtime.pickler(Strict.Operation.PLUS.getClass).shape.name, "Operation")
  }

  test("anything in a map without the subtypes of the picklers: the cure is to give them, and works") {
    val runtime = all.head
    val texts = new Strict.OfTexts
    texts.anything = java.util.Map.of("n", 1)
    given Pickler[Strict.OfTexts] = runtime.pickler[Strict.OfTexts]
    val e = intercept[PickleException.UnexpectedClass](Laws.write(texts, BinaryFormat))
    assertEquals(
      e.getMessage,
      "at $.anything.values[0]: the pickler of Object met a java.lang.Integer: the classes for this place are in " +
        "`subtypes` of the RuntimePicklers that made this " +
        "pickler: give the write and the read `PickleOptions(subtypes = runtime.subtypes)`"
    )
    assertEquals(
      Laws.read[Strict.OfTexts](
        Laws.write(texts, BinaryFormat, options(runtime)),
        BinaryFormat,
        options(runtime)
      ).anything,
      texts.anything
    )
    texts.anything = java.util.Map.of("n", new Strict.Grandparent)
    val unlisted = intercept[PickleException.UnexpectedClass](Laws.write(texts, BinaryFormat, options(runtime)))
    assert(
      unlisted.getMessage.contains(
        "it is not on the list of classes that may be pickled at run time. Add `classOf[Strict.Grandparent]` to it"
      ),
      unlisted.getMessage
    )
  }

  test("any value without runtime picklers: a class of a library need not derive one, and naming its pickler works") {
    given Pickler[Any] = Pickler.open
    val e = intercept[PickleException.UnexpectedClass](Laws.write[Any](Integer.valueOf(1), BinaryFormat))
    assert(
      !e.getMessage.contains("derives Pickler") && e.getMessage.contains(
        "`PickleOptions(subtypes = Subtypes(Subtype[Integer]))`"
      ),
      e.getMessage
    )
    val options = PickleOptions(subtypes = Subtypes(Subtype[Integer]))
    assertEquals(Laws.read[Any](Laws.write[Any](Integer.valueOf(1), BinaryFormat, options), BinaryFormat, options), 1)
  }

  test("an object that was written by its own class is refused where a superclass is declared, not left unreadable") {
    val runtime = RuntimePicklers(AllowList(classOf[Two], classOf[Above], classOf[Under]))
    val under = new Under
    for format <- formats; depth <- List(512, 0) do
      val settings = PickleOptions(limits = Limits(emittedDepth = depth))
      given Pickler[Two] = runtime.pickler[Two]
      val e = intercept[PickleException.UnexpectedClass](Laws.write(new Two(under, under), format, settings))
      assert(e.getMessage.contains("Under"), e.getMessage)
  }

object JavaClassesSuite:
  trait First:
    private var x = 0
    def fillFirst(): Unit = x = 1
    def first: Int = x
  trait Second:
    private var x = 0
    def fillSecond(): Unit = x = 2
    def second: Int = x
  final class TwoTraits extends First, Second:
    private var x = 0
    def fill(): Unit =
      fillFirst()
      fillSecond()
      x = 3
    def all: (Int, Int, Int) = (first, second, x)

  final class Wrapped(val content: Optional[Strict.Disc])

  class Above:
    var n = 0
  final class Under extends Above
  final class Two(val under: Under, val above: Above)
