package brine.checks.runtime

import scala.collection.mutable
import munit.FunSuite
import brine.*
import brine.binary.BinaryFormat
import brine.json.JsonFormat
import brine.runtime.{AllowList, RuntimePicklers}
import brine.testkit.{Laws, Patient}
import brine.testkit.corpus.{Opening, Weekday}

/** Allow-lists by a predicate: the classes that it is called for, and the classes that a pickle can reach through it.
  */
class AllowListSuite extends FunSuite, Patient:
  import AllowListSuite.*

  private val loader = getClass.getClassLoader

  test("names without a class file are not kept for ever") {
    var asked = 0
    val counting = new ClassLoader(loader):
      override def loadClass(name: String, resolves: Boolean): Class[?] =
        if name.startsWith("absent.") then asked += 1
        super.loadClass(name, resolves)
    val runtime = RuntimePicklers(AllowList.whereNamed(counting)(_ => true))
    for i <- 0 until 3000 do assertEquals(runtime.subtypes.named(s"absent.Class$i"), null)
    assert(asked > 0 && asked <= 1001, s"$asked")
    assert(runtime.subtypes.named(classOf[Plain].getName) != null)
    assertEquals(runtime.subtypes.named("absent." + "x" * 2000), null)
  }

  test("a name that was found is not looked for again, with a hook and without"):
    for
      withHook <- List(false, true);
      value <- List[Any](Plain(1, null), Array(Plain(1, null)), Array(Fig.Dot), Fig.Dot, Solo)
    do
      var asked = 0
      val names = AllowList.whereNamed(loader) { _ =>
        asked += 1; true
      }
      val runtime = if withHook then RuntimePicklers(names, hook = _ => None) else RuntimePicklers(names)
      given Pickler[Any] = runtime.any
      val options = PickleOptions(subtypes = runtime.subtypes)
      val bytes = Laws.write[Any](value, BinaryFormat, options)
      def read() = assert(same(Laws.read[Any](bytes, BinaryFormat, options), value))
      for _ <- 1 to 3 do read()
      asked = 0
      for _ <- 1 to 20 do read()
      assertEquals(asked, 0, s"$value, hook: $withHook")

  private val values: List[Any] = List(
    Plain(1, List(Plain(2, null)), Array(Plain(3, null))),
    Array(Plain(1, null)),
    Array(Array(Plain(1, null))),
    Array[Object](Plain(1, null), "x"),
    Array(1, 2),
    Fig.Circle(1),
    Fig.Dot,
    Planet.MARS,
    Planet.EARTH,
    Weekday.FRIDAY,
    new Opening(Weekday.FRIDAY, 9),
    Solo,
    1,
    "text",
    'c',
    (),
    None,
    Some(Plain(1, null)),
    (Plain(1, null), 2),
    Left(Fig.Dot),
    List(1, Plain(2, null)),
    Map("a" -> Fig.Dot),
    mutable.ArrayBuffer[Any](Solo),
    new java.util.ArrayList[Any](java.util.List.of(1)),
    java.time.LocalDate.EPOCH,
    java.util.Optional.of("x"),
    1 to 3,
    scala.collection.immutable.BitSet(1)
  )

  private def same(a: Any, b: Any): Boolean = (a, b) match
    case (a: Array[?], b: Array[?]) =>
      a.getClass == b.getClass && a.length == b.length && a.indices.forall(i => same(a(i), b(i)))
    case (a: Plain, b: Plain)             => a.n == b.n && same(a.more, b.more) && same(a.array, b.array)
    case (a: Iterable[?], b: Iterable[?]) => a.size == b.size && a.zip(b).forall(same(_, _))
    case (Some(a), Some(b))               => same(a, b)
    case (a: Opening, b: Opening)         => a == b
    case (a: Product, b: Product) =>
      a.getClass == b.getClass && a.productIterator.zip(b.productIterator).forall(same(_, _))
    case (a, b) => a == b

  private def there(list: AllowList): Unit =
    for compileAfter <- List(1, 100); format <- List(BinaryFormat, JsonFormat); depth <- List(512, 0); value <- values
    do
      val runtime = RuntimePicklers(list, compileAfter = compileAfter)
      given Pickler[Any] = runtime.any
      val options = PickleOptions(subtypes = runtime.subtypes, limits = Limits(emittedDepth = depth))
      for _ <- 1 to 2 do
        val back = Laws.read[Any](Laws.write[Any](value, format, options), format, options)
        assert(same(back, value), s"$back, not $value")

  test("a predicate that accepts every name lets every kind of object go out and come back"):
    there(AllowList.whereNamed(loader)(_ => true))

  test("a predicate that accepts every class writes all, and reads the listed classes beside it"):
    val everything = AllowList.where(_ => true)
    there(everything ++ AllowList(
      classOf[Plain],
      classOf[Fig],
      classOf[Fig.Circle],
      classOf[Planet],
      classOf[Weekday],
      classOf[Opening],
      Solo.getClass
    ))
    val runtime = RuntimePicklers(everything)
    given Pickler[Any] = runtime.any
    val options = PickleOptions(subtypes = runtime.subtypes)
    for value <- List[Any](Plain(1, null), Fig.Dot, Solo) do
      val bytes = Laws.write[Any](value, BinaryFormat, options)
      intercept[PickleException.UnknownSubtype](Laws.read[Any](bytes, BinaryFormat, options))

  test("at places that declare a class, a predicate is enough"):
    val runtime = RuntimePicklers(AllowList.where(_.getName.startsWith("brine.checks.runtime.AllowListSuite$")))
    given Pickler[Nested] = runtime.pickler[Nested]
    val value = Nested(Plain(1, null), Fig.Circle(2), Solo, Array(Planet.MARS))
    for format <- List(BinaryFormat, JsonFormat) do
      val options = PickleOptions(subtypes =
        runtime.subtypes + Subtype.of(classOf[Fig.Circle], runtime.pickler[Fig.Circle])
      ) // an enum's place is open
      val back = Laws.read[Nested](Laws.write(value, format, options), format, options)
      assert(same(
        back.plain,
        value.plain
      ) && back.fig == value.fig && (back.solo eq Solo) && back.planets.toList == List(Planet.MARS))

  test("a predicate is never called for a class that needs no list or has no objects"):
    val asked = mutable.LinkedHashSet.empty[Class[?]]
    val names = mutable.LinkedHashSet.empty[String]
    there(AllowList.where { c =>
      asked += c; true
    } ++ AllowList.whereNamed(loader) { name =>
      names += name; true
    })
    val lambda: Int => Int = _ + 1
    for
      runtime <- List(RuntimePicklers(AllowList.where { c =>
        asked += c; true
      })); value <- List[Any](lambda, new Object, new Runnable { def run() = () })
    do
      val options = PickleOptions(subtypes = runtime.subtypes)
      intercept[PickleException](Laws.write[Any](value, BinaryFormat, options)(using runtime.any))
    val anonymous = asked.filter(_.isAnonymousClass).map(_.getInterfaces.toList)
    assertEquals(anonymous.toSet, Set(List[Class[?]](classOf[Runnable])))
    assertEquals(
      asked.filterNot(_.isAnonymousClass).toSet,
      Set[Class[?]](
        classOf[Plain],
        classOf[Fig],
        classOf[Fig.Circle],
        classOf[Planet],
        classOf[Weekday],
        classOf[Opening],
        Solo.getClass
      )
    )
    for c <- asked do assert(!c.isPrimitive && !c.isArray && !c.isInterface && !c.isHidden, c.toString)
    assert(names.forall(_.startsWith("brine.")), names.mkString(", "))

  test("a predicate decides on an interface and an abstract class that an array or a class value names"):
    val mentions = List[Any](
      Array[Shape](Round(1), null),
      Array(Array[Shape](Round(2))),
      Array[Based](new Based { def n = 1 }).take(0),
      classOf[Shape],
      classOf[Array[Based]],
      scala.reflect.ClassTag(classOf[Shape])
    )
    for compileAfter <- List(1, 100); value <- mentions do
      val runtime = RuntimePicklers(AllowList.whereNamed(loader)(_ => true), compileAfter = compileAfter)
      given Pickler[Any] = runtime.any
      val options = PickleOptions(subtypes = runtime.subtypes)
      val back = Laws.read[Any](Laws.write[Any](value, BinaryFormat, options), BinaryFormat, options)
      assert(same(back, value), s"$back, not $value")
    val runtime = RuntimePicklers(AllowList.whereNamed(loader)(_.endsWith("Round")))
    given Pickler[Any] = runtime.any
    val options = PickleOptions(subtypes = runtime.subtypes)
    val everything = RuntimePicklers(AllowList.whereNamed(loader)(_ => true))
    for value <- mentions do
      intercept[PickleException](Laws.write[Any](value, BinaryFormat, options))
      val bytes = Laws.write[Any](value, BinaryFormat, PickleOptions(subtypes = everything.subtypes))
      intercept[PickleException](Laws.read[Any](bytes, BinaryFormat, options))

  test("a lambda is refused with a reason, even if a predicate accepts it"):
    val runtime = RuntimePicklers(AllowList.where(_ => true))
    val f: Int => Int = _ + 1
    val e = intercept[PickleException.UnexpectedClass](
      Laws.write[Any](List(f), BinaryFormat, PickleOptions(subtypes = runtime.subtypes))(using runtime.any)
    )
    assert(
      e.getMessage.contains("it is a lambda or another hidden class, which has no name that a reader could find"),
      e.getMessage
    )

  test("a class that no pickler can take apart is refused with its reason"):
    val runtime = RuntimePicklers(AllowList.where(_ => true))
    val e = intercept[PickleException.UnexpectedClass](
      Laws.write[Any](new Thread, BinaryFormat, PickleOptions(subtypes = runtime.subtypes))(using runtime.any)
    )
    assert(e.getMessage.contains("java.lang.Thread"), e.getMessage)

  test("the companion of a class goes by its own name, which is not the class's"):
    val runtime = RuntimePicklers(AllowList.whereNamed(loader)(_ => true))
    for format <- List(BinaryFormat, JsonFormat) do
      val options = PickleOptions(subtypes = runtime.subtypes)
      val bytes = Laws.write[Any](List(Plain, Plain(1, null)), format, options)(using runtime.any)
      val List(companion, plain: Plain) = Laws.read[Any](bytes, format, options)(using runtime.any): @unchecked
      assert(companion.asInstanceOf[AnyRef] eq Plain)
      assertEquals(plain.n, 1)
    val byClass = RuntimePicklers(AllowList.where(_ => true))
    val options = PickleOptions(subtypes = byClass.subtypes)
    val bytes = Laws.write[Any](Plain, BinaryFormat, options)(using byClass.any)
    val e = intercept[PickleException.UnknownSubtype](Laws.read[Any](bytes, BinaryFormat, options)(using byClass.any))
    assert(e.getMessage.contains("AllowListSuite$Plain$"), e.getMessage)

  test("a pickle loads no class that the predicate on names does not accept"):
    val loaded = mutable.ListBuffer.empty[String]
    val recording = new ClassLoader(loader):
      override def loadClass(name: String): Class[?] =
        loaded += name
        super.loadClass(name)
    val runtime = RuntimePicklers(AllowList.whereNamed(recording)(_.startsWith("brine.checks.runtime.AllowListSuite$")))
    given Pickler[Any] = runtime.any
    val options = PickleOptions(subtypes = runtime.subtypes)
    def read(name: String) =
      intercept[PickleException](Laws.read[Any](s"""{"$$type":"$name","n":1}""".getBytes, JsonFormat, options))
    for name <- List(
        "java.lang.Thread",
        "javax.script.ScriptEngineManager",
        "",
        "../x",
        "brine.checks.zoo.Bomb",
        "[Lbrine.checks.zoo.Bomb;"
      )
    do read(name)
    assertEquals(loaded.toList, Nil)
    read("brine.checks.runtime.AllowListSuite$Missing")
    assert(
      loaded.nonEmpty && loaded.forall(_.startsWith("brine.checks.runtime.AllowListSuite$")),
      loaded.mkString(", ")
    )

  test("lists can be added up"):
    val both = AllowList(classOf[Plain]) ++ AllowList.where(_ == classOf[Opening])
    assert(both.allows(classOf[Plain]) && both.allows(classOf[Opening]) && !both.allows(classOf[Nested]))
    assert((both + classOf[Nested]).allows(classOf[Nested]))
    assert(!both.allows(classOf[Array[Opening]]) && !both.allows(classOf[Int]))
    assertEquals(both.toString, "AllowList(brine.checks.runtime.AllowListSuite$Plain, a predicate)")
    assertEquals(both.classes, Set[Class[?]](classOf[Plain]))

object AllowListSuite:
  final class Plain(val n: Int, val more: List[Plain], val array: Array[Plain])
  object Plain:
    def apply(n: Int, more: List[Plain], array: Array[Plain] = null): Plain = new Plain(n, more, array)

  enum Fig:
    case Circle(r: Int)
    case Dot

  enum Planet extends java.lang.Enum[Planet]:
    case EARTH
    case MARS

  case object Solo

  trait Shape
  object Shape:
    val companion = "is no Shape"

  final case class Round(r: Int) extends Shape

  abstract class Based:
    def n: Int

  final class Nested(val plain: Plain, val fig: Fig, val solo: Solo.type, val planets: Array[Planet])
  object Nested:
    def apply(plain: Plain, fig: Fig, solo: Solo.type, planets: Array[Planet]): Nested =
      new Nested(plain, fig, solo, planets)
